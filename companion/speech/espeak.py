"""The speech program espeak-ng: a sentence goes in at one end, a wave comes out at the other."""

from __future__ import annotations

import os
import subprocess
from typing import Protocol

import numpy as np

from companion.sounds.synthesis import RATE, Wave
from companion.table.faults import Fault
from companion.table.processes import clean_environment

PROGRAM = "espeak-ng"
#: Its voices by our languages; a language without one is spoken in English.
VOICES = {"en": "en-gb", "de": "de", "nb": "nb", "ro": "ro"}
#: Words a minute, and in the slow mode.
PACE, SLOW_PACE = 150, 115
#: No sentence takes longer to work out than this; a program that does has hung.
_SECONDS = 10.0
#: Longer sentences are cut: nobody listens to more.
MOST_LETTERS = 400


class Speaker(Protocol):
    """What makes waves of sentences."""

    def wave(self, words: str, code: str, slow: bool = False) -> Wave:
        """Return the wave of a sentence in a language; raises `Fault` where there is no such program."""
        ...


class Espeak:
    """espeak-ng as a child process, a sentence at a time.

    The sentence is given as input, never as an argument, so that no name of a player can be taken for an
    option; the environment is cleaned of what OpenCV puts into it.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program

    def wave(self, words: str, code: str, slow: bool = False) -> Wave:
        pace = str(SLOW_PACE if slow else PACE)
        voice = VOICES.get(code, VOICES["en"])
        command = [self._program, "--stdin", "--stdout", "-b", "1", "-v", voice, "-s", pace]
        try:
            done = subprocess.run(
                command,
                input=said(words).encode(),
                capture_output=True,
                timeout=_SECONDS,
                env=clean_environment(os.environ),
                check=False,
            )
        except subprocess.TimeoutExpired as problem:
            raise Fault("speech.broken", program=self._program, reason=f"{_SECONDS:g} s") from problem
        except FileNotFoundError as problem:
            raise Fault("speech.missing", program=self._program) from problem
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise Fault("speech.broken", program=self._program, reason=reason) from problem
        if done.returncode != 0:
            reason = done.stderr.decode(errors="replace").strip().split("\n")[-1][:80] or str(done.returncode)
            raise Fault("speech.broken", program=self._program, reason=reason)
        found = wave_in(done.stdout)
        if found is None:
            raise Fault("speech.broken", program=self._program, reason="RIFF")
        return found


def said(words: str) -> str:
    """Return a sentence as it is spoken: one line, without what no voice can say."""
    plain = "".join(letter if letter.isprintable() else " " for letter in words)
    return " ".join(plain.replace("·", ",").split())[:MOST_LETTERS]


def wave_in(riff: bytes) -> Wave | None:
    """Return the samples of a WAV file of one 16-bit channel, None for anything else.

    The lengths in it are not looked at: a program that writes into a pipe does not know them yet.
    """
    data = riff.find(b"data", 12)
    if riff[:4] != b"RIFF" or riff[8:16] != b"WAVEfmt " or data < 36:
        return None
    kind, channels = (int.from_bytes(riff[at : at + 2], "little") for at in (20, 22))
    rate, bits = int.from_bytes(riff[24:28], "little"), int.from_bytes(riff[34:36], "little")
    if (kind, channels, bits) != (1, 1, 16) or not 4_000 <= rate <= 96_000:
        return None
    body = riff[data + 8 :]
    wave = np.frombuffer(body[: len(body) // 2 * 2], dtype="<i2").astype(np.int16)
    if rate == RATE or not len(wave):
        return wave
    other: Wave = np.interp(np.arange(0, len(wave), rate / RATE), np.arange(len(wave)), wave).astype(np.int16)
    return other
