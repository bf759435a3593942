"""The ledger side, one line a case: who stands where and owns what, the throw, the card, and what moves.

A case reads: tokens and deeds · the space that Ana lands on and her throw · the card, if one is turned, or
the answer · every transfer, all claims asked for.  Ana, Bo and Cy have 50 thousand each unless a case says
so; ``4/5`` is a debt of 5 settled for 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

CASES = """
-                            | cemetery 12         | -               | -
-                            | chilkoot 12         | -               | ana>bank 5, bo>bank 5, cy>bank 5
ana=3 bo=0                   | chilkoot 12         | -               | bo>bank 0/5, ana>bank 3/5, cy>bank 5
-                            | klondike_river 12   | -               | ana>bank 5
ana=4                        | yukon_river 12      | -               | ana>bank 4/5
ana=0                        | yukon_river 12      | -               | ana>bank 0/5
-                            | woodpile 12         | -               | -
-                            | fire 12             | -               | -
-                            | church 12           | -               | ana>bank 10
ana=6                        | church 12           | -               | loan:ana>ana 4, ana>bank 10
ana=0                        | church 12           | -               | loan:ana>ana 10, ana>bank 10
-                            | yukon_hotel 12      | no              | -
-                            | yukon_hotel 12      | buy             | ana>bank 10
-                            | monte_carlo 66      | buy             | ana>bank 20
-                            | sawmill 12          | buy             | ana>bank 10
-                            | trading_company 12  | buy             | ana>bank 25
-                            | british_yukon 12    | buy             | ana>bank 15
ana=9                        | yukon_hotel 12      | -               | -
bo:yukon_hotel               | yukon_hotel 12      | -               | ana>bo 10
bo:regina_hotel              | regina_hotel 12     | -               | ana>bo 15
bo:metropole_hotel           | metropole_hotel 12  | -               | ana>bo 20
bo:fairview_hotel            | fairview_hotel 12   | -               | ana>bo 25
bo:trading_company           | trading_company 12  | -               | ana>bo 20
bo:british_yukon             | british_yukon 12    | -               | ana>bo 10
bo:british_yukon,white_pass  | british_yukon 12    | -               | ana>bo 20
bo:british_yukon cy:white_pass | white_pass 12       | -               | ana>cy 10
bo:sawmill                   | sawmill 12          | -               | -
bo:sawmill ana:dominion      | sawmill 12          | -               | ana>bo 5
bo:sawmill ana:dominion,pavilion | sawmill 12          | -               | ana>bo 10
bo:sawmill ana:white_pass    | sawmill 12          | -               | -
bo:dominion                  | dominion 12         | -               | ana>bo 6
bo:dominion                  | dominion 56         | -               | ana>bo 22
bo:dominion                  | dominion 22         | -               | bo>ana 8
bo:bonnifields_bank          | bonnifields_bank 34 | -               | ana>bo 21
bo:monte_carlo               | monte_carlo 34      | -               | ana>bo 28
bo:monte_carlo               | monte_carlo 66      | -               | bo>ana 48
bo:dominion,monte_carlo,bonnifields_bank | dominion 12         | -               | ana>bo 12
bo:dominion,monte_carlo,bonnifields_bank | monte_carlo 22      | -               | bo>ana 32
bo:pavilion                  | pavilion 12         | -               | ana>bo 3
bo:palace_grand              | palace_grand 12     | -               | ana>bo 5
bo:pavilion,palace_grand     | palace_grand 12     | -               | ana>bo 10
bo:sour_dough_saloon         | sour_dough_saloon 12 | -               | ana>bo 5
bo:aurora_saloon cy@fire     | aurora_saloon 12    | -               | ana>bo 7, cy>bo 7
bo:northern_saloon cy@northern_saloon | northern_saloon 12  | -               | ana>bo 9, cy>bo 9
bo:pioneer_saloon cy@church  | pioneer_saloon 12   | -               | ana>bo 5
bo:pioneer_saloon bo@dominion | pioneer_saloon 12   | -               | ana>bo 5
bo:aurora_saloon ana=3       | aurora_saloon 12    | -               | ana>bo 3/7, ana>bo 0/4
ana:yukon_hotel              | yukon_hotel 12      | -               | -
bo@prospect_01               | prospect_01 12      | -               | -
-                            | prospect_01 12      | gold_05         | bank>ana 10
-                            | prospect_01 12      | gold_50         | bank>ana 100
-                            | prospect_01 12      | mother_lode     | bank>ana 75
bonanza!gold_10              | prospect_01 12      | gold_40         | bank>ana 40
bonanza!mother_lode          | prospect_01 12      | gold_40         | bank>ana 80
bonanza!gold_10,mother_lode  | prospect_01 12      | gold_50         | bank>ana 100
bonanza!gold_10              | prospect_01 12      | mother_lode     | bank>ana 75
eldorado!mother_lode bonanza!gold_10 | prospect_01 12      | gold_20         | bank>ana 20
-                            | prospect_01 12      | royalty         | ana>bank 5
ana=31                       | prospect_01 12      | royalty         | ana>bank 4
ana=0                        | prospect_01 12      | royalty         | -
-                            | prospect_01 12      | woodpile_sunday | -
-                            | prospect_01 12      | church_thanks   | ana>bank 10
-                            | prospect_01 12      | fire_lamp       | -
bo:palace_grand              | prospect_01 12      | theatre_star    | ana>bo 5
bo:trading_company           | prospect_01 12      | famine          | ana>bo 20
bo:sawmill ana:pavilion      | prospect_01 12      | sluice          | ana>bo 5
bo:yukon_hotel               | prospect_01 12      | hotel_bath      | ana>bo 10
bo:sour_dough_saloon cy@dominion | prospect_01 12      | saloon_thirst   | ana>bo 5, cy>bo 5
bo:pioneer_saloon            | prospect_01 12      | saloon_birthday | ana>bo 5
bo:dominion                  | prospect_01 12      | casino_tip 12   | ana>bo 6
bo:dominion                  | prospect_01 12      | casino_tip 44   | bo>ana 16
"""


def cases() -> list[tuple[str, str, str, str]]:
    rows = [tuple(part.strip() for part in row.split("|")) for row in CASES.strip().splitlines()]
    assert all(len(row) == 4 for row in rows)
    return rows  # type: ignore[return-value]


def put(table: Any, things: str) -> None:
    for thing in things.split() if things != "-" else ():
        if "@" in thing:
            table.at(**dict([thing.split("@")]))
        elif ":" in thing:
            owner, deeds = thing.split(":")
            table.own(**{owner: deeds.replace(",", " ")})
        elif "!" in thing:
            creek, faces = thing.split("!")
            lying = next(one for one in table.game.position.creeks if one.id == creek)
            lying.discovery = faces.split(",")[0]
            lying.lode = "mother_lode" in faces
        else:
            id, thousands = thing.split("=")
            table.cash(**{id: int(thousands)})


@pytest.mark.parametrize(
    ("things", "throw", "then", "moved"), cases(), ids=[" ".join(row[:3]) for row in cases()]
)
def test_transfers(sit: Callable[..., Any], things: str, throw: str, then: str, moved: str) -> None:
    table = sit("Ana Bo Cy")
    put(table, things)
    before = len(table.game.ledger.book)
    space, dice = throw.split()
    table.lands("ana", space, dice)
    if then in ("buy", "no"):
        table.answer("buy", then)
    elif then != "-":
        face, *gamble = then.split()
        table.card(face)
        table.throw(*gamble)
        if table.has("buy"):
            table.answer("buy", "no")
    table.press()
    assert "throw" in table.keys[0]
    found = []
    for transfer in table.game.ledger.book[before:]:
        amount, paid = transfer.amount // 1000, transfer.moved // 1000
        less = f"{paid}/" if paid != amount else ""
        found.append(f"{transfer.debtor}>{transfer.creditor} {less}{amount}")
    assert sorted(found) == sorted(moved.split(", ") if moved != "-" else [])
