"""Scenes of dominoes to learn from: a square picture of a table, and what should be said about its tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training import backgrounds
from hardware.training.die_drawing import fill, some_colour
from hardware.training.photographing import photographed
from hardware.training.tile_drawing import PIPS, Make, Tile, View, paint, some_make, thick_make

Floats = NDArray[Any]
Generator = np.random.Generator

SIZE = 192
#: Widths in pixels that are learnt (the root of half a tile's area in the picture).
LEAST, MOST = 9.0, 46.0
#: What is to be said of a body: a tile that can be read, one that cannot (its back, on edge, covered, cut),
#: nothing.
READ, OTHER, IGNORE = 1, 2, 0
#: How many scenes are seen aslant, and how many are one tile that fills its picture.
_ASLANT, _FILLED = 0.45, 0.03


@dataclass(frozen=True)
class Label:
    """A tile's body: what is to be said, its middle, its half axes along and across, and its two values.

    The first value is that of the half at middle - `along`.
    """

    what: int
    middle: Floats
    along: Floats
    across: Floats
    values: tuple[int, int]

    @property
    def width(self) -> float:
        """The root of half its area."""
        return float(np.sqrt(2 * abs(self.along[0] * self.across[1] - self.along[1] * self.across[0])))


def scene(generator: Generator, size: int = SIZE) -> tuple[NDArray[np.uint8], list[Label]]:
    """Return a picture (size x size x 3, BGR) and the labels of its tiles."""
    width = float(np.exp(generator.uniform(np.log(LEAST), np.log(0.9 * MOST))))
    if generator.random() < 0.06:
        # What is too small or too large here is seen at another size of the picture.
        width = float(generator.choice([generator.uniform(4, 7), generator.uniform(1.6, 3) * MOST]))
    aslant = generator.random() < _ASLANT
    view = _view(generator, size, aslant)
    make = thick_make(generator) if aslant and generator.random() < 0.7 else some_make(generator)
    canvas = backgrounds.table(generator, size)
    if generator.random() < 0.12:
        # A table of nearly the tiles' own colour.
        canvas += (make.body - canvas.mean(axis=(0, 1))) * generator.uniform(0.7, 1.0)
    if generator.random() < 0.5:
        _clutter(canvas, generator, width, make)
    tiles = _laid(generator, view, width, make, size)
    if aslant and make.thick > 0.2 and generator.random() < 0.4:
        tiles += _standing(generator, tiles, width, make, size)
    light = np.array([generator.normal(0, 0.5), generator.normal(0, 0.5), 1.0])
    light /= np.linalg.norm(light)
    _shadows(canvas, tiles, view, light, generator)
    tiles.sort(key=lambda tile: float((view.lean @ tile.place)[2]))
    owner: Floats = np.full(canvas.shape[:2], -1, np.int16)
    for n, tile in enumerate(tiles):
        paint(canvas, tile, view, generator, light)
        fill(owner, cv2.convexHull(tile.seen(view))[:, 0], n)
    cover = _cover(canvas, generator, width) if generator.random() < 0.12 else None
    blur, picture = photographed(canvas, generator, width)
    labels = []
    for n, tile in enumerate(tiles):
        hidden: Floats = ((owner != n) * 255).astype(np.uint8)
        label = _label(tile, view, size, hidden if cover is None else np.maximum(cover, hidden), blur)
        if label is not None:
            labels.append(label)
    if generator.random() < _FILLED:
        labels = _fill_with_one(generator, picture, labels)
    return picture, labels


def _fill_with_one(generator: Generator, picture: NDArray[Any], labels: list[Label]) -> list[Label]:
    """Leave of a scene one tile that fills its picture, as somebody cut it out; round it there is nothing."""
    whole = [label for label in labels if label.what == READ and label.width > 14]
    if not whole:
        return labels
    label = whole[int(generator.integers(len(whole)))]
    reach = np.abs(label.along) + np.abs(label.across)
    reach = reach * generator.uniform(0.97, 1.15, 2)
    low = np.clip(np.rint(label.middle - reach), 0, len(picture)).astype(int)
    high = np.clip(np.rint(label.middle + reach), 0, len(picture)).astype(int)
    inside = picture[low[1] : high[1], low[0] : high[0]].copy()
    picture[:] = 118
    picture[low[1] : high[1], low[0] : high[0]] = inside
    kept = [label]
    for other in labels:
        far = np.abs(other.along) + np.abs(other.across)
        if other is not label and ((other.middle + far > low) & (other.middle - far < high)).all():
            kept.append(Label(IGNORE, *_place(other)))
    return kept


def _view(generator: Generator, size: int, aslant: bool) -> View:
    """Look down from above, or aslant."""
    if aslant:
        tilt = generator.uniform(30, 60)
    else:
        tilt = generator.uniform(0, 10) if generator.random() < 0.6 else generator.uniform(5, 35)
    tilt, turn = np.radians(tilt), generator.uniform(0, 2 * np.pi)
    c, s = np.cos(tilt), np.sin(tilt)
    lean = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    ct, st = np.cos(turn), np.sin(turn)
    about = np.array([[ct, -st, 0], [st, ct, 0], [0, 0, 1]])
    away = size * float(np.exp(generator.uniform(np.log(1.6), np.log(6))))
    return View(about.T @ lean @ about, away, np.array([size / 2, size / 2]))


def _laid(generator: Generator, view: View, width: float, make: Make, size: int) -> list[Tile]:
    """Lay tiles in chains, in rows and strewn about; none lies on another."""
    if generator.random() < 0.05:
        return []
    room = max(1, int(1.3 * (size / width) ** 2 / 2))
    most = int(min(room, generator.choice([1, 4, 12, 28])))
    kind = generator.choice(["chain", "row", "strewn"], p=[0.4, 0.15, 0.45])
    gap = float(generator.choice([0.0, generator.uniform(0, 0.06), generator.uniform(0.03, 0.3)])) * width
    backs = float(generator.choice([0.05, 0.4]))
    long = make.long * width
    half = size * 0.75
    spots: list[tuple[Floats, float]] = [
        (generator.uniform(-0.3, 0.3, 2) * size, generator.uniform(0, 2 * np.pi))
    ]
    tries = 0
    while len(spots) < most and tries < 6 * most:
        tries += 1
        at, turn = spots[int(generator.integers(len(spots)))] if generator.random() < 0.4 else spots[-1]
        along = np.array([-np.sin(turn), np.cos(turn)])
        across = np.array([np.cos(turn), np.sin(turn)])
        sign = float(generator.choice([-1, 1]))
        if kind == "strewn" and generator.random() < 0.85:
            new, angle = generator.uniform(-0.8, 0.8, 2) * size, generator.uniform(0, 2 * np.pi)
        elif kind == "row":
            new, angle = at + sign * (width + gap) * across, turn + np.pi * int(generator.integers(2))
        elif generator.random() < 0.6:
            new, angle = at + sign * (long + gap) * along, turn + np.pi * int(generator.integers(2))
        elif generator.random() < 0.5:
            new, angle = at + sign * ((long + width) / 2 + gap) * along, turn + np.pi / 2
        else:
            slide = generator.choice([-0.25, 0.25, 0.0]) * long
            new = at + sign * ((long + width) / 2 + gap) * across + slide * along
            angle = turn + np.pi / 2
        if kind != "strewn":
            angle += generator.normal(0, 0.02)
        if np.abs(new).max() > half or not _free(new, angle, spots, width, long):
            continue
        spots.append((new, angle))
    tiles = []
    for at, turn in spots:
        values = (int(generator.integers(7)), int(generator.integers(7)))
        if generator.random() < 0.25:
            # What is mixed up most must be seen most.
            values = (int(generator.choice([0, 5, 6, 6])), int(generator.choice([0, 3, 4, 5, 6, 6])))
        elif make.clouds and generator.random() < 0.35:
            # Where nothing but stone is on a half, its spots must not be taken for pips.
            values = (0, int(generator.choice([0, 1, int(generator.integers(7))])))
        tiles.append(_posed(generator, view, at, turn, values, width, make, backs))
    return tiles


def _posed(
    generator: Generator,
    view: View,
    at: Floats,
    turn: float,
    values: tuple[int, int],
    width: float,
    make: Make,
    backs: float,
) -> Tile:
    c, s = np.cos(turn), np.sin(turn)
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    kind = generator.random()
    height = make.thick / 2
    face_up = True
    if kind < 0.8 * backs:
        axes = np.array([axes[0], -axes[1], -axes[2]])
        face_up = True
    elif kind < backs and make.thick > 0.2:
        # On its long edge, or standing: the face looks to a side.
        if generator.random() < 0.75:
            axes, height = np.array([axes[2], axes[1], -axes[0]]), 0.5
        else:
            axes, height = np.array([axes[0], axes[2], -axes[1]]), make.long / 2
    place = np.array([at[0], at[1], height * width])
    return Tile(values, place, axes, width, make, face_up)


def _standing(generator: Generator, tiles: list[Tile], width: float, make: Make, size: int) -> list[Tile]:
    """Return tiles that stand on their long edges among those that lie, as players have their hands."""
    lying = [(tile.place[:2], float(np.arctan2(tile.axes[0][1], tile.axes[0][0]))) for tile in tiles]
    long = make.long * width
    row, turn = generator.uniform(-0.6, 0.6, 2) * size, generator.uniform(0, 2 * np.pi)
    facing = turn + np.pi * int(generator.integers(2))
    found: list[Tile] = []
    for n in range(int(generator.integers(1, 8))):
        if generator.random() < 0.5:
            at = row + n * 1.1 * long * np.array([np.cos(turn), np.sin(turn)])
            angle = facing + generator.normal(0, 0.1)
        else:
            at, angle = generator.uniform(-0.8, 0.8, 2) * size, generator.uniform(0, 2 * np.pi)
        if not _free(at, angle + np.pi / 2, lying, width, long):
            continue
        lying.append((at, angle + np.pi / 2))
        c, s = np.cos(angle), np.sin(angle)
        # Its length lies along the table, its width stands up, its face looks aside.
        axes = np.array([[0, 0, 1.0], [c, s, 0], [-s, c, 0]])
        values = (int(generator.integers(7)), int(generator.integers(7)))
        found.append(Tile(values, np.array([*at, 0.5 * width]), axes, width, make, True))
    return found


def _free(new: Floats, angle: float, spots: list[tuple[Floats, float]], width: float, long: float) -> bool:
    box = (new.tolist(), (0.97 * width, 0.97 * long), float(np.degrees(angle)))
    for at, turn in spots:
        if float(np.hypot(*(at - new))) > 1.2 * long:
            continue
        other = (at.tolist(), (0.97 * width, 0.97 * long), float(np.degrees(turn)))
        if cv2.rotatedRectangleIntersection(box, other)[0] != cv2.INTERSECT_NONE:
            return False
    return True


def _shadows(canvas: Floats, tiles: list[Tile], view: View, light: Floats, generator: Generator) -> None:
    if generator.random() < 0.3:
        return
    veil: Floats = np.zeros(canvas.shape[:2], np.uint8)
    soft = 0.0
    for tile in tiles:
        points = np.concatenate([tile.corners(1.0), tile.corners(-1.0)])
        fallen = points.copy()
        fallen[:, :2] -= light[:2] / light[2] * points[:, 2:] * 1.2
        fallen[:, 2] = 0
        outline = view.project(np.concatenate([fallen, np.where([[1, 1, 0]], points, 0.0)]))
        fill(veil, cv2.convexHull(outline)[:, 0], 255)
        soft = max(soft, tile.width)
    veil = cv2.GaussianBlur(veil, (0, 0), max(0.7, soft * generator.uniform(0.02, 0.15)))
    canvas *= 1 - veil.astype(np.float32)[..., None] / 255 * generator.uniform(0.2, 0.75)


def _clutter(canvas: Floats, generator: Generator, width: float, make: Make) -> None:
    """Draw what is no tile and looks like one: strokes, pips, dice, cards, plates, half tiles."""
    size = canvas.shape[0]
    flat = np.clip(canvas, 0, 255).astype(np.uint8)
    for _ in range(int(generator.integers(1, 6))):
        at = generator.uniform(0, size, 2)
        turn = generator.uniform(0, 2 * np.pi)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        own = generator.random() < 0.6
        colour = (make.body if own else some_colour(generator)).clip(0, 255).tolist()
        ink = (make.bar if own else some_colour(generator)).clip(0, 255).tolist()
        box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) / 2
        kind = generator.random()
        if kind < 0.2:
            thick = width * generator.uniform(0.03, 0.1)
            fill(flat, at + box * (width * generator.uniform(0.5, 1.2), thick) @ axes, ink)
        elif kind < 0.45:
            side = width * generator.uniform(0.75, 1.2)
            fill(flat, at + box * side @ axes, colour)
            _spots(flat, generator, at, axes, side, ink)
        elif kind < 0.6:
            _spots(flat, generator, at, axes, width * generator.uniform(0.6, 1.5), ink)
        elif kind < 0.8:
            shape = generator.choice([0.6, 1.0, 1.3, 3.0, 4.0, 6.0])
            fill(flat, at + box * (width, width * shape) * generator.uniform(0.6, 1.8) @ axes, colour)
        elif kind < 0.9:
            points = at + np.cumsum(generator.normal(0, width, (12, 2)), axis=0)
            cv2.polylines(
                flat, [np.rint(points).astype(np.int32)], False, ink, int(generator.integers(1, 6)), 16
            )
        else:
            wide = width * generator.uniform(2, 4)
            fill(flat, at + box * (wide, 1.4 * wide) @ axes, generator.uniform(205, 255, 3).tolist())
            _spots(flat, generator, at, axes, wide * 0.8, ink)
    canvas[:] = flat


def _spots(flat: Floats, generator: Generator, at: Floats, axes: Floats, side: float, ink: Any) -> None:
    reach, radius = side * generator.uniform(0.22, 0.32), max(1.0, side * generator.uniform(0.07, 0.12))
    for place in PIPS[int(generator.integers(1, 7))]:
        spot = at + reach * np.array(place) @ axes
        cv2.circle(
            flat, tuple(round(float(v) * 16) for v in spot), round(radius * 16), ink, -1, cv2.LINE_AA, 4
        )


def _cover(canvas: Floats, generator: Generator, width: float) -> Floats:
    """Put a finger or an arm over part of the picture and return where it is (0 to 255)."""
    size = canvas.shape[0]
    mask: Floats = np.zeros((size, size), np.uint8)
    at = generator.uniform(0, size, 2)
    reach = generator.uniform(1, 6) * width
    turn = generator.uniform(0, 2 * np.pi)
    end = at + reach * np.array([np.cos(turn), np.sin(turn)])
    thick = max(2, int(width * generator.uniform(0.4, 1.6)))
    cv2.line(mask, tuple(int(v) for v in at), tuple(int(v) for v in end), 255, thick, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.0)
    skin = np.array([90, 120, 190]) * generator.uniform(0.4, 1.25)
    if generator.random() < 0.3:
        skin = some_colour(generator)
    canvas += (skin.astype(np.float32) - canvas) * (mask.astype(np.float32)[..., None] / 255)
    return mask


def _label(tile: Tile, view: View, size: int, cover: Floats | None, blur: float) -> Label | None:
    """Return what is to be said about a tile's body; None where it is nothing at this size."""
    facing = float((view.lean @ tile.axes[2])[2])
    flat = abs(tile.axes[2][2]) > 0.9
    outline = view.project(tile.corners(1.0 if facing > 0 else -1.0))
    middle = outline.mean(axis=0)
    along = (outline[2] + outline[3] - outline[0] - outline[1]) / 4
    across = (outline[1] + outline[2] - outline[0] - outline[3]) / 4
    label = Label(READ, middle, along, across, tile.values)
    if not flat:
        # What lies on its edge is told by its whole body.
        body = view.project(np.concatenate([tile.corners(1.0), tile.corners(-1.0)]))
        (x, y), (wide, high), turn = cv2.minAreaRect(body)
        turn = np.radians(turn)
        first = np.array([np.cos(turn), np.sin(turn)]) * wide / 2
        second = np.array([-np.sin(turn), np.cos(turn)]) * high / 2
        long, short = (first, second) if wide > high else (second, first)
        label = Label(OTHER, np.array([x, y]), long, short, tile.values)
    elif facing < 0:
        label = Label(OTHER, middle, along, across, tile.values)
    hidden = 0.0
    if cover is not None and label.what == READ:
        mask = np.zeros(cover.shape, np.uint8)
        fill(mask, _inner(label, outline), 255)
        hidden = float(cover[mask > 127].mean()) / 255 if (mask > 127).any() else 0.0
    return told(label, outline, size, hidden, blur, facing)


def told(
    label: Label, outline: Floats, size: int, hidden: float, blur: float = 0.0, facing: float = 1.0
) -> Label | None:
    """Return what is to be said of a body (READ or OTHER) in a picture of a size; None where that is nothing.

    `outline` is that of its face (4 x 2), `hidden` what share of the face is covered, `blur` in widths,
    `facing` how much it faces the camera (1: wholly).
    """
    width = label.width
    reach = 0.3 * width
    if not 0.75 * LEAST < width < 1.3 * MOST:
        return None
    if not all(-reach < v < size + reach for v in label.middle):
        return Label(IGNORE, *_place(label))
    inside = all(0 <= v < size for v in label.middle)
    if label.what == OTHER:
        return label if LEAST <= width <= MOST and inside else Label(IGNORE, *_place(label))
    inner = _inner(label, outline)
    out = max(0.0, float(-inner.min()), float(inner.max() - (size - 1))) / width
    if hidden > 0.1 or out > 0.15 or blur > 0.11:
        return Label(OTHER if inside and LEAST <= width <= MOST else IGNORE, *_place(label))
    if hidden > 0.03 or out > 0.0 or not LEAST <= width <= MOST or blur > 0.07 or facing < 0.42:
        return Label(IGNORE, *_place(label))
    return label


def _inner(label: Label, outline: Floats) -> Floats:
    """Return the outline of a face without its edge, where nothing is drawn."""
    return label.middle + 0.86 * (outline - label.middle)


def _place(label: Label) -> tuple[Floats, Floats, Floats, tuple[int, int]]:
    return label.middle, label.along, label.across, label.values
