"""What the random sessions of several games share: everything is said, and replaying leads to the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.language import Language
from companion.table.answers import Answer
from companion.table.game import Event
from companion.table.runner import Runner


def other(seat: str | None, seated: tuple[str, ...]) -> str | None:
    """Return a seat that may agree to what `seat` says."""
    return next((id for id in seated if id != seat), None)


def say_everything(language: Language, runner: Runner, events: Iterable[Event]) -> None:
    """Say what has happened and what is open; a lacking text or fact is logged as a warning."""
    for event in events:
        language.say(event.say)
    for prompt in runner.open:
        language.say(prompt.say)
        for option in getattr(prompt, "options", ()):
            language.say(option.say)
        for reason in getattr(prompt, "because", {}).values():
            language.say(reason)


def replay(runner: Runner, journal: Sequence[tuple[Answer, str]]) -> None:
    """Play answers as they come back from a journal, as JSON; each leads to the position it has led to."""
    for answer, expected in journal:
        stored = msgspec.json.decode(msgspec.json.encode(answer), type=Answer)
        assert runner.send(stored).digest == expected
