"""The data folder: where the journal, the settings and the kit's key are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.table.disk import Disk, SystemDisk
from companion.table.faults import Fault

NAME = "klondike-companion"


def find_data_folder(given: Path | None = None, environment: Mapping[str, str] | None = None) -> Path:
    """Return the data folder, which need not exist.

    It is `given` (``--data``), else ``COMPANION_DATA``, else systemd's ``STATE_DIRECTORY`` (the first, where
    it names several), else the user's own.
    """
    environment = os.environ if environment is None else environment
    state = environment.get("STATE_DIRECTORY", "").split(":")[0]
    for choice in (str(given) if given is not None else "", environment.get("COMPANION_DATA", ""), state):
        if choice.strip():
            return Path(choice).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False).absolute()


def ready_data_folder(folder: Path, disk: Disk | None = None) -> Path:
    """Make the data folder where it is missing, and prove that it can be written.

    Raises `Fault` when something else lies in its place or it cannot be written.
    """
    disk = disk or SystemDisk()
    trial = folder / f".trial-{os.getpid()}"
    try:
        disk.make_folder(folder)
        disk.write_at(trial, 0, b"trial")
    except (FileExistsError, NotADirectoryError) as problem:
        raise Fault("data_folder.not_a_folder", path=str(folder)) from problem
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise Fault("data_folder.not_writable", path=str(folder), detail=detail) from problem
    finally:
        with suppress(OSError):
            trial.unlink()
    return folder
