"""The sentences: every file parses, every message that the code asks for is there, with its facts."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion.table.refusals import Why
from tests.house.tree import ROOT, project_files

PO_FILES = tuple(file for file in project_files() if file.suffix == ".po")
ENGLISH = tuple(file for file in PO_FILES if file.parts[:3] == ("assets", "locale", "en"))
SOURCES = tuple(file for file in project_files() if file.suffix == ".py" and file.parts[0] == "companion")
#: What takes a message id first; faults do so too.
SAYERS = {"Text", "text", "line"}
ID = re.compile(r"[a-z]\w*(\.\w+)+")


@cache
def messages(file: Path) -> tuple[Message, ...]:
    with (ROOT / file).open("rb") as content:
        return tuple(message for message in read_po(content, abort_invalid=True) if message.id)


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Return everything in a module that may hold a message id."""
    kinds = (ast.Call, ast.JoinedStr, ast.Constant)
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, kinds))


def id_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def places(pattern: str) -> set[str]:
    """Return the names of a sentence's placeholders; raises `ValueError` for a bad one."""
    names = {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}
    if bad := [name for name in names if not name.isidentifier()]:
        raise ValueError(f"{pattern!r}: {bad}")
    return names


@cache
def english() -> dict[str, Message]:
    return {id_of(message): message for file in ENGLISH for message in messages(file)}


@pytest.mark.parametrize("file", PO_FILES, ids=str)
def test_every_file_of_sentences_is_whole(file: Path) -> None:
    written = (ROOT / file).read_text(encoding="utf-8")
    ids = re.findall(r'(?m)^msgid "(.+)"$', written)
    assert len(ids) == len(set(ids)) == len(messages(file))
    for message in messages(file):
        assert not message.fuzzy and ID.fullmatch(id_of(message)), message.id
        assert all(form.strip() for form in forms(message)), message.id
        names = [places(form) - {"count"} for form in forms(message)]
        assert all(one == names[0] for one in names), f"{message.id}: the plural forms differ"


def test_no_message_is_in_two_files() -> None:
    ids = [id_of(message) for file in ENGLISH for message in messages(file)]
    assert not {id for id in ids if ids.count(id) > 1}


def calls() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """Yield each call that is given a message id first, with where it is."""
    for file in SOURCES:
        for node in nodes(file):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAYERS or name.endswith("Fault") or name in ("AlreadyRunning", "Diverged"):
                yield f"{file}:{node.lineno}", node, node.args[0]


def test_every_message_that_the_code_asks_for_has_a_sentence() -> None:
    lacking = []
    for where, _, first in calls():
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and ID.fullmatch(first.value):
            lacking += [f"{where}: {first.value}"] if first.value not in english() else []
        elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
            head = str(first.values[0].value)
            known = any(id.startswith(head) for id in english())
            # What is no beginning of an id is a sentence for whoever mends the program, not for people.
            lacking += [] if known or not re.fullmatch(r"[a-z]\w*(\.\w*)+", head) else [f"{where}: {head}..."]
    assert not lacking


def test_every_refusal_has_a_sentence() -> None:
    assert not {f"refused.{why.value}" for why in Why} - english().keys()


def test_every_sentence_gets_the_facts_it_needs() -> None:
    wrong = []
    for where, call, first in calls():
        if not isinstance(first, ast.Constant) or first.value not in english():
            continue
        given = {keyword.arg for keyword in call.keywords}
        if len(call.args) > 1 and isinstance(call.args[1], ast.Dict):
            given |= {key.value if isinstance(key, ast.Constant) else None for key in call.args[1].keys}
        elif len(call.args) > 1:
            given.add(None)
        needed = set().union(*(places(form) for form in forms(english()[first.value])))
        # None stands for facts that are known only when the program runs.
        if None not in given and not needed <= given:
            wrong.append(f"{where}: {first.value} needs {sorted(needed - given)}")
    assert not wrong


def test_no_sentence_is_left_over() -> None:
    """A sentence that no part of the program can say has been forgotten."""
    whole, heads = set(), {"refused.", "gold_rush."}
    for file in SOURCES:
        for node in nodes(file):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                head = str(node.values[0].value)
                heads |= {head} if "." in head else set()
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
    # A constant such as "read.doubt" may be put before ".glare" where it is said.
    heads |= {f"{constant}." for constant in whole if ID.fullmatch(constant)}
    assert not [id for id in english() if id not in whole and not id.startswith(tuple(heads))]
