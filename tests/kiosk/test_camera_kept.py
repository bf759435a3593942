"""A camera that was set by its number is the same one next time, whatever number it has then."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from companion.kiosk.preferences import Preferences
from companion.kiosk.start import _keep_camera
from companion.settings import Settings
from companion.table.disk import SystemDisk
from hardware.machine import Machine


def at_once(do: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    done.set_result(do())
    return done


def test_the_number_in_the_settings_becomes_the_stable_path(tmp_path: Path) -> None:
    by_id = tmp_path / "root/dev/v4l/by-id"
    by_id.mkdir(parents=True)
    (tmp_path / "root/dev/video2").write_text("")
    (by_id / "usb-Tray-video-index0").symlink_to("../../video2")
    disk, machine = SystemDisk(), Machine(tmp_path / "root")
    Settings().changed("camera", "2").save(tmp_path, disk)
    preferences = Preferences(Settings.load(tmp_path, disk), tmp_path, disk, at_once)
    _keep_camera(preferences, machine)
    stable = str(by_id / "usb-Tray-video-index0")
    assert Settings.load(tmp_path, disk).text("camera") == stable
    _keep_camera(preferences, machine)
    assert preferences.settings.text("camera") == stable and not preferences.problems()
