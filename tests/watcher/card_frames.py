"""Frames of cards on a grey table, drawn with the kit's own faces, for tests of the eye."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.games.goldrush.shelf import edition_of
from companion.kit.codes import KitKey, make_code
from companion.kit.face_pictures import deed_picture, gold_card_picture, plain_card_picture
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher import Eye, WatchState
from hardware.camera import Frame, Image

KIT = KitKey("7QM", bytes(range(16)))
OTHER_KIT = KitKey("9ZZ", bytes(range(1, 17)))
PX_PER_MM = 5.0
TURNED = Text("goldrush.card_turned", {"card": Text("goldrush.name", {"name": "Gold"}), "creek": "Eldorado"})


def reveal(key: str = "card/ana/eldorado/3", seat: str = "ana", gone: tuple[str, ...] = ()) -> Reveal:
    items = tuple(f"G{number:02}" for number in range(1, 37))
    known = tuple(item for item in items if item not in gone)
    return Reveal(key=key, say=Text("t"), seats=(seat,), known=known, because=dict.fromkeys(gone, TURNED))


def gold(item: str, kit: KitKey = KIT, code: str | None = None) -> Image:
    return gold_card_picture(edition_of("gold_rush"), item, code or make_code(kit, item), PX_PER_MM)


def deed(item: str) -> Image:
    return deed_picture(edition_of("gold_rush"), item, make_code(KIT, item), PX_PER_MM)


def plain(code: str) -> Image:
    return plain_card_picture(code, "Shop", px_per_mm=PX_PER_MM)


def forged(item: str) -> Image:
    code = make_code(KIT, item)
    return gold(item, code=code[:-1] + ("0" if code[-1] != "0" else "1"))


def scene(*cards: Image, shift: int = 0) -> Image:
    """Return a 1280 x 720 table with the cards side by side."""
    table = np.full((720, 1280, 3), 96, np.uint8)
    for place, card in enumerate(cards):
        top, left = 120, 60 + 400 * place + shift
        table[top : top + card.shape[0], left : left + card.shape[1]] = card
    return table


class Showing:
    """An eye that is shown one scene after the other, ten frames a second with a little noise."""

    def __init__(self, *kits: KitKey) -> None:
        self.eye = Eye(lambda: kits)
        self._number = 0
        self._noise = np.random.default_rng(5)

    def states(self, image: Image, frames: int) -> Iterator[WatchState]:
        for _ in range(frames):
            self._number += 1
            noisy = image.astype(np.int16) + self._noise.integers(-2, 3, image.shape, np.int16)
            picture = np.clip(noisy, 0, 255).astype(np.uint8)
            yield self.eye.look(Frame(picture, self._number, 100 * self._number))

    def after(self, image: Image, frames: int = 8) -> WatchState:
        """Return the first state in which the card is read, or else the last."""
        state = WatchState()
        for state in self.states(image, frames):
            if state.phase == "read":
                break
        return state
