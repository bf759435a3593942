"""The patience as a script: the deal, the moves, undo and "finish for me", and the end (S1-S14)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from companion.games.patience.cards import card_name
from companion.games.patience.dealing import drawn_number, first_position, shown_deck, winnable_number
from companion.games.patience.play import Play
from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, Position
from companion.games.patience.settings import Settings
from companion.games.patience.snapshot import digest_of, snapshot_of, view_of
from companion.games.patience.wording import made_said, place_asked, seen_already
from companion.table.answers import Answer
from companion.table.game import Game, Outcome, Plain, Script, rank
from companion.table.prompts import Choose, Move, Option, Prompt, Reveal
from companion.table.seats import Seat
from companion.table.text import Text, text

Part: TypeAlias = Generator[tuple[Prompt, ...], Answer, None]


class PatienceGame(Game):
    """One patience.

    `play` is ``None`` until the cards lie; `deal` is the number of the deal, 0 where the cards are real ones.
    `finishing` tells that "finish for me" is at work, `assisted` that it ever was (S11).
    """

    name = "patience"
    rules_version = 1

    def __init__(self, seats: tuple[Seat, ...], settings: Settings) -> None:
        super().__init__(seats)
        self.settings = settings
        self.player = seats[0]
        self.deal = settings.deal
        self.play: Play | None = None
        self.dealt = 0
        self.finishing = False
        self.assisted = False
        self.gave_up = False
        self.outcome: Outcome | None = None
        self._asked = 0
        self._said_stuck = False

    def snapshot(self) -> dict[str, Plain]:
        return snapshot_of(self)

    def view(self, seat: str | None) -> dict[str, Plain]:
        """What anybody may see: no card that lies face down, in a column or in the stock."""
        return view_of(self)

    @property
    def lies_on_table(self) -> bool:
        """On the screen every card is where it was; cards of one's own must be laid again (H4)."""
        return self.settings.way != "screen"

    def digest_fields(self) -> dict[str, Plain]:
        return digest_of(self)

    # The script.

    def script(self) -> Script:
        self.tell("begin", text("patience.said.begin", seat=self.player.name), seat=self.player.id)
        play = self.play = Play((yield from self._deal()))
        self._tell_dealt(play.position)
        while not (play.position.won or self.gave_up):
            if play.position.awaits is not None:
                yield from self._see_a_card(play)
            else:
                yield from self._one_action(play)
        return self._finish(play)

    def _deal(self) -> Generator[tuple[Prompt, ...], Answer, Position]:
        """S1, S14: the deal that was asked for, one drawn by the program, or the cards on the table."""
        deck: tuple[str, ...] = ()
        if self.settings.way == "screen" and not self.deal:
            number = yield from drawn_number()
            if self.settings.winnable:
                number = yield from winnable_number(number)
            self.deal = number
        elif self.settings.way == "dealt":
            deck = yield from shown_deck(self.player.id)
        return first_position(self.settings.cards_turned, self.deal, deck)

    def _tell_dealt(self, position: Position) -> None:
        if self.deal:
            say = text("patience.said.deal", deal=self.deal, count=position.draw)
        else:
            say = text(f"patience.said.lies.{self.settings.way}", count=position.draw)
        self.tell("dealt", say, deal=self.deal, draw=position.draw)

    def _see_a_card(self, play: Play) -> Part:
        """A card that nobody knows yet has been laid bare: it is shown, at no action of its own (S3)."""
        self._asked += 1
        place = play.position.awaits or ""
        prompt = Reveal(
            key=f"card/{self._asked}",
            say=place_asked(place),
            seats=(self.player.id,),
            known=play.position.not_seen,
            because=seen_already(play.position),
        )
        undo = self._undo_prompts(play)
        answer = yield (prompt, *undo, self._give_up_prompt())
        if answer.key != prompt.key:
            self._do(play, answer)
            return
        play.show(answer.value)
        say = text("patience.said.seen", card=card_name(answer.value))
        self.tell("seen", say, card=answer.value, place=place)

    def _one_action(self, play: Play) -> Part:
        """One action (S9): a move, a tap on the stock, undo or redo (S10); or "finish for me" (S11)."""
        self._asked += 1
        position = play.position
        legal = position.moves()
        if legal:
            prompt: Prompt = Move(
                key=f"move/{self._asked}",
                say=text("patience.ask.finishing" if self.finishing else "patience.ask.move"),
                seats=(self.player.id,),
                legal=legal,
                because=position.why_nots(),
            )
        else:
            # Not one card left to move or to turn, which is rare: only the way back is open (S12).
            prompt = self._choose("nothing", "patience.ask.nothing", "give_up")
        answer = yield (prompt, *self._beside(play))
        if isinstance(prompt, Move) and answer.key == prompt.key:
            self._move(play, answer.value)
        else:
            self._do(play, answer)

    def _beside(self, play: Play) -> tuple[Prompt, ...]:
        help_prompt = (
            self._choose("stop", "patience.ask.stop", "stop", waits=False)
            if self.finishing
            else self._choose("finish", "patience.ask.finish", "finish", waits=False)
        )
        return (*self._undo_prompts(play), help_prompt, self._give_up_prompt())

    def _undo_prompts(self, play: Play) -> tuple[Prompt, ...]:
        prompts: list[Prompt] = []
        if play.can_undo:
            prompts.append(self._choose("undo", "patience.ask.undo", "undo", waits=False))
        if play.can_redo:
            prompts.append(self._choose("redo", "patience.ask.redo", "redo", waits=False))
        return tuple(prompts)

    def _give_up_prompt(self) -> Prompt:
        return self._choose("give-up", "patience.ask.give_up", "give_up", waits=False)

    def _choose(self, what: str, ask: str, option: str, *, waits: bool = True) -> Choose:
        options = (Option(option, Text(f"patience.option.{option}")),)
        return Choose(
            key=f"{what}/{self._asked}", say=text(ask), seats=(self.player.id,), options=options, waits=waits
        )

    # What an answer does.

    def _move(self, play: Play, move: str) -> None:
        position = play.position
        step, say = position.step(move), made_said(position, move)
        play.move(move)
        self.tell(
            "moved",
            say,
            move=move,
            cards=list(step.cards) if move != RECYCLE else len(step.cards),
            source=step.source,
            target=step.target,
            turned=_turned_up(position, play.position, move),
            actions=play.actions,
        )
        if move == RECYCLE or not (play.position.stock or play.position.waste):
            self._tell_when_stuck(play)

    def _do(self, play: Play, answer: Answer) -> None:
        match answer.value:
            case "undo":
                undone = play.made[-1]
                play.undo()
                self._said_stuck = self.finishing = False
                self.tell("undone", text("patience.said.undone"), move=undone, actions=play.actions)
            case "redo":
                play.redo()
                self.tell("redone", text("patience.said.redone"), move=play.made[-1], actions=play.actions)
            case "finish":
                self.finishing = self.assisted = True
                self.tell("finishing", text("patience.said.finishing"))
            case "stop":
                self.finishing = False
                self.tell("stopped", text("patience.said.stopped"))
            case _:
                self.gave_up = True

    def _tell_when_stuck(self, play: Play) -> None:
        """Say once that only turning the stock over and over is left; nobody is ended by it (S12)."""
        if self._said_stuck or play.position.awaits is not None or not play.position.stuck:
            return
        self._said_stuck = True
        self.tell("stuck", text("patience.said.stuck"))

    def _finish(self, play: Play) -> Outcome:
        """Won with all cards on the foundations, else given up (S12); the score where one is kept (S13)."""
        up = sum(play.position.foundations)
        amount = play.score if self.settings.scored else up
        how = "given_up" if self.gave_up else "won_assisted" if self.assisted else "won"
        say = text(f"patience.said.{how}", seat=self.player.name, count=play.actions, cards=up)
        standings = rank({self.player.id: amount})
        self.finishing = False
        self.outcome = Outcome(standings, say)
        plain = [{"seat": s.seat, "amount": s.amount, "place": s.place} for s in standings]
        self.tell(
            "end",
            say,
            standings=plain,
            won=not self.gave_up,
            cards=up,
            actions=play.actions,
            score=play.score if self.settings.scored else None,
            assisted=self.assisted,
        )
        return self.outcome


def _turned_up(before: Position, after: Position, move: str) -> str | None:
    """The card that a move laid bare in a column (S3), where it is known."""
    if move in (TURN, RECYCLE):
        return None
    step = before.step(move)
    if not step.bares or step.source in (FOUNDATION, "waste"):
        return None
    column = after.columns[int(step.source) - 1]
    return column.up[-1] if column.up else None
