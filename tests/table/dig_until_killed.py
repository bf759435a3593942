"""A child process that digs until it is killed, and prints each answer once it is committed.

Called with the data folder, a session id (or ``-`` for a new session) and a seed.  A line is a number and
the digest after it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from digging import factory
from table_play import dig

from companion.table.chance import SystemChance
from companion.table.instance_lock import InstanceLock
from companion.table.journal import Journal
from companion.table.seats import seat_players
from companion.table.session import Session


def main(folder: str, id: str, seed: str) -> None:
    chance = random.Random(seed)
    with InstanceLock(Path(folder)), Journal.open(Path(folder)) as journal:
        if id == "-":
            rules = {"rounds": 100_000, "purse": 100_000, "tips": True}
            session = Session.start(
                journal, factory, "digging", seat_players(["Ana", "Bo", "Cy"], 2, 8), rules, SystemChance()
            )
            print("session", session.header.session, flush=True)
        else:
            session = Session.resume(journal, factory, id, SystemChance())
            session.rebuilt(None)
        while True:
            # Now and then a way back, so that a kill falls into those too.
            roll = chance.random()
            if roll < 0.05 and session.view.may_take_back:
                view = session.take_back(None)
            elif roll < 0.07:
                view = session.rewind(chance.randrange(session.view.number), "ana", "bo")
            else:
                view = dig(session, chance)
            print(view.number, view.digest, flush=True)


main(*sys.argv[1:])
