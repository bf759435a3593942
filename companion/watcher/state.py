"""What the camera makes of the table just now, as screens, voices and narrators are told it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.kit.codes import KitKey
from companion.table.answers import Answer
from companion.table.prompts import Prompt
from companion.table.text import Text
from companion.watcher.kinds import Kind
from hardware.camera import CameraState, Image
from hardware.vision.reading import Point, Reading

Phase = Literal["off", "waiting", "moving", "settling", "read", "doubt", "blind"]

#: Gives the kits that this machine knows; asked anew for each card, so that a kit printed meanwhile counts.
Kits: TypeAlias = Callable[[], tuple[KitKey, ...]]

#: The picture shown in the corner of the screen is at most this wide.
SHOWN_WIDTH = 640


@dataclass(frozen=True)
class Named:
    """Something in view that cannot be the answer, and the sentence that says why.

    `value` is empty where it has no name of ours; `centre` and `outline` are frame pixels.
    """

    value: str
    say: Text
    centre: Point = (0.0, 0.0)
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True)
class WatchState:
    """What the camera makes of the table just now.

    `phase`: off (nothing is asked of the camera), waiting (for dice, a card or a tile), moving, settling,
    read (`proposal` may be sent), doubt (`reading` is to be shown and asked), blind (no picture; type it in).
    `kind` is what is looked for.  `image` is BGR, at most `SHOWN_WIDTH` wide; coordinates of `reading`,
    `named` and `mat` times `scale` are its pixels.  `named` is what is in view and refused; `candidates` are,
    in a doubt, the legal values in view that people choose between; `notice` holds as long as the prompt is
    open.  `mat` is the frame of the tray mat, empty while none is in view.
    """

    phase: Phase = "off"
    prompt: Prompt | None = None
    reading: Reading | None = None
    proposal: Answer | None = None
    image: Image | None = None
    scale: float = 1.0
    camera: CameraState = CameraState.NONE
    name: str = ""
    kind: Kind = ""
    named: tuple[Named, ...] = ()
    candidates: tuple[str, ...] = ()
    notice: Text | None = None
    mat: tuple[Point, ...] = ()
