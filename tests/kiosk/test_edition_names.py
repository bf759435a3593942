"""The names of the edition that comes with the program, in every language; those of other editions stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games.goldrush.edition import Edition
from companion.games.goldrush.shelf import edition_of
from companion.kiosk.typesetter import fonts_present
from companion.kiosk.views.goldrush.names import named_in
from companion.kit.edition_words import in_words_of
from companion.language import LANGUAGES, SOFT_HYPHEN, Language
from companion.table.prompts import Reveal
from companion.table.text import Text
from tests.kiosk.gold_journeys import first_creek
from tests.kiosk.gold_people import asked, choose, sit_at_gold, throw
from tests.kiosk.people import MakePlayer

OTHERS = [code for code in LANGUAGES if code != "en"]
EDITION = edition_of("gold_rush")


def names_of(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield the id of each name of an edition, and the name."""
    yield "gold_rush.name", edition.game.name
    for number, creek in enumerate(edition.creeks.names, start=1):
        yield f"gold_rush.creek.{number}", creek
    yield from ((f"gold_rush.space.{space.id}", space.name) for space in edition.space)
    yield from ((f"gold_rush.card.{card.id}", card.title) for card in edition.card)


def test_the_english_texts_are_the_names_of_the_edition() -> None:
    english = Language.load("en")
    for id, name in names_of(EDITION):
        assert id in english and english.line(id) == name == english.thing(name)


@pytest.mark.parametrize("code", OTHERS)
def test_every_thing_has_a_name_of_its_own_in_every_language(code: str) -> None:
    language = Language.load(code)
    said = {id: language.thing(name) for id, name in names_of(EDITION)}
    assert all(said[id] == language.line(id).replace(SOFT_HYPHEN, "") for id in said)
    spaces = [name for id, name in said.items() if ".space." in id]
    assert len(set(spaces)) == len(spaces), "no two spaces are called alike"
    alike = {name for id, name in names_of(EDITION) if said[id] == name}
    same = {"Bonanza", "Eldorado", "Hunker", "Dominion", "Monte Carlo", "Aurora Saloon", "White Pass"}
    assert alike <= same


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_said_and_printed_names_them_so(code: str) -> None:
    language = Language.load(code)
    fire = language.thing("Fire")
    assert fire in language.say(Text("goldrush.reason.price", {"space": "Fire"}))
    assert language.say(Text("goldrush.name", {"name": "Fire"})) == fire
    assert language.thing("Fair wages") in language.say(Text("goldrush.reason.card", {"card": "Fair wages"}))
    printed = in_words_of(language, EDITION)
    assert [space.name for space in printed.board] == [language.thing(space.name) for space in EDITION.board]
    assert printed.deck["G03"].title == language.thing(EDITION.deck["G03"].title) != EDITION.deck["G03"].title
    assert printed.by_id["fire"].name == fire and printed.rules == EDITION.rules


def test_people_are_not_things() -> None:
    """Somebody may be called Fire, and an edition of one's own may call a space what it likes."""
    language = Language.load("de")
    assert language.say(Text("goldrush.name.seat", {"name": "Fire"})) == "Fire"
    amount = Text("goldrush.amount", {"currency": "$", "amount": 1})
    assert "Fire" in language.say(Text("goldrush.said.joins", {"seat": "Fire", "amount": amount}))
    assert language.thing("The Old Forge") == "The Old Forge"
    own = replace(EDITION, space=(replace(EDITION.space[0], name="The Old Forge"), *EDITION.space[1:]))
    assert in_words_of(language, own).space[0].name == "The Old Forge"


def test_the_table_names_them_and_answers_by_their_ids(make_player: MakePlayer) -> None:
    player = make_player(language="de")
    sit_at_gold(player, rules={"starter": "lot"})
    while player.scene.layers:
        player.push("ok")
    raw, view = player.table.desk.view, player.view
    assert raw.snapshot["board"][0]["name"] == "Chilkoot Pass"
    assert view.snapshot["board"][0]["name"] == "Chilkoot-Pass"
    assert [one["id"] for one in view.snapshot["board"]] == [one["id"] for one in raw.snapshot["board"]]
    assert view.open is raw.open and view.number == raw.number
    assert named_in(Language.load("en"), raw) is raw
    throw(player, 1, 2)
    choose(player, first_creek(player))
    prompt = asked(player)
    assert isinstance(prompt, Reveal)
    looks = dict(player.table.game.cards(player.view, prompt))
    assert looks["G03"].title == "Ein ehrlicher Lohn"


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
@pytest.mark.parametrize("code", OTHERS)
def test_every_name_stands_on_its_tile(make_player: MakePlayer, code: str) -> None:
    """Long words are broken where they may be; nothing else shows that."""
    player = make_player((1280, 720), language=code)
    sit_at_gold(player)
    names = {placed.words for placed in player.kiosk.shower.canvas.placed}
    board = player.view.snapshot["board"]
    for space in board:
        assert SOFT_HYPHEN not in space["name"]
        last = space["parts"].replace("-", " ").replace(SOFT_HYPHEN, " ").split()[-1]
        assert any(words.endswith(last) for words in names), space["name"]
