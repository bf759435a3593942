"""The project's own files, as the repository's rules see them."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: What a tool leaves behind; only asked where there is no git to tell.
_LEFT_BEHIND = {"__pycache__", "dist", "build", ".git", ".venv", ".wheels", ".hypothesis"}


@cache
def project_files() -> tuple[Path, ...]:
    """Return the files of the project, relative to its root: what git tracks or would, else what is there."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    ) if _has_git() else None  # fmt: skip
    if listed is not None and listed.returncode == 0:
        files = [Path(line) for line in listed.stdout.splitlines()]
        return tuple(sorted(file for file in files if (ROOT / file).is_file()))
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in _LEFT_BEHIND and not name.endswith("_cache")]
        found += [(Path(folder) / name).relative_to(ROOT) for name in names]
    return tuple(sorted(found))


@cache
def texts() -> dict[Path, str]:
    """Return the project's text files with their contents; a file that is no UTF-8 is no text."""
    found = {}
    for file in project_files():
        try:
            found[file] = (ROOT / file).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


def _has_git() -> bool:
    return (ROOT / ".git").exists() and any(
        (Path(folder) / "git").exists() for folder in os.get_exec_path()
    )
