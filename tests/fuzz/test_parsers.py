"""Whatever others have written, printed or typed: it is read or refused in a sentence, and nothing else."""

from __future__ import annotations

import logging
import time

import pytest
from mutation import Mutations
from parsers import PARSERS, Parser

from companion.language import Language


def run(parser: Parser, count: int, seed: int) -> int:
    """Read `count` mutations; return how many were not refused.  A failure names the bytes that repeat it."""
    words, taken = Language.load(), 0
    for number, data in enumerate(Mutations(parser.examples(), seed).take(count)):
        try:
            parser.call(data)
            taken += 1
        except parser.refused as refusal:
            if number % 50 == 0 and hasattr(refusal, "say") and not isinstance(refusal.say, str):
                assert words.say(refusal.say)
        except Exception as problem:
            raise AssertionError(f"{parser.name}: {data!r} raises {problem!r}") from problem
    return taken


@pytest.mark.parametrize("parser", PARSERS, ids=[parser.name for parser in PARSERS])
def test_mutations_are_read_or_refused(parser: Parser, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "companion.language"):
        run(parser, parser.short, 1)
    unsaid = [record for record in caplog.records if record.name == "companion.language"]
    assert not unsaid, "every refusal has all its facts"


@pytest.mark.parametrize("parser", PARSERS, ids=[parser.name for parser in PARSERS])
def test_what_is_right_is_read(parser: Parser) -> None:
    """The examples themselves are no mutations: a parser that refuses them would be tested in vain."""
    read = 0
    for data in parser.examples():
        try:
            parser.call(data)
            read += 1
        except parser.refused:
            continue
    assert read


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_million_mutations_are_read_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    total = 0
    # What is logged of each would fill the memory of the test.
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    for parser in PARSERS:
        began = time.process_time()
        taken = run(parser, parser.long, 2)
        seconds = time.process_time() - began
        total += parser.long
        speed = parser.long / seconds
        print(f"{parser.name:<26} {parser.long:>10,} runs {speed:>9,.0f}/s {taken:>9,} read", flush=True)
    print(f"{total:,} executions in all")
    assert total >= 10_000_000
