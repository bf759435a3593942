"""The option that writes the golden playthroughs anew: ``pytest tests/games --update``."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden playthroughs anew")
