"""The wiring as an SVG drawing: the header in the middle, what hangs on it at both sides, the chip below."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from companion.language import Language
from companion.wiring.plan import (
    CAPACITOR,
    CHIP_INPUTS,
    CHIP_OUTPUTS,
    GROUND,
    GROUNDS,
    PLACES,
    RESISTOR,
    SUPPLIES,
    SUPPLY,
    Plan,
    Wire,
    named,
    output_of,
)

WIDTH, MARGIN = 1240, 40
PITCH, TOP = 28, 130
#: The two rows of the header, where labels beside them end, and where buttons and lamps stand at each side.
ROWS_X = (596, 644)
LABEL, PART = 92, 372
PART_PITCH = 46
LANE_FROM, LANE = 104, 13
CHIP_PITCH = 34
INK, PAPER, GREY = "#1c2433", "#fbf8f0", "#6b7280"
BUTTON, LAMP, CHIP, EARTH, POWER = "#1d5f8a", "#b7791f", "#6d4aa3", "#374151", "#b3261e"
COLOURS = {"button": BUTTON, "lamp": LAMP, "chip": CHIP}


class Sheet:
    """Collects shapes; coordinates in pixels from the upper left corner."""

    def __init__(self) -> None:
        self.shapes: list[str] = []

    def line(self, *points: tuple[float, float], colour: str, wide: float = 2.2) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.shapes.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{wide:g}" '
            'stroke-linejoin="round"/>'
        )

    def box(self, x: float, y: float, wide: float, high: float, fill: str, edge: str = INK) -> None:
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="4" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.5"/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str, edge: str = INK) -> None:
        self.shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def words(
        self, x: float, y: float, words: str, size: float = 13, colour: str = INK, anchor: str = "start"
    ) -> None:
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor={quoteattr(anchor)}>'
            f"{escape(words)}</text>"
        )

    def written(self, high: float) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{high:g}" '
            f'viewBox="0 0 {WIDTH} {high:g}" font-family="sans-serif">\n'
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(self.shapes) + "\n</svg>\n"
        )


def draw(plan: Plan, words: Language) -> str:
    """Return the drawing as an SVG file's text."""
    sheet = Sheet()
    sheet.words(MARGIN, 48, words.line("wiring.title"), 24)
    sheet.words(MARGIN, 74, words.line("wiring.warning"), 14, POWER)
    sheet.words(WIDTH / 2, 106, words.line("wiring.header"), 14, GREY, "middle")
    _header(sheet, plan)
    for side in (0, 1):
        _side(sheet, [wire for wire in plan.wires if (wire.place + 1) % 2 == side], side, words)
    y = TOP + 20 * PITCH + 40.0
    for line in _below(plan, words):
        sheet.words(MARGIN, y, line, 14)
        y += 22
    if plan.register:
        y = _chips(sheet, plan, words, y + 30)
    return sheet.written(y + 24)


def _y(place: int) -> float:
    return TOP + (place - 1) // 2 * PITCH


def _header(sheet: Sheet, plan: Plan) -> None:
    used = {wire.place: COLOURS[wire.kind] for wire in plan.wires}
    used |= {GROUND: EARTH} | ({SUPPLY: POWER} if plan.register else {})
    names = {place: f"GPIO {pin}" for pin, place in PLACES.items()}
    names |= dict.fromkeys(GROUNDS, "GND") | SUPPLIES
    sheet.box(ROWS_X[0] - 17, TOP - 17, ROWS_X[1] - ROWS_X[0] + 34, 19 * PITCH + 34, "#e7e2d3")
    for place in range(1, 41):
        side = (place + 1) % 2
        x, y = ROWS_X[side], _y(place)
        sheet.dot(x, y, 9.5, used.get(place, "#ffffff"))
        sheet.words(x, y + 3.5, str(place), 9.5, "#ffffff" if place in used else GREY, "middle")
        colour = used.get(place, GREY)
        away = -1 if side == 0 else 1
        sheet.words(x + away * 24, y + 4.5, names[place], 12, colour, "end" if side == 0 else "start")


def _side(sheet: Sheet, wires: list[Wire], side: int, words: Language) -> None:
    """Draw what hangs on one row of the header, in the order of its places, so that no wires cross."""
    away = -1 if side == 0 else 1
    middle = TOP + 9.5 * PITCH
    first = middle - (len(wires) - 1) / 2 * PART_PITCH
    places = [first + number * PART_PITCH for number in range(len(wires))]
    # Wires that go up keep clear of each other when the lower one turns farther out, and the other way round.
    up = [number for number, wire in enumerate(wires) if places[number] <= _y(wire.place)]
    down = [number for number in reversed(range(len(wires))) if number not in up]
    lanes = {number: lane for group in (up, down) for lane, number in enumerate(group)}
    for number, wire in enumerate(wires):
        y, at = places[number], ROWS_X[side]
        lane = at + away * (LANE_FROM + lanes[number] * LANE)
        part = at + away * PART
        points = [(at + away * LABEL, _y(wire.place)), (lane, _y(wire.place)), (lane, y), (part, y)]
        sheet.line(*points, colour=COLOURS[wire.kind])
        _part(sheet, wire, part, y, away, words)


def _part(sheet: Sheet, wire: Wire, x: float, y: float, away: int, words: Language) -> None:
    """Draw a button, a lamp behind its resistor, or the name of the chip's leg, outwards from `x`."""
    anchor = "end" if away < 0 else "start"
    if wire.kind == "chip":
        name, leg = CHIP_INPUTS[wire.name]
        to = words.line("wiring.at_chip", name=name, leg=leg)
        sheet.words(x + away * 8, y + 4.5, to, 13, CHIP, anchor)
        return
    at = x
    if wire.kind == "lamp":
        at = _resistor(sheet, at, y, away)
        at = _lamp(sheet, at, y, away)
    else:
        sheet.dot(at + away * 4, y, 3.5, PAPER, BUTTON)
        sheet.line((at + away * 6, y - 10), (at + away * 38, y - 10), colour=BUTTON, wide=3)
        sheet.line((at + away * 22, y - 10), (at + away * 22, y - 18), colour=BUTTON, wide=3)
        sheet.dot(at + away * 40, y, 3.5, PAPER, BUTTON)
        at += away * 44
    _ground(sheet, at, y, away)
    sheet.words(at + away * 40, y + 4.5, words.say(named(wire.name)), 14, COLOURS[wire.kind], anchor)


def _resistor(sheet: Sheet, x: float, y: float, away: int) -> float:
    left = x if away > 0 else x - 46
    sheet.box(left, y - 8, 46, 16, "#ffffff", LAMP)
    sheet.words(left + 23, y + 4, f"{RESISTOR} Ω", 10.5, LAMP, "middle")
    return x + away * 46


def _lamp(sheet: Sheet, x: float, y: float, away: int) -> float:
    """Draw a light-emitting diode: the triangle's point, the bar, is the short leg and goes to ground."""
    sheet.line((x, y), (x + away * 10, y), colour=LAMP)
    tip = x + away * 26
    points = f"{x + away * 10:g},{y - 9:g} {x + away * 10:g},{y + 9:g} {tip:g},{y:g}"
    sheet.shapes.append(f'<polygon points="{points}" fill="#f6d98b" stroke="{LAMP}" stroke-width="1.5"/>')
    sheet.line((tip, y - 9), (tip, y + 9), colour=LAMP, wide=3)
    sheet.line((tip, y), (tip + away * 8, y), colour=LAMP)
    return tip + away * 8


def _ground(sheet: Sheet, x: float, y: float, away: int) -> None:
    end = x + away * 16
    sheet.line((x, y), (end, y), (end, y + 8), colour=EARTH)
    for number, half in enumerate((9, 6, 3)):
        sheet.line((end - half, y + 8 + number * 4), (end + half, y + 8 + number * 4), colour=EARTH)


def _below(plan: Plan, words: Language) -> list[str]:
    lines = [words.line("wiring.ground", place=GROUND)]
    if plan.of("lamp") or plan.register:
        lines.append(words.line("wiring.lamp_legs", resistor=RESISTOR))
    return lines


def _chips(sheet: Sheet, plan: Plan, words: Language, top: float) -> float:
    """Draw each chip with its inputs at the left and its lamps at the right; returns where it ends."""
    for chip in range(plan.chips):
        lamps = [
            (name, *output_of(number)[1:])
            for number, name in enumerate(plan.register)
            if output_of(number)[0] == chip + 1
        ]
        x, wide, high = 470, 190, len(CHIP_OUTPUTS) * CHIP_PITCH + 18
        sheet.box(x, top, wide, high, "#ece7f5", CHIP)
        sheet.words(x + wide / 2, top - 8, "74HC595", 17, CHIP, "middle")
        for number, (leg, name, to, colour) in enumerate(_inputs(chip, words)):
            y = top + 22 + number * CHIP_PITCH
            sheet.line((x - 60, y), (x, y), colour=colour)
            sheet.words(x + 8, y + 4.5, f"{leg} {name}", 12, INK)
            sheet.words(x - 68, y + 4.5, to, 13, colour, "end")
        for number, (name, output, leg) in enumerate(lamps):
            y = top + 22 + number * CHIP_PITCH
            sheet.words(x + wide - 8, y + 4.5, f"{output} {leg}", 12, INK, "end")
            sheet.line((x + wide, y), (x + wide + 40, y), colour=LAMP)
            at = _lamp(sheet, _resistor(sheet, x + wide + 40, y, 1), y, 1)
            _ground(sheet, at, y, 1)
            sheet.words(at + 40, y + 4.5, words.say(named(name)), 14, LAMP)
        top += high + 44
    return top


def _inputs(chip: int, words: Language) -> list[tuple[int, str, str, str]]:
    """Return the legs of a chip's other side: number, name, where the wire comes from, colour."""
    rows = []
    for wire, (name, leg) in CHIP_INPUTS.items():
        chained = wire == "data" and chip > 0
        to = words.line("wiring.from_chip", chip=chip) if chained else words.line(f"wiring.from_{wire}")
        rows.append((leg, name, to, CHIP))
    supply = words.line("wiring.at_supply", place=SUPPLY)
    ground = words.line("wiring.at_ground", place=GROUND)
    rows += [(16, "VCC", supply, POWER), (10, "SRCLR", supply, POWER)]
    rows += [(8, "GND", ground, EARTH), (13, "OE", ground, EARTH)]
    rows.append((16, "– 8", words.line("wiring.at_capacitor", capacitor=CAPACITOR), GREY))
    return rows
