"""The sounds themselves: short waves made of sines and noise, the same ones on every machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: Samples a second, one channel.
RATE = 22_050
#: A sound: 16-bit samples, `RATE` a second.
Wave: TypeAlias = NDArray[np.int16]
_Floats: TypeAlias = NDArray[np.floating[Any]]

#: The loudest sample, short of the most there is, so that two sounds at once do not clip hard.
_PEAK = 0.6
_SEED = 1897


def wave_of(name: str) -> Wave:
    """Return a sound by its name in `SOUNDS`; raises `KeyError` for an unknown one."""
    floats = SOUNDS[name]()
    # The first and last milliseconds swell and fade, or each sound would begin and end with a click.
    edge = RATE // 500
    floats[:edge] *= np.linspace(0, 1, edge)
    floats[-edge:] *= np.linspace(1, 0, edge)
    peak = float(np.abs(floats).max()) or 1.0
    return (floats / peak * _PEAK * 32_767).astype(np.int16)


def _times(seconds: float) -> _Floats:
    return np.arange(round(seconds * RATE)) / RATE


def _ring(hertz: float, seconds: float, fall: float, over: Sequence[float] = (1.0, 0.5, 0.25)) -> _Floats:
    """A struck tone with overtones that fade the faster the higher they are."""
    t = _times(seconds)
    tones = (a * np.sin(2 * np.pi * hertz * n * t) * np.exp(-t * fall * n) for n, a in enumerate(over, 1))
    whole: _Floats = np.sum([*tones], axis=0)
    return whole


def _rustle(seconds: float, fall: float, smooth: int, seed: int = 0) -> _Floats:
    """Noise that fades; the more it is smoothed, the duller it is."""
    t = _times(seconds)
    noise = np.random.default_rng(_SEED + seed).standard_normal(len(t))
    dull = np.convolve(noise, np.ones(smooth) / smooth, mode="same")
    faded: _Floats = dull / (np.abs(dull).max() or 1.0) * np.exp(-t * fall)
    return faded


def _together(parts: Sequence[tuple[float, float, _Floats]]) -> _Floats:
    """Lay sounds over each other: each with its begin in seconds and its loudness."""
    length = max(round(at * RATE) + len(part) for at, _, part in parts)
    whole = np.zeros(length)
    for at, loud, part in parts:
        begin = round(at * RATE)
        whole[begin : begin + len(part)] += loud * part
    return whole


def _coin(hertz: float) -> _Floats:
    return _together(
        [(0, 1.0, _ring(hertz, 0.35, 14, (1, 0.2, 0.6, 0.1, 0.3))), (0, 0.3, _rustle(0.02, 120, 2))]
    )


def _dice() -> _Floats:
    """Five dice that knock on wood, ever more slowly."""
    knocks = []
    at = 0.0
    for number in range(9):
        knock = _together(
            [
                (0, 1.0, _rustle(0.05, 90, 5, number)),
                (0, 0.7, _ring(410 + 70 * (number % 4), 0.06, 70, (1, 0.4))),
            ]
        )
        knocks.append((at, 1.0 - 0.08 * number, knock))
        at += 0.035 + 0.011 * number
    return _together(knocks)


def _fanfare(notes: Sequence[float], step: float, last: float = 0.7) -> _Floats:
    parts = [
        (number * step, 0.8, _ring(hertz, last if number == len(notes) - 1 else 0.3, 4, (1, 0.6, 0.35, 0.2)))
        for number, hertz in enumerate(notes)
    ]
    return _together(parts)


SOUNDS: dict[str, Callable[[], _Floats]] = {
    "button": lambda: _together([(0, 1.0, _rustle(0.03, 160, 4)), (0, 0.5, _ring(620, 0.05, 60, (1,)))]),
    "no": lambda: _together([(0, 1.0, _ring(196, 0.16, 12)), (0.12, 1.0, _ring(165, 0.26, 10))]),
    "coin": lambda: _coin(2093.0),
    "coins": lambda: _together(
        [
            (0.07 * number, 0.9, _coin(hertz))
            for number, hertz in enumerate((1865.0, 2217.0, 1976.0, 2349.0, 2093.0))
        ]
    ),
    "dice": _dice,
    "card": lambda: _together([(0, 1.0, _rustle(0.16, 26, 3)), (0.11, 0.8, _rustle(0.05, 80, 9, 1))]),
    "tile": lambda: _together(
        [(0, 1.0, _ring(880, 0.07, 60, (1, 0.7, 0.5))), (0, 0.8, _rustle(0.04, 90, 6))]
    ),
    "hammer": lambda: _together(
        [
            (at, 1.0, _together([(0, 1, _ring(240, 0.16, 30, (1, 0.6))), (0, 0.9, _rustle(0.05, 80, 8))]))
            for at in (0.0, 0.28)
        ]
    ),
    "lot": lambda: _fanfare((784.0, 988.0), 0.09, 0.35),
    "win": lambda: _fanfare((523.25, 659.25, 783.99, 1046.5), 0.14, 1.0),
    "fire": lambda: _rustle(0.9, 3, 12),
}
