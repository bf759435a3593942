"""Pictures that are done with do not stay in memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.house.tree import ROOT

#: Pictures come and go, and something small that stays is made between them, as it is in a running kiosk.
PICTURES = """
import sys
import numpy as np
from companion.memory import give_back_now, give_pictures_back
if sys.argv[1] == "back":
    assert give_pictures_back()
def resident_mb():
    fields = dict(line.split(":") for line in open("/proc/self/status") if ":" in line)
    return int(fields["VmRSS"].split()[0]) / 1024
before = resident_mb()
kept = []
for _ in range(3):
    pictures = [np.ones((720, 1280, 3), np.float32) for _ in range(8)]
    while pictures:
        pictures.pop()
        kept += [bytearray(20_000) for _ in range(4)]
if sys.argv[1] == "now":
    assert give_back_now()
print(resident_mb() - before - sum(map(len, kept)) / 2**20)
"""


def left_mb(how: str) -> float:
    ask = [sys.executable, "-c", PICTURES, how]
    return float(subprocess.run(ask, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc needs it")
def test_freed_pictures_leave_the_memory() -> None:
    assert max(left_mb("back"), left_mb("now")) < 12 < left_mb("kept")
