"""How the annals say amounts, lengths of time and days."""

from __future__ import annotations

from datetime import date, datetime

from companion.annals.dice import hand_of
from companion.annals.evening import Evening
from companion.annals.players import Figure
from companion.language import Language
from companion.table.text import Text, text


def amount_text(game: str, count: int, currency: str = "$", points: bool = False) -> Text:
    """Return an amount of a game: money, chips, points or cards."""
    match game:
        case "goldrush":
            id = "goldrush.amount.below" if count < 0 else "goldrush.amount"
            return Text(id, {"amount": abs(count), "currency": currency or "$"})
        case "dice":
            return Text("dice.amount.points" if points else "dice.amount.chips", {"count": count})
        case "dominoes":
            return Text("dominoes.amount", {"count": count})
    return text("annals.amount.cards", count=count)


def amount_of(evening: Evening, count: int) -> Text:
    """Return an amount as it was counted on that evening."""
    return amount_text(evening.game, count, evening.currency, evening.points)


def figure_text(game: str, figure: Figure, count: int, currency: str) -> Text:
    """Return the value of one of a player's figures."""
    if figure.what == "hand":
        return hand_of(count)
    if figure.what == "money":
        return amount_text(game, count, currency)
    return text("annals.amount.count", number=count)


def length_text(seconds: int) -> Text:
    """Return a length of time, in minutes or in hours and minutes."""
    minutes = max(1, round(seconds / 60)) if seconds > 0 else 0
    if minutes < 60:
        return text("annals.length.minutes", count=minutes)
    return text("annals.length.hours", hours=minutes // 60, minutes=f"{minutes % 60:02}")


def day_of(wall: str, language: Language) -> str:
    """Return the day of a wall time as the language writes it, empty where no clock told it."""
    from babel.dates import format_date

    try:
        day = datetime.fromisoformat(wall).astimezone().date()
    except (ValueError, OverflowError):
        return ""
    return format_date(day, "long", locale=language.code)


def month_name(month: str, language: Language) -> str:
    """Return a month (``2026-03``) or a year (``2026``) as the language writes it."""
    from babel.dates import format_skeleton

    year, _, number = month.partition("-")
    if not number:
        return year
    return format_skeleton("yMMMM", date(int(year), int(number), 1), locale=language.code)
