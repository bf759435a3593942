"""The owner page: the code that teaches a kit's key to another machine, and what to do with it."""

from __future__ import annotations

from companion.kit.codes import KitKey, teaching_code
from companion.kit.codes_drawn import draw_code
from companion.kit.inks import BRASS, LAMP, NIGHT, PAPER
from companion.kit.sheet import Sheet
from companion.language import Language

LESSON_MM = 48.0


def owner_page(sheet: Sheet, key: KitKey, language: Language) -> None:
    """Add the owner page of a kit.  It is a secret: with it anybody can print cards that pass."""
    sheet.new_page()
    width, _ = sheet.size
    left, room = 24.0, width - 48.0
    sheet.box(left - 4, 20, room + 8, 30, NIGHT, round=2)
    sheet.words(
        left + 4, 33, language.line("kit.owner.title"), 22, room=room - 8, style="serif_bold", ink=LAMP
    )
    sheet.words(left + 4, 43, language.line("kit.owner.kit", kit=key.kit), 13, room=room - 8, ink=PAPER)
    draw_code(sheet, width / 2, 92, LESSON_MM, teaching_code(key))
    sheet.words(width / 2, 130, language.line("kit.owner.secret"), 12, room=room, style="bold", side="centre")
    down = 138.0
    for number in range(1, 6):
        sheet.disc(left + 1.5, down + 2.9, 1.0, BRASS)
        text = language.line(f"kit.owner.step_{number}", kit=key.kit)
        down += 2.2 + sheet.paragraph(left + 6, down, text, 11, room=room - 6)
