"""Counts of simulated sessions that add up."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

Own = TypeVar("Own", bound="Counts")


class Counts(Struct):
    """Whole numbers, and mappings to whole numbers or to further counts; they add up in any order.

    `players`, where there is such a field, is what the counts have in common, and is not added.
    """

    def add(self: Own, other: Own) -> None:
        """Add the counts of other sessions of the same kind."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(theirs, dict):
                for key, count in theirs.items():
                    if isinstance(count, Counts):
                        mine.setdefault(key, type(count)()).add(count)
                    else:
                        mine[key] = mine.get(key, 0) + count
            elif name != "players":
                setattr(self, name, mine + theirs)
