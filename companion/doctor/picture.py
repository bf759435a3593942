"""One picture of the table: is it sharp, is it lit, is the mat in it?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.check import Check, State, fine
from companion.table.text import Text
from hardware.camera import Frame
from hardware.vision.mat import MatFinder
from hardware.vision.picture_quality import Exposure, Focus, picture_quality


def picture_checks(frame: Frame) -> Iterator[Check]:
    quality = picture_quality(frame.image)
    facts = {"score": f"{quality.focus:.0f}"}
    yield _judged("focus", quality.focus_word.value, quality.focus_word is Focus.SHARP, facts)
    facts = {"burnt": f"{100 * quality.burnt:.1f}"}
    good = quality.exposure_word is Exposure.GOOD
    yield _judged("exposure", quality.exposure_word.value, good, facts)
    mats = MatFinder()
    mat = mats.find(frame.image, thorough=True)
    if mat is not None:
        yield fine("mat", paper=mat.layout.paper, scale=f"{mat.mm_per_px:.2f}")
    else:
        say = Text(f"calibrate.mat.{mats.why.value}") if mats.why is not None else Text("doctor.mat.none")
        yield Check("mat", State.NOTE, say, Text("doctor.mat.none.do"))


def _judged(name: str, word: str, good: bool, facts: dict[str, str]) -> Check:
    """Say it in the words of the calibration, which name the remedy themselves."""
    say = Text(f"calibrate.{name}.{word}", dict(facts))
    return Check(name, State.FINE if good else State.NOTE, say, None if good else Text(f"doctor.{name}.do"))
