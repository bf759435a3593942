"""The casino dice game as a script: the beginning, the rounds and the end."""

from __future__ import annotations

from typing import Any

from companion.games.dice import bank_round, pot_round
from companion.games.dice.hands import DICE, Dice, hand_name, read_hand
from companion.games.dice.position import digest_of, snapshot_of
from companion.games.dice.round import Part, Round
from companion.games.dice.seating import Seating
from companion.games.dice.settings import Settings
from companion.table.game import Game, Outcome, Plain, Script, Standing, rank
from companion.table.ledger import BANK
from companion.table.prompts import Choose, Claim, Lot, Option, Throw
from companion.table.seats import Seat
from companion.table.text import Text, text

POT = "pot"

_START = text("dice.reason.start")


class DiceGame(Game):
    """One session of the dice game, with the bank (D1-D11) or as a pot (D12).

    `round` is the one in play, `previous` the last one that was thrown.
    """

    name = "dice"
    rules_version = 1

    def __init__(self, seats: tuple[Seat, ...], settings: Settings) -> None:
        super().__init__(seats)
        self.settings = settings
        self.seating = Seating(seats, settings.multiple, settings.rebuys)
        self.round: Round | None = None
        self.previous: Round | None = None
        self.number = 0
        self.outcome: Outcome | None = None
        self.decided = False
        self.adjusted = 0
        self._amount_id = "dice.amount.points" if settings.points else "dice.amount.chips"

    def snapshot(self) -> dict[str, Plain]:
        return snapshot_of(self)

    def digest_fields(self) -> dict[str, Plain]:
        return digest_of(self)

    # The script.

    def script(self) -> Script:
        self._open_table()
        self.seating.begin_with((yield from self._first_bank()))
        while not self._is_decided() and (bank := self.seating.next_bank()) is not None:
            self.number += 1
            playing = self.round = Round(self.number, bank)
            if self.settings.variant == "pot":
                yield from pot_round.play(self, playing)
            else:
                yield from bank_round.play(self, playing)
            self.round = None
            if playing.throws:
                self.previous = playing
        return self._finish()

    def _open_table(self) -> None:
        self.ledger.open_account(POT)
        moves = [move for seat in self.seats for move in self.open_seat(seat.id, f"start/{seat.id}")]
        say = text("dice.said.begin", count=len(self.seats), amount=self.amount(self.starting))
        seats = list(self.seating.ids)
        self.tell("begin", say, seats=seats, rounds=self.rounds, amount=self.starting, moves=moves)

    def _first_bank(self) -> Part[str]:
        """Who has the bank first: chosen by the table or drawn by lot (D16)."""
        ids, how = self.seating.ids, self.settings.first_bank
        variant = self.settings.variant
        say = text(f"dice.ask.{how}_{variant}")
        if how == "choose":
            options = tuple(Option(id, text("dice.name", name=self.seating.name(id))) for id in ids)
            answer = yield (Choose(key="first-bank", say=say, options=options),)
        else:
            answer = yield (Lot(key="lot/first-bank", say=say, among=ids),)
        first: str = answer.value
        said = text(f"dice.said.{how}_{variant}", seat=self.seating.name(first))
        self.tell("lot" if how == "lot" else "chosen", said, seat=first, among=list(ids))
        return first

    def _is_decided(self) -> bool:
        """Whether there is nobody left to play with, so that the session ends early (D7)."""
        if len(self.seating.ids) > 1 and not self.decided:
            self.decided = len(self.able_seats()) < 2 and not any(map(self.may_buy, self.seating.ids))
        return self.decided or len(self.seating.ids) < 2

    def _finish(self) -> Outcome:
        """The most chips win; equal ones share the win (D11)."""
        standings = rank({id: self.ledger.balance(id) for id in self.seating.ids})
        first = self.seating.name(standings[0].seat)
        if self.seating.turns_left > 0:
            why = self._why_early(standings)
            say = text(f"dice.said.end_early_{why}", seat=first)
            self.tell("end_early", say, seat=standings[0].seat, round=self.number, why=why)
        names = tuple(text("dice.name", name=self.seating.name(s.seat)) for s in standings if s.place == 1)
        best = self.amount(standings[0].amount)
        if len(names) == 1:
            say = text("dice.said.winner", seat=first, amount=best)
        else:
            say = text("dice.said.shared", seats=names, amount=best)
        self.outcome = Outcome(standings, say)
        plain = [{"seat": s.seat, "amount": s.amount, "place": s.place} for s in standings]
        self.tell("end", say, standings=plain)
        return self.outcome

    def _why_early(self, standings: tuple[Standing, ...]) -> str:
        if len(standings) == 1:
            return "alone"
        return "ante" if standings[1].amount > 0 else "all"

    # Seats and chips.

    @property
    def rounds(self) -> int:
        """How many rounds this session has, if nobody else joins or leaves (D9)."""
        return self.number + self.seating.turns_left

    @property
    def ended_early(self) -> bool:
        return self.outcome is not None and self.seating.turns_left > 0

    @property
    def starting(self) -> int:
        """What everybody starts with: the agreed chips (D16), or no points (D14)."""
        return 0 if self.settings.points else self.settings.chips

    def granted(self, id: str) -> int:
        """What a seat has had from the house: its start and its rebuys."""
        return self.starting + self.seating.player(id).bought * self.settings.chips

    def open_seat(self, id: str, transfer: str) -> list[dict[str, Plain]]:
        """Open a seat's accounts and give it what everybody starts with; returns the movements."""
        self.ledger.open_account(id, floor=None if self.settings.points else 0)
        self.ledger.open_account(f"stake:{id}")
        return [self.move(transfer, BANK, id, self.starting, _START)] if self.starting else []

    def stake_account(self, id: str) -> str:
        """Where a seat's stake lies: on its own account, or in the pot (D12)."""
        return POT if self.settings.variant == "pot" else f"stake:{id}"

    def worth(self, id: str) -> int:
        """What a seat has before the first throw of a round, its stake on the table included."""
        staked = self.round.stakes.get(id, 0) if self.round else 0
        return self.ledger.balance(id) + staked

    def able(self, id: str) -> bool:
        """Whether a seat has enough to take part in a round; with points always (D14)."""
        return self.settings.points or self.worth(id) >= self.settings.entry

    def able_seats(self) -> list[str]:
        return [id for id in self.seating.ids if self.able(id)]

    def may_buy(self, id: str) -> bool:
        """Whether a seat that cannot take part has a rebuy left (D10)."""
        return self.seating.player(id).rebuys > 0 and not self.able(id)

    # What the rounds use.

    def amount(self, count: int) -> Text:
        """Return an amount with its unit: chips, or points (D14)."""
        return Text(self._amount_id, {"count": count})

    def move(self, id: str, payer: str, payee: str, amount: int, reason: Text) -> dict[str, Plain]:
        """Pay through the ledger; returns the movement as plain data for the views."""
        self.ledger.pay(id, payer, payee, amount, reason)
        return {"id": id, "payer": payer, "payee": payee, "amount": amount}

    def claim(
        self, key: str, say: Text, id: str, payer: str, payee: str, amount: int, reason: Text
    ) -> Part[dict[str, Plain]]:
        """Pay `payee`; where presses are agreed on, once its own press has asked for it (H8)."""
        if self.settings.pressed:
            playing = self.playing
            phase, playing.phase = playing.phase, "pay"
            self.ledger.owe(id, payer, payee, amount, reason)
            yield (Claim(key=key, say=say, seats=(payee,), transfer=id, amount=amount),)
            playing.phase = phase
        return self.move(id, payer, payee, amount, reason)

    @property
    def playing(self) -> Round:
        """The round in play."""
        assert self.round is not None, "no round is in play"
        return self.round

    def throw(self, seat: str, key: str, say: Text) -> Part[Dice]:
        """One throw of all five dice; a void one is thrown again (D8, H7)."""
        playing = self.playing
        playing.thrower = seat
        while True:
            answer = yield (self.throw_prompt(seat, key, say),)
            if answer.value != "void":
                playing.attempts = 0
                return tuple(answer.value)
            self.tell_void(seat)

    def throw_prompt(self, seat: str, key: str, say: Text) -> Throw:
        """The prompt for a throw; after a void throw its key tells the attempts apart."""
        attempt = self.playing.attempts + 1
        return Throw(key=key if attempt == 1 else f"{key}/{attempt}", say=say, seats=(seat,), dice=DICE)

    def tell_void(self, seat: str) -> None:
        """A cocked or fallen die: all five are thrown again (H7)."""
        self.playing.attempts += 1
        self.tell("void", text("dice.said.void", seat=self.seating.name(seat)), seat=seat)

    def tell_throw(self, said: str, seat: str, dice: Dice, role: str) -> None:
        """Say a throw and its hand."""
        hand = read_hand(dice)
        facts: dict[str, Any] = {"dice": list(dice), "members": list(hand.members)}
        say = Text(said, {"seat": self.seating.name(seat), "hand": hand_name(hand)})
        self.tell("throw", say, seat=seat, role=role, category=hand.category.name.lower(), **facts)

    def tell_round_end(self, playing: Round) -> None:
        """Close the books of a round that was played."""
        playing.thrower = None
        balance = self.ledger.balance
        playing.deltas = {id: balance(id) - start for id, start in playing.start.items()}
        self.tell(
            "round_end",
            Text("dice.said.round_end", {"round": playing.number, "rounds": self.rounds}),
            round=playing.number,
            rounds=self.rounds,
            deltas=dict(playing.deltas),
            chips={id: balance(id) for id in self.seating.ids},
        )
