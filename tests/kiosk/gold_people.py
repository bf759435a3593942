"""People at the board game in the kiosk, who do everything with buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.kiosk.hands_layer import HandsLayer
from companion.kiosk.listing import Listing
from companion.kiosk.panels.bid import BidPanel
from companion.kiosk.panels.choose import ChoosePanel
from companion.kiosk.panels.claims import ClaimsPanel
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.scenes.seats import seats_from_names
from companion.kiosk.scenes.table import TableScene
from companion.table.prompts import Choose, Prompt
from tests.kiosk.people import Player

THREE = {0: "Ana", 1: "Bo", 2: "Cy"}


def sit_at_gold(
    player: Player, names: Mapping[int, str] = THREE, rules: Mapping[str, Any] | None = None
) -> None:
    """Begin a session; what is to be shuffled stays to be said."""
    stage = player.stage
    opening = OpeningScene(stage, stage.keeper.start("goldrush", seats_from_names(names), rules or {}))
    stage.go(opening)
    player.settle()


def throw(player: Player, *faces: int) -> None:
    """Type a throw in with UP, DOWN and OK; the seats' own buttons may be asking for money meanwhile."""
    while any(isinstance(layer, HandsLayer) for layer in player.scene.layers):
        player.push("ok")
    wait(player)
    assert isinstance(player.table.panel, ThrowPanel), type(player.table.panel).__name__
    player.push("ok")
    for face in faces:
        player.push(*["up"] * face, "ok")
    player.push("ok")
    wait(player)


def wait(player: Player) -> None:
    """Let everything that moves arrive."""
    player.pass_ms(9000, 500)
    player.settle()


def choose(player: Player, id: str, at_once: bool = False) -> None:
    """Go through the options until one is in focus, and take it; `at_once` no time passes then."""
    panel = player.table.panel
    assert isinstance(panel, ChoosePanel), type(panel).__name__
    for _ in panel.options():
        if panel.focus() == id:
            break
        player.push("down")
    assert panel.focus() == id, f"{id} is not among {panel.options()}"
    player.push("ok")
    if not at_once:
        wait(player)


def turn_card(player: Player, id: str) -> None:
    """Enter a card by hand: its group, then the card."""
    panel = player.table.panel
    assert isinstance(panel, RevealPanel), type(panel).__name__
    cards = list(player.table.game.cards(player.view, panel.prompt))
    look = next(look for card, look in cards if card == id)
    groups = list(dict.fromkeys(other.group for _, other in cards))
    player.push("ok")
    if len(groups) > 1:
        player.push(*["down"] * groups.index(look.group), "ok")
    inside = [card for card, other in cards if other.group == look.group]
    player.push(*["down"] * inside.index(id), "ok")
    wait(player)


def menu_entry(player: Player, part: str) -> None:
    """Choose the entry of the layer on top whose name contains a part."""
    listing: Listing = player.scene.layers[-1]._list  # type: ignore[attr-defined]
    names = [entry.name for entry in listing.entries]
    index = next(index for index, name in enumerate(names) if part in name)
    way, by = ("down", index - listing.focus) if index >= listing.focus else ("up", listing.focus - index)
    player.push(*[way] * by, "ok")


def pay(player: Player) -> None:
    """Everybody who owes the bank presses."""
    while isinstance(player.table.panel, ClaimsPanel):
        seat = player.view.seat(player.table.panel.about.seats[0])
        player.push(f"seat{seat.place + 1}")
        wait(player)


def asked(player: Player) -> Prompt:
    """The first prompt that waits."""
    return next(prompt for prompt in player.view.open if prompt.waits)


def act(player: Player, dice: Sequence[int] = (1, 2)) -> None:
    """Do the plainest thing that takes the game on."""
    if not isinstance(player.scene, TableScene):
        return
    if player.scene.layers:
        player.push("ok")
        return
    panel = player.table.panel
    if isinstance(panel, ThrowPanel):
        throw(player, *dice)
    elif isinstance(panel, BidPanel):
        for id in panel.prompt.seats:
            player.hold(f"seat{player.view.seat(id).place + 1}")
    elif isinstance(panel, ClaimsPanel):
        pay(player)
    elif isinstance(panel, RevealPanel):
        turn_card(player, panel.prompt.known[0])
    else:
        player.push("ok")
        wait(player)


def is_choice(player: Player, stem: str) -> bool:
    """Whether a choice with a key that begins so waits."""
    prompt = asked(player)
    return isinstance(prompt, Choose) and prompt.key.startswith(stem)
