"""The transfers of an evening, in the order in which they were settled; also as a table of values (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from msgspec import Struct

from companion.annals.replaying import Replaying
from companion.language import Language
from companion.table.course import Course
from companion.table.ledger import BANK, State, Transfer
from companion.table.replay import GameFactory
from companion.table.text import Text, text

_COLUMNS = ("answer", "time", "from", "to", "owed", "moved", "state", "reason")
#: A cell that begins so would be taken for a formula by a program that opens the table.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Moved(Struct, frozen=True):
    """A transfer, and the entry of the journal that settled it."""

    number: int
    wall: str
    transfer: Transfer


def transfers_of(factory: GameFactory, course: Course) -> tuple[tuple[Moved, ...], dict[str, str]]:
    """Return the transfers of the answers that count, and the names of the seats that had any.

    Those still owed at the end come last.  Raises `JournalFault`, or what an answer that no longer fits does.
    """
    replaying = Replaying(factory, course)
    found: list[Moved] = []
    names = {seat.id: seat.name for seat in course.header.seats}
    settled = 0
    while True:
        view = replaying.view()
        names |= {seat.id: seat.name for seat in view.seats}
        entry = course.entries[replaying.number]
        done = [transfer for transfer in view.book[settled:] if transfer.state is not State.PENDING]
        settled += len(done)
        found += [Moved(entry.number, entry.wall, transfer) for transfer in done]
        if not replaying.forward():
            owed = [transfer for transfer in view.book if transfer.state is State.PENDING]
            return (*found, *(Moved(entry.number, entry.wall, transfer) for transfer in owed)), names


def account_name(account: str, names: dict[str, str]) -> Text:
    """Return what an account is called: a player, the bank, a stake, a pile."""
    if account in names:
        return Text("annals.account.seat", {"seat": names[account]})
    if account == BANK:
        return text("annals.account.bank")
    kind, _, whose = account.partition(":")
    if kind in ("stake", "loan"):
        return Text(f"annals.account.{kind}", {"seat": names.get(whose, whose)})
    if kind == "chip":
        return text("annals.account.pile", number=int(whose) if whose.isdigit() else 0)
    if kind == "pot":
        return text("annals.account.pot")
    return text("annals.account.other", account=account)


def transfers_csv(moved: Sequence[Moved], names: dict[str, str], language: Language) -> bytes:
    """Return a table of transfers that spreadsheets read: UTF-8 with its mark, a line for the columns."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow([language.line(f"annals.column.{column}") for column in _COLUMNS])
    for one in moved:
        transfer = one.transfer
        table.writerow(
            [
                one.number,
                one.wall,
                _plain(language.say(account_name(transfer.debtor, names))),
                _plain(language.say(account_name(transfer.creditor, names))),
                transfer.amount,
                transfer.moved,
                language.line(f"annals.state.{transfer.state.value.replace(' ', '_')}"),
                _plain(language.say(transfer.reason)),
            ]
        )
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8")


def _plain(words: str) -> str:
    """Return words that no spreadsheet takes for a formula: names may come from anywhere."""
    return f"'{words}" if words.startswith(_FORMULA) else words
