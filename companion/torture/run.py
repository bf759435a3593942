"""Many evenings, each by a seed of its own; one that fails says which seed plays it again."""

from __future__ import annotations

import gc
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.simulate.on_cores import on_cores
from companion.torture.cut_disk import quick_folder
from companion.torture.found import Found
from companion.torture.tally import Failure, Tally

#: Evenings that a process plays before it tells of them.
_AT_A_TIME = 5


def one_evening(seed: int, *, through_camera: bool = False) -> Tally:
    """Play one evening in a folder of its own, and count what was found in it, if anything was."""
    with tempfile.TemporaryDirectory(prefix="torture-", dir=quick_folder()) as folder:
        try:
            if through_camera:
                from companion.torture.camera_evening import play_camera_evening

                tally = play_camera_evening(seed, Path(folder) / "data")
                if tally.silent_misreads:
                    words = f"{tally.silent_misreads} wrong values were accepted from the camera"
                    tally.failures.append(Failure(seed, "misread", words, through_camera))
                return tally
            from companion.torture.evening import play_evening

            return play_evening(seed, Path(folder) / "data")
        except Found as found:
            failure = Failure(seed, found.what, found.words, through_camera)
        except Exception as problem:
            where = traceback.extract_tb(problem.__traceback__)[-1]
            words = f"{type(problem).__name__}: {problem} ({Path(where.filename).name}:{where.lineno})"
            failure = Failure(seed, "exceptions", words, through_camera)
        return Tally(evenings=1, camera_evenings=int(through_camera), failures=[failure])


def torture(
    seed: int,
    evenings: int,
    *,
    camera_evenings: int = 0,
    workers: int = 1,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Play `evenings` evenings with the seeds from `seed` on, the first `camera_evenings` of these seeds
    through the camera; `progress` is told the tally so far.
    """
    total = Tally()
    for tally in on_cores(_some, _jobs(seed, evenings, camera_evenings), workers):
        total.add(tally)
        progress(total)
    return total


def _jobs(seed: int, evenings: int, camera_evenings: int) -> Iterator[tuple[range, bool]]:
    """Yield seeds, and whether they are played through the camera; those that are come evenly among all."""
    first = seed + camera_evenings
    for number in range(camera_evenings + 1):
        if number:
            yield range(seed + number - 1, seed + number), True
        last = seed + camera_evenings
        last += (evenings - camera_evenings) * number // camera_evenings if camera_evenings else evenings
        for at in range(first, last, _AT_A_TIME):
            yield range(at, min(at + _AT_A_TIME, last)), False
        first = last


def _some(job: tuple[range, bool]) -> Tally:
    seeds, through_camera = job
    total, before = Tally(), gc.get_threshold()
    # Replays make many small things and no circles; looking for these took an eighth of the time.
    gc.set_threshold(200_000, 50, 50)
    try:
        for seed in seeds:
            total.add(one_evening(seed, through_camera=through_camera))
    finally:
        gc.set_threshold(*before)
    gc.collect()
    return total
