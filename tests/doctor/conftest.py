"""The doctor's command, run in this process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.cli import run


@pytest.fixture
def run_doctor() -> Callable[..., int]:
    return lambda *words: run(["doctor", *words])
