"""What the tests of the sheets share: every size of paper, and a reader of codes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.kit.sheet import PAPERS
from hardware.vision.tags import TagReader


@pytest.fixture(params=sorted(PAPERS))
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def reader() -> Iterator[TagReader]:
    reader = TagReader()
    yield reader
    reader.close()
