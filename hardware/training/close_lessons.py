"""`python -m hardware.training.close_lessons`: teach the net that looks closest at single dice.

It needs what `hardware.training.learning` needs, learns from single dice (`hardware.training.close_cuts`),
and is written to assets/nets/dice_close.onnx.  Steps are counted, not minutes, so that one seed makes one
net.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.close_cuts import TABLES, CloseCut, from_scene, from_table
from hardware.training.course import Course, one_core
from hardware.training.face_cuts import NOT_ASKED, altered
from hardware.training.lean_cuts import as_found
from hardware.training.learning import torch_modules
from hardware.training.net_parts import die_net, write_onnx
from hardware.training.pool import Pool
from hardware.vision.dice_close import ANSWERS, DOWN, EDGE, OFF, RIGHT, SIDE
from hardware.vision.dice_face import COCKED
from hardware.vision.dice_net import DiceNet
from hardware.vision.die_patches import patch

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "dice_close.onnx"
BATCH = 64
#: Scenes and tables made before the first step; after it one of each in so many steps.
FIRST_SCENES, FIRST_TABLES, SCENE_EVERY, TABLE_EVERY = 300, 60, 3, 3
_MOST_CUTS = 20_000
#: Of five dice that are learnt from so many are of scenes, the others of tables.
_OF_SCENES = 2
#: How much the parts of the loss count beside the value's: cocked or not, and which way a face looks.
_COCKED_WEIGHT, _UP_WEIGHT = 0.3, 3.0
#: Of half of a lesson's dice the harder of two is taken (see `Pool`; losses of a die).
_UNSEEN, _HARDEST = 0.4, 1.2

Generator = np.random.Generator


def build_close_net(torch: Any) -> Any:
    """Return an untaught net, a torch module: N x 3 x 80 x 80 (0 to 255) to N x 11 x 1 x 1."""
    layers = ((24, 2), (32, 1), (56, 2), (64, 1), (80, 2), (80, 1), (96, 2))
    return die_net(torch, SIDE, layers, 64, ANSWERS)


def lesson(generator: Generator, cut: CloseCut) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """Return a die (80 x 80 x 3) a little beside its middle, turned and in other colours, and which way its
    face looks then."""
    found = as_found(generator, cut.picture, cut.edge, (0.04, 0.07), (0.09, 0.13))
    shown: NDArray[Any] = patch(
        cut.picture, found.middle, found.edge, found.turn, found.mirrored, side=SIDE, shown=EDGE
    )
    if generator.random() < 0.2:
        shown = cv2.GaussianBlur(shown, (0, 0), float(generator.uniform(0.6, 1.8)))
    return altered(generator, shown), (0.0, 0.0) if cut.up is None else found.way(cut.up)


def learn(steps: int, seed: int, written: Path) -> None:
    """Teach the net for so many steps, and export the mean of its late ones."""
    torch, functional = torch_modules()
    one_core(torch, seed)
    course = Course(torch, build_close_net(torch), decay=1e-3, mean_of=0.995)
    generator, others = np.random.default_rng(seed), DiceNet()
    began, recent, tables = time.process_time(), np.zeros(4), 0
    pools = tuple(Pool[CloseCut](_MOST_CUTS, _UNSEEN, _HARDEST) for _ in range(2))
    for step in range(steps):
        scenes = int(step % SCENE_EVERY == 0) if step else FIRST_SCENES
        more = int(step % TABLE_EVERY == 0) if step else FIRST_TABLES
        pools[0].add(generator, [cut for _ in range(scenes) for cut in from_scene(generator, others)])
        numbers = range(TABLES + tables, TABLES + tables + more)
        pools[1].add(generator, [cut for n in numbers for cut in from_table(generator, n, others)])
        tables += more
        course.pace((step + 1) / 40, step / steps)
        turns = [(pools[int(n % 5 >= _OF_SCENES)], n % 4 > 1) for n in range(BATCH)]
        picked = [(pool, pool.pick(generator, harder)) for pool, harder in turns]
        cuts = [pool.kept[number] for pool, number in picked]
        batch = [lesson(generator, cut) for cut in cuts]
        pictures = torch.from_numpy(np.stack([picture.transpose(2, 0, 1) for picture, _ in batch])).float()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = course.net(pictures.to(memory_format=torch.channels_last))
        said = said.float()[:, :, 0, 0]
        what = torch.tensor([cut.what for cut in cuts])
        faces = functional.cross_entropy(said[:, :COCKED], what, ignore_index=NOT_ASKED, reduction="none")
        looks = torch.tensor([float(cut.up is not None) for cut in cuts])
        wanted = torch.tensor([answer for _, answer in batch])
        off = functional.smooth_l1_loss(said[:, RIGHT : DOWN + 1], wanted, beta=0.05, reduction="none")
        off = off.sum(dim=1) * looks
        for (pool, number), one in zip(picked, (faces + _UP_WEIGHT * off).tolist(), strict=True):
            pool.shown(number, one)
        # How far off it may be is learnt beside it, as the scale of an error of Laplace's kind.
        spread = said[:, OFF].clamp(-5, 2)
        scale = looks * (off.detach() * torch.exp(-spread) + spread)
        leans = torch.tensor([float(cut.cocked) for cut in cuts])
        asked = leans >= 0
        cocked = functional.binary_cross_entropy_with_logits(said[asked, COCKED], leans[asked])
        value = faces.sum() / (what != NOT_ASKED).sum()
        up, may_be = off.sum() / looks.sum(), scale.sum() / looks.sum()
        course.learn(value + _COCKED_WEIGHT * cocked + _UP_WEIGHT * (up + 0.1 * may_be))
        right = (said[what >= 0, :COCKED].argmax(dim=1) == what[what >= 0]).float().mean()
        recent += (float(value.detach()), float(cocked.detach()), float(up.detach()), float(right))
        if step % 100 == 99:
            mean, passed = recent / 100, (time.process_time() - began) / 60
            told = f"faces {mean[0]:.3f}  cocked {mean[1]:.3f}  up {mean[2]:.3f}  right {100 * mean[3]:.1f} %"
            print(f"{passed:5.1f} min  step {step + 1}  {tables} tables  {told}", flush=True)
            recent[:] = 0
    write_onnx(torch, course.average.module, written, (3, SIDE, SIDE), "close")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training.close_lessons")
    parser.add_argument("--steps", type=int, default=10_000, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=12, help="decides every die")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    args = parser.parse_args()
    learn(args.steps, args.seed, args.net)


if __name__ == "__main__":
    main()
