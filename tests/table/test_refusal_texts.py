"""Every refusal and every fault of the table has its sentence, which says why and what to do."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest
from test_answers import VALUES, WHO

import companion.table
from companion.language import Language
from companion.table.answers import Answer, check
from companion.table.refusals import Refused, Why
from companion.table.text import Text

ENGLISH = Language.load("en")
SOURCES = sorted(Path(companion.table.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_a_sentence_that_says_what_would_be_legal(why: Why) -> None:
    assert f"refused.{why.value}" in ENGLISH
    # Why, and what would be legal: two clauses at least.
    sentence = ENGLISH.line(f"refused.{why.value}", count=2)
    assert len(re.split(r"[.,:;!?]\s|[.!?]$", sentence)) >= 3 or "{because}" in sentence, sentence


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_fault_and_text_of_the_table_has_its_sentence(path: Path) -> None:
    families = r"(?:journal|session|sessions|exchange|data_folder|instance|refused)"
    for id in re.findall(rf'"({families}\.[a-z_]+(?:\.[a-z_]+)*)"', path.read_text(encoding="utf-8")):
        assert id == "journal.db" or id in ENGLISH, f"{path.name}: {id}"


def test_no_sentence_of_a_refusal_lacks_a_fact(caplog: pytest.LogCaptureFixture) -> None:
    """Each refusal that `check` raises is said with the very facts it carries."""
    said = set()
    with caplog.at_level(logging.WARNING):
        for prompt, seat, value, *rest in [*VALUES, *WHO]:
            more = {"source": rest[0]} if len(rest) == 2 else {}
            try:
                check(Answer(prompt=prompt, value=value, seat=seat, **more), (prompt,), ("ana", "bo"))
            except Refused as refused:
                sentence = ENGLISH.say(refused.say)
                assert "{" not in sentence and sentence.endswith((".", "asked", "no.end")), sentence
                said.add(refused.why)
    unexpected = [
        r.getMessage() for r in caplog.records if not re.search(r"'(asked|no\.end|old|new)'", r.getMessage())
    ]
    assert unexpected == []
    assert len(said) > 20


def test_the_counts_of_players_are_said_in_the_plural() -> None:
    for count, words in ((1, "One player"), (9, "9 players")):
        facts = {"count": count, "least": 2, "most": 8}
        assert ENGLISH.say(Text("refused.players_count", facts)).startswith(words)
