"""The Pi's own camera, in a process of the system's Python: this file is run by its path and needs no other.

The camera library is Debian's, made for Debian's numpy; the companion may run with a newer one, which the
library cannot live with.  It may also crash, and then only this process is gone.

    picamera_worker.py --list                 prints {"cameras": [...]} or {"error": kind, "reason": words}
    picamera_worker.py NUMBER WIDTH HEIGHT    answers each line on its input with a frame, until it ends

An answer is one line of JSON and, where that names a size, so many bytes: a BGR picture row by row.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

#: The first frames have a wrong exposure and focus; then it must hold still for so many, or so many go by.
WARM_UP_FRAMES, STEADY_FRAMES, MOST_FRAMES = 10, 8, 60
#: How much brightness may change from frame to frame while it holds still, and after it was locked.
STEADY, DRIFT = 0.02, 0.25
#: A drift counts when it lasts: a hand over the tray is none.
DRIFT_FRAMES = 45
AF_CONTINUOUS = 2
#: A frame is old when it was taken so long before it was asked for; after so many the clock is to blame.
OLD_NS, MOST_OLD = 150_000_000, 5


class Exposure:
    """Lets the camera find its exposure, holds it, and lets it look again when the light has changed.

    `controls` takes a frame's metadata and its mean brightness (0 to 255) and returns the controls to be set,
    if any.  A dark picture of a die must not become a bright one from one frame to the next.
    """

    def __init__(self) -> None:
        self.locked = False
        self._frames = 0
        self._steady = 0
        self._light: float | None = None
        self._locked_at = 0.0
        self._drifting = 0

    @property
    def warm(self) -> bool:
        """Whether frames are fit to be looked at."""
        return self._frames > WARM_UP_FRAMES

    def controls(self, metadata: dict[str, Any], mean: float) -> dict[str, Any]:
        self._frames += 1
        if self.locked:
            return self._watch(mean)
        light = float(metadata.get("ExposureTime", 0)) * float(metadata.get("AnalogueGain", 1.0))
        before, self._light = self._light, light
        still = before is not None and abs(light - before) <= STEADY * max(before, 1e-9)
        self._steady = self._steady + 1 if still else 0
        if not self.warm or (self._steady < STEADY_FRAMES and self._frames < MOST_FRAMES):
            return {}
        self.locked, self._locked_at, self._drifting = True, mean, 0
        held: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
            if name in metadata:
                held[name] = metadata[name]
        return held

    def _watch(self, mean: float) -> dict[str, Any]:
        changed = abs(mean - self._locked_at) > DRIFT * max(self._locked_at, 10.0)
        self._drifting = self._drifting + 1 if changed else 0
        if self._drifting < DRIFT_FRAMES:
            return {}
        self.locked, self._steady, self._light, self._frames = False, 0, None, WARM_UP_FRAMES
        return {"AeEnable": True, "AwbEnable": True}


def library() -> Any:
    """Return the class Picamera2; raises whatever goes wrong with its import."""
    from picamera2 import Picamera2

    return Picamera2


def trouble(problem: BaseException) -> dict[str, str]:
    """Return what is wrong, in a word and in the library's own words."""
    words = " ".join(str(problem).split())[:300] or type(problem).__name__
    if isinstance(problem, ModuleNotFoundError):
        return {"error": "missing", "reason": words}
    if "numpy" in words and ("size changed" in words or "ABI" in words or "incompatib" in words):
        return {"error": "abi", "reason": words}
    if isinstance(problem, IndexError):
        return {"error": "no_camera", "reason": words}
    if "busy" in words.lower() or "failed to acquire" in words.lower():
        return {"error": "busy", "reason": words}
    return {"error": "failed", "reason": words}


def own_cameras(found: list[dict[str, Any]]) -> list[str]:
    """Return the models of the cameras on the ribbon cables; webcams are in the library's list as well."""
    return [str(one.get("Model", "?")) for one in found if "/usb" not in str(one.get("Id", "")).lower()]


def say(answer: dict[str, Any], pixels: bytes = b"") -> None:
    """Write one answer."""
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + pixels)
    sys.stdout.buffer.flush()


def serve(number: int, width: int, height: int) -> None:
    """Open a camera and answer until the input ends."""
    camera = library()(number)
    try:
        size = {"size": (width, height), "format": "RGB888"}
        camera.configure(camera.create_video_configuration(main=size, buffer_count=3))
        offered = getattr(camera, "camera_controls", {})
        if "AfMode" in offered:
            camera.set_controls({"AfMode": AF_CONTINUOUS})
        camera.start()
        exposure = Exposure()
        say({"open": str(camera.camera_properties.get("Model", "?"))})
        for _ in sys.stdin:
            pixels = None
            asked, old = time.clock_gettime_ns(time.CLOCK_BOOTTIME), 0
            while pixels is None:
                request = camera.capture_request()
                try:
                    metadata = request.get_metadata()
                    image = request.make_array("main")
                finally:
                    request.release()
                controls = exposure.controls(metadata, float(image[::16, ::16].mean()))
                if controls:
                    camera.set_controls({name: controls[name] for name in controls if name in offered})
                # A frame that waited in the library since somebody last asked is none of now.
                if asked - int(metadata.get("SensorTimestamp", asked)) > OLD_NS and old < MOST_OLD:
                    old += 1
                elif exposure.warm:
                    pixels = image[:, :, :3].tobytes()
            shown = {"width": int(image.shape[1]), "height": int(image.shape[0]), "locked": exposure.locked}
            say(shown, pixels)
    finally:
        camera.close()


def main(words: list[str]) -> int:
    try:
        if words == ["--list"]:
            say({"cameras": own_cameras(library().global_camera_info())})
        else:
            number, width, height = map(int, words)
            serve(number, width, height)
    except KeyboardInterrupt:
        return 1
    except BaseException as problem:
        say(trouble(problem))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
