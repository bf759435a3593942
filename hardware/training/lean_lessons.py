"""`python -m hardware.training.lean_lessons`: teach the net that says which way a die's upper face looks.

It needs what `hardware.training.learning` needs, learns from single dice (`hardware.training.lean_cuts`), and
is written to assets/nets/dice_lean.onnx.  Steps are counted, not minutes, so that one seed makes one net.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.colouring import recoloured
from hardware.training.course import Course, one_core
from hardware.training.lean_cuts import TABLES, LeanCut, as_found, from_scene, from_table
from hardware.training.learning import torch_modules
from hardware.training.net_parts import die_net, write_onnx
from hardware.training.pool import Pool
from hardware.vision.dice_lean import ANSWERS, EDGE, SIDE
from hardware.vision.die_patches import patch

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "dice_lean.onnx"
BATCH = 80
#: Scenes and tables made before the first step; after it one of each in so many steps.
FIRST_SCENES, FIRST_TABLES, SCENE_EVERY, TABLE_EVERY = 300, 60, 2, 3
_MOST_CUTS = 25_000
#: Of five dice that are learnt from so many are of scenes, the others of tables.
_OF_SCENES = 2
#: Of half of a lesson's dice the harder of two is taken (see `Pool`; losses of a die).
_UNSEEN, _HARDEST = 0.05, 0.15

Floats = NDArray[Any]
Generator = np.random.Generator


def build_lean_net(torch: Any) -> Any:
    """Return an untaught net, a torch module: N x 3 x 64 x 64 (0 to 255) to N x 3 x 1 x 1."""
    return die_net(torch, SIDE, ((24, 2), (32, 1), (56, 2), (64, 1), (80, 2), (80, 1)), 64, ANSWERS)


def lesson(generator: Generator, cut: LeanCut) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """Return a die (64 x 64 x 3) a little beside its middle, turned and in other colours, and its answer."""
    found = as_found(generator, cut.picture, cut.edge, (0.05, 0.09), (0.1, 0.15))
    shown: Floats = patch(
        cut.picture, found.middle, found.edge, found.turn, found.mirrored, side=SIDE, shown=EDGE
    ).astype(np.float32)
    shown = recoloured(generator, shown, 0.1, 0.2)
    if generator.random() < 0.3:
        shown = cv2.GaussianBlur(shown, (0, 0), float(generator.uniform(0.4, 1.4)))
    if generator.random() < 0.2:
        # Pale dice are often as bright as the camera can tell, the side faces too.
        shown = np.minimum(shown * float(generator.uniform(1.1, 2.0)), 255)
    shown = shown * float(np.exp(generator.normal(0, 0.25))) + float(generator.normal(0, 12))
    shown = shown + generator.standard_normal(shown.shape, np.float32) * float(generator.uniform(0, 5))
    return np.clip(shown, 0, 255).astype(np.uint8), found.way(cut.up)


def learn(steps: int, seed: int, written: Path) -> None:
    """Teach the net for so many steps, and export the mean of its late ones."""
    torch, functional = torch_modules()
    one_core(torch, seed)
    course = Course(torch, build_lean_net(torch), decay=1e-3, mean_of=0.995)
    generator = np.random.default_rng(seed)
    began, recent, tables = time.process_time(), np.zeros(2), 0
    pools = tuple(Pool[LeanCut](_MOST_CUTS, _UNSEEN, _HARDEST) for _ in range(2))
    for step in range(steps):
        scenes = int(step % SCENE_EVERY == 0) if step else FIRST_SCENES
        more = int(step % TABLE_EVERY == 0) if step else FIRST_TABLES
        pools[0].add(generator, [cut for _ in range(scenes) for cut in from_scene(generator)])
        numbers = range(TABLES + tables, TABLES + tables + more)
        pools[1].add(generator, [cut for number in numbers for cut in from_table(generator, number)])
        tables += more
        course.pace((step + 1) / 40, step / steps)
        turns = [(pools[int(n % 5 >= _OF_SCENES)], n % 4 > 1) for n in range(BATCH)]
        picked = [(pool, pool.pick(generator, harder)) for pool, harder in turns]
        batch = [lesson(generator, pool.kept[number]) for pool, number in picked]
        pictures = torch.from_numpy(np.stack([picture.transpose(2, 0, 1) for picture, _ in batch])).float()
        wanted = torch.tensor([answer for _, answer in batch])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = course.net(pictures.to(memory_format=torch.channels_last))
        said = said.float()[:, :, 0, 0]
        off = functional.smooth_l1_loss(said[:, :2], wanted, beta=0.05, reduction="none").sum(dim=1)
        for (pool, number), one in zip(picked, off.tolist(), strict=True):
            pool.shown(number, one)
        # How far off it may be is learnt beside it, as the scale of an error of Laplace's kind.
        spread = said[:, 2].clamp(-5, 2)
        loss = off.mean() + 0.1 * (off.detach() * torch.exp(-spread) + spread).mean()
        course.learn(loss)
        recent += (float(loss.detach()), float((said[:, :2] - wanted).abs().mean().detach()))
        if step % 100 == 99:
            mean, passed = recent / 100, (time.process_time() - began) / 60
            print(
                f"{passed:5.1f} min  step {step + 1}  {tables} tables  loss {mean[0]:.3f}  off {mean[1]:.3f}",
                flush=True,
            )
            recent[:] = 0
    write_onnx(torch, course.average.module, written, (3, SIDE, SIDE), "up")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training.lean_lessons")
    parser.add_argument("--steps", type=int, default=12_000, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=8, help="decides every scene")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    args = parser.parse_args()
    learn(args.steps, args.seed, args.net)


if __name__ == "__main__":
    main()
