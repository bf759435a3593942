"""Time: only the monotonic clock decides; the wall clock is asked in one place, for people to read."""

from __future__ import annotations

import ast

from tests.house.tree import ROOT, project_files

#: What tells the time of day, by the last two names of a call.
WALL = {
    "time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.strftime",
    "datetime.now", "datetime.utcnow", "datetime.today", "date.today",
}  # fmt: skip
ALLOWED = "companion/table/clock.py"


def test_the_time_of_day_is_asked_in_one_place() -> None:
    asked = set()
    for file in project_files():
        if file.suffix != ".py" or file.parts[0] not in ("companion", "hardware"):
            continue
        text = (ROOT / file).read_text(encoding="utf-8")
        if not any(name.rpartition(".")[2] + "(" in text for name in WALL):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                name = ".".join(ast.unparse(node.func).split(".")[-2:])
                asked |= {str(file)} if name in WALL else set()
    assert asked == {ALLOWED}
