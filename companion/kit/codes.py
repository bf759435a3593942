"""The codes of the kit: what is printed on a card, and what becomes of anything that a camera reads.

A code is ``KL1:<kit>:<item>:<check>``, such as ``KL1:7QM:G07:4ZK0B1T``: at most 20 characters of the QR
alphanumeric set, which is exactly what version 1 holds at level M.  (Level L would hold 25, with half the
error correction; the longer check that this bought would stop nobody.)

* *kit*, three letters or digits, names the printed kit and so the key.
* *item*, two to four, is one card, deed or tile (`companion.kit.items`); here it means nothing.
* *check*, seven, is keyed: the first 35 bits of BLAKE2s over everything before it.  A card
  that was not printed with the kit's key, or was misread, passes once in 34 thousand million.

What a camera reads is untrusted.  `CodeBook.read` returns a named result for anything and never raises;
nothing that was read is ever opened or run.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from enum import StrEnum
from hashlib import blake2s

from msgspec import Struct

from companion.table.text import Text

#: Digits and letters without I, L, O and U, which are misread by people.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VERSION = "KL1"
KIT_LENGTH = 3
LONGEST_ITEM = 4
CHECK_LENGTH = 7
LONGEST_CODE = len(VERSION) + KIT_LENGTH + LONGEST_ITEM + CHECK_LENGTH + 3
KEY_BYTES = 16

_TEACHING = "KLK1"
_SUM_LENGTH = 4
_KEY_LETTERS = 26
_KIT = re.compile(f"[{ALPHABET}]{{{KIT_LENGTH}}}")
_ITEM = re.compile(f"[A-Z][0-9A-Z]{{1,{LONGEST_ITEM - 1}}}")
_CODE = re.compile(f"{VERSION}:({_KIT.pattern}):({_ITEM.pattern}):([{ALPHABET}]{{{CHECK_LENGTH}}})")
_LESSON = re.compile(f"({_TEACHING}:({_KIT.pattern}):([{ALPHABET}]{{{_KEY_LETTERS}}})):([{ALPHABET}]{{4}})")
_NEWER = re.compile(r"KL(?!1:)[0-9]{1,4}:[0-9A-Z:]*")
_ADDRESS = re.compile(
    r"\s*(?:[a-z][a-z0-9+.-]{1,20}://|(?:www\d?\.|mailto:|mebkm:|urlto:)"
    r"|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,12}/)",
    re.ASCII | re.IGNORECASE,
)


class CodeResult(StrEnum):
    """What a code turned out to be; each has a sentence ``kit.code.<value>``."""

    GOOD = "good"
    WEB_ADDRESS = "web_address"
    OTHER_TEXT = "other_text"
    NOT_TEXT = "not_text"
    MALFORMED = "malformed"
    NEWER_KIT = "newer_kit"
    OWNER_PAGE = "owner_page"
    WRONG_KIT = "wrong_kit"
    FAILED_CHECK = "failed_check"


class ReadCode(Struct, frozen=True):
    """A code that was read: `kit` and `item` are empty unless the code has the kit's own form."""

    result: CodeResult
    kit: str = ""
    item: str = ""

    @property
    def say(self) -> Text:
        """The sentence of what was read; the text of a foreign code is not in it."""
        return Text(f"kit.code.{self.result.value}", {"kit": self.kit, "item": self.item})


class KitKey(Struct, frozen=True):
    """The name of a printed kit and the secret that its codes are checked with."""

    kit: str
    key: bytes

    def __post_init__(self) -> None:
        if not _KIT.fullmatch(self.kit) or len(self.key) != KEY_BYTES:
            raise ValueError("a kit's name has three letters or digits and its key sixteen bytes")

    def __repr__(self) -> str:
        return f"KitKey({self.kit!r}, secret)"


class CodeBook:
    """Tells the codes of known kits from everything else."""

    def __init__(self, keys: Iterable[KitKey]) -> None:
        self._keys = {key.kit: key for key in keys}

    def read(self, raw: str | bytes) -> ReadCode:
        """Return what the text or the bytes of a code are; never raises."""
        text = _as_text(raw)
        if text is None:
            return ReadCode(CodeResult.NOT_TEXT)
        form = _CODE.fullmatch(text)
        if form is None:
            return ReadCode(_foreign(text))
        kit, item, check = form.groups()
        key = self._keys.get(kit)
        if key is None:
            return ReadCode(CodeResult.WRONG_KIT, kit, item)
        good = hmac.compare_digest(check, _check(key, item))
        return ReadCode(CodeResult.GOOD if good else CodeResult.FAILED_CHECK, kit, item)


def make_code(key: KitKey, item: str) -> str:
    """Return the text of an item's code; raises `ValueError` for an item that no code can carry."""
    if not _ITEM.fullmatch(item):
        raise ValueError(f"{item!r} is no item: a letter, then one to three capital letters or digits")
    return f"{VERSION}:{key.kit}:{item}:{_check(key, item)}"


def teaching_code(key: KitKey) -> str:
    """Return the text of the owner page's code, which teaches a kit's key to another machine.  Secret."""
    body = f"{_TEACHING}:{key.kit}:{_written(int.from_bytes(key.key, 'big'), _KEY_LETTERS)}"
    return f"{body}:{_sum(body)}"


def learn(raw: str | bytes) -> KitKey | None:
    """Return the key that an owner page teaches, None for anything else; never raises."""
    text = _as_text(raw)
    form = _LESSON.fullmatch(text or "")
    if form is None or not hmac.compare_digest(form[4], _sum(form[1])):
        return None
    number = _number(form[3])
    return None if number >> (8 * KEY_BYTES) else KitKey(form[2], number.to_bytes(KEY_BYTES, "big"))


def written_kit(number: int) -> str:
    """Return the kit name of a number, of which there are 32768."""
    return _written(number, KIT_LENGTH)


def _foreign(text: str) -> CodeResult:
    if text.startswith(f"{_TEACHING}:"):
        return CodeResult.OWNER_PAGE
    if text.upper().startswith(f"{VERSION}:"):
        return CodeResult.MALFORMED
    if _NEWER.fullmatch(text):
        return CodeResult.NEWER_KIT
    return CodeResult.WEB_ADDRESS if _ADDRESS.match(text[:400]) else CodeResult.OTHER_TEXT


def _as_text(raw: str | bytes) -> str | None:
    if isinstance(raw, bytes):
        try:
            raw = raw.decode("utf-8")
        except UnicodeDecodeError:
            return None
    whole = all(letter.isprintable() or letter in "\t\r\n" for letter in raw)
    return raw if raw and whole else None


def _check(key: KitKey, item: str) -> str:
    said = f"{VERSION}:{key.kit}:{item}".encode("ascii")
    digest = blake2s(said, key=key.key, person=b"kitcode1", digest_size=8).digest()
    return _written(int.from_bytes(digest, "big") >> (64 - 5 * CHECK_LENGTH), CHECK_LENGTH)


def _sum(body: str) -> str:
    digest = blake2s(body.encode("ascii"), person=b"kitteach", digest_size=8).digest()
    return _written(int.from_bytes(digest, "big"), _SUM_LENGTH)


def _written(number: int, letters: int) -> str:
    """Return the last five bits times `letters` of a number, five bits a letter."""
    return "".join(ALPHABET[number >> (5 * place) & 31] for place in reversed(range(letters)))


def _number(written: str) -> int:
    number = 0
    for letter in written:
        number = number << 5 | ALPHABET.index(letter)
    return number
