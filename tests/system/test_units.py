"""The unit files: what systemd itself says of them, and what must stand in them where it is not there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.service import SIGNS
from tests.system.unit_files import DROP_IN, HOME, SERVICE, SYSTEMD, TROUBLE, environment, read_unit

UNITS = [SERVICE, TROUBLE]


def systemd_analyze(*words: str) -> str:
    """Return all that systemd-analyze says; fails when it ends with an error."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run(
        ["systemd-analyze", "--no-pager", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units in one folder, as if what they start were installed."""
    folder = tmp_path_factory.mktemp("units")
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        for program in set(re.findall(rf"(?m)^Exec\w+=[-+]*({HOME}\S+)", text)):
            assert program.removeprefix(f"{HOME}/") in ("kiosk-session", "kiosk-left", "venv/bin/companion")
            text = text.replace(program, "/bin/true")
        (folder / unit.name).write_text(text, encoding="utf-8")
    return folder


def test_systemd_finds_nothing_wrong(installed: Path) -> None:
    said = systemd_analyze("verify", "--man=no", *(str(installed / unit.name) for unit in UNITS))
    assert said == ""


def test_the_waits_between_tries_are_known_to_a_systemd_that_has_them(installed: Path) -> None:
    version = int(re.findall(r"systemd (\d+)", systemd_analyze("--version"))[0])
    if version < 254:
        pytest.skip("this systemd knows no growing waits, and the file is not installed on it")
    drop_in = installed / f"{SERVICE.name}.d"
    drop_in.mkdir()
    shutil.copy(DROP_IN, drop_in)
    assert systemd_analyze("verify", "--man=no", str(installed / SERVICE.name)) == ""


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_the_exposure_is_small(installed: Path, unit: Path) -> None:
    said = systemd_analyze("security", "--offline=true", str(installed / unit.name))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found is not None and float(found[1]) < 3.0, said


def test_the_console_is_the_companions_alone() -> None:
    unit = read_unit(SERVICE)
    (conflicts,) = unit["Unit.Conflicts"]
    assert {"getty@tty1.service", "display-manager.service"} <= set(conflicts.split())
    assert set(conflicts.split()) <= set(unit["Unit.After"][0].split())
    assert unit["Service.StandardInput"] == ["tty-force"] and unit["Service.TTYPath"] == ["/dev/tty1"]
    # Followed between two tries as well, and then the prompt and the kiosk are on one console.
    assert "Unit.OnSuccess" not in unit


def test_it_is_nobody_who_may_do_everything() -> None:
    unit = read_unit(SERVICE)
    (user,) = unit["Service.User"]
    assert user not in ("root", "0")
    groups = set(unit["Service.SupplementaryGroups"][0].split())
    assert {"video", "render", "input", "gpio", "audio"} <= groups
    members = re.findall(
        r"(?m)^m (\S+) (\S+)$", (SYSTEMD / "klondike-companion.sysusers").read_text(encoding="utf-8")
    )
    assert {group for name, group in members if name == user} >= groups
    for key in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "ProtectClock", "RestrictNamespaces"):
        assert unit[f"Service.{key}"] == ["yes"]
    assert unit["Service.CapabilityBoundingSet"] == [""] and unit["Service.ProtectSystem"] == ["strict"]
    assert unit["Service.IPAddressDeny"] == ["any"] and unit["Service.DevicePolicy"] == ["closed"]
    assert "AF_INET" not in unit["Service.RestrictAddressFamilies"][0]
    assert "Service.SystemCallFilter" in unit
    # The patience solver is machine code that is written when it is first run.
    assert "Service.MemoryDenyWriteExecute" not in unit


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_everything_that_is_written_lies_in_its_own_folders(unit: Path) -> None:
    read = read_unit(unit)
    state, runtime = f"%S/{SERVICE.stem}", f"%t/{unit.stem}"
    assert read["Service.StateDirectory"] == [SERVICE.stem]
    assert read["Service.RuntimeDirectory"] == [unit.stem]
    assert read["Service.WorkingDirectory"] == [runtime]
    variables = environment(read)
    assert variables["LG_WD"] == variables["XDG_RUNTIME_DIR"] == runtime
    assert variables["NUMBA_CACHE_DIR"].startswith(state) and variables["HOME"].startswith(state)
    assert "Service.ReadWritePaths" not in read


def test_evenings_on_a_partition_of_their_own_are_waited_for() -> None:
    assert read_unit(SERVICE)["Unit.RequiresMountsFor"] == [f"%S/{SERVICE.stem}"]


def test_one_pin_library_is_named() -> None:
    assert environment(read_unit(SERVICE))["GPIOZERO_PIN_FACTORY"] == "lgpio"


def test_it_is_watched_with_patience() -> None:
    unit = read_unit(SERVICE)
    assert unit["Service.Type"] == ["notify"] and unit["Service.NotifyAccess"] == ["all"]
    assert int(unit["Service.WatchdogSec"][0]) >= 20 and SIGNS > 2


def test_it_is_tried_again_a_few_times_with_pauses_and_then_the_screen_says_why() -> None:
    unit = read_unit(SERVICE)
    burst, within = int(unit["Unit.StartLimitBurst"][0]), int(unit["Unit.StartLimitIntervalSec"][0])
    pause, start = int(unit["Service.RestartSec"][0]), int(unit["Service.TimeoutStartSec"][0])
    stop = int(unit["Service.TimeoutStopSec"][0])
    longest = int(read_unit(DROP_IN)["Service.RestartMaxDelaySec"][0])
    assert pause >= 2 and unit["Service.Restart"] == ["on-failure"]
    # Tries that each take all their time must still be counted together, or they never end.
    assert within > burst * (start + stop + longest)
    assert unit["Unit.OnFailure"] == [TROUBLE.name]
    trouble = read_unit(TROUBLE)
    assert trouble["Service.TTYPath"] == unit["Service.TTYPath"]
    assert "doctor" in trouble["Service.ExecStart"][0] and trouble["Service.StandardOutput"] == ["tty"]


def run_session(folder: Path, cage: str, *program: str) -> subprocess.CompletedProcess[str]:
    """Run the session's script over a made-up compositor."""
    (folder / "cage").write_text(f"#!/bin/sh\n{cage}\n", encoding="utf-8")
    (folder / "cage").chmod(0o755)
    return subprocess.run(
        [SYSTEMD / "kiosk-session", *program],
        env={"PATH": f"{folder}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(folder), "WATCHDOG_PID": "7"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="a script for Linux")
@pytest.mark.parametrize(
    ("result", "jobs", "prompt"),
    [
        ("success", "", True),
        ("success", "31 klondike-companion.service stop running", True),
        ("success", "31 klondike-companion.service restart running", False),
        ("success", "31 klondike-companion.service start waiting", False),
        ("watchdog", "", False),
        ("exit-code", "", False),
    ],
)
def test_whoever_leaves_finds_a_login_prompt(tmp_path: Path, result: str, jobs: str, prompt: bool) -> None:
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\n[ "$1" = list-jobs ] && echo "{jobs}" || echo "$*"\n', encoding="utf-8")
    systemctl.chmod(0o755)
    done = subprocess.run(
        [SYSTEMD / "kiosk-left"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "SERVICE_RESULT": result},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("start getty@tty1.service" in done.stdout) == prompt


needs_sh = pytest.mark.skipif(os.name != "posix", reason="a script for Linux")
RUNS_IT = 'while [ "$1" != -- ]; do shift; done; shift; "$@"; exit 0'


@needs_sh
@pytest.mark.parametrize("status", [0, 1, 3])
def test_the_unit_ends_as_the_companion_ended(tmp_path: Path, status: int) -> None:
    done = run_session(tmp_path, RUNS_IT, "/bin/sh", "-c", f"exit {status}")
    assert done.returncode == status


@needs_sh
def test_words_reach_the_companion_whole_and_it_may_speak_for_the_unit(tmp_path: Path) -> None:
    done = run_session(tmp_path, RUNS_IT, "/bin/sh", "-c", 'echo "$1|${WATCHDOG_PID-none}"', "sh", "a b'c")
    assert done.stdout == "a b'c|none\n"


@needs_sh
@pytest.mark.parametrize(("ended", "status"), [(0, 1), (4, 4)])
def test_a_compositor_that_ends_by_itself_is_a_failure(tmp_path: Path, ended: int, status: int) -> None:
    (tmp_path / "status").write_text("0\n", encoding="utf-8")
    done = run_session(tmp_path, f"exit {ended}", "/bin/true")
    assert done.returncode == status and "compositor ended" in done.stderr
