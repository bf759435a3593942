"""Nobody is let in: no port is opened, and nothing that was scanned, typed or imported is ever run."""

from __future__ import annotations

import ast
import io
import logging
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from table_play import dig_on, start

from companion.annals.marks import MarkBook, Marks
from companion.cli.labels import load_labels
from companion.cli.solve_given import given_deals
from companion.editions import check_edition
from companion.headless.narrator import Narrator
from companion.headless.typed import answer_of
from companion.kit.codes import CodeBook, CodeResult, KitKey, make_code
from companion.kit.kit_keys import known_kits
from companion.language import Language
from companion.settings import Settings
from companion.table.disk import SystemDisk
from companion.table.exchange import export_session, read_session_file
from companion.table.faults import Fault, JournalFault
from companion.table.journal import Journal
from companion.table.refusals import Refused
from companion.table.session_files import LONGEST_FILE
from companion.table.text import Text
from companion.torture.hostile import PAYLOADS, hostile_code
from hardware.camera import PictureFault
from hardware.picture_file import load_picture

ROOT = Path(__file__).parents[2]
KIT = KitKey("7QM", bytes(range(16)))

#: Plays a whole session of bots without a camera, and tells what it did about the network and other programs.
CHILD = """
import os, sys
seen = []
programs = ("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen")
hear = lambda event, args: seen.append(event) if event.startswith("socket.") or event in programs else None
sys.addaudithook(hear)
from companion.cli import run
words = "play dice --headless --seats Ana,Bo --camera none --answers".split()
print("STATUS", run([*words, sys.argv[1], "--data", sys.argv[2]]))
print("AUDIT", sorted(set(seen)))
with open("/proc/net/tcp") as file:
    listening = {line.split()[9] for line in file.readlines()[1:] if line.split()[3] == "0A"}
links = [os.readlink(entry.path) for entry in os.scandir("/proc/self/fd") if os.path.islink(entry.path)]
print("LISTENS", [one for one in links if one.removeprefix("socket:[").removesuffix("]") in listening])
"""


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who listens")
def test_a_session_opens_no_port_and_starts_no_program(root: Path) -> None:
    root.mkdir()
    answers = root / "answers.txt"
    # What people type is hostile, too; the session stops where the answers end.
    lines = [" ".join(payload.split()) for payload in PAYLOADS if len(payload) < 200]
    answers.write_text("\n".join(line for line in lines if line.isprintable()) + "\n1\n1 2 3 4 5\n")
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(answers), str(root / "data")],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert "AUDIT []" in done.stdout, done.stdout + done.stderr
    assert "LISTENS []" in done.stdout
    assert "Traceback" not in done.stderr


def calls(*words: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield each import and call of the program's modules in whose text one of the words stands."""
    for package in ("companion", "hardware"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in words):
                for node in ast.walk(ast.parse(text)):
                    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call)):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", node


#: What would serve, evaluate text, or fetch something from elsewhere.
NEVER_IMPORTED = (
    "http.server", "socketserver", "xmlrpc", "asyncio", "pickle", "shelve", "marshal", "webbrowser", "ftplib",
    "smtplib", "telnetlib", "urllib.request", "requests",
)  # fmt: skip
NEVER_CALLED = ("eval", "exec", "compile", "os.system", "os.popen")


def test_no_module_can_listen_or_run_text() -> None:
    """Nothing in the program serves, evaluates text, unpickles, or hands a line to a shell."""
    found, looked_at = [], 0
    words = (*NEVER_IMPORTED, *(f"{name}(" for name in NEVER_CALLED), "shell=", ".bind(", "Popen")
    for where, node in calls(*words):
        looked_at += 1
        if not isinstance(node, ast.Call):
            names = {alias.name for alias in node.names}  # type: ignore[attr-defined]
            names |= {node.module or ""} if isinstance(node, ast.ImportFrom) else set()
            found += [f"{where} imports {name}" for name in names & set(NEVER_IMPORTED)]
            continue
        called = ast.unparse(node.func)
        if called in NEVER_CALLED or called.endswith((".listen", ".accept")):
            found.append(f"{where} calls {called}")
        if any(word.arg == "shell" and ast.unparse(word.value) != "False" for word in node.keywords):
            found.append(f"{where} uses a shell")
    assert found == [] and looked_at > 100


def test_no_statement_of_sql_is_made_of_what_came_from_outside() -> None:
    """Statements are constants; the few that are put together hold only whole numbers and own names."""
    allowed = {
        "PRAGMA user_version = {version}",
        "PRAGMA application_id = {APPLICATION_ID}",
        "PRAGMA user_version = {len(migrations)}",
        "SELECT session, number, hash, body FROM entries ORDER BY {order}",
    }
    found, statements = [], 0
    for where, node in calls(".execute"):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if node.func.attr in ("execute", "executemany", "executescript"):
            statements += 1
            first = node.args[0]
            put_together = isinstance(first, (ast.JoinedStr, ast.BinOp, ast.Call))
            if put_together and ast.unparse(first)[2:-1] not in allowed:
                found.append(f"{where} {ast.unparse(first)}")
    assert found == [] and statements > 20


@contextmanager
def everything_logged() -> Iterator[list[str]]:
    said: list[str] = []

    class Hear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    handler, root = Hear(logging.DEBUG), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield said
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


@pytest.mark.parametrize("payload", [payload for payload in PAYLOADS if len(payload) > 8], ids=repr)
def test_what_a_code_says_is_named_and_neither_said_nor_logged(payload: str) -> None:
    out = io.StringIO()
    with everything_logged() as logged:
        read = CodeBook([KIT]).read(payload)
        Narrator(Language.load(), out).say(read.say)
    assert read.result is not CodeResult.GOOD
    assert payload not in out.getvalue() and not any(payload in line for line in logged)


def test_nobody_prints_himself_a_mother_lode() -> None:
    """Codes made without the key: other keys, other items under a good check, one letter off."""
    chance, book = random.Random(1), CodeBook([KIT])
    assert book.read(make_code(KIT, "G07")).result is CodeResult.GOOD
    results = {book.read(hostile_code(chance, KIT)[1]).result for _ in range(4_000)}
    assert CodeResult.GOOD not in results
    assert {CodeResult.FAILED_CHECK, CodeResult.WRONG_KIT, CodeResult.OWNER_PAGE} <= results


@pytest.mark.parametrize("fact", ["{0.__class__}", "{say}", "%s%n", "{{}}", "{kit!r:>999999999}"])
def test_what_came_from_outside_is_no_format_string(fact: str) -> None:
    words = Language.load()
    said = words.say(Text("sessions.not_sound", {"session": fact, "because": fact}))
    assert said.count(fact) == 2
    inside = Text("journal.damaged", {"path": fact})
    assert fact in words.say(Text("sessions.not_sound", {"session": "s", "because": inside}))


def test_a_hostile_id_is_a_parameter_and_no_sql(root: Path) -> None:
    with Journal.open(root) as journal:
        session = start(journal)
        for id in ("'; DROP TABLE entries; --", "%", "_", "' OR 1=1 --", "\x00", "a' UNION SELECT body"):
            with pytest.raises(JournalFault):
                journal.find(id)
            with pytest.raises(JournalFault):
                journal.load(id)
        assert journal.find(session.header.session[:4]) == session.header.session


def test_hostile_lines_are_refused_or_are_answers(root: Path) -> None:
    with Journal.open(root) as journal:
        view = start(journal).view
        waiting = [prompt for prompt in view.open if prompt.waits]
        for payload in PAYLOADS:
            line = " ".join(payload.split())
            try:
                answer = answer_of(line, waiting, view) if line else None
            except Refused:
                continue
            assert answer is None or isinstance(answer.value, int)


def test_a_session_file_of_any_size_is_not_read_into_memory(root: Path) -> None:
    root.mkdir()
    huge = root / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(LONGEST_FILE * 20)
    with pytest.raises(JournalFault) as fault:
        read_session_file(huge)
    assert fault.value.say.id == "exchange.too_long"


def test_a_file_changed_in_any_one_letter_is_not_the_session_any_more(root: Path) -> None:
    with Journal.open(root) as journal:
        session = start(journal)
        dig_on(session, 4)
        data = export_session(journal, session.header.session)
    path, chance = root / "changed.jsonl", random.Random(1)
    for _ in range(200):
        at = chance.randrange(data.index(b"\n") + 1, len(data))
        changed = data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        path.write_bytes(changed)
        with pytest.raises(JournalFault):
            read_session_file(path)


def _settings(path: Path) -> None:
    assert Settings.load(path.parent, SystemDisk()).faults


def _edition(path: Path) -> None:
    with pytest.raises(Fault):
        check_edition(path)


def _labels(path: Path) -> None:
    with pytest.raises(Fault):
        load_labels(path, "truth")


def _deals(path: Path) -> None:
    with pytest.raises(Fault):
        given_deals([str(path)], 1)


def _picture(path: Path) -> None:
    with pytest.raises(PictureFault):
        load_picture(path)


def _keys(path: Path) -> None:
    with pytest.raises(Fault):
        known_kits(path.parent, SystemDisk())


def _marks(path: Path) -> None:
    assert MarkBook(path.parent, SystemDisk()).marks == Marks()


READ: dict[str, Callable[[Path], None]] = {
    "settings.toml": _settings,
    "board.toml": _edition,
    "labels.csv": _labels,
    "deals.txt": _deals,
    "photo.png": _picture,
    "kits.json": _keys,
    "annals-marks.json": _marks,
}


@pytest.mark.parametrize("name", READ)
def test_no_file_from_elsewhere_is_read_whole_whatever_its_size(root: Path, name: str) -> None:
    root.mkdir()
    with (root / name).open("wb") as file:
        file.truncate(4 * 2**30)
    tracemalloc.start()
    try:
        READ[name](root / name)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 64 * 2**20
