"""`python -m hardware.training`: teach the dice net and write it to assets/nets/dice.onnx."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.training.learning import export_checkpoint, learn

NET = Path(__file__).resolve().parents[2] / "assets" / "nets" / "dice.onnx"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training", description="Teach the dice net.")
    parser.add_argument("--minutes", type=float, default=45.0, help="how long to teach it")
    parser.add_argument("--seed", type=int, default=7, help="decides every scene")
    parser.add_argument("--checkpoint", type=Path, default=Path(".dice-net.pt"), help="kept to go on from")
    parser.add_argument("--net", type=Path, default=NET, help="where the net is written")
    parser.add_argument(
        "--only-export", action="store_true", help="write the checkpoint's net, teach nothing"
    )
    args = parser.parse_args()
    if args.only_export:
        export_checkpoint(args.checkpoint, args.net)
    else:
        learn(args.minutes, args.seed, args.checkpoint, args.net)


if __name__ == "__main__":
    main()
