"""A root that is read-only: only the state folder is written, and that is enough."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.journal import Journal
from tests.house.tree import ROOT
from tests.system.unit_files import SERVICE, environment, read_unit

#: In a mount namespace: the state folder keeps a mount of its own, everything else can no longer be written.
SCRIPT = """
set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro /
for place in /tmp /var/tmp /home /root /run /var /dev/shm; do
    mountpoint -q "$place" && mount -o remount,bind,ro "$place"
done
touch "$1/trial" && rm "$1/trial"
if touch "$2/trial" 2>/dev/null; then echo "the rest can still be written"; exit 99; fi
shift 2
exec "$@"
"""


def read_only(state: Path, elsewhere: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the unit does, where only `state` can be written."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("mount namespaces are Linux's")
    inside = ["unshare", "--user", "--map-root-user", "--mount"]
    trial = subprocess.run([*inside, "mount", "--bind", state, state], capture_output=True, check=False)
    if trial.returncode:
        pytest.skip("mount namespaces are not allowed here")
    given = {
        name: value.replace("%S/klondike-companion", str(state)).replace("%t/klondike-companion", str(state))
        for name, value in environment(read_unit(SERVICE)).items()
    }
    return subprocess.run(
        [*inside, "sh", "-c", SCRIPT, "sh", str(state), str(elsewhere), *command],
        cwd=ROOT,
        env={
            **given,
            "PATH": os.environ["PATH"],
            "STATE_DIRECTORY": str(state),
            "RUNTIME_DIRECTORY": str(state),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_an_evening_begins_and_is_kept_where_only_the_state_folder_is_written(tmp_path: Path) -> None:
    state, elsewhere = tmp_path / "state", tmp_path / "elsewhere"
    state.mkdir()
    elsewhere.mkdir()
    words = ("-m", "tests.system.kiosk_to_table", "play", "dice", "--seats", "Ana,Bo", "--window", "800x480")
    done = read_only(state, elsewhere, sys.executable, *words, "--camera", "none")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr and "Read-only" not in done.stderr
    with Journal.open(state) as journal:
        assert [one.header.game for one in journal.sessions()] == ["dice"]
    assert list(elsewhere.iterdir()) == []


@pytest.mark.long
def test_the_doctor_looks_at_a_read_only_system(tmp_path: Path) -> None:
    state, elsewhere = tmp_path / "state", tmp_path / "elsewhere"
    state.mkdir()
    elsewhere.mkdir()
    done = read_only(state, elsewhere, sys.executable, "-m", "companion", "doctor")
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
    assert str(state) in done.stdout
