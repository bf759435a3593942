"""Press detection over tables of edges: what a worn contact does, and what was meant."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buttons import BUTTONS, Press
from hardware.press_detection import PressDetector, Timing

Edge = tuple[int, str, int]


def presses_of(edges: list[Edge], until: int, timing: Timing | None = None, every: int = 7) -> list[Press]:
    """Feed edges (ms, button, level) in order with a tick every few milliseconds in between."""
    detector = PressDetector(timing=timing)
    found: list[Press] = []
    waiting = sorted(edges, key=lambda edge: edge[0])
    for ms in range(0, until + every, every):
        while waiting and waiting[0][0] <= ms:
            at, button, level = waiting.pop(0)
            detector.edge(button, bool(level), at)
        found += detector.tick(ms)
    return found


def trace(button: str, *times: int) -> list[Edge]:
    """Edges of one button that begins with going down and changes at each of the times."""
    return [(at, button, (index + 1) % 2) for index, at in enumerate(times)]


TRACES = [
    ("a clean press", trace("seat1", 100, 250), [("seat1", "press", 100)]),
    ("a 10 ms spike", trace("seat1", 100, 110), []),
    ("ten spikes in a row", trace("seat1", *range(100, 300, 10)), []),
    ("a 40 ms press", trace("seat1", 100, 140), [("seat1", "press", 100)]),
    ("bounce on the way down", trace("seat1", 100, 102, 103, 107, 109, 250), [("seat1", "press", 109)]),
    ("bounce on the way up", trace("seat1", 100, 250, 253, 255, 259, 260), [("seat1", "press", 100)]),
    ("bounce after the release has settled", trace("seat1", 100, 250, 285, 290), [("seat1", "press", 100)]),
    ("a chattering contact", trace("seat1", 100, 200, 212, 300, 315, 400), [("seat1", "press", 100)]),
    (
        "two quick presses are two",
        trace("seat1", 100, 160, 220, 290),
        [("seat1", "press", 100), ("seat1", "press", 220)],
    ),
    ("a hold, then a release", trace("seat1", 100, 1500, 1503, 1505), [("seat1", "hold", 100)]),
    ("let go just before the hold time", trace("seat1", 100, 895), [("seat1", "press", 100)]),
    ("let go just after the hold time", trace("seat1", 100, 905), [("seat1", "hold", 100)]),
    ("a glitch at the very hold time", trace("seat1", 100, 895, 905, 1200), [("seat1", "hold", 100)]),
    ("OK takes two seconds to be held", trace("ok", 100, 1900), [("ok", "press", 100)]),
    ("OK held", trace("ok", 100, 2300), [("ok", "hold", 100)]),
    ("UP is told while it is down", trace("up", 100, 29_000), [("up", "press", 100)]),
    ("a stuck button", trace("seat3", 100), [("seat3", "hold", 100)]),
    (
        "cross-talk on a neighbour's wire",
        trace("seat1", 100, 250) + trace("seat2", 100, 103, 249, 256),
        [("seat1", "press", 100)],
    ),
    (
        "two seats at the same moment are two presses",
        trace("seat1", 100, 250) + trace("seat2", 110, 240),
        [("seat2", "press", 110), ("seat1", "press", 100)],
    ),
    (
        "a chord let go early",
        trace("ok", 100, 600) + trace("back", 150, 640),
        [("ok+back", "press", 150)],
    ),
    (
        "a chord held, its buttons let go one after the other",
        trace("back", 100, 4000) + trace("ok", 300, 5000),
        [("ok+back", "hold", 300)],
    ),
    (
        "two presses 1.5 s apart are no chord",
        trace("ok", 100, 300) + trace("back", 1600, 1800),
        [("ok", "press", 100), ("back", "press", 1600)],
    ),
    (
        "two buttons down together but put down 1.5 s apart are no chord",
        trace("ok", 100, 1900) + trace("back", 1600, 1800),
        [("back", "press", 1600), ("ok", "press", 100)],
    ),
    (
        "one after the other within the chord time, never both down",
        trace("ok", 100, 200) + trace("back", 230, 330),
        [("ok", "press", 100), ("back", "press", 230)],
    ),
    (
        "a stuck BACK makes no chords",
        trace("back", 100) + trace("ok", 5000, 5200),
        [("back", "hold", 100), ("ok", "press", 5000)],
    ),
    (
        "a chord with a glitch in one of its wires",
        trace("ok", 100, 1000, 1010, 4000) + trace("back", 150, 4100),
        [("ok+back", "hold", 150)],
    ),
]


@pytest.mark.parametrize(("edges", "meant"), [row[1:] for row in TRACES], ids=[row[0] for row in TRACES])
@pytest.mark.parametrize("every", [1, 7, 50, 30_000])
def test_bounce_traces_give_what_was_meant(
    edges: list[Edge], meant: list[tuple[str, str, int]], every: int
) -> None:
    """Whether looked at every millisecond or once at the end, the presses are the same."""
    found = presses_of(edges, 30_000, every=every)
    assert [(press.button, press.act, press.at_ms) for press in found] == meant


def test_a_press_of_an_instant_button_is_known_while_it_is_down() -> None:
    detector = PressDetector()
    detector.edge("down", True, 100)
    assert detector.tick(119) == []
    assert detector.tick(120) == [Press("down", "press", 100)]


def test_a_hold_is_known_at_its_time_and_never_again() -> None:
    detector = PressDetector()
    detector.edge("seat4", True, 100)
    assert detector.tick(899) == []
    assert detector.tick(900) == [Press("seat4", "hold", 100)]
    detector.edge("seat4", False, 950)
    assert [detector.tick(ms) for ms in range(950, 11_000, 50)] == [[]] * 201


def test_a_button_that_is_down_at_the_start_means_nothing_until_let_go() -> None:
    detector = PressDetector()
    detector.begin(["seat2"], 0)
    detector.edge("seat2", True, 5)
    assert detector.tick(5000) == []
    detector.edge("seat2", False, 6000)
    detector.edge("seat2", True, 7000)
    detector.edge("seat2", False, 7100)
    assert detector.tick(8000) == [Press("seat2", "press", 7000)]


def test_a_stuck_button_is_named_and_the_others_go_on() -> None:
    detector = PressDetector()
    detector.edge("seat5", True, 0)
    assert detector.stuck(19_999) == ()
    detector.edge("seat6", True, 20_000)
    detector.edge("seat6", False, 20_100)
    assert detector.tick(21_000) == [Press("seat5", "hold", 0), Press("seat6", "press", 20_000)]
    assert detector.stuck(21_000) == ("seat5",)
    detector.edge("seat5", False, 22_000)
    detector.tick(22_100)
    assert detector.stuck(60_000) == ()


def test_forgetting_lets_everything_go_without_a_press() -> None:
    detector = PressDetector()
    for button in ("ok", "back", "seat1"):
        detector.edge(button, True, 0)
    detector.tick(100)
    assert detector.down == ("seat1", "ok", "back")
    detector.forget(200)
    assert detector.down == ()
    assert detector.tick(60_000) == []


def test_a_time_stamp_from_the_past_is_taken_as_now() -> None:
    detector = PressDetector()
    detector.edge("seat1", True, 1000)
    detector.edge("seat2", True, 998)
    detector.edge("seat1", False, 1100)
    detector.edge("seat2", False, 1099)
    assert detector.tick(2000) == [Press("seat1", "press", 1000), Press("seat2", "press", 1000)]


def test_the_time_of_the_next_event_is_known() -> None:
    detector = PressDetector()
    assert detector.next_due() is None
    detector.edge("seat1", True, 100)
    assert detector.next_due() == 120
    detector.tick(120)
    assert detector.next_due() == 900
    detector.tick(900)
    assert detector.next_due() is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"stable_ms": -1},
        {"chord_ms": 10},
        {"chord_ms": 790},
        {"holds": {"ok": 300}},
        {"chords": ("ok",)},
        {"chords": ("ok+ok",)},
        {"chords": ("up+down",)},
    ],
)
def test_times_that_contradict_each_other_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Timing(**wrong)  # type: ignore[arg-type]


def test_an_unknown_button_is_an_error() -> None:
    with pytest.raises(KeyError):
        PressDetector().edge("seat9", True, 0)


@dataclass
class Finger:
    """A person at one button whose contact bounces and whose wire picks up spikes."""

    button: str
    chance: random.Random
    ms: int = 50
    edges: list[Edge] = field(default_factory=list)
    meant: list[Press] = field(default_factory=list)

    def _change(self, level: int) -> int:
        """A change of level with up to five bounces of under 15 ms; return when it came to rest."""
        self.edges.append((self.ms, self.button, level))
        for _ in range(self.chance.randrange(6)):
            self.ms += self.chance.randrange(1, 15)
            self.edges.append((self.ms, self.button, 1 - level))
            self.ms += self.chance.randrange(1, 15)
            self.edges.append((self.ms, self.button, level))
        return self.ms

    def _rest(self, ms: int, level: int) -> None:
        """Stay at a level for a while, with spikes away from it that never last 20 ms."""
        end = self.ms + ms
        self.ms += 20
        while self.chance.random() < 0.5 and self.ms + 40 < end:
            self.ms += self.chance.randrange(0, end - self.ms - 39)
            self.edges.append((self.ms, self.button, 1 - level))
            self.ms += self.chance.randrange(1, 20)
            self.edges.append((self.ms, self.button, level))
            self.ms += 20
        self.ms = max(self.ms, end)

    def act(self) -> None:
        """One press or hold, then some rest."""
        down = self._change(1)
        hold = 2000 if self.button == "ok" else 800
        held = self.button not in ("up", "down") and self.chance.random() < 0.2
        up = down + (hold + self.chance.randrange(0, 900) if held else self.chance.randrange(25, hold - 100))
        self._rest(up - down, 1)
        # The level's last change decides: a spike close to the end does not move it.
        self.meant.append(Press(self.button, "hold" if self.ms - down >= hold else "press", down))
        self._change(0)
        self._rest(self.chance.randrange(25, 700), 0)


def fuzz(seed: int, least_edges: int) -> None:
    chance = random.Random(seed)
    fingers = [Finger(button, random.Random(chance.random())) for button in BUTTONS]
    while sum(len(finger.edges) for finger in fingers) < least_edges:
        min(fingers, key=lambda finger: finger.ms).act()
    edges = sorted((edge for finger in fingers for edge in finger.edges), key=lambda edge: edge[0])
    detector = PressDetector(timing=Timing(chords=()))
    found: list[Press] = []
    for at, button, level in edges:
        detector.edge(button, bool(level), at)
        if chance.random() < 0.3:
            found += detector.tick(at)
    found += detector.tick(edges[-1][0] + 10_000)
    for finger in fingers:
        assert [press for press in found if press.button == finger.button] == finger.meant
    assert len(found) == sum(len(finger.meant) for finger in fingers)


def test_a_contact_that_bounces_for_long_on_the_way_up_was_let_go_at_its_first_bounce() -> None:
    fuzz(1096, 600)
    detector = PressDetector(timing=Timing(chords=()))
    for at, level in [(0, True), (720, False), *((734 + 14 * n, n % 2 == 0) for n in range(10))]:
        detector.edge("back", level, at)
    assert detector.tick(5_000) == [Press("back", "press", 0)]


def test_a_spike_at_the_moment_of_the_hold_puts_it_off_and_takes_nothing_away() -> None:
    detector = PressDetector(timing=Timing(chords=()))
    for at, level in [(0, True), (785, False), (795, True)]:
        detector.edge("back", level, at)
    assert detector.tick(814) == []
    assert detector.tick(815) == [Press("back", "hold", 0)]


def test_ten_thousand_edges_of_twelve_bouncing_buttons_give_exactly_the_presses_that_were_meant() -> None:
    fuzz(1, 10_000)


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_any_hands_at_bouncing_buttons_give_exactly_the_presses_that_were_meant(seed: int) -> None:
    fuzz(seed, 600)


@given(
    st.lists(
        st.tuples(st.integers(0, 120), st.sampled_from(BUTTONS), st.booleans(), st.booleans()), max_size=300
    )
)
@settings(max_examples=60, deadline=None)
def test_looking_more_often_changes_nothing_and_no_button_is_told_twice(
    steps: list[tuple[int, str, bool, bool]],
) -> None:
    """Any noise at all: the presses depend on the edges alone, and each has its own moment of going down."""
    seldom, often = PressDetector(), PressDetector()
    ms, downs, found = 0, dict.fromkeys(BUTTONS, 0), []
    for wait, button, down, look in steps:
        ms += wait
        downs[button] += down
        seldom.edge(button, down, ms)
        often.edge(button, down, ms)
        if look:
            found += often.tick(ms)
    found += often.tick(ms + 10_000)
    assert found == seldom.tick(ms + 10_000)
    assert len({(press.button, press.at_ms) for press in found}) == len(found)
    for button in BUTTONS:
        assert sum(press.button == button for press in found) <= downs[button]


def test_ten_thousand_random_steps_never_hold_the_chord() -> None:
    """Hands that press for up to 2.5 s at random never reach what only three seconds together reach."""
    chance = random.Random(5)
    detector = PressDetector()
    until: dict[str, int] = {}
    found: list[Press] = []
    for ms in range(0, 10_000 * 20, 20):
        for button in [name for name, end in until.items() if end <= ms]:
            del until[button]
            detector.edge(button, False, ms)
        if chance.random() < 0.2:
            button = chance.choice(("ok", "back", "seat1", "up"))
            if button not in until:
                until[button] = ms + chance.randrange(20, 2500)
                detector.edge(button, True, ms)
        found += detector.tick(ms)
    assert "ok+back" in {press.button for press in found}
    assert not [press for press in found if press.button == "ok+back" and press.act == "hold"]
