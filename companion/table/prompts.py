"""Prompts: what the table is waiting for.  The set is small and closed.

A prompt says who is asked, for what, and which answers are legal.  Everything that makes
an answer illegal is in the prompt, so that a refusal never reaches the script behind it.
A prompt's key says what it is (``throw/bo/17``); it stays the same on every replay.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from companion.table.text import Text


class _Prompt(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all prompts share.

    `seats` are the ids of the seats asked, any one of which may answer; an empty tuple
    asks the table as a whole (the shared buttons).  A prompt that `waits` holds the game
    until it is answered; one that does not (a claim, joining, leaving) stands open beside
    another.  `second` asks for the agreement of a second seat (H1, H5).
    """

    key: str
    say: Text
    seats: tuple[str, ...] = ()
    waits: bool = True
    second: bool = False


class Option(Struct, frozen=True):
    """One of the named options of a `Choose`."""

    id: str
    say: Text


class Throw(_Prompt, frozen=True, kw_only=True, tag="throw"):
    """All `dice` dice in one throw.

    Answer: a list of `dice` faces from 1 to 6; or ``"void"`` where a die is cocked or has
    left the tray, after which all are thrown again (H7).
    """

    dice: int


class Reveal(_Prompt, frozen=True, kw_only=True, tag="reveal"):
    """One card or tile, turned up; answer: its id, one of `known`.

    `because` gives the reason, as a `Text`, why another one cannot be used now.  What is asked for in
    `private` is for the eyes of the asked seat alone: the answer is not shown, said or listed to others.
    What goes `face_down` once it was seen is shown to nobody: no picture of it, and not what was read.
    """

    known: tuple[str, ...]
    because: dict[str, Text] = {}
    private: bool = False
    face_down: bool = False


class Choose(_Prompt, frozen=True, kw_only=True, tag="choose"):
    """One of the named `options`; answer: the option's id."""

    options: tuple[Option, ...]


class Amount(_Prompt, frozen=True, kw_only=True, tag="amount"):
    """A whole number from `least` to `most` in steps of `step` from `least`; answer: the number."""

    least: int
    most: int
    step: int = 1
    usual: int | None = None


class Place(_Prompt, frozen=True, kw_only=True, tag="place"):
    """A tile in a space; answer: one of `legal`, a text form of tile, space and way round.

    `because` gives the reason, as a `Text`, why another placement is not legal; `otherwise` that of
    everything that it does not name.
    """

    legal: tuple[str, ...]
    because: dict[str, Text] = {}
    otherwise: Text | None = None


class Move(_Prompt, frozen=True, kw_only=True, tag="move"):
    """A patience move; answer: one of `legal`, in the game's text form of moves."""

    legal: tuple[str, ...]
    because: dict[str, Text] = {}


class Confirm(_Prompt, frozen=True, kw_only=True, tag="confirm"):
    """The payer confirms a payment to the bank by a press; answer: ``True``, nobody can refuse."""

    transfer: str
    amount: int


class Claim(_Prompt, frozen=True, kw_only=True, tag="claim"):
    """A creditor asks for the money due to him by a press; answer: ``True``."""

    transfer: str
    amount: int


class Bid(_Prompt, frozen=True, kw_only=True, tag="bid"):
    """An open ascending auction among `seats`.

    Answer: a whole number, at least `least`, in steps of `step`, at most what `purses` says
    the seat can pay; or ``"out"``.  The clock answers ``"time"`` after `seconds` without a bid.
    """

    least: int
    step: int
    purses: dict[str, int]
    seconds: int


class Lot(_Prompt, frozen=True, kw_only=True, tag="lot"):
    """The program draws one of `among`; answer: the one drawn."""

    among: tuple[str, ...]


class Deal(_Prompt, frozen=True, kw_only=True, tag="deal"):
    """The program shuffles `cards`; answer: all of them in their new order."""

    cards: tuple[str, ...]


class Sit(_Prompt, frozen=True, kw_only=True, tag="sit"):
    """Somebody who comes late takes a free place (H2); answer: ``{"name": ..., "place": ...}``."""

    free: tuple[int, ...]
    taken: tuple[str, ...]


Prompt: TypeAlias = (
    Throw | Reveal | Choose | Amount | Place | Move | Confirm | Claim | Bid | Lot | Deal | Sit
)

#: The kinds that the program answers by itself, never a person.
CHANCE = (Lot, Deal)
