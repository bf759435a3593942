"""The voice: a real child process speaks, the newest prompt counts, and nothing ever waits for it."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from companion.language import Language
from companion.sounds.synthesis import RATE, Wave
from companion.speech.espeak import MOST_LETTERS, VOICES, Espeak, said, wave_in
from companion.speech.voice import MOST_NEWS, Sentence, Voice
from companion.table.faults import Fault
from tests.sounds.heard import Heard

SPEAKS = shutil.which("espeak-ng") is not None
#: A speech program of our own: notes what it was given, and writes a tenth of a second.
PROGRAM = """#!{python}
import json, os, struct, sys
words = sys.stdin.buffer.read().decode()
with open({log!r}, "a") as log:
    log.write(json.dumps([words, sys.argv[1:], os.environ.get("LD_LIBRARY_PATH", "")]) + "\\n")
body = b"\\1\\0" * 2205
head = struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 0, b"WAVEfmt ", 16, 1, 1, 22050, 44100, 2, 16, b"data", 0)
sys.stdout.buffer.write(head + body)
"""


class Slow:
    """A speaker that notes sentences and takes its time until it is let go."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.go = threading.Event()
        self.begun = threading.Event()

    def wave(self, words: str, code: str, slow: bool = False) -> Wave:
        self.given.append(words)
        self.begun.set()
        self.go.wait(20)
        return np.zeros(RATE // 100, np.int16)


def program(folder: Path, body: str = PROGRAM) -> str:
    path = folder / "speaks"
    path.write_text(body.format(python=sys.executable, log=str(folder / "log")))
    path.chmod(0o755)
    return str(path)


def sentence(words: str) -> Sentence:
    return Sentence(words, "en")


def test_a_sentence_is_input_and_never_an_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/x/cv2/lib")
    wave = Espeak(program(tmp_path)).wave("--version\n; rm \x07 · Ștefan", "ro")
    assert len(wave) == 2205
    log = (tmp_path / "log").read_text()
    assert '"--version ; rm , \\u0218tefan"' in log and '"-v", "ro"' in log
    assert "cv2" not in log
    Espeak(program(tmp_path)).wave("so", "de", slow=True)
    slow = (tmp_path / "log").read_text().splitlines()[1]
    assert '"-s", "115"' in slow and '"-v", "de"' in slow
    assert len(said("word " * 1000)) <= MOST_LETTERS


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("#!{python}\nimport sys; sys.exit('no data')", "no data"),
        ("#!{python}\nprint('hello')", "RIFF"),
        ("#!/no/such/interpreter\n", "not installed"),
    ],
)
def test_a_broken_program_is_a_sentence(tmp_path: Path, body: str, why: str) -> None:
    with pytest.raises(Fault) as fault:
        Espeak(program(tmp_path, body)).wave("hello", "en")
    assert why in Language.load("en").say(fault.value.say)


def test_a_missing_program_is_told_once_and_then_it_is_silent() -> None:
    voice = Voice(Heard(), Espeak("/no/such/program"))
    voice.ask(sentence("one"))
    assert voice.wait(20)
    problem = voice.problem()
    assert problem is not None and "not installed" in Language.load("en").say(problem)
    for _ in range(100):
        voice.tell(sentence("two"))
    assert voice.wait(1) and voice.problem() is None
    voice.close()


def test_without_a_sound_device_no_program_is_started(tmp_path: Path) -> None:
    voice = Voice(Heard(opens=False), Espeak(program(tmp_path)))
    voice.ask(sentence("one"))
    assert voice.wait(20)
    assert not (tmp_path / "log").exists() and voice.problem() is None
    voice.close()


def test_the_newest_prompt_takes_the_place_of_those_before() -> None:
    output, speaker = Heard(), Slow()
    voice = Voice(output, speaker)
    voice.ask(sentence("first"))
    assert speaker.begun.wait(20)
    # Asking waits for nobody: the speaker is let go only once everything has been asked.
    for number in range(1000):
        voice.ask(sentence(f"prompt {number}"))
    for number in range(20):
        voice.tell(sentence(f"news {number}"))
    assert speaker.given == ["first"]
    speaker.go.set()
    assert voice.wait(20)
    assert speaker.given == ["first", *(f"news {n}" for n in range(20 - MOST_NEWS, 20)), "prompt 999"]
    assert len(output.waves) == MOST_NEWS + 1, "a prompt that was overtaken is not heard"
    voice.close()


def test_a_prompt_that_is_being_said_is_cut_short() -> None:
    class Long(Slow):
        def wave(self, words: str, code: str, slow: bool = False) -> Wave:
            self.given.append(words)
            return np.zeros(RATE * (3600 if words == "long" else 0) + 10, np.int16)

    output, speaker = Heard(), Long()
    voice = Voice(output, speaker)
    voice.ask(sentence("long"))
    while not output.waves:
        time.sleep(0.001)
    voice.ask(sentence("short"))
    assert voice.wait(20) and output.hushed == 1
    voice.ask(sentence("long"))
    while len(output.waves) < 3:
        time.sleep(0.001)
    voice.hush()
    assert voice.wait(20)
    voice.tell(sentence("long"))
    while len(output.waves) < 4:
        time.sleep(0.001)
    voice.close()
    assert voice._thread is not None and not voice._thread.is_alive()


@pytest.mark.parametrize("riff", [b"", b"RIFF", b"RIFF" + bytes(60), os.urandom(400)])
def test_what_is_no_wave_is_none(riff: bytes) -> None:
    assert wave_in(riff) is None


@pytest.mark.skipif(not SPEAKS, reason="espeak-ng is not installed")
@pytest.mark.parametrize("code", VOICES)
def test_the_real_program_speaks_each_language(code: str) -> None:
    wave = Espeak().wave("Ana: 12 500, ăâîșț æøå äöüß.", code)
    assert RATE // 2 < len(wave) < 15 * RATE and np.abs(wave).max() > 3000
