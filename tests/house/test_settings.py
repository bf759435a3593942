"""The settings file: every faulty line is named at once, nothing good is lost, nothing wrong is written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.language import Language
from companion.settings import FILE, OLD_FILE, TABLE, Settings
from companion.table.disk import SystemDisk
from companion.table.faults import Fault
from companion.table.faulty_disk import DiskFault, FaultyDisk

DISK = SystemDisk()
SAY = Language.load("en").say


def load(folder: Path, content: str) -> Settings:
    (folder / FILE).write_bytes(content.encode())
    return Settings.load(folder, DISK)


def sentences(settings: Settings) -> list[str]:
    return [SAY(fault) for fault in settings.faults]


def test_without_a_file_all_is_at_its_default(tmp_path: Path) -> None:
    settings = Settings.load(tmp_path / "new", DISK)
    assert {setting.id: settings[setting.id] for setting in TABLE} == {
        setting.id: setting.default for setting in TABLE
    }
    assert settings.faults == ()


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    settings = Settings().changed("camera", '/dev/v4l/by-id/usb-"Ünï"\\0').changed("sound", False)
    settings.save(tmp_path / "a" / "b", DISK)
    again = Settings.load(tmp_path / "a" / "b", DISK)
    assert again.faults == ()
    assert (again.text("camera"), again.on("sound")) == ('/dev/v4l/by-id/usb-"Ünï"\\0', False)
    assert again.text("window") == ""


def test_the_file_is_toml_and_explains_every_setting(tmp_path: Path) -> None:
    Settings().changed("window", "800x480").save(tmp_path, DISK)
    written = (tmp_path / FILE).read_text(encoding="utf-8")
    assert tomllib.loads(written) == {"window": "800x480"}
    for setting in TABLE:
        assert f"# {SAY(setting.about)}\n" in written
        if setting.id != "window":
            assert f"\n# {setting.id} = " in written
    # Taking away the mark of a commented line is all it needs to set it.
    freed = re.sub(r"(?m)^# (?=[a-z.]+ = )", "", written)
    assert set(tomllib.loads(freed)) == {setting.id for setting in TABLE}


def test_a_bad_file_names_every_line_at_once_and_keeps_the_good_ones(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        'language = "de"   # a good line\r\n'
        "camera = /dev/video0\n"
        "\n"
        'sound = "loud"\n'
        'window = "big"\n'
        "colour = 3\n"
        'language = "nb"\n'
        "[pins]\n"
        "ok = 14\n",
    )
    said = sentences(settings)
    lines = {2: "name = value", 4: '"loud"', 5: '"big"', 6: "colour", 7: "language", 9: "pins.ok"}
    for number, word in lines.items():
        assert sum(f"line {number}:" in sentence and word in sentence for sentence in said) == 1, said
    assert len(said) == len(lines)
    assert settings.text("language") == "de"
    assert (settings.text("camera"), settings.on("sound"), settings.text("window")) == ("", True, "")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"sound = true\n" * 2 + b"\x80"])
def test_a_file_of_bytes_that_are_no_text_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    settings = Settings.load(tmp_path, DISK)
    assert len(settings.faults) == 1 and str(tmp_path / FILE) in sentences(settings)[0]
    assert settings.on("sound") is True


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    settings = Settings.load(tmp_path, DISK)
    assert len(settings.faults) == 1 and "cannot be read" in sentences(settings)[0]


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("sound", 1),
        ("sound", "true"),
        ("window", "1280 x 720"),
        ("window", "12x7"),
        ("camera", 0),
        ("camera", "two\nlines"),
        ("language", None),
        ("colour", "blue"),
    ],
)
def test_wrong_values_are_refused_and_nothing_changes(id: str, value: object) -> None:
    settings = Settings().changed("window", "800x480")
    with pytest.raises(Fault) as fault:
        settings.changed(id, value)
    assert fault.value.status == 2
    said = SAY(fault.value.say)
    assert id in said and "{" not in said.replace("{}", "")
    assert settings.text("window") == "800x480"


def test_the_file_before_the_change_is_kept_even_a_bad_one(tmp_path: Path) -> None:
    bad = 'camera = "sim"\nnonsense\n'
    load(tmp_path, bad).changed("sound", False).save(tmp_path, DISK)
    assert (tmp_path / OLD_FILE).read_text() == bad
    again = Settings.load(tmp_path, DISK)
    assert again.faults == () and again.text("camera") == "sim" and again.on("sound") is False


@pytest.mark.parametrize("fault", list(DiskFault))
@pytest.mark.parametrize("after", [0, 1])
def test_a_failed_save_leaves_the_file_as_it_was(tmp_path: Path, fault: DiskFault, after: int) -> None:
    Settings().changed("window", "800x480").save(tmp_path, DISK)
    before = (tmp_path / FILE).read_bytes()
    disk = FaultyDisk()
    disk.fail(fault, after=after)
    settings = Settings.load(tmp_path, disk).changed("sound", False)
    with pytest.raises(Fault) as told:
        settings.save(tmp_path, disk)
    assert str(tmp_path) in SAY(told.value.say)
    assert settings.on("sound") is False
    assert (tmp_path / FILE).read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {FILE, OLD_FILE}
