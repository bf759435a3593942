"""B32, B33, B35 and H1-H7: the end, the result, corrections, and people who come and go."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games.goldrush import build
from companion.games.goldrush.settings import KEPT
from companion.table.answers import Answer
from companion.table.chance import SeededChance
from companion.table.exchange import export_session, import_session, write_session_file
from companion.table.journal import Journal
from companion.table.prompts import Choose, Claim, Throw
from companion.table.refusals import Refused, Why
from companion.table.seats import seat_players
from companion.table.session import Session

Sit = Callable[..., Any]


def last_card(table: Any, face: str, creek: str = "dominion") -> Any:
    """Let Ana land on a prospect space when one card is left, and turn it."""
    position = table.game.position
    for one in position.creeks:
        one.left = 1 if one.id == creek else 0
    keep = next(id for id, card in position.unturned.items() if card.id == face)
    position.unturned = {keep: position.unturned[keep]}
    position._cards = len(position.turned) + 1
    table.lands("ana", "prospect_01")
    if table.has("creek"):
        table.answer("creek", creek)
    table.answer("card", keep)
    return table


# The end (B32, B33).


def test_b32_claims_may_be_asked_for_until_the_books_are_closed(sit: Sit) -> None:
    table = last_card(sit(), "gold_20")
    assert table.keys == ["close"]
    table.answer("claim", True)
    table.answer("close", "close")
    assert table.over
    assert table.runner.outcome.winners == ("ana",)


def test_b32_unasked_claims_are_then_struck(sit: Sit) -> None:
    table = last_card(sit(), "gold_20")
    table.answer("close", "close")
    assert table.runner.outcome.winners == ("ana", "bo", "cy")
    assert "bank>ana 40 forfeited" in table.book()


def test_b32_all_that_the_last_card_causes_is_finished(sit: Sit) -> None:
    table = last_card(sit(), "hotel_bath")
    table.answer("buy", "buy")
    table.press()
    assert table.keys == ["close"]
    table = sit().own(bo="pioneer_saloon").at(cy="fire").cash(cy=2)
    last_card(table, "saloon_birthday")
    table.press()
    table.answer("close", "close")
    assert [(s.seat, s.amount) for s in table.runner.outcome.standings] == [
        ("bo", 57_000), ("ana", 45_000), ("cy", 0),
    ]  # fmt: skip


def test_b33_deeds_are_worthless_and_most_cash_wins(sit: Sit) -> None:
    table = sit().own(ana="fairview_hotel monte_carlo").cash(bo=51)
    last_card(table, "fire_lamp")
    table.answer("close", "close")
    assert table.runner.outcome.winners == ("bo",)
    assert table.facts("ghost_town")["deeds"] == {"fairview_hotel": "ana", "monte_carlo": "ana"}
    assert table.snapshot["deeds"] == {}


def test_b33_equal_cash_shares_the_win(sit: Sit) -> None:
    table = sit().cash(ana=60, bo=60)
    last_card(table, "fire_lamp")
    table.answer("close", "close")
    assert table.runner.outcome.winners == ("ana", "bo")
    assert table.said()[-1] == "Ana and Bo share the win with $60,000 each."


def test_b33_a_loan_is_deducted_and_may_lead_below_nothing(sit: Sit) -> None:
    table = sit("Ana Bo").cash(ana=0)
    table.lands("ana", "church")
    table.press()
    table.lands("bo", "cemetery")
    last_card(table, "fire_lamp")
    table.answer("close", "close")
    amounts = {s.seat: s.amount for s in table.runner.outcome.standings}
    assert amounts == {"ana": -10_000, "bo": 50_000}


# Corrections (B35, H5): on a real journal.


@pytest.fixture
def session(tmp_path: Path) -> Any:
    journal = Journal.open(tmp_path)
    seats = seat_players(["Ana", "Bo", "Cy"], 2, 6)
    rules = {"starter": "lot", "cards": "screen"}
    yield Session.start(journal, factory, "goldrush", seats, rules, SeededChance(4))
    journal.close()


def factory(name: str, seats: Any, rules: dict[str, Any]) -> Any:
    assert name == "goldrush"
    return build(seats, rules)


def give(session: Session, value: Any, start: str = "") -> None:
    prompt = next(p for p in session.view.open if p.key.startswith(start) and (p.waits or start))
    seat = prompt.seats[0] if prompt.seats else None
    session.answer(Answer(prompt=prompt, value=value, seat=seat))


def plain_turns(session: Session, turns: int) -> None:
    """Play some turns: throws of three and four, nothing bought, claims asked for."""
    while session.view.snapshot["number"] <= turns:
        for prompt in session.view.open:
            if isinstance(prompt, Claim):
                give(session, True, prompt.key)
                break
        else:
            prompt = session.view.open[0]
            if isinstance(prompt, Throw):
                give(session, [1, 2 + session.view.snapshot["number"] % 2])
            elif isinstance(prompt, Choose):
                give(
                    session, prompt.options[0].id if prompt.key.startswith("creek") else prompt.options[-1].id
                )
            else:
                give(session, True)


def test_b35_the_last_answer_is_taken_back_by_one_press(session: Session) -> None:
    before = session.view
    give(session, [1, 4])
    assert session.view.snapshot["tokens"] != before.snapshot["tokens"]
    session.take_back("cy")
    assert session.view.snapshot == before.snapshot
    assert session.view.balances == before.balances


def test_b35_a_rewind_needs_a_second_seat_and_leads_to_the_same_position(session: Session) -> None:
    plain_turns(session, 6)
    kept = (session.view.number, session.view.snapshot, session.view.digest)
    plain_turns(session, 12)
    with pytest.raises(Refused) as refused:
        session.rewind(kept[0], "ana", None)
    assert refused.value.why is Why.SECOND_NEEDED
    session.rewind(kept[0], "ana", "bo")
    assert (session.view.snapshot, session.view.digest) == kept[1:]


def test_b35_a_misread_throw_is_corrected_and_the_rest_kept_where_it_fits(session: Session) -> None:
    first = next(p.key.split("/")[1] for p in session.view.open if isinstance(p, Throw))
    give(session, [4, 6])
    session.answer(answer_for(session, "buy/", "no"))
    number = next(entry.number for entry in session.history() if entry.key == f"throw/{first}/1")
    give(session, [4, 6])
    session.correct(number, [1, 4], "ana", "bo")
    assert session.view.snapshot["tokens"][first] == 5
    assert session.leftover() is not None or session.view.leftover >= 0


def answer_for(session: Session, start: str, value: Any) -> Answer:
    prompt = next(p for p in session.view.open if p.key.startswith(start))
    return Answer(prompt=prompt, value=value, seat=prompt.seats[0] if prompt.seats else None)


def test_b35_a_way_back_is_no_second_try_at_a_card(session: Session) -> None:
    """What the program has turned stays turned, whichever creek is named after the way back."""
    give(session, [1, 1])
    give(session, "bonanza")
    first = session.view.snapshot["last_card"]["id"]
    session.take_back("bo")
    give(session, "hunker")
    assert session.view.snapshot["last_card"]["id"] == first


def test_b35_cash_is_put_right_with_a_reason_and_a_second_seat(sit: Sit) -> None:
    table = sit()
    with pytest.raises(Refused) as refused:
        table.answer("adjust/1", "bo")
    assert refused.value.why is Why.SECOND_NEEDED
    table.answer("adjust/1", "bo", seat="ana", second="cy")
    table.answer("adjust/1/way", "less")
    table.answer("adjust/1/amount", 7000)
    table.answer("adjust/1/why", "miscounted")
    assert table.money("bo") == 43
    assert table.game.ledger.transfer("adjust/1").reason.id == "goldrush.reason.adjusted"
    assert table.facts("adjusted")["why"] == "miscounted"


def test_the_journal_keeps_the_whole_edition(session: Session) -> None:
    """A session goes on although the file that its edition came from has changed or gone."""
    kept = dict(session.header.rules)
    assert kept["starter"] == "lot"
    again = build(session.header.seats, {**kept, "edition": "a file that is gone.toml"})
    assert again.edition.game.id == "gold_rush"
    assert kept[KEPT].isprintable()


def test_an_exported_session_is_replayed_on_another_machine(session: Session, tmp_path: Path) -> None:
    plain_turns(session, 8)
    path = tmp_path / "session.jsonl"
    write_session_file(path, export_session(session._journal, session.header.session))
    (tmp_path / "other").mkdir()
    with closing(Journal.open(tmp_path / "other")) as journal:
        import_session(journal, path, factory)
        again = Session.resume(journal, factory, session.header.session, SeededChance(9))
        assert (again.view.snapshot, again.view.digest) == (session.view.snapshot, session.view.digest)


# Coming and going (H1, H2, H3).


def test_h1_who_leaves_takes_nothing_along(sit: Sit) -> None:
    table = sit("Ana Bo Cy").own(bo="palace_grand yukon_hotel").at(cy="palace_grand")
    table.game.position.players["cy"].host = table.index("palace_grand")
    table.lands("ana", "yukon_hotel")
    with pytest.raises(Refused) as refused:
        table.answer("leave/bo", "leave")
    assert refused.value.why is Why.SECOND_NEEDED
    table.answer("leave/bo", "leave", second="ana")
    assert table.snapshot["deeds"] == {}
    assert table.claims == [], "his claims are struck"
    assert table.seat("cy")["host"] is None, "his audience is free"
    assert table.game.cash("bo") == 0
    assert table.keys == ["throw/cy/3"], "it was his turn"
    assert table.money("ana", "cy") == (50, 50)


def test_h1_a_loan_leaves_with_him(sit: Sit) -> None:
    table = sit().cash(ana=0)
    table.lands("ana", "church")
    table.press()
    table.answer("leave/ana", "leave", second="bo")
    assert (table.game.cash("ana"), table.game.loan("ana")) == (0, 0)


def test_h1_the_last_at_the_table_has_won(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.answer("leave/ana", "leave", second="bo")
    assert table.runner.outcome.winners == ("bo",)


def test_h2_joining_before_the_first_card(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.answer("join/1", {"name": "Zoe", "place": 5})
    assert table.money("zoe") == 50
    assert table.where("zoe") == "chilkoot"
    for id in ("ana", "bo"):
        table.lands(id, "cemetery")
    assert table.keys == ["throw/zoe/3"]


def test_h2_not_after_the_first_card_nor_beyond_six(sit: Sit) -> None:
    table = sit("Ana Bo")
    table.lands("ana", "prospect_01")
    table.card("royalty")
    table.press()
    assert not table.has("join")
    assert not sit("Ana Bo Cy Di Eve Flo").has("join")


def test_h3_an_absent_seat_is_out_of_an_auction_when_the_clock_says_so(sit: Sit) -> None:
    table = sit(auction_seconds=30)
    table.lands("ana", "prospect_01")
    table.answer("creek", "sell")
    assert table.prompt("bid").seconds == 30
    table.answer("bid", 1000, seat="bo")
    table.answer("bid", "time")
    assert table.prompt("hammer").say.facts["buyer"] == "Bo"


def test_h7_a_cocked_die_voids_any_throw(sit: Sit) -> None:
    table = sit("Ana Bo", begin=False)
    table.answer("start/ana/1", "void")
    assert table.keys == ["start/ana/1/2"]
    table.throw("66", "11")
    table.answer("throw/ana/1", "void")
    assert table.keys == ["throw/ana/1/2"]
    table.own(bo="dominion")
    table.lands("ana", "prospect_01")
    table.card("casino_tip")
    table.answer("gamble", "void")
    assert table.keys == ["gamble/ana/1/2"]
