"""The book beside the balances: each transfer once, moved when settled, and the sum of all that moved."""

from __future__ import annotations

from collections import Counter

from companion.table.ledger import State, Transfer
from companion.table.runner import Runner
from companion.table.view import TableView
from companion.torture.found import Found

_SETTLED = (State.POSTED, State.SETTLED_FOR_LESS)


class BookCheck:
    """Looks through the whole book at every step.

    What was settled never changes, so the transfers that were looked at before are compared by being the very
    same objects, and only what has come since is added up.
    """

    def __init__(self) -> None:
        self._anew()

    def _anew(self) -> None:
        self._looked_at: list[tuple[Transfer, Transfer]] = []
        self._ids: set[str] = set()
        self._sums: Counter[str] = Counter()

    def look(self, view: TableView, runner: Runner) -> None:
        """Compare what is shown with the replay's book and with the balances; raises `Found`."""
        again = runner.game.ledger.book
        if len(view.book) != len(again):
            raise Found("diverged", f"the book at entry {view.number} has {len(view.book)} transfers")
        pairs = list(zip(view.book, again, strict=True))
        known = self._looked_at
        if len(pairs) < len(known) or any(
            new[0] is not old[0] or new[1] is not old[1] for new, old in zip(pairs, known, strict=False)
        ):
            self._anew()
        sums, ids = self._sums, self._ids
        pending: set[str] = set()
        for shown, replayed in pairs[len(self._looked_at) :]:
            if shown != replayed:
                raise Found("diverged", f"the transfer {shown.id} at entry {view.number}")
            if shown.id in ids or shown.id in pending:
                raise Found("diverged", f"the transfer {shown.id} stands twice in the book")
            if shown.moved and shown.state not in _SETTLED:
                raise Found("diverged", f"the transfer {shown.id} has moved money without being settled")
            if shown.state is State.PENDING or pending:
                pending.add(shown.id)
                continue
            self._looked_at.append((shown, replayed))
            ids.add(shown.id)
            sums[shown.creditor] += shown.moved
            sums[shown.debtor] -= shown.moved
        if any(sums[account] != balance for account, balance in view.balances.items()):
            raise Found("diverged", f"the balances at entry {view.number} are not what the book adds up to")
