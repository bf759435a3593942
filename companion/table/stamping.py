"""New entries: what was done, the position after it, and when."""

from __future__ import annotations

from typing import Any

from companion.table.answers import Answer
from companion.table.clock import Clock
from companion.table.entries import Entry, Kind
from companion.table.runner import Runner, Step


def stamped(
    kind: Kind, number: int, runner: Runner, clock: Clock, step: Step | None = None, **told: Any
) -> Entry:
    """Return the entry `number`: the position as it is now, and when; `told` are its own fields."""
    return Entry(
        number=number,
        kind=kind,
        digest=step.digest if step is not None else runner.digest,
        balances=runner.game.ledger.balances,
        events=step.events if step is not None else (),
        finished=runner.outcome is not None or kind is Kind.ENDED,
        wall=clock.wall().isoformat(timespec="milliseconds"),
        monotonic_ms=clock.monotonic_ms(),
        boot=clock.boot(),
        **told,
    )


def told_by(answer: Answer) -> dict[str, Any]:
    """Return the fields of an entry that tell an answer."""
    return {
        "key": answer.key,
        "asked": answer.prompt.__struct_config__.tag,
        "say": answer.prompt.say,
        "value": answer.value,
        "seat": answer.seat,
        "second": answer.second,
        "source": answer.source,
        "evidence": answer.evidence,
    }
