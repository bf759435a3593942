"""The net that finds dice, its lessons and its export.  One command does it all, in an hour of one core:

    python -m hardware.training

It needs PyTorch (any 2.x for the CPU) and onnx beside the program's own packages.  The net is written to
assets/nets/dice.onnx.  Steps are counted, not minutes, so that one seed makes one net.

The net is a CenterNet of stride 4: for each cell of a quarter of the picture's size how much it is the
middle of an upper face of each value, of a cocked die, of a die that cannot be read, and the logarithm of
the face's edge.  Nothing but scenes of `hardware.training.scenes` and
`hardware.training.table_scenes` is ever shown to it: no photograph.
"""

from __future__ import annotations

import importlib
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.training.colouring import recoloured
from hardware.training.course import Course, one_core
from hardware.training.die_drawing import any_make
from hardware.training.face_mistakes import table_without_dice
from hardware.training.net_parts import conv_block, residual, write_onnx
from hardware.training.pool import Pool
from hardware.training.scenes import IGNORE, SIZE, Label, scene
from hardware.training.table_scenes import TABLES, from_table

#: One map a value, one of cocked dice, one of dice that cannot be read.
MAPS = 8
STRIDE = 4
#: Height and width of the picture that the exported net takes.
SHAPE = (576, 640)
#: Of the scenes of one step so many are drawn fast; the others are of simulated tables.
BATCH, OF_SCENES = 16, 11
#: Scenes and tables made before the first step, then so many scenes a step and a table in so many steps; and
#: how many scenes of each kind are kept.
FIRST_SCENES, FIRST_TABLES, NEW_SCENES, TABLE_EVERY, MOST_SCENES = 320, 40, 3, 4, 6000

#: The share of scenes drawn fast that have what looks like dice, and none.
WITHOUT_DICE = 0.06

Floats = NDArray[Any]
#: A picture and the labels of its dice.
Scene = tuple[NDArray[np.uint8], list[Label]]


def torch_modules() -> tuple[Any, Any]:
    """Return the modules torch and torch.nn.functional; raises `ImportError` without PyTorch."""
    return importlib.import_module("torch"), importlib.import_module("torch.nn.functional")


def build_net(torch: Any) -> Any:
    """Return an untaught net, a torch module: N x 3 x H x W (0 to 255) to N x 9 x H/4 x W/4."""
    nn = torch.nn

    block, residue = partial(conv_block, torch), partial(residual, torch)

    class DiceNet(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Sequential(block(3, 16, 2), block(16, 24, 2), residue(24))
            self.middle = nn.Sequential(block(24, 48, 2), residue(48), residue(48))
            self.deep = nn.Sequential(block(48, 64, 2), residue(64), residue(64))
            self.rise = nn.Sequential(block(64, 48, 1, 1), nn.Upsample(scale_factor=2, mode="nearest"))
            self.joined = block(48, 48)
            self.lift = nn.Sequential(block(48, 24, 1, 1), nn.Upsample(scale_factor=2, mode="nearest"))
            self.last = block(24, 32)
            self.maps = nn.Conv2d(32, MAPS, 1)
            self.size = nn.Conv2d(32, 1, 1)
            nn.init.constant_(self.maps.bias, -4.0)
            nn.init.constant_(self.size.bias, 3.4)

        def forward(self, x: Any) -> Any:
            near = self.stem((x - 118.0) / 64.0)
            far = self.middle(near)
            far = self.joined(far + self.rise(self.deep(far)))
            last = self.last(near + self.lift(far))
            return torch.cat([self.maps(last), self.size(last)], 1)

    return DiceNet()


def targets(labels: list[Label], size: int) -> tuple[Floats, Floats, Floats]:
    """Return what the net should say of a scene: maps (8 x h x w), log edges with their weights, and where
    anything is asked of it."""
    cells = size // STRIDE
    maps = np.zeros((MAPS, cells, cells), np.float32)
    sizes = np.zeros((2, cells, cells), np.float32)
    counts = np.ones((cells, cells), np.float32)
    rows, columns = np.mgrid[0:cells, 0:cells]
    for label in labels:
        x, y = (label.x + 0.5) / STRIDE - 0.5, (label.y + 0.5) / STRIDE - 0.5
        away = (columns - x) ** 2 + (rows - y) ** 2
        if label.what == IGNORE:
            counts[away < (0.5 * label.edge / STRIDE) ** 2] = 0
            continue
        sigma = max(0.1 * label.edge / STRIDE, 0.55)
        spot = np.exp(-away / (2 * sigma * sigma))
        at = (round(y), round(x))
        if 0 <= at[0] < cells and 0 <= at[1] < cells:
            spot[at] = 1.0
        np.maximum(maps[label.what - 1], spot, out=maps[label.what - 1])
        near = away < max(1.6, 0.16 * label.edge / STRIDE) ** 2
        sizes[0][near], sizes[1][near] = np.log(label.edge), 1.0
    return maps, sizes, counts


def altered(generator: np.random.Generator, image: Floats, labels: list[Label]) -> tuple[Floats, list[Label]]:
    """Return a scene turned, mirrored and in other colours: a die is one in a mirror and in a negative."""
    size = image.shape[0]
    flipped = bool(generator.random() < 0.5)
    quarter = int(generator.integers(4))
    if flipped:
        image = image[:, ::-1]
    image = np.rot90(image, quarter)
    moved = []
    for label in labels:
        x, y = (size - 1 - label.x if flipped else label.x), label.y
        for _ in range(quarter):
            x, y = y, size - 1 - x
        moved.append(Label(label.what, x, y, label.edge))
    picture = image.astype(np.float32)
    picture = recoloured(generator, picture, 0.12, 0.15)
    picture = picture * float(np.exp(generator.normal(0, 0.2))) + float(generator.normal(0, 12))
    return np.ascontiguousarray(np.clip(picture, 0, 255)), moved


def loss_of(torch: Any, functional: Any, said: Any, maps: Any, sizes: Any, counts: Any) -> Any:
    """Return the focal loss of the maps and the absolute one of the sizes (CenterNet, Zhou 2019)."""
    score = said[:, :MAPS]
    log_yes, log_no = functional.logsigmoid(score), functional.logsigmoid(-score)
    chance = torch.sigmoid(score)
    middle = (maps > 0.999).float() * counts
    yes = -(log_yes * (1 - chance) ** 2 * middle).sum()
    no = -(log_no * chance**2 * (1 - maps) ** 4 * (1 - middle) * counts).sum()
    size = ((said[:, MAPS] - sizes[:, 0]).abs() * sizes[:, 1]).sum() / (sizes[:, 1].sum() + 1)
    return (yes + no) / (middle.sum() + 1) + 0.5 * size


class Pools:
    """Scenes to learn from: those drawn fast, and those of simulated tables."""

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator
        self._drawn, self._tabled = Pool[Scene](MOST_SCENES), Pool[Scene](MOST_SCENES)
        self._tables = 0

    def grow(self, scenes: int, tables: int) -> None:
        """Draw so many scenes more, and throw onto so many tables more."""
        for _ in range(scenes):
            if self._generator.random() < WITHOUT_DICE:
                fresh: Scene = table_without_dice(self._generator), []
            else:
                fresh = scene(self._generator, makes=any_make)
            self._drawn.add(self._generator, [fresh])
        for _ in range(tables):
            self._tabled.add(self._generator, from_table(self._generator, TABLES + self._tables))
            self._tables += 1

    def lesson(self) -> list[Scene]:
        """Return the scenes of one step, altered."""
        generator = self._generator
        picked = []
        for number in range(BATCH):
            pool = (self._drawn if number < OF_SCENES else self._tabled).kept
            picked.append(altered(generator, *pool[int(generator.integers(len(pool)))]))
        return picked


def learn(steps: int, seed: int, written: Path) -> None:
    """Teach the net for so many steps, and export the mean of its late ones."""
    torch, functional = torch_modules()
    one_core(torch, seed)
    course = Course(torch, build_net(torch), decay=1e-4, mean_of=0.998)
    pools = Pools(np.random.default_rng(seed))
    began, recent = time.process_time(), 0.0
    course.net.train()
    for step in range(steps):
        pools.grow(*((NEW_SCENES, int(step % TABLE_EVERY == 0)) if step else (FIRST_SCENES, FIRST_TABLES)))
        course.pace((step + 1) / 60, step / steps)
        batch = pools.lesson()
        wanted = [targets(labels, SIZE) for _, labels in batch]
        pictures = torch.from_numpy(np.stack([picture.transpose(2, 0, 1) for picture, _ in batch]))
        maps, sizes, counts = (torch.from_numpy(np.stack(part)) for part in zip(*wanted, strict=True))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = course.net(pictures.to(memory_format=torch.channels_last))
        loss = loss_of(torch, functional, said.float(), maps, sizes, counts[:, None])
        course.learn(loss)
        recent += float(loss.detach())
        if step % 50 == 49:
            passed = (time.process_time() - began) / 60
            print(f"{passed:5.1f} min  step {step + 1}  loss {recent / 50:.3f}", flush=True)
            recent = 0.0
    write_onnx(torch, course.average.module, written, (3, *SHAPE), "maps")
