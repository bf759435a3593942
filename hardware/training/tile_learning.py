"""The nets that find tiles, read them and check what was read: their lessons.  One command does it all:

    python -m hardware.training.tiles

That makes the nets from nothing, with one seed.  It needs PyTorch (any 2.x for the CPU) and onnx beside the
program's own packages.  Nothing but scenes of `hardware.training.tile_scenes` and frames of simulated tables
(`hardware.training.tile_tables`) is ever shown to the nets: no photograph.

The finder is a CenterNet of stride 4: for each cell how much it is the middle of a tile that can be read,
how much of a tile's body that cannot, where the middle is within the cell, and the tile's two half axes, each
as the logarithm of its length and the double of its angle (a tile has no front and no back).  The reader is
given a patch with one tile upright in it, and says the value of each half and whether it is a whole tile.
The checker says the same of the patch's ink alone.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.training.colouring import recoloured
from hardware.training.learning import torch_modules
from hardware.training.pool import Pool
from hardware.training.tile_nets import ANSWERS, BUILDERS, export
from hardware.training.tile_scenes import IGNORE, READ, SIZE, Label, scene
from hardware.training.tile_tables import FIRST_SEED, Tables
from hardware.vision.domino_ink import inked
from hardware.vision.domino_views import CHECKED, PATCH, STRIDE, normal, views

Floats = NDArray[Any]
BATCH, NEW_SCENES, FIRST_SCENES, MOST_SCENES = 16, 2, 320, 9000
#: How many of a batch are cut from simulated tables, how many of those there are at first, and after how many
#: steps there is another.
FROM_TABLES, FIRST_TABLES, NEW_TABLE = 6, 8, 12
PATCHES = 48
#: How many scenes have a lamp in their tiles.
_LAMP = 0.2
#: Steps of a whole course, and how fast is learnt at first.
STEPS, RATE = 6500, 2.5e-3


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
    picture = recoloured(generator, picture, 0.1, 0.15)
    picture = picture * float(np.exp(generator.normal(0, 0.2))) + float(generator.normal(0, 12))
    if labels and generator.random() < _LAMP:
        picture = washed_out(generator, picture, moved[int(generator.integers(len(moved)))])
    return np.ascontiguousarray(np.clip(picture, 0, 255)), moved


def washed_out(generator: np.random.Generator, picture: Floats, label: Label) -> Floats:
    """Return the picture with a lamp's light on a tile: it is paler there, and so is what is drawn on it."""
    middle = label.middle + generator.normal(0, 0.4, 2) * label.width
    long, wide = label.width * generator.uniform(0.4, 2.0, 2)
    turn = generator.uniform(0, np.pi)
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    x, y = columns - middle[0], rows - middle[1]
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / long, (y * np.cos(turn) - x * np.sin(turn)) / wide
    light = np.exp(-0.5 * (u * u + v * v))[..., None] * generator.uniform(0.2, 0.75)
    return np.asarray(picture + light * (255.0 - picture), np.float32)


def patches_of(
    generator: np.random.Generator, picture: Floats, labels: list[Label], most: int
) -> tuple[Floats, Floats]:
    """Return at most so many patches of a scene (N x 72 x 40 x 3), and of each (N x 9) what should be said:
    two values, 1 for a whole tile, and in the patch's half axes where its middle and half axes really are."""
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
        between = _between(generator, label, labels) if whole and kind > 0.88 else None
        if between is not None:
            (middle, along), whole = between, False
            across = np.array([-along[1], along[0]]) * float(np.hypot(*across) / np.hypot(*along))
        elif whole and kind < 0.22:
            # Half of this tile and half of what lies beside it.
            middle = middle + generator.choice([-1, 1]) * generator.uniform(0.6, 1.2) * along
            whole = False
        elif whole and kind < 0.26:
            along, across = across * generator.uniform(0.9, 2.2), along * generator.uniform(0.5, 1.1)
            whole = False
        elif whole and kind < 0.33:
            middle = middle + generator.choice([-1, 1]) * generator.uniform(0.5, 1.2) * across
            whole = False
        elif whole and kind < 0.36:
            along, whole = along * generator.choice([0.5, 0.6, 1.7, 2.0]), False
        long, wide = np.exp(bend[2:4])
        # A turn in the picture moves each axis by the other one's share of it.
        slim = float(np.hypot(*across) / np.hypot(*along))
        cut = (middle, along * long + bend[4] / slim * across, across * wide + bend[5] * slim * along)
        places.append(cut)
        said.append([*values, int(whole), *offset(cut, true)])
    if not places:
        return np.zeros((0, *PATCH, 3), np.uint8), np.zeros((0, 9), np.float32)
    middles, alongs, acrosses = (np.array(part) for part in zip(*places, strict=True))
    return views(picture.astype(np.uint8), middles, alongs, acrosses), np.array(said, np.float32)


def _between(
    generator: np.random.Generator, label: Label, labels: list[Label]
) -> tuple[Floats, Floats] | None:
    """Return the middle and half axis of what looks like a tile and lies half on this one and half on a tile
    beside it; None where none lies so near."""
    long = float(np.hypot(*label.along))
    away = np.array([other.middle - label.middle for other in labels])
    far = np.hypot(*away.T)
    near = np.flatnonzero((far > 0) & (far < 2.3 * long)).tolist()
    if not near:
        return None
    other = labels[int(generator.choice(near))]
    middle = (label.middle + other.middle) / 2
    if any(float(np.hypot(*(one.middle - middle))) < 0.35 * one.width for one in labels):
        # A third one lies just there.
        return None
    joining = (other.middle - label.middle) / max(float(np.hypot(*(other.middle - label.middle))), 1e-6)
    along = generator.choice([-1, 1]) * long * joining if generator.random() < 0.6 else label.along
    return middle, np.asarray(along)


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
    """Return the loss of values and, where it is told, place (of whole tiles only), and of whole or not."""
    whole = wanted[:, 2]
    first = functional.cross_entropy(said[:, :7], wanted[:, 0].long(), reduction="none")
    second = functional.cross_entropy(said[:, 7:14], wanted[:, 1].long(), reduction="none")
    values = ((first + second) * whole).sum() / (whole.sum() + 1)
    place = 0.0
    if said.shape[1] > CHECKED:
        off = (said[:, CHECKED:] - wanted[:, 3:]).abs().sum(dim=1)
        place = (off * whole).sum() / (whole.sum() + 1)
    return values + place + functional.binary_cross_entropy_with_logits(said[:, 14], whole)


def learn(steps: int, seed: int, checkpoint: Path, folder: Path, rate: float = RATE) -> None:
    """Teach the nets in so many steps on one core, going on from a checkpoint if there is one; export."""
    torch, functional = torch_modules()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    nets = {name: build(torch).to(memory_format=torch.channels_last) for name, build in BUILDERS.items()}
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

    def said(net: Any, shown: Any) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answer = net(shown.to(memory_format=torch.channels_last))
        return answer.float()

    generator = np.random.default_rng([seed, done])
    began, step = time.process_time(), done
    last = done + steps
    pool = Pool[tuple[NDArray[np.uint8], list[Label]]](MOST_SCENES)
    pool.add(generator, [scene(generator) for _ in range(FIRST_SCENES)])
    tables = Tables(FIRST_SEED + 1000 * seed + done // NEW_TABLE)
    for _ in range(FIRST_TABLES):
        tables.add()
    recent = np.zeros(4)
    for net in nets.values():
        net.train()
    while step < last:
        share = (step - done) / steps
        for group in optimiser.param_groups:
            warm = min(1.0, (step - done + 1) / 60)
            group["lr"] = float(rate * warm * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5)
        for _ in range(NEW_SCENES):
            pool.add(generator, [scene(generator)])
        if step % NEW_TABLE == 0:
            tables.add()
        lessons = [tables.lesson(generator) for _ in range(FROM_TABLES)]
        lessons += [pool.kept[int(n)] for n in generator.integers(0, len(pool.kept), BATCH - FROM_TABLES)]
        batch = [altered(generator, *lesson) for lesson in lessons]
        wanted = [targets(labels, SIZE) for _, labels in batch]
        pictures = torch.from_numpy(np.stack([picture.transpose(2, 0, 1) for picture, _ in batch]))
        maps, numbers, counts = (torch.from_numpy(np.stack(part)) for part in zip(*wanted, strict=True))
        loss = finder_loss(torch, functional, said(nets["finder"], pictures), maps, numbers, counts[:, None])
        recent += (1, loss.item(), 0, 0)
        for name, shown, place in (("reader", normal, 2), ("checker", inked, 3)):
            # Each is shown cuts of its own, so that they do not learn the same mistakes.
            cuts = [patches_of(generator, picture, labels, 4) for picture, labels in batch]
            order = generator.permutation(sum(len(part) for part, _ in cuts))[:PATCHES]
            if len(order) < 2:
                continue
            patches = shown(np.concatenate([part for part, _ in cuts])[order])
            values = np.concatenate([part for _, part in cuts])[order]
            part = reader_loss(
                torch, functional, said(nets[name], torch.from_numpy(patches)), torch.from_numpy(values)
            )
            recent[place] += part.item()
            loss = loss + part
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 5.0)
        optimiser.step()
        for name, net in nets.items():
            averages[name].update_parameters(net)
        step += 1
        if step % 25 == 0:
            losses = "  ".join(f"{name} {sum_ / 25:.3f}" for name, sum_ in zip(nets, recent[1:], strict=True))
            print(f"{(time.process_time() - began) / 60:5.1f} min  step {step}  {losses}", flush=True)
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
