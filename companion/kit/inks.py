"""The inks of the kit: night-blue, brass and paper-white, and a colour for each kind of space and seat.

They are those of the screen, so that a seat's token and a building's deed are known again there.
"""

from __future__ import annotations

Ink = tuple[int, int, int]

BLACK: Ink = (0, 0, 0)
WHITE: Ink = (255, 255, 255)
GREY: Ink = (120, 120, 120)
NIGHT: Ink = (14, 23, 38)
FELT: Ink = (19, 35, 58)
PANEL: Ink = (26, 44, 71)
EDGE: Ink = (42, 65, 99)
BRASS: Ink = (201, 162, 75)
BRASS_DARK: Ink = (138, 106, 42)
LAMP: Ink = (255, 210, 122)
PAPER: Ink = (246, 240, 225)
PAPER_LOW: Ink = (226, 216, 192)
DARK_TEXT: Ink = (17, 24, 36)
SOFT_TEXT: Ink = (84, 82, 78)
RED: Ink = (176, 36, 44)

#: The seats' colours by the names in `companion.table.seats.LOOKS`.
SEAT_INKS: dict[str, Ink] = {
    "orange": (226, 115, 61),
    "blue": (79, 163, 217),
    "yellow": (227, 193, 59),
    "violet": (160, 110, 236),
    "green": (95, 192, 138),
    "rose": (229, 139, 165),
    "cyan": (84, 205, 211),
    "white": (232, 236, 242),
}

#: The ground of each kind of space of the gold rush's board, and of its deeds.
KIND_INKS: dict[str, Ink] = {
    "chilkoot": (92, 107, 134),
    "prospect": (44, 74, 58),
    "river": (42, 104, 152),
    "woodpile": (108, 74, 46),
    "church": (110, 110, 138),
    "cemetery": (70, 82, 100),
    "fire": (200, 92, 42),
    "hotel": (138, 88, 58),
    "saloon": (154, 58, 62),
    "casino": (54, 116, 98),
    "theatre": (136, 66, 120),
    "sawmill": (116, 104, 52),
    "trading": (84, 108, 52),
    "transport": (88, 72, 138),
}


def mixed(ink: Ink, other: Ink, share: float) -> Ink:
    """Return `ink` with a share of another in it, from 0 for none to 1 for nothing but the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(ink, other, strict=True))
    return red, green, blue
