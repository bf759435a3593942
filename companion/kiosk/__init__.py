"""The kiosk: what the people at the table see and touch, drawn with pygame."""

from __future__ import annotations

import os

# pygame greets on standard output when it is first imported, which is not for the command line to say.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
