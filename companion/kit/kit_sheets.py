"""The sheets of the kit by their names, for the command line and the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kit.sheet import Sheet
    from companion.language import Language

SHEETS = ("gold-rush", "dominoes", "patience", "tray-mat")
PAPERS = ("a4", "letter")
BOARDS = ("tiles", "a2")


def make_sheet(
    name: str,
    folder: Path,
    paper: str,
    words: Language,
    edition: str | None = None,
    board: str = BOARDS[0],
) -> Sheet:
    """Draw a sheet of `SHEETS` with the key that the data folder keeps (one is made where there is none).

    `edition` and `board` count for the board game alone.  Raises `Fault` for an edition that is not there.
    Drawing takes a second or two.
    """
    if name == "tray-mat":
        from companion.kit.tray_mat import tray_mat

        return tray_mat(paper, words)
    if name == "dominoes":
        from companion.kit.domino_kit import domino_kit

        return domino_kit(paper, words)
    from companion.kit.kit_keys import own_kit

    if name == "patience":
        from companion.kit.patience_kit import patience_kit

        return patience_kit(own_kit(folder), paper, words)
    from companion.games.goldrush.shelf import DEFAULT, edition_of
    from companion.kit.gold_rush_kit import gold_rush_kit

    found = edition_of(edition or DEFAULT)
    return gold_rush_kit(found, own_kit(folder), paper, board, words)
