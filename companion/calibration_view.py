"""The picture of a calibration: what the camera sees with what was read drawn over it, and how good it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pygame

from companion.calibration import Findings, texts_of
from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.sight import picture
from companion.kiosk.theme import Colour, Ink
from companion.kit.codes import CodeResult, ReadCode
from companion.language import Language
from hardware.camera import Frame
from hardware.vision.picture_quality import SHARP, Exposure, Focus
from hardware.vision.reading import Point

#: The parts of the report, each with the ids of the sentences that stand in it.
PARTS = {
    "focus": ("calibrate.focus.",),
    "light": ("calibrate.exposure.",),
    "mat": ("calibrate.mat.",),
    "dice": ("calibrate.dice.",),
    "codes": ("calibrate.code.", "calibrate.code", "calibrate.codes."),
}
#: How much of the column's height each part takes.
_SHARES = {"focus": 1.3, "light": 1.3, "mat": 0.9, "dice": 0.7, "codes": 1.1}
_BINS = 32


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame with what was found in it."""

    frame: Frame
    findings: Findings


class CalibrationView:
    """Draws looks on a canvas, and remembers the best focus so far."""

    def __init__(self, words: Language) -> None:
        self._words = words
        self.best_focus = 0.0

    def paint(self, canvas: Canvas, look: Look | None, remark: str = "", hints: str = "") -> None:
        """Draw a look, or that there is none yet; `remark` goes before what the look itself calls for."""
        canvas.clear()
        theme = canvas.theme
        bar = pygame.Rect(0, canvas.rect.height - theme.px(104), canvas.rect.width, theme.px(104))
        body = pygame.Rect(0, 0, canvas.rect.width, bar.top)
        body = inner(body, theme.px(24), theme.px(18))
        column = min(theme.px(430), body.width * 2 // 5)
        left = pygame.Rect(body.x, body.y, body.width - column - theme.gap, body.height)
        right = pygame.Rect(left.right + theme.gap, body.y, column, body.height)
        self._paint_picture(canvas, left, look)
        if look is not None:
            self.best_focus = max(self.best_focus, look.findings.quality.focus)
            self._paint_report(canvas, right, look)
        said = remark or (self._remark(look.findings) if look is not None else "")
        self._paint_bar(canvas, bar, said or self._words.line("calibrate.window.waiting"), hints)

    def _paint_picture(self, canvas: Canvas, rect: pygame.Rect, look: Look | None) -> None:
        canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP)
        if look is None:
            return
        inside = inner(rect, canvas.theme.px(8))
        surface, scale = picture(look.frame.image, inside.size)
        self._draw_found(canvas, surface, scale, look.findings)
        canvas.blit(surface, surface.get_rect(center=inside.center).topleft)

    def _draw_found(self, canvas: Canvas, surface: pygame.Surface, scale: float, findings: Findings) -> None:
        thick = max(2, canvas.theme.px(3))
        if findings.mat is not None:
            _outlined(surface, findings.mat.outline, scale, Ink.BRASS, thick)
        for piece in findings.dice.pieces:
            sure = piece.doubt is None
            outline = findings.in_frame(piece.outline)
            ink: Colour = Ink.GOOD if sure else Ink.DOUBT
            _outlined(surface, outline, scale, ink, thick)
            _labelled(canvas, surface, outline, scale, piece.value if sure else f"{piece.value}?", ink)
        for piece, code in zip(findings.tags.pieces, findings.codes, strict=True):
            ink = Ink.GOOD if code.result is CodeResult.GOOD else Ink.BAD
            _outlined(surface, piece.outline, scale, ink, thick)
            _labelled(canvas, surface, piece.outline, scale, self._short(code), ink)

    def _short(self, code: ReadCode) -> str:
        return code.item or self._words.line("calibrate.window.foreign")

    def _paint_report(self, canvas: Canvas, rect: pygame.Rect, look: Look) -> None:
        theme = canvas.theme
        said = [(text.id, self._words.say(text)) for text in texts_of(look.findings)]
        gap, top = theme.px(10), rect.y
        a_share = (rect.height - (len(PARTS) - 1) * gap) / sum(_SHARES.values())
        for part, ids in PARTS.items():
            box = pygame.Rect(rect.x, top, rect.width, int(a_share * _SHARES[part]))
            top = box.bottom + gap
            canvas.panel(box, shadow=False)
            inside = inner(box, theme.px(14), theme.px(7))
            ink = self._ink(part, look.findings)
            head = pygame.Rect(inside.x, inside.y, inside.width, canvas.type.height("label"))
            dot = theme.px(12)
            canvas.centred(canvas.box.disc(dot, ink), (head.right - dot // 2, head.centery))
            label = pygame.Rect(head.x, head.y, head.width - 2 * dot, head.height)
            canvas.text(self._words.line(f"calibrate.window.{part}").upper(), "label", Ink.BRASS, label)
            lines = " ".join(line for id, line in said if id.startswith(ids))
            below = head.bottom + theme.px(2)
            meter = theme.px(14) if part in ("focus", "light") else 0
            room = pygame.Rect(
                inside.x, below, inside.width, inside.bottom - below - meter - (meter and theme.px(4))
            )
            canvas.paragraph(lines or self._words.line("calibrate.window.no_codes"), "small", Ink.TEXT, room)
            strip = pygame.Rect(inside.x, inside.bottom - meter, inside.width, meter)
            if part == "focus":
                self._paint_focus(canvas, strip, look.findings.quality.focus)
            elif part == "light":
                _paint_histogram(canvas, strip, look.frame)

    def _ink(self, part: str, findings: Findings) -> Colour:
        quality = findings.quality
        if part == "focus":
            return {Focus.SHARP: Ink.GOOD, Focus.SOFT: Ink.DOUBT}.get(quality.focus_word, Ink.BAD)
        if part == "light":
            return Ink.GOOD if quality.exposure_word is Exposure.GOOD else Ink.BAD
        if part == "mat":
            return Ink.GOOD if findings.mat is not None else Ink.MUTED
        if part == "dice":
            return (
                Ink.MUTED if not findings.dice.pieces else Ink.GOOD if findings.dice.accepted else Ink.DOUBT
            )
        if not findings.codes:
            return Ink.MUTED
        return Ink.GOOD if all(code.result is CodeResult.GOOD for code in findings.codes) else Ink.BAD

    def _paint_focus(self, canvas: Canvas, rect: pygame.Rect, focus: float) -> None:
        """Draw how sharp the picture is, and a mark where it was sharpest."""
        most = 1.15 * max(self.best_focus, SHARP)
        pygame.draw.rect(canvas.surface, Ink.DEEP, rect, border_radius=rect.height // 2)
        filled = pygame.Rect(rect.x, rect.y, round(rect.width * min(1.0, focus / most)), rect.height)
        ink = Ink.GOOD if focus >= SHARP else Ink.DOUBT
        pygame.draw.rect(canvas.surface, ink, filled, border_radius=rect.height // 2)
        best = rect.x + round(rect.width * self.best_focus / most)
        pygame.draw.line(canvas.surface, Ink.LAMP, (best, rect.top - 2), (best, rect.bottom + 1), 2)

    def _remark(self, findings: Findings) -> str:
        """Return the sentence about what is to be put right first, or that nothing is."""
        quality = findings.quality
        if findings.lessons:
            return self._words.line("calibrate.window.lesson", kit=findings.lessons[0].kit)
        wrong = []
        if quality.exposure_word is not Exposure.GOOD:
            wrong.append("calibrate.exposure.")
        if quality.focus_word in (Focus.SOFT, Focus.BLURRED):
            wrong.append("calibrate.focus.")
        for text in texts_of(findings):
            if wrong and text.id.startswith(wrong[0]):
                return self._words.say(text)
        return self._words.line("calibrate.window.ready" if findings.mat else "calibrate.window.ready_no_mat")

    def _paint_bar(self, canvas: Canvas, rect: pygame.Rect, said: str, hints: str) -> None:
        theme = canvas.theme
        pygame.draw.rect(canvas.surface, Ink.DEEP, rect)
        pygame.draw.rect(canvas.surface, Ink.BRASS, (rect.x, rect.y, rect.width, max(2, theme.px(3))))
        inside = inner(rect, theme.margin, theme.px(14))
        small = canvas.type.height("small")
        room = pygame.Rect(inside.x, inside.y, inside.width, inside.height - small)
        canvas.paragraph(said, "lead", Ink.PAPER, room, middle=True)
        canvas.text(
            hints, "small", Ink.MUTED, pygame.Rect(inside.x, inside.bottom - small, inside.width, small)
        )


def _outlined(
    surface: pygame.Surface, points: Iterable[Point], scale: float, ink: Colour, thick: int
) -> None:
    corners = [(x * scale, y * scale) for x, y in points]
    if len(corners) >= 3:
        pygame.draw.polygon(surface, Ink.DEEP, corners, thick + 2)
        pygame.draw.polygon(surface, ink, corners, thick)


def _labelled(
    canvas: Canvas, surface: pygame.Surface, points: Iterable[Point], scale: float, words: str, ink: Colour
) -> None:
    corners = list(points)
    if not corners:
        return
    label = canvas.type.line(words, "small_strong", Ink.DARK_TEXT).surface
    x = scale * sum(x for x, _ in corners) / len(corners)
    tag = label.get_rect(midbottom=(round(x), round(scale * min(y for _, y in corners)) - 2)).inflate(10, 0)
    tag.clamp_ip(surface.get_rect())
    pygame.draw.rect(surface, ink, tag, border_radius=tag.height // 4)
    surface.blit(label, label.get_rect(center=tag.center))


def _paint_histogram(canvas: Canvas, rect: pygame.Rect, frame: Frame) -> None:
    """Draw how many pixels are how bright, from dark at the left to bright at the right."""
    pygame.draw.rect(canvas.surface, Ink.DEEP, rect)
    counts = np.bincount(frame.image[::4, ::4].max(axis=2).ravel() >> 3, minlength=_BINS)
    tall = np.sqrt(counts / max(1, counts.max()))
    for number, share in enumerate(tall):
        left = rect.x + rect.width * number // _BINS
        right = rect.x + rect.width * (number + 1) // _BINS
        high = round(rect.height * float(share))
        ink = Ink.BAD if number == _BINS - 1 and share > 0.5 else Ink.LAMP
        pygame.draw.rect(canvas.surface, ink, (left, rect.bottom - high, right - left - 1, high))
