"""The patience as a session: the three ways to play, undo, help and giving up (S1, S3, S7, S9-S14)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games import build_game
from companion.games.patience.cards import CARDS, UNSEEN
from companion.games.patience.deals import numbered_deck
from companion.games.patience.game import PatienceGame
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position, saved_text
from companion.games.patience.solver.lines import winning_line
from companion.games.patience.solver.solving import Solver, Verdict
from companion.language import Language
from companion.simulate.bots import Bots
from companion.simulate.line_up import bots_at
from companion.table.answers import Answer, Source
from companion.table.game import Event
from companion.table.prompts import Lot, Move, Prompt, Reveal
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner
from companion.table.seats import seat_players


class Sitting:
    """One patience with a person's answers typed as in the prompts."""

    def __init__(self, **rules: Any) -> None:
        self.game = build_game("patience", seat_players(["Ana"], 1, 1), rules)
        assert isinstance(self.game, PatienceGame)
        self.runner = Runner(self.game)
        self.events: list[Event] = list(self.runner.first.events)

    def prompt(self, what: str) -> Prompt:
        return next(prompt for prompt in self.runner.open if prompt.key.split("/")[0] == what)

    def asks(self) -> set[str]:
        return {prompt.key.split("/")[0] for prompt in self.runner.open}

    def say(self, what: str, value: Any, source: Source = Source.HAND) -> None:
        seat = None if source is Source.LOT else "ana"
        answer = Answer(prompt=self.prompt(what), value=value, seat=seat, source=source)
        self.events += self.runner.send(answer).events

    def told(self, what: str) -> list[dict[str, Any]]:
        return [event.facts for event in self.events if event.what == what]

    @property
    def position(self) -> Position:
        assert self.game.play is not None
        return self.game.play.position


def test_s14_a_number_deals_the_same_cards_at_once() -> None:
    sitting = Sitting(deal=7, draw="3")
    assert sitting.position == Position.deal(numbered_deck(7), 3)
    assert sitting.game.snapshot()["deal"] == 7


def test_s14_without_a_number_one_is_drawn_by_lot() -> None:
    sitting = Sitting()
    for part in ("000", "012", "345"):
        sitting.say("lot", part, Source.LOT)
    assert sitting.position == Position.deal(numbered_deck(12_345), 1)


def test_s14_the_number_nought_is_drawn_again() -> None:
    sitting = Sitting()
    for _ in range(3):
        sitting.say("lot", "000", Source.LOT)
    assert isinstance(sitting.prompt("lot"), Lot) and sitting.game.play is None
    for part in ("000", "000", "001"):
        sitting.say("lot", part, Source.LOT)
    assert sitting.game.deal == 1


def test_s14_a_winnable_deal_is_the_first_that_the_solver_accepts() -> None:
    sitting = Sitting(winnable=True)
    for part in ("999", "999", "999"):
        sitting.say("lot", part, Source.LOT)
    sitting.say("winnable", "another", Source.BOT)
    sitting.say("winnable", "another", Source.BOT)
    sitting.say("winnable", "winnable", Source.BOT)
    assert sitting.game.deal == 2


def test_s1_cards_shown_while_they_are_dealt_lie_as_a_numbered_deal_does() -> None:
    sitting = Sitting(way="dealt", draw="3")
    deck = numbered_deck(99)
    for number, card in enumerate(deck, start=1):
        prompt = sitting.prompt("deal")
        assert isinstance(prompt, Reveal) and len(prompt.known) == 53 - number
        # What goes face down is shown to nobody, nor as long as it may still lie under the camera.
        assert prompt.face_down == (number > 1)
        sitting.say("deal", card, Source.CAMERA)
    assert sitting.position == Position.deal(deck, 3)


def test_a_card_that_was_dealt_already_is_refused_by_name() -> None:
    sitting = Sitting(way="dealt")
    sitting.say("deal", "QS", Source.CAMERA)
    with pytest.raises(Refused) as refused:
        sitting.say("deal", "QS", Source.CAMERA)
    assert refused.value.why is Why.NOT_NOW
    assert "queen of spades" in Language.load("en").say(refused.value.say)
    assert len(sitting.told("begin")) == 1 and sitting.prompt("deal").key == "deal/2"


def test_s3_a_card_laid_bare_is_shown_at_no_action() -> None:
    sitting = Sitting(way="turned")
    for card in ("KS", "QH", "2C", "3C", "4C", "5C", "6C"):
        sitting.say("card", card, Source.CAMERA)
    sitting.say("move", "QH-1")
    assert sitting.position.awaits == "2" and sitting.game.play is not None
    assert sitting.game.play.actions == 1
    sitting.say("card", "AH", Source.CAMERA)
    assert sitting.position.columns[1].up == ("AH",)
    assert sitting.game.play.actions == 1
    with pytest.raises(Refused):
        sitting.say("move", "AH-2")


def test_s7_with_three_the_top_card_of_the_block_is_shown() -> None:
    sitting = Sitting(way="turned", draw="3")
    for card in ("KS", "QS", "2C", "3C", "4C", "5C", "6C"):
        sitting.say("card", card)
    sitting.say("move", "turn")
    assert sitting.position.awaits == "waste"
    sitting.say("card", "9D", Source.CAMERA)
    assert sitting.position.waste == (UNSEEN, UNSEEN, "9D")


def test_s9_s10_undo_and_redo_are_answers_and_count() -> None:
    sitting = Sitting(deal=7)
    assert "undo" not in sitting.asks() and "redo" not in sitting.asks()
    before = sitting.position
    sitting.say("move", "turn")
    sitting.say("undo", "undo")
    assert sitting.position == before and "redo" in sitting.asks()
    sitting.say("redo", "redo")
    assert sitting.position == before.after("turn")
    assert sitting.game.snapshot()["actions"] == 3


def test_a_second_press_of_undo_is_not_taken_for_a_new_one() -> None:
    sitting = Sitting(deal=7)
    sitting.say("move", "turn")
    sitting.say("move", "turn")
    late = Answer(prompt=sitting.prompt("undo"), value="undo", seat="ana")
    sitting.runner.send(late)
    with pytest.raises(Refused) as refused:
        sitting.runner.send(late)
    assert refused.value.why is Why.NOT_OPEN


def test_s11_finish_for_me_plays_to_the_end_and_marks_the_game() -> None:
    solver = Solver()
    number = next(n for n in range(1, 50) if solver.decide(_deal(n)).verdict is Verdict.WINNABLE)
    sitting = Sitting(deal=number)
    sitting.say("finish", "finish")
    assert sitting.game.snapshot()["phase"] == "finish" and "stop" in sitting.asks()
    whole = parse_position(sitting.game.snapshot()["whole"])
    line = winning_line(solver, whole, solver.decide(whole))
    for move in line:
        sitting.say("move", move, Source.BOT)
    (end,) = sitting.told("end")
    assert end["won"] and end["assisted"] and end["actions"] == len(line) and end["cards"] == 52
    assert "with help" in Language.load("en").say(sitting.events[-1].say)


def _deal(number: int) -> Position:
    return Position.deal(numbered_deck(number), 1)


def test_s11_stopped_the_game_is_the_players_again_but_stays_assisted() -> None:
    sitting = Sitting(deal=7)
    sitting.say("finish", "finish")
    sitting.say("stop", "stop")
    snapshot = sitting.game.snapshot()
    assert snapshot["phase"] == "play" and snapshot["assisted"] and "finish" in sitting.asks()


def test_s12_giving_up_ends_the_game_and_nothing_else_but_winning_does() -> None:
    sitting = Sitting(deal=7)
    sitting.say("move", "turn")
    sitting.say("give-up", "give_up")
    (end,) = sitting.told("end")
    assert not end["won"] and end["actions"] == 1 and sitting.runner.open == ()


def test_s12_recycling_without_end_is_said_once() -> None:
    sitting = Sitting(way="turned", draw="3")
    for card in ("2C", "2S", "4C", "4S", "6C", "6S", "8C"):
        sitting.say("card", card)
    # None of these fits a black card of an even rank, nor begins a foundation.
    idle = iter(("2D", "2H", "4D", "4H", "6D", "6H", "8D", "8H"))
    for passes in range(3):
        assert bool(sitting.told("stuck")) == (passes > 0)
        for _ in range(8):
            sitting.say("move", "turn")
            if sitting.position.awaits:
                sitting.say("card", next(idle))
        sitting.say("move", "recycle")
    assert len(sitting.told("stuck")) == 1


def test_s13_the_score_is_shown_only_where_one_is_kept() -> None:
    assert Sitting(deal=7).game.snapshot()["score"] is None
    assert Sitting(deal=7, score="standard").game.snapshot()["score"] == 0


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    sitting = Sitting(deal=7)
    king = next(card for card in CARDS if card not in {c for col in sitting.position.columns for c in col.up})
    digest = sitting.runner.digest
    up = sitting.position.columns[0].up[-1]
    for move in (f"{king}-3", f"{up}-1", "recycle", "nonsense", "AS-9"):
        with pytest.raises(Refused) as refused:
            sitting.say("move", move)
        assert Language.load("en").say(refused.value.say)
    assert sitting.runner.digest == digest


def test_what_lies_face_down_is_seen_by_nobody() -> None:
    sitting = Sitting(deal=7)
    sitting.say("move", "turn")
    position = sitting.position
    hidden = {*position.stock, *(card for column in position.columns for card in column.down)}
    for seat in (None, "ana"):
        view = sitting.game.view(seat)
        assert "whole" not in view
        text = repr({name: view[name] for name in ("position", "awaits", "rules")})
        assert not [card for card in hidden if card in text]
    assert parse_position(sitting.game.snapshot()["whole"]) == position


@pytest.mark.parametrize("seed", range(12))
def test_random_play_replays_and_keeps_all_cards(seed: int) -> None:
    rng = random.Random(seed)
    rules = {
        "way": ("screen", "dealt", "turned")[seed % 3],
        "draw": "13"[seed % 2],
        "score": ("none", "standard")[seed // 3 % 2],
    }
    sitting = Sitting(**rules)
    assert isinstance(sitting.game, PatienceGame)
    bots: Bots = bots_at(sitting.game, rng, ("wild",), restless=0.1)
    journal: list[Answer] = []
    while sitting.runner.outcome is None and len(journal) < 250:
        answer = bots.answer(sitting.runner.open, ("ana",))
        if isinstance(answer.prompt, (Move, Reveal)):
            digest = sitting.runner.digest
            with pytest.raises(Refused):
                sitting.runner.send(Answer(prompt=answer.prompt, value="AS-9", seat="ana"))
            assert sitting.runner.digest == digest
        sitting.runner.send(answer)
        journal.append(answer)
        if sitting.game.play is not None:
            cards = sorted(sitting.position.cards())
            seen = [card for card in cards if card != UNSEEN]
            assert len(cards) == 52 and len(set(seen)) == len(seen)
            assert parse_position(saved_text(sitting.position)) == sitting.position
    again = Sitting(**rules)
    for answer in journal:
        again.runner.send(answer)
    assert again.runner.digest == sitting.runner.digest
    assert again.game.snapshot() == sitting.game.snapshot()
