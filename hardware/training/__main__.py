"""`python -m hardware.training`: teach the net that finds dice and write it to assets/nets/dice.onnx."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.training.learning import learn

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "dice.onnx"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training", description="Teach the dice net.")
    parser.add_argument("--steps", type=int, default=5200, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=7, help="decides every scene")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    args = parser.parse_args()
    learn(args.steps, args.seed, args.net)


if __name__ == "__main__":
    main()
