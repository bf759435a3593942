"""Plays one narrated session: opens the journal, finds the camera and the people, and sees it to its end."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.games import GAMES, build_game, seat_limits
from companion.headless.eyes import Eyes, open_eyes
from companion.headless.narrator import Narrator
from companion.headless.people import Person, Typist, WithBots
from companion.headless.table import HeadlessTable, NobodyAnswers
from companion.headless.typed import TypedAnswers
from companion.kit.kit_keys import known_kits
from companion.language import Language
from companion.table.chance import Chance, SeededChance, SystemChance
from companion.table.data_folder import find_data_folder
from companion.table.faults import Fault
from companion.table.instance_lock import InstanceLock
from companion.table.journal import Journal
from companion.table.session import GameFactory, Session
from companion.wishes import MADE_UP_NAMES, Wishes, bot_seats, seats_for, wished_session


def play_headless(wishes: Wishes) -> int:
    """Play as wished and return the exit status; faults are raised, the journal is whole whatever happens."""
    narrator = Narrator(Language.load(wishes.language or "en"))
    game = wishes.game or GAMES[0]
    wishes = replace(wishes, game=game, names=wishes.names or MADE_UP_NAMES[: min(4, seat_limits(game)[1])])
    if wishes.resume is None:
        bot_seats(wishes.bots, seats_for(wishes))
    lines = _lines(wishes.answers)
    seed = wishes.seed if wishes.seed is not None else secrets.randbelow(1_000_000)
    folder = find_data_folder(wishes.data)
    with InstanceLock(folder), Journal.open(folder) as journal:
        for notice in journal.notices:
            narrator.say(notice)
        id = None if wishes.resume is None else wished_session(wishes.resume, journal)
        game = wishes.game if id is None else _game_of(journal, id)
        with open_eyes(wishes.camera, seed, game, lambda: known_kits(folder)) as eyes:
            session = _open_session(wishes, id, journal, eyes, seed)
            _say_beginning(narrator, session, eyes, seed)
            return _play(wishes, session, eyes, lines, narrator)


def _game_of(journal: Journal, session: str) -> str:
    header = journal.load(session).entries[0].header
    assert header is not None
    return header.game


def _open_session(wishes: Wishes, id: str | None, journal: Journal, eyes: Eyes, seed: int) -> Session:
    chance: Chance = SeededChance(seed) if eyes.hands is not None else SystemChance()
    factory: GameFactory = eyes.hands.build if eyes.hands is not None else build_game
    if id is None:
        return Session.start(journal, factory, wishes.game, seats_for(wishes), wishes.rules, chance)
    session = Session.resume(journal, factory, id, chance, from_agreeing=wishes.from_agreeing)
    if session.view.outcome is not None:
        raise Fault("headless.finished", given=id)
    # Nobody can be shown where the chips lie, and a simulated or photographed table lies as it did.
    session.rebuilt(None)
    if session.view.held == "paused":
        session.go_on(None)
    return session


def _say_beginning(narrator: Narrator, session: Session, eyes: Eyes, seed: int) -> None:
    view = session.view
    answers = sum(1 for entry in session.history() if entry.kind == "answer" and not entry.undone)
    if view.number and answers and session.history()[-1].kind != "answer":
        narrator.line("headless.goes_on", session=view.session, count=answers)
    else:
        names = ", ".join(seat.name for seat in view.seats)
        narrator.line("headless.begins", session=view.session, names=names)
    if eyes.hands is not None:
        narrator.line("headless.simulated", seed=seed)
    elif eyes.camera is not None:
        narrator.plain(eyes.camera.say)
    else:
        narrator.line("headless.typed_only")


def _play(wishes: Wishes, session: Session, eyes: Eyes, lines: Iterator[str], narrator: Narrator) -> int:
    used = [entry.evidence for entry in session.history() if entry.evidence and not entry.undone]
    if used and eyes.skip_through is not None:
        eyes.skip_through(used[-1])
    person: Person
    if eyes.hands is not None and wishes.answers is None:
        person = eyes.hands
    else:
        person = Typist(TypedAnswers(lines, narrator.say))
    bots = bot_seats(wishes.bots, session.view.seats)
    table = HeadlessTable(session, eyes, WithBots(person, bots, session), narrator)
    try:
        view = table.play()
    except NobodyAnswers as stop:
        again = f" --camera {shlex.quote(wishes.camera)}" if wishes.camera else ""
        again += f" --data {shlex.quote(str(wishes.data))}" if wishes.data is not None else ""
        id = session.view.session
        raise Fault("headless.nobody_answers", asked=stop.prompt.say, session=id, again=again) from None
    read, asked = table.counts["read"], table.counts["asked"]
    if read + asked:
        narrator.line("headless.camera_summary", read=read, asked=asked, throws=read + asked)
    if view.book:
        narrator.line("headless.transfers", count=len(view.book))
    return 0


def _lines(answers: str | None) -> Iterator[str]:
    if answers is None or answers == "-":
        return iter(sys.stdin.readline, "") if sys.stdin is not None else iter(())
    try:
        return iter(Path(answers).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not text"
        raise Fault("headless.bad_answers", name=answers, reason=reason) from None
