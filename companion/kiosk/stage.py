"""The stage: what every scene is given, so that scenes need to know nothing of each other's surroundings."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from companion.kiosk.paint import paint_box
from companion.kiosk.preferences import Preferences
from companion.kiosk.theme import Theme
from companion.kiosk.typesetter import Typesetter
from companion.language import Language
from companion.pin import Guard
from companion.settings import Settings
from companion.speech.voice import Sentence
from companion.table.clock import Clock
from companion.table.processes import Processes, RecordedProcesses
from companion.table.prompts import Prompt
from companion.table.text import Fact, Text

if TYPE_CHECKING:
    from companion.doctor import Check
    from companion.kiosk.bot_seats import BotSeats
    from companion.kiosk.keeper import Keeper
    from companion.kiosk.layer import Scene
    from companion.kiosk.sight import Sight
    from companion.sounds.sounds import Sounds
    from companion.speech.voice import Voice

#: At most this many notices wait to be shown; the oldest give way.
MOST_NOTICES = 4
#: So many times longer notices stay where there is time for everything.
SLOWER = 3


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that is shown for a while, until the monotonic time `until`."""

    words: str
    tone: Literal["plain", "good", "bad"]
    since: int
    until: int


class Stage:
    """Theme, language, clock, and the ways to other scenes.

    `keeper` opens and lists sessions, `sight` is the camera or None, `act` makes a simulated
    table do what a prompt waits for (None without one), `preferences` are what is set.
    """

    def __init__(
        self,
        theme: Theme,
        language: Language,
        clock: Clock,
        keeper: Keeper,
        sight: Sight | None = None,
        act: Callable[[Prompt], None] | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        self.theme = theme
        self.box = paint_box(theme)
        self.type = Typesetter(theme)
        self.language = language
        self.clock = clock
        self.keeper = keeper
        self.sight = sight
        self._act = act
        self.preferences = preferences or Preferences()
        #: What can be heard; None where nothing can, as in most tests.
        self.sounds: Sounds | None = None
        self.voice: Voice | None = None
        self.notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        #: What people must be told all evening, such as buttons that are not there.
        self.banners: tuple[str, ...] = ()
        self.locked = False
        #: What runs other programs; nothing does before the kiosk has started in earnest, nor in its tests.
        self.processes: Processes = RecordedProcesses()
        #: Counts the wrong PINs of all who try, one after the other.
        self.pin_guard = Guard(clock.monotonic_ms)
        #: Looks at the machine, where there is one to be looked at.
        self.doctor: Callable[[], Iterable[Check]] | None = None
        #: Who plays the seats that nobody sits at, if there are such seats.
        self.bots: BotSeats | None = None
        self.next: Scene | None = None
        self.leaving = False

    @property
    def act(self) -> Callable[[Prompt], None] | None:
        """What makes a simulated table throw or show what is waited for; None without such a table."""
        return self._act or (self.sight.act if self.sight is not None else None)

    @property
    def now(self) -> int:
        """The monotonic clock in milliseconds."""
        return self.clock.monotonic_ms()

    def line(self, id: str, **facts: Fact) -> str:
        """Return the sentence of a message id."""
        return self.language.line(id, **facts)

    def say(self, text: Text) -> str:
        """Return the sentence of a text."""
        return self.language.say(text)

    def number(self, count: int) -> str:
        """Return a small number as a word, a larger one in digits."""
        id = f"kiosk.number.{count}"
        return self.language.line(id) if id in self.language else str(count)

    def speak(self, code: str) -> None:
        """Say everything in another language from now on; scenes are made anew by whoever calls this."""
        self.language = Language.load(code)
        self.hush()

    def look(self) -> None:
        """Draw everything as it is set now; scenes are made anew by whoever calls this."""
        large = self.settings.on("large_print")
        if large != self.theme.large:
            self.theme = Theme(self.theme.width, self.theme.height, large)
            self.type = Typesetter(self.theme)
            self.box = paint_box(self.theme)

    # what is heard -------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """What is set just now."""
        return self.preferences.settings

    def sound(self, name: str) -> None:
        """Play a sound, unless sounds are off."""
        if self.sounds is not None and self.settings.on("sounds"):
            self.sounds.play(name, self._volume)

    def tell_aloud(self, words: str) -> None:
        """Say what has happened, unless the voice is off."""
        if self.voice is not None and self.settings.on("voice"):
            self.voice.tell(self._sentence(words))

    def ask_aloud(self, words: str) -> None:
        """Say what is asked now, instead of anything asked before, unless the voice is off."""
        if self.voice is not None and self.settings.on("voice"):
            self.voice.ask(self._sentence(words))

    def hush(self) -> None:
        """Let the voice fall silent."""
        if self.voice is not None:
            self.voice.hush()

    def be_silent(self) -> None:
        """End the voice and the sounds for good."""
        for one in (self.voice, self.sounds):
            if one is not None:
                one.close()
        self.voice = self.sounds = None

    def hear(self) -> None:
        """Notice that nothing can be said or heard; people are told once."""
        for one in (self.voice, self.sounds):
            problem = one.problem() if one is not None else None
            if problem is not None:
                self.notice(self.say(problem), lasting_ms=9000)

    def _sentence(self, words: str) -> Sentence:
        return Sentence(words, self.language.code, self._volume, self.settings.on("slow"))

    @property
    def _volume(self) -> float:
        return self.settings.number("volume") / 100

    # scenes --------------------------------------------------------------------------------------------

    def go(self, scene: Scene) -> None:
        """Bring `scene` on the screen before the next frame."""
        self.next = scene

    def quit(self) -> None:
        """Leave the kiosk after this frame."""
        self.leaving = True

    def notice(
        self, words: str, tone: Literal["plain", "good", "bad"] = "plain", lasting_ms: int = 4200
    ) -> None:
        """Show a sentence for a while, over whatever is on the screen."""
        now = self.now
        if tone == "bad":
            self.sound("no")
        if self.settings.on("slow"):
            lasting_ms *= SLOWER
        if self.notices and self.notices[-1].words == words and self.notices[-1].until > now:
            self.notices.pop()
        self.notices.append(Notice(words, tone, now, now + lasting_ms))

    def drop_remarks(self) -> None:
        """Take away the plain notices of before this moment; refusals and good news stay."""
        kept = [one for one in self.notices if one.tone != "plain" or one.since >= self.now]
        if len(kept) < len(self.notices):
            self.notices.clear()
            self.notices.extend(kept)
