"""The wiring in words: one line a wire, in the order of the header."""

from __future__ import annotations

from companion.language import Language
from companion.table.text import Fact
from companion.wiring.plan import (
    CAPACITOR,
    CHIP_INPUTS,
    GROUND,
    RESISTOR,
    SUPPLY,
    Plan,
    Wire,
    named,
    output_of,
)


def lines_of(plan: Plan, words: Language) -> list[str]:
    """Return every wire, resistor, button and lamp, and what must be heeded."""
    lines = [words.line("wiring.head"), ""]
    lines += [_line(wire, words) for wire in plan.wires]
    lines += ["", words.line("wiring.buttons", place=GROUND)] if plan.of("button") else []
    lines += ["", words.line("wiring.lamps", resistor=RESISTOR, place=GROUND)] if plan.of("lamp") else []
    if plan.register:
        lines += ["", *_chip_lines(plan, words)]
    if not plan.register and not plan.of("lamp"):
        lines += ["", words.line("wiring.no_lamps")]
    lines += ["", words.line("wiring.warning")]
    return lines


def goes_to(wire: Wire, words: Language) -> str:
    """Return what a wire leads to, in a few words."""
    if wire.kind == "chip":
        name, leg = CHIP_INPUTS[wire.name]
        return words.line("wiring.to_chip", name=name, leg=leg)
    return words.line(f"wiring.to_{wire.kind}", name=named(wire.name), resistor=RESISTOR)


def _line(wire: Wire, words: Language) -> str:
    return words.line("wiring.wire", place=f"{wire.place:2d}", pin=f"{wire.pin:2d}", to=goes_to(wire, words))


def _chip_lines(plan: Plan, words: Language) -> list[str]:
    lines = [
        words.line("wiring.chip.head", count=plan.chips),
        words.line("wiring.chip.supply", place=SUPPLY),
        words.line("wiring.chip.ground", place=GROUND),
        words.line("wiring.chip.capacitor", capacitor=CAPACITOR),
    ]
    if plan.chips > 1:
        lines.append(words.line("wiring.chip.chain"))
    for number, name in enumerate(plan.register):
        chip, output, leg = output_of(number)
        facts: dict[str, Fact] = {"chip": chip, "output": output, "leg": f"{leg:2d}"}
        lines.append(words.line("wiring.chip.lamp", name=named(name), resistor=RESISTOR, **facts))
    return lines
