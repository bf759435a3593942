"""One round of the dice game while it is played, and as it is remembered."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

from msgspec import Struct, field

from companion.games.dice.hands import Dice
from companion.table.answers import Answer
from companion.table.prompts import Prompt

T = TypeVar("T")

#: A part of the script: yields the open prompts, is sent answers, and returns something.
Part: TypeAlias = Generator[tuple[Prompt, ...], Answer, T]

#: What a bettor's stake is on (D13); "win" is the printed game.
BETS = ("win", "lose", "two_aces")


class Round(Struct):
    """One turn as the bank (D9), or one pot with `bank` as the first to throw (D12).

    `wishes` are the stakes asked for, `stakes` those on the table after D7; `throws` what each seat threw, in
    throwing order; `results` how each came off: "win", "tie" or "lose" against the bank, in a pot "win" or
    "lose"; `paid` whether the stake was paid.  `start` is what each seat had before it staked.
    """

    number: int
    bank: str
    phase: str = "stakes"
    start: dict[str, int] = field(default_factory=dict)
    asked_to_buy: list[str] = field(default_factory=list)
    wishes: dict[str, int] = field(default_factory=dict)
    bets: dict[str, str] = field(default_factory=dict)
    stakes: dict[str, int] = field(default_factory=dict)
    sitting_out: dict[str, str] = field(default_factory=dict)
    throws: dict[str, Dice] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    paid: dict[str, bool] = field(default_factory=dict)
    deltas: dict[str, int] = field(default_factory=dict)
    tied: list[str] = field(default_factory=list)
    attempts: int = 0
    joined: int = 0
    adjusted: int = 0
    rethrows: int = 0
    thrower: str | None = None
