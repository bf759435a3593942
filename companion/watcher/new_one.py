"""The one new thing among several in view: what answers, what is refused, and when people are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher.reader_words import item_text
from companion.watcher.shown import LeftLying, answer_of, named, refused
from companion.watcher.state import Named, WatchState
from hardware.camera import Frame
from hardware.vision.reading import Doubt, Piece, Reading

#: With more things than this in view the layout itself is seen; what lies on it needs no naming.
MOST_NAMED = 2


def told_apart(
    prompt: Reveal, reading: Reading, left: LeftLying, letter: str
) -> tuple[list[Piece], list[Named]]:
    """Return the clear pieces that can be the answer, and why the other clear ones cannot.

    `letter` is what items of this kind begin with: see `item_text`.
    """
    legal: list[Piece] = []
    refusals: list[Named] = []
    for piece in reading.pieces:
        if piece.doubt is not None:
            continue
        if piece.value not in prompt.known:
            refusals.append(refused(prompt, piece.value, piece, item_text(f"{letter}{piece.value}")))
        elif left.lies(piece, piece.value):
            say = Text("watch.lies_there", {"what": piece.value})
            refusals.append(named(piece.value, say, piece))
        else:
            legal.append(piece)
    return legal, refusals


def decided(
    prompt: Reveal,
    frame: Frame,
    reading: Reading,
    state: WatchState,
    left: LeftLying,
    legal: Sequence[Piece],
    unclear: Sequence[Piece],
) -> WatchState:
    """Return what one or more pieces that may be the answer make of the prompt: it, or a question."""
    if len(legal) == 1 and not unclear:
        (piece,) = legal
        left.proposed(piece, piece.value, frame.at_ms)
        sure = replace(reading, accepted=True, doubt=None)
        return replace(state, phase="read", reading=sure, proposal=answer_of(prompt, piece.value, frame))
    doubt = unclear[0].doubt if unclear else Doubt.TOO_MANY
    return replace(
        state,
        phase="doubt",
        reading=replace(reading, accepted=False, doubt=doubt),
        candidates=tuple(sorted({p.value for p in (*legal, *unclear) if p.value in prompt.known})),
    )
