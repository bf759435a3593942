"""The net that reads the indices of playing cards, its lessons and its export, in one command:

    python -m hardware.training.card_lessons --minutes 20 --seed 11

It needs PyTorch (any 2.x for the CPU), onnx and Pillow beside the program's own packages, and some fonts: the
more there are, the more makers' decks it will know.  The net is written to assets/nets/cards.onnx; a
checkpoint is kept so that a later call goes on from it.  Nothing but corners of
`hardware.training.card_corners` is ever shown to it: no photograph.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.training.card_corners import NO_RANK, NO_SUIT, UNASKED, Corner, altered, corner
from hardware.training.learning import torch_modules
from hardware.training.net_parts import conv_block, write_onnx
from hardware.vision.card_indices import SHAPE

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "cards.onnx"
BATCH, NEW_CORNERS, FIRST_CORNERS, MOST_CORNERS = 96, 10, 3000, 12000
RATE = 2.5e-3
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


def learn(minutes: float, seed: int, checkpoint: Path, written: Path) -> None:
    """Teach the net for so long of one core's time, going on from a checkpoint if there is one; export it."""
    torch, functional = torch_modules()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    net = build_net(torch).to(memory_format=torch.channels_last)
    done = 0
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(kept["net"])
        average.load_state_dict(kept["average"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["steps"]
    generator = np.random.default_rng([seed, done])
    pool: list[Corner] = [corner(generator) for _ in range(FIRST_CORNERS)]
    began, step, recent = time.process_time(), done, np.zeros(3)
    net.train()
    while (passed := time.process_time() - began) < 60 * minutes:
        share = passed / (60 * minutes)
        for group in optimiser.param_groups:
            warm = min(1.0, (step - done + 1) / 100)
            group["lr"] = float(RATE * warm * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5)
        for _ in range(NEW_CORNERS):
            if len(pool) < MOST_CORNERS:
                pool.append(corner(generator))
            else:
                pool[int(generator.integers(len(pool)))] = corner(generator)
        batch = [pool[int(n)] for n in generator.integers(0, len(pool), BATCH)]
        shown = np.stack([altered(generator, one).transpose(2, 0, 1) for one in batch])
        ranks, suits = (torch.tensor([getattr(one, name) for one in batch]) for name in ("rank", "suit"))
        pictures = torch.from_numpy(shown).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = net(pictures)
        said = said.float().flatten(1)
        how = {"ignore_index": UNASKED, "label_smoothing": 0.02}
        loss = functional.cross_entropy(said[:, : NO_RANK + 1], ranks, **how)
        loss = loss + functional.cross_entropy(said[:, NO_RANK + 1 :], suits, **how)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        step += 1
        right = [
            float((said[:, part].argmax(1) == wanted)[wanted >= 0].float().mean())
            for part, wanted in ((slice(0, NO_RANK + 1), ranks), (slice(NO_RANK + 1, None), suits))
        ]
        recent += (float(loss.detach()), *right)
        if step % 50 == 0:
            told = " ".join(f"{figure:.3f}" for figure in recent / 50)
            print(f"{passed / 60:5.1f} min  step {step}  {len(pool)} corners  {told}", flush=True)
            recent[:] = 0
        if step % 400 == 0:
            _keep(torch, checkpoint, net, average, optimiser, step)
            write_onnx(torch, average.module, written, (3, *SHAPE), "says")
            net.train()
    _keep(torch, checkpoint, net, average, optimiser, step)
    write_onnx(torch, average.module, written, (3, *SHAPE), "says")


def _keep(torch: Any, path: Path, net: Any, average: Any, optimiser: Any, steps: int) -> None:
    parts = {"net": net, "average": average, "optimiser": optimiser}
    fresh = path.with_suffix(".new")
    torch.save({name: part.state_dict() for name, part in parts.items()} | {"steps": steps}, fresh)
    fresh.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training.card_lessons", description="Teach it.")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=11, help="decides every corner")
    parser.add_argument("--checkpoint", type=Path, default=Path(".cards-net.pt"), help="kept to go on from")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    args = parser.parse_args()
    learn(args.minutes, args.seed, args.checkpoint, args.net)


if __name__ == "__main__":
    main()
