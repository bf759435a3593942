"""`companion solve`: numbers, decks, saved positions and files, verdicts in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position, saved_text

DECK = "".join(numbered_deck(5))
SAVED = saved_text(Position.deal(numbered_deck(5), 3))
LOST = 1  # the first deal cannot be won with three cards drawn


def solve(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert run(["solve", *words]) == status
    return capsys.readouterr().out


def solve_json(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(solve(capsys, *words, "--json", status=status))
    return report


@pytest.mark.parametrize(
    "words", [("5", "--draw", "3"), (DECK, "--draw", "3"), (SAVED,), (f" {DECK} ", "--draw", "3")]
)
def test_number_deck_and_saved_position_are_the_same_deal(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    report = solve_json(capsys, *words)
    (item,) = report["items"]
    assert (item["draw"], item["verdict"], report["solved"]) == (3, "winnable", 1)
    position = parse_position(SAVED)
    for move in item["moves"]:
        position = position.after(move)
    assert position.won and item["nodes"] >= item["new"] > 0 and item["ms"] > 0


def test_the_figures_that_programs_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    report = solve_json(capsys, "1", "3", "5", "--draw", "3")
    assert {"items", "solved", "lost", "unknown", "contradictions", "median_ms", "nodes_per_second"} <= set(
        report
    )
    assert (report["solved"], report["lost"], report["unknown"], report["contradictions"]) == (2, 1, 0, 0)
    assert [item["deal"] for item in report["items"]] == ["1", "3", "5"]
    assert [bool(item["moves"]) for item in report["items"]] == [False, True, True]
    assert all({"deal", "draw", "verdict", "moves", "nodes", "ms"} <= set(item) for item in report["items"])


def test_a_win_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = solve(capsys, "5", "--draw", "3")
    first, *lines = out.splitlines()
    assert first.startswith("5, draw 3: winnable in ")
    actions = int(first.split(" in ")[1].split()[0])
    assert lines[-1].split()[0] == str(actions) and "goes to its foundation" in lines[-1]
    numbers = [word.split()[0].split("-") for word in lines]
    # Every action is in exactly one line.
    assert [n for first, *last in numbers for n in range(int(first), int((last or [first])[0]) + 1)] == list(
        range(1, actions + 1)
    )
    assert any("Tap the stock" in line for line in lines)


def test_a_lost_deal_is_said_to_be_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(capsys, str(LOST), "--draw", "3").startswith("1, draw 3: lost (")


def test_out_of_time_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(capsys, "382", "--draw", "3", "--seconds", "0.001").startswith("382, draw 3: unknown")


@pytest.mark.parametrize("cores", ["1", "2"])
def test_a_file_of_everything_on_some_cores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, cores: str
) -> None:
    file = tmp_path / "deals.txt"
    numbers = [str(number) for number in range(1, 41)]
    file.write_text("\n".join(["# deals", *numbers, "", DECK, SAVED]), encoding="utf-8")
    report = solve_json(capsys, str(file), "--cores", cores)
    verdicts = [item["verdict"] for item in report["items"]]
    assert len(verdicts) == 42 and verdicts[4] == verdicts[40] == verdicts[41] == "winnable"
    assert [item["deal"] for item in report["items"]][:2] == ["deals.txt:2", "deals.txt:3"]
    assert report["unknown"] == 0
    told = solve(capsys, str(file), "--cores", cores)
    assert told.splitlines()[-1].startswith(f"42 deals: {report['solved']} winnable, {report['lost']} lost")


def truth_file(folder: Path, verdicts: str) -> Path:
    file = folder / "truth.csv"
    rows = [
        f"{n},solved,{v},{''.join(numbered_deck(n))}" for n, v in zip((1, 3), verdicts.split(), strict=True)
    ]
    file.write_text("\n".join(["deal,draw1,draw3,cards", *rows]), encoding="utf-8")
    return file


def test_the_truth_is_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    right = truth_file(tmp_path, "unsolvable solved")
    report = solve_json(capsys, "--truth", str(right), "--draw", "3")
    assert report["contradictions"] == 0
    assert [(item["deal"], item["truth"]) for item in report["items"]] == [("1", "lost"), ("3", "winnable")]
    assert solve(capsys, "--truth", str(right), "1", "3").endswith("0 verdicts contradict the truth.\n")
    wrong = truth_file(tmp_path, "solved solved")
    assert solve_json(capsys, "--truth", str(wrong), "--draw", "3", status=1)["contradictions"] == 1
    out = solve(capsys, "--truth", str(wrong), "--draw", "3", status=1)
    assert "1, draw 3: found lost, but the truth says otherwise" in out


def test_unseen_cards_give_a_chance(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    known = Position.deal(numbered_deck(5), 1)
    parts = saved_text(known).split("/")
    parts[2] = "??" * 24
    parts[4:] = [f"{'??' * n}|{column.up[0]}" for n, column in enumerate(known.columns)]
    out = solve(capsys, "/".join(parts))
    assert "can be won, of 200 dealings of the unseen cards" in out and "next move" in out
    (item,) = solve_json(capsys, "/".join(parts))["items"]
    assert item["verdict"] == "unknown" and 0.5 < item["chance"] < 1 and item["next"] in known.moves()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((DECK.replace("2C", "AS"),), "The ace of spades is there twice."),
        ((DECK[2:],), "There are 51 cards; it must be 52."),
        ((DECK.lower(),), "Write cards in capitals"),
        ((DECK.replace("TC", "10C"),), "Write T for ten"),
        (("",), "There is no card at all"),
        ((), "Name a deal"),
        (("0",), "Deals are numbered from 1"),
        (("9" * 40,), "Deals are numbered from 1"),
        (("²",), "“²” is no file, and no deal"),
        (("-7",), "“-7” is no file, and no deal"),
        (("nosuch.txt",), "“nosuch.txt” is no file, and no deal"),
        (("1/--------/||",), "eleven parts"),
        ((SAVED.replace("|8S/KS|9S", "8S|9S/KS|"),), "column 1 can have at most 0 hidden cards"),
        (("5", "--draw", "2"), "One or three cards are drawn, not 2."),
        (("5", "--seconds", "0"), "--seconds takes a number of seconds above 0"),
        (("5", "--cores", "none"), "--cores takes a whole number from 1"),
        (("5", "--truth", "nosuch.csv"), "nosuch.csv cannot be read."),
    ],
)
def test_bad_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    try:
        status = run(["solve", *words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    out, err = capsys.readouterr()
    assert status == 2 and not out
    assert err.startswith("companion: ") and sentence in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "holds no deal"),
        (b"# nothing\n\n", "holds no deal"),
        (b"deal,cards\n", "holds no deal"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"5\n\nTH10C\n", "line 3: Write T for ten"),
        (b"deal,cards\n7,AS\n", "line 2: There is 1 card; it must be 52."),
        (b"5\n1/--------\n", "line 2: "),
    ],
)
def test_a_bad_file_names_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "deals.csv"
    file.write_bytes(content)
    assert run(["solve", str(file)]) == 2
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1


def test_a_truth_without_its_columns_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "truth.csv"
    file.write_text("deal,cards\n", encoding="utf-8")
    assert run(["solve", "5", "--truth", str(file)]) == 2
    assert "it needs the columns deal, draw1 and draw3" in capsys.readouterr().err
