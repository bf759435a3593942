"""Whatever is missing or broken, the kiosk starts: a usable screen, and a sentence that says what."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from companion import asset_files
from companion.kiosk import start, typesetter
from companion.kiosk.acts import Push
from companion.kiosk.app import Kiosk
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.seats import SeatsScene
from companion.language import Language
from companion.settings import FILE
from companion.wishes import Wishes
from tests.kiosk.people import PATIENCE_S

pytestmark = pytest.mark.usefixtures("faults_expected")


class Started:
    """What was to be seen while a kiosk ran for a few frames."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.notices: list[str] = []
        self.banners: tuple[str, ...] = ()
        self.hots: list[str] = []


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Started]]:
    """Starts the real kiosk, goes to the seats of the dice game with OK, sits down, and leaves."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    seen = Started()

    def run(self: Kiosk) -> int:
        assert isinstance(self.scene, HomeScene)
        seen.words = [placed.words for placed in self.shower.canvas.placed]
        seen.hots = [hot.name for hot in self.shower.canvas.hots]
        for button in ("ok", "seat1"):
            self.take(Push(button))
            for _ in range(3):
                self.frame()
        assert isinstance(self.scene, SeatsScene) and len(self.scene.names) == 1
        voice = self.stage.voice
        assert voice is not None and voice.wait(PATIENCE_S)
        until = pygame.time.get_ticks() + 3000
        while self.stage.sounds is not None and pygame.time.get_ticks() < until:
            self.frame()
            seen.notices = [notice.words for notice in self.stage.notices]
            if any("sound device" in words for words in seen.notices) or pygame.mixer.get_init():
                break
            pygame.time.wait(5)
        seen.banners = self.stage.banners
        return 0

    def begin(data: Path | None = None, **wishes: Any) -> Started:
        given = Wishes(data=data or tmp_path / "data", window=(800, 480), camera="none", **wishes)
        assert start.run_kiosk(given) == 0
        return seen

    monkeypatch.setattr(Kiosk, "run", run)
    # It would hold for this process until its end, and make every picture in it dearer.
    monkeypatch.setattr(start, "give_pictures_back", bool)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    Language.load.cache_clear()
    yield begin
    Language.load.cache_clear()
    pygame.display.quit()


def test_nothing_is_said_where_nothing_is_wrong(begin: Callable[..., Started]) -> None:
    seen = begin()
    assert not seen.notices and "What shall we play?" in seen.words
    assert {"entry dice", "entry goldrush", "entry patience", "entry dominoes"} <= {*seen.hots}


def test_a_broken_settings_file(begin: Callable[..., Started], tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('language = "en"\nvolume = loud\n')
    seen = begin(tmp_path)
    assert any("line 2" in words for words in seen.notices) and "What shall we play?" in seen.words
    (tmp_path / FILE).write_bytes(b"\xff\xfe\0")
    seen = begin(tmp_path)
    assert any("cannot be read" in words for words in seen.notices)


def test_missing_assets(
    begin: Callable[..., Started], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts, editions, nets and pictures: all gone."""
    monkeypatch.setattr(asset_files, "_HERE", tmp_path / "nowhere")
    seen = begin()
    assert any("The texts are missing" in words for words in seen.notices)
    assert "dice" in seen.words and "entry dice" in seen.hots


def test_a_missing_locale(begin: Callable[..., Started], tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('language = "xx"\n')
    seen = begin(tmp_path)
    assert any("no texts in the language xx" in words for words in seen.notices)
    assert "What shall we play?" in seen.words


def test_no_fonts(begin: Callable[..., Started], monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def without_fonts(name: str, *args: Any) -> Any:
        if name.startswith("font_"):
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr(typesetter.importlib, "import_module", without_fonts)
    seen = begin()
    assert any("typefaces are missing" in words for words in seen.notices)
    assert "What shall we play?" in seen.words


def test_no_sound(begin: Callable[..., Started], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    seen = begin()
    assert any("no sound device" in words for words in seen.notices)


def test_a_home_that_cannot_be_written(begin: Callable[..., Started], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file" / "data", Path("/proc/nothing-can-be-written-here")):
        seen = begin(folder)
        assert any(str(folder) in words for words in seen.notices), seen.notices
        assert "nothing is kept" in seen.banners and "What shall we play?" in seen.words
