"""Refusals: why an answer was not taken.  Each reason has a sentence in every language.

The sentence of a reason is the message ``refused.<value>``; it says why, and what would be legal.
"""

from __future__ import annotations

from enum import StrEnum

from companion.table.text import Fact, Text


class Why(StrEnum):
    """Everything that can make the table say no."""

    # the prompt
    NOT_OPEN = "not_open"
    CHANGED = "changed"
    NOT_ASKED = "not_asked"
    SECOND_NEEDED = "second_needed"
    PAUSED = "paused"
    NOT_REBUILT = "not_rebuilt"
    FINISHED = "finished"
    # its value
    WRONG_KIND = "wrong_kind"
    DICE_COUNT = "dice_count"
    NOT_A_FACE = "not_a_face"
    NOT_AN_OPTION = "not_an_option"
    NOT_A_NUMBER = "not_a_number"
    TOO_LITTLE = "too_little"
    TOO_MUCH = "too_much"
    WRONG_STEP = "wrong_step"
    NOT_IN_SET = "not_in_set"
    NOT_NOW = "not_now"
    ONE_WAY_ONLY = "one_way_only"
    NOT_A_SHUFFLE = "not_a_shuffle"
    ILLEGAL_PLACE = "illegal_place"
    ILLEGAL_MOVE = "illegal_move"
    BID_TOO_LOW = "bid_too_low"
    BID_TOO_HIGH = "bid_too_high"
    # seats
    PLAYERS_COUNT = "players_count"
    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    NAME_UNREADABLE = "name_unreadable"
    NAME_TAKEN = "name_taken"
    PLACE_TAKEN = "place_taken"
    # the journal
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NO_SUCH_ANSWER = "no_such_answer"
    CORRECTION_DOES_NOT_FIT = "correction_does_not_fit"
    TOO_LATE = "too_late"
    NO_LEFTOVER = "no_leftover"
    # house rules
    UNKNOWN_RULE = "unknown_rule"
    RULE_VALUE = "rule_value"


class Refused(Exception):
    """The table says no; nothing has changed.

    `why` is the reason, `facts` what its sentence needs (what was given, what is legal).
    """

    def __init__(self, why: Why, **facts: Fact) -> None:
        super().__init__(why.value, facts)
        self.why = why
        self.facts = facts

    @property
    def say(self) -> Text:
        """The sentence of this refusal."""
        return Text(f"refused.{self.why.value}", self.facts)
