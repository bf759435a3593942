"""The runner: drives one script, answer by answer, and never lets a bad answer near it."""

from __future__ import annotations

import hashlib

import msgspec

from companion.table.answers import Answer, check
from companion.table.game import Event, Game, Outcome
from companion.table.prompts import Prompt


class ScriptFault(Exception):
    """A rules module raised, or money was not conserved: our bug.  The runner is dead afterwards."""


class Step(msgspec.Struct, frozen=True):
    """What one answer brought about."""

    events: tuple[Event, ...]
    digest: str


class Runner:
    """One game in play.

    `open` are the prompts that may be answered now; it is empty once there is an `outcome`.
    Without `digests` each step's digest is empty, for simulations that keep no journal.
    """

    def __init__(self, game: Game, *, digests: bool = True) -> None:
        self.game = game
        self.outcome: Outcome | None = None
        self.open: tuple[Prompt, ...] = ()
        self._script = game.script()
        self._dead = False
        self._digests = digests
        self.first = self._advance(None)

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple([seat.id for seat in self.game.seats])

    @property
    def digest(self) -> str:
        """The digest of the position as it is now."""
        return digest(self.game)

    def check(self, answer: Answer) -> None:
        """Raise `Refused` unless `answer` may be sent now; changes nothing."""
        check(answer, self.open, self.seated)

    def send(self, answer: Answer) -> Step:
        """Check `answer` and give it to the script.

        Raises `Refused` with nothing changed; raises `ScriptFault` when the script itself fails.
        """
        if self._dead:
            raise ScriptFault("this runner has failed before and must be rebuilt")
        self.check(answer)
        return self._advance(answer)

    def _advance(self, answer: Answer | None) -> Step:
        try:
            self.open = next(self._script) if answer is None else self._script.send(answer)
            if not any(prompt.waits for prompt in self.open):
                raise ScriptFault("the script waits for nothing")
            if len({prompt.key for prompt in self.open}) != len(self.open):
                raise ScriptFault("two open prompts have one key")
        except StopIteration as end:
            self.open, self.outcome = (), end.value
        except Exception as fault:
            self._dead = True
            raise ScriptFault(f"{self.game.name}: {type(fault).__name__}: {fault}") from fault
        try:
            self.game.ledger.assert_conserved()
        except Exception as fault:
            self._dead = True
            raise ScriptFault(f"{self.game.name}: {fault}") from fault
        events, self.game.events = tuple(self.game.events), []
        return Step(events, digest(self.game) if self._digests else "")


def digest(game: Game) -> str:
    """Return 32 hex digits over what the game says its digest covers, all balances, and what is owed."""
    covered = {
        "game": game.name,
        "balances": game.ledger.balances,
        "pending": [(owed.id, owed.debtor, owed.creditor, owed.amount) for owed in game.ledger.pending],
        "fields": game.digest_fields(),
    }
    raw = msgspec.json.encode(covered, order="sorted")
    return hashlib.sha256(raw).hexdigest()[:32]
