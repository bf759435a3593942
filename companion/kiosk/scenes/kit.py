"""The kit on the screen: what can be printed, drawn on another thread, for a stick or the data folder."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from companion.annals.sticks import find_sticks, let_go
from companion.kiosk import home_icons as icons
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, body_rect, choice_hints, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Icon, Listing
from companion.kiosk.scenes.listed import ListScene
from companion.kiosk.stage import Stage
from companion.kiosk.wall_clock import clock_width
from companion.kit.kit_sheets import PAPERS, SHEETS, make_sheet
from companion.table.disk import Disk
from companion.table.processes import Processes

#: The folder below a stick's or the data folder's own.
FOLDER = "klondike-kit"
_ICONS: dict[str, Icon] = {
    "gold-rush": icons.creek,
    "dominoes": icons.domino,
    "patience": icons.ace,
    "tray-mat": icons.dice,
}


class KitScene(ListScene):
    """The sheets; OK draws one.  The paper can be chosen in the row above them."""

    def __init__(self, stage: Stage, processes: Processes | None = None) -> None:
        super().__init__(stage)
        self._processes = processes or stage.processes
        self._paper = PAPERS[0]
        self._drawing: Future[Path] | None = None
        self._list = Listing(self._entries(), 1)

    def again(self) -> Scene:
        return KitScene(self.stage, self._processes)

    def _entries(self) -> list[Entry]:
        line = self.stage.line
        paper = line(f"kiosk.kit.paper.{self._paper}")
        entries = [Entry("paper", line("kiosk.kit.paper"), self._turn, value=paper, icon=icons.sheet)]
        for name in SHEETS:
            id = f"kiosk.kit.{name.replace('-', '_')}"
            entries.append(
                Entry(
                    name,
                    line(id),
                    lambda name=name: self._draw(name),  # type: ignore[misc]
                    line(f"{id}.about"),
                    icon=_ICONS[name],
                )
            )
        return entries

    def bar(self) -> Bar:
        line = self.stage.line
        if self._drawing is not None:
            return Bar(line("kiosk.kit.drawing"), line("kiosk.kit.drawing.below"))
        hints = choice_hints(line("kiosk.hint.choose"), line("kiosk.hint.home"))
        return Bar(line("kiosk.kit.ask"), line("kiosk.kit.below"), hints=hints)

    def _turn(self) -> None:
        self._paper = PAPERS[(PAPERS.index(self._paper) + 1) % len(PAPERS)]
        self._list.renew(self._entries())
        self.stale = True

    def _draw(self, name: str) -> None:
        journal = self.stage.keeper.journal
        if self._drawing is not None:
            return
        if journal.path is None:
            self.stage.notice(self.stage.line("kiosk.kit.no_folder"), "bad")
            return
        folder, disk, words = journal.path.parent, journal.disk, self.stage.language
        paper, processes = self._paper, self._processes

        def draw() -> Path:
            pdf = make_sheet(name, folder, paper, words).pdf()
            return _written(f"{name}-{paper}.pdf", pdf, folder, disk, processes)

        self._drawing = self.stage.keeper.work(draw)
        self.stale = True

    def tick(self, now: int) -> None:
        if self._drawing is None or not self._drawing.done():
            return
        drawing, self._drawing = self._drawing, None
        self.stale = True
        path = self.stage.keeper.taken(drawing, self.stage)
        if path is not None:
            self.stage.notice(self.stage.line("kiosk.kit.written", path=str(path)), "good", 12_000)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        draw_header(canvas, line("kiosk.kit.title"), line("kiosk.kit.about"), clock_width(self.stage))
        self._list.paint(canvas, body_rect(theme), theme.px(88))


def _written(name: str, pdf: bytes, data: Path, disk: Disk, processes: Processes) -> Path:
    """Write a sheet to the first stick that takes it, otherwise into the data folder; returns where it is."""
    for stick in find_sticks(disk, processes):
        try:
            return _write(stick.path, name, pdf, disk)
        except OSError:
            # A stick that is full or write-protected is no reason to go without the sheet.
            continue
        finally:
            let_go(stick, processes)
    return _write(data, name, pdf, disk)


def _write(folder: Path, name: str, pdf: bytes, disk: Disk) -> Path:
    path = folder / FOLDER / name
    disk.make_folder(path.parent)
    disk.write_whole(path, pdf)
    return path
