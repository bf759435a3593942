"""The camera without a thread, over a real folder."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Camera, CameraFault, CameraState, Frame
from hardware.direct_camera import DirectCamera
from hardware.folder import FolderSource


def test_a_folder_with_a_bad_picture_is_read_to_its_end(tmp_path: Path) -> None:
    for name in ("a.png", "c.png", "d.png"):
        cv2.imwrite(str(tmp_path / name), np.zeros((40, 40, 3), np.uint8))
    (tmp_path / "b.png").write_text("text")
    camera: Camera = DirectCamera(FolderSource(tmp_path))
    assert isinstance(camera, DirectCamera)
    assert camera.state is CameraState.STARTING and camera.fault == ""
    first = camera.latest()
    assert first is not None and first.name == "a.png" and camera.latest() is first
    assert camera.state is CameraState.WORKING and camera.skipped() == ()
    camera.used()
    second = camera.latest()
    assert second is not None and second.name == "c.png"
    assert [fault.name for fault in camera.skipped()] == ["b.png"]
    assert camera.skipped() == ()
    camera.used()
    assert camera.latest() is not None
    camera.used()
    assert camera.latest() is None
    assert camera.state is CameraState.ENDED and "no further picture" in camera.fault


def test_a_device_that_has_gone_is_said() -> None:
    class Pulled:
        say = "Camera: pulled out."

        def read(self) -> Frame | None:
            raise CameraFault("It has gone: plug it in.")

        def used(self) -> None:
            raise AssertionError

        def close(self) -> None: ...

    camera = DirectCamera(Pulled())
    assert camera.latest() is None
    assert camera.state is CameraState.LOST and camera.fault == "It has gone: plug it in."
    camera.close()
