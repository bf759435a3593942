"""What `companion solve` was given: numbers, decks, saved positions and files of them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from companion.games.patience.cards import parse_deck
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.saved import BAR, parse_position
from companion.table.faults import Fault

#: A file larger than this is no file of deals.
MOST_BYTES = 64 * 1024 * 1024

#: What the columns of a truth file may say.
TRUTHS = {"solved": "winnable", "winnable": "winnable", "unsolvable": "lost", "lost": "lost"}


class Given(Struct, frozen=True):
    """A position to be solved, and what to call it."""

    deal: str
    position: Position


def given_deals(words: Sequence[str], draw: int) -> list[Given]:
    """Return what the words of the command line stand for; raises `Fault` for what is no deal."""
    deals: list[Given] = []
    for word in words:
        if not _looks_like_deal(word) and _is_there(Path(word)):
            deals += _deals_of_file(Path(word), draw)
        else:
            deals.append(_one(word, draw, "", None))
    return deals


def _is_there(path: Path) -> bool:
    try:
        return bool(path.name) and (path.is_file() or path.is_dir())
    except (OSError, ValueError):
        # No file can be called so; it may be a deck yet.
        return False


def _looks_like_deal(word: str) -> bool:
    return BAR in word or word.isdecimal()


def _one(word: str, draw: int, name: str, path: Path | None) -> Given:
    """Return the deal of one word; `path` is the file it stands in, if it does."""
    word = word.strip()
    if BAR in word:
        return Given(name or "position", parse_position(word))
    if word.isdecimal() and len(word) < 104:
        return Given(name or word, Position.deal(numbered_deck(int(word[:40])), draw))
    # Whatever might have been meant for a deck is told what is wrong with it as a deck.
    if path is None and word and (not word.isalnum() or len(word) < 52):
        raise Fault("solve.unknown", status=2, given=word[:60])
    return Given(name or "deck", Position.deal(parse_deck(word), draw))


def _deals_of_file(path: Path, draw: int) -> list[Given]:
    lines = _lines(path)
    columns = [cell.strip() for cell in lines[0][1].split(",")] if lines else []
    found: list[Given] = []
    rows = _rows(lines[1:], columns) if "cards" in columns else ((n, "", line) for n, line in lines)
    for number, name, word in rows:
        try:
            found.append(_one(word, draw, name or f"{path.name}:{number}", path))
        except Fault as fault:
            raise Fault("solve.line", status=2, file=str(path), line=number, reason=fault.say) from None
    if not found:
        raise Fault("solve.file_empty", status=2, file=str(path))
    return found


def _rows(lines: list[tuple[int, str]], columns: list[str]) -> Iterator[tuple[int, str, str]]:
    for number, line in lines:
        cells = dict(zip(columns, line.split(","), strict=False))
        yield number, cells.get("deal", "").strip(), cells.get("cards", "")


def _lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines of a file that say something, with their numbers; raises `Fault`."""
    name = str(path)
    try:
        if path.is_dir():
            raise Fault("solve.folder", status=2, file=name)
        if path.stat().st_size > MOST_BYTES:
            raise Fault("solve.file_too_large", status=2, file=name)
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError:
        raise Fault("solve.file_unreadable", status=2, file=name) from None
    except UnicodeDecodeError:
        raise Fault("solve.file_not_text", status=2, file=name) from None
    numbered = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def load_truth(path: Path) -> dict[tuple[str, int], str]:
    """Return the verdict of each deal and draw that a truth file tells; raises `Fault`."""
    rows = csv.DictReader(line for _, line in _lines(path))
    if not {"deal", "draw1", "draw3"} <= set(rows.fieldnames or ()):
        raise Fault("solve.truth_columns", status=2, file=str(path))
    truth = {}
    for row in rows:
        for draw in (1, 3):
            verdict = TRUTHS.get((row[f"draw{draw}"] or "").strip())
            if verdict is not None:
                truth[(row["deal"] or "").strip(), draw] = verdict
    return truth
