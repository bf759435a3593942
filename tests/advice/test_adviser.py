"""The adviser and the solver's process: verdicts, lines, chances, replaced questions, crashes (S11, S14)."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.advice.advised import Advice, Question
from companion.advice.adviser import MOST_STARTS, Adviser
from companion.advice.answering import NODES_EACH, WINNABLE, asks_the_companion, companion_answer
from companion.advice.worker import Inbox, serve
from companion.games import build_game
from companion.games.patience.cards import CARDS
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Column, Position
from companion.games.patience.saved import parse_position, saved_text
from companion.games.patience.solver.solving import Budget, Solver, Verdict
from companion.table.answers import Answer, Source
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.prompts import Choose, Move
from companion.table.seats import seat_players
from companion.table.session import Session

#: Starting the process and compiling the kernel may take this long on a slow machine.
MOST_SECONDS = 60


@pytest.fixture(scope="module")
def adviser() -> Iterator[Adviser]:
    adviser = Adviser()
    adviser.warm()
    yield adviser
    adviser.close()


def wait_for(adviser: Adviser, position: str, until: Callable[[Advice], bool], **ask: int) -> Advice:
    """Look again and again, as frames do, until what is known fits."""
    deadline = time.monotonic() + MOST_SECONDS
    while not until(advice := adviser.look(position, **ask)):
        assert time.monotonic() < deadline, f"still {advice}"
        time.sleep(0.01)
    return advice


def is_done(advice: Advice) -> bool:
    return advice.done


def dealt(number: int, draw: int = 1) -> Position:
    return Position.deal(numbered_deck(number), draw)


def winnable(adviser: Adviser) -> str:
    for number in range(1, 60):
        advice = wait_for(adviser, saved_text(dealt(number)), is_done, nodes=200_000)
        if advice.state == "winnable":
            return advice.position
    raise AssertionError("most deals can be won")


def test_s11_a_line_wins_by_the_rules(adviser: Adviser) -> None:
    position = parse_position(winnable(adviser))
    advice = adviser.look(saved_text(position))
    assert advice.hint == advice.line[0]
    for move in advice.line:
        position = position.after(move)
    assert position.won


def test_on_a_known_line_the_rest_is_known_at_once(adviser: Adviser) -> None:
    text = winnable(adviser)
    position, line = parse_position(text), adviser.look(text).line
    for made, move in enumerate(line):
        advice = adviser.look(saved_text(position))
        assert advice.done and advice.line == line[made:]
        position = position.after(move)


def test_on_a_line_that_may_still_get_shorter_the_rest_is_known_at_once_too(adviser: Adviser) -> None:
    """Whoever follows the first line found must not lose it while a shorter one is looked for."""
    text = winnable(adviser)
    found = wait_for(adviser, text, is_done)
    deaf = Adviser(("/nowhere/python",))
    first = deaf.look(text)
    deaf._heard(msgspec.structs.replace(found, number=first.number, done=False))
    after = saved_text(parse_position(text).after(found.line[0]))
    followed = deaf.look(after)
    assert followed.line == found.line[1:] and not followed.done
    # A search cut short takes nothing back.
    deaf._heard(msgspec.structs.replace(followed, state="unknown", line=(), done=True))
    assert deaf.look(after).line == found.line[1:] and deaf.look(after).done


def test_s11_a_proved_loss_is_lost_and_a_search_cut_short_is_unknown(adviser: Adviser) -> None:
    assert wait_for(adviser, saved_text(dead_deal()), is_done).state == "lost"
    hard = next(saved_text(dealt(n, 3)) for n in range(1, 200) if _is_hard(adviser, n))
    assert adviser.look(hard).line == ()


def dead_deal() -> Position:
    """A deal in which nothing but the stock can ever move: black and even cards up, what fits them hidden."""
    up = ("2C", "2S", "4C", "4S", "6C", "6S", "8C")
    fits = ("AC", "AS", "AD", "AH", "3D", "3H", "5D", "5H", "7D", "7H")
    rest = [card for card in CARDS if card not in (*up, *fits)]
    hidden = [*fits, *rest[:11]]
    columns = tuple(
        Column(tuple(hidden[size * (size - 1) // 2 : size * (size + 1) // 2]), (card,))
        for size, card in enumerate(up)
    )
    return Position(1, (0, 0, 0, 0), tuple(rest[11:]), (), columns)


def test_a_position_that_cannot_arise_is_no_end_of_the_solver(adviser: Adviser) -> None:
    assert wait_for(adviser, "1/--------/ASAS/", is_done).state == "unknown"
    assert wait_for(adviser, saved_text(dealt(5)), is_done, nodes=1000).number > 0


def _is_hard(adviser: Adviser, number: int) -> bool:
    advice = wait_for(adviser, saved_text(dealt(number, 3)), is_done, nodes=1)
    return advice.state == "unknown"


def test_unseen_cards_are_dealt_and_judged(adviser: Adviser) -> None:
    position = Position.unseen(1)
    for card in random.Random(4).sample(CARDS, 7):
        position = position.shown(card)
    text = saved_text(position)
    first = wait_for(adviser, text, lambda advice: advice.samples > 0, samples=20)
    assert first.state == "unknown" and first.samples == 10 and not first.done
    done = wait_for(adviser, text, is_done, samples=20)
    assert done.samples == 20 and done.chance is not None and 0 <= done.chance <= 1
    assert 0 < done.error < 1
    assert done.move in position.moves() and done.hint == done.move and 0 <= done.lead <= 1


def test_a_newer_question_replaces_the_one_being_worked_on(adviser: Adviser) -> None:
    unseen = Position.unseen(3)
    for card in random.Random(5).sample(CARDS, 7):
        unseen = unseen.shown(card)
    long_one = saved_text(unseen)
    adviser.look(long_one, samples=1_000_000)
    wait_for(adviser, saved_text(dealt(3)), is_done, nodes=1)
    assert adviser.look(saved_text(dealt(3))).done


def test_a_solver_that_dies_is_started_again_asked_again_and_said(
    adviser: Adviser, caplog: pytest.LogCaptureFixture
) -> None:
    text = saved_text(dealt(11))
    wait_for(adviser, text, is_done, nodes=1000)
    process = adviser._process
    assert process is not None
    os.kill(process.pid, signal.SIGABRT)
    process.wait()
    assert wait_for(adviser, saved_text(dealt(12)), is_done, nodes=1000).number > 0
    assert adviser._process is not process
    assert "by signal 6 (SIGABRT)" in caplog.text


def asked(position: str, number: int = 1) -> bytes:
    return msgspec.json.encode(Question(number, position, nodes=1000, samples=10)) + b"\n"


def test_a_worker_that_nobody_hears_ends_quietly() -> None:
    """By signal 6 it ended, as the thread that waited for questions held a lock that Python needs to end."""
    command = [sys.executable, "-m", "companion.advice.worker"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as worker:
        assert worker.stdin is not None and worker.stdout is not None and worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(asked(saved_text(dealt(2))))
        worker.stdin.flush()
        assert worker.wait(MOST_SECONDS) == 0
        assert worker.stderr.read() == b""


def test_a_position_that_cannot_be_worked_on_ends_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    def work(question: Question, solver: Solver, inbox: Inbox) -> Iterator[Advice]:
        if question.position == "too much":
            raise MemoryError("no room for the table")
        yield Advice(question.position, question.number, "lost", done=True)

    there, questions = os.pipe()
    answers, here = os.pipe()
    server = threading.Thread(target=serve, args=(there, here, work))
    server.start()
    said = []
    with os.fdopen(questions, "wb", buffering=0) as tell, os.fdopen(answers, "rb") as hear:
        for number, position in enumerate(("too much", "another"), start=1):
            tell.write(b"no question\n" + asked(position, number))
            said.append(msgspec.json.decode(hear.readline(), type=Advice))
    server.join(MOST_SECONDS)
    os.close(there)
    os.close(here)
    assert [(advice.state, advice.done) for advice in said] == [("unknown", True), ("lost", True)]
    assert "no room for the table" in caplog.text and "no question" in caplog.text


@pytest.mark.parametrize("command", [("/nowhere/python",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_without_a_solver_nothing_is_known_and_nothing_waits(command: tuple[str, ...]) -> None:
    adviser = Adviser(command)
    texts = [saved_text(dealt(number)) for number in range(1, 3 * MOST_STARTS)]
    deadline = time.monotonic() + MOST_SECONDS
    while adviser.works and time.monotonic() < deadline:
        for text in texts:
            assert adviser.look(text).state == "thinking"
        time.sleep(0.02)
    assert not adviser.works
    adviser.close()


# In a session.


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data") as opened:
        yield opened


def begin(journal: Journal, **rules: object) -> Session:
    seats = seat_players(["Ana"], 1, 1)
    return Session.start(journal, build_game, "patience", seats, rules, SeededChance(4))


def companion_acts(session: Session, adviser: Adviser) -> None:
    """Let the companion answer as long as it is asked."""
    deadline = time.monotonic() + MOST_SECONDS
    while asks_the_companion(session.view) is not None:
        assert time.monotonic() < deadline
        answer = companion_answer(session.view, session.whole(), adviser)
        if answer is None:
            time.sleep(0.01)
        else:
            session.answer(answer)


def test_s14_only_a_winnable_deal_is_dealt_and_s11_finish_wins_it(journal: Journal, adviser: Adviser) -> None:
    session = begin(journal, winnable=True, draw="3")
    companion_acts(session, adviser)
    assert isinstance(session.view.open[0], Move)
    finish = next(prompt for prompt in session.view.open if prompt.key.startswith("finish/"))
    session.answer(Answer(prompt=finish, value="finish", seat="ana"))
    companion_acts(session, adviser)
    assert session.view.outcome is not None
    assert session.view.snapshot["won"] and session.view.snapshot["assisted"]


def test_s14_a_deal_is_taken_exactly_when_it_can_be_won(journal: Journal, adviser: Adviser) -> None:
    """The same deals are judged by a solver of the test's own; none is taken, so that one follows another."""
    session, solver, said = begin(journal, winnable=True, draw="3"), Solver(), set()
    for _ in range(20):
        prompt = asks_the_companion(session.view)
        assert isinstance(prompt, Choose)
        deal = dealt(int(prompt.key.removeprefix(WINNABLE)), 3)
        wait_for(adviser, saved_text(deal), lambda advice: advice.state != "thinking", nodes=NODES_EACH)
        answer = companion_answer(session.view, session.whole(), adviser)
        assert answer is not None and answer.prompt == prompt
        can_be_won = solver.decide(deal, Budget(NODES_EACH)).verdict is Verdict.WINNABLE
        assert answer.value == ("winnable" if can_be_won else "another")
        said.add(answer.value)
        session.answer(Answer(prompt=prompt, value="another", source=Source.BOT))
    assert said == {"winnable", "another"}


def test_a_person_is_asked_about_a_deal_where_there_is_no_solver(journal: Journal) -> None:
    session = begin(journal, winnable=True)
    prompt = asks_the_companion(session.view)
    assert isinstance(prompt, Choose)
    adviser = Adviser(("/nowhere/python",))
    assert companion_answer(session.view, session.whole(), adviser) is None and not adviser.works
    session.answer(Answer(prompt=prompt, value="another", seat="ana"))
    assert session.view.open[0].key != prompt.key


def test_on_the_table_a_person_makes_the_moves(journal: Journal) -> None:
    session = begin(journal, way="turned")
    for card in ("KS", "QH", "2C", "3C", "4C", "5C", "6C"):
        (prompt,) = [prompt for prompt in session.view.open if prompt.waits]
        session.answer(Answer(prompt=prompt, value=card, seat="ana"))
    finish = next(prompt for prompt in session.view.open if prompt.key.startswith("finish/"))
    session.answer(Answer(prompt=finish, value="finish", seat="ana"))
    assert asks_the_companion(session.view) is None
