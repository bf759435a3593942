"""The shapes of the dominoes' nets: finder, reader and checker, untaught, and how taught ones are written."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from hardware.training.learning import torch_modules
from hardware.training.net_parts import conv_block, residual, write_onnx
from hardware.vision.domino_views import CHECKED, PATCH, TOLD

#: Two maps, two shifts, and for each axis: log length, and cosine and sine of twice the angle.
ANSWERS = 10
#: Height and width of the picture in the exported finder; it takes any other whose sides divide by 32.
SHAPE = (288, 512)


def build_finder(torch: Any) -> Any:
    """Return an untaught finder: N x 3 x H x W (0 to 255) to N x `ANSWERS` x H/4 x W/4."""
    nn = torch.nn

    block, residue = partial(conv_block, torch), partial(residual, torch)

    def rise(before: int, after: int) -> Any:
        return nn.Sequential(block(before, after, 1, 1), nn.Upsample(scale_factor=2, mode="nearest"))

    class Finder(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Sequential(block(3, 10, 2), block(10, 20, 2))
            self.middle = nn.Sequential(block(20, 36, 2), residue(36))
            self.deep = nn.Sequential(block(36, 64, 2), residue(64))
            self.deepest = nn.Sequential(block(64, 64, 2), residue(64))
            self.rise_deep, self.rise_middle, self.rise_last = rise(64, 64), rise(64, 36), rise(36, 20)
            self.joined_deep, self.joined = block(64, 64), block(36, 36)
            self.last = block(20, 28)
            self.answer = nn.Conv2d(28, ANSWERS, 1)
            with torch.no_grad():
                self.answer.bias[:2] = -4.0

        def forward(self, x: Any) -> Any:
            near = self.stem((x - 118.0) / 64.0)
            middle = self.middle(near)
            deep = self.deep(middle)
            deep = self.joined_deep(deep + self.rise_deep(self.deepest(deep)))
            middle = self.joined(middle + self.rise_middle(deep))
            return self.answer(self.last(near + self.rise_last(middle)))

    return Finder()


def build_reader(torch: Any) -> Any:
    """Return an untaught reader: N x 3 x high x wide (normal patches) to N x `TOLD`."""
    nn = torch.nn

    block = partial(conv_block, torch)
    return nn.Sequential(
        block(3, 16, 2),
        block(16, 24),
        block(24, 40, 2),
        block(40, 40),
        block(40, 56, 2),
        block(56, 32),
        nn.Flatten(),
        nn.Linear(32 * (PATCH[0] // 8) * (PATCH[1] // 8), TOLD),
    )


def build_checker(torch: Any) -> Any:
    """Return an untaught checker: N x 2 x high x wide (inked patches) to N x `CHECKED`.

    It is another kind of net than the reader and is shown another picture, so that both hardly ever make one
    mistake together.
    """
    nn = torch.nn

    block = partial(conv_block, torch)
    return nn.Sequential(
        block(2, 20, 2, 5),
        block(20, 32, 2, 3),
        block(32, 48, 1, 3),
        block(48, 24, 1, 3),
        nn.Flatten(),
        nn.Linear(24 * (PATCH[0] // 4) * (PATCH[1] // 4), 40),
        nn.ReLU(inplace=True),
        nn.Linear(40, CHECKED),
    )


#: How each net is built, by its name.
BUILDERS = {"finder": build_finder, "reader": build_reader, "checker": build_checker}


def export(torch: Any, nets: dict[str, Any], folder: Path) -> None:
    """Write the nets as ONNX, the way that OpenCV 4.6 and later understand."""
    shapes = {"finder": (3, *SHAPE), "reader": (3, *PATCH), "checker": (2, *PATCH)}
    for name, net in nets.items():
        write_onnx(torch, net, folder / f"tile-{name}.onnx", shapes[name], "answer")


def export_checkpoint(checkpoint: Path, folder: Path) -> None:
    """Export the averaged nets of a checkpoint."""
    torch, _ = torch_modules()
    kept = torch.load(checkpoint, weights_only=True)
    nets = {}
    for name, build in BUILDERS.items():
        average = torch.optim.swa_utils.AveragedModel(build(torch), use_buffers=True)
        average.load_state_dict(kept[f"{name} average"])
        nets[name] = average.module
    export(torch, nets, folder)
