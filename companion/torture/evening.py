"""One evening by its seed: people play, and everything goes wrong that can, until the session is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.games import GAMES, house_rules, seat_limits
from companion.simulate.runner import NAMES
from companion.table.exchange import export_session, import_session, write_session_file
from companion.table.faults import JournalFault
from companion.table.journal import Journal
from companion.table.refusals import Refused
from companion.table.seats import Seat, seat_players
from companion.torture.found import Found
from companion.torture.mischief import Mischief
from companion.torture.people import People
from companion.torture.seated import Seated, resume, start
from companion.torture.tally import Tally
from companion.torture.world import PowerGone, World

#: Entries after which a session is put away by two seats, as people do who get tired.
LONGEST_SESSION = 260
#: Steps after which no more ways back are taken, or an evening would have no end.
_TIRED = 200
_FIXED = {
    # Rules that name files, or that want what is no part of an evening: another edition, a solver.
    "edition": None,
    "winnable": None,
    "virtual": None,
}


def play_evening(seed: int, folder: Path) -> Tally:
    """Play the evening of a seed in an empty folder; raises `Found` for what must never happen.

    The same seed plays the same evening, entry by entry.
    """
    evening = Evening(seed, folder)
    with evening.world.listening():
        try:
            evening.play()
        finally:
            evening.end()
    return evening.world.tally


class Evening:
    """The evening of a seed: its main game goes by the seed, the rest by chance of the seed's own."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.world = World(seed, folder)
        self.people = People(self.world)
        self.game = GAMES[seed % len(GAMES)]
        self.seated: Seated | None = None
        self.unfinished: list[str] = []
        self.steps = 0
        self._mischief = Mischief(self.world, self.people)

    def play(self) -> None:
        """Play until all sessions of the evening are over, then look at all that is left on the disk."""
        world = self.world
        world.switch_on()
        self._until_it_works(lambda: self._sit_down(self.game))
        while self.seated is not None:
            try:
                self._go_on()
            except PowerGone:
                self._again(cut=True)
        self._look_back()

    def end(self) -> None:
        """Leave no thread and no file open, whatever was found."""
        if self.seated is not None:
            with suppress(Found):
                self.seated.close()
        self.world.end()

    def _go_on(self) -> None:
        """Play one step, or one thing that goes wrong."""
        world, chance = self.world, self.world.chance
        seated = self.seated
        assert seated is not None
        self.steps += 1
        view = seated.view
        if view.outcome is not None or view.held == "ended":
            self._get_up()
            return
        if view.number > LONGEST_SESSION:
            ids = [seat.id for seat in view.seats]
            seated.tell("end", ids[0], ids[-1])
            return
        world.clock.pass_ms(chance.randint(200, 20_000))
        self._mischief.fidget(seated)
        if seated.view.outcome is not None:
            return
        roll = chance.random()
        if roll < 0.008 and world.disk.fault is None:
            world.disk.cut_after(chance.randint(0, 25))
        elif roll < 0.010:
            self._again(cut=False)
            return
        elif roll < 0.0115:
            self._older_rules()
            return
        elif roll < 0.0119 and self.world.tally.sessions < 2:
            self._another_session()
            return
        elif roll < 0.17:
            self._mischief.one(seated, ways_back=self.steps < _TIRED)
            return
        self._answer(seated)

    def _answer(self, seated: Seated) -> None:
        view = seated.view
        if view.held or not view.open:
            raise Found("exceptions", f"nothing is asked at entry {view.number}: {view.held!r}")
        wanted = seated.tell("consult", self.people.adviser(view))
        seated.tell("answer", self.people.give(wanted, view))
        self.world.say_all(seated.view)

    # --- sessions of the evening

    def _sit_down(self, game: str) -> None:
        """Begin a session of a game with house rules of chance's choosing."""
        world, chance = self.world, self.world.chance
        least, most = seat_limits(game)
        count = chance.randint(least, most)
        rules = self._rules(game)
        seats: tuple[Seat, ...] = seat_players(NAMES[:count], least, most)
        try:
            self.seated = start(world, game, seats, rules)
        except Refused:
            self.seated = start(world, game, seats, {})
        self.unfinished.append(self.seated.view.session)
        world.tally.sessions += 1
        world.tally.games[game] += 1

    def _rules(self, game: str) -> dict[str, Any]:
        chance, rules = self.world.chance, dict[str, Any]()
        for rule in house_rules(game):
            if rule.id in _FIXED or chance.random() < 0.6:
                continue
            match rule.kind:
                case "switch":
                    rules[rule.id] = chance.random() < 0.5
                case "choice":
                    rules[rule.id] = chance.choice(rule.options).id
                case "number":
                    # Small ones, or an evening is over before it has begun or never.
                    rules[rule.id] = chance.randint(rule.least, min(rule.most, rule.least + 20))
        if game == "dice":
            # One round of a few throws would be over at once.
            rules["multiple"] = chance.randint(3, 12)
        return rules

    def _get_up(self) -> None:
        """The session is over; another that waits is gone on with."""
        seated = self.seated
        assert seated is not None
        view = seated.view
        self.world.tally.finished += view.outcome is not None
        self.world.tally.answers += len(self.world.checks.acknowledged[view.session])
        self.unfinished.remove(view.session)
        seated.close()
        self.seated = None
        if self.unfinished:
            self._until_it_works(lambda: self._resume(self.unfinished[0]))

    def _another_session(self) -> None:
        """In the middle of it all another game is begun; the first one waits."""
        assert self.seated is not None
        self.world.note("another session")
        self.seated.close()
        self.seated = None
        game = self.world.chance.choice(GAMES)
        self._until_it_works(lambda: self._sit_down(game))

    def _resume(self, session: str) -> None:
        self.seated = resume(self.world, session)

    # --- the machine

    def _again(self, *, cut: bool) -> None:
        """The machine goes off and on, and one of the sessions is gone on with."""
        world = self.world
        self._close(cut=cut)
        world.switch_on()
        journal = world.journal
        assert journal is not None
        # A session whose first commit was cut off has never begun.
        self.unfinished = [one for one in self.unfinished if one in journal.session_ids()]
        if self.unfinished:
            session = world.chance.choice(self.unfinished)
            self._until_it_works(lambda: self._resume(session))
        else:
            self._until_it_works(lambda: self._sit_down(self.game))

    def _until_it_works(self, begin: Callable[[], None]) -> None:
        """The power may go while a session is begun or resumed, too."""
        world = self.world
        while True:
            if world.chance.random() < 0.15:
                world.disk.cut_after(world.chance.randint(0, 12))
            try:
                begin()
                return
            except PowerGone:
                self._close(cut=True)
                world.switch_on()

    def _close(self, *, cut: bool) -> None:
        if self.seated is not None:
            self.seated.close()
            self.seated = None
        self.world.switch_off(cut=cut)

    def _older_rules(self) -> None:
        """The companion was brought up to date: the journal is of an older rules version now."""
        self.world.note("an older journal under newer rules")
        assert self.seated is not None
        self.seated.close()
        self.seated = None
        self.world.newer += 1
        self._again(cut=False)

    # --- afterwards

    def _look_back(self) -> None:
        """Every session is verified end to end: exported, read back, replayed with all undone branches."""
        world = self.world
        journal = world.journal
        assert journal is not None
        world.checks.opened(journal)
        for session in journal.session_ids():
            path = world.folder.parent / f"{session}.jsonl"
            write_session_file(path, export_session(journal, session))
            with Journal.in_memory() as other:
                try:
                    done = import_session(other, path, world.factory)
                except JournalFault as fault:
                    raise Found("diverged", f"session {session} is not sound: {fault}") from fault
                if other.tail(session) != journal.tail(session) or not done.new:
                    raise Found("diverged", f"session {session} is another one elsewhere")
            path.unlink()
        world.check_threads()
