"""What the command line asked of a session, checked and in the table's own terms."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.games import GAMES, build_game, rules_in_words, seat_limits
from companion.table.faults import Fault
from companion.table.journal import Journal
from companion.table.seats import Seat, seat_players

#: Names for players who have not given theirs.
MADE_UP_NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal")


@dataclass(frozen=True)
class Wishes:
    """What is to be played, by whom and with what.

    `game` and `names` are empty where nothing was said of them.  `camera`: a device, a folder, ``sim`` or
    ``none``.  `window`: its size in pixels.  `bots`: seats by name.  `resume`: an abbreviated id, ``""`` for
    the latest unfinished session; with `from_agreeing` where its replay last agreed.
    """

    game: str = ""
    names: tuple[str, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)
    camera: str | None = None
    window: tuple[int, int] | None = None
    bots: tuple[str, ...] | None = None
    answers: str | None = None
    resume: str | None = None
    from_agreeing: bool = False
    seed: int | None = None
    data: Path | None = None
    language: str | None = None


def wishes_of(args: argparse.Namespace) -> Wishes:
    """Return the wishes of a parsed command line.

    Raises `Fault` with status 2, or `Refused`, for what makes no sense.
    """
    game = args.game or GAMES[0]
    names = wished_names(game, args.seats, args.players)
    wishes = Wishes(
        game=args.game or (game if names else ""),
        names=names,
        rules=rules_in_words(game, args.rules),
        camera=args.camera,
        window=None if args.window is None else window_size(args.window),
        bots=None if args.bots is None else _split(args.bots),
        answers=args.answers,
        resume=args.resume,
        from_agreeing=args.from_agreeing,
        seed=None if args.seed is None else _whole(args.seed, "wishes.seed"),
        data=args.data,
        language=args.language,
    )
    if names:
        seats = seats_for(wishes)
        bot_seats(wishes.bots, seats)
        build_game(game, seats, wishes.rules)
    return wishes


def wished_names(game: str, seats: str | None, players: str | None) -> tuple[str, ...]:
    """Return the players' names: those given, or as many made-up ones as there are players, or none."""
    least, most = seat_limits(game)
    if seats is not None:
        return _split(seats)
    if players is None:
        return ()
    count = _whole(players, "wishes.players", count=2, least=least, most=most)
    if not least <= count <= most:
        raise Fault("wishes.players", status=2, given=players[:20], count=count, least=least, most=most)
    return MADE_UP_NAMES[:count]


def seats_for(wishes: Wishes) -> tuple[Seat, ...]:
    """Seat the named players; raises `Refused` for names or numbers that the game is not for."""
    return seat_players(wishes.names, *seat_limits(wishes.game))


def bot_seats(bots: tuple[str, ...] | None, seats: tuple[Seat, ...]) -> frozenset[str]:
    """Return the ids of the seats that a bot plays; raises `Fault` for a name that no seat has."""
    by_name = {seat.name.casefold(): seat.id for seat in seats}
    for name in bots or ():
        if name.casefold() not in by_name:
            names = ", ".join(seat.name for seat in seats)
            raise Fault("wishes.bad_bot", status=2, name=name[:20], names=names)
    return frozenset(by_name[name.casefold()] for name in bots or ())


def window_size(word: str) -> tuple[int, int]:
    """Return the size that ``WIDTHxHEIGHT`` means, in pixels; raises `Fault` where it means none."""
    found = re.fullmatch(r"\s*(\d{3,4})\s*[xX×]\s*(\d{3,4})\s*", word)
    if found is None:
        raise Fault("wishes.window", status=2, given=word[:20])
    return int(found[1]), int(found[2])


def wished_session(wanted: str, journal: Journal) -> str:
    """Return the id of the session to go on with: the one of that name, or the latest unfinished one."""
    if wanted:
        return journal.find(wanted)
    unfinished = [one.session for one in journal.sessions() if not one.finished]
    if not unfinished:
        raise Fault("wishes.nothing_to_resume")
    return unfinished[0]


def _whole(word: str, id: str, **facts: int) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word.strip()):
        raise Fault(id, status=2, given=word[:20], **facts)
    return int(word)


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))
