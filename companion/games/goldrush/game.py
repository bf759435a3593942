"""The board game as a script: the start, the turns and the end."""

from __future__ import annotations

from typing import Any

from companion.games.goldrush import books, gap, landing, snapshot
from companion.games.goldrush.auction import Auction
from companion.games.goldrush.books import Due
from companion.games.goldrush.edition import Edition
from companion.games.goldrush.position import Facts, Part, Position
from companion.games.goldrush.settings import KEPT, Settings
from companion.games.goldrush.shelf import to_text
from companion.table.game import Game, Outcome, Plain, Script, rank
from companion.table.ledger import BANK
from companion.table.prompts import Lot, Prompt, Throw
from companion.table.seats import Seat
from companion.table.text import Text, text

DICE = 2

_GRUBSTAKE = text("goldrush.reason.grubstake")
_LOAN = text("goldrush.reason.loan_deducted")


class GoldRush(Game):
    """One session of the board game.

    `number` counts the turns, missed ones too; `mover` is whose turn it is, `dice` what began it.  `dues` are
    the debts between players, and of the bank to them, that this turn has made; `claims` those that may be
    asked for now (B6).
    """

    name = "goldrush"
    rules_version = 1

    def __init__(self, seats: tuple[Seat, ...], edition: Edition, settings: Settings) -> None:
        super().__init__(seats)
        self.edition = edition
        self.settings = settings
        self.unit = edition.game.money_unit
        self.position = Position(edition, seats, settings.transport_is_building)
        self.number = 0
        self.phase = "start"
        self.mover: str | None = None
        self.dice: tuple[int, ...] = ()
        self.start_throws: dict[str, tuple[int, ...]] = {}
        self.dues: list[Due] = []
        self.claims: dict[str, Due] = {}
        self.auction: Auction | None = None
        self.outcome: Outcome | None = None
        self.deals_begun: dict[str, int] = {}
        self.joined = 0
        self.adjusted = 0
        self.side: tuple[Prompt, ...] | None = None
        self.latest = ""
        self._used: dict[str, int] = {}
        self._amounts: dict[int, Text] = {}

    def snapshot(self) -> dict[str, Plain]:
        return snapshot.snapshot_of(self)

    def digest_fields(self) -> dict[str, Plain]:
        return snapshot.digest_of(self)

    def rules_to_keep(self, given: dict[str, Any]) -> dict[str, Any]:
        """The house rules with the whole edition beside its name, so that a replay needs no other file."""
        return {**given, KEPT: to_text(self.edition)}

    # The script.

    def script(self) -> Script:
        moves = [move for seat in self.seats for move in self.open_seat(seat.id)]
        amount = self.amount(self.edition.game.grubstake)
        say = text("goldrush.said.begin", count=len(self.seats), amount=amount)
        self.tell("begin", say, seats=list(self.position.ids), edition=self.edition.game.name, moves=moves)
        if self.settings.cards != "screen":
            count = self.edition.game.cards_per_creek
            creeks = tuple(Text("goldrush.name", {"name": creek.name}) for creek in self.position.creeks)
            say = text("goldrush.said.set_up", count=count, creeks=creeks)
            self.tell("set_up", say, count=count, creeks=[creek.id for creek in self.position.creeks])
        seat = yield from self._first()
        while len(self.position.ids) > 1 and not self.position.worked_out:
            yield from self._turn(seat)
            seat = self.position.after(seat)
        self.mover = None
        if len(self.position.ids) > 1:
            yield from gap.close_books(self)
        return self._finish()

    def _first(self) -> Part[str]:
        """Everybody throws, the highest begins, tied ones throw again; or the program draws (B1)."""
        if self.settings.starter == "lot":
            say = text("goldrush.ask.lot")
            answer = yield (Lot(key="lot/first", say=say, among=self.position.ids),)
            first: str = answer.value
        else:
            among, attempt = list(self.position.ids), 1
            while len(among) > 1:
                among, attempt = (yield from self._start_round(among, attempt)), attempt + 1
            first = among[0]
        self.start_throws = {}
        self.tell("starts", Text("goldrush.said.starts", {"seat": self.position.name(first)}), seat=first)
        return first

    def _start_round(self, among: list[str], attempt: int) -> Part[list[str]]:
        """Let each of `among` throw for the start; returns who threw highest."""
        self.start_throws = {}
        for id in among:
            self.mover = id
            say = Text("goldrush.ask.start_throw", {"seat": self.position.name(id)})
            dice = yield from self.throw(id, f"start/{id}/{attempt}", say)
            self.start_throws[id] = dice
            facts: Facts = {"seat": self.position.name(id), "total": sum(dice)}
            self.tell("start_throw", Text("goldrush.said.start_throw", facts), seat=id, dice=list(dice))
        best = max(sum(dice) for dice in self.start_throws.values())
        tied = [id for id in among if sum(self.start_throws[id]) == best]
        if len(tied) > 1:
            names = tuple(Text("goldrush.name.seat", {"name": self.position.name(id)}) for id in tied)
            self.tell("start_tie", Text("goldrush.said.start_tie", {"seats": names}), seats=tied)
        return tied

    def _turn(self, seat: str) -> Part[None]:
        """One turn: a missed one (B14), or claims and deals beside the throw (B6), the move and what it
        brings, and the claims that come of it."""
        self.number += 1
        self._used.clear()
        self.mover, player = seat, self.position.players[seat]
        if player.missing:
            player.missing -= 1
            say = Text("goldrush.said.missed", {"seat": self.position.name(seat)})
            self.tell("missed", say, seat=seat, number=self.number, left=player.missing)
            return
        dice = yield from gap.before_throw(self, seat)
        if dice is None:
            return
        self.phase, self.dice = "turn", dice
        total = sum(dice)
        facts: Facts = {"seat": self.position.name(seat), "total": total}
        self.tell("throw", Text("goldrush.said.throw", facts), seat=seat, dice=list(dice), number=self.number)
        if player.host is None or landing.leaves_theatre(self, seat, dice):
            index = (player.at + total) % len(self.position.board)
            yield from landing.move_to(self, seat, index)
        yield from books.open_claims(self)
        self.dice = ()

    def _finish(self) -> Outcome:
        """The deeds go back worthless and the most cash wins; equal cash shares the win (B33)."""
        self.phase = "over"
        books.strike_claims(self)
        deeds = {self.position.board[i].id: owner for i, owner in sorted(self.position.deeds.items())}
        for index in list(self.position.deeds):
            self.position.give_deed(index, None)
        self.tell("ghost_town", text("goldrush.said.ghost_town", count=len(deeds)), deeds=deeds)
        for id in self.position.ids:
            books.repay_loan(self, id, _LOAN)
        balance = self.ledger.balance
        standings = rank({id: balance(id) - self.loan(id) for id in self.position.ids})
        names = [self.position.name(one.seat) for one in standings if one.place == 1]
        winners = tuple(Text("goldrush.name.seat", {"name": name}) for name in names)
        best = self.amount(standings[0].amount)
        if len(winners) == 1:
            say = text("goldrush.said.winner", seat=winners[0], amount=best)
        else:
            say = text("goldrush.said.shared", seats=winners, amount=best)
        self.outcome = Outcome(standings, say)
        plain = [{"seat": s.seat, "amount": s.amount, "place": s.place} for s in standings]
        self.tell("end", say, standings=plain)
        return self.outcome

    # What the parts of the script use.

    def open_seat(self, id: str) -> list[dict[str, Plain]]:
        """Open a seat's accounts and give it the grubstake; its loan stands on ``loan:<seat>`` (B13)."""
        self.ledger.open_account(id)
        self.ledger.open_account(f"loan:{id}", floor=None)
        grubstake = self.edition.game.grubstake
        return [self.pay(f"grubstake/{id}", BANK, id, grubstake, _GRUBSTAKE)] if grubstake else []

    def loan(self, id: str) -> int:
        """What a player still owes the bank for a loan at the church."""
        return -self.ledger.balance(f"loan:{id}")

    def cash(self, id: str) -> int:
        return self.ledger.balance(id)

    def amount(self, count: int) -> Text:
        """Return an amount of money as it is said."""
        said = self._amounts.get(count)
        if said is None:
            id = "goldrush.amount" if count >= 0 else "goldrush.amount.below"
            said = Text(id, {"amount": abs(count), "currency": self.edition.game.currency})
            self._amounts[count] = said
        return said

    def fresh(self, stem: str) -> str:
        """Return a key, or a transfer's id, that no other of this session has."""
        count = self._used.get(stem, 0) + 1
        self._used[stem] = count
        self.latest = f"{stem}/{self.number}" if count == 1 else f"{stem}/{self.number}/{count}"
        return self.latest

    def pay(self, id: str, payer: str, payee: str, amount: int, why: Text) -> dict[str, Plain]:
        """Pay through the ledger; returns the movement as plain data for the views."""
        self.ledger.pay(id, payer, payee, amount, why)
        return {"id": id, "payer": payer, "payee": payee, "amount": amount}

    def throw(self, seat: str, key: str, say: Text) -> Part[tuple[int, ...]]:
        """One throw of both dice that is not the beginning of a turn; a void one is thrown again (H7)."""
        attempt = 1
        while True:
            prompt = Throw(key=key if attempt == 1 else f"{key}/{attempt}", say=say, seats=(seat,), dice=DICE)
            answer = yield (prompt,)
            if answer.value != "void":
                return tuple(answer.value)
            attempt += 1
            self.tell_void(seat)

    def tell_void(self, seat: str) -> None:
        """A die is cocked or has left the tray: both are thrown again (H7)."""
        self.tell("void", Text("goldrush.said.void", {"seat": self.position.name(seat)}), seat=seat)

    def give_deed(self, index: int, to: str | None) -> None:
        """Give a deed to a player or back to the bank; says who leaves a theatre by that (B25)."""
        self.side = None
        before = self.position.monopoly(index)
        freed = self.position.give_deed(index, to)
        space = self.position.board[index]
        for id in freed:
            say = text("goldrush.said.freed", seat=self.position.name(id), space=space.name)
            self.tell("freed", say, seat=id, space=space.id)
        owner = self.position.monopoly(index)
        if owner is not None and owner != before:
            say = text(
                "goldrush.said.monopoly",
                seat=self.position.name(owner),
                kind=text(f"goldrush.kinds.{space.kind}"),
            )
            self.tell("monopoly", say, seat=owner, kind=space.kind)
