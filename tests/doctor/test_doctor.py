"""The doctor in made-up worlds: what is wrong is named, with the one thing to do."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import companion.doctor
from companion.doctor import Check, Live, State, World, checks
from companion.language import Language
from companion.table.disk import SystemDisk
from companion.table.journal import DATABASE, Journal
from companion.table.processes import Finished
from tests.doctor.worlds import DISPLAY, SOUND, Programs, found, good_answers, pi_world, with_answers

WORDS = Language.load("en")
EVERYTHING = {
    "system", "versions", "python", "groups", "power", "clock", "instance", "display", "console", "graphics",
    "fonts", "sound", "voice", "pins", "camera_library", "camera", "codes", "folder", "journal", "speed",
    "room",
}  # fmt: skip


def said(check: Check) -> str:
    remedy = WORDS.say(check.remedy) if check.remedy is not None else ""
    return f"{WORDS.say(check.say)} -> {remedy}"


@pytest.fixture
def pi(tmp_path: Path) -> World:
    return pi_world(tmp_path)


def test_a_sound_pi_has_nothing_broken_but_the_pins_whose_library_is_not_here(pi: World) -> None:
    by_name = found(pi)
    assert by_name.keys() >= EVERYTHING
    wrong = {name for name, check in by_name.items() if check.state is State.BROKEN}
    assert wrong == {"pins"} and "apt install python3-lgpio" in said(by_name["pins"])


def test_every_sentence_is_there_and_whatever_is_wrong_has_a_remedy(pi: World, tmp_path: Path) -> None:
    nothing = replace(pi, processes=Programs(), environment={}, find_library=lambda _: None, versions=dict)
    for world in (pi, nothing):
        for check in checks(world):
            assert not said(check).startswith("doctor.") and "{" not in said(check), check
            assert (check.remedy is None) == (check.state is State.FINE), check
            assert f"doctor.name.{check.name}" in WORDS


@pytest.mark.parametrize(
    ("word", "state", "words"),
    [
        ("0x0", State.FINE, "strong enough"),
        ("0x50005", State.BROKEN, "too weak, now and since"),
        ("0x50000", State.NOTE, "too weak at some time"),
        ("0x1", State.BROKEN, "too weak now"),
        ("0x80008", State.NOTE, "hot and works slowly now"),
        ("0xe0000", State.NOTE, "hot and worked slowly at some time"),
    ],
)
def test_the_power_supply_is_said_in_words(pi: World, word: str, state: State, words: str) -> None:
    power = found(with_answers(pi, vcgencmd=Finished(0, f"throttled={word}\n", "")))["power"]
    assert power.state is state and words in said(power)


def test_32_bits_are_refused_in_words(pi: World) -> None:
    for computer in (replace(pi.computer, wide=False), replace(pi.computer, machine="armv7l")):
        system = found(replace(pi, computer=computer))["system"]
        assert system.state is State.BROKEN and "64-bit Pi OS" in said(system)


def test_groups_versions_and_a_foreign_python_are_named(pi: World) -> None:
    foreign = replace(pi.computer, base_prefix="/home/ana/.pyenv", groups=frozenset({"video", "audio"}))
    versions = {"pygame": "2.6.1", "pygame-ce": "2.5.2", "gpiozero": "2.0.1.post1"}
    by_name = found(replace(pi, computer=foreign, versions=lambda: versions))
    assert "render, input, gpio" in said(by_name["groups"]) and by_name["groups"].state is State.BROKEN
    assert "/usr/bin/python3" in said(by_name["python"])
    assert "pip uninstall pygame pygame-ce" in said(by_name["versions"])
    del versions["pygame-ce"]
    assert "2.0.1.post1" in said(found(replace(pi, versions=lambda: versions))["versions"])


def test_a_clock_that_was_never_set_changes_nothing_but_is_said(pi: World) -> None:
    clock = found(with_answers(pi, timedatectl=Finished(0, "no\n", "")))["clock"]
    assert clock.state is State.NOTE and "nothing else depends on it" in said(clock)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Finished(0, '["offscreen", [1280, 720]]', ""), "which nobody sees"),
        (Finished(0, '["wayland", [640, 480]]', ""), "640 x 480"),
        (Finished(1, "", "Traceback\npygame.error: No available video device"), "No available video device"),
        (Finished(-11, "", ""), "crashes (status -11)"),
        (Finished(139, "", ""), "crashes (status 139)"),
    ],
)
def test_a_display_that_is_none_is_broken_and_crashes_nobody(pi: World, answer: Finished, words: str) -> None:
    display = found(with_answers(pi, **{DISPLAY: answer}))["display"]
    assert display.state is State.BROKEN and words in said(display)


def test_asked_from_afar_the_missing_display_is_no_fault(pi: World) -> None:
    afar = replace(with_answers(pi, display=Finished(0, '["offscreen", [9, 9]]', "")), environment={})
    assert found(afar)["display"].state is State.NOTE
    without_cage = {**good_answers(), DISPLAY: Finished(0, '["offscreen", [9, 9]]', "")}
    del without_cage["cage"]
    assert found(replace(afar, processes=Programs(without_cage)))["display"].state is State.BROKEN


def test_silence_is_allowed(pi: World) -> None:
    by_name = found(with_answers(pi, espeak_ng=Finished(-1, "", ""), **{SOUND: Finished(1, "", "no device")}))
    assert by_name["sound"].state is by_name["voice"].state is State.NOTE
    assert "espeak-ng" in said(by_name["voice"])


def test_the_camera_library_that_does_not_fit_its_numpy_is_said_in_words(pi: World) -> None:
    reason = "numpy.dtype size changed, may indicate binary incompatibility"
    answer = Finished(1, f'{{"error": "abi", "reason": "{reason}"}}\n', "")
    camera = found(with_answers(pi, picamera_worker=answer))["camera_library"]
    assert "does not fit its numpy" in said(camera) and "pip uninstall numpy" in said(camera)
    assert camera.state is State.NOTE, "without such a camera the library is not needed"
    node = pi.root / "sys/class/video4linux/video0"
    node.mkdir(parents=True)
    (node / "name").write_text("unicam\n", encoding="utf-8")
    assert found(with_answers(pi, picamera_worker=answer))["camera_library"].state is State.BROKEN


def test_a_camera_library_that_crashes_is_said_and_crashes_nobody(pi: World) -> None:
    camera = found(with_answers(pi, picamera_worker=Finished(-11, "", "")))["camera_library"]
    assert camera.state is State.NOTE and camera.say.id == "doctor.camera_library.failed"


def test_missing_readers_of_codes_name_what_to_install(pi: World) -> None:
    no_zbar = found(replace(pi, find_library=lambda _: None))["codes"]
    assert no_zbar.state is State.NOTE and "apt install libzbar0" in said(no_zbar)
    neither = replace(pi, find_library=lambda _: None, versions=lambda: {"pygame": "2.6.1"})
    assert found(neither)["codes"].state is State.BROKEN


def test_a_data_folder_that_cannot_be_written_is_broken(pi: World, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("somebody's", encoding="utf-8")
    by_name = found(replace(pi, data=tmp_path / "file"))
    assert by_name["folder"].state is State.BROKEN and "journal" not in by_name


def test_a_damaged_journal_is_broken_and_left_as_it_is(pi: World) -> None:
    with Journal.open(pi.data):
        pass
    assert found(pi)["journal"].state is State.FINE
    path = pi.data / DATABASE
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    damaged = path.read_bytes()
    journal = found(pi)["journal"]
    assert journal.state is State.BROKEN and "recovers" in said(journal)
    assert path.read_bytes() == damaged


class SlowDisk(SystemDisk):
    def free_bytes(self, folder: Path) -> int:
        return 5_000_000


def test_a_slow_and_full_disk_is_said(pi: World) -> None:
    ticks = iter(range(0, 10**6, 400))
    by_name = found(replace(pi, disk=SlowDisk(), clock_ms=lambda: next(ticks)))
    assert by_name["speed"].state is State.NOTE and "400 ms" in said(by_name["speed"])
    assert by_name["room"].state is State.BROKEN
    assert sorted(path.name for path in pi.data.iterdir()) == []


def test_beside_a_running_companion_nothing_of_its_is_touched(pi: World) -> None:
    pi.data.mkdir()
    (pi.data / "companion.pid").write_text("99\n", encoding="ascii")
    programs = Programs(good_answers(), living=[99])
    by_name = found(replace(pi, processes=programs))
    assert {name for name in ("instance", "pins", "display") if "99" in said(by_name[name])} == {
        "instance", "pins", "display"
    }  # fmt: skip
    dead = found(replace(pi, processes=Programs(good_answers())))
    assert dead["instance"].state is State.FINE, "the number of a process that has died"


def test_the_running_companion_is_asked_for_what_it_holds(pi: World) -> None:
    by_name = found(replace(pi, live=Live("wayland", (1280, 720))))
    assert str(pi.computer.pid) in said(by_name["instance"]) and "wayland" in said(by_name["display"])
    assert by_name["pins"].say.id == "doctor.pins.not_open"
    # What the kiosk has closed may be opened to be looked at; here there is none.
    assert by_name["camera"].say.id == "doctor.camera.none"


def test_a_look_that_fails_is_said_and_the_others_go_on(pi: World, caplog: pytest.LogCaptureFixture) -> None:
    def broken_fonts() -> bool:
        raise RuntimeError("what a mess")

    by_name = found(replace(pi, fonts=broken_fonts))
    assert by_name.keys() >= EVERYTHING and "what a mess" in caplog.text
    assert "could not be looked at" in said(by_name["fonts"])


def test_a_laptop_needs_no_pins_and_no_camera(tmp_path: Path, pi: World) -> None:
    from hardware.machine import Machine

    by_name = found(replace(pi, machine=Machine(tmp_path / "nowhere")))
    assert not [check for check in by_name.values() if check.state is State.BROKEN]
    assert "keyboard" in said(by_name["pins"])
    # There is no service that could be asked after.
    bare = found(replace(pi, machine=Machine(tmp_path / "nowhere"), environment={}))
    assert "systemctl" not in said(bare["console"]) and "narrated" in said(bare["console"])


@pytest.mark.skipif(os.name != "posix", reason="asks for the groups of a user")
def test_this_very_machine_can_be_looked_at(tmp_path: Path, run_doctor: Callable[..., int]) -> None:
    assert run_doctor("--data", str(tmp_path)) in (0, 1)


@pytest.fixture
def asked(pi: World, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets the command look at a made-up world in which programs answer as told."""

    def ask(**answers: Finished) -> None:
        monkeypatch.setattr(companion.doctor, "system_world", lambda *_: with_answers(pi, **answers))

    return ask


def test_one_json_object_holds_every_check(
    asked: Callable[..., None], run_doctor: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    asked()
    assert run_doctor("--json") == 1, "the pins' library is not here, and a Pi needs it"
    entries = json.loads(capsys.readouterr().out)["checks"]
    assert {entry["name"] for entry in entries} >= EVERYTHING
    assert all(entry.keys() == {"name", "state", "say", "remedy"} for entry in entries)
    assert {entry["state"] for entry in entries} == {"fine", "note", "broken"}
    assert all(bool(entry["remedy"]) == (entry["state"] != "fine") for entry in entries)


def test_faulty_lines_of_the_settings_are_named(
    asked: Callable[..., None],
    run_doctor: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    asked()
    (tmp_path / "settings.toml").write_text("volume = 700\n")
    run_doctor("--json", "--data", str(tmp_path))
    assert "line 1: volume cannot be 700" in capsys.readouterr().err


def test_a_line_a_check_and_one_for_what_to_do(
    asked: Callable[..., None], run_doctor: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    asked(vcgencmd=Finished(0, "throttled=0x50005\n", ""))
    assert run_doctor() == 1
    printed = capsys.readouterr().out
    assert re.search(r"(?m)^WRONG power +The power supply is too weak, now and since the start\.$", printed)
    assert "2 things that are needed do not work." in printed


def test_the_console_shows_only_what_is_wrong_and_what_was_said_last(
    asked: Callable[..., None], run_doctor: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    full = "00:00:00.000 [ERROR] [render/wlr_renderer.c:322] no drm\ncompanion: the disk is full\n"
    asked(journalctl=Finished(0, 3 * full, ""))
    assert run_doctor("--screen") == 1
    lines = capsys.readouterr().out.splitlines()
    assert "Everything the table did is kept." in lines[1]
    assert len([line for line in lines if "companion: the disk is full" in line]) == 1
    assert not any("wlr_renderer" in line for line in lines)
    assert any("python3-lgpio" in line for line in lines)
    assert not any("strong enough" in line for line in lines)
    assert max(map(len, lines)) <= 100
