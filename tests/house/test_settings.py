"""The settings file: every faulty line is named at once, nothing good is lost, nothing wrong is written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.language import Language
from companion.settings import FILE, OLD_FILE, TABLE, Settings
from companion.table.disk import SystemDisk
from companion.table.faults import Fault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from hardware.pins import DEFAULT_BUTTON_PINS, PinMap, pin_faults

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
    settings = Settings().changed("camera", '/dev/v4l/by-id/usb-"Ünï"\\0').changed("buttons.seat8", -1)
    settings.save(tmp_path / "a" / "b", DISK)
    again = Settings.load(tmp_path / "a" / "b", DISK)
    assert again.faults == ()
    assert (again.text("camera"), again["buttons.seat8"]) == ('/dev/v4l/by-id/usb-"Ünï"\\0', -1)
    assert again.text("window") == ""


def test_the_file_is_toml_and_explains_every_setting(tmp_path: Path) -> None:
    Settings().changed("window", "800x480").save(tmp_path, DISK)
    written = (tmp_path / FILE).read_text(encoding="utf-8")
    assert tomllib.loads(written) == {"window": "800x480", "buttons": {}, "lamps": {}}
    for setting in TABLE:
        assert written.count(f"# {SAY(setting.explanation)}\n") == 1
        if setting.id != "window":
            assert f"\n# {setting.id.split('.')[-1]} = " in written
    # Taking away the mark of a commented line is all it needs to set it.
    freed = re.sub(r"(?m)^# (?=[a-z0-9_]+ = )", "", written)
    (tmp_path / FILE).write_text(freed)
    again = Settings.load(tmp_path, DISK)
    assert again.faults == ()
    assert all(again[setting.id] == setting.default for setting in TABLE if setting.id != "window")
    found = tomllib.loads(freed)
    flat = {f"{head}.{name}" for head in ("buttons", "lamps") for name in found.pop(head)}
    assert flat | found.keys() == {setting.id for setting in TABLE}


def test_a_bad_file_names_every_line_at_once_and_keeps_the_good_ones(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        'language = "de"   # a good line\r\n'
        "camera = /dev/video0\n"
        "\n"
        'lamps.wiring = "loud"\n'
        'window = "big"\n'
        "colour = 3\n"
        'language = "nb"\n'
        "[ buttons ]  # a section\n"
        "ok = 14\n"
        "up = 6.0\n"
        "down = 4\n",
    )
    said = sentences(settings)
    lines = {2: "name = value", 4: '"loud"', 5: '"big"', 6: "colour", 7: "language was set"}
    lines |= {9: "buttons.ok cannot be 14", 10: "buttons.up"}
    for number, word in lines.items():
        assert sum(f"line {number}:" in sentence and word in sentence for sentence in said) == 1, said
    assert len(said) == len(lines)
    assert (settings.text("language"), settings.text("camera"), settings.text("window")) == ("de", "", "")
    assert (settings["buttons.ok"], settings["buttons.down"]) == (DEFAULT_BUTTON_PINS["ok"], 4)


def test_two_wires_on_one_pin_are_named_and_no_pin_is_changed(tmp_path: Path) -> None:
    settings = load(tmp_path, 'window = "800x480"\n[buttons]\nseat1 = 4\nok = 4\nup = 25\nseat2 = -1\n')
    said = sentences(settings)
    assert ["line 3:" in said[0], "line 4:" in said[1], "line 5:" in said[2]] == [True] * 3
    assert "buttons.ok" in said[0] and "buttons.seat1" in said[1] and "lamps.clock" in said[2]
    assert settings.pins() == PinMap() and settings.text("window") == "800x480"


def test_pins_may_change_places_and_lamps_their_wiring(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        '[buttons]\nseat1 = 6\nseat2 = 5\nback = -1\n[lamps]\nwiring = "direct"\nseat1 = 24\nseat2 = 25\n',
    )
    pins = settings.pins()
    assert settings.faults == () and pin_faults(pins) == ()
    assert (pins.buttons["seat1"], pins.buttons["seat2"], "back" in pins.buttons) == (6, 5, False)
    assert pins.lamps == "direct" and dict(pins.direct) == {"seat1": 24, "seat2": 25}
    assert pin_faults(Settings().pins()) == ()


@pytest.mark.parametrize("line", ["a" * 9000, "x = " + "[" * 5000, "x=" + "9" * 5000, "= 3", '"" = 1', "\0"])
def test_no_line_can_keep_it_from_starting(tmp_path: Path, line: str) -> None:
    settings = load(tmp_path, f'{line}\nwindow = "800x480"\n')
    assert len(settings.faults) == 1 and "line 1:" in sentences(settings)[0]
    assert settings.text("window") == "800x480"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"window = ''\n" * 2 + b"\x80"])
def test_a_file_of_bytes_that_are_no_text_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    settings = Settings.load(tmp_path, DISK)
    assert len(settings.faults) == 1 and str(tmp_path / FILE) in sentences(settings)[0]
    assert settings.text("language") == "en"


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    settings = Settings.load(tmp_path, DISK)
    assert len(settings.faults) == 1 and "cannot be read" in sentences(settings)[0]


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("buttons.seat1", True),
        ("buttons.seat1", 2),
        ("buttons.seat1", 6),
        ("lamps.data", -1),
        ("lamps.wiring", "both"),
        ("window", "1280 x 720"),
        ("window", "12x7"),
        ("camera", 0),
        ("camera", "two\nlines"),
        ("language", None),
        ("colour", "blue"),
    ],
)
def test_wrong_values_are_refused_and_nothing_changes(id: str, value: Any) -> None:
    settings = Settings().changed("window", "800x480")
    with pytest.raises(Fault) as fault:
        settings.changed(id, value)
    assert fault.value.status == 2
    said = SAY(fault.value.say)
    assert id in said and "{" not in said.replace("{}", "")
    assert settings.text("window") == "800x480"


def test_the_file_before_the_change_is_kept_even_a_bad_one(tmp_path: Path) -> None:
    bad = 'camera = "sim"\nnonsense\n'
    load(tmp_path, bad).changed("window", "800x480").save(tmp_path, DISK)
    assert (tmp_path / OLD_FILE).read_text() == bad
    again = Settings.load(tmp_path, DISK)
    assert again.faults == () and again.text("camera") == "sim" and again.text("window") == "800x480"


@pytest.mark.parametrize("fault", list(DiskFault))
@pytest.mark.parametrize("after", [0, 1])
def test_a_failed_save_leaves_the_file_as_it_was(tmp_path: Path, fault: DiskFault, after: int) -> None:
    Settings().changed("window", "800x480").save(tmp_path, DISK)
    before = (tmp_path / FILE).read_bytes()
    disk = FaultyDisk()
    disk.fail(fault, after=after)
    settings = Settings.load(tmp_path, disk).changed("camera", "sim")
    with pytest.raises(Fault) as told:
        settings.save(tmp_path, disk)
    assert str(tmp_path) in SAY(told.value.say)
    assert settings.text("camera") == "sim"
    assert (tmp_path / FILE).read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {FILE, OLD_FILE}
