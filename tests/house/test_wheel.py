"""The program as people install it: from a wheel, outside the checkout, with its assets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house.tree import ROOT, project_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tree as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; returns its ``companion``."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel]
    subprocess.run(pip, check=True, capture_output=True)
    # The packages it depends on are those of this run, so that no network is needed.  An editable checkout
    # does not come along: it is found through a .pth file, which counts only in its own folder.
    ask = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip())
    depends = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (packages / "depends.pth").write_text("\n".join(depends) + "\n")
    return folder / "bin/companion"


def run(companion: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LD_LIBRARY_PATH") if name in os.environ}
    return subprocess.run(
        [companion, *words],
        cwd=home,
        env={**kept, "HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_the_wheel_holds_what_the_program_needs_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    wanted = {str(file) for file in project_files() if file.parts[0] in ("companion", "hardware")}
    assets = {file.relative_to("assets") for file in project_files() if file.parts[0] == "assets"}
    wanted |= {str("companion/_assets" / file) for file in assets}
    assert names == wanted


def test_help_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "--help")
    assert done.returncode == 0 and done.stderr == ""
    for command in ("play", "simulate", "read", "odds", "sessions"):
        assert command in done.stdout


def test_odds_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "odds", "dice", "--json")
    assert done.returncode == 0, done.stderr
    assert '"win": 28734510' in done.stdout and '"tie": 2997156' in done.stdout
    assert json.loads(done.stdout)


def test_an_evening_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """A whole narrated session through rendered frames, with every sentence found among the assets."""
    words = ["play", "dice", "--players", "2", "--headless", "--seed", "5"]
    done = run(installed, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr and "no text for" not in done.stderr
    assert len(done.stdout.splitlines()) > 10
    assert str(ROOT) not in done.stdout + done.stderr
    where = run(
        installed.with_name("python"),
        tmp_path,
        "-c",
        "import hardware; from companion.asset_files import asset; print(asset('locale'), hardware.__file__)",
    )
    assert all(Path(found).is_relative_to(installed.parents[1]) for found in where.stdout.split())
    listed = run(installed, tmp_path, "sessions", "list")
    assert listed.returncode == 0 and "dice" in listed.stdout.lower()


def test_help_loads_nothing_heavy() -> None:
    """What makes a cold start slow is what is imported; the time itself is measured by tests/bench."""
    program = (
        "import sys; from companion.cli import run\n"
        "try: run(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    ask = [sys.executable, "-c", program]
    done = subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"cv2", "pygame", "numpy", "numba", "matplotlib", "babel", "rich", "sqlite3", "gpiozero"}
    assert not heavy & set(done.stderr.split())
