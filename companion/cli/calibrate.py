"""`companion calibrate`: focus, light, the mat and what is read, live in a window or headless on pictures."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.table.faults import Fault

if TYPE_CHECKING:
    from companion.language import Language
    from hardware.camera import Frame
    from hardware.opening import Hardware

HELP = "show focus, light, the tray mat and what is read"

MOST_FRAMES = 1000
USUAL_FRAMES = 10
#: While an owner page is waited for, people need time to hold it up.
LEARNING_FRAMES = 120
#: A camera is looked at so often, and given up when nothing has come for so long.
EVERY_SECONDS = 0.5
PATIENCE_SECONDS = 10.0


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", metavar="IMAGE", nargs="*", type=Path, help="picture files and folders")
    parser.add_argument("--camera", metavar="WHAT", help="pi, /dev/videoN or sim, instead of pictures")
    parser.add_argument(
        "--frames", metavar="N", type=int, help="so many looks at the camera, without a window"
    )
    parser.add_argument("--headless", action="store_true", help="no window: a line for each look")
    parser.add_argument("--window", metavar="WxH", help="a window of that size")
    parser.add_argument("--learn", action="store_true", help="learn a kit from its owner page")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Look and say; 1 when a picture could not be read.  Raises `Fault` for wrong usage or a lost camera."""
    from companion.calibration import Calibrator, entry_of, texts_of
    from companion.kit.kit_keys import known_kits
    from companion.language import Language
    from companion.table.data_folder import find_data_folder
    from hardware.camera import Frame

    if args.frames is not None and not 1 <= args.frames <= MOST_FRAMES:
        raise Fault("calibrate.frames", status=2, given=args.frames, most=MOST_FRAMES)
    words = Language.load(args.language or "en")
    folder = find_data_folder(args.data)
    if args.images and args.camera is not None:
        raise Fault("calibrate.one_of", status=2)
    if _wants_window(args):
        return _live(args, folder, words)
    looks = _from_pictures(args.images, words) if args.images else _from_camera(args, words)
    if args.learn:
        return _learn(looks, folder, words)
    calibrator = Calibrator(known_kits(folder))
    entries = []
    failed = 0
    try:
        for look in looks:
            if not isinstance(look, Frame):
                failed += 1
                print(f"companion: {look}", file=sys.stderr)
                continue
            findings = calibrator.look(look)
            if args.json:
                entries.append(entry_of(findings))
            else:
                said = " ".join(words.say(text) for text in texts_of(findings))
                print(
                    words.line("calibrate.line", name=findings.name or f"{look.number}", said=said),
                    flush=True,
                )
        missing = calibrator.tags.check()
    finally:
        calibrator.close()
    if args.json:
        import msgspec

        report = {"looks": entries, "failed": failed, "code_readers": list(missing)}
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        for sentence in missing:
            print(sentence)
    return 1 if failed else 0


def _wants_window(args: argparse.Namespace) -> bool:
    from companion.cli.play import has_display

    if args.images or args.json or args.headless or args.learn or args.frames is not None:
        return False
    return args.window is not None or has_display()


def _live(args: argparse.Namespace, folder: Path, words: Language) -> int:
    """Show the window; raises `Fault` where there is no camera or no display."""
    import importlib

    # It keeps pygame, which the window imports first of all, from greeting on the output.
    importlib.import_module("companion.kiosk")
    from companion.calibration_window import run_window
    from companion.wishes import window_size

    size = window_size(args.window) if args.window is not None else None
    with _opened_camera(args, folder, words) as hardware:
        assert hardware.camera is not None
        table = hardware.table
        return run_window(hardware.camera, folder, words, size, None if table is None else table.throw)


def _learn(looks: Iterator[Frame | str], folder: Path, words: Language) -> int:
    """Learn the first kit whose owner page is seen; raises `Fault` where none is, or it cannot be kept."""
    from companion.calibration import Calibrator
    from companion.kit.kit_keys import learn_kit
    from hardware.camera import Frame

    calibrator = Calibrator()
    try:
        for look in looks:
            if not isinstance(look, Frame):
                print(f"companion: {look}", file=sys.stderr)
                continue
            for key in calibrator.look(look).lessons:
                learn_kit(folder, key)
                print(words.line("calibrate.learned", kit=key.kit))
                return 0
    finally:
        calibrator.close()
    raise Fault("calibrate.no_owner_page")


def _from_pictures(paths: list[Path], words: Language) -> Iterator[Frame | str]:
    """Yield each picture as a frame, or the sentence why it is none."""
    from companion.cli.read import pictures_of, sentence_of
    from hardware.camera import Frame, PictureFault
    from hardware.picture_file import load_picture, shown_name

    for number, path in enumerate(pictures_of(paths), start=1):
        try:
            yield Frame(load_picture(path), number, at_ms=0, still=True, name=shown_name(path))
        except PictureFault as fault:
            yield sentence_of(fault, words)


def _from_camera(args: argparse.Namespace, words: Language) -> Iterator[Frame | str]:
    """Yield frames of the camera that is named, or of the one in the settings."""
    from companion.cli.read import sentence_of
    from companion.table.data_folder import find_data_folder

    most = args.frames or (LEARNING_FRAMES if args.learn else USUAL_FRAMES)
    with _opened_camera(args, find_data_folder(args.data), words) as hardware:
        camera = hardware.camera
        assert camera is not None
        seen, shown, waited_since = 0, 0, time.monotonic()
        while shown < most:
            frame = camera.latest()
            for skipped in camera.skipped():
                yield sentence_of(skipped, words)
            if frame is not None and frame.number != seen:
                seen, shown = frame.number, shown + 1
                yield frame
                camera.used()
                # What was done with the frame was not waiting for the camera.
                waited_since = time.monotonic()
            elif time.monotonic() - waited_since > PATIENCE_SECONDS:
                raise Fault("calibrate.camera", say=camera.fault or words.line("calibrate.silent"))
            time.sleep(EVERY_SECONDS if frame is not None else 0.05)


@contextmanager
def _opened_camera(args: argparse.Namespace, folder: Path, words: Language) -> Iterator[Hardware]:
    """Open the camera that is named, or the one in the settings; raises `Fault` where there is none."""
    from companion.cli.read import sentence_of
    from companion.settings import Settings
    from companion.table.disk import SystemDisk
    from hardware.buttons import PressQueue
    from hardware.opening import HardwareSettings, open_hardware

    settings = Settings.load(folder, SystemDisk())
    named = settings.text("camera") if args.camera is None else args.camera
    if named in ("", "none"):
        raise Fault("calibrate.no_camera", status=2)
    # Nothing but the camera is opened: the pins may belong to a companion that is playing.
    hardware = open_hardware(HardwareSettings(buttons="keyboard", camera=named), PressQueue())
    try:
        if hardware.camera_fault is not None:
            raise Fault("calibrate.camera", say=sentence_of(hardware.camera_fault, words))
        yield hardware
    finally:
        hardware.close()
