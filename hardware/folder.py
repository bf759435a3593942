"""A folder of photographs as a camera: one picture after the other, in the order of their file names."""

from __future__ import annotations

from pathlib import Path

from hardware.camera import CameraEnded, CameraFault, Frame
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.picture_file import PICTURE_ENDINGS, load_picture, shown_name


class FolderSource:
    """A `FrameSource` over the pictures of a folder.

    Each picture is one still frame, given again and again until `used`.  A picture that cannot be
    read raises `PictureFault` once and is left behind.  After the last one `read` raises
    `CameraEnded`.  The list is made once: pictures added later are not seen.
    """

    def __init__(self, folder: Path | str, clock_ms: Milliseconds = monotonic_ms) -> None:
        """List the folder; raises `CameraFault` when it is missing, unreadable or holds no picture."""
        self._folder = Path(folder)
        self._clock_ms = clock_ms
        self._paths = _pictures(self._folder)
        self._next = 0
        self._number = 0
        self._frame: Frame | None = None

    @property
    def say(self) -> str:
        count = len(self._paths)
        return f"Camera: {count} {'picture' if count == 1 else 'pictures'} of the folder {self._folder}."

    @property
    def names(self) -> tuple[str, ...]:
        """The pictures' file names in their order."""
        return tuple(shown_name(path) for path in self._paths)

    def read(self) -> Frame | None:
        if self._frame is not None:
            return self._frame
        if self._next >= len(self._paths):
            raise CameraEnded(
                f"The folder {self._folder} has no further picture: add some and begin again with them, "
                "or type the throws in.",
                "folder.ended",
                folder=str(self._folder),
            )
        path = self._paths[self._next]
        self._next += 1
        image = load_picture(path)
        self._number += 1
        self._frame = Frame(image, self._number, self._clock_ms(), still=True, name=shown_name(path))
        return self._frame

    def used(self) -> None:
        self._frame = None

    def skip_through(self, name: str) -> None:
        """Go on after the picture of this name; when it is gone, after where it would be in the order."""
        names = self.names
        if name in names:
            self._next = names.index(name) + 1
        else:
            self._next = sum(1 for other in names if other <= name)
        self._frame = None

    def close(self) -> None:
        self._frame = None


def _pictures(folder: Path) -> list[Path]:
    facts = {"folder": str(folder)}
    try:
        found = [
            path
            for path in folder.iterdir()
            if path.suffix.lower() in PICTURE_ENDINGS and not path.name.startswith(".")
        ]
    except FileNotFoundError:
        say = f"There is no folder {folder}: check its name, or play without --camera."
        raise CameraFault(say, "folder.missing", **facts) from None
    except NotADirectoryError:
        say = f"{folder} is a file: name the folder that holds the pictures."
        raise CameraFault(say, "folder.is_a_file", **facts) from None
    except OSError:
        say = f"The folder {folder} may not be read: change its permissions."
        raise CameraFault(say, "folder.forbidden", **facts) from None
    if not found:
        endings = " ".join(sorted(PICTURE_ENDINGS))
        say = f"The folder {folder} holds no pictures: put some in ({endings}), or name another folder."
        raise CameraFault(say, "folder.empty", **facts)
    return sorted(found, key=lambda path: path.name)
