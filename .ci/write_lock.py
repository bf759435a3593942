"""Writes pylock.toml (PEP 751): the newest versions that pyproject.toml allows, with their hashes.

    make lock        runs this with the Python of .venv; uv is fetched into a temporary folder

uv resolves once for Linux on x86_64 and aarch64 and Python 3.11 to 3.13.  The file names no registry: a
wheel's place is the folder .wheels beside it, which `make wheels` fills, and pip looks wherever it is
configured to look.  The base also holds the two packages that build the editable install.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("dask", "dev", "plots")
PYTHONS = "python_full_version >= '3.11' and python_full_version < '3.14'"
ENVIRONMENTS = [
    f"sys_platform == 'linux' and platform_machine == '{machine}' and "
    f"platform_python_implementation == 'CPython' and {PYTHONS}"
    for machine in ("aarch64", "x86_64")
]
#: Wheels of the systems above: any, or glibc Linux for CPython 3.11 to 3.13, stable ABI included.
WHEEL = re.compile(
    r"(py2\.py3|py3|cp31[123]|cp3\d+-abi3)-?(none|abi3|cp31[123])?-(any|manylinux\S*(x86_64|aarch64)\S*)\.whl$"
)
RESOLVER = f"""
[tool.uv]
fork-strategy = "fewest"
environments = {ENVIRONMENTS!r}
"""


def resolve(folder: Path) -> dict[str, dict[str, Any]]:
    """Return uv's exports of the base and of each extra, by name; the base is called ''."""
    venv.create(folder / "tool", with_pip=True)
    python = folder / "tool/bin/python"
    subprocess.run([python, "-m", "pip", "install", "-q", "uv"], check=True)
    project = folder / "project"
    project.mkdir()
    for name in ("README.md", "LICENSE"):
        (project / name).write_text("", encoding="utf-8")
    given = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (project / "pyproject.toml").write_text(given + RESOLVER, encoding="utf-8")
    exports: dict[str, dict[str, Any]] = {}
    for extra in ("", *EXTRAS):
        command: list[str | Path] = [folder / "tool/bin/uv", "export", "-q", "--format", "pylock.toml"]
        command += ["--no-emit-project", "--no-default-groups", "--group", "build", "-o", "pylock.toml"]
        command += ["--extra", extra] if extra else []
        subprocess.run(command, cwd=project, check=True)
        exports[extra] = tomllib.loads((project / "pylock.toml").read_text(encoding="utf-8"))
    return exports


def entry(package: dict[str, Any], extras: list[str]) -> str:
    """Return one package's part of the file."""
    marker = " or ".join(f"'{extra}' in extras" for extra in extras)
    lines = ["[[packages]]", f'name = "{package["name"]}"', f'version = "{package["version"]}"']
    lines += [f'marker = "{marker}"'] if marker else []
    lines.append("wheels = [")
    found = 0
    for wheel in package["wheels"]:
        name = wheel["url"].rsplit("/", 1)[1]
        if WHEEL.search(name):
            found += 1
            digest = wheel["hashes"]["sha256"]
            lines.append(f'    {{ path = ".wheels/{name}", hashes = {{ sha256 = "{digest}" }} }},')
    if not found:
        sys.exit(f"{package['name']} {package['version']} has no wheel for these systems")
    return "\n".join([*lines, "]"])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        exports = resolve(Path(folder))
    # uv marks every package with the environments; those are said once, at the top of the file.  What only an
    # older Python needs (a backport) is installed on all of them, where it does no harm.
    packages: dict[str, tuple[dict[str, Any], set[str]]] = {}
    for extra, export in exports.items():
        for package in export["packages"]:
            packages.setdefault(package["name"], (package, set()))[1].add(extra)
    parts = [
        "# Written by `make lock` from pyproject.toml; not edited by hand.",
        'lock-version = "1.0"\ncreated-by = "make lock"\nrequires-python = ">=3.11"',
        "environments = [\n" + "".join(f'    "{line}",\n' for line in ENVIRONMENTS) + "]",
        f"extras = {list(EXTRAS)!r}".replace("'", '"'),
    ]
    text = "\n".join(parts)
    for _, (package, extras) in sorted(packages.items(), key=lambda item: item[0]):
        text += "\n\n" + entry(package, [] if "" in extras else sorted(extras))
    (ROOT / "pylock.toml").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
