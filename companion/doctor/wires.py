"""The wires: the library of the pins, who else holds one, the buttons at rest, the lamps."""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.check import Check, broken, fine, note
from companion.doctor.computer import other_instance
from companion.doctor.world import World
from hardware.buttons import PressQueue
from hardware.gpio import GpioButtons
from hardware.pin_factory import GpioFault, PinFactory, open_pin_factory
from hardware.pins import PinMap


def _pins(world: World) -> Iterator[Check]:
    wiring = world.settings.pins()
    if not world.machine.is_pi:
        yield fine("pins", "elsewhere")
        return
    if world.live is not None:
        yield from _open_ones(world, wiring)
        return
    pid = other_instance(world)
    if pid is not None:
        yield note("pins", "in_use", pid=str(pid))
        return
    try:
        pins = open_pin_factory(world.machine, world.environment.get("GPIOZERO_PIN_FACTORY", ""))
    except GpioFault as fault:
        kind = broken if wiring.buttons else note
        yield kind("pins", fault.code.removeprefix("gpio."), **fault.facts)
        return
    try:
        yield _factory(pins)
        yield from _wires(pins, wiring)
    finally:
        pins.close()


def _factory(pins: PinFactory) -> Check:
    if pins.name == "mock":
        return note("pins", "mock")
    return fine("pins", name=pins.name, chip=str(pins.chip) if pins.chip is not None else "-")


def _wires(pins: PinFactory, wiring: PinMap) -> Iterator[Check]:
    taken = {wire: (pin, owner) for wire, pin in wiring.wires() if (owner := pins.owner(pin))}
    if taken:
        words = ", ".join(f"GPIO {pin} ({wire}): {owner}" for wire, (pin, owner) in taken.items())
        yield broken("taken", "by", pins=words)
    else:
        yield fine("taken")
    yield _buttons(pins, wiring)
    yield _lamps(wiring)


def _buttons(pins: PinFactory, wiring: PinMap) -> Check:
    if not wiring.buttons:
        return note("buttons", "none")
    try:
        buttons = GpioButtons(pins, wiring.buttons, PressQueue(), threaded=False)
    except GpioFault:
        return broken("buttons", "missing", count=len(wiring.buttons), names=", ".join(wiring.buttons))
    try:
        if buttons.missing:
            return broken("buttons", "missing", count=len(buttons.missing), names=", ".join(buttons.missing))
        down = buttons.down
        if down:
            return note("buttons", "down", count=len(down), names=", ".join(down))
        return fine("buttons", count=len(wiring.buttons))
    finally:
        buttons.close()


def _lamps(wiring: PinMap) -> Check:
    if wiring.lamps == "register":
        return fine("lamps", "register")
    if wiring.lamps == "direct" and wiring.direct:
        return fine("lamps", "direct", count=len(wiring.direct))
    return fine("lamps", "none")


def _open_ones(world: World, wiring: PinMap) -> Iterator[Check]:
    """Say how the wires are that the running companion holds itself."""
    hardware = world.live.hardware if world.live is not None else None
    if hardware is None or hardware.pins is None:
        yield broken("pins", "not_open") if wiring.buttons else note("pins", "none_wanted")
        return
    yield _factory(hardware.pins)
    buttons = hardware.buttons
    if isinstance(buttons, GpioButtons):
        if buttons.missing:
            names = ", ".join(buttons.missing)
            yield broken("buttons", "missing", count=len(buttons.missing), names=names)
        elif buttons.stuck:
            yield note("buttons", "down", count=len(buttons.stuck), names=", ".join(buttons.stuck))
        else:
            yield fine("buttons", count=len(wiring.buttons))
    else:
        yield broken("buttons", "simulated")
    yield _lamps(wiring)


LOOKS = {"pins": _pins}
