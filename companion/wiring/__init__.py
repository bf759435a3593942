"""The wiring: every wire, resistor, button and lamp of the settings, in words and as a drawing."""

from companion.wiring.drawing import draw
from companion.wiring.plan import Plan, Wire, plan_of
from companion.wiring.words import lines_of

__all__ = ["Plan", "Wire", "draw", "lines_of", "plan_of"]
