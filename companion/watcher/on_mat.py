"""The tray mat as the watcher uses it: looked for now and then, and everything beside it painted over."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.camera import Frame, Image
from hardware.vision.mat import Mat, MatFinder

#: A mat lies still: between two looks for its marks there is so much time.
LOOK_GAP_MS = 95
#: A mat that was in view a moment ago still lies there when hands cover its marks.
KEPT_MS = 3000
#: A frame whose corners have moved less than this has not moved.
STILL_PX = 2.0
#: Beside the frame so much is left, that a die on its line is seen whole.
ROOM_MM = 10.0


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


def on_mat(image: Image, mat: Mat) -> Image:
    """Return the picture with everything beside the mat painted in the colour of its paper."""
    left, top, right, bottom = mat.layout.frame
    corners = [
        (left - ROOM_MM, top - ROOM_MM),
        (right + ROOM_MM, top - ROOM_MM),
        (right + ROOM_MM, bottom + ROOM_MM),
        (left - ROOM_MM, bottom + ROOM_MM),
    ]
    page = np.asarray(corners, dtype=np.float64).reshape(-1, 1, 2)
    outline = cv2.perspectiveTransform(page, np.linalg.inv(mat.to_mm)).reshape(-1, 2)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(np.clip(outline, -8000, 8000)).astype(np.int32), 255)
    inside = image[::8, ::8][mask[::8, ::8] > 0]
    if not len(inside):
        return image
    painted = np.empty_like(image)
    painted[:] = np.median(inside, axis=0).astype(np.uint8)
    cv2.copyTo(image, mask, painted)
    return painted
