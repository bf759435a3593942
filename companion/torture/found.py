"""What must never happen, once it has."""

from __future__ import annotations

from typing import Literal, TypeAlias

What: TypeAlias = Literal["lost", "diverged", "exceptions", "misread"]


class Found(Exception):
    """Something that must never happen: `what` it counts as, and in words."""

    def __init__(self, what: What, words: str) -> None:
        super().__init__(f"{what}: {words}")
        self.what = what
        self.words = words

    def __reduce__(self) -> tuple[type[Found], tuple[What, str]]:
        return Found, (self.what, self.words)
