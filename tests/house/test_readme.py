"""The README is true: its commands run, its tables are the program's, its targets and files exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from companion.cli import COMMANDS as COMMANDS_OF_THE_PROGRAM
from companion.cli import run
from companion.games import house_rules
from companion.language import Language
from companion.settings_table import documented
from hardware.simulated.made_up_pictures import scenes
from tests.house.tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [line for block in re.findall(r"(?ms)^```sh\n(.*?)^```", README) for line in block.splitlines()]
COMMANDS = [line for line in SHELL if line.startswith("companion ")]
#: The pictures in the folder `throws` of the README's examples; a session of two needs four.
PICTURES = 5
#: So many sessions at most are simulated here: one for each number of players that the README speaks of.
MOST_SESSIONS = 7


def table(name: str) -> list[str]:
    """Return the rows of one of the tables that the program makes."""
    (found,) = re.findall(rf"(?s)<!-- {name}: .*?-->\n(.*?)<!-- /{name} -->", README)
    return [line for line in found.splitlines()[2:] if line.strip()]


@pytest.mark.parametrize("game", ["dice", "goldrush", "dominoes", "patience"])
def test_the_house_rules_are_the_programs(game: str) -> None:
    say = Language.load("en").say
    rows = []
    for rule in house_rules(game):
        match rule.kind:
            case "switch":
                values = "on, off" if rule.default else "off, on"
            case "number":
                values = f"{rule.default} ({rule.least} to {rule.most})"
            case "choice":
                # The default stands first, whatever the order on the set-up screen.
                options = sorted(rule.options, key=lambda option: option.id != rule.default)
                values = ", ".join(f"{option.id} ({say(option.say)})" for option in options)
        rows.append(f"| `{rule.id}` | {values} | {say(rule.explain)} |")
    assert table(f"rules of {game}") == rows


def test_the_settings_are_the_programs() -> None:
    assert table("settings") == documented(Language.load("en")).splitlines()[2:]


def test_every_target_and_file_that_it_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake ([a-z]+)", README)) - {"is"}:
        assert re.search(rf"(?m)^{target}:", makefile), target
    for file in re.findall(r"!?\[[^\]]*\]\(([^)#:]+)\)", README):
        assert (ROOT / file).exists(), file


def test_every_option_that_it_names_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (*COMMANDS_OF_THE_PROGRAM, "sessions export", "edition new"):
        with pytest.raises(SystemExit):
            run([*command.split(), "--help"])
    helps = capsys.readouterr().out
    lines = [*COMMANDS, *re.findall(r"`(companion [^`]*|--[^`]*)`", README)]
    options = {option for line in lines for option in re.findall(r"--[a-z-]+", line)}
    assert len(options) > 8
    assert not {option for option in options if not re.search(rf"{option}\b", helps)}


@pytest.fixture
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the README's examples speak of: pictures of throws, and typed answers."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "throws").mkdir()
    for number, (image, _) in enumerate(scenes(40, PICTURES, "plain", (5, 5), (70.0, 90.0))):
        cv2.imwrite(str(folder / f"throws/{number:02}.jpg"), image)
    (folder / "typed.txt").write_text("1 3 3 4 6\n" * PICTURES)
    return folder


#: What plays evenings, or speaks of those that were played.
KEPT = re.compile(r"companion (play|sessions|players|read|calibrate)\b")


#: Runs the commands that it is given one after the other, and tells of each how it ended and what it said.
#: In one process, since starting one for each takes longer than most of the commands.
ALL_OF_THEM = """
import contextlib, glob, io, json, os, shlex, sys
from companion.cli import run

def ended(line):
    out, err = io.StringIO(), io.StringIO()
    words = [found for word in shlex.split(line)[1:] for found in sorted(glob.glob(word)) or [word]]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = run(words)
        except SystemExit as end:
            status = end.code
    return status, out.getvalue(), err.getvalue()

lines, sys.stdin = sys.stdin.read().splitlines(), open(os.devnull)
for line in lines:
    if " ID" in line:
        listed = json.loads(ended("companion sessions list --json")[1])
        line = line.replace(" ID", " " + listed["sessions"][0]["session"][:6])
    print(json.dumps([line, *ended(line)]), flush=True)
"""


def fewer(found: re.Match[str]) -> str:
    return f"--sessions {min(int(found[1]), MOST_SESSIONS)}"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kept", [True, False], ids=["of evenings", "all others"])
def test_every_command_runs(request: pytest.FixtureRequest, tmp_path: Path, kept: bool) -> None:
    """In the order of the README, in one folder, since later commands speak of what earlier ones made."""
    commands = [line for line in COMMANDS if bool(KEPT.search(line)) is kept]
    assert len(commands) > 4
    commands = [re.sub(r"--sessions (\d+)", fewer, line) for line in commands]
    evening = request.getfixturevalue("evening") if kept else tmp_path
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "COMPANION_DATA": str(evening / "data"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    ran = subprocess.run(
        [sys.executable, "-c", ALL_OF_THEM],
        input="\n".join(commands),
        cwd=evening,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(told) == len(commands), f"{commands[len(told)]}\n{ran.stderr[-2000:]}"
    assert not ran.stderr, ran.stderr[-2000:]
    for line, status, out, err in told:
        assert status == 0, f"{line}\n{out[-2000:]}{err[-2000:]}"
        assert "Traceback" not in err and out.strip(), line
        assert not re.search(r"(?m)^\S+: no text for", err), line
    made = "evening.jsonl" if kept else "patience.pdf"
    assert (evening / made).stat().st_size > 0
