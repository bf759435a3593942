"""The voice: says one sentence after the other on a thread of its own, and never falls behind the game."""

from __future__ import annotations

import logging
import threading
from collections import deque

from msgspec import Struct

from companion.sounds.output import Output
from companion.sounds.synthesis import RATE
from companion.speech.espeak import Speaker
from companion.table.faults import Fault
from companion.table.text import Text

log = logging.getLogger(__name__)

#: What has happened is said for so many sentences at most; older ones give way.
MOST_NEWS = 4


class Sentence(Struct, frozen=True):
    """A sentence in the words of a language, and how it is to be said."""

    words: str
    code: str
    volume: float = 0.7
    slow: bool = False


class Voice:
    """Says what has happened, and then what is asked now.

    Only the newest prompt is ever said: it stops one that is being said and takes the place of one that
    waits.  Without a speech program, or without a sound device, it is silent; `problem` says why, once.
    """

    def __init__(self, output: Output, speaker: Speaker) -> None:
        self._output, self._speaker = output, speaker
        self._changed = threading.Condition()
        self._news: deque[Sentence] = deque(maxlen=MOST_NEWS)
        self._prompt: Sentence | None = None
        self._saying: Sentence | None = None
        #: Whether what is being said is a prompt, and must stop.
        self._asking = self._stop = False
        self._thread: threading.Thread | None = None
        self._problem: Text | None = None
        self._broken = self._closed = False

    def tell(self, sentence: Sentence) -> None:
        """Say what has happened."""
        with self._changed:
            self._news.append(sentence)
            self._begin()

    def ask(self, sentence: Sentence) -> None:
        """Say what is asked now, instead of anything that was asked before."""
        with self._changed:
            self._prompt = sentence
            self._stop = self._stop or self._asking
            self._begin()

    def hush(self) -> None:
        """Say nothing more of what waits, and stop in the middle of a word."""
        with self._changed:
            self._news.clear()
            self._prompt, self._stop = None, True
            self._changed.notify_all()

    def problem(self) -> Text | None:
        """Return, once, why nothing can be said."""
        with self._changed:
            said, self._problem = self._problem, None
            return said

    def wait(self, seconds: float) -> bool:
        """Wait until everything has been said; return whether it has."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._broken or not (self._news or self._prompt or self._saying), seconds
            )

    def _begin(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _run(self) -> None:
        while (sentence := self._next()) is not None:
            try:
                self._say(sentence)
            except Fault as fault:
                with self._changed:
                    self._broken, self._problem = True, fault.say
                    self._changed.notify_all()
                return
            except Exception:
                log.exception("the voice has failed")

    def _next(self) -> Sentence | None:
        with self._changed:
            self._saying = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or self._news or self._prompt is not None)
            if self._closed:
                return None
            self._stop = False
            self._asking = not self._news
            if self._news:
                self._saying = self._news.popleft()
            else:
                self._saying, self._prompt = self._prompt, None
            return self._saying

    def _say(self, sentence: Sentence) -> None:
        if not self._output.open():
            return
        wave = self._speaker.wave(sentence.words, sentence.code, sentence.slow)
        with self._changed:
            if self._stop or self._closed:
                return
            self._output.play(wave, sentence.volume, voice=True)
            if self._changed.wait_for(lambda: self._stop or self._closed, len(wave) / RATE):
                self._output.hush()

    def close(self) -> None:
        """Stop, and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(2.0)
