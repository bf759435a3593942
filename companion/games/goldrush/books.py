"""The companion's books: debts to the bank, claims of the players, and loans at the church (B4-B7, B13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.games.goldrush import shortfall
from companion.games.goldrush.position import Facts, Part
from companion.table.ledger import BANK
from companion.table.prompts import Claim, Confirm
from companion.table.text import Text, text

if TYPE_CHECKING:
    from companion.games.goldrush.game import GoldRush

_REPAID = text("goldrush.reason.loan_repaid")


class Due(Struct, frozen=True):
    """Money that one player, or the bank, owes a player; once its turn is over, a claim with the prompt that
    asks for it.  `source` is what it comes from: "gold", "card", or the kind of a space."""

    id: str
    debtor: str
    creditor: str
    amount: int
    why: Text
    source: str
    prompt: Claim


def name_of(game: GoldRush, account: str) -> Text:
    """Return how an account is called in a sentence."""
    if account == BANK:
        return _BANK_NAME
    return Text("goldrush.name.seat", {"name": game.position.name(account)})


_BANK_NAME = text("goldrush.name.bank")


def owe_player(game: GoldRush, debtor: str, creditor: str, amount: int, why: Text, source: str) -> None:
    """Note a debt to a player; it becomes a claim when the turn is over (B6)."""
    if amount <= 0:
        return
    id = game.fresh(f"{source}/{debtor}/{creditor}")
    said = game.amount(amount)
    say = Text("goldrush.ask.claim", {"seat": game.position.name(creditor), "amount": said, "why": why})
    prompt = Claim(key=f"claim/{id}", say=say, seats=(creditor,), waits=False, transfer=id, amount=amount)
    game.dues.append(Due(id, debtor, creditor, amount, why, source, prompt))
    facts: Facts = {
        "debtor": name_of(game, debtor),
        "creditor": name_of(game, creditor),
        "amount": said,
        "why": why,
    }
    game.tell(
        "owes", Text("goldrush.said.owes_bank" if debtor == BANK else "goldrush.said.owes", facts),
        debtor=debtor, creditor=creditor, amount=amount, id=id, source=source,
    )  # fmt: skip


def open_claims(game: GoldRush) -> Part[None]:
    """Open what the finished turn has made as claims; with `collect = "auto"` pay it at once, clockwise from
    whose turn it is (B6, B7)."""
    if not game.dues:
        return
    dues, game.dues = game.dues, []
    for due in dues:
        game.ledger.owe(due.id, due.debtor, due.creditor, due.amount, due.why)
        game.claims[due.prompt.key] = due
    if game.settings.collect != "auto":
        return
    assert game.mover is not None
    order = game.position.clockwise(game.mover)
    payer = {id: at for at, id in enumerate(order)}
    for due in sorted(dues, key=lambda due: payer.get(due.debtor, -1)):
        if due.prompt.key in game.claims:
            yield from collect(game, due)


def collect(game: GoldRush, due: Due) -> Part[None]:
    """Pay a claim that has been asked for, or as much of it as there is (B30).

    Under `payments = "both"` a player who owes it presses as well; nothing is pressed under "auto".
    """
    game.claims.pop(due.prompt.key, None)
    settings = game.settings
    if settings.payments == "both" and settings.collect == "ask" and due.debtor != BANK:
        facts: Facts = {
            "seat": game.position.name(due.debtor),
            "amount": game.amount(due.amount),
            "why": due.why,
        }
        yield (
            Confirm(
                key=f"pay/{due.debtor}/{due.id}", say=Text("goldrush.ask.pay", facts),
                seats=(due.debtor,), transfer=due.id, amount=due.amount,
            ),
        )  # fmt: skip
    if game.ledger.can_pay(due.debtor, due.amount):
        game.ledger.post(due.id)
        tell_paid(game, due.id, due.debtor, due.creditor, due.amount, due.why, due.source)
    else:
        yield from shortfall.settle(game, due)
    repay_loan(game, due.creditor)


def tell_paid(
    game: GoldRush, id: str, payer: str, payee: str, amount: int, why: Text, source: str, **more: Any
) -> None:
    """Say what has been paid; `more` goes to the views as well."""
    facts: Facts = {
        "payer": name_of(game, payer),
        "payee": name_of(game, payee),
        "amount": game.amount(amount),
        "why": why,
    }
    move = {"id": id, "payer": payer, "payee": payee, "amount": amount}
    said = "goldrush.said.paid_bank" if payer == BANK else "goldrush.said.paid"
    game.tell("paid", Text(said, facts), source=source, moves=[move], **more)


def strike_claims(game: GoldRush) -> None:
    """Strike out every claim that has not been asked for; the debtors keep the money (B6)."""
    for due in game.claims.values():
        strike(game, due)
    game.claims = {}


def strike(game: GoldRush, due: Due) -> None:
    """Strike out one claim."""
    game.ledger.forfeit(due.id)
    facts: Facts = {
        "creditor": name_of(game, due.creditor),
        "amount": game.amount(due.amount),
        "why": due.why,
    }
    game.tell(
        "forfeited", Text("goldrush.said.forfeited", facts),
        debtor=due.debtor, creditor=due.creditor, amount=due.amount, id=due.id, source=due.source,
    )  # fmt: skip


def pay_bank(game: GoldRush, debts: list[tuple[str, int]], why: Text, source: str) -> Part[None]:
    """Let players pay the bank: each debt is pending until its payer presses, in any order (B6).

    The bank takes what cash there is and cancels the rest (B30); who has nothing has nothing to press for.
    """
    open: dict[str, tuple[Confirm, str]] = {}
    for debtor, amount in debts:
        if amount <= 0:
            continue
        id = game.fresh(f"{source}/{debtor}")
        game.ledger.owe(id, debtor, BANK, amount, why)
        payable = min(amount, game.cash(debtor))
        if payable == 0 or game.settings.payments == "none":
            _settle_with_bank(game, id, source)
            continue
        facts: Facts = {"seat": game.position.name(debtor), "amount": game.amount(payable), "why": why}
        prompt = Confirm(
            key=f"pay/{id}", say=Text("goldrush.ask.pay", facts), seats=(debtor,), transfer=id, amount=payable
        )
        open[prompt.key] = prompt, id
    while open:
        answer = yield tuple(prompt for prompt, _ in open.values())
        _settle_with_bank(game, open.pop(answer.key)[1], source)


def _settle_with_bank(game: GoldRush, id: str, source: str) -> None:
    owed = game.ledger.transfer(id)
    cash = game.cash(owed.debtor)
    if cash >= owed.amount:
        game.ledger.post(id)
        tell_paid(game, id, owed.debtor, BANK, owed.amount, owed.reason, source)
        return
    game.ledger.settle_for_less(id, cash)
    tell_short(game, id, owed.debtor, BANK, owed.amount, cash, owed.reason, source)


def tell_short(
    game: GoldRush, id: str, debtor: str, creditor: str, owed: int, paid: int, why: Text, source: str
) -> None:
    """Say that a debtor has less than he owes (B30)."""
    facts: Facts = {
        "debtor": name_of(game, debtor),
        "creditor": name_of(game, creditor),
        "amount": game.amount(owed),
        "paid": game.amount(paid),
        "why": why,
    }
    moves = [{"id": id, "payer": debtor, "payee": creditor, "amount": paid}] if paid else []
    game.tell(
        "short", Text("goldrush.said.short", facts),
        debtor=debtor, creditor=creditor, owed=owed, paid=paid, source=source, moves=moves,
    )  # fmt: skip


def repay_loan(game: GoldRush, id: str, why: Text = _REPAID) -> None:
    """Repay what can be repaid of a loan out of what a player has just received (B13)."""
    if id == BANK:
        return
    amount = min(game.loan(id), game.cash(id))
    if amount <= 0:
        return
    move = game.pay(game.fresh(f"loan-back/{id}"), id, f"loan:{id}", amount, why)
    facts: Facts = {
        "seat": game.position.name(id),
        "amount": game.amount(amount),
        "left": game.amount(game.loan(id)),
    }
    game.tell("loan_repaid", Text("goldrush.said.loan_repaid", facts), seat=id, moves=[move])
