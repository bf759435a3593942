"""Copying evenings to a USB stick, or into the data folder: found, written and let go on another thread."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

import pygame

from companion.annals.exporting import exported
from companion.annals.sticks import FOLDER, Stick, find_sticks, let_go, write_to_stick
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, bar_rect
from companion.kiosk.layer import Layer, Scene
from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.table.faults import Fault
from companion.table.processes import Processes


def export_entries(scene: Scene, sessions: Sequence[str] | None) -> list[Entry]:
    """Return the menu's entries for copying some evenings, or all of them (None)."""
    stage, line = scene.stage, scene.stage.line
    entries = [
        Entry(
            "stick",
            line("kiosk.export.stick"),
            lambda: export_to_stick(scene, sessions),
            line("kiosk.export.stick.about"),
        )
    ]
    path = stage.keeper.journal.path
    if path is not None:
        folder = Stick(path.parent, "")
        entries.append(
            Entry(
                "folder",
                line("kiosk.export.folder"),
                lambda: scene.open(ExportLayer(scene, sessions, folder)),
                str(path.parent / FOLDER),
            )
        )
    return entries


def export_to_stick(
    scene: Scene, sessions: Sequence[str] | None = None, processes: Processes | None = None
) -> None:
    """Copy evenings (None: all) to the USB stick that is there; asks which one where there are several."""
    scene.open(ExportLayer(scene, sessions, None, processes))


class ExportLayer(Layer):
    """Says how far the copying is, and in the end that the stick may be pulled out."""

    def __init__(
        self,
        scene: Scene,
        sessions: Sequence[str] | None,
        stick: Stick | None,
        processes: Processes | None = None,
    ) -> None:
        super().__init__(scene.stage)
        self._scene = scene
        self._sessions = sessions
        self._processes = processes or self.stage.processes
        self._stop = False
        self._done = (0, 0)
        self._shown = (0, 0)
        self._words = self.stage.line("kiosk.export.looking")
        #: Whether anything was copied.
        self._copied = False
        self._sticks: Future[tuple[Stick, ...]] | None = None
        self._written: Future[tuple[str, bool]] | None = None
        if stick is not None:
            self._write(stick)
        else:
            disk = self.stage.keeper.journal.disk
            self._sticks = self.stage.keeper.work(lambda: find_sticks(disk, self._processes))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._sticks is None and self._written is None

    def tick(self, now: int) -> None:
        if self._sticks is not None and self._sticks.done():
            asked, self._sticks = self._sticks, None
            sticks = self.stage.keeper.taken(asked, self.stage)
            self._found(sticks or ())
        if self._written is not None and self._written.done():
            written, self._written = self._written, None
            self.stale = True
            try:
                self._words, self._copied = written.result(timeout=0)
            except Fault as fault:
                self._words = self.stage.say(fault.say)
        elif self._written is not None and self._done != self._shown:
            self._shown = self._done
            done, of = self._shown
            self._words = self.stage.line("kiosk.export.copying", done=done, of=of)
            self.stale = True

    def _found(self, sticks: Sequence[Stick]) -> None:
        self.stale = True
        if not sticks:
            self._words = self.stage.line("kiosk.export.no_stick")
        elif len(sticks) == 1:
            self._write(sticks[0])
        else:
            self.close()
            entries = [
                Entry(
                    str(stick.path),
                    stick.name,
                    lambda stick=stick: self._scene.open(  # type: ignore[misc]
                        ExportLayer(self._scene, self._sessions, stick, self._processes)
                    ),
                    str(stick.path),
                )
                for stick in sticks
            ]
            self._scene.open(MenuLayer(self.stage, self.stage.line("kiosk.export.which"), entries))

    def _write(self, stick: Stick) -> None:
        self._words = self.stage.line("kiosk.export.reading")
        self._written = self.stage.keeper.work(lambda: self._copy(stick))

    def _copy(self, stick: Stick) -> tuple[str, bool]:
        """Write everything, on the annals' thread; returns how it went, and whether anything was copied."""
        keeper, language = self.stage.keeper, self.stage.language
        sessions = self._sessions
        if sessions is None:
            sessions = [evening.session for evening in keeper.archive.evenings()]
        left_out, copied = 0, 0
        for number, session in enumerate(sessions, start=1):
            if self._stop:
                break
            try:
                files = exported(keeper.journal, keeper.archive, session, language)
            except Fault:
                # A damaged evening must not keep the others off the stick.
                left_out += 1
            else:
                write_to_stick(stick, files, keeper.journal.disk)
                copied += 1
            self._done = (number, len(sessions))
        safe = let_go(stick, self._processes)
        if left_out and not copied:
            return language.line("kiosk.export.none"), False
        parts = [language.line("kiosk.export.done", count=copied, folder=str(stick.path / FOLDER))]
        if left_out:
            parts.append(language.line("kiosk.export.left_out", count=left_out))
        if stick.device:
            parts.append(language.line("kiosk.export.pull" if safe else "kiosk.export.wait"))
        return " ".join(parts), copied > 0

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        if self.over:
            said = line("kiosk.export.over" if self._copied else "kiosk.export.not")
            return Bar(said, hints=(Hint("ok", line("kiosk.hint.good")),))
        return Bar(line("kiosk.export.busy"), hints=(Hint("back", line("kiosk.hint.cancel")),))

    def push(self, push: Push) -> None:
        if push.button == "back" or (push.button == "ok" and self.over):
            self._leave()

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._leave()

    def _leave(self) -> None:
        # What is being written now is written to its end; the next evening is not begun.
        self._stop = True
        self.close()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        room = pygame.Rect(0, 0, min(theme.width - 2 * theme.margin, theme.px(900)), theme.px(300))
        room.center = (theme.width // 2, bar_rect(theme).top // 2)
        canvas.panel(room)
        words = room.inflate(-theme.px(64), -theme.px(110))
        canvas.paragraph(self._words, "lead", Ink.PAPER, words, "middle", True)
        if not self.over:
            done, of = self._shown
            track = pygame.Rect(words.x, room.bottom - theme.px(44), words.width, theme.px(12))
            canvas.blit(canvas.box.rounded(track.size, track.height // 2, Ink.FELT), track.topleft)
            if of:
                wide = max(track.height, track.width * done // of)
                canvas.blit(
                    canvas.box.rounded((wide, track.height), track.height // 2, Ink.BRASS), track.topleft
                )


def all_evenings_entry(scene: Scene) -> Entry:
    """Return the entry that copies all evenings, for a menu of the house."""
    stage: Stage = scene.stage
    return Entry(
        "export",
        stage.line("kiosk.export.all"),
        lambda: export_to_stick(scene),
        stage.line("kiosk.export.all.about"),
    )
