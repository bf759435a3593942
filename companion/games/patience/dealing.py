"""How a patience begins: a numbered deal (S14), cards shown one by one, or cards that nobody knows yet."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from companion.games.patience.cards import CARDS, card_name
from companion.games.patience.deals import LAST_DEAL, numbered_deck
from companion.games.patience.position import COLUMNS, Position
from companion.table.answers import Answer
from companion.table.prompts import Choose, Lot, Option, Prompt, Reveal
from companion.table.text import Text, text

Drawn: TypeAlias = Generator[tuple[Prompt, ...], Answer, int]
Dealt: TypeAlias = Generator[tuple[Prompt, ...], Answer, tuple[str, ...]]

#: A deal's number is drawn in three parts of three figures.
_PARTS = tuple(f"{part:03}" for part in range(1000))


def drawn_number() -> Drawn:
    """Draw a deal's number, 1 to `LAST_DEAL`, each as likely as the others (S14)."""
    number, attempt = 0, 0
    while number == 0:
        attempt += 1
        figures = ""
        for part in range(1, 4):
            key = f"lot/deal/{part}" if attempt == 1 else f"lot/deal/{part}/{attempt}"
            answer = yield (Lot(key=key, say=text("patience.ask.number"), among=_PARTS),)
            figures += answer.value
        number = int(figures)
    return number


def winnable_number(number: int) -> Drawn:
    """Return the first number from `number` on of which the solver says that it can be won (S14).

    The solver is asked as a player would be: what it said stands in the journal, and a replay needs none.
    """
    options = tuple(Option(id, Text(f"patience.option.{id}")) for id in ("winnable", "another"))
    while True:
        ask = text("patience.ask.winnable", deal=number)
        answer = yield (Choose(key=f"winnable/{number}", say=ask, options=options),)
        if answer.value == "winnable":
            return number
        number = number % LAST_DEAL + 1


def shown_deck(seat: str) -> Dealt:
    """Have all 52 cards shown while they are dealt, in the order of a deal (S1).

    The columns are laid as people lay them, a card to each and then one less each round; the 24 that are
    left go face down to the stock, the card that will be drawn first being shown first.
    """
    deck: list[str] = []
    lay_open = True
    for place in dealing_places():
        left = tuple(card for card in CARDS if card not in deck)
        because = {card: text("patience.because.dealt", card=card_name(card)) for card in deck}
        say = _ask_for(place, len(deck) + 1)
        answer = yield (
            Reveal(
                key=f"deal/{len(deck) + 1}",
                say=say,
                seats=(seat,),
                known=left,
                because=because,
                # The card before may lie under the camera yet.
                face_down=not (place[1] and lay_open),
            ),
        )
        lay_open = place[1]
        deck.append(answer.value)
    return tuple(deck)


def dealing_places() -> tuple[tuple[int, bool], ...]:
    """Return for each card of a deck its column, 0 for the stock, and whether it lies face up (S1)."""
    rounds = range(1, COLUMNS + 1)
    columns = [(there, there == first) for first in rounds for there in rounds[first - 1 :]]
    return (*columns, *[(0, False)] * (len(CARDS) - len(columns)))


def _ask_for(place: tuple[int, bool], number: int) -> Text:
    column, face_up = place
    if not column:
        return text("patience.ask.deal_stock", number=number)
    return text("patience.ask.deal_up" if face_up else "patience.ask.deal_down", number=number, column=column)


def first_position(draw: int, number: int, deck: tuple[str, ...]) -> Position:
    """Return the position of a numbered deal, of a deck that was shown, or else of unseen cards."""
    if number:
        return Position.deal(numbered_deck(number), draw)
    return Position.deal(deck, draw) if deck else Position.unseen(draw)
