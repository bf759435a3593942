"""What is said to the solver's process and what it says, one line of JSON each."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

#: What is known of a position: ``thinking`` until anything is; ``unknown`` is never ``lost``.
State: TypeAlias = Literal["thinking", "winnable", "lost", "unknown"]


class Question(Struct, frozen=True):
    """A position in its text form, with a number; a question with a higher number replaces it.

    `nodes` is how many positions the search may look at, `samples` how often unseen cards are dealt, and
    `thorough` asks for a line that is as short as the solver can make it.
    """

    number: int
    position: str
    nodes: int
    samples: int
    thorough: bool = True


class Advice(Struct, frozen=True):
    """What is known of a position.

    With all cards known: a `state`, and the `line` that wins where it is winnable.  With unseen cards the
    state is ``unknown`` and `samples` dealings of them say: the `chance` that there is a way to win, give or
    take `error`; the best next `move`, and its `lead` over the next best, give or take `lead_error` (shares
    from 0 to 1, errors nineteen times in twenty).  `done` tells that no more will come.
    """

    position: str
    number: int = 0
    state: State = "thinking"
    line: tuple[str, ...] = ()
    samples: int = 0
    chance: float | None = None
    error: float = 1.0
    move: str | None = None
    lead: float = 0.0
    lead_error: float = 1.0
    done: bool = False

    @property
    def hint(self) -> str | None:
        """The next move to make, where one is known to be good."""
        return self.line[0] if self.line else self.move
