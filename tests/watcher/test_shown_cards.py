"""A shown card: told by its code after several frames; whatever else is in view is named and never taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.kit.codes import KitKey, make_code, teaching_code
from companion.language import Language
from companion.table.answers import Source
from companion.table.faults import Fault
from companion.watcher import Eye
from hardware.camera import Frame, Image
from tests.vision.test_tag_process import ABORT, BREAKABLE
from tests.watcher.card_frames import (
    KIT,
    OTHER_KIT,
    TURNED,
    Showing,
    deed,
    forged,
    gold,
    plain,
    reveal,
    scene,
)

EMPTY = scene()


@pytest.fixture
def showing() -> Iterator[Showing]:
    showing = Showing(KIT)
    yield showing
    showing.eye.close()


def test_a_card_is_read_in_several_frames_and_becomes_the_answer(showing: Showing) -> None:
    prompt = reveal()
    showing.eye.arm(prompt)
    assert [state.phase for state in showing.states(EMPTY, 2)] == ["waiting"] * 2
    phases = []
    for state in showing.states(scene(gold("G07")), 3):
        phases.append(state.phase)
    assert phases == ["settling", "settling", "read"], "one frame never decides"
    assert state.kind == "card" and state.proposal is not None
    assert (state.proposal.value, state.proposal.seat) == ("G07", "ana")
    assert state.proposal.source is Source.CAMERA and state.proposal.prompt == prompt
    assert state.reading is not None and [piece.value for piece in state.reading.pieces] == ["G07"]


def test_one_misread_frame_among_others_decides_nothing(showing: Showing) -> None:
    showing.eye.arm(reveal())
    one, other = scene(gold("G07")), scene(gold("G12"))
    seen = [state for image in (one, other, one, one) for state in showing.states(image, 1)]
    assert {state.phase for state in seen} == {"settling"}
    assert showing.after(one).proposal is not None


@pytest.mark.parametrize(
    ("card", "value", "said"),
    [
        (lambda: gold("G03"), "G03", "already"),
        (lambda: gold("G07", OTHER_KIT), "", "9ZZ"),
        (lambda: forged("G07"), "", "not printed with the kit's key"),
        (lambda: plain("https://example.org/win"), "", "web address"),
        (lambda: plain("HELLO"), "", "a text"),
        (lambda: plain("KL1:7QM:G07"), "", "damaged"),
        (lambda: plain(teaching_code(KIT)), "", "owner page"),
        (lambda: deed("D03"), "D03", "deed D03"),
    ],
)
def test_everything_else_is_named_and_never_taken(
    showing: Showing, card: object, value: str, said: str
) -> None:
    showing.eye.arm(reveal(gone=("G03",)))
    assert callable(card)
    state = showing.after(scene(card()))
    assert state.phase == "waiting" and state.proposal is None
    (one,) = state.named
    assert one.value == value and said in Language.load("en").say(one.say)
    assert len(one.outline) == 4
    # What stands on a foreign code is shown to nobody.
    assert "example" not in Language.load("en").say(one.say)


def test_a_turned_card_beside_the_new_one_is_named_and_the_new_one_taken(showing: Showing) -> None:
    showing.eye.arm(reveal(gone=("G03",)))
    state = showing.after(scene(gold("G03"), gold("G20")))
    assert state.proposal is not None and state.proposal.value == "G20"
    assert [one.say for one in state.named] == [TURNED]


def test_two_cards_that_could_be_meant_are_asked_about(showing: Showing) -> None:
    showing.eye.arm(reveal())
    *_, state = showing.states(scene(gold("G03"), gold("G20")), 6)
    assert state.phase == "doubt" and state.proposal is None
    assert sorted(state.candidates) == ["G03", "G20"]


def test_the_card_of_the_last_answer_answers_no_second_time_where_it_lies(showing: Showing) -> None:
    """After the answer was taken back, or for the next card, what lies there has to be shown anew."""
    first = scene(gold("G07"))
    showing.eye.arm(reveal())
    assert showing.after(first).proposal is not None
    showing.eye.arm(None)
    showing.eye.arm(reveal())
    *_, state = showing.states(first, 6)
    assert state.phase == "waiting" and [one.say.id for one in state.named] == ["watch.lies_there"]
    list(showing.states(EMPTY, 9))
    assert showing.after(first).proposal is not None, "it was taken away and shown again"
    showing.eye.arm(reveal("card/bo/eldorado/4", "bo", gone=("G07",)))
    *_, state = showing.states(first, 6)
    assert [one.say for one in state.named] == [TURNED]
    moved = scene(gold("G20"), shift=300)
    assert (answer := showing.after(moved).proposal) is not None and answer.value == "G20"
    showing.eye.arm(reveal())
    *_, state = showing.states(moved, 6)
    assert state.proposal is None
    showing.eye.again()
    assert showing.after(moved).proposal is not None, "people say that it is meant"


def test_a_photograph_decides_by_itself(showing: Showing) -> None:
    showing.eye.arm(reveal())
    picture: Image = scene(gold("G11"))
    for name in ("one.jpg", "two.jpg"):
        state = showing.eye.look(Frame(picture, 1, 0, still=True, name=name))
        assert state.proposal is not None and (state.proposal.value, state.proposal.evidence) == ("G11", name)


def test_without_a_kit_it_is_said_how_to_get_one_and_a_kit_printed_meanwhile_counts() -> None:
    kits: list[KitKey] = []
    eye = Eye(lambda: tuple(kits))
    try:
        eye.arm(reveal())
        image = scene(gold("G07"))
        still = Frame(image, 1, 0, still=True)
        state = eye.look(still)
        assert state.notice is not None and "print gold-rush" in Language.load("en").say(state.notice)
        assert state.proposal is None
        kits.append(KIT)
        eye.arm(reveal("card/bo/eldorado/4", "bo"))
        state = eye.look(still)
        assert state.notice is None and state.proposal is not None
    finally:
        eye.close()


def test_keys_that_cannot_be_read_are_said(showing: Showing) -> None:
    def broken() -> tuple[KitKey, ...]:
        raise Fault("kit.keys_damaged", path="kits.json")

    eye = Eye(broken)
    try:
        eye.arm(reveal())
        state = eye.look(Frame(EMPTY, 1, 0, still=True))
        assert state.notice is not None and state.notice.id == "kit.keys_damaged"
    finally:
        eye.close()


def test_a_decoder_that_dies_is_said_and_the_next_frames_are_read(showing: Showing) -> None:
    import os
    import signal

    showing.eye.arm(reveal())
    list(showing.states(EMPTY, 1))
    reader = showing.eye._card._reader
    assert reader is not None and reader.process.pid is not None
    os.kill(reader.process.pid, signal.SIGKILL)
    assert showing.after(scene(gold("G07"))).proposal is not None


def test_codes_of_playing_cards_go_by_rank_and_suit() -> None:
    from companion.kit.backs import backs_of
    from companion.kit.face_pictures import playing_back_picture, playing_card_picture
    from companion.table.prompts import Reveal
    from companion.table.text import Text

    prompt = Reveal(key="card/1", say=Text("t"), seats=("ana",), known=("AS", "KC"))
    face = playing_card_picture("PAS", make_code(KIT, "PAS"), 6.0)
    back = playing_back_picture(make_code(KIT, backs_of(KIT)["PKC"]), 6.0)
    eye = Eye(lambda: (KIT,))
    try:
        for picture, value in ((face, "AS"), (back, "KC")):
            eye.arm(None)
            eye.arm(prompt)
            state = eye.look(Frame(scene(picture), 1, 0, still=True))
            assert state.proposal is not None and state.proposal.value == value
    finally:
        eye.close()


def test_a_decoder_that_a_picture_aborts_is_said_and_cards_are_read_on(
    showing: Showing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = BREAKABLE.format(folder=str(tmp_path))
    # The frames are noisy: a dark corner is the sign.
    stand_in = stand_in.replace("wish = picture[0, 0]", f"wish = {ABORT} if picture[0, 0] < 50 else 0")
    (tmp_path / "zxingcpp.py").write_text(stand_in)
    monkeypatch.syspath_prepend(str(tmp_path))
    hostile = EMPTY.copy()
    hostile[0, 0] = 20
    showing.eye.arm(reveal())
    state = showing.after(hostile)
    assert state.phase == "waiting" and state.notice is not None
    assert "zxing broke down on a picture" in Language.load("en").say(state.notice)
    state = showing.after(scene(gold("G07")))
    assert state.proposal is not None and state.proposal.value == "G07"
