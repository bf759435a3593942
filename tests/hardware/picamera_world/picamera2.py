"""A camera library that acts like the Pi's: frames take their time, exposure settles, things go wrong.

``CAMERA_WORLD`` in the environment says what goes wrong; a picture is as bright as the light makes it.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import numpy as np

WORLD = os.environ.get("CAMERA_WORLD", "")
SECONDS_A_FRAME = 0.002
#: The light of the room, and from which frame on it is another.
LIGHT, OTHER_LIGHT = 100.0, 260.0

if WORLD == "abi":
    raise ValueError("numpy.dtype size changed, may indicate binary incompatibility. Expected 96, got 88")


class Request:
    def __init__(self, camera: Picamera2, number: int, stamp: int) -> None:
        self._camera, self._number, self._stamp = camera, number, stamp
        camera.open_requests += 1
        assert camera.open_requests <= 3, "requests are borrowed, and must be given back"

    def get_metadata(self) -> dict[str, Any]:
        return {
            "ExposureTime": int(self._camera.exposure * 1000),
            "AnalogueGain": 1.0,
            "ColourGains": (1.9, 1.6),
            "SensorTimestamp": self._stamp,
        }

    def make_array(self, name: str) -> Any:
        assert name == "main"
        width, height = self._camera.size
        light = OTHER_LIGHT if WORLD == "light" and self._number > 120 else LIGHT
        image = np.full((height, width, 3), min(255, int(light * self._camera.exposure / 100)), np.uint8)
        image[0, 0] = self._number % 250, self._number // 250, 7
        return image

    def release(self) -> None:
        self._camera.open_requests -= 1


class Picamera2:
    def __init__(self, number: int) -> None:
        if WORLD == "none":
            raise IndexError("list index out of range")
        if WORLD == "busy":
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.camera_properties = {"Model": f"imx708_{number}"}
        self.camera_controls = {"AfMode": (0, 2, 0), "AeEnable": (), "ExposureTime": (), "AnalogueGain": ()}
        self.open_requests = 0
        self.size = (0, 0)
        self.exposure, self._automatic, self._frames, self._waiting = 20.0, True, 0, 0

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        own = {"Model": "imx708", "Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a", "Num": 0}
        webcam = {"Model": "Webcam", "Id": "/base/axi/pcie@120000/rp1/usb@200000-1:1.0-046d:0825"}
        return [own, webcam]

    def create_video_configuration(self, **given: Any) -> dict[str, Any]:
        return given

    def configure(self, given: dict[str, Any]) -> None:
        assert given["main"]["format"] == "RGB888", "the only format whose bytes are in OpenCV's order"
        self.size = given["main"]["size"]

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert not set(controls) - set(self.camera_controls), "an unknown control raises"
        self._automatic = bool(controls.get("AeEnable", self._automatic))
        print(f"controls {sorted(controls)}", file=sys.stderr)

    def start(self) -> None:
        print("started", file=sys.stderr)

    def capture_request(self) -> Request:
        self._frames += 1
        if WORLD == "crash" and self._frames > 30:
            os._exit(139)
        if WORLD == "hang" and self._frames > 30:
            time.sleep(60)
        time.sleep(SECONDS_A_FRAME)
        stamp = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        if WORLD == "old" and self._frames % 3 == 0:
            stamp -= 2_000_000_000
        if self._automatic:
            light = OTHER_LIGHT if WORLD == "light" and self._frames > 120 else LIGHT
            self.exposure += (100 * 100 / light - self.exposure) * 0.3
        return Request(self, self._frames, stamp)

    def close(self) -> None:
        print("closed", file=sys.stderr)
