"""Everything that reads what others have made, with examples of what is right, and what must hold of it."""

from __future__ import annotations

import gzip
import io
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from companion.annals.marks import MarkBook, Marks
from companion.editions import check_edition
from companion.games.patience.cards import parse_cards
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position, saved_text
from companion.kit.codes import CodeBook, CodeResult, KitKey, learn, make_code, teaching_code
from companion.kit.kit_keys import known_kits
from companion.settings import Settings
from companion.settings_table import BY_ID
from companion.table.answers import check_value
from companion.table.chance import SeededChance
from companion.table.clock import ManualClock
from companion.table.disk import SystemDisk
from companion.table.entries import decode_entry, encode_entry
from companion.table.exchange import export_session
from companion.table.faults import Fault
from companion.table.journal import DATABASE, Journal
from companion.table.prompts import Amount, Bid, Choose, Option, Place, Prompt, Reveal, Sit, Throw
from companion.table.refusals import Refused
from companion.table.seats import LONGEST_NAME, clean_name, seat_players
from companion.table.session import Session
from companion.table.session_files import read_file, read_header, read_row
from companion.table.text import text
from companion.torture.cut_disk import quick_folder
from hardware.camera import PictureFault
from hardware.opencv import opencv
from hardware.picture_file import load_picture

ROOT = Path(__file__).parent.parent.parent
KIT = KitKey("7QM", bytes(range(16)))
OTHER = KitKey("ZZZ", bytes(range(16, 32)))


@contextmanager
def written(data: bytes, suffix: str) -> Iterator[Path]:
    """A file that holds `data` for a moment."""
    with tempfile.NamedTemporaryFile(suffix=suffix, dir=quick_folder()) as file:
        file.write(data)
        file.flush()
        yield Path(file.name)


@dataclass(frozen=True)
class Parser:
    """`call` reads bytes; it may raise what is `refused`, and itself asserts what must hold otherwise.

    `short` and `long` are how many executions the suite and the long run make.
    """

    name: str
    examples: Callable[[], Sequence[bytes]]
    call: Callable[[bytes], Any]
    refused: tuple[type[Exception], ...]
    short: int
    long: int


class MemoryDisk(SystemDisk):
    """One file that is read out of memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def size(self, path: Path) -> int | None:
        return len(self._data)

    def read(self, path: Path, *, start: int = 0, most: int = -1) -> bytes:
        return self._data[start : None if most < 0 else start + most]


# --- codes

BOOK = CodeBook([KIT])


def code_examples() -> Sequence[bytes]:
    own = [make_code(KIT, item).encode() for item in ("G07", "D3", "T66", "XAB1")]
    foreign = [make_code(OTHER, "G07").encode(), teaching_code(KIT).encode()]
    return [*own, *foreign, b"https://example.org/klondike?x=1", b"KL2:7QM:G07:1", b"WIFI:S:x;P:y;;"]


def read_code(data: bytes) -> None:
    read = BOOK.read(data)
    if read.result is CodeResult.GOOD:
        assert data == make_code(KIT, read.item).encode(), "only what was printed with the key is good"
    assert len(read.kit) <= 3 and len(read.item) <= 4, "nothing else of a code is kept"


def read_owner_page(data: bytes) -> None:
    key = learn(data)
    assert key is None or data == teaching_code(key).encode()


# --- session files and journals


@cache
def played() -> bytes:
    """A session file of the dice game."""
    from companion.games import build_game
    from companion.simulate.bots import Bots

    with Journal.in_memory(clock=ManualClock()) as journal:
        seats = seat_players(["Ana", "Bo"], 1, 8)
        session = Session.start(journal, build_game, "dice", seats, {"multiple": 5}, SeededChance(1))
        bots = Bots(random.Random(1))
        for _ in range(5):
            session.answer(bots.answer(session.view.open, ["ana", "bo"]))
        session.pause("ana")
        return export_session(journal, session.header.session)


@cache
def good_hashes() -> tuple[str, ...]:
    reader, fault, _ = read_file(played())
    assert fault is None
    return tuple(row.hash for row in reader.rows)


def read_session(data: bytes) -> None:
    reader, fault, good = read_file(data)
    hashes = tuple(row.hash for row in reader.rows)
    assert hashes == good_hashes()[: len(hashes)], "the chain lets nothing in that was not written"
    assert fault is not None or good == len(data)


def read_line(data: bytes) -> None:
    row = read_row(data)
    entry = decode_entry(row.body)
    assert encode_entry(entry) == row.body


def read_journal(data: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=quick_folder()) as folder:
        (Path(folder) / DATABASE).write_bytes(data)
        with Journal.read(Path(folder)) as journal:
            for session in journal.session_ids():
                journal.load(session)


# --- what people write into files


def settings_examples() -> Sequence[bytes]:
    return [
        b'language = "de"\ncamera = "/dev/video0"\n[buttons]\nseat1 = 17\nok = -1\n',
        b'[lamps]\nwiring = "none"\n',
        b'# a comment\nwindow = "800x480"\n[lamps]\nseat1 = 5\n',
    ]


def read_settings(data: bytes) -> None:
    settings = Settings.load(Path("nowhere"), MemoryDisk(data))
    for id, setting in BY_ID.items():
        assert setting.allows(settings[id])


def edition_examples() -> Sequence[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "assets" / "editions").glob("*.toml"))]


def read_edition_file(data: bytes) -> None:
    with written(data, ".toml") as path:
        checked = check_edition(path)
    assert (checked.edition is None) == bool(checked.findings)


def read_kits(data: bytes) -> None:
    for key in known_kits(Path("nowhere"), MemoryDisk(data)):
        assert len(key.key) == 16


def marks_examples() -> Sequence[bytes]:
    return [msgspec.json.encode(Marks(hidden=("ana", "bo"))), b'{"names":{"anna":"ana","ana":"anna"}}']


def read_marks(data: bytes) -> None:
    marks = MarkBook(Path("nowhere"), MemoryDisk(data)).marks
    assert isinstance(marks.shows("Ana"), bool)


# --- what people type and press


def typed_prompts() -> Sequence[Prompt]:
    say, option = text("session.this_session"), Option("accept", text("session.this_session"))
    return [
        Throw(key="throw/ana/1", say=say, seats=("ana",), dice=5),
        Amount(key="stake/ana", say=say, seats=("ana",), least=1, most=500),
        Bid(key="bid/1", say=say, seats=("ana",), least=5, step=5, purses={"ana": 100}, seconds=5),
        Choose(key="choose/1", say=say, seats=("ana",), options=(option, Option("refuse", say))),
        Reveal(key="reveal/1", say=say, seats=("ana",), known=("G07", "G08")),
        Place(key="place/1", say=say, seats=("ana",), legal=("3-4@12", "4-4@1")),
    ]


PROMPTS = typed_prompts()


def read_typed(data: bytes) -> None:
    from companion.headless.words import parse_typed

    line = data[1:].decode("utf-8", "replace")
    prompt = PROMPTS[(data[0] if data else 0) % len(PROMPTS)]
    value = parse_typed(prompt, line, {"cards": []})
    check_value(prompt, value, "ana")


def read_name(data: bytes) -> None:
    name = clean_name(data.decode("utf-8", "replace"), ["Bo"])
    assert 0 < len(name) <= LONGEST_NAME and name.isprintable() and name.casefold() != "bo"


def read_rules(data: bytes) -> None:
    from companion.games import house_rules
    from companion.table.house_rules import rules_from_words

    rules_from_words(house_rules("dice"), data.decode("utf-8", "replace").split())


SIT = Sit(key="sit/1", say=text("session.this_session"), free=(2, 3), taken=("Ana",))


def read_value(data: bytes) -> None:
    """Any JSON as an answer: what is taken is what the prompt allows, in its own kind."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return
    taken = []
    for prompt in (*PROMPTS, SIT):
        try:
            check_value(prompt, value, "ana")
        except Refused:
            continue
        taken.append(prompt)
    for prompt in taken:
        assert not isinstance(prompt, Amount) or (type(value) is int and 1 <= value <= 500)
        assert not isinstance(prompt, Throw) or value == "void" or all(1 <= face <= 6 for face in value)


def read_cards(data: bytes) -> None:
    assert all(len(card) == 2 for card in parse_cards(data.decode("utf-8", "replace"), unseen=True))


def read_position(data: bytes) -> None:
    position = parse_position(data.decode("utf-8", "replace"))
    assert parse_position(saved_text(position)) == position


def read_labels(data: bytes) -> None:
    from companion.cli.labels import load_labels

    with written(data, ".csv") as path:
        for name, cells in load_labels(path, "truth").items():
            assert name and all(isinstance(cell, str) for cell in cells)


def read_deals(data: bytes) -> None:
    from companion.cli.solve_given import given_deals, load_truth

    with written(data, ".csv") as path:
        assert given_deals([str(path)], 1)
        with suppress(Fault):
            assert {draw for _, draw in load_truth(path)} <= {1, 3}


# --- pictures


@cache
def picture_examples() -> Sequence[bytes]:
    cv2 = opencv()
    image = np.random.default_rng(1).integers(0, 255, (32, 40, 3), dtype=np.uint8)
    return [cv2.imencode(f".{kind}", image)[1].tobytes() for kind in ("png", "jpg", "bmp", "webp")]


def read_picture(data: bytes) -> None:
    with written(data, ".png") as path:
        image = load_picture(path)
    assert image.ndim == 3 and image.dtype == np.uint8


def _kept(name: str) -> bytes:
    return gzip.open(io.BytesIO((ROOT / "tests" / "sessions" / name).read_bytes())).read()


def _lines() -> Sequence[bytes]:
    return played().splitlines()[1:]


def _header(data: bytes) -> None:
    assert len(read_header(data).session) == 8


def _owner_pages() -> Sequence[bytes]:
    return [teaching_code(KIT).encode()]


def _positions() -> Sequence[bytes]:
    return [saved_text(Position.deal(numbered_deck(number), 1)).encode() for number in (1, 2)]


_KITS = b'{"kits":[{"kit":"7QM","key":"AAECAwQFBgcICQoLDA0ODw=="}]}'
#: The first byte of a typed line chooses what is asked.
_TYPED = (b"\x003 4 1 6 6", b"\x00void", b"\x01120", b"\x02out", b"\x03accept", b"\x04G07", b"\x053-4@12")
_NAMES = (b"Ana", "Žofie Ångström".encode(), b"bo")
_RULES = (b"limit=5 variant=pot", b"points=yes ante=3")
_VALUES = (b"[1,2,3,4,5]", b"7", b'"void"', b'{"name":"Di","place":2}', b'"3-4@12"', b'"out"')
_CARDS = (b"ASTH9C2D", "".join(numbered_deck(7)).encode())

_LABELS = (b'file,truth\na.jpg,3 4 1\nb.jpg,"6 6"\n', b"\xef\xbb\xbffile,source,truth\na.png,x,0-3\n")
_DEALS = (
    b"deal,cards,draw1,draw3\n1," + "".join(numbered_deck(1)).encode() + b",solved,lost\n",
    b"# a comment\n7\n" + "".join(numbered_deck(7)).encode() + b"\n",
)

FAULTS = (Fault, Refused)
LINES = (*FAULTS, ValueError)
PARSERS: tuple[Parser, ...] = (
    Parser("codes of cards", code_examples, read_code, (), 3000, 3_600_000),
    Parser("codes of owner pages", _owner_pages, read_owner_page, (), 2000, 1_200_000),
    Parser("rows of session files", _lines, read_line, LINES, 1000, 1_000_000),
    Parser("headers of session files", lambda: played().splitlines()[:1], _header, FAULTS, 1000, 600_000),
    Parser("session files", lambda: [played()], read_session, FAULTS, 200, 200_000),
    Parser("journals", lambda: [_kept("schema-1-dice.db.gz")], read_journal, FAULTS, 15, 6_000),
    Parser("settings", settings_examples, read_settings, (), 150, 100_000),
    Parser("editions", edition_examples, read_edition_file, FAULTS, 8, 6_000),
    Parser("keys of kits", lambda: [_KITS], read_kits, FAULTS, 500, 300_000),
    Parser("marks of players", marks_examples, read_marks, (), 300, 200_000),
    Parser("typed lines", lambda: _TYPED, read_typed, FAULTS, 1500, 800_000),
    Parser("names", lambda: _NAMES, read_name, FAULTS, 1500, 800_000),
    Parser("house rules", lambda: _RULES, read_rules, FAULTS, 500, 300_000),
    Parser("values of answers", lambda: _VALUES, read_value, FAULTS, 1500, 700_000),
    Parser("cards", lambda: _CARDS, read_cards, FAULTS, 1000, 400_000),
    Parser("patience positions", _positions, read_position, FAULTS, 300, 150_000),
    Parser("labels of pictures", lambda: _LABELS, read_labels, FAULTS, 100, 100_000),
    Parser("files of deals", lambda: _DEALS, read_deals, FAULTS, 100, 100_000),
    Parser("pictures", picture_examples, read_picture, (PictureFault,), 150, 40_000),
)
