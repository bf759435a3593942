"""`python -m hardware.training.tiles`: teach the nets of the dominoes and write them to assets/nets."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.training.tile_learning import RATE, STEPS, learn
from hardware.training.tile_nets import export_checkpoint

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "nets"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.training.tiles", description="Teach the nets.")
    parser.add_argument("--steps", type=int, default=STEPS, help="how long to teach them")
    parser.add_argument("--seed", type=int, default=11, help="decides every scene")
    parser.add_argument("--rate", type=float, default=RATE, help="how fast they learn at first")
    parser.add_argument("--checkpoint", type=Path, default=Path(".tile-nets.pt"), help="kept to go on from")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the nets are written")
    parser.add_argument(
        "--only-export", action="store_true", help="write the checkpoint's nets, teach nothing"
    )
    args = parser.parse_args()
    if args.only_export:
        export_checkpoint(args.checkpoint, args.folder)
    else:
        learn(args.steps, args.seed, args.checkpoint, args.folder, args.rate)


if __name__ == "__main__":
    main()
