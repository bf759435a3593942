"""The decoder process: crashes, hangs, missing libraries, and what it is started with.

The pictures that break a decoder are made up: a stand-in for the library looks at the first pixel and does
what a fault in the real one would do, in the real process; for every other picture it calls the real one.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.vision import tag_process
from hardware.vision.reading import Doubt
from hardware.vision.tag_decoders import DecoderName
from hardware.vision.tag_process import DecoderProcess, TroubleKind
from hardware.vision.tags import TagReader
from tests.house.tree import ROOT
from tests.vision.laid_out import code_card

TEXT = "KL1:7QM:G07:4ZK0B1T"
SEGFAULT, ABORT, HANG, GREED, RAISE, CHATTER, LEAVE = range(11, 18)

BREAKABLE = """
import importlib, os, signal, sys, time
own = sys.modules.pop(__name__)
kept, sys.path[:] = list(sys.path), [path for path in sys.path if path != {folder!r}]
real = importlib.import_module(__name__)
sys.path[:], sys.modules[__name__] = kept, own
BarcodeFormat, TextMode = real.BarcodeFormat, real.TextMode

def read_barcodes(picture, formats, text_mode, try_invert=True):
    wish = picture[0, 0]
    if wish == 11:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif wish == 12:
        os.abort()
    elif wish == 13:
        time.sleep(60)
    elif wish == 14:
        bytearray(8 << 30)
    elif wish == 15:
        raise RuntimeError("no such picture")
    elif wish == 16:
        os.write(1, b"chatter" * 99)
        os.write(2, b"databar.c: assertion failed")
    elif wish == 17:
        os._exit(3)
    return real.read_barcodes(picture, formats=formats, text_mode=text_mode)
"""


def poisoned(wish: int) -> NDArray[np.uint8]:
    """Return a picture of a card that makes the stand-in do what it is told."""
    card = code_card(TEXT)
    card[:8, :8] = wish
    return card


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended but that nobody has asked for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for_the_end(pid: int) -> None:
    deadline = time.monotonic() + 20
    while alive(pid):
        assert time.monotonic() < deadline, "the process is still there"
        time.sleep(0.01)


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def reader(clock: Clock) -> Iterator[TagReader]:
    reader = TagReader(DecoderProcess(clock))
    yield reader
    reader.close()


@pytest.fixture
def breakable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "zxingcpp.py").write_text(BREAKABLE.format(folder=str(tmp_path)))
    monkeypatch.syspath_prepend(str(tmp_path))


def without(folder: Path, monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Let a library be missing for the processes that are started from now on."""
    for module in modules:
        (folder / f"{module}.py").write_text("raise ImportError('not installed')\n")
    monkeypatch.syspath_prepend(str(folder))


def test_a_process_killed_between_two_pictures_is_replaced_without_a_word(reader: TagReader) -> None:
    assert reader.read(code_card(TEXT)).values == (TEXT,)
    first = reader.process.pid
    assert first is not None
    os.kill(first, signal.SIGSEGV)
    wait_for_the_end(first)
    assert reader.read(code_card(TEXT)).values == (TEXT,)
    assert reader.process.pid not in (None, first)
    assert reader.troubles == ()


@pytest.mark.parametrize(("wish", "how"), [(SEGFAULT, "signal 11"), (ABORT, "signal 6"), (LEAVE, "status 3")])
def test_a_picture_that_crashes_a_decoder_costs_that_look_only(
    reader: TagReader, breakable: None, wish: int, how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    # The other decoder looks at the same picture, in a new process.
    assert reader.read(poisoned(wish)).values == (TEXT,)
    (trouble,) = reader.troubles
    assert (trouble.kind, trouble.decoder) == (TroubleKind.CRASHED, DecoderName.ZXING)
    assert how in trouble.say and trouble.say.endswith(".")
    assert reader.read(code_card(TEXT), thorough=True).values == (TEXT,)
    assert capfd.readouterr() == ("", "")


def test_a_decoder_that_crashed_rests_longer_and_longer_unless_it_is_asked_for(
    reader: TagReader, breakable: None, clock: Clock
) -> None:
    rests = []
    for _ in range(3):
        reader.read(poisoned(SEGFAULT))
        since = clock.now
        while reader.process.rests(DecoderName.ZXING):
            clock.now += 500
        rests.append(clock.now - since)
    assert rests == [1000, 2000, 4000]
    reader.read(poisoned(SEGFAULT))
    crashed = len(reader.troubles)
    # At rest it is not asked, so that it cannot crash, and the other one reads.
    assert reader.read(poisoned(SEGFAULT)).values == (TEXT,)
    assert reader.process.rests(DecoderName.ZXING)
    assert len(reader.troubles) == crashed
    # A photograph, or somebody who waits, is worth another try; what works begins with the shortest rest.
    reader.read(code_card(TEXT), thorough=True)
    clock.now += 60_000
    reader.read(poisoned(SEGFAULT))
    clock.now += 1000
    assert not reader.process.rests(DecoderName.ZXING)


def test_a_decoder_that_hangs_is_ended(
    reader: TagReader, breakable: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tag_process, "HANG_SECONDS", 0.3)
    assert reader.read(code_card(TEXT)).values == (TEXT,)
    pid = reader.process.pid
    assert pid is not None
    assert reader.read(poisoned(HANG)).values == (TEXT,)
    assert [trouble.kind for trouble in reader.troubles] == [TroubleKind.HUNG]
    assert not alive(pid)


@pytest.mark.parametrize("wish", [GREED, RAISE])
def test_a_decoder_that_raises_stays(reader: TagReader, breakable: None, wish: int) -> None:
    reader.read(code_card(TEXT))
    pid = reader.process.pid
    assert reader.read(poisoned(wish)).values == (TEXT,)
    assert [trouble.kind for trouble in reader.troubles] == [TroubleKind.FAILED]
    assert reader.process.pid == pid


def test_what_a_library_prints_goes_nowhere(
    reader: TagReader, breakable: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert reader.read(poisoned(CHATTER)).values == (TEXT,)
    assert reader.troubles == ()
    assert capfd.readouterr() == ("", "")


def test_crash_after_crash_ends_the_reading_of_codes_and_nothing_else(
    reader: TagReader, breakable: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(tmp_path, monkeypatch, "pyzbar")
    monkeypatch.setattr(tag_process, "MOST_RESTARTS", 4)
    for _ in range(4):
        assert reader.read(poisoned(SEGFAULT), thorough=True).doubt is Doubt.FAILED
    reading = reader.read(code_card(TEXT), thorough=True)
    assert reading.doubt is Doubt.FAILED and not reading.accepted
    assert reader.troubles[-1].kind is TroubleKind.GIVEN_UP
    assert reader.process.pid is None


def test_a_process_that_cannot_be_started_is_said(reader: TagReader, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/nowhere/python")
        assert reader.read(code_card(TEXT)).doubt is Doubt.FAILED
    assert {trouble.kind for trouble in reader.troubles} == {TroubleKind.NOT_STARTED}
    assert reader.read(code_card(TEXT), thorough=True).values == (TEXT,)


def test_without_zxing_zbar_reads_every_frame(
    reader: TagReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(tmp_path, monkeypatch, "zxingcpp")
    for _ in range(2):
        assert reader.read(code_card(TEXT)).values == (TEXT,)
    assert reader.read(code_card(TEXT, inverted=True), thorough=True).values == (TEXT,)
    (sentence,) = reader.missing
    assert "zxing-cpp" in sentence
    assert reader.troubles == () and reader.check() == (sentence,)


def test_without_zbar_zxing_reads_and_the_remedy_is_named(
    reader: TagReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(tmp_path, monkeypatch, "pyzbar")
    for thorough in (False, True, True):
        assert reader.read(code_card(TEXT), thorough).values == (TEXT,)
    (sentence,) = reader.missing
    assert "apt install libzbar0" in sentence and reader.troubles == ()


def test_without_any_decoder_nothing_is_read_and_both_are_named(
    reader: TagReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(tmp_path, monkeypatch, "zxingcpp", "pyzbar")
    assert reader.read(code_card(TEXT)).doubt is Doubt.FAILED
    assert len(reader.missing) == 2 == len(reader.check())


def test_without_the_library_of_zbar_the_remedy_is_named() -> None:
    """pyzbar is installed, and the library that it calls is not: the usual case."""
    program = (
        "import ctypes.util; ctypes.util.find_library = lambda name: None;"
        "from hardware.vision.tag_decoders import DecoderMissing, DecoderName, decode\n"
        "try: decode(DecoderName.ZBAR, memoryview(bytes(64)), 8, 8)\n"
        "except DecoderMissing as missing: print(missing)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "apt install libzbar0" in done.stdout and done.stderr == ""


def test_the_process_gets_nothing_of_opencvs_environment(
    reader: TagReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/cv2/../../lib64:/opt/own:/opt/opencv_python.libs:")
    monkeypatch.setenv("QT_QPA_FONTDIR", "/opt/cv2/qt/fonts")
    monkeypatch.setenv("PYTHONSTARTUP", "/nowhere")
    reader.read(code_card(TEXT))
    raw = Path(f"/proc/{reader.process.pid}/environ").read_bytes().decode()
    environment = dict(line.split("=", 1) for line in raw.split("\0") if line)
    assert environment.pop("LD_LIBRARY_PATH") == "/opt/own"
    assert environment.keys() <= {"PATH", "LANG", "LC_ALL", "TMPDIR", "LC_CTYPE"}


def test_the_process_ends_with_the_program_however_that_ends() -> None:
    program = (
        "import os, numpy; from hardware.vision.tags import TagReader; reader = TagReader();"
        "reader.read(numpy.zeros((20, 20, 3), numpy.uint8));"
        "print(reader.process.pid, flush=True); os._exit(9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 9, done.stderr
    wait_for_the_end(int(done.stdout))


def test_a_reader_that_is_forgotten_ends_its_process() -> None:
    reader = TagReader()
    reader.read(code_card(TEXT))
    pid = reader.process.pid
    assert pid is not None and alive(pid)
    del reader
    gc.collect()
    assert not alive(pid)


def test_closing_twice_and_reading_again(reader: TagReader) -> None:
    reader.read(code_card(TEXT))
    reader.close()
    reader.close()
    assert reader.process.pid is None
    assert reader.read(code_card(TEXT)).values == (TEXT,)
