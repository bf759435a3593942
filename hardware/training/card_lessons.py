"""The net that reads the indices of playing cards, its lessons and its export, in one command:

    python -m hardware.training.card_lessons

It needs PyTorch (any 2.x for the CPU), onnx and Pillow beside the program's own packages, and some fonts: the
more there are, the more makers' decks it will know.  The net is written to assets/nets/cards.onnx.
Steps are counted, not minutes, so that one seed (and the same fonts) makes one net.  Nothing but corners of
`hardware.training.card_corners` is ever shown to it: no photograph.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hardware.training.card_corners import NO_RANK, NO_SUIT, UNASKED, Corner, altered, corner
from hardware.training.course import Course, one_core
from hardware.training.learning import torch_modules
from hardware.training.net_parts import conv_block, write_onnx
from hardware.training.pool import Pool
from hardware.vision.card_indices import SHAPE

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "cards.onnx"
BATCH, NEW_CORNERS, FIRST_CORNERS, MOST_CORNERS = 96, 10, 3000, 12000
ANSWERS = NO_RANK + 1 + NO_SUIT + 1


def build_net(torch: Any) -> Any:
    """Return an untaught net: N x 3 x 80 x 48 (0 to 255) to N x 19 x 1 x 1, ranks and then suits."""
    nn = torch.nn

    block = partial(conv_block, torch)

    class CornerNet(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.eye = nn.Sequential(
                block(3, 16, 2), block(16, 24, 1), block(24, 32, 2), block(32, 48, 1), block(48, 64, 2),
                block(64, 64, 1), block(64, 64, 2),
            )  # fmt: skip
            # A layer over the whole of what is left knows where a rank stands and where a suit.
            self.whole = nn.Sequential(nn.Conv2d(64, 96, (5, 3), bias=False), nn.BatchNorm2d(96), nn.ReLU())
            self.drop = nn.Dropout(0.1)
            self.say = nn.Conv2d(96, ANSWERS, 1)

        def forward(self, x: Any) -> Any:
            return self.say(self.drop(self.whole(self.eye((x - 128.0) / 64.0))))

    return CornerNet()


def learn(steps: int, seed: int, written: Path) -> None:
    """Teach the net for so many steps, and export the mean of its late ones."""
    torch, functional = torch_modules()
    one_core(torch, seed)
    course = Course(torch, build_net(torch), decay=1e-4, mean_of=0.998)
    generator = np.random.default_rng(seed)
    pool = Pool[Corner](MOST_CORNERS)
    pool.add(generator, [corner(generator) for _ in range(FIRST_CORNERS)])
    began, recent = time.process_time(), np.zeros(3)
    course.net.train()
    for step in range(steps):
        course.pace((step + 1) / 100, step / steps)
        for _ in range(NEW_CORNERS):
            pool.add(generator, [corner(generator)])
        batch = [pool.kept[int(n)] for n in generator.integers(0, len(pool.kept), BATCH)]
        shown = np.stack([altered(generator, one).transpose(2, 0, 1) for one in batch])
        ranks, suits = (torch.tensor([getattr(one, name) for one in batch]) for name in ("rank", "suit"))
        pictures = torch.from_numpy(shown).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = course.net(pictures)
        said = said.float().flatten(1)
        how = {"ignore_index": UNASKED, "label_smoothing": 0.02}
        loss = functional.cross_entropy(said[:, : NO_RANK + 1], ranks, **how)
        loss = loss + functional.cross_entropy(said[:, NO_RANK + 1 :], suits, **how)
        course.learn(loss)
        right = [
            float((said[:, part].argmax(1) == wanted)[wanted >= 0].float().mean())
            for part, wanted in ((slice(0, NO_RANK + 1), ranks), (slice(NO_RANK + 1, None), suits))
        ]
        recent += (float(loss.detach()), *right)
        if step % 100 == 99:
            told = " ".join(f"{figure:.3f}" for figure in recent / 100)
            print(f"{(time.process_time() - began) / 60:5.1f} min  step {step + 1}  {told}", flush=True)
            recent[:] = 0
    write_onnx(torch, course.average.module, written, (3, *SHAPE), "says")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training.card_lessons", description="Teach it.")
    parser.add_argument("--steps", type=int, default=6000, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=11, help="decides every corner")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    args = parser.parse_args()
    learn(args.steps, args.seed, args.net)


if __name__ == "__main__":
    main()
