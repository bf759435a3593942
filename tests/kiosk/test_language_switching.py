"""The language changes while a game is played, and everything that is offered fits the small panel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import language as languages
from companion.asset_files import asset
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.settings import SettingsScene
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.typesetter import fonts_present
from companion.language import LANGUAGES, Language
from companion.settings import Settings
from companion.table.disk import SystemDisk
from tests.house.languages import HEAD
from tests.kiosk.all_screens import misfits
from tests.kiosk.gold_people import menu_entry
from tests.kiosk.people import MakePlayer, Player

#: What of each language is looked at in the short suite: the first so many screens of some journeys.
SAMPLE = {"home": 3, "house": 8, "dice-8": 6}


@pytest.fixture
def two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English, and a Romanian that has very few texts yet."""
    folder = tmp_path / "locale"
    (folder / "ro").mkdir(parents=True)
    (folder / "en").symlink_to(asset("locale/en"))
    (folder / "ro" / "kiosk.po").write_text(
        HEAD + 'msgid "kiosk.home.ask"\nmsgstr "Ce jucăm?"\n\nmsgid "kiosk.menu.title"\nmsgstr "Ce facem?"\n'
    )
    monkeypatch.setattr(languages, "asset", lambda name: tmp_path / name)
    monkeypatch.setattr("companion.settings_table.LANGUAGES", ("en", "ro"))
    Language.load.cache_clear()
    yield
    Language.load.cache_clear()


def said(player: Player) -> set[str]:
    return {placed.words for placed in player.kiosk.shower.canvas.placed}


@pytest.mark.usefixtures("two_languages")
def test_at_home(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    player.tap("entry settings")
    player.push("ok", "back")
    assert isinstance(player.scene, HomeScene)
    assert "Ce jucăm?" in said(player)
    # What is not translated is said in English.
    assert player.stage.line("kiosk.home.quit") == "Leave"
    player.tap("entry settings")
    player.push("ok", "back")
    assert "What shall we play?" in said(player)


@pytest.mark.usefixtures("two_languages")
def test_while_playing_the_table_goes_on_where_it_was(player: Player) -> None:
    player.sit_down()
    before, desk = player.view, player.table.desk
    player.write(key="escape")
    menu_entry(player, "settings")
    assert isinstance(player.scene, SettingsScene)
    player.push("ok", "back")
    assert isinstance(player.scene, TableScene) and player.table.desk is desk
    assert player.view is before and not player.scene.layers
    player.write(key="escape")
    assert "Ce facem?" in said(player)
    player.push("back")
    player.throw(1, 1, 5, 5, 3)
    assert player.view.number > before.number
    player.write(key="escape")
    menu_entry(player, "settings")
    player.push("ok", "back")
    assert not player.table.game.live(player.stage.now), "what has been thrown is not thrown again"


def test_a_change_is_kept_and_one_that_cannot_be_kept_is_told(
    make_player: MakePlayer, tmp_path: Path
) -> None:
    player = make_player(data=tmp_path)
    player.stage.go(SettingsScene(player.stage, HomeScene(player.stage), focus="sounds"))
    player.settle()
    player.push("ok")
    player.stage.keeper.do(lambda: None).result()
    assert Settings.load(tmp_path, SystemDisk()).on("sounds") is False
    assert not player.stage.notices
    # A folder that cannot be written to: the change holds all the same, and people are told.
    (tmp_path / "file").touch()
    player = make_player(data=tmp_path / "file")
    player.stage.go(SettingsScene(player.stage, HomeScene(player.stage), focus="sounds"))
    player.settle()
    player.push("ok")
    player.stage.keeper.do(lambda: None).result()
    player.settle()
    assert player.stage.preferences.settings.on("sounds") is False
    assert "could not be saved" in player.stage.notices[-1].words


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_the_widest_texts_fit_the_small_panel(code: str) -> None:
    assert not [misfit for part, most in SAMPLE.items() for misfit in misfits(code, part=part, most=most)]


@pytest.mark.long
@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_fits_every_screen(code: str) -> None:
    assert not [*misfits(code)]
