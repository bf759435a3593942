"""The native libraries in one process: screen, pictures and codes, loaded in any order."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest

from tests.house.tree import ROOT

PROGRAM = """
import numpy as np
pygame.display.init()
surface = pygame.display.set_mode((64, 48))
picture = cv2.resize(np.zeros((96, 128, 3), np.uint8), (64, 48))
surface.blit(pygame.image.frombuffer(picture.tobytes(), (64, 48), "BGR"), (0, 0))
pygame.display.flip()
print("shown")
"""


@pytest.mark.parametrize("order", list(itertools.permutations(["pygame", "cv2"])), ids="-".join)
def test_screen_and_pictures_can_be_loaded_in_any_order(order: tuple[str, ...]) -> None:
    program = "".join(f"import {name}\n" for name in order) + PROGRAM
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "shown\n"), done.stderr
