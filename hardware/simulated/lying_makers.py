"""Makes the cards and tiles that a table shows, as they should lie and with each fault."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hardware.simulated.card_prints import (
    card_back,
    code_middle,
    foreign,
    inverted,
    misprinted,
    plain_card,
)  # fmt: skip
from hardware.simulated.cards import CardBody, CardSheet, card_paint
from hardware.simulated.lens import Doubles
from hardware.simulated.look import Look
from hardware.simulated.lying_faults import CardFault, TileFault, bent, crumpled
from hardware.simulated.lying_places import beside_place, cut_place, free_place
from hardware.simulated.lying_truth import Face, Lain
from hardware.simulated.tile_faces import TileFaces, TileLook, draw_tile_look
from hardware.simulated.tiles import TileBody, lying_tile

#: Tiles seen from very near are drawn no finer than this many pixels a mm.
_TILE_DENSITY = 7.0
_SLEEVE_GLOSS, _SLEEVE_ROUGHNESS = 0.12, 0.05


class Maker:
    """The cards' paper and the set of tiles of one table, decided by its look."""

    def __init__(self, look: Look) -> None:
        self._look = look
        generator = np.random.default_rng([look.seed, 9])
        density = 1.35 * look.lens.focal / look.lens.distance
        self._density = float(np.clip(density, 1.0, 14.0))
        fine = min(self._density, _TILE_DENSITY)
        self._faces = TileFaces(draw_tile_look(generator, look.level), fine, look.seed)
        glossy = look.level != "plain" and generator.random() < 0.3
        self._gloss = float(generator.uniform(0.02, 0.07)) if glossy else 0.012
        self._roughness = float(generator.uniform(0.06, 0.14)) if glossy else 0.35

    @property
    def tile_look(self) -> TileLook:
        """The make of the table's dominoes."""
        return self._faces.look

    def card(
        self, sheet: CardSheet, place: tuple[float, float], turn: float, fault: str | None = None
    ) -> Lain:
        """Return a card that lies face up at a place (mm), turned by so many radians."""
        side = card_paint(sheet.picture, sheet.width_mm, sheet.height_mm, self._density)
        body = CardBody(
            side, sheet.width_mm, sheet.height_mm, (*place, 0.3), turn, self._gloss, self._roughness
        )  # fmt: skip
        code = None
        if sheet.code is not None:
            left, top, right, bottom = sheet.code
            code = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        return Lain("card", sheet.name, body, fault=fault, code=code)

    def wrong_card(
        self,
        generator: np.random.Generator,
        sheet: CardSheet,
        right: Lain,
        fault: CardFault | None,
        other: CardSheet | None,
    ) -> tuple[Lain, ...]:
        """Return what lies there instead of a card that should lie as `right` does; itself for no fault."""
        body = right.body
        assert isinstance(body, CardBody)
        place, turn = (body.middle[0], body.middle[1]), body.turn
        if fault == "misprinted":
            return (self.card(misprinted(generator, sheet), place, turn, fault),)
        if fault == "foreign":
            return (self.card(foreign(generator, sheet), place, turn, fault),)
        if fault == "inverted":
            return (self.card(inverted(sheet), place, turn, fault),)
        if fault == "face_down":
            side = card_paint(card_back(generator, sheet), sheet.width_mm, sheet.height_mm, self._density)
            return (replace(right, body=replace(body, side=side), face="down", fault=fault),)
        if fault == "bent":
            return (replace(right, body=bent(generator, body), fault=fault),)
        if fault == "crumpled":
            return (replace(right, body=crumpled(generator, body), fault=fault),)
        if fault == "cut":
            aim = self._middle_of_code(sheet, body)
            shifted = cut_place(generator, self._look, aim, float(generator.uniform(-6, 6)))
            by = (shifted[0] - aim[0], shifted[1] - aim[1], 0.0)
            return (replace(right, body=body.moved(by), fault=fault),)
        if fault == "two_cards":
            other = plain_card(f"another card {int(generator.integers(1000))}") if other is None else other
            size = (other.width_mm, other.height_mm)
            spot = free_place(generator, self._look, size, turn, [body.footprint()])
            return (replace(right, fault=fault), self.card(other, spot, turn, fault))
        if fault == "glare":
            body = replace(body, gloss=_SLEEVE_GLOSS, roughness=_SLEEVE_ROUGHNESS)
            return (replace(right, body=body, fault=fault),)
        return (replace(right, fault=fault),)

    def _middle_of_code(self, sheet: CardSheet, body: CardBody) -> Doubles:
        point: Doubles = body.world(np.array([code_middle(sheet)]))[0]
        return point

    def tile(
        self, value: str, place: tuple[float, float], turn: float, face: Face, fault: str | None = None
    ) -> Lain:
        """Return a tile at a place (mm); raises `ValueError` for a value that is none."""
        low, high = tile_halves(value)
        look = self._faces.look
        body = lying_tile(look, self._faces.front(low, high), self._faces.back(), face, place, turn)
        return Lain("tile", f"{low}-{high}", body, face, fault)

    def wrong_tile(
        self, generator: np.random.Generator, right: Lain, fault: TileFault | None
    ) -> tuple[Lain, ...]:
        """Return what lies there instead of a tile that should lie as `right` does; itself for no fault."""
        body = right.body
        assert isinstance(body, TileBody)
        place = (float(body.middle[0]), float(body.middle[1]))
        along = body.rotation[:, 0]
        turn = float(np.arctan2(along[1], along[0]))
        if fault == "face_down":
            return (self.tile(right.name, place, turn, "down", fault),)
        if fault == "on_edge":
            return (self.tile(right.name, place, turn, "edge", fault),)
        if fault == "wrong_tile":
            return (self.tile(self._other_value(generator, right.name), place, turn, "up", fault),)
        if fault == "touching":
            look = body.look
            spot, turned = beside_place(generator, self._look, (look.long, look.wide), [body.footprint()])
            other = self.tile(self._other_value(generator, right.name), spot, turned, "up", fault)
            return (replace(right, fault=fault), other)
        if fault == "cut":
            shifted = cut_place(generator, self._look, body.middle, float(generator.uniform(-5, 5)))
            by = (shifted[0] - place[0], shifted[1] - place[1], 0.0)
            return (replace(right, body=body.moved(by), fault=fault),)
        if fault == "glare":
            look = replace(body.look, gloss=_SLEEVE_GLOSS, roughness=_SLEEVE_ROUGHNESS)
            return (replace(right, body=replace(body, look=look), fault=fault),)
        return (replace(right, fault=fault),)

    def _other_value(self, generator: np.random.Generator, value: str) -> str:
        while True:
            low, high = sorted(int(part) for part in generator.integers(0, 7, 2))
            if f"{low}-{high}" != value:
                return f"{low}-{high}"


def tile_halves(value: str) -> tuple[int, int]:
    """Return the halves of a tile such as ``3-5``, low one first; raises `ValueError` for anything else."""
    parts = value.split("-")
    if len(parts) != 2 or not all(part in {"0", "1", "2", "3", "4", "5", "6"} for part in parts):
        raise ValueError(f"{value!r} is no tile: two numbers from 0 to 6, such as 3-5")
    low, high = sorted(int(part) for part in parts)
    return low, high
