"""What must hold between the parts of an edition, over those parts that are in order by themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from companion.games.goldrush.edition import CREEKS, OWNED, About, Card, CreekNames, Figures, Space
from companion.table.text import Text, text

#: A fault: the path of keys to where it is, and its sentence.
Found: TypeAlias = tuple[tuple[str | int, ...], Text]

_MONEY = (
    "chilkoot_each_pays",
    "river_fee",
    "trading_company_fee",
    "sawmill_fee_per_building",
    "church_donation",
)


def faults_in(
    game: About | None,
    rules: Figures | None,
    creeks: CreekNames | None,
    spaces: Mapping[int, Space],
    cards: Mapping[int, Card],
    ids: Collection[str],
    whole: tuple[bool, bool],
) -> Iterator[Found]:
    """Yield every fault between the parts; a part that could not be read is ``None`` or left out.

    `ids` are those of all spaces, also of those that are wrong in themselves; `whole` tells whether all the
    spaces, and all the cards, could be read: only then are they counted.
    """
    unit = game.money_unit if game else 1
    if game:
        yield from _about(game, spaces, ids, whole[0])
    if creeks:
        yield from _creeks(creeks)
    yield from _spaces(spaces, unit, whole[0])
    yield from _cards(cards, ids, unit)
    if game and cards and whole[1]:
        count = sum(card.copies for card in cards.values())
        if count != game.cards_per_creek * CREEKS:
            needed = game.cards_per_creek * CREEKS
            yield ("card",), text("edition.flaw.deck", count=count, needed=needed)
    if rules:
        yield from _figures(rules, spaces, unit)


def _about(game: About, spaces: Mapping[int, Space], ids: Collection[str], whole: bool) -> Iterator[Found]:
    if game.min_players > game.max_players:
        yield ("game", "max_players"), text("edition.flaw.players")
    yield from _money(("game",), "grubstake", game.grubstake, game.money_unit)
    if ids and game.start_space not in ids:
        yield (
            ("game", "start_space"),
            text("edition.flaw.no_space", name="start_space", given=game.start_space),
        )
    if whole and spaces and game.board_spaces != len(spaces):
        say = text("edition.flaw.board", count=len(spaces), needed=game.board_spaces)
        yield ("game", "board_spaces"), say


def _creeks(creeks: CreekNames) -> Iterator[Found]:
    if len(creeks.names) != CREEKS:
        yield ("creeks", "names"), text("edition.flaw.creeks", count=len(creeks.names), needed=CREEKS)
    if len({name.casefold() for name in creeks.names}) != len(creeks.names):
        yield ("creeks", "names"), text("edition.flaw.creek_twice")
    if creeks.facts and len(creeks.facts) != len(creeks.names):
        yield (
            ("creeks", "facts"),
            text("edition.flaw.facts", count=len(creeks.facts), needed=len(creeks.names)),
        )


def _spaces(spaces: Mapping[int, Space], unit: int, whole: bool) -> Iterator[Found]:
    indices: dict[int, str] = {}
    ids: dict[str, int] = {}
    for at, space in spaces.items():
        if space.index in indices:
            say = text(
                "edition.flaw.index_twice", index=space.index, first=indices[space.index], second=space.id
            )
            yield ("space", at, "index"), say
        indices.setdefault(space.index, space.id)
        if space.id in ids:
            yield ("space", at, "id"), text("edition.flaw.id_twice", name=space.id)
        ids.setdefault(space.id, at)
        yield from _space(("space", at), space, unit)
    if not whole or not spaces:
        return
    for index in range(max(indices)):
        if index not in indices and len(spaces) == len(indices):
            yield ("space",), text("edition.flaw.index_gap", index=index)
    kinds = [space.kind for space in spaces.values()]
    if "prospect" not in kinds:
        yield ("space",), text("edition.flaw.no_prospect")
    if kinds.count("woodpile") != 1:
        yield ("space",), text("edition.flaw.woodpile", count=kinds.count("woodpile"))


def _space(path: tuple[str | int, ...], space: Space, unit: int) -> Iterator[Found]:
    if space.kind not in OWNED:
        for name in ("price", "revenue", "basis"):
            if getattr(space, name) is not None:
                yield (*path, name), text("edition.flaw.not_owned", name=name, kind=space.kind)
        return
    for name in ("price", "revenue"):
        amount = getattr(space, name)
        if amount is None:
            yield path, text("edition.flaw.missing", name=name, legal=text("edition.legal.money"))
        elif amount == 0:
            yield (*path, name), text("edition.flaw.nothing", name=name)
        else:
            yield from _money(path, name, amount, unit)
    if space.basis is not None and space.basis != OWNED[space.kind]:
        say = text("edition.flaw.basis", kind=space.kind, basis=OWNED[space.kind], given=space.basis)
        yield (*path, "basis"), say


def _cards(cards: Mapping[int, Card], spaces: Collection[str], unit: int) -> Iterator[Found]:
    ids: set[str] = set()
    lodes = 0
    for at, card in cards.items():
        path = ("card", at)
        if card.id in ids:
            yield (*path, "id"), text("edition.flaw.id_twice", name=card.id)
        ids.add(card.id)
        yield from _card(path, card, unit)
        if card.to is not None and spaces and card.to not in spaces:
            yield (*path, "to"), text("edition.flaw.no_space", name="to", given=card.to)
        if card.mother_lode:
            lodes += card.copies
            if card.kind != "gold":
                yield (*path, "mother_lode"), text("edition.flaw.lode_gold")
            if lodes > 1:
                yield (*path, "mother_lode"), text("edition.flaw.lode_twice")


def _card(path: tuple[str | int, ...], card: Card, unit: int) -> Iterator[Found]:
    wants = {"go": ("to",), "pay": ("amount", "percent")}.get(card.kind, ("amount",))
    given = [name for name in ("amount", "percent", "to") if getattr(card, name) is not None]
    for name in given:
        if name not in wants:
            yield (*path, name), text("edition.flaw.card_extra", name=name, kind=card.kind)
    if len([name for name in given if name in wants]) != 1:
        yield path, text(f"edition.flaw.card_{card.kind}")
    if card.amount is not None:
        if card.amount == 0:
            yield (*path, "amount"), text("edition.flaw.nothing", name="amount")
        yield from _money(path, "amount", card.amount, unit)
    if card.percent is not None and not 1 <= card.percent <= 100:
        say = text(
            "edition.flaw.value", name="percent", given=str(card.percent), legal=text("edition.legal.percent")
        )
        yield (*path, "percent"), say


def _figures(rules: Figures, spaces: Mapping[int, Space], unit: int) -> Iterator[Found]:
    for name in _MONEY:
        yield from _money(("rules",), name, getattr(rules, name), unit)
    if rules.church_donation > 99 * unit:
        yield ("rules", "church_donation"), text("edition.flaw.donation", most=99 * unit)
    printed = {"trading": "trading_company_fee", "sawmill": "sawmill_fee_per_building"}
    for at, space in spaces.items():
        fee = printed.get(space.kind)
        if fee and space.revenue is not None and space.revenue != getattr(rules, fee):
            say = text(
                "edition.flaw.fee", space=space.id, revenue=space.revenue, name=fee, fee=getattr(rules, fee)
            )
            yield ("space", at, "revenue"), say


def _money(path: tuple[str | int, ...], name: str, amount: int, unit: int) -> Iterator[Found]:
    if amount % unit:
        yield (*path, name), text("edition.flaw.unit", name=name, given=amount, unit=unit)
