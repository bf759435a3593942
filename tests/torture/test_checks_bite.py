"""Each thing that must hold after every step is really looked at: whatever breaks it is found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from digging import factory
from msgspec.structs import replace
from table_play import dig_on, start

from companion.table.answers import Answer
from companion.table.journal import Journal
from companion.table.ledger import State
from companion.table.session import Session
from companion.table.view import TableView
from companion.torture.checks import Checks
from companion.torture.found import Found
from companion.torture.people import People
from companion.torture.seated import CAPACITY, Seated
from companion.torture.world import World


@pytest.fixture
def played(root: Path) -> Iterator[tuple[Journal, Session, Checks]]:
    with Journal.open(root) as journal:
        session, checks = start(journal, tips=True), Checks(root)
        checks.opened(journal)
        checks.begin(session.view, factory)
        dig_on(session, 12)
        checks.after(session.view)
        yield journal, session, checks
        checks.closed()


def money_from_nowhere(view: TableView) -> dict[str, Any]:
    return {"balances": {**view.balances, "ana": view.balances["ana"] + 5}}


def paid_twice(view: TableView) -> dict[str, Any]:
    return {"book": (*view.book, next(one for one in view.book if one.moved))}


def moved_unsettled(view: TableView) -> dict[str, Any]:
    moved = next(one for one in view.book if one.moved)
    changed = replace(moved, state=State.PENDING)
    return {"book": tuple(changed if one is moved else one for one in view.book)}


def moved_otherwise(view: TableView) -> dict[str, Any]:
    moved = next(one for one in view.book if one.moved)
    changed = replace(moved, moved=moved.moved - 1)
    return {"book": tuple(changed if one is moved else one for one in view.book)}


BROKEN: dict[str, tuple[str, Callable[[TableView], dict[str, Any]]]] = {
    "shown before it is committed": ("lost", lambda view: {"number": view.number + 1}),
    "shown too late": ("diverged", lambda view: {"number": view.number - 1}),
    "money from nowhere": ("diverged", money_from_nowhere),
    "paid twice": ("diverged", paid_twice),
    "moved without being settled": ("diverged", moved_unsettled),
    "moved otherwise": ("diverged", moved_otherwise),
    "another position": ("diverged", lambda view: {"snapshot": {**view.snapshot, "round": 99}}),
    "another digest": ("diverged", lambda view: {"digest": "0" * 32}),
    "another prompt": ("diverged", lambda view: {"open": view.open[:-1]}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_view_that_is_not_what_the_disk_tells_is_found(
    played: tuple[Journal, Session, Checks], name: str
) -> None:
    _, session, checks = played
    what, change = BROKEN[name]
    checks.look(session.view)
    with pytest.raises(Found) as found:
        checks.look(replace(session.view, **change(session.view)))
    assert found.value.what == what


def test_an_acknowledged_answer_that_is_gone_is_found(played: tuple[Journal, Session, Checks]) -> None:
    journal, session, checks = played
    checks.opened(journal)
    id, last = session.header.session, session.view.number
    checks.acknowledged[id][last + 1] = "never written"
    with pytest.raises(Found, match="which ends at"):
        checks.opened(journal)
    del checks.acknowledged[id][last + 1]
    checks.acknowledged[id][last] = "something else"
    with pytest.raises(Found, match="is another one now"):
        checks.opened(journal)


def test_a_book_is_looked_through_at_every_step_and_not_only_its_end(
    played: tuple[Journal, Session, Checks],
) -> None:
    _, session, checks = played
    for _ in range(3):
        dig_on(session, 1)
        checks.after(session.view)
        with pytest.raises(Found, match="the transfer"):
            checks.look(replace(session.view, **moved_otherwise(session.view)))
        checks.look(session.view)


def test_an_acknowledged_row_that_goes_in_the_middle_of_play_is_found_with_the_next_step(
    played: tuple[Journal, Session, Checks],
) -> None:
    journal, session, checks = played
    connection = journal._connection
    connection.execute("DROP TRIGGER entries_are_never_deleted")
    connection.execute("DELETE FROM entries WHERE number = 5")
    dig_on(session, 1)
    with pytest.raises(Found, match="some are gone") as found:
        checks.after(session.view)
    assert found.value.what == "lost"


def test_a_view_that_is_shown_before_it_is_committed_is_found_at_that_moment(
    played: tuple[Journal, Session, Checks],
) -> None:
    _, session, checks = played
    view = session.view
    checks.shown(view)
    with pytest.raises(Found, match="before it is committed") as found:
        checks.shown(replace(view, number=view.number + 1))
    assert found.value.what == "lost"
    with pytest.raises(Found, match="was shown before"):
        checks.shown(replace(view, digest="0" * 32))


@pytest.fixture
def world(root: Path) -> Iterator[World]:
    world = World(1, root)
    world.switch_on()
    yield world
    world.end()


def seated_at(world: World) -> Seated:
    assert world.journal is not None
    journal = world.journal
    world.factory = factory  # type: ignore[method-assign]
    return Seated(world, lambda: start(journal, tips=True))


def test_a_thread_that_is_left_behind_is_found(world: World) -> None:
    seated, end = seated_at(world), threading.Event()
    threading.Thread(target=end.wait, name="left behind", daemon=True).start()
    with pytest.raises(Found, match="left behind"):
        seated.close()
    end.set()


def test_a_thread_that_a_step_leaves_behind_is_found_by_that_step(world: World) -> None:
    seated, end = seated_at(world), threading.Event()
    seated.tell("pause", None)
    left = threading.Thread(target=end.wait, name="left behind", daemon=True)
    left.start()
    with pytest.raises(Found, match="left behind"):
        seated.tell("go_on", None)
    end.set()
    left.join()
    seated.close()


def test_what_the_thread_shows_before_the_commit_is_found_by_the_step(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen's view is looked at when it comes, on the thread that brings it."""
    seated, committed = seated_at(world), Journal.append

    def shown_first(self: Journal, session: str, entries: Any) -> None:
        view = seated.view
        seated._thread._publish(replace(view, number=view.number + 1, digest=entries[-1].digest))
        committed(self, session, entries)

    monkeypatch.setattr(Journal, "append", shown_first)
    with pytest.raises(Found, match="before it is committed"):
        seated.tell("pause", None)
    seated.close()


def test_presses_that_wait_without_a_bound_are_found(world: World) -> None:
    people = People(world)
    queue = people._queue
    queue.dropped = 1
    seated = seated_at(world)
    with pytest.raises(Found, match="were dropped"):
        people.mash(seated.view)
    with pytest.raises(Found, match="were dropped"):
        seated.tell("pause", None)
    queue.dropped = 0
    counts = seated.flood(4 * CAPACITY)
    assert counts["done"] >= CAPACITY / 2 and counts["busy"] > 0
    seated.close()


def test_of_many_presses_for_one_payment_one_counts(world: World) -> None:
    seated = seated_at(world)
    for _ in range(40):
        claims = [one for one in seated.view.open if one.key.startswith("claim/")]
        if claims:
            answers = [Answer(prompt=claims[0], value=True, seat=claims[0].seats[0]) for _ in range(5)]
            assert len(seated.answer_at_once(answers)) == 1
            seated.close()
            return
        prompt = next(one for one in seated.view.open if one.waits)
        value = [1, 2] if hasattr(prompt, "dice") else prompt.least  # type: ignore[union-attr]
        seated.tell("answer", Answer(prompt=prompt, value=value, seat=prompt.seats[0]))
    raise AssertionError("nobody owed a tip")
