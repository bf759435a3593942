"""The doctor: looks at everything the companion needs, and says of each what to do where something is wrong.

`checks(world)` yields one `Check` after the other; it may run on any thread and never raises.
"""

from companion.doctor.check import Check, State
from companion.doctor.every_check import checks
from companion.doctor.world import Live, World, system_world

__all__ = ["Check", "Live", "State", "World", "checks", "system_world"]
