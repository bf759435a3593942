"""`python -m hardware.training.face_lessons`: teach the net that says what a die's upper face shows.

It needs what `hardware.training.learning` needs, learns from single dice (`hardware.training.face_cuts`), and
is written to assets/nets/dice_face.onnx.  Steps are counted, not minutes, so that one seed makes one net.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.training.course import Course, one_core
from hardware.training.face_cuts import NO_FACE, NOT_ASKED, TABLES, Cut, altered, from_scene, from_table
from hardware.training.learning import torch_modules
from hardware.training.net_parts import die_net, write_onnx
from hardware.training.pool import Pool
from hardware.vision.dice_face import ANSWERS, EDGE, SIDE
from hardware.vision.dice_net import DiceNet
from hardware.vision.die_patches import patch

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "dice_face.onnx"
BATCH = 96
#: Scenes and tables made before the first step; after it one of each in so many steps.
FIRST_SCENES, FIRST_TABLES, SCENE_EVERY, TABLE_EVERY = 300, 60, 2, 5
_MOST_CUTS = 30_000
#: How far off (standard deviation, edges and their logarithm) places and edges are that the readers find.
_OFF, _OFF_EDGE = 0.05, 0.09
_COCKED_WEIGHT = 0.3
#: Of half of a lesson's dice the harder of two is taken; none counts as harder than so (the loss when it was
#: last shown), for of some nobody can tell what they show, and what was never shown counts as that hard.
_HARDEST, _UNSEEN = 1.5, 0.5

Generator = np.random.Generator


def build_face_net(torch: Any) -> Any:
    """Return an untaught net, a torch module: N x 3 x 48 x 48 (0 to 255) to N x 8 x 1 x 1."""
    layers = ((24, 2), (32, 1), (32, 1), (64, 2), (64, 1), (64, 1), (80, 2), (80, 1))
    return die_net(torch, SIDE, layers, 40, ANSWERS)


def lesson(generator: Generator, cut: Cut) -> NDArray[np.uint8]:
    """Return a die (48 x 48 x 3) a little beside its middle, turned, mirrored, and in other colours."""
    half = (cut.picture.shape[0] - 1) / 2
    middle = np.array([half, half]) + generator.normal(0, _OFF, 2) * cut.edge
    edge = cut.edge * float(np.exp(generator.normal(0, _OFF_EDGE)))
    mirrored, turn = bool(generator.random() < 0.5), float(generator.uniform(0, 2 * np.pi))
    shown = patch(cut.picture, middle.tolist(), edge, turn, mirrored, side=SIDE, shown=EDGE)
    return altered(generator, shown)


def learn(steps: int, seed: int, written: Path) -> None:
    """Teach the net for so many steps, and export the mean of its late ones."""
    torch, functional = torch_modules()
    one_core(torch, seed)
    course = Course(torch, build_face_net(torch), decay=2e-3, mean_of=0.995)
    generator, others = np.random.default_rng(seed), DiceNet()
    began, recent, tables = time.process_time(), np.zeros(3), 0
    pools = tuple(Pool[Cut](_MOST_CUTS, _UNSEEN, _HARDEST) for _ in range(2))
    for step in range(steps):
        scenes = int(step % SCENE_EVERY == 0) if step else FIRST_SCENES
        more = int(step % TABLE_EVERY == 0) if step else FIRST_TABLES
        drawn = [cut for _ in range(scenes) for cut in from_scene(generator, others)]
        tabled = [
            cut for number in range(more) for cut in from_table(generator, TABLES + tables + number, others)
        ]
        tables += more
        for pool, cuts in zip(pools, (drawn, tabled), strict=True):
            pool.add(generator, cuts)
        course.pace((step + 1) / 40, step / steps)
        picked = [(pools[n % 2], pools[n % 2].pick(generator, n % 4 > 1)) for n in range(BATCH)]
        batch = [pool.kept[number] for pool, number in picked]
        shown = np.stack([lesson(generator, cut).transpose(2, 0, 1) for cut in batch])
        what = torch.tensor([cut.what for cut in batch])
        leans = torch.tensor([float(cut.cocked) for cut in batch])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = course.net(torch.from_numpy(shown).float().to(memory_format=torch.channels_last))
        said = said.float()[:, :, 0, 0]
        losses = functional.cross_entropy(
            said[:, : NO_FACE + 1], what, ignore_index=NOT_ASKED, reduction="none"
        )
        value = losses.sum() / (what != NOT_ASKED).sum()
        for (pool, number), one in zip(picked, losses.tolist(), strict=True):
            pool.shown(number, one)
        asked = leans >= 0
        cocked = functional.binary_cross_entropy_with_logits(said[asked, NO_FACE + 1], leans[asked])
        loss = value + _COCKED_WEIGHT * cocked
        course.learn(loss)
        right = (said[what >= 0, : NO_FACE + 1].argmax(dim=1) == what[what >= 0]).float().mean()
        recent += (float(value.detach()), float(cocked.detach()), float(right))
        if step % 100 == 99:
            mean, passed = recent / 100, (time.process_time() - began) / 60
            told = f"faces {mean[0]:.3f}  cocked {mean[1]:.3f}  right {100 * mean[2]:.1f} %"
            print(f"{passed:5.1f} min  step {step + 1}  {tables} tables  {told}", flush=True)
            recent[:] = 0
    write_onnx(torch, course.average.module, written, (3, SIDE, SIDE), "face")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training.face_lessons")
    parser.add_argument("--steps", type=int, default=6500, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=9, help="decides every cut")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    args = parser.parse_args()
    learn(args.steps, args.seed, args.net)


if __name__ == "__main__":
    main()
