"""Starting the kiosk: what was wished for on the command line, the data folder, the screen, the hardware."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from companion.asset_files import asset
from companion.kiosk.app import Kiosk, heed_signals
from companion.kiosk.keeper import Keeper
from companion.kiosk.layer import Scene
from companion.kiosk.opening_data import opened_data
from companion.kiosk.preferences import Preferences
from companion.kiosk.screen import close_screen, on_a_pi, open_screen
from companion.kiosk.sight import Opened, Sight
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Theme
from companion.kiosk.typesetter import fonts_present
from companion.kiosk.undisturbed import settle
from companion.kiosk.views import VIEWS
from companion.language import NO_TEXTS, Language
from companion.memory import give_pictures_back
from companion.service import Service
from companion.settings import Settings
from companion.sounds.output import MixerOutput
from companion.sounds.sounds import Sounds
from companion.speech.espeak import Espeak
from companion.speech.voice import Voice
from companion.table.chance import Chance, SeededChance, SystemChance
from companion.table.clock import SystemClock
from companion.table.data_folder import find_data_folder
from companion.table.disk import SystemDisk
from companion.table.faults import Fault
from companion.table.journal import Journal
from companion.table.processes import SystemProcesses
from companion.table.text import Text
from companion.wishes import Wishes, seats_for, window_size, wished_session
from hardware.buttons import PressQueue
from hardware.machine import Machine

if TYPE_CHECKING:
    from companion.doctor import Check
    from hardware.opening import Hardware

log = logging.getLogger(__name__)


def run_kiosk(wishes: Wishes) -> int:
    """Run the kiosk until somebody leaves it; returns the exit status.

    With names the session starts at once, with `resume` one is gone on with, with a game alone its seats are
    asked for; otherwise home is shown.  The wished camera and window go before what is set.

    Raises `Fault` when the folder cannot be used, another kiosk runs on it, or there is no display.
    """
    if wishes.game and wishes.game not in VIEWS:
        raise Fault("kiosk.fault.no_view", status=2, game=wishes.game)
    give_pictures_back()
    data = find_data_folder(wishes.data)
    settings = Settings.load(data, SystemDisk())
    code = wishes.language or settings.text("language")
    words = Language.load(code)
    window = wishes.window or (window_size(settings.text("window")) if settings.text("window") else None)
    seed = wishes.seed if wishes.seed is not None else SystemClock().monotonic_ms() % 1_000_003
    chance: Chance = SeededChance(wishes.seed) if wishes.seed is not None else SystemChance()
    service = Service.of(os.environ, SystemClock().monotonic_ms)
    with closing(service), opened_data(data, service) as (journal, unkept):
        screen = open_screen(window)
        keeper = Keeper(journal, chance)
        hardware: Hardware | None = None
        output = MixerOutput()
        stage: Stage | None = None
        sight: Sight | None = None
        try:
            presses = PressQueue()
            preferences = Preferences(settings, data, SystemDisk(), keeper.do)
            stage = Stage(Theme(*screen.get_size()), words, SystemClock(), keeper, preferences=preferences)
            stage.look()
            stage.processes = SystemProcesses()
            stage.sounds, stage.voice = Sounds(output), Voice(output, Espeak())
            kiosk = Kiosk(screen, stage, presses, beat=service.beat)
            service.watch(pygame.display.get_driver(), journal.session_ids, kiosk.shower.expose)
            heed_signals(kiosk)
            _tell_what_is_amiss(stage, settings, code, unkept)
            if wishes.bots is not None:
                from companion.kiosk.bot_seats import BotSeats

                stage.bots = BotSeats(wishes.bots)
            stage.go(first_scene(stage, wishes, journal))
            # The first picture is on the screen before cameras and pins, which take longer, are looked for.
            kiosk.frame()
            hardware = _open_hardware(settings, presses)
            stage.doctor = _doctor(stage, data, hardware)
            _keep_camera(preferences, Machine())
            sight = _connect(kiosk, hardware, _wished_camera(settings, wishes), seed, data)
            settle()
            return kiosk.run()
        finally:
            service.stopping()
            if sight is not None:
                sight.close()
            if hardware is not None:
                hardware.close()
            keeper.close()
            if stage is not None:
                stage.be_silent()
            output.close()
            close_screen()


def first_scene(stage: Stage, wishes: Wishes, journal: Journal) -> Scene:
    """Return the scene that the wishes lead to; raises `Fault` where there is no such session."""
    from companion.kiosk.scenes.home import HomeScene
    from companion.kiosk.scenes.opening import OpeningScene
    from companion.kiosk.scenes.seats import SeatsScene

    if wishes.resume is not None:
        session = wished_session(wishes.resume, journal)
        return OpeningScene(stage, stage.keeper.resume(session, from_agreeing=wishes.from_agreeing))
    if wishes.names and wishes.game:
        return OpeningScene(stage, stage.keeper.start(wishes.game, seats_for(wishes), wishes.rules))
    if wishes.game:
        return SeatsScene(stage, wishes.game, rules=wishes.rules)
    return HomeScene(stage)


def _open_hardware(settings: Settings, presses: PressQueue) -> Hardware:
    """Open buttons and lamps; the camera is opened when a throw is first waited for."""
    from hardware.opening import HardwareSettings, open_hardware

    return open_hardware(HardwareSettings(pins=settings.pins(), camera="none"), presses)


def _tell_what_is_amiss(stage: Stage, settings: Settings, code: str, unkept: Text | None) -> None:
    """Say in a sentence each what is not as it should be; the evening can begin all the same."""
    said = [stage.say(fault) for fault in settings.faults]
    if stage.language.empty:
        said.append(NO_TEXTS.format(folder=asset("locale")))
    elif stage.language.code != code:
        said.append(stage.line("kiosk.settings.no_texts", code=code))
    if not fonts_present():
        said.append(stage.line("kiosk.start.no_fonts"))
    if unkept is not None:
        said.append(stage.say(unkept))
        stage.banners = (stage.line("kiosk.banner.not_kept"),)
    for words in said:
        stage.notice(words, "bad", 15_000)


def _doctor(stage: Stage, data: Path, hardware: Hardware) -> Callable[[], Iterable[Check]]:
    """Return what looks at the machine, asking for what the kiosk itself has open."""
    driver, size = pygame.display.get_driver(), (stage.theme.width, stage.theme.height)

    def look() -> Iterable[Check]:
        # Only whoever opens the diagnosis needs all that it looks with.
        from companion.doctor import Live, checks, system_world

        camera = stage.sight.open_camera if stage.sight is not None else None
        return checks(system_world(data, stage.settings, Live(driver, size, hardware, camera)))

    return look


def _connect(kiosk: Kiosk, hardware: Hardware, camera: str, seed: int, data: Path) -> Sight | None:
    """Give the kiosk what was opened, and say what could not be."""
    stage = kiosk.stage
    kiosk.lamps = hardware.lamps
    stage.banners += tuple(stage.line(f"kiosk.banner.{banner.value}") for banner in hardware.banners)
    for line in hardware.report:
        log.info("%s", line)
    if camera == "none":
        return None
    stage.sight = Sight(lambda: _open_camera(camera, seed, data), kiosk.wake.set)
    return stage.sight


def _keep_camera(preferences: Preferences, machine: Machine) -> None:
    """Keep a camera that was set by its number by its stable path: numbers change from start to start."""
    from hardware.webcam import lasting_path

    path = lasting_path(preferences.settings.text("camera"), machine.dev)
    if path is not None:
        preferences.change("camera", path)


def _wished_camera(settings: Settings, wishes: Wishes) -> str:
    camera = wishes.camera if wishes.camera is not None else settings.text("camera")
    if camera:
        return camera
    from hardware.opening import found_camera

    # A laptop without a camera gets a made-up table; on a Pi real dice are thrown and typed in.
    return found_camera() or ("none" if on_a_pi() else "sim")


def _open_camera(camera: str, seed: int, data: Path) -> Opened:
    from companion.kit.kit_keys import known_kits
    from hardware.opening import HardwareSettings, open_hardware

    # A simulated table is well lit and tidy, as people are told to make theirs.
    settings = HardwareSettings(buttons="keyboard", camera=camera, seed=seed, level="plain")
    hardware = open_hardware(settings, PressQueue())
    fault = hardware.camera_fault.say if hardware.camera_fault is not None else ""
    if hardware.table is None:
        return Opened(hardware.camera, fault=fault, kits=lambda: known_kits(data))
    from companion.kiosk.made_up_table import MadeUpTable

    table = MadeUpTable(hardware.table, seed)
    return Opened(hardware.camera, table.act, fault, table.kits)
