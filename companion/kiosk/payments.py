"""What has been paid between two views of a table, and what of it belongs together for whoever looks on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.table.ledger import State, Transfer
from companion.table.view import TableView

#: No single answer settles more transfers than this; older ones need not be compared.
_LOOKED_AT = 64
#: The prefix of the account that holds a seat's stake.
STAKE = "stake:"


def moved_between(before: TableView, after: TableView) -> tuple[Transfer, ...]:
    """Return the transfers that moved something and were settled since `before`, oldest first.

    What a way back has undone is none of them: only what was entered in the book since.
    """
    settled = {transfer.id for transfer in before.book[-_LOOKED_AT:] if transfer.state is not State.PENDING}
    return tuple(one for one in after.book[-_LOOKED_AT:] if one.id not in settled and one.moved)


@dataclass(frozen=True, slots=True)
class Payment:
    """Transfers of one reason that have one payer or one payee, or go from seats to their own stakes.

    `back` is a stake that has come back to the payee at the same time.
    """

    transfers: tuple[Transfer, ...]
    back: Transfer | None = None

    @property
    def debtors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.debtor for one in self.transfers))

    @property
    def creditors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.creditor for one in self.transfers))

    def joined(self, transfer: Transfer) -> Payment | None:
        """Return the payment with one more transfer; None where that one is another matter."""
        if _comes_back(transfer):
            if self.back is None and self.creditors == (transfer.creditor,):
                return Payment(self.transfers, transfer)
            return None
        if transfer.reason != self.transfers[0].reason or self.back is not None:
            return None
        alike = (
            self.creditors == (transfer.creditor,)
            or self.debtors == (transfer.debtor,)
            or (_is_staked(transfer) and all(map(_is_staked, self.transfers)))
        )
        return Payment((*self.transfers, transfer)) if alike else None


def folded(moved: Sequence[Transfer]) -> tuple[Payment, ...]:
    """Return the payments that some transfers are, in the order in which each of them begins."""
    payments: list[Payment] = []
    for transfer in moved:
        for index, payment in enumerate(payments):
            joined = payment.joined(transfer)
            if joined is not None:
                payments[index] = joined
                break
        else:
            payments.append(Payment((transfer,)))
    return tuple(payments)


def _is_staked(transfer: Transfer) -> bool:
    return transfer.creditor == f"{STAKE}{transfer.debtor}"


def _comes_back(transfer: Transfer) -> bool:
    return transfer.debtor == f"{STAKE}{transfer.creditor}"
