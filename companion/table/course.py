"""The course of a session: which answers count, told by the journal's entries alone."""

from __future__ import annotations

from companion.table.answers import Source
from companion.table.entries import Entry, Header, Kind
from companion.table.faults import JournalFault

#: How many steps back along the line all corrections of one session may take together.  No table comes near
#: it; a made-up file could otherwise keep the machine busy for hours.
_MOST_STEPS = 5_000_000


class Course:
    """The entries of one session and, after each, the line of answers that count.

    Answers form a tree: each has the one before it as its parent, a rewind moves the head back, and an undone
    branch stays readable.  An entry that makes no sense raises `JournalFault` and is not added.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        #: What the table is held by: ``"paused"``, ``"ended"`` or nothing.
        self.held = ""
        #: The number of the last entry that went back, 0 if none did.
        self.turned = 0
        self._heads: list[int] = []
        self._leftovers: list[tuple[int, ...]] = []
        self._parents: dict[int, int] = {}
        self._versions: list[int] = []
        self._steps = 0

    @property
    def header(self) -> Header:
        header = self.entries[0].header
        assert header is not None
        return header

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.entries) - 1

    @property
    def head(self) -> int:
        """The number of the last answer that counts; 0, the start, where there is none."""
        return self._heads[-1]

    @property
    def leftover(self) -> tuple[int, ...]:
        """The answers that a correction has left over, oldest first."""
        return self._leftovers[-1]

    @property
    def rules_version(self) -> int:
        return self._versions[-1]

    def version_of(self, number: int) -> int:
        """Return the rules version under which an entry was made."""
        return self._versions[number]

    def head_at(self, number: int) -> int:
        """Return the head after the entry `number`."""
        return self._heads[number]

    def parent(self, number: int) -> int:
        """Return the answer before the answer `number`, 0 for the first."""
        return self._parents[number]

    def line(self, head: int | None = None) -> list[int]:
        """Return the numbers of the answers that lead to `head`, oldest first, without the start."""
        numbers, at = [], self.head if head is None else head
        while at:
            numbers.append(at)
            at = self._parents[at]
        return numbers[::-1]

    def last_by_table(self) -> int:
        """Return the last answer that counts and that the table gave, not chance; 0 if there is none."""
        at = self.head
        while at and self.entries[at].source is Source.LOT:
            at = self._parents[at]
        return at

    def last_by_person(self) -> int:
        """Return the last answer that a person gave since the last way back; 0 if there is none."""
        at = self.last_by_table()
        while at > self.turned and self.entries[at].source in (Source.BOT, Source.LOT):
            at = self._parents[at]
        return at if at > self.turned else 0

    def by_table(self, numbers: list[int]) -> tuple[int, ...]:
        """Return those of the answers that the table gave."""
        return tuple(n for n in numbers if self.entries[n].source is not Source.LOT)

    def add(self, entry: Entry) -> None:
        """Add the next entry; raises `JournalFault` when it does not fit behind the others."""
        if entry.number != len(self.entries) or (entry.kind is Kind.START) != (entry.number == 0):
            raise _senseless(entry)
        leftover: tuple[int, ...] = ()
        if entry.kind is Kind.START:
            if entry.header is None:
                raise _senseless(entry)
            head, version = 0, entry.header.rules_version
        else:
            head, leftover, version = self._follow(entry)
        self.entries.append(entry)
        self._heads.append(head)
        self._leftovers.append(leftover)
        self._versions.append(version)

    def _follow(self, entry: Entry) -> tuple[int, tuple[int, ...], int]:
        head, leftover, version = self.head, self.leftover, self.rules_version
        match entry.kind:
            case Kind.ANSWER:
                if not entry.key or entry.source is None:
                    raise _senseless(entry)
                self._parents[entry.number] = head
                head = entry.number
                if leftover:
                    # A prompt answered anew takes the place of the answer left over for it.
                    leftover = tuple(
                        n for n in leftover if n != entry.about and self.entries[n].key != entry.key
                    )
            case Kind.TAKE_BACK | Kind.REWIND:
                if entry.to is None or entry.to >= entry.number:
                    raise _senseless(entry)
                head, leftover = self._heads[entry.to], self._leftovers[entry.to]
                self.turned, self.held = entry.number, "" if self.held == "ended" else self.held
            case Kind.CORRECTION:
                after = self._after(entry, entry.about)
                if not entry.about:
                    raise _senseless(entry)
                head, leftover = self._parents[entry.about], self.by_table(after) + leftover
                self.turned, self.held = entry.number, "" if self.held == "ended" else self.held
            case Kind.VERSION:
                after = self._after(entry, entry.to)
                if entry.rules_version is None or entry.to is None:
                    raise _senseless(entry)
                if after:
                    self.turned, leftover = entry.number, self.by_table(after) + leftover
                head, version = entry.to, entry.rules_version
            case Kind.DROP:
                leftover = ()
            case Kind.PAUSE:
                self.held = "paused"
            case Kind.ENDED:
                self.held = "ended"
            case Kind.GO_ON | Kind.REBUILT:
                self.held = ""
            case _:
                raise _senseless(entry)
        return head, leftover, version

    def _after(self, entry: Entry, number: int | None) -> list[int]:
        """Return the answers of the line that follow `number`, which must be in it or the start."""
        after, at = [], self.head
        while at and number is not None and at > number:
            after.append(at)
            at = self._parents[at]
        self._steps += len(after) + len(self.leftover)
        if at != number or self._steps > _MOST_STEPS:
            raise _senseless(entry)
        return after[::-1]


def _senseless(entry: Entry) -> JournalFault:
    return JournalFault("session.senseless", number=entry.number)
