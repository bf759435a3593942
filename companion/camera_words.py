"""The sentences of cameras' faults: the hardware names a fault, here it is said in the table's language."""

from __future__ import annotations

from companion.table.text import Text
from hardware.camera import CameraFault, PictureFault


def camera_text(fault: CameraFault | PictureFault) -> Text:
    """Return the sentence of a fault, ``camera.said.<its code>``."""
    return Text(f"camera.said.{fault.code}", dict(fault.facts))
