"""`companion sessions` on real data folders, with the tests' own game in the place of the games."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.cli import run
from companion.table.answers import Answer
from companion.table.chance import SeededChance
from companion.table.game import Game, Outcome, Script, rank
from companion.table.instance_lock import InstanceLock
from companion.table.journal import DATABASE, Journal
from companion.table.ledger import BANK
from companion.table.prompts import Deal, Throw
from companion.table.seats import Seat, seat_players
from companion.table.session import Session
from companion.table.text import text


class Panning(Game):
    """A shuffle, then every seat throws a die and is paid what it shows."""

    name = "panning"
    rules_version = 1
    pay = 1

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        super().__init__(seats)
        self.thrown: list[int] = []
        for seat in seats:
            self.ledger.open_account(seat.id)

    def script(self) -> Script:
        yield (Deal(key="pan", say=text("panning.pan"), cards=("gold", "mud")),)
        for seat in self.seats:
            say = text("panning.throw")
            answer = yield (Throw(key=f"throw/{seat.id}", say=say, seats=(seat.id,), dice=1),)
            self.thrown.append(answer.value[0])
            self.ledger.pay(f"pan/{seat.id}", BANK, seat.id, self.pay * answer.value[0], text("panning.pay"))
            self.tell("paid", text("panning.paid", name=seat.name, chips=answer.value[0]))
        return Outcome(rank({s.id: self.ledger.balance(s.id) for s in self.seats}), text("panning.over"))

    def snapshot(self) -> dict[str, Any]:
        return {"thrown": list(self.thrown)}

    def digest_fields(self) -> dict[str, Any]:
        return {"version": 1, "thrown": self.thrown}


class RichPanning(Panning):
    rules_version = 2
    pay = 2


def build(name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
    return Panning(seats)


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(companion.games, "build_game", build)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def throw(session: Session, face: int) -> None:
    prompt = session.view.open[0]
    session.answer(Answer(prompt=prompt, value=[face], seat=prompt.seats[0], evidence="tray-7.jpg"))


@pytest.fixture
def ids(folder: Path) -> tuple[str, str]:
    """One finished session of Ana and Bo with a throw taken back, and one that Cy and Di have just begun."""
    with Journal.open(folder) as journal:
        done = Session.start(
            journal, build, "panning", seat_players(["Ana", "Bo"], 2, 8), {}, SeededChance(1)
        )
        throw(done, 2)
        done.take_back("bo")
        throw(done, 6)
        throw(done, 4)
        begun = Session.start(
            journal, build, "panning", seat_players(["Cy", "Di"], 2, 8), {}, SeededChance(2)
        )
        throw(begun, 1)
        return done.header.session, begun.header.session


def out(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert run(["sessions", *words]) == status
    said = capsys.readouterr()
    assert (said.err == "") == (status == 0 or words[:1] == ("verify",))
    return said.out if status == 0 or words[:1] == ("verify",) else said.err


def test_sessions_are_listed(capsys: pytest.CaptureFixture[str], ids: tuple[str, str]) -> None:
    lines = out(capsys, "list").splitlines()
    assert [line.split()[0] for line in lines] == [ids[1], ids[0]]
    assert "unfinished" in lines[0] and "Cy, Di" in lines[0] and re.search(r"\bfinished", lines[1])
    assert out(capsys).splitlines() == lines
    listed = json.loads(out(capsys, "list", "--json"))["sessions"]
    assert listed[1]["balances"] == {"bank": -10, "ana": 6, "bo": 4} and listed[1]["finished"] is True
    assert listed[0]["seats"] == ["Cy", "Di"] and listed[0]["game"] == "panning"


def test_no_sessions_is_no_fault_and_makes_no_folder(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert "no sessions yet" in out(capsys, "list")
    assert "no sessions yet" in out(capsys, "verify")
    assert json.loads(out(capsys, "list", "--json")) == {"sessions": []}
    assert not folder.exists()


def test_a_history_shows_what_was_undone(capsys: pytest.CaptureFixture[str], ids: tuple[str, str]) -> None:
    shown = out(capsys, "show", ids[0][:3])
    undone = next(line for line in shown.splitlines() if "= 2" in line)
    assert re.match(r" +2 x Ana", undone) and "tray-7.jpg" in undone
    assert "takes back answer 2" in shown and "Seats: Ana, Bo" in shown
    data = json.loads(out(capsys, "show", ids[0], "--json"))
    assert data["session"] == ids[0] and [e["undone"] for e in data["entries"]].count(True) == 1
    assert sorted(data["entries"][1]["value"]) == ["gold", "mud"]


def test_a_shuffle_stays_hidden_while_the_session_goes_on(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str]
) -> None:
    assert "hidden" in out(capsys, "show", ids[1]) and "gold" not in out(capsys, "show", ids[1])
    assert "gold" not in out(capsys, "show", ids[1], "--json")
    assert "gold" not in out(capsys, "replay", ids[1]) + out(capsys, "replay", ids[1], "--json")


def test_a_session_is_replayed(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "3 answers replayed" in out(capsys, "replay", ids[0])
    data = json.loads(out(capsys, "replay", ids[0], "--json"))
    assert data["agrees"] and data["answers"] == 3 and data["standings"][0]["seat"] == "ana"
    monkeypatch.setattr(companion.games, "build_game", lambda name, seats, rules: RichPanning(seats))
    said = out(capsys, "replay", ids[0], status=1)
    assert "under other rules" in said and said.count("\n") == 1


def test_a_session_goes_out_and_comes_into_another_folder(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str], tmp_path: Path
) -> None:
    file, other = tmp_path / "evening.jsonl", str(tmp_path / "other")
    assert "6 entries" in out(capsys, "export", ids[0], "-o", str(file))
    assert "sound" in out(capsys, "verify", str(file))
    assert "6 new entries" in out(capsys, "import", str(file), "--data", other)
    assert "here already" in out(capsys, "--data", other, "import", str(file))
    assert ids[0] in out(capsys, "list", "--data", other)
    assert json.loads(out(capsys, "import", str(file), "--json", "--data", other))["new"] == 0
    assert json.loads(out(capsys, "export", ids[0], "-o", str(file), "--json"))["entries"] == 6


def test_verifying_names_what_is_not_sound_and_goes_on(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert out(capsys, "verify").count(": sound") == 2
    assert out(capsys, "verify", ids[1][:4]).startswith(f"{ids[1]}: sound")
    monkeypatch.setattr(companion.games, "build_game", lambda name, seats, rules: RichPanning(seats))
    results = json.loads(out(capsys, "verify", "--json", status=1))["sessions"]
    assert [r["sound"] for r in results] == [False, False] and "other rules" in results[0]["fault"]
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_bytes(b"\x1b[2J not a session")
    said = out(capsys, "verify", str(spoilt), status=1)
    assert "line 1" in said and "\x1b" not in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "zzzz"), "no session zzzz"),
        (("replay", "\x1b[2J"), "no session"),
        (("import", "nothing.jsonl"), "cannot be read"),
        (("verify", "nothing.jsonl"), "cannot be read"),
        (("export", "ID", "-o", "/no/such/folder/file"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str], words: tuple[str, ...], said: str
) -> None:
    told = run(["sessions", *(ids[0] if word == "ID" else word for word in words)])
    captured = capsys.readouterr()
    sentence = captured.err or captured.out
    assert told == 1 and said in sentence and sentence.count("\n") == 1 and "Traceback" not in sentence


@pytest.mark.parametrize("words", [("show",), ("export", "abc"), ("dance",), ("import",)])
def test_wrong_usage_is_status_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        run(["sessions", *words])
    assert left.value.code == 2 and capsys.readouterr().err.count("\n") == 1


def test_reading_goes_on_beside_a_running_companion_and_writing_does_not(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str], folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "evening.jsonl"
    with InstanceLock(folder), Journal.open(folder) as journal:
        session = Session.resume(journal, build, ids[1], SeededChance(3))
        session.rebuilt(None)
        throw(session, 5)
        assert ids[1] in out(capsys, "list").splitlines()[0]
        assert "= 5" in out(capsys, "show", ids[1]) and out(capsys, "verify").count(": sound") == 2
        out(capsys, "export", ids[1], "-o", str(file))
        said = out(capsys, "import", str(file), status=3)
        assert re.search(r"already running, process \d+", said)
    assert "here already" in out(capsys, "import", str(file))


def test_what_is_not_a_journal_is_said(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert "not a folder" in out(capsys, "list", "--data", str(tmp_path / "file"), status=1)
    folder.mkdir()
    (folder / DATABASE).write_bytes(b"\0" * 5000)
    assert "damaged" in out(capsys, "list", status=1)
    (folder / DATABASE).write_text("my diary\n" * 99)
    assert "is not a journal. Nothing was touched" in out(capsys, "list", status=1)


def test_an_evening_file_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    with Journal.open(folder) as journal:
        session = Session.start(
            journal, build, "panning", seat_players(["Ana", "Bo"], 2, 8), {}, SeededChance(1)
        )
        prompt = session.view.open[0]
        session.answer(Answer(prompt=prompt, value=[3], seat="ana", evidence="\x1b[31m\x07.jpg"))
    said = out(capsys, "show", session.header.session)
    assert "\x1b" not in said and "\x07" not in said and "�[31m�.jpg" in said


def test_the_command_starts_without_what_it_does_not_need(tmp_path: Path) -> None:
    program = (
        "import sys; from companion.cli import run; run(['sessions', 'list']);"
        "print(sorted(set(sys.modules) & {'pygame', 'cv2', 'numpy', 'rich', 'hardware'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_sessions_of_which_only_the_files_are_left_are_told_and_are_not_sound(
    capsys: pytest.CaptureFixture[str], ids: tuple[str, str], folder: Path
) -> None:
    for path in folder.glob("journal.db*"):
        path.unlink()
    words = "Of 2 sessions only the files in sessions are left."
    assert run(["sessions", "list"]) == 0
    said = capsys.readouterr()
    assert words in said.err and said.out == "", "that there are none would not be true"
    assert words in out(capsys, "verify", status=1)
    assert json.loads(out(capsys, "verify", "--json", status=1))["sessions"][0]["sound"] is False
    Journal.open(folder).close()
    assert out(capsys, "verify").count("sound") == 2
