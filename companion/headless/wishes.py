"""What the command line asked of a session, checked and in the table's own terms."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.games import house_rules, seat_limits
from companion.table.faults import Fault
from companion.table.house_rules import rules_from_words

#: Names for players who have not given theirs.
MADE_UP_NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal")


@dataclass(frozen=True)
class Wishes:
    """`camera`: a device, a folder, ``sim`` or ``none``; `resume`: an id, ``""`` for the latest session."""

    game: str = "dice"
    names: tuple[str, ...] = MADE_UP_NAMES[:4]
    rules: dict[str, Any] = field(default_factory=dict)
    camera: str | None = None
    bots: tuple[str, ...] | None = None
    answers: str | None = None
    resume: str | None = None
    from_agreeing: bool = False
    seed: int | None = None
    data: Path | None = None
    language: str = "en"

    @classmethod
    def of(cls, args: argparse.Namespace) -> Wishes:
        """Return the wishes of a parsed command line; raises `Fault` with status 2 for one without sense."""
        game = args.game or "dice"
        return cls(
            game=game,
            names=wished_names(game, args.seats, args.players),
            rules=rules_from_words(house_rules(game), args.rules),
            camera=args.camera,
            bots=None if args.bots is None else _split(args.bots),
            answers=args.answers,
            resume=args.resume,
            from_agreeing=args.from_agreeing,
            seed=None if args.seed is None else _whole(args.seed, "headless.bad_seed"),
            data=args.data,
            language=args.language or "en",
        )


def wished_names(game: str, seats: str | None, players: str | None) -> tuple[str, ...]:
    """Return the players' names: those given, or as many made-up ones as there are players."""
    if seats is not None:
        return _split(seats)
    if players is None:
        return MADE_UP_NAMES[:4]
    least, most = seat_limits(game)
    bad = {"least": least, "most": most}
    count = _whole(players, "headless.bad_players", **bad)
    if not least <= count <= most:
        raise Fault("headless.bad_players", status=2, given=players, **bad)
    return MADE_UP_NAMES[:count]


def _whole(word: str, id: str, **facts: int) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word.strip()):
        raise Fault(id, status=2, given=word[:20], **facts)
    return int(word)


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))
