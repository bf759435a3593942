"""The PIN of the operator: sealed in the settings file, asked for on the screen, never guessed by trying."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

LEAST, MOST = 4, 8
#: The digits are those of the seats' buttons.
DIGITS = "12345678"
#: After so many wrong PINs nobody is heard for so long.
TRIES, WAIT_MS = 5, 60_000


def seal_of(pin: str) -> str:
    """Return what the settings file keeps of a PIN: salt and hash, from which nobody reads it."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_hash(pin, salt).hex()}"


def opens(pin: str, seal: str) -> bool:
    """Return whether a PIN is the one of a seal."""
    salt, _, kept = seal.partition(":")
    return hmac.compare_digest(_hash(pin, bytes.fromhex(salt)).hex(), kept)


def legal(pin: str) -> bool:
    """Return whether something may be a PIN."""
    return LEAST <= len(pin) <= MOST and set(pin) <= set(DIGITS)


def _hash(pin: str, salt: bytes) -> bytes:
    # Slow enough that trying all of them takes a while, and fast enough for one frame of a Pi.
    return hashlib.scrypt(pin.encode(), salt=salt, n=1 << 11, r=8, p=1, dklen=32)


class Guard:
    """Counts wrong PINs.  `clock` is the monotonic one, in milliseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._wrong = 0
        self._until = 0

    @property
    def waits_s(self) -> int:
        """For how many seconds no PIN is heard; 0 when one is."""
        return max(0, -(-(self._until - self._clock()) // 1000))

    def try_pin(self, pin: str, seal: str) -> bool:
        """Return whether the PIN is right; always wrong while it waits."""
        if self.waits_s:
            return False
        if opens(pin, seal):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._until = 0, self._clock() + WAIT_MS
        return False
