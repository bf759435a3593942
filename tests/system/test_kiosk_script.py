"""Making a kiosk, rehearsed on made-up systems: which steps, for which release, and what is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.system.unit_files import HOME, SERVICE, read_unit

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kiosks are made of Debian")
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"


class System:
    """A system with a release, an architecture and a model; every program that is called is noted."""

    def __init__(self, folder: Path, release: str = "trixie", bits: str = "arm64", model: str = PI_5) -> None:
        self.root = folder / "root"
        (self.root / "etc").mkdir(parents=True)
        (self.root / "etc/os-release").write_text(f'NAME="Debian"\nVERSION_CODENAME={release}\nID=debian\n')
        if model:
            (self.root / "proc/device-tree").mkdir(parents=True)
            (self.root / "proc/device-tree/model").write_bytes(model.encode() + b"\0")
        self.tools = folder / "bin"
        self.tools.mkdir()
        self.calls = folder / "calls"
        for name in ("dirname", "uname", "sed", "grep", "tr"):
            (self.tools / name).symlink_to(shutil.which(name) or "/nowhere")
        speaks = {"id": "echo 1000", "dpkg": f"echo {bits}", "systemctl": "echo graphical.target"}
        for name in ("apt-get", "install", "rm", "sudo", "udevadm", "runuser", "systemd-sysusers", "touch"):
            speaks[name] = ":"
        for name, does in speaks.items():
            tool = self.tools / name
            tool.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.calls}\n{does}\n')
            tool.chmod(0o755)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", str(ROOT / ".ci/kiosk"), *words],
            env={"PATH": str(self.tools), "SYSTEM_ROOT": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )

    def rehearsed(self, purpose: str = "install") -> list[str]:
        """Return the steps; none of them may be taken."""
        done = self.run(purpose, "--dry-run")
        assert done.returncode == 0, done.stderr
        asked = set(self.calls.read_text().splitlines()) if self.calls.exists() else set()
        assert asked <= {"dpkg --print-architecture", "systemctl get-default"}
        return [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]


def packages(steps: list[str]) -> set[str]:
    (line,) = [step for step in steps if "apt-get" in step and " install " in step]
    return set(line.split(" install ")[1].split())


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_pi_gets_debians_libraries_and_nothing_of_their_names_from_pip(
    tmp_path: Path, release: str
) -> None:
    steps = System(tmp_path, release).rehearsed()
    wanted = {"cage", "xwayland", "seatd", "udisks2", "espeak-ng", "libzbar0", "fonts-dejavu-core"}
    wanted |= {"python3-lgpio", "python3-picamera2", "python3-opencv", "python3-numpy"}
    wanted |= {"libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libxkbcommon0"}
    assert wanted <= packages(steps)
    assert "--no-install-recommends" in "\n".join(steps)
    # pip takes its packages from one list alone, which is the one for the system's OpenCV and numpy.
    pip = [step for step in steps if " pip " in step]
    assert len(pip) == 2 and all("--no-deps" in step for step in pip)
    assert "-r /opt/klondike-companion/pins.txt" in pip[0] and pip[1].endswith(str(ROOT))
    assert f"/usr/bin/python3 .ci/pins.py system >{HOME}/pins.txt" in steps


def test_the_list_for_pip_holds_nothing_that_debian_must_bring() -> None:
    listed = subprocess.run(
        [sys.executable, ".ci/pins.py", "system"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    names = {line.split("==")[0] for line in listed.splitlines() if "==" in line}
    assert "pygame" in names
    assert not names & {"lgpio", "rpi-lgpio", "numpy", "opencv-python", "opencv-python-headless", "pygame-ce"}


def test_the_environment_is_the_systems_pythons_and_sees_its_packages(tmp_path: Path) -> None:
    steps = System(tmp_path).rehearsed()
    assert f"/usr/bin/python3 -m venv --system-site-packages {HOME}/venv" in steps
    # Nothing is ever put into the system's own Python.
    pip = [step for step in steps if " -m pip " in step]
    assert pip and all(step.startswith(f"{HOME}/venv/bin/python ") for step in pip)


def test_waits_that_grow_come_only_where_systemd_knows_them(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert not [step for step in System(tmp_path / "one", "bookworm").rehearsed() if "back-off" in step]
    assert [step for step in System(tmp_path / "two", "trixie").rehearsed() if "back-off" in step]


def test_everything_that_the_unit_needs_is_put_in_its_place(tmp_path: Path) -> None:
    steps = "\n".join(System(tmp_path).rehearsed())
    unit = read_unit(SERVICE)
    program, companion = unit["Service.ExecStart"][0].split()[:2]
    assert program == f"{HOME}/kiosk-session" and unit["Service.ExecStopPost"] == [f"-+{HOME}/kiosk-left"]
    assert f"install -m 755 systemd/kiosk-session systemd/kiosk-left {HOME}/" in steps
    assert companion == f"{HOME}/venv/bin/companion"
    for name in ("sysusers", "udev.rules", "polkit.rules"):
        assert f"systemd/klondike-companion.{name} /etc/" in steps
    assert "systemctl enable --now seatd.service" in steps
    assert steps.index("systemd-sysusers") < steps.index("systemctl enable klondike-companion")
    # The health check at the end: the doctor, as the service's user, and a start that waits for the picture.
    doctor = steps.index("companion doctor --data /var/lib/klondike-companion")
    assert steps.index("compiled_engine") < doctor < steps.index("systemctl restart klondike-companion")
    assert f"runuser -u {unit['Service.User'][0]} -- env" in steps


def test_a_desktop_makes_room_and_comes_back(tmp_path: Path) -> None:
    assert "systemctl set-default multi-user.target" in System(tmp_path).rehearsed()
    script = (ROOT / ".ci/kiosk").read_text(encoding="utf-8")
    assert "systemctl set-default graphical.target" in script


def test_a_debian_computer_needs_no_pis_packages(tmp_path: Path) -> None:
    found = packages(System(tmp_path, "bookworm", "amd64", "").rehearsed())
    assert "cage" in found and not found & {"python3-lgpio", "python3-picamera2"}


@pytest.mark.parametrize(
    ("release", "bits", "words"),
    [
        ("trixie", "armhf", "32 bits (armhf): write the 64-bit"),
        ("bookworm", "i386", "32 bits (i386)"),
        ("bullseye", "arm64", "Bookworm or Trixie"),
        ("noble", "amd64", "this is noble"),
    ],
)
def test_what_it_cannot_be_made_of_is_one_sentence_and_no_step(
    tmp_path: Path, release: str, bits: str, words: str
) -> None:
    done = System(tmp_path, release, bits).run("install", "--dry-run")
    assert done.returncode == 1 and words in done.stderr and not done.stdout
    assert len(done.stderr.splitlines()) == 1


def test_removing_takes_every_file_away_but_never_the_journal(tmp_path: Path) -> None:
    system = System(tmp_path)
    placed = {
        word
        for step in system.rehearsed()
        for word in step.split()
        if word.startswith("/etc/") and not word.endswith("/")
    }
    removed = system.rehearsed("remove")
    assert {step.split()[-1] for step in removed if step.startswith("rm -f ")} >= placed
    assert f"rm -rf {HOME}" in removed
    assert not [step for step in removed if "/var/lib" in step or "userdel" in step]
    assert "the journal" in system.run("remove", "--dry-run").stdout.splitlines()[-1]


def test_make_rehearses_it_too_and_a_wrong_word_is_refused(tmp_path: Path) -> None:
    system = System(tmp_path)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment |= {"SYSTEM_ROOT": str(system.root), "PATH": f"{system.tools}:{environment['PATH']}"}
    done = subprocess.run(
        ["make", "kiosk", "DRY_RUN=1"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "apt-get" in done.stdout
    assert system.run("instal").returncode == 1


def test_somebody_who_is_not_root_is_asked_for_the_right_once(tmp_path: Path) -> None:
    system = System(tmp_path)
    assert system.run("remove").returncode == 0
    called = [line for line in system.calls.read_text().splitlines() if not line.startswith("id")]
    assert called == [f"sudo {ROOT}/.ci/kiosk remove"]
