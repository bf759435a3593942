"""Mutation by a seed: examples of what is right are changed a little, a lot, or thrown together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

#: What breaks careless readers: ends of ranges, formats, quotes, control and right-to-left characters.
TOKENS = (
    b"0", b"-1", b"9" * 30, b"1e999", b"NaN", b"true", b"null", b"[]", b"{}", b'"', b"'", b"\\", b"\\u0000",
    b"\x00", b"\xff", b"\xc3\x28", b"\n", b"\r\n", b"\t", b" " * 40, b"[" * 200, b"{" * 60, b"../", b"%s%n",
    b"{0}", b"{a!r}", b"'; DROP TABLE entries; --", b"$(id)", b"=", b"#", b":", b"/", b"@", b",", b"KL1:",
    b"https://x.y/", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xf0\x9f\x92\x80",
)  # fmt: skip


class Mutations:
    """An endless supply of changed examples; the same seed supplies the same ones."""

    def __init__(self, examples: Sequence[bytes], seed: int) -> None:
        self._examples = tuple(examples)
        self._random = random.Random(seed).random
        self._chance = random.Random(f"more {seed}")

    def take(self, count: int) -> Iterator[bytes]:
        for _ in range(count):
            yield self.one()

    def one(self) -> bytes:
        roll = self._random()
        if roll < 0.02:
            return self._chance.randbytes(int(self._random() * 64))
        data = bytearray(self._one_of(self._examples))
        for _ in range(1 if roll < 0.5 else 1 + int(self._random() * 5)):
            self._change(data)
        return bytes(data)

    def _change(self, data: bytearray) -> None:
        size = len(data)
        at, roll = int(self._random() * (size + 1)), self._random()
        if roll < 0.3 and at < size:
            data[at] = int(self._random() * 256)
        elif roll < 0.45 and at < size:
            data[at] ^= 1 << int(self._random() * 8)
        elif roll < 0.6:
            del data[at : at + 1 + int(self._random() * 8)]
        elif roll < 0.8:
            data[at:at] = self._one_of(TOKENS)
        elif roll < 0.9:
            end = at + int(self._random() * 20)
            data[at:at] = data[at:end]
        elif roll < 0.95:
            del data[at:]
        else:
            other = self._one_of(self._examples)
            data[at:] = other[int(self._random() * (len(other) + 1)) :]

    def _one_of(self, among: Sequence[bytes]) -> bytes:
        return among[int(self._random() * len(among))]
