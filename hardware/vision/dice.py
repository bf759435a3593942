"""Dice: what the top faces in a frame show, and whether that is sure enough to act on.

Three readers that fail differently look at a throw: the first one knows pips and faces, the second is a net
that finds dice, the third one that is told where to look.  A die counts as surely as two of them read it,
less where any reads another value, or as the third one alone does where it is very sure and the others are
not for another value; where that is not sure, they look once more.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from hardware.vision import dice_doubts
from hardware.vision.agreement import SEEN, Agreed, Die, agree
from hardware.vision.bodies import unread_body
from hardware.vision.close_look import NOT_LOOKED, CloseLook
from hardware.vision.colourful import by_colour, painted, pips_by_colour
from hardware.vision.dice_face import NO_FACE, FaceNet
from hardware.vision.dice_net import DiceNet, NetSight, both
from hardware.vision.face_opinions import MOST_PLACES, FaceLook, Remembered
from hardware.vision.leaning import Level, Table, Whole
from hardware.vision.looks import Sight, Tone, look
from hardware.vision.nets import NetFault
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Reading

#: How long edges of dice are, at least and at most (pixels).
Edges = tuple[float, float]

MOST_DICE = 18
#: The first look is quick and follows every frame.
_FIRST = (480, Tone.LIGHTNESS)
#: Where that and the net, which knows other things, are not sure together, the net looks once more (small
#: dice larger), and this is a closer look.  Others have cost more than they have ever told.
_CLOSER = (832, Tone.LIGHTNESS)
#: The quick look misses dice whose edge is fewer pixels in it, and does not count beside the closer one then.
#: A larger die that neither has read may have glare in its pips: this is taken instead of the quick one.
_SMALL, _NO_GLARE = 20.0, (400, Tone.NO_GLARE)
#: Where that is not sure either, this is a look at the picture's colours.  What was read before as surely as
#: this may not be read otherwise then; it is one die up to so many edges away, and so much larger or smaller.
#: It is worth while where the pips of what was unsure differ from its face by so many steps of colour.  What
#: the third reader took before for no face with a chance above the fifth number must be as large as the other
#: dice then and read by two readers as surely as the last.
_IN_COLOUR, _TAKEN_BACK, _ONE_DIE, _COLOURED = (640, Tone.LIGHTNESS), 0.4, 0.3, 9.0
_NO_FACE, _BY_TWO = 0.3, 0.6
#: Without the net these confirm a throw, the last ones only when the first of them do not all agree.
_ALONE: tuple[tuple[tuple[int, Tone], ...], ...] = (
    ((832, Tone.LIGHTNESS), (640, Tone.BRIGHTEST), (640, Tone.DARKEST)),
    ((640, Tone.NO_GLARE), (448, Tone.LIGHTNESS)),
)
#: Without the net: sureness needed where every look reads the same, and where one of all six does not.
_ALL_AGREE, _ONE_DIFFERS = 0.3, 0.4
#: With the net: the confidence from which on a reading is acted on, unless something particular is in doubt.
ACCEPTED = 0.22
#: The third reader is sure of a throw from this on, and no further look is needed where the net is, too.
_THIRD_SURE = 0.9
#: At first sight the third reader is shown so many places beside the dice told; what it was not shown may be
#: taken for one more die, and up to this that needs no closer look.
_BESIDE, _SPARE = 4, 0.3
#: Untold so many places are looked at closest.
_MOST_CLOSEST = 20
#: Untold, of two dice whose edges differ by more than this one is none, as six spots on a card.
_ONE_SIZE = 1.5
#: Untold, a die left out may have been one: from the first score on that counts against a reading, from the
#: second on it forbids to accept it.  By the looks and the net together, by the net, and for an odd die.
_LEFT_OUT = ((0.22, 0.34), (0.2, 0.32), (0.25, 0.35))


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What was seen of a picture by how many looks, and whether it may be acted on."""

    agreed: Agreed
    looks: int
    confidence: float
    sure: bool


class DiceReader:
    """Reads any number of dice of any colour, told or not told how many there are.

    `net` says whether the nets are to be asked.  When one is missing or this OpenCV cannot run it, the first
    reader goes on alone and accepts less; `missing` then holds the sentence that says so.
    """

    def __init__(self, *, net: bool = True) -> None:
        self._wanted = net
        self._net: DiceNet | None = None
        self._closely: CloseLook | None = None
        self._face: FaceNet | None = None
        self.missing: tuple[str, ...] = ()
        #: How the dice lay that were read last; None where that was not asked or cannot be told.
        self.level: Level | None = None

    def read(
        self, image: Image, expect: int | None = None, *, confirm: bool = True, table: Table | None = None
    ) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8).

        `expect` is how many dice there should be.  Without `confirm` only the first, quick look is taken;
        such a reading is never accepted.  `table` is what is known of how the dice's table lies, unless the
        picture is all that is known.  Raises `ValueError` with one sentence for anything that is not
        such a picture, or for a number of dice below 1 or above 18.
        """
        picture = as_picture(image)
        if expect is not None and not 1 <= expect <= MOST_DICE:
            raise ValueError(f"Between 1 and {MOST_DICE} dice can be expected, not {expect}.")
        first = look(picture, *_FIRST, expect, quick=True)
        size = (picture.shape[1], picture.shape[0])
        self.level = None
        if not confirm:
            agreed = agree([first], expect)
            pieces = tuple(dice_doubts.piece(die, picture, 1, Doubt.MOVING) for die in _in_order(agreed.dice))
            return Reading("dice", pieces, agreed.confidence, False, Doubt.MOVING, size)
        table = table or Table(Whole(0, 0, size))
        verdict = self._verdict(picture, first, expect, table.edges)
        agreed = verdict.agreed
        doubt_of = partial(dice_doubts.doubt_of, picture=picture, looks=verdict.looks, by_net=agreed.asked)
        if self._closely is not None and agreed.dice:
            doubtful = [doubt_of(die, leans=False) is not None for die in agreed.dice]
            near, self.level = self._closely.look(picture, agreed.dice, table, doubtful)
        else:
            near = [NOT_LOOKED] * len(agreed.dice)
        doubts = {
            die: doubt_of(die, leans=closely.leans, lead=closely.lead)
            for die, closely in zip(agreed.dice, near, strict=True)
        }
        doubt = dice_doubts.doubt(agreed, list(doubts.values()), picture, expect, verdict.sure)
        if doubt is None and expect is None and unread_body(picture, agreed.dice):
            doubt = Doubt.HIDDEN
        pieces = tuple(
            dice_doubts.piece(die, picture, verdict.looks, doubts[die]) for die in _in_order(agreed.dice)
        )
        return Reading("dice", pieces, verdict.confidence, doubt is None, doubt, size)

    def _verdict(self, picture: Image, first: Sight, expect: int | None, usual: Edges | None) -> _Verdict:
        """Look as often as it takes to be sure, and no oftener than the looks there are.

        What has no `usual` edge is looked at only where what has one is not enough.
        """
        net, third = self._second_reader(), self._face
        if net is None or third is None:
            return _alone(picture, first, expect)
        places = MOST_PLACES if expect is None else expect + _BESIDE
        once = Remembered(partial(third.look, picture, times=1))
        for seen in _first_sights(net, picture, first, expect):
            verdict = _judged([first], expect, seen, once, places, usual)
            agreed = verdict.agreed
            clear = agreed.unanimous or agreed.third_sure >= _THIRD_SURE
            if verdict.sure and clear and agreed.spare < _SPARE:
                return verdict
        seen = both(seen, net.again(picture, _edge(verdict.agreed)))
        face = Remembered(partial(third.look, picture))
        sights = [first, look(picture, *_CLOSER, expect)]
        verdict = _judged(sights, expect, seen, face, usual=usual)
        if _edge(verdict.agreed) * first.scale < _SMALL:
            sights = sights[1:]
            verdict = _judged(sights, expect, seen, face, usual=usual)
        elif any(not die.votes for die in verdict.agreed.dice):
            sights = [sights[1], look(picture, *_NO_GLARE, expect)]
            verdict = _judged(sights, expect, seen, face, usual=usual)
        if verdict.sure:
            return verdict
        if usual is not None:
            of_any_size = _judged(sights, expect, seen, face)
            if of_any_size.sure:
                return of_any_size
        if self._closely is not None:
            places = _MOST_CLOSEST if expect is None else expect + _BESIDE
            closest = partial(self._closely.closest.look, picture)
            other = _judged(sights, expect, seen, face, places, usual, closest)
            if other.sure and not _against(verdict.agreed, other.agreed):
                return other
        return _by_colour(picture, verdict, expect, face, net, third)

    def _second_reader(self) -> DiceNet | None:
        """Return the net, loaded when it is first needed; None when it cannot be had."""
        if self._wanted and self._net is None:
            try:
                self._net, self._face, self._closely = DiceNet(), FaceNet(), CloseLook()
            except NetFault as fault:
                self._wanted = False
                self.missing = (f"Dice are read without the second reader: {fault}",)
        return self._net


def _in_order(dice: tuple[Die, ...]) -> list[Die]:
    return sorted(dice, key=lambda die: die.middle)


def _alone(picture: Image, first: Sight, expect: int | None) -> _Verdict:
    """Return what the first reader makes of a picture without the net."""
    sights = [first]
    for more in _ALONE:
        sights += [look(picture, *how, expect) for how in more]
        agreed = agree(sights, expect)
        sure = _sure_alone(agreed, len(sights))
        if sure and agreed.unanimous == len(sights):
            break
    return _Verdict(agreed, len(sights), agreed.confidence, sure)


def _first_sights(net: DiceNet, picture: Image, first: Sight, expect: int | None) -> Iterator[NetSight]:
    """Yield what the net sees at first sight: where the dice told were found, at one size, then at all."""
    told = first.chosen[:expect] if expect is not None else first.chosen[:0]
    if len(told) == expect and (first.score[told] > SEEN).all():
        glance = net.glance(picture, (first.faces.edge[told] / first.scale).tolist())
        if glance is not None:
            yield glance
    yield net.look(picture)


def _judged(
    sights: list[Sight],
    expect: int | None,
    seen: NetSight,
    face: FaceLook,
    places: int = MOST_PLACES,
    usual: Edges | None = None,
    closest: FaceLook | None = None,
) -> _Verdict:
    """Return what these looks and both nets make of a picture, and the `closest` look where it is given, of
    what has a `usual` edge where that is known."""
    if usual is not None:
        sights = [sight.of_edges(*usual) for sight in sights]
        seen = seen.take((usual[0] < seen.edge) & (seen.edge < usual[1]))
    agreed = agree(sights, expect, seen, face, places=places, closest=closest)
    confidence = _confidence(agreed, len(sights), expect)
    return _Verdict(agreed, len(sights), confidence, confidence >= ACCEPTED)


def _by_colour(
    picture: Image, verdict: _Verdict, expect: int | None, face: FaceLook, net: DiceNet, third: FaceNet
) -> _Verdict:
    """Return what all readers make of the picture's colours instead of its lightness, where that is sure and
    no die was read otherwise before; else the `verdict` that there is."""
    # What may be one more die in its own light is one, whatever becomes of it by colour.
    if expect is None and not _complete(verdict.agreed):
        return verdict
    for one in _in_colours(picture, verdict.agreed):
        sights = [look(one, *_IN_COLOUR, expect)]
        other = _judged(sights, expect, net.look(one), Remembered(partial(third.look, one)))
        if _takes_over(other, verdict, face, picture):
            return other
    return verdict


def _in_colours(picture: Image, agreed: Agreed) -> Iterator[Image]:
    """Yield pictures that show colours by their lightness: of unsure dice alone, then of everything."""
    unsure = [die.middle for die in agreed.dice if die.sure < ACCEPTED]
    if unsure:
        yield painted(picture, unsure, _edge(agreed))
    yield by_colour(picture)


def _takes_over(other: _Verdict, verdict: _Verdict, face: FaceLook, picture: Image) -> bool:
    """Say whether what is made of a picture's colours is sure, and no die was read otherwise before."""
    if not other.sure or _against(verdict.agreed, other.agreed):
        return False
    dice = other.agreed.dice
    # What is no face in its own light may be a spot of another colour, or pips that are as light as it.
    none = face([die.middle for die in dice], [die.edge for die in dice]).chances[:, NO_FACE] > _NO_FACE
    if any(spot and not _one_of(die, other.agreed) for spot, die in zip(none, dice, strict=True)):
        return False
    fresh = (die for die in dice if not _known(die, verdict.agreed.dice))
    return all(pips_by_colour(picture, die.middle, die.edge) > _COLOURED for die in fresh)


def _against(before: Agreed, now: Agreed) -> bool:
    """Say whether a die that was read before with some sureness is another value now, or none."""
    for die in before.dice:
        there = [other for other in now.dice if _at_one_place(other, die)]
        sure = max(die.sure, die.face - die.face_rival) if there else die.sure
        if sure >= _TAKEN_BACK and all(other.value != die.value for other in there):
            return True
    return False


def _one_of(die: Die, agreed: Agreed) -> bool:
    """Say whether two readers are sure of a die that is as large as the others."""
    return die.by_two > _BY_TWO and abs(math.log(die.edge / _edge(agreed))) < _ONE_DIE / 2


def _known(die: Die, before: tuple[Die, ...]) -> bool:
    """Say whether a die was read just so, and surely, before."""
    there = (other for other in before if _at_one_place(die, other))
    return any(other.value == die.value and other.sure >= ACCEPTED for other in there)


def _at_one_place(one: Die, other: Die) -> bool:
    alike = abs(math.log(one.edge / other.edge)) < _ONE_DIE
    return alike and math.dist(one.middle, other.middle) < _ONE_DIE * other.edge


def _edge(agreed: Agreed) -> float:
    """Return the edge in frame pixels that is usual among the dice; endless without any."""
    edges = [die.edge for die in agreed.dice]
    return statistics.median(edges) if edges else math.inf


def _sure_alone(agreed: Agreed, looks: int) -> bool:
    """Say whether the first reader alone may be believed."""
    if agreed.unanimous == looks:
        return agreed.confidence >= _ALL_AGREE
    return looks > 4 and agreed.unanimous == looks - 1 and agreed.confidence >= _ONE_DIFFERS


def _confidence(agreed: Agreed, looks: int, expect: int | None) -> float:
    """Return from 0 to 1 how sure a reading of looks and the net is.

    That is how surely each of its dice is read, less where looks read something else and the third reader is
    not sure, and untold less where something was left out that may be a die.
    """
    sure = agreed.sure * max(0.5 + 0.5 * agreed.unanimous / looks, agreed.third_sure)
    if expect is None:
        edges = [die.edge for die in agreed.dice]
        if max(edges, default=0.0) > _ONE_SIZE * min(edges, default=0.0):
            return 0.0
        sure *= _complete(agreed)
    return sure


def _complete(agreed: Agreed) -> float:
    """Return from 1 down to 0 how surely none that was left out is a die."""
    out = (agreed.spare, agreed.net_spare, agreed.odd_spare)
    return min(
        min(1.0, max(0.0, (most - score) / (most - least)))
        for score, (least, most) in zip(out, _LEFT_OUT, strict=True)
    )
