"""A folder of photographs as a camera."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import CameraEnded, CameraFault, PictureFault
from hardware.folder import FolderSource


def fill(folder: Path, *names: str) -> Path:
    for shade, name in enumerate(names):
        assert cv2.imwrite(str(folder / name), np.full((40, 50, 3), 10 * (shade + 1), np.uint8))
    return folder


def names_read(source: FolderSource) -> list[str]:
    found = []
    while True:
        try:
            frame = source.read()
        except PictureFault as fault:
            found.append(f"-{fault.name}")
            continue
        except CameraEnded:
            return found
        assert frame is not None
        found.append(frame.name)
        source.used()


def test_pictures_come_in_file_name_order_each_until_it_is_used(tmp_path: Path) -> None:
    fill(tmp_path, "throw-10.png", "throw-2.jpg", "Throw-3.PNG", "other.webp")
    (tmp_path / "labels.csv").write_text("file,values\n")
    (tmp_path / ".hidden.png").write_bytes(b"")
    source = FolderSource(tmp_path, clock_ms=lambda: 77)
    assert source.names == ("Throw-3.PNG", "other.webp", "throw-10.png", "throw-2.jpg")
    first = source.read()
    assert first is not None
    assert first is source.read() is source.read()
    assert first.still and (first.name, first.number, first.at_ms) == ("Throw-3.PNG", 1, 77)
    source.used()
    second = source.read()
    assert second is not None and (second.name, second.number) == ("other.webp", 2)
    source.used()
    assert names_read(source) == ["throw-10.png", "throw-2.jpg"]
    with pytest.raises(CameraEnded) as ended:
        source.read()
    assert ended.value.code == "folder.ended" and "no further picture" in ended.value.say


def test_pictures_that_cannot_be_read_are_said_once_and_left_behind(tmp_path: Path) -> None:
    fill(tmp_path, "a.png", "c.png", "e.jpg")
    (tmp_path / "b.jpg").write_text("not a picture")
    (tmp_path / "d.jpg").write_bytes((tmp_path / "e.jpg").read_bytes()[:-40])
    assert names_read(FolderSource(tmp_path)) == ["a.png", "-b.jpg", "c.png", "-d.jpg", "e.jpg"]


def test_a_resumed_session_goes_on_after_the_last_used_picture(tmp_path: Path) -> None:
    fill(tmp_path, "a.png", "b.png", "d.png", "e.png")
    source = FolderSource(tmp_path)
    source.read()
    source.skip_through("b.png")
    assert names_read(source) == ["d.png", "e.png"]
    source = FolderSource(tmp_path)
    source.skip_through("c.png")
    assert names_read(source) == ["d.png", "e.png"]
    source.skip_through("e.png")
    assert names_read(source) == []


def test_names_of_strange_bytes_can_be_stored(tmp_path: Path) -> None:
    fill(tmp_path, "a.png", "c.png")
    (tmp_path / "a.png").rename(tmp_path / os.fsdecode(b"b\xff.png"))
    source = FolderSource(tmp_path)
    frame = source.read()
    assert frame is not None and frame.name == "b?.png"
    source.skip_through("b?.png")
    assert names_read(source) == ["c.png"]


def test_folders_without_pictures_are_one_sentence_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.txt").write_text("")
    for name, code, remedy in (
        ("empty", "folder.empty", "put some in"),
        ("missing", "folder.missing", "check its name"),
        ("file.txt", "folder.is_a_file", "name the folder"),
    ):
        with pytest.raises(CameraFault) as caught:
            FolderSource(tmp_path / name)
        assert caught.value.code == code and caught.value.facts == {"folder": str(tmp_path / name)}
        assert remedy in caught.value.say and str(tmp_path / name) in caught.value.say
