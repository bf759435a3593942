"""The output of a command, which may be closed, a full disk, or a pipe that nobody reads any more."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata

#: What an output that lacks a sign shows in its place, where a letter without its accents is not enough.
_PLAIN = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "·": "-", "×": "x",
          "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ß": "ss"}  # fmt: skip

#: Stands for a control character.
_LEFT_OUT = "\N{REPLACEMENT CHARACTER}"


class Output(io.TextIOWrapper):
    """A standard output that remembers why something could not be written to it.

    Libraries between (argparse, rich) let go of what failed or drop it, and a second try succeeds in silence.
    """

    problem: OSError | None = None

    def write(self, words: str, /) -> int:
        try:
            return super().write(words)
        except OSError as problem:
            self.problem = self.problem or problem
            raise

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as problem:
            self.problem = self.problem or problem
            raise


def open_outputs() -> None:
    """See to it that there are outputs, whatever the shell has closed, and that they take every sign."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is taken; else the next file to be opened would be printed into.
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    codecs.register_error("plain", _in_plain_signs)
    plain = sys.stdout
    if isinstance(plain, io.TextIOWrapper):
        errors = "replace" if plain.errors == "replace" else "plain"
        lines, at_once, encoding = plain.line_buffering, plain.write_through, plain.encoding
        sys.stdout = Output(plain.detach(), encoding, errors, line_buffering=lines, write_through=at_once)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="plain")


def without_controls(line: str) -> str:
    """Return a line without control characters: an imported session must not steer the terminal.

    Blanks at which no line breaks, as in ``50.000 $``, are no such characters, although Python counts them.
    """
    return "".join(
        letter
        if letter.isprintable() or unicodedata.category(letter) == "Zs"
        else "\N{REPLACEMENT CHARACTER}"
        for letter in line
    )


def _in_plain_signs(problem: UnicodeError) -> tuple[str, int]:
    """Return what stands for signs that an encoding lacks, and for the bytes of a name that is none."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lacking = problem.object[problem.start : problem.end]
    bare = "".join(_PLAIN.get(sign, unicodedata.normalize("NFKD", sign)) for sign in lacking)
    letters = (sign for sign in bare if not unicodedata.combining(sign))
    return "".join(sign if sign.isascii() else "?" for sign in letters), problem.end


def why_unprinted() -> OSError | None:
    """Write out what is still to be printed; return why it or what came before could not be, if so."""
    try:
        sys.stdout.flush()
    except OSError as problem:
        return problem
    return sys.stdout.problem if isinstance(sys.stdout, Output) else None


def print_no_more() -> None:
    """Let nothing more be written to where it cannot be, also when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
