"""Matschinsky's domino game as a script: the beginning, the deals and the end (T12-T15)."""

from __future__ import annotations

from companion.games.dominoes.dealing import Deal, Hand, Part
from companion.games.dominoes.hands import deal_tiles
from companion.games.dominoes.layout import CHIPS
from companion.games.dominoes.seen import Seen, seen_by
from companion.games.dominoes.settings import Settings
from companion.games.dominoes.snapshot import digest_of, snapshot_of, view_of
from companion.games.dominoes.tiles import tiles_in
from companion.games.dominoes.turn import (
    leave,
    leave_prompts,
    put_right,
    take_back,
    take_turn,
    wrong_prompt,
)
from companion.table.adjusting import adjust_prompt
from companion.table.game import Game, Outcome, Plain, Script, rank
from companion.table.ledger import BANK
from companion.table.prompts import Choose, Claim, Lot, Option, Prompt
from companion.table.seats import Seat
from companion.table.text import Fact, Text, text

#: Two deals for each player (T14).
DEALS_EACH = 2
#: The chip that starts with a second one on top, counted from 0 (T13).
CENTRE = 4

_LAID_OUT = text("dominoes.reason.laid_out")
_READY = (Option("ready", text("dominoes.option.ready")),)


class DominoGame(Game):
    """One session of the domino game.

    `virtual` are the seats that the companion plays, with their strengths; `gone` those of them whose players
    have left (H1).  `deal` is the one in play, `previous` the last one that was played to its end.
    """

    name = "dominoes"
    rules_version = 1

    def __init__(self, seats: tuple[Seat, ...], settings: Settings) -> None:
        super().__init__(seats)
        self.settings = settings
        self.shares = settings.shares(len(seats))
        self.deals = DEALS_EACH * len(seats)
        self.deal: Deal | None = None
        self.previous: Deal | None = None
        self.gone: list[str] = []
        self.outcome: Outcome | None = None
        self.waiting = False
        self.adjusted = 0
        ids = [seat.id for seat in seats]
        played = ids[-settings.virtual :] if settings.virtual else []
        self.virtual: dict[str, str] = dict.fromkeys(played, settings.strength)
        self._names = {seat.id: seat.name for seat in seats}
        self._clockwise = {id: tuple(ids[at:] + ids[:at]) for at, id in enumerate(ids)}

    def snapshot(self) -> dict[str, Plain]:
        return snapshot_of(self)

    def view(self, seat: str | None) -> dict[str, Plain]:
        """What `seat` may see: its own hand, where it is known, and those of others with open hands (T2)."""
        return view_of(self, seat)

    def digest_fields(self) -> dict[str, Plain]:
        return digest_of(self)

    def seen_by(self, seat: str) -> Seen:
        """Return what a player at `seat` knows of the deal in play, for who plays for it."""
        return seen_by(self, seat)

    # The script.

    def script(self) -> Script:
        self._open_table()
        starter = yield from self._starter()
        number = 1
        while number <= self.deals:
            yield from self._play_deal(number, starter)
            if number == self.deals and self._needs_extra_deal():
                self.deals += 1
                say = text("dominoes.said.extra_deal")
                self.tell("extra_deal", say, deal=self.deals)
            number, starter = number + 1, self.next_to(starter)
        return self._finish()

    def _open_table(self) -> None:
        for chip in CHIPS:
            self.ledger.open_account(f"chip:{chip}")
        for seat in self.seats:
            self.ledger.open_account(seat.id)
        say = text("dominoes.said.begin", count=len(self.seats), deals=self.deals)
        seats = [seat.id for seat in self.seats]
        self.tell("begin", say, seats=seats, deals=self.deals, virtual=dict(self.virtual))

    def _starter(self) -> Part[str]:
        """Who starts the first deal: chosen by the table or drawn by lot (T14)."""
        ids = tuple(self._names)
        if self.settings.starter == "choose":
            options = tuple(Option(id, text("dominoes.name", name=self.name_of(id))) for id in ids)
            answer = yield (Choose(key="starter", say=text("dominoes.ask.starter"), options=options),)
        else:
            answer = yield (Lot(key="lot/starter", say=text("dominoes.ask.lot"), among=ids),)
        first: str = answer.value
        how = "chosen" if self.settings.starter == "choose" else "lot"
        say = Text(f"dominoes.said.{how}", {"seat": self.name_of(first)})
        self.tell(how, say, seat=first, among=list(ids))
        return first

    def _play_deal(self, number: int, starter: str) -> Part[None]:
        """One deal: chips on the positions (T13), tiles to the hands, turns until it ends (T1, T12)."""
        deal = yield from self._ready(number, starter)
        self.deal = deal
        self._lay_out_chips(deal)
        if self.settings.hands == "dealt":
            yield from deal_tiles(self, deal)
        while not deal.ended:
            deal = self.deal = yield from take_turn(self, deal)
            if deal.ended:
                self._tell_deal_end(deal)
        self.deal, self.previous = None, deal

    def _ready(self, number: int, starter: str) -> Part[Deal]:
        """People gather the tiles in, shuffle and deal, and say so; until then the last tile of the deal
        before may still be taken back (T17) and seats may leave (H1)."""
        deal = self._new_deal(number, starter)
        while self.settings.hands != "dealt":
            self.waiting = True
            asked: list[Prompt] = [self._ready_prompt(deal)]
            if self.previous is not None:
                asked += wrong_prompt(self.previous)
            answer = yield (*asked, *leave_prompts(self, deal), adjust_prompt(self, self.seats))
            self.waiting = False
            match answer.prompt.key.partition("/")[0]:
                case "ready":
                    break
                case "leave":
                    leave(self, answer.prompt.seats[0])
                case "adjust":
                    yield from put_right(self, self.previous, answer.value)
                case _:
                    assert self.previous is not None
                    yield from self._reopen(self.previous)
        return deal

    def _reopen(self, ended: Deal) -> Part[None]:
        """Play an ended deal on from before its last tile (T17)."""
        deal = self.deal = take_back(self, ended)
        while not deal.ended:
            deal = self.deal = yield from take_turn(self, deal)
            if deal.ended:
                self._tell_deal_end(deal)
        self.deal, self.previous = None, deal

    def _new_deal(self, number: int, starter: str) -> Deal:
        deal = Deal(number, starter, starter, reserve=self.shares.reserve, aside=self.shares.aside)
        deal.hands = {id: Hand(self.shares.hand) for id in self.clockwise(starter)}
        return deal

    def _ready_prompt(self, deal: Deal) -> Choose:
        shares, seat = self.shares, self.name_of(deal.starter)
        manner = "reserve" if shares.reserve else "aside" if shares.aside else "all"
        facts: dict[str, Fact] = {"deal": deal.number, "deals": self.deals, "seat": seat}
        facts |= {"tiles": shares.hand, "rest": shares.reserve or shares.aside}
        # Its key tells apart the deal being taken up again (T17) and ended once more.
        turn = self.previous.turn if self.previous is not None else 0
        key = f"ready/{deal.number}/{turn}"
        return Choose(key=key, say=Text(f"dominoes.ask.ready_{manner}", facts), options=_READY)

    def _lay_out_chips(self, deal: Deal) -> None:
        """One chip on each position, in the first deal a second one on the centre (T13)."""
        moves = []
        for chip in range(len(CHIPS)):
            amount = 2 if deal.number == 1 and chip == CENTRE else 1
            id = f"d{deal.number}/chip{chip + 1}"
            moves.append(self.move(id, BANK, self.chip_account(chip), amount, _LAID_OUT))
        starter = self.name_of(deal.starter)
        self.tell(
            "deal",
            text("dominoes.said.deal", deal=deal.number, deals=self.deals, seat=starter),
            deal=deal.number,
            deals=self.deals,
            starter=deal.starter,
            tiles=self.shares.hand,
            reserve=self.shares.reserve,
            aside=self.shares.aside,
            moves=moves,
        )

    def _tell_deal_end(self, deal: Deal) -> None:
        left = sum(self.ledger.balance(self.chip_account(chip)) for chip in range(len(CHIPS)))
        self.tell(
            "deal_end",
            Text("dominoes.said.deal_end", {"deal": deal.number, "deals": self.deals, "count": left}),
            deal=deal.number,
            deals=self.deals,
            why=deal.ended,
            tiles=len(deal.lying),
            left=left,
            deltas={seat.id: deal.gains.get(seat.id, 0) for seat in self.seats},
            chips={seat.id: self.ledger.balance(seat.id) for seat in self.seats},
        )
        for trusted in deal.trusted:
            tiles = tiles_in(trusted.legal)
            names = tuple(text("dominoes.name", name=tile) for tile in tiles)
            say = Text("dominoes.said.passed", {"seat": self.name_of(trusted.seat), "tiles": names})
            self.tell("passed", say, seat=trusted.seat, turn=trusted.turn, tiles=list(tiles))

    def _needs_extra_deal(self) -> bool:
        """Whether a shared win is played off, once, in a deal among all (T15)."""
        if not self.settings.extra_deal or self.deals > DEALS_EACH * len(self.seats):
            return False
        balances = [self.ledger.balance(seat.id) for seat in self.seats]
        return balances.count(max(balances)) > 1

    def _finish(self) -> Outcome:
        """The most chips win; equal ones share the win, what is left belongs to nobody (T15)."""
        standings = rank({seat.id: self.ledger.balance(seat.id) for seat in self.seats})
        names = tuple(
            text("dominoes.name", name=self.name_of(one.seat)) for one in standings if one.place == 1
        )
        best = self.amount(standings[0].amount)
        if len(names) == 1:
            say = text("dominoes.said.winner", seat=names[0], amount=best)
        else:
            say = text("dominoes.said.shared", seats=names, amount=best)
        self.outcome = Outcome(standings, say)
        plain = [{"seat": s.seat, "amount": s.amount, "place": s.place} for s in standings]
        self.tell("end", say, standings=plain)
        return self.outcome

    # What the turns use.

    def name_of(self, seat: str) -> str:
        return self._names[seat]

    def clockwise(self, first: str) -> tuple[str, ...]:
        """Return all seats, clockwise from `first`, which comes first itself."""
        return self._clockwise[first]

    def next_to(self, seat: str) -> str:
        """Return the seat to the left of a seat."""
        return self._clockwise[seat][1]

    @staticmethod
    def chip_account(chip: int) -> str:
        """Return the account of a chip position, counted from 0."""
        return f"chip:{chip + 1}"

    @staticmethod
    def amount(count: int) -> Text:
        return Text("dominoes.amount", {"count": count})

    def move(self, id: str, payer: str, payee: str, amount: int, reason: Text) -> dict[str, Plain]:
        """Move chips through the ledger; returns the movement as plain data for the views."""
        self.ledger.pay(id, payer, payee, amount, reason)
        return {"id": id, "payer": payer, "payee": payee, "amount": amount}

    def owe(
        self, key: str, say: Text, id: str, payer: str, payee: str, amount: int, reason: Text
    ) -> tuple[Prompt, ...]:
        """Enter chips that wait for the press of who won them (H8); returns the prompt for it."""
        self.ledger.owe(id, payer, payee, amount, reason)
        return (Claim(key=key, say=say, seats=(payee,), transfer=id, amount=amount),)
