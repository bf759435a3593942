"""No ruling of the board game goes without a test that names its number."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_ruling_has_tests() -> None:
    named: set[int] = set()
    for path in Path(__file__).parent.glob("test_*_*.py"):
        for name in re.findall(r"(?m)^def test_(\w+)", path.read_text(encoding="utf-8")):
            named |= {int(number) for number in re.findall(r"(?:^|_)b(\d+)(?=_)", name)}
    assert named == set(range(1, 36))
