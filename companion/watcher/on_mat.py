"""The tray mat as the watcher uses it: looked for now and then, and everything beside it left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.camera import Frame, Image
from hardware.vision.leaning import Whole
from hardware.vision.mat import Mat, MatFinder
from hardware.vision.reading import Point, Reading

#: A mat lies still: between two looks for its marks there is so much time.
LOOK_GAP_MS = 95
#: A mat that was in view a moment ago still lies there when hands cover its marks.
KEPT_MS = 3000
#: A frame whose corners have moved less than this has not moved.
STILL_PX = 2.0
#: Beside the frame so much is left, that a die on its line is seen whole.
ROOM_MM = 10.0
#: A mat that is smaller than this in the picture shows nothing that could be read.
LEAST_PX = 64


class MatWatch:
    """Finds the mat in the frames of one camera; without one it costs a look now and then."""

    def __init__(self) -> None:
        self._finder = MatFinder()
        self._mat: Mat | None = None
        self._looked_ms = -LOOK_GAP_MS
        self._seen_ms = 0

    def find(self, frame: Frame) -> Mat | None:
        """Return the mat that lies in the frame, None where there is none."""
        if frame.still:
            # A photograph may have been taken from anywhere.
            return MatFinder().find(frame.image, thorough=True)
        if frame.at_ms - self._looked_ms < LOOK_GAP_MS:
            return self._mat
        self._looked_ms = frame.at_ms
        found = self._finder.find(frame.image)
        if found is not None:
            self._seen_ms = frame.at_ms
            # The same mat stays the same object, so that what is painted over does not tremble.
            if self._mat is None or _moved(self._mat, found):
                self._mat = found
        elif frame.at_ms - self._seen_ms > KEPT_MS:
            self._mat = None
        return self._mat


def _moved(before: Mat, now: Mat) -> bool:
    return float(np.abs(np.array(before.outline) - np.array(now.outline)).max()) > STILL_PX


@dataclass(frozen=True)
class Cut:
    """The part of a frame that shows the mat: `image` lies at `left`, `top` in a frame of `size`."""

    image: Image
    left: int
    top: int
    size: tuple[int, int]
    mat: Mat

    @property
    def whole(self) -> Whole:
        """The frame of which this is a part."""
        return Whole(self.left, self.top, self.size, self.mat.bend)

    def in_frame(self, reading: Reading) -> Reading:
        """Return a reading of the cut in pixels of the frame, without what is not within the mat's frame."""
        moved = (
            replace(p, centre=self._moved(p.centre), outline=tuple(map(self._moved, p.outline)))
            for p in reading.pieces
        )
        inside = tuple(piece for piece in moved if self.mat.contains(piece.centre))
        return replace(reading, pieces=inside, size=self.size)

    def _moved(self, point: Point) -> Point:
        return point[0] + self.left, point[1] + self.top


def cut_to_mat(image: Image, mat: Mat) -> Cut:
    """Return the part of a frame that shows the mat, with everything beside it in the colour of its paper.

    What lies on the mat is larger in it, so that the readers, which look at small pictures, see more.
    """
    left, top, right, bottom = mat.layout.frame
    corners = [
        (left - ROOM_MM, top - ROOM_MM),
        (right + ROOM_MM, top - ROOM_MM),
        (right + ROOM_MM, bottom + ROOM_MM),
        (left - ROOM_MM, bottom + ROOM_MM),
    ]
    high, wide = image.shape[:2]
    outline = np.array(mat.pixels(corners))
    outline = np.rint(np.clip(outline, (0, 0), (wide, high))).astype(np.int32)
    (x, y), (far_x, far_y) = outline.min(axis=0), outline.max(axis=0)
    if min(far_x - x, far_y - y) < LEAST_PX:
        return Cut(image, 0, 0, (wide, high), mat)
    part = image[y:far_y, x:far_x]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline - (x, y), 255)
    inside = part[::8, ::8][mask[::8, ::8] > 0]
    painted = np.empty_like(part)
    painted[:] = np.median(inside, axis=0).astype(np.uint8) if len(inside) else 127
    cv2.copyTo(part, mask, painted)
    return Cut(painted, int(x), int(y), (wide, high), mat)
