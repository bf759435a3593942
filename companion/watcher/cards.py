"""A shown card: told by the code of the kit that is printed on it; everything else is named and ignored."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, replace

from companion.kit.backs import cards_of_backs
from companion.kit.codes import CodeBook, CodeResult, KitKey
from companion.table.faults import Fault
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher.at_rest import READ_GAP_MS
from companion.watcher.kinds import value_of_item
from companion.watcher.reader_words import item_text, told, trouble_text
from companion.watcher.shown import LeftLying, answer_of, named, refused
from companion.watcher.state import Kits, Named, Phase, WatchState
from hardware.camera import Frame
from hardware.vision.mat import Mat
from hardware.vision.reading import Doubt, Piece, Reading
from hardware.vision.tags import TagReader

#: A card counts when it is the only legal one in so many of the last readings; one reading never decides.
AGREEING, WINDOW = 3, 5
#: What is refused is named once it was in two of them.
NAMING = 2


@dataclass(frozen=True)
class _Code:
    """One code in view: `value` is what the prompt calls it, empty where it is none of the kit's (`ours`).

    `piece` is what may be shown of it, which for a card lying face down is not its value.
    """

    value: str
    legal: bool
    say: Named
    piece: Piece
    ours: bool = False


class ShownCard:
    """Reads codes in the decoder's own process, started at the first card and ended by `close`."""

    def __init__(self, kits: Kits) -> None:
        self._kits = kits
        self._reader: TagReader | None = None
        self._keys: dict[str, KitKey] = {}
        self._book = CodeBook(())
        self._notice: Text | None = None
        self._left = LeftLying()
        self.arm()

    def arm(self) -> None:
        """Look for a new card; the kits are asked for anew."""
        self._left.arm()
        self._seen: deque[tuple[_Code, ...]] = deque(maxlen=WINDOW)
        self._read_ms = -READ_GAP_MS
        self._reading: Reading | None = None
        self._stale = True

    def again(self) -> None:
        """What lies there counts as new."""
        self._left.forget()

    @property
    def in_view(self) -> bool:
        """Whether the last frame that was read shows a code of a known kit."""
        return bool(self._seen) and any(code.ours for code in self._seen[-1])

    def look(self, prompt: Reveal, frame: Frame, mat: Mat | None, state: WatchState) -> WatchState:
        """Return `state` with what a frame shows."""
        if self._stale:
            self._stale = False
            self._learn()
        if not frame.still and frame.at_ms - self._read_ms < READ_GAP_MS:
            return self._said(prompt, frame, state)
        self._read_ms = frame.at_ms
        if self._reader is None:
            self._reader = TagReader()
        reading = self._reader.read(frame.image, thorough=frame.still)
        pieces = tuple(piece for piece in reading.pieces if mat is None or mat.contains(piece.centre))
        self._reading = replace(reading, pieces=pieces)
        codes = tuple(self._named(prompt, piece) for piece in pieces)
        if frame.still:
            # A photograph is shown once: what lies in it was laid there for it.
            self._left.forget()
            self._seen.clear()
        self._left.see([(code.piece, code.value) for code in codes], frame.at_ms)
        self._seen.append(codes)
        return self._said(prompt, frame, state)

    def close(self) -> None:
        """End the decoder's process."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _learn(self) -> None:
        try:
            keys = self._kits()
            self._notice = None if keys else Text("watch.no_kit")
        except Fault as fault:
            keys, self._notice = (), fault.say
        self._keys = {key.kit: key for key in keys}
        self._book = CodeBook(keys)

    def _said(self, prompt: Reveal, frame: Frame, state: WatchState) -> WatchState:
        """Return what the last readings make of the prompt together."""
        state = replace(state, phase="waiting", notice=self._trouble() or self._notice)
        if not self._seen:
            return state
        needed, naming = (1, 1) if frame.still else (AGREEING, NAMING)
        latest = self._seen[-1]
        times = Counter(what for codes in self._seen for what in {_sentence(code.say) for code in codes})
        refusals = {_sentence(code.say): code.say for code in latest if not code.legal}
        state = replace(state, named=tuple(one for what, one in refusals.items() if times[what] >= naming))
        legal = {code.value: code for code in latest if code.legal}
        if not legal:
            return state
        # The reader is sure of codes that are no cards of ours, too: only what is legal is shown as read.
        pieces = tuple(code.piece for code in legal.values())
        size = self._reading.size if self._reading is not None else (0, 0)
        reading = Reading("tags", pieces, 1.0, len(legal) == 1, size=size)
        if len(legal) > 1:
            doubt = replace(reading, accepted=False, doubt=Doubt.TOO_MANY)
            often = sum(len({code.value for code in codes if code.legal}) > 1 for codes in self._seen)
            settled: Phase = "doubt" if often >= needed else "settling"
            open_ = tuple(value for value, code in legal.items() if code.piece.value)
            return replace(state, phase=settled, reading=doubt, candidates=open_)
        (value,) = legal
        choices = [{code.value for code in codes if code.legal} for codes in self._seen]
        if choices.count({value}) < needed or any(choice - {value} for choice in choices):
            return replace(state, phase="settling", reading=reading)
        self._left.proposed(legal[value].piece, value, frame.at_ms)
        return replace(state, phase="read", reading=reading, proposal=answer_of(prompt, value, frame))

    def _named(self, prompt: Reveal, piece: Piece) -> _Code:
        """Return what a code is to the prompt; what was read is untrusted and stands in no sentence."""
        read = self._book.read(piece.value if piece.value or piece.doubt is not Doubt.NOT_TEXT else b"\xff")
        if read.result is not CodeResult.GOOD:
            shown = replace(piece, value="")
            return _Code("", False, named("", Text("watch.code", {"code": read.say}), shown), shown)
        # The back of a playing card names it to this machine alone: nothing that is shown or said may tell.
        backs = cards_of_backs(self._keys[read.kit]) if read.item.startswith("B") else {}
        down = read.item in backs
        value = value_of_item(backs.get(read.item, read.item), prompt)
        told = "" if down else value
        shown = replace(piece, value=told, doubt=None)
        if value not in prompt.known:
            if down:
                say = Text("watch.not_asked", {"what": Text("watch.item.back")})
                return _Code(value, False, named("", say, shown), shown, ours=True)
            called = refused(prompt, value, shown, item_text(read.item))
            return _Code(value, False, called, shown, ours=True)
        if self._left.lies(shown, value):
            say = Text("watch.lies_there", {"what": Text("watch.item.back") if down else value})
            return _Code(value, False, named(told, say, shown), shown, ours=True)
        said = Text("watch.item.back") if down else read.say
        return _Code(value, True, named(told, said, shown), shown, ours=True)

    def _trouble(self) -> Text | None:
        """Return what keeps codes from being read, or one decoder from looking, as long as it does."""
        if self._reading is None or self._reader is None:
            return None
        if self._reading.doubt is Doubt.FAILED:
            return trouble_text(self._reader)
        resting = None if self._reading.accepted else self._reader.resting
        return None if resting is None else told(resting)


def _sentence(one: Named) -> str:
    """Return what makes two refusals the same."""
    return f"{one.say.id} {one.say.facts}"
