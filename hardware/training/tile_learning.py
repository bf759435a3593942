"""The nets that find tiles and read them, their lessons and their export.  One command does it all:

    python -m hardware.training.tiles --minutes 14 --seed 11

It needs PyTorch (any 2.x for the CPU) and onnx beside the program's own packages.  Nothing but scenes of
`hardware.training.tile_scenes` is ever shown to the nets: no photograph.

The finder is a CenterNet of stride 4: for each cell how much it is the middle of a tile that can be read,
how much of a tile's body that cannot, where the middle is within the cell, and the tile's two half axes, each
as the logarithm of its length and the double of its angle (a tile has no front and no back).  The reader is
given a patch with one tile upright in it, and says the value of each half and whether it is a whole tile.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.learning import torch_modules
from hardware.training.tile_scenes import IGNORE, READ, SIZE, Label, scene
from hardware.vision.domino_views import PATCH, STRIDE, TOLD, normal, views

Floats = NDArray[Any]
#: Two maps, two shifts, and for each axis: log length, and cosine and sine of twice the angle.
ANSWERS = 10
BATCH, NEW_SCENES, FIRST_SCENES, MOST_SCENES = 16, 2, 320, 9000
PATCHES = 40
RATE = 2.5e-3
#: Height and width of the picture in the exported finder; it takes any other whose sides divide by 32.
SHAPE = (288, 512)


def build_finder(torch: Any) -> Any:
    """Return an untaught finder: N x 3 x H x W (0 to 255) to N x `ANSWERS` x H/4 x W/4."""
    nn = torch.nn

    def block(before: int, after: int, stride: int = 1, size: int = 3) -> Any:
        conv = nn.Conv2d(before, after, size, stride, size // 2, bias=False)
        return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True))

    class Residual(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self, width: int) -> None:
            super().__init__()
            self.first = block(width, width)
            self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

        def forward(self, x: Any) -> Any:
            return torch.relu(x + self.second(self.first(x)))

    def rise(before: int, after: int) -> Any:
        return nn.Sequential(block(before, after, 1, 1), nn.Upsample(scale_factor=2, mode="nearest"))

    class Finder(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Sequential(block(3, 10, 2), block(10, 20, 2))
            self.middle = nn.Sequential(block(20, 36, 2), Residual(36))
            self.deep = nn.Sequential(block(36, 64, 2), Residual(64))
            self.deepest = nn.Sequential(block(64, 64, 2), Residual(64))
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

    def block(before: int, after: int, stride: int = 1) -> Any:
        conv = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True))

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


def targets(labels: list[Label], size: int) -> tuple[Floats, Floats, Floats]:
    """Return what the finder should say: maps (2 x h x w), the eight numbers with their weights (9 x h x w),
    and where anything is asked of it."""
    cells = size // STRIDE
    maps = np.zeros((2, cells, cells), np.float32)
    numbers = np.zeros((ANSWERS - 1, cells, cells), np.float32)
    counts = np.ones((cells, cells), np.float32)
    nearest = np.full((cells, cells), np.inf, np.float32)
    rows, columns = np.mgrid[0:cells, 0:cells]
    for label in labels:
        x, y = ((float(v) + 0.5) / STRIDE - 0.5 for v in label.middle)
        away = (columns - x) ** 2 + (rows - y) ** 2
        if label.what == IGNORE:
            counts[away < (0.5 * label.width / STRIDE) ** 2] = 0
            continue
        # Narrow across where a tile lies flat in the picture, since its neighbour may begin there.
        sigma = max(0.11 * label.width / STRIDE, 0.55)
        spot = np.exp(-away / (2 * sigma * sigma))
        at = (round(y), round(x))
        if 0 <= at[0] < cells and 0 <= at[1] < cells:
            spot[at] = 1.0
        which = label.what - READ
        np.maximum(maps[which], spot, out=maps[which])
        near = (away < max(1.5, 0.2 * label.width / STRIDE) ** 2) & (away < nearest)
        nearest[near] = away[near]
        numbers[0][near], numbers[1][near] = (x - columns)[near], (y - rows)[near]
        for first, axis in ((2, label.along), (5, label.across)):
            long, turn = float(np.hypot(*axis)), 2 * float(np.arctan2(axis[1], axis[0]))
            for k, value in enumerate((np.log(max(long, 1.0)), np.cos(turn), np.sin(turn))):
                numbers[first + k][near] = value
        numbers[8][near] = 1.0 if label.what == READ else 0.5
    return maps, numbers, counts


def altered(generator: np.random.Generator, image: Floats, labels: list[Label]) -> tuple[Floats, list[Label]]:
    """Return a scene turned, mirrored and in other colours: a tile is one in a mirror and in a negative."""
    size = image.shape[0]
    flipped, quarter = bool(generator.random() < 0.5), int(generator.integers(4))
    if flipped:
        image = image[:, ::-1]
    image = np.rot90(image, quarter)
    turn = np.eye(2)
    for _ in range(quarter):
        turn = np.array([[0, 1], [-1, 0]]) @ turn
    if flipped:
        turn = turn @ np.diag([-1, 1])
    centre = (size - 1) / 2
    moved = [
        Label(
            one.what, turn @ (one.middle - centre) + centre, turn @ one.along, turn @ one.across, one.values
        )
        for one in labels
    ]
    picture = image.astype(np.float32)
    if generator.random() < 0.4:
        picture = picture[..., generator.permutation(3)]
    if generator.random() < 0.1:
        picture = 255 - picture
    if generator.random() < 0.15:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    picture = picture * float(np.exp(generator.normal(0, 0.2))) + float(generator.normal(0, 12))
    return np.ascontiguousarray(np.clip(picture, 0, 255)), moved


def patches_of(
    generator: np.random.Generator, picture: Floats, labels: list[Label], most: int
) -> tuple[Floats, Floats]:
    """Return at most so many normal patches of a scene, and of each (N x 9) what should be said: two values,
    1 for a whole tile, and in the patch's own half axes where the tile's middle and half axes really are."""
    places: list[tuple[Floats, Floats, Floats]] = []
    said: list[list[float]] = []
    for n in generator.permutation(len(labels)).tolist():
        label = labels[n]
        if len(places) >= most:
            break
        if label.what == IGNORE or label.width < 10:
            continue
        along, across, values = label.along, label.across, label.values
        if generator.random() < 0.5:
            along, values = -along, (values[1], values[0])
        if generator.random() < 0.5:
            across = -across
        true = (label.middle, along, across)
        # Half of them as they are cut out anew, half as the finder sees them.
        bend = generator.normal(0, 0.035 if generator.random() < 0.5 else 0.13, 6)
        middle = label.middle + bend[0] * along + bend[1] * across
        whole = label.what == READ
        kind = generator.random()
        if whole and kind < 0.15:
            # Half of this tile and half of what lies beside it.
            middle = middle + generator.choice([-1, 1]) * generator.uniform(0.6, 1.2) * along
            whole = False
        elif whole and kind < 0.2:
            along, across = across * generator.uniform(0.9, 2.2), along * generator.uniform(0.5, 1.1)
            whole = False
        elif whole and kind < 0.25:
            middle = middle + generator.choice([-1, 1]) * generator.uniform(0.5, 1.2) * across
            whole = False
        elif whole and kind < 0.28:
            along, whole = along * generator.choice([0.5, 0.6, 1.7, 2.0]), False
        long, wide = np.exp(bend[2:4])
        # A turn in the picture moves each axis by the other one's share of it.
        slim = float(np.hypot(*across) / np.hypot(*along))
        cut = (middle, along * long + bend[4] / slim * across, across * wide + bend[5] * slim * along)
        places.append(cut)
        said.append([*values, int(whole), *offset(cut, true)])
    if not places:
        return np.zeros((0, 3, *PATCH), np.float32), np.zeros((0, 9), np.float32)
    middles, alongs, acrosses = (np.array(part) for part in zip(*places, strict=True))
    patches = normal(views(picture.astype(np.uint8), middles, alongs, acrosses))
    return patches, np.array(said, np.float32)


def offset(cut: tuple[Floats, Floats, Floats], true: tuple[Floats, Floats, Floats]) -> Floats:
    """Return the six numbers that lead from a patch's middle, along and across to a tile's own."""
    middle, along, across = cut
    columns = np.stack([true[0] - middle, true[1] - along, true[2] - across], axis=1)
    return np.asarray(np.linalg.solve(np.stack([along, across], axis=1), columns).T.reshape(-1))


def finder_loss(torch: Any, functional: Any, said: Any, maps: Any, numbers: Any, counts: Any) -> Any:
    """Return the focal loss of the maps and the absolute one of the numbers (CenterNet, Zhou 2019)."""
    score = said[:, :2]
    log_yes, log_no = functional.logsigmoid(score), functional.logsigmoid(-score)
    chance = torch.sigmoid(score)
    middle = (maps > 0.999).float() * counts
    yes = -(log_yes * (1 - chance) ** 2 * middle).sum()
    no = -(log_no * chance**2 * (1 - maps) ** 4 * (1 - middle) * counts).sum()
    weight = numbers[:, 8:9]
    off = ((said[:, 2:] - numbers[:, :8]).abs() * weight).sum() / (weight.sum() + 1)
    return (yes + no) / (middle.sum() + 1) + 0.35 * off


def reader_loss(torch: Any, functional: Any, said: Any, wanted: Any) -> Any:
    """Return the loss of values and place (of whole tiles only) and of whole or not."""
    whole = wanted[:, 2]
    first = functional.cross_entropy(said[:, :7], wanted[:, 0].long(), reduction="none")
    second = functional.cross_entropy(said[:, 7:14], wanted[:, 1].long(), reduction="none")
    values = ((first + second) * whole).sum() / (whole.sum() + 1)
    off = (said[:, 15:] - wanted[:, 3:]).abs().sum(dim=1)
    place = (off * whole).sum() / (whole.sum() + 1)
    return values + place + functional.binary_cross_entropy_with_logits(said[:, 14], whole)


def learn(minutes: float, seed: int, checkpoint: Path, folder: Path, rate: float = RATE) -> None:
    """Teach both nets for so long of one core's time, going on from a checkpoint if there is one; export."""
    torch, functional = torch_modules()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    nets = {"finder": build_finder(torch), "reader": build_reader(torch)}
    nets = {name: net.to(memory_format=torch.channels_last) for name, net in nets.items()}
    average_of = torch.optim.swa_utils.get_ema_multi_avg_fn(0.995)
    averages = {
        name: torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=average_of, use_buffers=True)
        for name, net in nets.items()
    }
    weights = [weight for net in nets.values() for weight in net.parameters()]
    optimiser = torch.optim.AdamW(weights, lr=rate, weight_decay=1e-4)
    done = 0
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=True)
        for name, net in nets.items():
            net.load_state_dict(kept[name])
            averages[name].load_state_dict(kept[f"{name} average"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["steps"]
    generator = np.random.default_rng([seed, done])
    began, step = time.process_time(), done
    pool: list[tuple[Floats, list[Label]]] = [scene(generator) for _ in range(FIRST_SCENES)]
    recent = np.zeros(3)
    for net in nets.values():
        net.train()
    while (passed := time.process_time() - began) < 60 * minutes:
        share = passed / (60 * minutes)
        for group in optimiser.param_groups:
            warm = min(1.0, (step - done + 1) / 60)
            group["lr"] = float(rate * warm * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5)
        for _ in range(NEW_SCENES):
            if len(pool) < MOST_SCENES:
                pool.append(scene(generator))
            else:
                pool[int(generator.integers(len(pool)))] = scene(generator)
        batch = [altered(generator, *pool[int(n)]) for n in generator.integers(0, len(pool), BATCH)]
        wanted = [targets(labels, SIZE) for _, labels in batch]
        pictures = torch.from_numpy(np.stack([picture.transpose(2, 0, 1) for picture, _ in batch]))
        maps, numbers, counts = (torch.from_numpy(np.stack(part)) for part in zip(*wanted, strict=True))
        cut = [patches_of(generator, picture, labels, 4) for picture, labels in batch]
        patches = torch.from_numpy(np.concatenate([part for part, _ in cut])[:PATCHES])
        values = torch.from_numpy(np.concatenate([said for _, said in cut])[:PATCHES])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found = nets["finder"](pictures.to(memory_format=torch.channels_last))
            read = nets["reader"](patches.to(memory_format=torch.channels_last)) if len(patches) > 1 else None
        loss = finder_loss(torch, functional, found.float(), maps, numbers, counts[:, None])
        recent += (1, loss.item(), 0)
        if read is not None:
            second = reader_loss(torch, functional, read.float(), values)
            recent += (0, 0, second.item())
            loss = loss + second
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 5.0)
        optimiser.step()
        for name, net in nets.items():
            averages[name].update_parameters(net)
        step += 1
        if step % 25 == 0:
            losses = f"finder {recent[1] / 25:.3f}  reader {recent[2] / 25:.3f}"
            print(f"{passed / 60:5.1f} min  step {step}  {losses}", flush=True)
            recent[:] = 0
        if step % 200 == 0:
            _keep(torch, checkpoint, nets, averages, optimiser, step)
    _keep(torch, checkpoint, nets, averages, optimiser, step)
    export(torch, {name: average.module for name, average in averages.items()}, folder)


def _keep(torch: Any, path: Path, nets: Any, averages: Any, optimiser: Any, steps: int) -> None:
    kept = {name: net.state_dict() for name, net in nets.items()}
    kept |= {f"{name} average": average.state_dict() for name, average in averages.items()}
    fresh = path.with_suffix(".new")
    torch.save(kept | {"optimiser": optimiser.state_dict(), "steps": steps}, fresh)
    fresh.replace(path)


def export(torch: Any, nets: dict[str, Any], folder: Path) -> None:
    """Write both nets as ONNX, the way that OpenCV 4.6 and later understand."""
    folder.mkdir(parents=True, exist_ok=True)
    shapes = {"finder": (1, 3, *SHAPE), "reader": (1, 3, *PATCH)}
    for name, net in nets.items():
        net.eval()
        torch.onnx.export(
            net,
            (torch.zeros(*shapes[name]),),
            str(folder / f"tile-{name}.onnx"),
            opset_version=11,
            input_names=["picture"],
            output_names=["answer"],
            dynamo=False,
        )


def export_checkpoint(checkpoint: Path, folder: Path) -> None:
    """Export the averaged nets of a checkpoint."""
    torch, _ = torch_modules()
    kept = torch.load(checkpoint, weights_only=True)
    nets = {}
    for name, net in (("finder", build_finder(torch)), ("reader", build_reader(torch))):
        average = torch.optim.swa_utils.AveragedModel(net, use_buffers=True)
        average.load_state_dict(kept[f"{name} average"])
        nets[name] = average.module
    export(torch, nets, folder)
