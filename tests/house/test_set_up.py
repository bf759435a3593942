"""The set-up script: what it says, in one line, where it cannot do what is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pip
import pytest

from tests.house.tree import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the script installs Debian's packages")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which nothing has been set up."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    for name in ("Makefile", "pyproject.toml", "pylock.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def set_up(checkout: Path, **wishes: str) -> subprocess.CompletedProcess[str]:
    """Run the script as somebody who is not root, with only the tools it needs and no real apt-get."""
    tools = checkout / "bin"
    if not tools.exists():
        tools.mkdir()
        for name in ("dirname", "uname", "grep", "cat", "rm"):
            (tools / name).symlink_to(shutil.which(name) or "/nowhere")
        for name, does in {"id": "echo 1000", "apt-get": "echo called >>apt-was-called"}.items():
            (tools / name).write_text(f"#!/bin/sh\n{does}\n")
            (tools / name).chmod(0o755)
    return subprocess.run(
        ["/bin/sh", ".ci/set-up", "run"],
        cwd=checkout,
        env={"PATH": str(tools), "HOME": str(checkout), "PIP_NO_INDEX": "1", **wishes},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_named_python_that_is_none_is_one_sentence(checkout: Path) -> None:
    done = set_up(checkout, PYTHON="/nowhere/python3.11")
    assert done.returncode == 1
    assert "Python 3.11, 3.12 or 3.13" in done.stderr.splitlines()[-1]
    assert not (checkout / ".venv").exists()


def test_a_python_that_is_too_old_is_not_taken(checkout: Path) -> None:
    old = checkout / "python3"
    old.write_text(f"""#!/bin/sh
exec {sys.executable} -c "import sys; sys.version_info = (3, 10, 9); $2" "$3"
""")
    old.chmod(0o755)
    done = set_up(checkout, PYTHON=str(old))
    assert done.returncode == 1 and "was not found" in done.stderr


def test_without_root_it_says_what_to_install_and_calls_nothing(checkout: Path) -> None:
    done = set_up(checkout)
    assert done.returncode == 1
    wanted = [line for line in done.stderr.splitlines() if "As root: apt-get install" in line]
    assert any("python3 python3-venv" in line for line in wanted)
    assert not (checkout / "apt-was-called").exists()


def test_an_unknown_opencv_is_one_sentence(checkout: Path) -> None:
    done = set_up(checkout, OPENCV="newest")
    assert done.returncode == 1 and "'system' or 'pinned'" in done.stderr.splitlines()[-1]


def test_without_a_network_it_says_so_and_can_be_called_again(checkout: Path) -> None:
    # Unpacking a pip of its own takes longer than all the rest: the environment is lent the one of this run.
    python = checkout / "python3"
    python.write_text(f"""#!/bin/sh
[ "$1 $2" = "-m venv" ] || exec {sys.executable} "$@"
{sys.executable} -m venv --without-pip "$3"
{shutil.which("ln")} -s {Path(pip.__file__).parent} "$3"/lib/python*/site-packages
""")
    python.chmod(0o755)
    done = set_up(checkout, PYTHON=str(python))
    assert done.returncode == 1
    assert "could not be installed" in done.stderr.splitlines()[-1]
    made = (checkout / ".venv/made-with").read_text()
    assert made.startswith("pinned ") and "making .venv" in done.stderr
    again = set_up(checkout, PYTHON=str(python))
    assert again.returncode == 1 and "making .venv" not in again.stderr
    assert "could not be installed" in again.stderr.splitlines()[-1]


def test_an_extra_that_does_not_exist_is_named(checkout: Path) -> None:
    pins = [sys.executable, ".ci/pins.py", "pinned", "colours"]
    done = subprocess.run(pins, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "colours" in done.stderr and "plots" in done.stderr


def test_debians_opencv_takes_the_place_of_the_pinned_one(checkout: Path) -> None:
    def names(*words: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, ".ci/pins.py", *words], cwd=checkout, capture_output=True, text=True, check=True
        )
        return {line.split("==")[0] for line in done.stdout.splitlines() if "==" in line}

    assert names("pinned") - names("system") == {"opencv-python", "numpy"}
    assert "pytest" not in names("pinned") and "pytest" in names("pinned", "dev")


def test_make_alone_tells_what_there_is() -> None:
    # The make that runs this suite must not hand its own flags to this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    for target in ("run", "test", "long", "check", "bench", "lock"):
        assert f"make {target} " in done.stdout
