"""Parts that the nets have in common, and how a taught net is written."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def conv_block(torch: Any, before: int, after: int, stride: int = 1, size: int = 3, pad: int = -1) -> Any:
    """Return a convolution with its normalisation and rectifier; unless padded otherwise, the size stays."""
    nn = torch.nn
    conv = nn.Conv2d(before, after, size, stride, size // 2 if pad < 0 else pad, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


def residual(torch: Any, width: int) -> Any:
    """Return two convolutions whose answer is added to what they are given."""
    nn = torch.nn

    class Residual(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first = conv_block(torch, width, width)
            self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

        def forward(self, x: Any) -> Any:
            return torch.relu(x + self.second(self.first(x)))

    return Residual()


def die_net(torch: Any, side: int, layers: Sequence[tuple[int, int]], whole: int, answers: int) -> Any:
    """Return an untaught net for single dice: N x 3 x side x side (0 to 255) to N x answers x 1 x 1.

    `layers` are widths and strides; the last layer but one, of width `whole`, sees all of what they leave of
    the side at once.
    """
    nn = torch.nn
    widths = (3, *(width for width, _ in layers))
    left = side // math.prod(stride for _, stride in layers)

    class DieNet(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.parts = nn.Sequential(
                *(conv_block(torch, widths[n], after, stride) for n, (after, stride) in enumerate(layers)),
                conv_block(torch, widths[-1], whole, 1, left, 0),
            )
            self.last = nn.Conv2d(whole, answers, 1)

        def forward(self, x: Any) -> Any:
            return self.last(self.parts((x - 118.0) / 64.0))

    return DieNet()


def write_onnx(torch: Any, net: Any, path: Path, shape: Sequence[int], answer: str) -> None:
    """Write a net as ONNX for pictures of one shape, the way that OpenCV 4.6 and later understand.

    `shape` is that of one picture (channels, height, width), `answer` the name of what it says.
    """
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(1, *shape),),
        str(path),
        opset_version=11,
        input_names=["picture"],
        output_names=[answer],
        dynamo=False,
    )
