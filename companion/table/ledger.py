"""The double-entry ledger: the one place where money moves, in all four games.

Amounts are whole numbers.  Everything starts on the `bank` account, which alone may go
below zero without limit, so the sum over all accounts is always nought.  A transfer is
pending, then posted, settled for less, or forfeited; once settled it is never changed, and
a correction is a new transfer.  The same id with the same contents is the same transfer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import overload

from msgspec import Struct
from msgspec.structs import replace

from companion.table.text import Text

BANK = "bank"


class State(StrEnum):
    PENDING = "pending"
    POSTED = "posted"
    SETTLED_FOR_LESS = "settled for less"
    FORFEITED = "forfeited"


class Transfer(Struct, frozen=True, kw_only=True):
    """An amount owed or moved from `debtor` to `creditor`; `moved` is what really changed hands."""

    id: str
    debtor: str
    creditor: str
    amount: int
    reason: Text
    state: State = State.PENDING
    moved: int = 0


class LedgerFault(Exception):
    """A rules module asked the ledger for something impossible: our bug, never the players'."""


class NotCovered(LedgerFault):
    """The debtor's account would fall below its floor."""


class Book(Sequence[Transfer]):
    """All transfers at one moment: the settled ones as they were settled, then those still pending.

    Taking one costs no more for a long session than for a short one: settled transfers never change, so
    all books of a ledger share one list of them and each remembers how far it reads.
    """

    __slots__ = ("_count", "_pending", "_settled")

    def __init__(self, settled: list[Transfer], pending: tuple[Transfer, ...]) -> None:
        self._settled = settled
        self._count = len(settled)
        self._pending = pending

    def __len__(self) -> int:
        return self._count + len(self._pending)

    @overload
    def __getitem__(self, index: int) -> Transfer: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Transfer, ...]: ...
    def __getitem__(self, index: int | slice) -> Transfer | tuple[Transfer, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        return self._settled[at] if at < self._count else self._pending[at - self._count]

    def __iter__(self) -> Iterator[Transfer]:
        for at in range(self._count):
            yield self._settled[at]
        yield from self._pending

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Book, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Book({len(self)} transfers, {len(self._pending)} pending)"


class Ledger:
    """Accounts, and every transfer between them in order."""

    def __init__(self) -> None:
        self._balances: dict[str, int] = {BANK: 0}
        self._floors: dict[str, int | None] = {BANK: None}
        self._bounded: list[tuple[str, int]] = []
        self._known: dict[str, Transfer] = {}
        self._open: dict[str, Transfer] = {}
        self._settled: list[Transfer] = []

    def open_account(self, name: str, *, floor: int | None = 0) -> None:
        """Open an empty account that may not fall below `floor` (``None``: no limit)."""
        if name in self._balances:
            raise LedgerFault(f"account {name!r} is already open")
        if floor is not None and floor > 0:
            raise LedgerFault(f"account {name!r} would start below its floor")
        self._balances[name] = 0
        self._floors[name] = floor
        if floor is not None:
            self._bounded.append((name, floor))

    def balance(self, account: str) -> int:
        return self._balances[account]

    @property
    def balances(self) -> dict[str, int]:
        """A copy of all balances, in the order the accounts were opened."""
        return dict(self._balances)

    @property
    def book(self) -> Book:
        """All transfers: the settled ones as they were settled, then the pending ones."""
        return Book(self._settled, self.pending)

    @property
    def pending(self) -> tuple[Transfer, ...]:
        """The transfers that are owed and not yet settled, oldest first."""
        return tuple(self._open.values())

    def transfer(self, id: str) -> Transfer:
        try:
            return self._known[id]
        except KeyError:
            raise LedgerFault(f"no transfer {id!r}") from None

    def owe(self, id: str, debtor: str, creditor: str, amount: int, reason: Text) -> Transfer:
        """Enter a pending transfer.  Entering the same one twice is entering it once."""
        if type(amount) is not int or amount <= 0:
            raise LedgerFault(f"transfer {id!r} has the amount {amount!r}")
        if debtor == creditor:
            raise LedgerFault(f"transfer {id!r} is from {debtor!r} to itself")
        for account in (debtor, creditor):
            if account not in self._balances:
                raise LedgerFault(f"transfer {id!r} names the unknown account {account!r}")
        fresh = Transfer(id=id, debtor=debtor, creditor=creditor, amount=amount, reason=reason)
        known = self._known.get(id)
        if known is None:
            self._known[id] = self._open[id] = fresh
            return fresh
        if (known.debtor, known.creditor, known.amount) != (debtor, creditor, amount):
            raise LedgerFault(f"transfer {id!r} is already in the book with other contents")
        return known

    def post(self, id: str) -> Transfer:
        """Move the whole amount of a pending transfer; raises `NotCovered` when it is not there."""
        owed = self._pending(id)
        return self._move(owed, owed.amount, State.POSTED)

    def settle_for_less(self, id: str, amount: int) -> Transfer:
        """Move `amount`, from nought to less than owed, and cancel the rest (B30)."""
        owed = self._pending(id)
        if type(amount) is not int or not 0 <= amount < owed.amount:
            raise LedgerFault(f"transfer {id!r} of {owed.amount} cannot be settled for {amount!r}")
        return self._move(owed, amount, State.SETTLED_FOR_LESS)

    def forfeit(self, id: str) -> Transfer:
        """Strike a pending transfer; the debtor keeps the money (B6)."""
        return self._settle(replace(self._pending(id), state=State.FORFEITED))

    def pay(self, id: str, debtor: str, creditor: str, amount: int, reason: Text) -> Transfer:
        """Enter a transfer and post it at once; paying the same one twice is paying it once."""
        owed = self.owe(id, debtor, creditor, amount, reason)
        return self.post(id) if owed.state is State.PENDING else owed

    def can_pay(self, account: str, amount: int) -> bool:
        floor = self._floors[account]
        return floor is None or self._balances[account] - amount >= floor

    def assert_conserved(self) -> None:
        """Raise `LedgerFault` unless all accounts add up to nought and none is below its floor."""
        if sum(self._balances.values()) != 0:
            raise LedgerFault(f"the accounts add up to {sum(self._balances.values())}, not to nought")
        for account, floor in self._bounded:
            if self._balances[account] < floor:
                raise LedgerFault(f"account {account!r} is below its floor")

    def _pending(self, id: str) -> Transfer:
        owed = self.transfer(id)
        if owed.state is not State.PENDING:
            raise LedgerFault(f"transfer {id!r} is already {owed.state.value}")
        return owed

    def _move(self, owed: Transfer, amount: int, state: State) -> Transfer:
        if not self.can_pay(owed.debtor, amount):
            raise NotCovered(
                f"transfer {owed.id!r}: {owed.debtor!r} has {self._balances[owed.debtor]}, not {amount}"
            )
        self._balances[owed.debtor] -= amount
        self._balances[owed.creditor] += amount
        return self._settle(replace(owed, state=state, moved=amount))

    def _settle(self, transfer: Transfer) -> Transfer:
        self._known[transfer.id] = transfer
        del self._open[transfer.id]
        self._settled.append(transfer)
        return transfer
