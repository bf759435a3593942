"""The board game by touch alone and by keyboard alone; by buttons alone it is played everywhere else."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion.kiosk.panels.amount import AmountPanel
from companion.kiosk.panels.bid import BidPanel
from companion.kiosk.panels.choose import ChoosePanel
from companion.kiosk.panels.claims import ClaimsPanel
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.rules import RulesScene
from companion.kiosk.scenes.seats import SeatsScene
from companion.kiosk.scenes.table import TableScene
from companion.table.prompts import Claim
from tests.kiosk.people import Player

#: So many answers are given, after which every kind of panel has been met.
ANSWERS = 46
FACES = ((1, 1), (2, 4), (3, 1), (4, 6), (5, 2), (6, 6), (2, 1), (3, 5), (1, 4))


def at_home(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()


def play(player: Player, answer: Callable[[Player, int], None]) -> set[str]:
    """Give `ANSWERS` answers; returns the panels that were met."""
    met: set[str] = set()
    for number in range(ANSWERS):
        assert isinstance(player.scene, TableScene)
        while player.scene.layers:
            answer(player, number)
        met.add(type(player.table.panel).__name__)
        before = player.view.number
        for _ in range(3):
            if player.view.number == before:
                answer(player, number)
        assert player.view.number > before, f"{type(player.table.panel).__name__} is not answered"
        player.pass_ms(9000, 1000)
        player.settle()
    return met


def by_touch(player: Player, number: int) -> None:
    names = [hot.name for hot in player.hots]
    panel = player.table.panel
    if player.scene.layers:
        player.tap("hint ok")
    elif isinstance(panel, ThrowPanel):
        claim = next((prompt for prompt in player.view.open if isinstance(prompt, Claim)), None)
        if claim is not None:
            player.tap(f"seat{player.view.seat(claim.seats[0]).place + 1}")
            return
        player.tap("hint ok")
        for face in FACES[number % len(FACES)]:
            player.tap(f"face {face}")
        player.tap("entry done")
    elif isinstance(panel, BidPanel):
        seat = player.view.seat(panel.prompt.seats[-1])
        player.tap(f"{'bid' if panel.prompt.least < 3000 else 'out'} seat{seat.place + 1}")
    elif isinstance(panel, ClaimsPanel):
        player.tap(next(name for name in names if name.startswith("claim ")))
    elif isinstance(panel, RevealPanel):
        player.tap("hint ok")
        player.tap(f"group {number % 3}")
        player.tap(next(hot.name for hot in player.hots if hot.name.startswith("entry ")))
    elif isinstance(panel, ChoosePanel):
        # An option is touched where it stands: in a list, on the board, or on its creek.
        options = panel.options()
        wanted = ("sell",) if "sell" in options else options
        player.tap(next(name for name in names if name.split()[-1] in wanted))
    else:
        assert isinstance(panel, AmountPanel)
        player.tap("value right")
        player.tap("settle")


def by_keyboard(player: Player, number: int) -> None:
    panel = player.table.panel
    if isinstance(panel, ThrowPanel) and not player.scene.layers:
        claim = next((prompt for prompt in player.view.open if isinstance(prompt, Claim)), None)
        if claim is not None:
            player.key(pygame.K_1 + player.view.seat(claim.seats[0]).place)
            return
        player.key(pygame.K_RETURN)
        for face in FACES[number % len(FACES)]:
            player.key(pygame.K_0 + face)
        player.key(pygame.K_RETURN)
    elif isinstance(panel, BidPanel):
        seat = player.view.seat(panel.prompt.seats[-1])
        if panel.prompt.least < 3000:
            player.key(pygame.K_1 + seat.place)
        else:
            hold_key(player, pygame.K_1 + seat.place)
    elif isinstance(panel, ClaimsPanel):
        player.key(pygame.K_1 + player.view.seat(panel.about.seats[0]).place)
    elif isinstance(panel, RevealPanel):
        player.key(pygame.K_RETURN)
        for _ in range(number % 3):
            player.key(pygame.K_DOWN)
        player.key(pygame.K_RETURN)
        player.key(pygame.K_RETURN)
    elif isinstance(panel, ChoosePanel) and panel.options()[-1] == "sell":
        player.key(pygame.K_UP)
        player.key(pygame.K_RETURN)
    else:
        player.key(pygame.K_RETURN)


def hold_key(player: Player, key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0, scancode=0))
    for _ in range(12):
        player.clock.pass_ms(100)
        player.kiosk.frame()
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, unicode="", mod=0, scancode=0))
    player.settle()


WANTED = {"ThrowPanel", "ChoosePanel", "RevealPanel", "ClaimsPanel", "BidPanel"}


def test_touch_alone(player: Player) -> None:
    at_home(player)
    player.tap("entry goldrush")
    for place in (0, 2, 5):
        player.tap(f"place {place}")
    player.tap("rules")
    assert isinstance(player.scene, RulesScene)
    player.tap("entry starter")
    assert "value left" in [hot.name for hot in player.hots]
    player.tap("hint back")
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.rules["starter"] == "throw"
    player.tap("start")
    assert play(player, by_touch) >= WANTED


def test_keyboard_alone(player: Player) -> None:
    at_home(player)
    names = [entry.name for entry in player.scene._list.entries]  # type: ignore[attr-defined]
    for _ in range(names.index("goldrush")):
        player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)
    for name in ("Ana", "Bo", "Cy"):
        player.write(name[0])
        player.write(name[1:])
        player.write(key="enter")
    player.key(pygame.K_RETURN)
    assert play(player, by_keyboard) >= WANTED
