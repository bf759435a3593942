"""What may teach the nets that ship: scenes drawn by the project itself, and no picture file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from hardware.training.tile_nets import BUILDERS
from tests.house.tree import ROOT, project_files

MOST_BYTES = 4 << 20
#: What opens pictures, in OpenCV, Pillow, numpy and here.
OPENS = {"imread", "imreadmulti", "VideoCapture", "load_picture", "read_bytes", "fromfile", "open"}


def drawing() -> list[Path]:
    """Return the files that draw what nets are taught with, and teach them."""
    return [
        file
        for file in project_files()
        if file.suffix == ".py" and file.parts[:2] in (("hardware", "training"), ("hardware", "simulated"))
    ]


def test_no_picture_file_is_opened_where_nets_are_taught() -> None:
    files = drawing()
    assert len(files) > 40
    opened = []
    for file in files:
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                opened += [f"{file}:{node.lineno} {name}"] if name in OPENS else []
            if isinstance(node, ast.ImportFrom | ast.Import):
                said = ast.unparse(node)
                opened += [f"{file}:{node.lineno} {said}"] if "picture_file" in said else []
    assert not opened


def test_the_nets_of_each_reader_are_a_few_megabytes_at_most() -> None:
    sizes = {file.name: (ROOT / file).stat().st_size for file in project_files() if file.suffix == ".onnx"}
    assert sizes and max(sizes.values()) < MOST_BYTES
    for reader in ("dice", "tile", "card"):
        of_reader = [size for name, size in sizes.items() if name.startswith(reader)]
        assert 0 < sum(of_reader) < 2 * MOST_BYTES


def test_each_net_has_a_script_with_a_seed() -> None:
    seeds, nets = {}, set()
    for file in drawing():
        source = (ROOT / file).read_text(encoding="utf-8")
        if "argparse.ArgumentParser(" in source:
            seeds[file.name] = re.search(r'"--seed", type=int, default=\d+', source)
            nets |= set(re.findall(r'"([a-z_]+)\.onnx"', source))
    assert len(seeds) >= 5 and None not in seeds.values(), seeds
    # The nets of tiles are named by what builds them.
    nets |= {f"tile-{name}" for name in BUILDERS}
    assert {file.stem for file in project_files() if file.suffix == ".onnx"} == nets
