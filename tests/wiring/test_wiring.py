"""The wiring: every wire of the settings stands in the words and in the drawing, and none crosses another."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import run
from companion.language import Language
from companion.wiring import Plan, draw, lines_of, plan_of
from companion.wiring.drawing import COLOURS
from companion.wiring.plan import GROUND, GROUNDS, PLACES, SUPPLIES, SUPPLY
from hardware.buttons import BUTTONS, SEAT_BUTTONS
from hardware.pins import FREE, RESERVED, PinMap, pin_faults
from tests.house.tree import ROOT

WORDS = Language.load("en")
Point = tuple[float, float]


def some_pins(seed: int) -> PinMap:
    """Pins at random, with all buttons or few, and lamps of every kind."""
    chance = random.Random(seed)
    pins = chance.sample(FREE, len(FREE))
    buttons = {name: pins.pop() for name in chance.sample(BUTTONS, chance.randint(1, 9))}
    kind = chance.choice(["register", "direct", "none"])
    if kind == "register":
        return PinMap(buttons, "register", {wire: pins.pop() for wire in ("data", "clock", "latch")})
    direct = {name: pins.pop() for name in chance.sample(SEAT_BUTTONS, min(len(pins), chance.randint(1, 8)))}
    return PinMap(buttons, "direct" if kind == "direct" else "none", direct=direct)


MAPS = [PinMap(), *(some_pins(seed) for seed in range(12))]


def drawn(plan: Plan) -> ElementTree.Element:
    return ElementTree.fromstring(draw(plan, WORDS))


def wires_of(drawing: ElementTree.Element) -> list[list[Point]]:
    """The lines from the header: the only ones with four points."""
    found = []
    for line in drawing.iter("{http://www.w3.org/2000/svg}polyline"):
        points = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
        if len(points) == 4 and line.attrib["stroke"] in COLOURS.values():
            found.append([(x, y) for x, y in points])
    return found


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether an upright and a level piece meet, or two of a kind lie on each other."""
    (ax, ay), (bx, by) = sorted(one)
    (cx, cy), (dx, dy) = sorted(other)
    lows, highs = min(ay, by), max(ay, by)
    low, high = min(cy, dy), max(cy, dy)
    return ax <= dx and cx <= bx and lows <= high and low <= highs


def test_the_places_are_those_of_the_header() -> None:
    """Odd and even rows, no place twice, and with grounds and supplies all forty."""
    assert sorted([*PLACES.values(), *GROUNDS, *SUPPLIES]) == list(range(1, 41))
    assert GROUND in GROUNDS and SUPPLIES[SUPPLY] == "3.3 V"
    assert (PLACES[2], PLACES[3], PLACES[14], PLACES[15]) == (3, 5, 8, 10)


def test_the_usual_pins_are_nobody_elses() -> None:
    assert not pin_faults(PinMap())
    assert not {pin for _, pin in PinMap().wires()} & set(RESERVED)


@pytest.mark.parametrize("pins", MAPS, ids=lambda _: "")
def test_every_wire_is_in_the_words_and_in_the_drawing(pins: PinMap) -> None:
    plan = plan_of(pins)
    assert len(plan.wires) == len(list(pins.wires()))
    text = "\n".join(lines_of(plan, WORDS))
    for _, pin in pins.wires():
        assert re.search(rf"(?m)^ +{PLACES[pin]} +GPIO +{pin} ", text)
    drawing = drawn(plan)
    labels = [element.text or "" for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
    for name in [*pins.buttons, *(pins.direct if pins.lamps == "direct" else ())]:
        word = f"Seat {name.removeprefix('seat')}" if name.startswith("seat") else name.upper()
        assert word in labels and f" {word}," in text
    assert labels.count("330 Ω") == (8 if pins.lamps == "register" else len(plan.of("lamp")))
    assert len(wires_of(drawing)) == len(plan.wires)
    assert not [label for label in labels if label.startswith("wiring.") or "{" in label]


@pytest.mark.parametrize("pins", MAPS, ids=lambda _: "")
def test_no_two_wires_cross_or_lie_on_each_other(pins: PinMap) -> None:
    lines = wires_of(drawn(plan_of(pins)))
    for one, other in itertools.combinations(lines, 2):
        for piece, another in itertools.product(itertools.pairwise(one), itertools.pairwise(other)):
            assert not cross(piece, another), (one, other)


def test_the_picture_of_the_readme_is_what_would_be_drawn() -> None:
    picture = ROOT / "assets/pictures/wiring.svg"
    assert picture.read_text(encoding="utf-8") == draw(plan_of(PinMap()), WORDS)


def test_more_lamps_than_a_chip_has_outputs_go_on_a_chain() -> None:
    plan = Plan(plan_of(PinMap()).wires, (*SEAT_BUTTONS, "ok", "back"))
    assert plan.chips == 2
    text = "\n".join(lines_of(plan, WORDS))
    assert "chip 2, leg  1 (QB)" in text and "leg 9 (QH')" in text
    assert "from leg 9 of chip 1" in draw(plan, WORDS)


def test_the_command_prints_and_draws_what_is_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = "[buttons]\nok = 4\n\n[lamps]\nwiring = 'direct'\nseat1 = 18\n"
    (tmp_path / "settings.toml").write_text(settings, encoding="utf-8")
    file = tmp_path / "wiring.svg"
    assert run(["wiring", "--data", str(tmp_path), "-o", str(file)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"7 +GPIO +4 +button OK", printed) and "12   GPIO 18  330 ohm" in printed
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_a_pin_that_belongs_to_something_else_is_refused_with_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text("[buttons]\nok = 14\n", encoding="utf-8")
    assert run(["wiring", "--data", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert "GPIO 17  button OK" in printed.out, "the usual pin stays"
    assert "14" in printed.err and "serial console" in printed.err


def test_a_drawing_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["wiring", "--data", str(tmp_path), "-o", str(tmp_path / "nowhere" / "w.svg")]) == 1
    assert "name another file" in capsys.readouterr().err
