"""What went wrong elsewhere: each kind has a test here that would have caught it, and that test exists.

The files in ``lessons`` hold one kind a line: what went wrong, an arrow, and the tests, separated by blanks.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.house.tree import ROOT

LESSONS = sorted(Path(__file__).with_name("lessons").glob("*.txt"))


def kinds(file: Path) -> list[tuple[int, str, list[str]]]:
    """Return number, words and tests of each line that holds a kind."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            words, arrow, tests = line.partition(" -> ")
            assert arrow, f"{file.name}:{number}: no arrow"
            found.append((number, words, tests.split()))
    return found


@cache
def marked(path: str) -> dict[str, bool]:
    """Return the tests of a file, and whether each is of the long ones."""
    found = {}
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = [ast.unparse(decorator) for decorator in node.decorator_list]
            found[node.name] = "pytest.mark.long" in marks
    return found


@pytest.mark.parametrize("file", LESSONS, ids=lambda file: file.stem)
def test_each_kind_has_a_test_that_runs_every_time(file: Path) -> None:
    seen = set()
    for number, words, tests in kinds(file):
        where = f"{file.name}:{number}"
        assert len(words) > 15 and words not in seen, where
        seen.add(words)
        assert tests, where
        for test in tests:
            path, _, name = test.partition("::")
            assert (ROOT / path).is_file(), f"{where}: there is no {path}"
            assert any(not long for long in marked(path).values()), f"{where}: all of {path} is long"
            assert not name or marked(path).get(name) is False, f"{where}: {test} is not there, or is long"


def test_every_area_has_its_lessons() -> None:
    assert {file.stem for file in LESSONS} >= {"buttons", "display", "cameras", "codes", "system"}
    assert sum(len(kinds(file)) for file in LESSONS) >= 80
