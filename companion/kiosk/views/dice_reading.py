"""What of a dice game's snapshot stands in the two large boxes: the throw to beat, and the last throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from companion.games.dice.hands import Comparison, rank
from companion.table.text import Text
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage

Snapshot = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Box:
    """One of the two boxes.  `dice` is empty before the throw; `key` tells one throw from another."""

    label: str
    key: str = ""
    seat: str = ""
    name: str = ""
    place: int = -1
    dice: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    title: str = ""
    below: str = ""
    note: str = ""
    pill: str = ""
    tone: Literal["good", "bad", "plain"] = "plain"
    stake: int = 0
    account: str = ""
    stake_words: str = ""
    paid_words: str = ""


def upper_box(stage: Stage, view: TableView) -> Box:
    """Return the box of the bank, or of the best throw in a pot."""
    snap = view.snapshot
    return _best_box(stage, view, snap) if snap["variant"] == "pot" else _bank_box(stage, view, snap)


def lower_box(stage: Stage, view: TableView) -> Box:
    """Return the box of the last throw: of the round before while only the bank may throw in this one."""
    snap = view.snapshot
    bank = snap["bank"] if snap["variant"] == "bank" else None
    thrown = [seat for seat in _in_order(snap) if seat["throw"] and seat["seat"] != bank]
    thrower = snap["thrower"]
    if thrown:
        last = thrown[-1]
        return _bettor_box(stage, view, snap, last, f"{snap['round']}/{snap['rethrows']}")
    previous = snap["previous"]
    if previous is not None and (
        bank is None or _by_id(snap, bank) is None or not _by_id(snap, bank)["throw"]
    ):
        return _remembered_box(stage, view, previous)
    if thrower is not None and thrower != bank:
        return _waiting_box(stage, snap, _by_id(snap, thrower), "kiosk.dice.throwing")
    waiting = next((seat for seat in _in_order(snap) if seat["seat"] != bank), None)
    if waiting is None:
        return Box(stage.line("kiosk.dice.throwing"))
    return _waiting_box(stage, snap, waiting, "kiosk.dice.next")


def _waiting_box(stage: Stage, snap: Snapshot, seat: Mapping[str, Any], label: str) -> Box:
    return Box(
        stage.line(label), seat=seat["seat"], name=seat["name"], place=seat["place"], stake=seat["stake"],
        account=f"stake:{seat['seat']}", stake_words=_stake_words(stage, seat, snap["unit"]),
    )  # fmt: skip


def _bank_box(stage: Stage, view: TableView, snap: Snapshot) -> Box:
    label = stage.line("kiosk.dice.bank")
    if snap["bank"] is None or _by_id(snap, snap["bank"]) is None:
        return Box(label)
    bank = _by_id(snap, snap["bank"])
    box = _thrown(stage, label, bank, f"bank/{snap['round']}")
    note = ""
    if snap["to_beat"] is not None:
        odds = snap["to_beat"]
        share = round(100 * odds["win"] / odds["of"])
        note = stage.say(_text(odds["say"]))
        if odds["win"]:
            odds_words = stage.line("kiosk.dice.to_beat.share", share=max(1, share))
            note = f"{note} {odds_words}"
    chips = _amount(stage, bank["chips"], snap["unit"])
    return replace(
        box, note=note, stake=max(0, bank["chips"]), account=bank["seat"],
        stake_words=stage.line("kiosk.dice.bank.holds", amount=chips),
    )  # fmt: skip


def _best_box(stage: Stage, view: TableView, snap: Snapshot) -> Box:
    comparison = Comparison(snap["rules"]["comparison"])
    thrown = [seat for seat in _in_order(snap) if seat["throw"]]
    words = stage.line(
        "kiosk.dice.pot.holds", amount=_amount(stage, snap["pot"] or _staked(snap), snap["unit"])
    )
    total = snap["pot"] or _staked(snap)
    if not thrown:
        return Box(stage.line("kiosk.dice.pot"), stake=total, account="pot", stake_words=words)
    best = max(thrown, key=lambda seat: rank(tuple(seat["throw"]["dice"]), comparison))
    box = _thrown(
        stage,
        stage.line("kiosk.dice.pot.best"),
        best,
        f"best/{snap['round']}/{snap['rethrows']}/{best['seat']}",
    )
    return replace(box, stake=total, account="pot", stake_words=words)


def _bettor_box(stage: Stage, view: TableView, snap: Snapshot, seat: Mapping[str, Any], turn: str) -> Box:
    box = _thrown(stage, stage.line("kiosk.dice.threw"), seat, f"{seat['seat']}/{turn}")
    pill, tone, paid = _outcome(stage, view, snap, seat)
    return replace(
        box, pill=pill, tone=tone, paid_words=paid, stake=seat["stake"], account=f"stake:{seat['seat']}",
        stake_words=_stake_words(stage, seat, snap["unit"]),
    )  # fmt: skip


def _remembered_box(stage: Stage, view: TableView, previous: Mapping[str, Any]) -> Box:
    last = previous["seats"][-1]
    known = {seat.id: seat for seat in view.seats}
    seat = known.get(last["seat"])
    throw = last["throw"]
    title, below = hand_words(stage, throw)
    pill, tone, paid = _outcome(stage, view, view.snapshot, last)
    return Box(
        stage.line("kiosk.dice.before"), key=f"{last['seat']}/{previous['round']}", seat=last["seat"],
        name=seat.name if seat else "", place=seat.place if seat else -1,
        dice=tuple(throw["dice"]), members=tuple(throw["members"]), title=title, below=below, pill=pill,
        tone=tone, paid_words=paid,
    )  # fmt: skip


def _thrown(stage: Stage, label: str, seat: Mapping[str, Any], key: str) -> Box:
    throw = seat["throw"]
    if throw is None:
        return Box(label, seat=seat["seat"], name=seat["name"], place=seat["place"])
    title, below = hand_words(stage, throw)
    dice = tuple(throw["dice"])
    return Box(
        label, key=f"{key}/{''.join(map(str, dice))}", seat=seat["seat"], name=seat["name"],
        place=seat["place"],
        dice=dice, members=tuple(throw["members"]), title=title, below=below,
    )  # fmt: skip


def _outcome(
    stage: Stage, view: TableView, snap: Snapshot, seat: Mapping[str, Any]
) -> tuple[str, Literal["good", "bad", "plain"], str]:
    """Return the words of the result, their tone, and what is paid."""
    if seat["result"] is None:
        return "", "plain", ""
    won = bool(seat["paid"])
    if snap["variant"] == "pot":
        return (
            stage.line("kiosk.dice.result.pot_won" if won else "kiosk.dice.result.pot_lost"),
            "good" if won else "bad",
            "",
        )
    bet = seat["bet"] or "win"
    words = stage.line(
        f"kiosk.dice.result.{seat['result']}"
        if bet == "win"
        else f"kiosk.dice.result.{'paid' if won else 'lost'}"
    )
    amount = _amount(stage, abs(seat["delta"]), snap["unit"])
    paid = stage.line("kiosk.dice.bank_pays" if won else "kiosk.dice.bank_takes", amount=amount)
    return words, "good" if won else "bad", paid if seat["delta"] else ""


def hand_words(stage: Stage, throw: Mapping[str, Any]) -> tuple[str, str]:
    """Return a hand's name in two lines: what it is, and of which faces."""
    name = _text(throw["hand"])
    title = stage.say(Text(f"dice.category.{throw['category']}"))
    below = stage.line(f"kiosk.dice.faces.{throw['category']}", **name.facts)
    return _capital(title), below


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _stake_words(stage: Stage, seat: Mapping[str, Any], unit: str) -> str:
    if not seat["stake"]:
        return ""
    bet = seat["bet"] or "win"
    words = stage.line("kiosk.dice.stake", amount=_amount(stage, seat["stake"], unit))
    return words if bet == "win" else f"{words} · {stage.say(Text(f'dice.bet.{bet}'))}"


def _amount(stage: Stage, count: int, unit: str) -> str:
    return stage.say(Text(f"dice.amount.{unit}", {"count": count}))


def _staked(snap: Snapshot) -> int:
    return sum(seat["stake"] for seat in snap["seats"])


def _in_order(snap: Snapshot) -> Sequence[Mapping[str, Any]]:
    """The seats in throwing order; in a re-throw those who are tied come last, as they throw last."""
    seats = {seat["seat"]: seat for seat in snap["seats"]}
    order = [id for id in snap["order"] if id not in snap["tied"]] + list(snap["tied"])
    thrower = snap["thrower"]
    found = [seats[id] for id in order if id in seats]
    if thrower in snap["tied"]:
        # Those of the tied who have yet to throw again still show what they threw before.
        waiting = list(snap["tied"])[list(snap["tied"]).index(thrower) :]
        found = [s for s in found if s["seat"] in waiting] + [s for s in found if s["seat"] not in waiting]
    return found


def _by_id(snap: Snapshot, id: str) -> Any:
    return next((seat for seat in snap["seats"] if seat["seat"] == id), None)


def _text(plain: Any) -> Text:
    return msgspec.convert(plain, Text)
