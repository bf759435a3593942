"""The ledger, as tables of lines: a position, a call, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.ledger import BANK, Book, Ledger, LedgerFault, NotCovered, State
from companion.table.text import Text

WHY = Text("why")


def ledger(**purses: int) -> Ledger:
    """A ledger with an account for each purse, paid out by the bank."""
    made = Ledger()
    for account, amount in purses.items():
        made.open_account(account)
        if amount:
            made.pay(f"purse/{account}", BANK, account, amount, WHY)
    return made


# One line: the purses of Ana and Bo, what is called, and either the purses after it or the fault.
OWED = ("owe", "t", "ana", "bo", 7)
LINES: list[tuple[tuple[int, int], list[tuple[object, ...]], tuple[int, int] | str]] = [
    ((10, 0), [OWED], (10, 0)),
    ((10, 0), [OWED, OWED], (10, 0)),
    ((10, 0), [OWED, ("post", "t")], (3, 7)),
    ((7, 0), [OWED, ("post", "t")], (0, 7)),
    ((6, 0), [OWED, ("post", "t")], "has 6, not 7"),
    ((10, 0), [OWED, ("settle_for_less", "t", 4)], (6, 4)),
    ((10, 0), [OWED, ("settle_for_less", "t", 0)], (10, 0)),
    ((10, 0), [OWED, ("settle_for_less", "t", 7)], "cannot be settled for 7"),
    ((10, 0), [OWED, ("settle_for_less", "t", -1)], "cannot be settled for -1"),
    ((3, 0), [OWED, ("settle_for_less", "t", 4)], "has 3, not 4"),
    ((10, 0), [OWED, ("forfeit", "t")], (10, 0)),
    ((10, 0), [OWED, ("post", "t"), ("post", "t")], "is already posted"),
    ((10, 0), [OWED, ("forfeit", "t"), ("post", "t")], "is already forfeited"),
    ((10, 0), [OWED, ("settle_for_less", "t", 1), ("forfeit", "t")], "is already settled for less"),
    ((10, 0), [OWED, ("post", "t"), OWED], (3, 7)),
    ((10, 0), [OWED, ("owe", "t", "ana", "bo", 8)], "already in the book with other contents"),
    ((10, 0), [OWED, ("owe", "t", "bo", "ana", 7)], "already in the book with other contents"),
    ((10, 0), [("pay", "t", "ana", "bo", 7)], (3, 7)),
    ((10, 0), [("pay", "t", "ana", "bo", 7), ("pay", "t", "ana", "bo", 7)], (3, 7)),
    ((10, 0), [("pay", "t", "ana", "bo", 11)], "has 10, not 11"),
    ((10, 0), [("pay", "t", BANK, "bo", 1000)], (10, 1000)),
    ((10, 0), [("owe", "t", "ana", "bo", 0)], "has the amount 0"),
    ((10, 0), [("owe", "t", "ana", "bo", -3)], "has the amount -3"),
    ((10, 0), [("owe", "t", "ana", "bo", 2.0)], "has the amount 2.0"),
    ((10, 0), [("owe", "t", "ana", "bo", True)], "has the amount True"),
    ((10, 0), [("owe", "t", "ana", "ana", 3)], "to itself"),
    ((10, 0), [("owe", "t", "ana", "cy", 3)], "unknown account 'cy'"),
    ((10, 0), [("post", "t")], "no transfer 't'"),
    ((10, 0), [("open_account", "ana")], "already open"),
]


@pytest.mark.parametrize(("purses", "calls", "expected"), LINES)
def test_each_call_moves_what_it_should_or_names_the_fault(
    purses: tuple[int, int], calls: list[tuple[str, ...]], expected: tuple[int, int] | str
) -> None:
    made = ledger(ana=purses[0], bo=purses[1])

    def call(name: str, *arguments: object) -> None:
        more = (WHY,) if name in ("owe", "pay") else ()
        getattr(made, name)(*arguments, *more)

    for line in calls[:-1]:
        call(*line)
    if isinstance(expected, str):
        before = (made.balances, tuple(made.pending))
        with pytest.raises(LedgerFault, match=expected):
            call(*calls[-1])
        assert made.balances == before[0]
        if "has" not in expected:
            assert tuple(made.pending) == before[1]
    else:
        call(*calls[-1])
        assert (made.balance("ana"), made.balance("bo")) == expected
    made.assert_conserved()


def test_a_debt_that_is_not_covered_stays_owed() -> None:
    made = ledger(ana=5, bo=0)
    made.owe("t", "ana", "bo", 7, WHY)
    with pytest.raises(NotCovered):
        made.post("t")
    assert [owed.id for owed in made.pending] == ["t"]
    made.pay("help", BANK, "ana", 2, WHY)
    assert made.post("t").moved == 7


def test_what_really_changed_hands_is_in_the_book() -> None:
    made = ledger(ana=10, bo=0)
    for id in ("a", "b", "c", "d"):
        made.owe(id, "ana", "bo", 3, WHY)
    made.post("a")
    made.settle_for_less("b", 1)
    made.forfeit("c")
    book = {t.id: (t.state, t.amount, t.moved) for t in made.book}
    assert book == {
        "purse/ana": (State.POSTED, 10, 10),
        "a": (State.POSTED, 3, 3),
        "b": (State.SETTLED_FOR_LESS, 3, 1),
        "c": (State.FORFEITED, 3, 0),
        "d": (State.PENDING, 3, 0),
    }


def test_an_account_with_a_lower_floor_may_go_below_nought_and_no_further() -> None:
    made = ledger(bo=0)
    made.open_account("ana", floor=-25)
    assert made.can_pay("ana", 25) and not made.can_pay("ana", 26)
    made.pay("t", "ana", "bo", 25, WHY)
    assert made.balance("ana") == -25
    with pytest.raises(NotCovered):
        made.pay("u", "ana", "bo", 1, WHY)
    with pytest.raises(LedgerFault, match="below its floor"):
        made.open_account("cy", floor=1)


def test_money_out_of_nowhere_is_noticed() -> None:
    made = ledger(ana=10)
    made._balances["ana"] += 1
    with pytest.raises(LedgerFault, match="add up to 1"):
        made.assert_conserved()
    made._balances.update(ana=-1, bank=1)
    with pytest.raises(LedgerFault, match="'ana' is below its floor"):
        made.assert_conserved()


def test_a_book_does_not_change_when_the_ledger_does() -> None:
    made = ledger(ana=10, bo=0)
    made.owe("t", "ana", "bo", 7, WHY)
    book = made.book
    before = tuple(book)
    made.post("t")
    made.pay("u", "bo", "ana", 1, WHY)
    assert tuple(book) == before and [t.id for t in book] == ["purse/ana", "t"]
    assert [t.id for t in made.book] == ["purse/ana", "t", "u"]


def test_a_book_reads_like_a_tuple() -> None:
    made = ledger(ana=10, bo=4)
    made.owe("t", "ana", "bo", 7, WHY)
    book = made.book
    assert len(book) == 3
    assert book[-1].id == book[2].id == "t" and book[-1] in book
    assert [t.id for t in book[1:]] == ["purse/bo", "t"]
    assert book == tuple(book) == made.book and book != made.book[:2] and book != 3
    assert [t.id for t in reversed(book)] == ["t", "purse/bo", "purse/ana"]
    for index in (3, -4):
        with pytest.raises(IndexError):
            book[index]
    assert "3 transfers, 1 pending" in repr(book)
    assert isinstance(book, Book)


ACCOUNTS = (BANK, "ana", "bo", "pot")
CALLS = st.one_of(
    st.tuples(
        st.sampled_from(["owe", "pay"]),
        st.integers(0, 12),
        st.sampled_from(ACCOUNTS),
        st.sampled_from(ACCOUNTS),
        st.integers(-2, 40),
    ),
    st.tuples(st.sampled_from(["post", "forfeit"]), st.integers(0, 12)),
    st.tuples(st.just("settle_for_less"), st.integers(0, 12), st.integers(-2, 40)),
)


@settings(max_examples=150)
@given(st.lists(CALLS, max_size=60))
def test_money_is_conserved_whatever_is_called(calls: list[tuple[object, ...]]) -> None:
    made = ledger(ana=20, bo=20, pot=0)
    for name, number, *arguments in calls:
        method: Callable[..., object] = getattr(made, str(name))
        more = (WHY,) if name in ("owe", "pay") else ()
        before, size = made.balances, len(made.book)
        try:
            method(f"t{number}", *arguments, *more)
        except LedgerFault:
            assert made.balances == before
        made.assert_conserved()
        assert len(made.book) >= size
    moved = dict.fromkeys(ACCOUNTS, 0)
    for transfer in made.book:
        assert 0 <= transfer.moved <= transfer.amount
        moved[transfer.debtor] -= transfer.moved
        moved[transfer.creditor] += transfer.moved
    assert moved == made.balances
