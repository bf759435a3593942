"""What people with bad intentions, or other people's codes, put before the camera and into files."""

from __future__ import annotations

import random

from companion.kit.codes import KitKey, make_code, teaching_code, written_kit
from companion.table.answers import Value

#: Addresses, commands, format strings, SQL, control characters, right-to-left marks, and much of it.
PAYLOADS: tuple[str, ...] = (
    "https://example.org/klondike?free=gold",
    "file:///etc/passwd",
    "WIFI:S:Klondike;T:WPA;P:gold;;",
    "BEGIN:VCARD\nFN:Mother Lode\nEND:VCARD",
    "mailto:bank@example.org",
    "{0.__class__.__mro__}",
    "{say} {kit!r:>1000000000}",
    "%s%s%s%n%x",
    "'; DROP TABLE entries; --",
    "\x1b]0;bank\x07\x1b[2J",
    "\u202eedoL rehtoM",
    "$(reboot)",
    "`id`",
    "../../../journal.db",
    "KL1:",
    "KL1:ZZZ:G07:0000000",
    "kl1:7QM:G07:4ZK0B1T",
    "KL9:7QM:G07:4ZK0B1T:MORE",
    "KL1:7QM:G07:4ZK0B1T\n",
    "KL1:7QM:G07:4ZK0B1T\x00",
    "KLK1:7QM:00000000000000000000000000:0000",
    "\ud83d\udc80" * 3,
    "9" * 4000,
    "a" * 70_000,
    "",
)

#: Answers that no prompt allows, whatever it asks; a `Sit` is the only one that wants a dict.
NONSENSE: tuple[Value, ...] = (
    None, False, -1, 10**30, 3.5, "", "no such thing", "void ", "6-6@0h", [], [7], ["x", "y"], [[1]],
    [1, 2, 3, 4, 5, 6, 6], {"name": "", "place": 0}, {"a": 1}, "\x00", "{0}", "%s", "' OR 1=1 --", b"bytes",
)  # fmt: skip


def hostile_code(chance: random.Random, kit: KitKey) -> tuple[str, str | bytes]:
    """Return what is wrong with a code, and a code that the kit's own book must not take for its card."""
    kind = chance.randrange(6)
    if kind == 0:
        return "hostile code", chance.choice(PAYLOADS)
    if kind == 1:
        return "hostile code", chance.randbytes(chance.randint(0, 60))
    if kind == 2:
        # A card of another kit, whose check is good there.
        other = KitKey(written_kit(chance.randrange(32768)), chance.randbytes(16))
        return "foreign code", make_code(other, f"G{chance.randrange(36):02}")
    good = make_code(kit, f"G{chance.randrange(36):02}")
    if kind == 3:
        at = chance.randrange(len(good))
        letters = [letter for letter in "0123456789ABCDEFGHJKMNPQRSTVWXYZ:" if letter != good[at]]
        return "misprinted code", good[:at] + chance.choice(letters) + good[at + 1 :]
    if kind == 4:
        # Somebody prints himself another item under a check he has seen.
        return "hostile code", f"{good[:8]}G{chance.randrange(36, 100)}{good[11:]}"
    wrong = (teaching_code(kit), good.lower(), good + good, f" {good}", f"{good} ")
    return "misprinted code", chance.choice(wrong)
