"""People at a domino table in the kiosk: they show tiles, choose spaces, pass, and lay for absent seats."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any

from companion.kiosk.acts import Push
from companion.kiosk.hands_layer import HandsLayer
from companion.kiosk.panels.private_reveal import PrivateRevealPanel
from companion.kiosk.panels.thinking import ThinkingPanel
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.scenes.seats import seats_from_names
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.views.dominoes.entry import HandEntry
from companion.kiosk.views.dominoes.placing import PlacingPanel
from companion.kiosk.views.dominoes.ready import PressPanel, ReadyPanel
from companion.kiosk.views.dominoes.showing import ShowingPanel
from companion.table.prompts import Choose, Place, Reveal
from tests.kiosk.people import PATIENCE_S, Player

THREE = {0: "Ana", 1: "Bo", 2: "Cy"}
TWO = {0: "Ana", 1: "Bo"}


def sit_at_dominoes(
    player: Player, names: Mapping[int, str] = THREE, rules: Mapping[str, Any] | None = None
) -> None:
    """Begin a session; the drawing of the starter is cut short."""
    keeper = player.stage.keeper
    player.stage.go(
        OpeningScene(player.stage, keeper.start("dominoes", seats_from_names(names), rules or {}))
    )
    player.settle()
    while player.scene.layers:
        player.push("ok")


def digits(tile: str) -> tuple[str, str]:
    """Return the buttons that type a tile: 1 to 6 for pips, 7 for a blank."""
    one, other = (f"seat{int(end) or 7}" for end in (tile[0], tile[2]))
    return one, other


def quickly(player: Player, *buttons: str) -> None:
    """Press buttons one after the other within a frame."""
    for button in buttons:
        player.kiosk.take(Push(button))
    player.settle()


def show(player: Player, tile: str) -> None:
    """Enter a tile by hand, with the digits."""
    assert isinstance(player.table.panel, ShowingPanel), type(player.table.panel).__name__
    quickly(player, "ok", *digits(tile), "ok")


def choose_placement(player: Player, placement: str) -> None:
    """Go through the legal placements until one is chosen."""
    panel = player.table.panel
    assert isinstance(panel, PlacingPanel)
    for _ in panel.prompt.legal:
        if panel.chosen == placement:
            return
        player.kiosk.take(Push("down"))
    assert panel.chosen == placement


def lay(player: Player, placement: str) -> None:
    """Show a tile, choose its placement and lay it; chips land."""
    first, second = int(placement[0]), int(placement[2])
    show(player, f"{min(first, second)}-{max(first, second)}")
    choose_placement(player, placement)
    player.push("ok")
    player.pass_ms(1600, 400)
    player.settle()


def look_at_hand(player: Player) -> list[str]:
    """Uncover a hand that the companion has dealt; returns its tiles, told on the session's thread."""
    panel = player.table.panel
    assert isinstance(panel, ShowingPanel)
    player.push("ok")
    hand = panel.entry
    assert isinstance(hand, HandEntry)
    until = time.monotonic() + PATIENCE_S
    while hand.entry is None:
        assert time.monotonic() < until, "the hand is not told"
        if hand.covered:
            # The first press may only have cut short what is being looked at.
            player.push("ok")
        player.kiosk.wake.wait(0.001)
        player.settle()
    player.settle()
    return hand.entry.tiles


class People:
    """People who lay any tile they may, with luck of their own; they pass now and then where they may."""

    def __init__(self, player: Player, seed: int, passing: float = 0.0) -> None:
        self.player = player
        self.rng = random.Random(seed)
        self.passing = passing

    def act(self) -> None:
        """Do the next thing that the table waits for."""
        player = self.player
        if player.scene.layers:
            assert isinstance(player.scene.layers[-1], HandsLayer)
            player.push("ok")
            return
        panel = player.table.panel
        if isinstance(panel, PrivateRevealPanel):
            self._show_in_private(panel)
        elif isinstance(panel, ShowingPanel):
            self._show(panel)
        elif isinstance(panel, PlacingPanel):
            choose_placement(player, self.rng.choice(sorted(panel.prompt.legal)))
            player.push("ok")
        elif isinstance(panel, PressPanel):
            player.push(f"seat{player.view.seat(panel.prompt.seats[0]).place + 1}")
        elif isinstance(panel, ReadyPanel):
            player.push("ok")
        elif isinstance(panel, ThinkingPanel):
            self._wait_for_thoughts(player.view.number)
        player.pass_ms(1000, 500)

    def _wait_for_thoughts(self, number: int) -> None:
        """Let frames pass until a seat that the companion plays has thought, on a thread of its own."""
        until = time.monotonic() + PATIENCE_S
        while self.player.view.number == number:
            assert time.monotonic() < until, "nothing is thought of"
            self.player.pass_ms(100)
            self.player.kiosk.wake.wait(0.002)

    def _show(self, panel: ShowingPanel) -> None:
        if panel.pass_prompt is not None and self.rng.random() < self.passing:
            quickly(self.player, "down", "ok")
            return
        rules = self.player.view.snapshot["rules"]
        if rules["hands"] != "dealt" or rules["open_hands"]:
            show(self.player, self.rng.choice(panel.prompt.known))
            return
        tiles = look_at_hand(self.player)
        fitting = [id for id in tiles if id in panel.prompt.known]
        quickly(self.player, *digits(self.rng.choice(fitting)), "ok")

    def _show_in_private(self, panel: PrivateRevealPanel) -> None:
        tile = self.rng.choice(panel.prompt.known)
        covered = ("ok",) if panel.hides else ()
        quickly(self.player, *covered, "ok", *digits(tile), "ok")

    def play(self, what: str = "", most: int = 4000) -> None:
        """Act until a view has an event of a kind, or until the table is left."""
        seen = self.player.view.number
        for _ in range(most):
            if not isinstance(self.player.scene, TableScene):
                return
            self.act()
            if not isinstance(self.player.scene, TableScene):
                return
            view = self.player.view
            if what and view.number != seen and any(event.what == what for event in view.events):
                return
            seen = view.number
        raise AssertionError(f"no {what or 'end'} in {most} acts")


def open_prompt(player: Player, kind: type[Reveal] | type[Place] | type[Choose]) -> Any:
    """Return the first open prompt of a kind that waits."""
    return next(p for p in player.view.open if isinstance(p, kind) and p.waits)
