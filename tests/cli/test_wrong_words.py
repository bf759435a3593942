"""What newcomers typed wrong, or had lying about: one sentence each that says what to do, no traceback."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from companion.cli import output, run


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("play dice --headless --answers /dev/null --data {file}", 1, "{file} is not a folder"),
        ("sessions list --data {file}", 1, "{file} is not a folder"),
        ("print patience -o {folder}/kit.pdf --data {file}", 1, "{file} is not a folder"),
        ("play dice --headless --seats A,B --bots=", 2, "No seat is called “”; the seats are A, B."),
        ("solve {folder}", 2, "{folder} is a folder; name the file of deals in it"),
        ("solve --truth {folder} 1", 2, "{folder} is a folder"),
        ("edition check {folder}", 1, "{folder} is a folder"),
        ("edition check {noise}", 1, "{noise} is longer than 64 kB"),
        ("doctor --seconds soon", 2, "--seconds cannot be 'soon'"),
    ],
)
def test_one_sentence_names_the_remedy(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, status: int, said: str
) -> None:
    places = {name: str(tmp_path / name) for name in ("file", "noise", "folder")}
    Path(places["file"]).write_bytes(b"")
    Path(places["noise"]).write_bytes(bytes(range(256)) * 8192)
    Path(places["folder"]).mkdir()
    ended = run([word.format(**places) for word in words.split()])
    told = capsys.readouterr().err
    assert ended == status
    assert told.count("\n") == 1 and said.format(**places) in told, told


def test_a_narrated_session_tells_faulty_settings_and_speaks_their_language(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data.mkdir()
    (data / "settings.toml").write_text('language = "de"\nvolume = 700\n')
    assert (
        run(["play", "dice", "--headless", "--camera", "none", "--players", "2", "--answers", "/dev/null"])
        == 1
    )
    told = capsys.readouterr()
    first, last = told.err.splitlines()
    assert first.startswith("companion:") and "volume" in first and "700" in first
    assert "Partie" in told.out and "--resume" in last and "niemand" in last, told
    # What is asked for goes before what is set.
    assert run(["--language", "en", "play", "dice", "--headless", "--players", "99"]) == 2
    assert "99 players cannot play this" in capsys.readouterr().err


def test_figures_are_written_as_people_write_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["simulate", "patience", "--players", "1", "--sessions", "1", "--seed", "1", "--cores", "1"]) == 0
    )
    told = capsys.readouterr().out
    assert "sensible" in told and "mean actions" in told
    assert not {"[", "{", "None", "_"} & {*told}, told


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_an_output_that_lacks_signs_shows_plain_ones(monkeypatch: pytest.MonkeyPatch, errors: str) -> None:
    out, told = (io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=errors) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", told)
    buffers = out.buffer, told.buffer
    output.open_outputs()
    for stream in (sys.stdout, sys.stderr):
        print("„Fünf“ – Ærø, 50\u00a0€ \udcff.png", file=stream, flush=True)
    for buffer in buffers:
        assert buffer.getvalue() == b'"Funf" - AEro, 50 ? ?.png\n'  # type: ignore[attr-defined]


def test_a_picture_in_a_folder_that_must_not_be_looked_into_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that is too long is one of the errors that tests may bring about whoever runs them."""
    assert run(["read", "dice", str(tmp_path / ("x" * 300))]) == 1
    assert capsys.readouterr().err.count("\n") == 1
