"""Rules of the repository itself: what may lie where, how long a file gets, what no file says."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.pylock import Pylock
from packaging.requirements import Requirement
from packaging.version import Version

from tests.house.tree import ROOT, project_files, texts

TOP = {
    "LICENSE", "Makefile", "README.md", "assets", "companion", "hardware", "pylock.toml", "pyproject.toml",
    "systemd", "tests",
}  # fmt: skip
NAMELESS = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "stuff"}
PYTHON = tuple(file for file in project_files() if file.suffix == ".py")
LONGEST = 450


def lock() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pylock.toml").read_text(encoding="utf-8"))


def test_only_known_things_lie_at_the_top() -> None:
    top = {file.parts[0] for file in project_files()}
    assert {name for name in top if not name.startswith(".")} <= TOP
    assert "LICENSE" in top


def test_every_name_says_what_it_is() -> None:
    assert not [file for file in project_files() if NAMELESS & set(file.with_suffix("").parts)]


def test_a_file_is_one_idea() -> None:
    long = {}
    for file in PYTHON:
        lines = len((ROOT / file).read_text(encoding="utf-8").splitlines())
        if lines > LONGEST:
            long[str(file)] = lines
    assert not long


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        # Each pattern is written so that it does not find itself.
        ("OpenCV's own windows", r"cv2\.(imshow|wait[K]ey|named[W]indow)"),
        ("work left undone", r"\b(TO[D]O|FIX[M]E|XX[X])\b"),
        ("a package registry's host", r"(?i)py[p]i\.org|python[h]osted|[d]ebian\.org|npm[j]s\.|pi[w]heels"),
        ("a folder of one machine", r"/wor[k]/|/roo[t]/|/tm[p]/te|\.\./share[d]\b|\bshare[d]/[A-Za-z]"),
        ("an issue by its number", r"(?i)\bissu[e]s? (no\. ?|number )?#?\d|\(#\d+\)"),
        ("who wrote it", r"(?i)\b(sub-?|AI )agen[t]|\b(language mode[l]|assistan[t]|claud[e]|copilo[t])\b"),
        ("a key or a password", r"BEGIN [A-Z ]*PRIVATE KE[Y]|(?i:passwor[d]\s*=\s*['\"])"),
    ],
    ids=lambda value: value if " " in value and "\\" not in value else "",
)  # fmt: skip
def test_no_file_says(what: str, pattern: str) -> None:
    found = [
        f"{file}:{number}: {line.strip()[:100]}"
        for file, content in texts().items()
        if re.search(pattern, content)
        for number, line in enumerate(content.splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not found, what


def test_no_test_is_skipped_for_ever_or_asserts_how_long_something_took() -> None:
    """Waiting for something with a limit is no such assertion: there a clock is compared with the limit."""
    wrong = []
    for file, content in texts().items():
        if file.parts[0] != "tests" or file.suffix != ".py":
            continue
        if not re.search(r"mark\.(skip|xfail)\b|(monotonic|perf_counter|time)\(\) ?-", content):
            continue
        for node in ast.walk(ast.parse(content)):
            if isinstance(node, ast.Attribute) and node.attr in ("skip", "xfail"):
                wrong += [f"{file}:{node.lineno}"] if ast.unparse(node.value) == "pytest.mark" else []
            if isinstance(node, ast.Assert):
                taken = re.search(r"\btime\.(monotonic|perf_counter|time)\(\) ?-", ast.unparse(node.test))
                wrong += [f"{file}:{node.lineno}"] if taken else []
    assert not wrong


def test_exactly_one_pygame_is_installed() -> None:
    installed = {(dist.metadata["Name"] or "").lower() for dist in importlib.metadata.distributions()}
    assert len(installed & {"pygame", "pygame-ce"}) == 1


def test_gpiozero_is_none_of_the_releases_that_fail_on_a_pi_5() -> None:
    version = Version(importlib.metadata.version("gpiozero"))
    assert version not in {Version("2.0.1.post1"), Version("2.0.1.post2")}
    assert version >= Version("2.0.1.post3") or version < Version("2.0.1")


def test_nothing_but_debian_brings_the_pin_library() -> None:
    # The package of that name has no wheel for every Python, and an old release is an empty placeholder.
    pinned = {package["name"] for package in lock()["packages"]}
    assert not pinned & {"lgpio", "rpi-lgpio", "rpi-gpio", "pigpio"}


def test_the_pins_are_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = {package["name"]: package for package in lock()["packages"]}
    wanted = {"": project["project"]["dependencies"] + project["dependency-groups"]["build"]}
    wanted |= project["project"]["optional-dependencies"]
    assert set(lock()["extras"]) == set(wanted) - {""}
    for extra, lines in wanted.items():
        for requirement in map(Requirement, lines):
            package = pinned[requirement.name]
            assert requirement.specifier.contains(package["version"]), requirement
            assert f"'{extra}' in extras" in package.get("marker", "") or "marker" not in package


def test_the_pins_are_a_valid_pylock() -> None:
    """PEP 751, as pip reads it; on the systems it was made for every chosen package has its file."""
    valid = Pylock.from_dict(lock())
    chosen = {package.name for package, _ in valid.select()}
    assert {"pygame", "opencv-python"} <= chosen and "pytest" not in chosen
    assert "pytest" in {package.name for package, _ in valid.select(extras=["dev"])}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("python", [311, 312, 313])
def test_every_pin_has_a_wheel_for(machine: str, python: int) -> None:
    for package in lock()["packages"]:
        names = [Path(wheel["path"]).name for wheel in package["wheels"]]
        fitting = []
        for name in names:
            *_, tag, abi, platform = name.removesuffix(".whl").split("-")
            stable = abi == "abi3" and any(int(one[2:]) <= python for one in tag.split("."))
            right = tag == f"cp{python}" or stable or "py3" in tag.split(".")
            fitting += [name] if right and (platform == "any" or machine in platform) else []
        assert fitting, f"{package['name']} {package['version']}"
        assert all(len(wheel["hashes"]["sha256"]) == 64 for wheel in package["wheels"])
