"""Journals of a hundred thousand answers, made without a commit for each."""

from __future__ import annotations

import random
from pathlib import Path

from digging import factory
from msgspec.structs import replace
from table_play import dig, legal_value, start

from companion.table.answers import Answer, Source
from companion.table.clock import ManualClock
from companion.table.entries import GENESIS, Entry, Header, Kind, chain_rows
from companion.table.journal import Journal
from companion.table.prompts import Deal, Lot
from companion.table.runner import Runner
from companion.table.seats import seat_players
from companion.table.stamping import stamped, told_by


def many_sessions(folder: Path, answers: int) -> None:
    """Fill a journal with sessions of 250 entries each, alike but for their ids."""
    with Journal.in_memory(clock=ManualClock()) as small:
        session, chance = start(small, "Ana Bo Cy", rounds=200, purse=5000), random.Random(1)
        while session.view.number < 249:
            dig(session, chance)
        entries = small.load(session.header.session).entries
    first, done, number = entries[0], 0, 0
    assert first.header is not None
    with Journal.open(folder, clock=ManualClock()) as journal:
        while done < answers:
            header = replace(first.header, session=f"{number:08d}")
            rows = chain_rows(GENESIS, (replace(first, header=header), *entries[1:]))
            journal.append_rows(header.session, rows)
            number, done = number + 1, done + len(rows)


def one_long_session(folder: Path, answers: int) -> str:
    """Fill a journal with one session, which no table would ever play; return its id."""
    chance, clock = random.Random(1), ManualClock()
    seats, rules = seat_players(("Ana", "Bo", "Cy"), 1, 8), {"rounds": 10**6, "purse": 10**6}
    runner = Runner(factory("digging", seats, rules))
    header = Header(session="longlong", game="digging", rules_version=1, seats=seats, rules=rules)
    entries: list[Entry] = [stamped(Kind.START, 0, runner, clock, runner.first, header=header)]
    with Journal.open(folder, clock=clock) as journal:
        for number in range(1, answers + 1):
            answer = _any(runner, chance)
            step = runner.send(answer)
            entries.append(stamped(Kind.ANSWER, number, runner, clock, step, **told_by(answer)))
            if len(entries) >= 2000 or number == answers:
                journal.append(header.session, entries)
                entries = []
    return header.session


def _any(runner: Runner, chance: random.Random) -> Answer:
    prompt = runner.open[0]
    if isinstance(prompt, Lot):
        return Answer(prompt=prompt, value=chance.choice(prompt.among), source=Source.LOT)
    if isinstance(prompt, Deal):
        return Answer(prompt=prompt, value=list(prompt.cards), source=Source.LOT)
    return Answer(prompt=prompt, value=legal_value(prompt, chance), seat=prompt.seats[0])
