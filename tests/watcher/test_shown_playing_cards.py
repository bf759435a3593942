"""Playing cards shown to the camera: a kit's codes first, else rank and suit; what was seen is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kit.backs import backs_of
from companion.kit.codes import make_code
from companion.kit.face_pictures import playing_back_picture, playing_card_picture
from companion.table.answers import Source
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher.kinds import asks_playing_card, card_of_value
from hardware.vision import nets
from hardware.vision.reading import Doubt
from tests.vision.card_scenes import corners_at, lay, spread, table
from tests.watcher.card_frames import KIT, PX_PER_MM, Showing, reveal, scene

CARDS = tuple(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")


def asked(*seen: str, key: str = "card/1") -> Reveal:
    because = {card: Text("patience.because.seen", {"card": card}) for card in seen}
    known = tuple(card for card in CARDS if card not in seen)
    return Reveal(key=key, say=Text("t"), seats=("ana",), known=known, because=because)


def face(card: str) -> object:
    return playing_card_picture(f"P{card}", make_code(KIT, f"P{card}"), PX_PER_MM)


@pytest.fixture
def showing():  # type: ignore[no-untyped-def]
    showing = Showing(KIT)
    yield showing
    showing.eye.close()


def test_a_card_of_any_maker_answers(showing: Showing) -> None:
    showing.eye.arm(asked())
    state = showing.after(spread(["10H"], deck=3))
    assert state.phase == "read" and state.notice is None and state.proposal is not None
    assert (state.proposal.value, state.proposal.source, state.proposal.seat) == ("TH", Source.CAMERA, "ana")


def test_without_any_printed_kit_nobody_is_told_to_print_one() -> None:
    showing = Showing()
    showing.eye.arm(asked())
    assert {state.notice for state in showing.states(table(), 4)} == {None}
    showing.eye.close()


def test_a_card_that_was_seen_is_refused_by_name_and_the_new_one_beside_it_taken(showing: Showing) -> None:
    showing.eye.arm(asked("7S", "QD"))
    state = showing.after(spread(["7S"], deck=1), 10)
    assert state.phase == "waiting" and state.proposal is None
    assert [(one.value, one.say.id) for one in state.named] == [("7S", "patience.because.seen")]
    state = showing.after(spread(["7S", "QD", "2C"], deck=1), 14)
    assert state.proposal is not None and state.proposal.value == "2C"


def test_what_lay_there_for_the_last_answer_is_no_new_one(showing: Showing) -> None:
    picture = spread(["5C"], deck=1)
    showing.eye.arm(asked())
    assert showing.after(picture).proposal is not None
    # The answer was taken back: the same card may be asked for again.
    showing.eye.arm(asked(key="card/2"))
    state = showing.after(picture, 10)
    assert state.proposal is None and state.named[0].say.id == "watch.lies_there"
    showing.eye.again()
    assert showing.after(picture, 10).proposal is not None


def test_two_new_cards_are_asked_about(showing: Showing) -> None:
    showing.eye.arm(asked())
    state = showing.after(spread(["3H", "KC"], deck=2), 12)
    assert state.phase == "doubt" and state.candidates == ("3H", "KC")
    assert state.reading is not None and state.reading.doubt is Doubt.TOO_MANY


@pytest.mark.long
def test_a_new_card_under_another_is_asked_about(showing: Showing) -> None:
    picture = table((30, 30, 90))
    for number, value in enumerate(("3D", "6H")):
        lay(picture, value, corners_at((300 + 60 * number, 240 + 60 * number), 190, 5), deck=4)
    showing.eye.arm(asked("6H", key="card/3"))
    state = showing.after(picture, 26)
    assert state.phase == "doubt" and state.candidates == ("3D",)


def test_the_kits_codes_come_first_on_faces_and_backs(showing: Showing) -> None:
    showing.eye.arm(asked())
    state = showing.after(scene(face("QS")))
    assert state.proposal is not None and state.proposal.value == "QS"
    assert state.reading is not None and state.reading.kind == "tags"
    back = playing_back_picture(make_code(KIT, backs_of(KIT)["P4D"]), PX_PER_MM)
    showing.eye.arm(asked(key="card/2"))
    state = showing.after(scene(back))
    assert state.proposal is not None and state.proposal.value == "4D"


def test_nothing_that_is_shown_or_said_tells_a_card_lying_face_down(showing: Showing) -> None:
    """The companion learns it by the code on its back; the player does not."""
    back = scene(playing_back_picture(make_code(KIT, backs_of(KIT)["P4D"]), PX_PER_MM))
    showing.eye.arm(asked())
    read = showing.after(back)
    showing.eye.arm(asked(key="card/2"))
    lies = showing.after(back, 6)
    showing.eye.arm(asked("4D", key="card/3"))
    again = showing.after(back, 6)
    assert read.proposal is not None and read.proposal.value == "4D"
    assert [one.say.id for one in (*lies.named, *again.named)] == ["watch.lies_there", "watch.not_asked"]
    for state in (read, lies, again):
        told = [(one.value, one.say) for one in state.named]
        assert "4D" not in f"{told} {state.candidates} {state.reading}"
    # Another card dealt onto the same place is a new one, and of two nobody says which they are.
    other = playing_back_picture(make_code(KIT, backs_of(KIT)["P9S"]), PX_PER_MM)
    showing.eye.arm(asked("4D", key="card/4"))
    assert (answer := showing.after(scene(other)).proposal) is not None and answer.value == "9S"
    showing.eye.arm(asked("4D", "9S", key="card/5"))
    third, fourth = (
        playing_back_picture(make_code(KIT, backs_of(KIT)[item]), PX_PER_MM) for item in ("P2H", "PKD")
    )
    state = showing.after(scene(third, fourth))
    assert state.phase == "doubt" and state.candidates == ()


def test_a_kit_card_whose_code_is_of_another_kit_is_read_by_its_indices() -> None:
    showing = Showing()
    showing.eye.arm(asked())
    state = showing.after(scene(face("9H")), 12)
    assert state.proposal is not None and state.proposal.value == "9H"
    assert state.reading is not None and state.reading.kind == "cards"
    showing.eye.close()


def test_a_lacking_net_is_told_once_and_codes_go_on(
    showing: Showing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nets, "_FOLDERS", (tmp_path,))
    showing.eye.arm(asked())
    assert showing.after(spread(["5C"], deck=1), 7).proposal is None
    assert len([record for record in caplog.records if "without their indices" in record.message]) == 1
    showing.eye.arm(asked(key="card/2"))
    assert showing.after(scene(face("QS"))).proposal is not None


def test_which_prompts_ask_for_playing_cards() -> None:
    assert asks_playing_card(asked()) and asks_playing_card(asked(*CARDS))
    assert not asks_playing_card(reveal()) and not asks_playing_card(None)
    assert [card_of_value(value) for value in ("10C", "AS", "JD")] == ["TC", "AS", "JD"]
