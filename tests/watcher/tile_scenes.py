"""Tiles that are asked for, and the table on which they are shown."""

from __future__ import annotations

from companion.table.prompts import Reveal
from companion.table.text import Text
from tests.watcher.watched_table import WatchedTable

TILES = tuple(f"{low}-{high}" for low in range(7) for high in range(low, 7))
PLAYED = Text("dominoes.because.played", {"tile": "0-3", "space": "9 s"})


def show(key: str = "tile/ana/1/1", seat: str = "ana", played: tuple[str, ...] = ()) -> Reveal:
    known = tuple(tile for tile in TILES if tile not in played)
    return Reveal(key=key, say=Text("t"), seats=(seat,), known=known, because=dict.fromkeys(played, PLAYED))


class TileTable(WatchedTable):
    """With the mat on which tiles are shown."""

    def __init__(self, seed: int = 3) -> None:
        super().__init__(seed, mat="a4")
