"""Steadying: nothing moves, several frames agree, and one misread frame never decides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.camera import Frame
from hardware.vision.reading import Doubt, Piece, Reading
from hardware.vision.steady import Phase, Steadied, Steady

GAP_MS = 100


def reading(values: str, accepted: bool = True, confidence: float = 0.8) -> Reading:
    pieces = tuple(Piece(value, (0.0, 0.0), (), confidence) for value in values)
    return Reading("dice", pieces, confidence, accepted, None if accepted else Doubt.UNSURE, (640, 360))


def table(at: int | None = None, light: int = 0) -> np.ndarray:
    """A table with a white square at a place, or without one."""
    image = np.full((360, 640, 3), 90 + light, np.uint8)
    image[::7, ::5] += 6
    if at is not None:
        image[100:160, at : at + 60] = 205 + light
    return image


class Feed:
    """Feeds a `Steady` frames at even times."""

    def __init__(self, **settings: int) -> None:
        self.steady = Steady(**settings)
        self.number = 0

    def __call__(self, image: np.ndarray, read: Reading | None, still: bool = False) -> Steadied:
        self.number += 1
        return self.steady.feed(Frame(image, self.number, self.number * GAP_MS, still), read)


def test_a_throw_settles_once_nothing_moves_and_three_frames_agree() -> None:
    feed = Feed()
    phases = [feed(table(20 * step), reading("3")).phase for step in range(1, 6)]
    # The first frame has none to be compared with.
    assert phases == [Phase.SETTLING] + [Phase.MOVING] * 4
    at_rest = [feed(table(100), reading("3")) for _ in range(5)]
    settled = next(number for number, steadied in enumerate(at_rest) if steadied.phase is Phase.SETTLED)
    assert settled >= 2
    assert at_rest[settled].fresh
    assert at_rest[settled].reading == reading("3")
    assert not at_rest[settled + 1].fresh
    assert [s.reading is not None and s.reading.accepted for s in at_rest[:settled]] == [False] * settled


def test_one_misread_frame_never_decides() -> None:
    for wrong_at in range(4):
        feed = Feed()
        values = ["25"] * 6
        values[wrong_at] = "26"
        last = [feed(table(100), reading(value)) for value in values][-1]
        assert last.phase is Phase.SETTLED
        assert last.reading is not None and last.reading.accepted
        assert last.reading.values == ("2", "5")


def test_frames_that_disagree_are_asked_about() -> None:
    feed = Feed()
    steadied = [feed(table(100), reading("25" if number % 2 else "26")) for number in range(25)]
    assert steadied[-1].phase is Phase.SETTLED
    assert steadied[-1].reading is not None
    assert not steadied[-1].reading.accepted
    assert steadied[-1].reading.doubt is Doubt.DISAGREE


def test_a_doubt_is_resolved_by_better_frames() -> None:
    feed = Feed()
    for _ in range(5):
        assert feed(table(100), reading("25", accepted=False, confidence=0.2)).phase is Phase.SETTLING
    last = [feed(table(100), reading("25")) for _ in range(3)][-1]
    assert last.phase is Phase.SETTLED and last.reading == reading("25")


def test_a_die_once_taken_for_cocked_needs_more_than_one_frame_that_takes_it_for_flat() -> None:
    def settled(frames: list[Reading]) -> Reading | None:
        feed = Feed()
        states = [feed(table(100), read) for read in frames]
        return next((state.reading for state in states if state.phase is Phase.SETTLED), None)

    glance = replace(reading("25", accepted=False), doubt=Doubt.MOVING)
    cocked = replace(reading("25", accepted=False), doubt=Doubt.COCKED)
    start = [glance, glance, cocked]
    assert settled([*start, reading("25"), reading("25")]) is None
    assert settled([*start, reading("25"), reading("25"), reading("25")]) == reading("25")
    asked = settled([*start, reading("25"), *[cocked] * 20])
    assert asked is not None and not asked.accepted


def test_a_doubt_that_stays_is_handed_on_with_its_reason() -> None:
    feed = Feed()
    steadied = [feed(table(100), reading("25", accepted=False, confidence=0.3)) for _ in range(25)]
    assert steadied[10].phase is Phase.SETTLING
    assert steadied[-1].phase is Phase.SETTLED
    assert steadied[-1].reading == reading("25", accepted=False, confidence=0.3)


def test_it_re_arms_only_when_the_table_has_moved() -> None:
    feed = Feed()
    for _ in range(6):
        last = feed(table(100), reading("3"))
    assert last.phase is Phase.SETTLED
    # Whatever is read while nothing moves, the settled reading stands; nor does the light decide.
    assert feed(table(100), reading("4")).reading == reading("3")
    assert feed(table(100, light=25), reading("4")).phase is Phase.SETTLED
    assert feed(table(300), reading("4")).phase is Phase.MOVING
    again = [feed(table(300), reading("4")) for _ in range(6)]
    assert [steadied.fresh for steadied in again].count(True) == 1
    assert again[-1].reading == reading("4")


def test_what_creeps_is_moving_too() -> None:
    feed = Feed()
    for _ in range(6):
        feed(table(100), reading("3"))
    ghost = table(100).astype(np.float32)
    target = table(300).astype(np.float32)
    phases = []
    for step in range(40):
        image = ghost + (target - ghost) * step / 40
        phases.append(feed(image.astype(np.uint8), None).phase)
    assert Phase.MOVING in phases


def test_a_photograph_settles_at_once_and_each_is_a_throw_of_its_own() -> None:
    feed = Feed()
    first = feed(table(100), reading("3"), still=True)
    assert (first.phase, first.fresh, first.reading) == (Phase.SETTLED, True, reading("3"))
    doubtful = reading("4", accepted=False)
    second = feed(table(100), doubtful, still=True)
    assert (second.phase, second.fresh, second.reading) == (Phase.SETTLED, True, doubtful)
    assert feed(table(100), None, still=True).phase is Phase.SETTLING


def test_noise_is_no_motion() -> None:
    feed = Feed()
    noise = np.random.default_rng(5)
    for _ in range(8):
        image = np.clip(table(100) + noise.normal(0, 9, (360, 640, 3)), 0, 255).astype(np.uint8)
        last = feed(image, reading("3"))
    assert last.phase is Phase.SETTLED


def test_a_spoilt_frame_between_frames_of_the_same_rest_is_passed_over() -> None:
    """A torn or badly exposed frame neither starts a throw nor makes people wait once more."""
    feed = Feed(patience_ms=900)
    torn = table(100)
    torn[130:] = table()[130:]
    burnt = np.minimum(table(100).astype(np.uint16) * 3 + 60, 255).astype(np.uint8)
    phases = []
    for number in range(14):
        spoilt = number in (4, 7, 8)
        image = (torn if number == 7 else burnt) if spoilt else table(100)
        steadied = feed(image, reading("3", accepted=False, confidence=0.2))
        phases.append(steadied.phase)
    assert [phase is Phase.MOVING for phase in phases] == [number in (4, 7, 8) for number in range(14)]
    assert steadied.phase is Phase.SETTLED, "patience counts from the first frame at rest"
    # What is settled stays so, and is no new throw.
    assert feed(burnt, None).phase is Phase.MOVING
    again = feed(table(100), None)
    assert again.phase is Phase.SETTLED
    assert not again.fresh
    # Another picture, or the same one after longer, is a throw of its own.
    assert feed(table(), None).phase is Phase.MOVING
    for _ in range(5):
        feed(table(), None)
    back = [feed(table(100), reading("3")) for _ in range(5)]
    assert back[0].phase is Phase.MOVING
    assert sum(steadied.fresh for steadied in back) == 1


def test_what_only_some_frames_show_is_asked_about_and_what_one_shows_is_nothing() -> None:
    for shown, expected in ((2, ("3",)), (1, ())):
        feed = Feed(patience_ms=500)
        looks = [reading("3", accepted=False)] * shown + [
            replace(reading("", False), doubt=Doubt.NOTHING)
        ] * 9
        settled = next(steadied for look in looks if (steadied := feed(table(100), look)).fresh)
        assert settled.reading is not None
        assert settled.reading.values == expected
        assert not settled.reading.accepted


def test_readings_of_a_spoilt_frame_are_not_counted() -> None:
    feed = Feed()
    for wrong in (True, False, True, False, True):
        burnt = np.minimum(table(100).astype(np.uint16) * 3 + 60, 255).astype(np.uint8)
        steadied = feed(burnt if wrong else table(100), reading("6" if wrong else "3"))
        assert steadied.reading is None or not steadied.reading.accepted
    settled = [feed(table(100), reading("3")) for _ in range(5)]
    assert settled[-1].reading == reading("3")


def test_light_that_flickers_in_bands_is_no_motion_and_hides_none() -> None:
    chance = np.random.default_rng(5)
    feed = Feed()
    rows = np.arange(360)[:, None, None] / 360

    def lit(image: np.ndarray) -> np.ndarray:
        light = (1 + 0.07 * np.sin(2 * np.pi * (3 * rows + chance.random()))) ** (1 / 2.2)
        return np.clip(image * light, 0, 255).astype(np.uint8)

    at_rest = [feed(lit(table(100)), reading("3")) for _ in range(6)]
    assert at_rest[-1].phase is Phase.SETTLED
    assert all(steadied.phase is not Phase.MOVING for steadied in at_rest)
    assert feed(lit(table(112)), reading("3")).phase is Phase.MOVING


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["25", "26", None]), st.booleans()), max_size=30)
)
def test_it_is_deterministic_and_accepts_only_what_three_frames_at_rest_said(
    script: list[tuple[int, str | None, bool]],
) -> None:
    runs = []
    for _ in range(2):
        feed = Feed()
        run = []
        said: dict[int, list[Reading]] = {}
        for place, values, accepted in script:
            read = None if values is None else reading(values, accepted)
            steadied = feed(table(60 + 100 * place), read)
            run.append(steadied)
            # A frame or two of another picture do not undo what frames of the same rest have said.
            if steadied.phase is not Phase.MOVING and read is not None:
                said.setdefault(place, []).append(read)
            if steadied.fresh and steadied.reading is not None and steadied.reading.accepted:
                assert said[place].count(steadied.reading) >= 3
        runs.append(run)
    assert runs[0] == runs[1]


def test_settings_that_can_never_settle_are_refused() -> None:
    with pytest.raises(ValueError, match="window"):
        Steady(agreeing=5, window=3)
