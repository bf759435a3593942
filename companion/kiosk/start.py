"""Starting the kiosk: what was wished for on the command line, the data folder, the screen, the hardware."""

from __future__ import annotations

import argparse
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games import GAMES, house_rules, seat_limits
from companion.kiosk.app import Kiosk, heed_signals
from companion.kiosk.keeper import Keeper
from companion.kiosk.layer import Scene
from companion.kiosk.screen import close_screen, on_a_pi, open_screen
from companion.kiosk.sight import Sight
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Theme
from companion.kiosk.views import VIEWS
from companion.language import Language
from companion.settings import Settings
from companion.table.chance import Chance, SeededChance, SystemChance
from companion.table.clock import SystemClock
from companion.table.data_folder import find_data_folder
from companion.table.disk import SystemDisk
from companion.table.faults import Fault
from companion.table.house_rules import rules_from_words
from companion.table.instance_lock import InstanceLock
from companion.table.journal import Journal
from companion.table.seats import seat_players
from hardware.buttons import PressQueue

if TYPE_CHECKING:
    from hardware.opening import Hardware

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the kiosk is to begin with.

    With `names` the session starts at once, with `resume` (an id, or ``""`` for the latest unfinished one)
    one is gone on with, with a `game` alone its seats are asked for; otherwise home is shown.  `camera` and
    `window` go before what is set.
    """

    game: str | None = None
    names: tuple[str, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    resume: str | None = None
    camera: str | None = None
    window: tuple[int, int] | None = None
    seed: int | None = None


def start_kiosk(args: argparse.Namespace) -> int:
    """Run the kiosk as wished on the command line; returns the exit status."""
    return run_kiosk(find_data_folder(args.data), wishes_of(args), args.language)


def wishes_of(args: argparse.Namespace) -> Wishes:
    """Return the wishes of a parsed command line; raises `Fault` or `Refused` for one without sense."""
    game = args.game
    if game is not None and game not in GAMES:
        raise Fault("games.unknown", status=2, given=str(game)[:24], known=", ".join(GAMES))
    if game is not None and game not in VIEWS:
        raise Fault("kiosk.fault.no_view", status=2, game=game)
    least, most = seat_limits(game or VIEWS[0])
    names: tuple[str, ...] = ()
    language = Language.load(args.language or "en")
    if args.seats is not None:
        names = tuple(name.strip() for name in args.seats.split(","))
    elif args.players is not None:
        word = str(args.players).strip()
        if not re.fullmatch(r"[0-9]{1,3}", word) or not least <= int(word) <= most:
            raise Fault("kiosk.fault.players", status=2, given=word[:20], least=least, most=most)
        names = tuple(language.line("kiosk.seats.usual", number=place + 1) for place in range(int(word)))
    if names:
        seat_players(names, least, most)
        game = game or VIEWS[0]
    return Wishes(
        game=game,
        names=names,
        rules=rules_from_words(house_rules(game or VIEWS[0]), args.rules or []),
        resume=args.resume,
        camera=args.camera,
        window=window_size(args.window) if args.window else None,
        seed=_seed(args.seed),
    )


def window_size(word: str) -> tuple[int, int]:
    """Return the size that ``WIDTHxHEIGHT`` means, in pixels; raises `Fault` where it means none."""
    found = re.fullmatch(r"\s*(\d{3,4})\s*[xX×]\s*(\d{3,4})\s*", word)
    if found is None:
        raise Fault("kiosk.fault.window", status=2, given=word[:20])
    return int(found[1]), int(found[2])


def _seed(word: str | None) -> int | None:
    if word is None:
        return None
    if not re.fullmatch(r"[0-9]{1,18}", word.strip()):
        raise Fault("kiosk.fault.seed", status=2, given=word[:20])
    return int(word)


def run_kiosk(data: Path, wishes: Wishes, language: str | None = None) -> int:
    """Run the kiosk on a data folder until somebody leaves it; returns the exit status.

    Raises `Fault` when the folder cannot be used, another kiosk runs on it, or there is no display.
    """
    settings = Settings.load(data, SystemDisk())
    words = Language.load(language or settings.text("language"))
    window = wishes.window or (window_size(settings.text("window")) if settings.text("window") else None)
    chance: Chance = SeededChance(wishes.seed) if wishes.seed is not None else SystemChance()
    with InstanceLock(data), Journal.open(data) as journal:
        screen = open_screen(window)
        keeper = Keeper(journal, chance)
        hardware: Hardware | None = None
        sight: Sight | None = None
        try:
            presses = PressQueue()
            stage = Stage(Theme(*screen.get_size()), words, SystemClock(), keeper)
            kiosk = Kiosk(screen, stage, presses)
            heed_signals(kiosk)
            for fault in settings.faults:
                stage.notice(stage.say(fault), "bad", 12_000)
            stage.go(first_scene(stage, wishes, journal))
            # The first picture is on the screen before cameras and pins, which take longer, are looked for.
            kiosk.frame()
            hardware = _open_hardware(settings, wishes, presses)
            sight = _connect(kiosk, hardware)
            return kiosk.run()
        finally:
            if sight is not None:
                sight.close()
            if hardware is not None:
                hardware.close()
            keeper.close()
            close_screen()


def first_scene(stage: Stage, wishes: Wishes, journal: Journal) -> Scene:
    """Return the scene that the wishes lead to; raises `Fault` where there is no such session."""
    from companion.kiosk.scenes.home import HomeScene
    from companion.kiosk.scenes.opening import OpeningScene
    from companion.kiosk.scenes.seats import SeatsScene

    if wishes.resume is not None:
        return OpeningScene(stage, stage.keeper.resume(_wanted_session(wishes.resume, journal)))
    if wishes.names and wishes.game:
        least, most = seat_limits(wishes.game)
        seats = seat_players(wishes.names, least, most)
        return OpeningScene(stage, stage.keeper.start(wishes.game, seats, wishes.rules))
    if wishes.game:
        return SeatsScene(stage, wishes.game, rules=wishes.rules)
    return HomeScene(stage)


def _wanted_session(wanted: str, journal: Journal) -> str:
    if wanted:
        return journal.find(wanted)
    unfinished: Sequence[str] = [one.session for one in journal.sessions() if not one.finished]
    if not unfinished:
        raise Fault("kiosk.fault.nothing_to_resume")
    return unfinished[0]


def _open_hardware(settings: Settings, wishes: Wishes, presses: PressQueue) -> Hardware:
    from hardware.opening import HardwareSettings, open_hardware

    camera = wishes.camera if wishes.camera is not None else settings.text("camera")
    if not camera:
        # A laptop without a camera gets a made-up table; on a Pi real dice are thrown and typed in.
        camera = "none" if on_a_pi() else "sim"
    seed = wishes.seed if wishes.seed is not None else SystemClock().monotonic_ms() % 1_000_003
    return open_hardware(HardwareSettings(pins=settings.pins(), camera=camera, seed=seed), presses)


def _connect(kiosk: Kiosk, hardware: Hardware) -> Sight | None:
    """Give the kiosk what was opened, and say what could not be."""
    stage = kiosk.stage
    kiosk.lamps = hardware.lamps
    stage.banners = tuple(stage.line(f"kiosk.banner.{banner.value}") for banner in hardware.banners)
    if hardware.camera_fault is not None:
        stage.notice(hardware.camera_fault.say, "bad", 12_000)
    for line in hardware.report:
        log.info("%s", line)
    table = hardware.table
    if table is not None:
        stage.act = lambda dice: _throw(table, dice)
    if hardware.camera is None:
        return None
    stage.sight = Sight(hardware.camera, kiosk.wake.set)
    return stage.sight


def _throw(table: Any, dice: int) -> None:
    table.throw(dice)
