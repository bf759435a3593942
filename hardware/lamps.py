"""Lamps: one a seat, driven by state alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Lamp(StrEnum):
    """What a lamp does; backends make the blinking themselves."""

    OFF = "off"
    ON = "on"
    SLOW = "slow"
    FAST = "fast"


class Lamps(Protocol):
    """A backend of lamps."""

    @property
    def say(self) -> str:
        """One line for the diagnosis: what these lamps are."""

    def show(self, lamps: dict[str, Lamp]) -> None:
        """Set the lamps of the named seat buttons (``seat1`` ...); those not named go off."""

    def close(self) -> None:
        """All off, pins released.  May be called twice."""
