"""What goes wrong at a table that is on: people, wires, codes, clocks, languages, disks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.headless.typed import Wish, answer_of
from companion.kit.codes import CodeBook, CodeResult, KitKey, written_kit
from companion.table.answers import Answer, Source, check
from companion.table.disk import SystemDisk
from companion.table.exchange import import_session
from companion.table.faults import Fault
from companion.table.faulty_disk import DiskFault
from companion.table.prompts import Claim, Confirm, Place, Reveal
from companion.table.refusals import Refused
from companion.table.view import TableView
from companion.torture.found import Found
from companion.torture.hostile import NONSENSE, PAYLOADS, hostile_code
from companion.torture.people import People
from companion.torture.seated import Seated
from companion.torture.world import World

Done = Callable[[Seated], None]


class Mischief:
    """Everything that can go wrong, by name; which of it does is the evening's chance."""

    def __init__(self, world: World, people: People) -> None:
        self._world = world
        self._chance = world.chance
        self._people = people
        kit = KitKey(written_kit(world.seed % 32768), self._chance.randbytes(16))
        self._kit, self._book = kit, CodeBook([kit])
        self._late: list[Answer] = []
        self._always: dict[str, tuple[int, Done]] = {
            "stuck button": (2, self._stuck),
            "two seats at once": (6, self._two_seats),
            "a button mashed": (3, self._mashed),
            "late press": (5, self._late_press),
            "nonsense": (6, self._nonsense),
            "wrong answers": (6, self._wrong),
            "strange codes": (3, self._strange_codes),
            "hostile line": (3, self._hostile_line),
            "hostile file": (1, self._hostile_file),
            "language": (3, self._language),
            "clock jump": (4, self._clock),
            "pause": (2, self._pause),
            "flood": (1, self._flood),
            "full disk": (1, lambda s: self._disk(s, DiskFault.FULL)),
            "I/O errors": (1, lambda s: self._disk(s, DiskFault.BROKEN)),
            "read-only disk": (1, lambda s: self._disk(s, DiskFault.READ_ONLY)),
        }
        self._backwards: dict[str, tuple[int, Done]] = {
            "taken back": (5, self._take_back),
            "rewind": (2, self._rewind),
            "correction": (3, self._correct),
            "left over": (3, self._left_over),
            "put away and opened again": (1, self._put_away),
        }

    def one(self, seated: Seated, *, ways_back: bool) -> None:
        """Let one thing go wrong; with `ways_back` people may also change their minds."""
        kinds = {**self._always, **self._backwards} if ways_back else self._always
        name = self._chance.choices(list(kinds), [weight for weight, _ in kinds.values()])[0]
        if name == "left over" and not seated.view.leftover:
            name = "taken back"
        self._world.note(name)
        kinds[name][1](seated)

    # --- fingers

    def _stuck(self, seated: Seated) -> None:
        for answer in self._people.stick(seated.view):
            seated.tell("answer", answer)

    def _two_seats(self, seated: Seated) -> None:
        answers = self._people.press_together(seated.view)
        done = seated.answer_at_once(answers)
        if len(done) > 1 and len({answer.key for answer in answers}) == 1 and not _many_may(answers[0]):
            raise Found("exceptions", f"{answers[0].key} was answered twice")

    def _mashed(self, seated: Seated) -> None:
        self._all_at_once(seated, self._people.mash(seated.view))

    def fidget(self, seated: Seated) -> None:
        """Everybody's fingers are on the buttons all the time, asked or not."""
        if answers := self._people.fidget(seated.view):
            self._all_at_once(seated, answers)

    def _all_at_once(self, seated: Seated, answers: list[Answer]) -> None:
        """Only the first press of many counts: the others were meant for what stood there before."""
        before = _moved(seated.view)
        done = seated.answer_at_once(answers)
        paid = Counter(answer.key for answer in done if isinstance(answer.prompt, (Claim, Confirm)))
        for key, times in paid.items():
            if times > 1:
                raise Found("exceptions", f"{key} was paid {times} times")
        moved = _moved(seated.view)
        if any(moved.get(id, amount) != amount for id, amount in before.items()):
            raise Found("diverged", "a settled transfer has changed")

    def _late_press(self, seated: Seated) -> None:
        """A press comes late: it counts only where exactly the same is asked again."""
        view = seated.view
        if not self._late or self._late[0].key.split("/")[0] in [p.key.split("/")[0] for p in view.open]:
            wanted = seated.tell("consult", self._people.adviser(view)) if view.open else None
            self._late = [wanted] if wanted is not None else []
        for answer in self._late:
            legal = _legal(answer, view)
            after = seated.tell("answer", answer)
            if after is not None and not legal:
                raise Found("exceptions", f"{answer.key} was taken though it is not asked")

    # --- answers that are none

    def _nonsense(self, seated: Seated) -> None:
        for prompt in seated.view.open[:3]:
            value = self._chance.choice(NONSENSE)
            seat = self._chance.choice((*prompt.seats, None, "nobody"))
            self._offer(seated, Answer(prompt=prompt, value=value, seat=seat))

    def _wrong(self, seated: Seated) -> None:
        """Another tile, card or move than any that is legal, or one for somebody else's prompt."""
        tiles = seated.view.game == "dominoes"
        for prompt in seated.view.open[:2]:
            if isinstance(prompt, (Place, Reveal)):
                self._world.note("wrong tile" if tiles else "wrong card")
            legal = list(getattr(prompt, "legal", getattr(prompt, "known", ())))
            made_up = "".join(self._chance.sample(legal[0], len(legal[0]))) if legal else "0-0@0"
            reasons = list(getattr(prompt, "because", ()))
            for value in (made_up, self._chance.choice(reasons) if reasons else "nothing"):
                seat = prompt.seats[0] if prompt.seats else None
                self._offer(seated, Answer(prompt=prompt, value=value, seat=seat, source=Source.CAMERA))

    def _offer(self, seated: Seated, answer: Answer) -> None:
        """Give an answer that may happen to be legal; it counts where it is, and nowhere else."""
        legal = _legal(answer, seated.view)
        after = seated.tell("answer", answer)
        if (after is not None) > legal:
            raise Found("exceptions", f"{answer.value!r} was taken for {answer.key}")

    def _strange_codes(self, seated: Seated) -> None:
        for _ in range(8):
            kind, raw = hostile_code(self._chance, self._kit)
            self._world.note(kind)
            read = self._book.read(raw)
            if read.result is CodeResult.GOOD:
                raise Found("exceptions", f"the code {raw!r} was taken for {read.item}")
            said = self._world.say(read.say)
            if isinstance(raw, str) and len(raw) > 24 and raw in said:
                raise Found("exceptions", f"the text of a foreign code is said: {raw!r}")

    def _hostile_line(self, seated: Seated) -> None:
        view = seated.view
        waiting = [prompt for prompt in view.open if prompt.waits]
        line = " ".join(self._chance.choice(PAYLOADS).split())
        if not line or not waiting:
            return
        try:
            answer = answer_of(line, waiting, view)
        except Refused as refused:
            self._world.say(refused.say)
        else:
            if not isinstance(answer, Wish):
                self._offer(seated, answer)

    def _hostile_file(self, seated: Seated) -> None:
        """Somebody's session file that was changed on the way."""
        world = self._world
        mirror = world.folder / "sessions" / f"{seated.view.session}.jsonl"
        path = world.folder.parent / "found.jsonl"
        if world.journal is None or not mirror.exists():
            return
        data = bytearray(mirror.read_bytes())
        at = self._chance.randrange(len(data))
        data[at : at + self._chance.randint(0, 3)] = self._chance.randbytes(self._chance.randint(1, 5))
        if self._chance.random() < 0.3:
            data = bytearray(self._chance.choice(PAYLOADS).encode("utf-8", "replace"))
        path.write_bytes(bytes(data))
        before = world.journal.tail(seated.view.session)
        try:
            import_session(world.journal, path, world.factory, SystemDisk())
        except Fault as fault:
            world.say(fault.say)
        else:
            if world.journal.tail(seated.view.session) != before or bytes(data) != mirror.read_bytes():
                raise Found("exceptions", "a changed session file was taken in")
        finally:
            path.unlink()

    # --- ways back

    def _take_back(self, seated: Seated) -> None:
        seats = [seat.id for seat in seated.view.seats]
        seated.tell("take_back", self._chance.choice((None, *seats)))

    def _rewind(self, seated: Seated) -> None:
        seats = [seat.id for seat in seated.view.seats]
        to = max(-1, seated.view.number - int(self._chance.expovariate(1 / 8)))
        seated.tell("rewind", to, self._chance.choice(seats), self._chance.choice(seats))

    def _correct(self, seated: Seated) -> None:
        history = seated.tell("history")
        given = [one for one in history or () if one.kind == "answer" and not one.undone][-12:]
        if not given:
            return
        entry = self._chance.choice(given)
        value = self._people.another_value(entry.asked, entry.value)
        seats = [seat.id for seat in seated.view.seats]
        seated.tell("correct", entry.number, value, self._chance.choice(seats), self._chance.choice(seats))

    def _left_over(self, seated: Seated) -> None:
        if self._chance.random() < 0.3:
            seated.tell("drop_leftovers", None)
            return
        for _ in range(self._chance.randint(1, 6)):
            if seated.tell("leftover") is None or seated.tell("take_leftover", None) is None:
                return

    def _put_away(self, seated: Seated) -> None:
        seats = [seat.id for seat in seated.view.seats]
        before = seated.view.number
        seated.tell("end", seats[0], seats[-1])
        if seated.view.held == "ended":
            seated.tell("rewind", before, seats[0], seats[-1])

    def _pause(self, seated: Seated) -> None:
        seated.tell("pause", None)
        self._nonsense(seated)
        self._world.clock.pass_ms(self._chance.randint(0, 7_200_000))
        seated.tell("go_on", None)

    # --- the world

    def _language(self, seated: Seated) -> None:
        self._world.language = self._chance.choice(self._world.languages)
        self._world.say_all(seated.view)

    def _clock(self, seated: Seated) -> None:
        self._world.jump()

    def _flood(self, seated: Seated) -> None:
        seated.flood(200)

    def _disk(self, seated: Seated, fault: DiskFault) -> None:
        """Nothing can be written for a while; people go on trying."""
        world = self._world
        world.disk.fail(fault)
        try:
            for _ in range(self._chance.randint(1, 2)):
                view = seated.view
                wanted: Any = seated.tell("consult", self._people.adviser(view)) if view.open else None
                if wanted is not None:
                    seated.tell("answer", wanted)
                elif view.held != "":
                    return
                if seated.view is not view and fault is not DiskFault.FULL:
                    raise Found("lost", f"entry {seated.view.number} is shown though nothing can be written")
                if self._chance.random() < 0.3:
                    seated.tell(self._chance.choice(("take_back", "pause")), None)
        finally:
            world.disk.fail(None)
        if seated.view.held == "paused":
            seated.tell("go_on", None)


def _legal(answer: Answer, view: TableView) -> bool:
    try:
        check(answer, view.open, [seat.id for seat in view.seats])
    except Refused:
        return False
    return answer.source is not Source.LOT


def _many_may(answer: Answer) -> bool:
    """Whether several seats may answer the same prompt, one after the other, as in an auction."""
    return answer.prompt.__struct_config__.tag == "bid"


def _moved(view: TableView) -> dict[str, int]:
    return {transfer.id: transfer.moved for transfer in view.book if transfer.moved}
