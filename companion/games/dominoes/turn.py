"""One turn: a tile is shown, laid and paid for, or the seat passes (T4, T7, T11, T12, T16, T17, H1)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from companion.games.dominoes.board import Board
from companion.games.dominoes.dealing import Deal, Lay, Part, Pass, Undo
from companion.games.dominoes.hands import draw, is_scanned, scan_hand, take_from
from companion.games.dominoes.layout import CHIPS, SPACES, TOUCHES
from companion.games.dominoes.legality import because_of, fits_nowhere, played, taken_of
from companion.games.dominoes.tiles import (
    BOTH_WAYS,
    MASK_OF,
    PLACEMENTS,
    WAY_ENDS,
    bits,
    count_tiles,
    end_name,
    read_placement,
    tiles_in,
    ways_of,
)
from companion.table.adjusting import adjust, adjust_prompt
from companion.table.prompts import Choose, Option, Place, Prompt, Reveal
from companion.table.text import Fact, Text, text

if TYPE_CHECKING:
    from companion.games.dominoes.game import DominoGame

_PASS = (Option("pass", text("dominoes.option.pass")),)
_OTHER = (Option("other", text("dominoes.option.other")),)
_STANDS = (Option("stands", text("dominoes.option.stands")),)
_WRONG = (Option("wrong", text("dominoes.option.wrong")),)
_LEAVE = (Option("leave", text("dominoes.option.leave")),)
_CHIPS_WON = text("dominoes.reason.won")
_CHIPS_BACK = text("dominoes.reason.back")


def take_turn(game: DominoGame, deal: Deal) -> Part[Deal]:
    """Play the turn of `deal.seat`; returns the deal to go on with: an earlier one after T17."""
    deal.turn += 1
    deal.asked, deal.tile, deal.irregular, deal.phase = 0, None, False, "show"
    while True:
        seat = deal.seat
        if deal.hands[seat].size == 0:
            return (yield from _pass(game, deal, "empty"))
        if is_scanned(game, seat):
            yield from scan_hand(game, deal, seat)
        playable = deal.board.playable()
        if not playable & deal.candidates(seat):
            return (yield from _pass(game, deal, "cannot"))
        if seat in game.virtual:
            deal.phase = "virtual"
            answer = yield (_virtual_prompt(game, deal), *wrong_prompt(deal))
        elif deal.tile is not None:
            answer = yield (_place_prompt(game, deal, deal.tile), _other_prompt(deal))
        else:
            answer = yield _show_prompts(game, deal, tiles_of(playable))
        match answer.prompt.key.partition("/")[0]:
            case "pass":
                deal.trusted.append(Pass(seat, deal.turn, tiles_of(playable)))
                return (yield from _pass(game, deal, "trust"))
            case "wrong":
                return take_back(game, deal)
            case "leave":
                leave(game, answer.prompt.seats[0])
            case "adjust":
                yield from put_right(game, deal, answer.value)
            case "stands":
                deal.irregular = True
            case "other":
                deal.asked += 1
                deal.tile, deal.irregular, deal.phase = None, False, "show"
            case "tile":
                _show_tile(game, deal, answer.value)
            case _:
                space, way = read_placement(answer.value)
                if deal.candidates(seat) >> way & 1:
                    return (yield from _lay(game, deal, space.index, way))
                _not_in_hand(game, deal, BOTH_WAYS[way])


@cache
def tiles_of(ways: int) -> int:
    """Return the mask of the tiles that have one of the ways at least."""
    mask = 0
    for way in bits(ways):
        mask |= BOTH_WAYS[way]
    return mask


# What is asked.


def _key(deal: Deal, what: str) -> str:
    key = f"{what}/{deal.seat}/{deal.number}/{deal.turn}"
    return f"{key}/{deal.asked + 1}" if deal.asked else key


def _show_prompts(game: DominoGame, deal: Deal, playable: int) -> tuple[Prompt, ...]:
    """Show a tile that fits somewhere, or pass where that can be; beside it what does not wait."""
    seat, board = deal.seat, deal.board
    name = game.name_of(seat)
    shown = board.unplayed if deal.irregular else playable
    because = {lay.tile: played(lay.tile, SPACES[lay.space]) for lay in deal.lying.values()}
    because |= {tile: fits_nowhere(tile) for tile in tiles_in(board.unplayed & ~shown)}
    said = "dominoes.ask.tile_stands" if deal.irregular else "dominoes.ask.tile"
    open: list[Prompt] = [
        Reveal(
            key=_key(deal, "tile"),
            say=Text(said, {"seat": name}),
            seats=(seat,),
            known=tiles_in(shown),
            because=because,
        )
    ]
    may_hold = deal.candidates(seat)
    if deal.hands[seat].known is None and count_tiles(may_hold & ~playable) >= deal.hands[seat].size:
        say = Text("dominoes.ask.pass", {"seat": name})
        open.append(Choose(key=_key(deal, "pass"), say=say, seats=(seat,), options=_PASS))
    if not deal.irregular:
        say = text("dominoes.ask.stands")
        open.append(Choose(key=_key(deal, "stands"), say=say, options=_STANDS, waits=False, second=True))
    return (*open, *wrong_prompt(deal), *leave_prompts(game, deal), adjust_prompt(game, game.seats))


def _place_prompt(game: DominoGame, deal: Deal, tile: str) -> Place:
    """Where the tile shown may lie, and which way round."""
    board, ways = deal.board, ways_of(tile)
    if deal.irregular:
        legal = tuple(PLACEMENTS[space][way] for space in bits(board.empty) for way in ways)
        because = taken_of(deal.tiles_lying(), tile)
    else:
        legal = board.placements(MASK_OF[tile])
        because = because_of(board, deal.tiles_lying(), tile)
    say = Text("dominoes.ask.place", {"seat": game.name_of(deal.seat), "tile": tile})
    otherwise = Text("dominoes.because.other_tile", {"tile": tile, "example": legal[0]})
    return Place(
        key=_key(deal, "place"),
        say=say,
        seats=(deal.seat,),
        legal=legal,
        because=because,
        otherwise=otherwise,
    )


def _virtual_prompt(game: DominoGame, deal: Deal) -> Place:
    """What the companion lays for a seat it plays; all that is legal with any tile, so no hand is told."""
    say = Text("dominoes.ask.virtual", {"seat": game.name_of(deal.seat)})
    return Place(key=_key(deal, "place"), say=say, seats=(deal.seat,), legal=deal.board.placements())


def _other_prompt(deal: Deal) -> Choose:
    say = text("dominoes.ask.other")
    return Choose(key=_key(deal, "other"), say=say, seats=(deal.seat,), options=_OTHER, waits=False)


def wrong_prompt(deal: Deal) -> tuple[Prompt, ...]:
    """The last tile turns out to be illegal and no other has been laid: it is taken back (T17)."""
    if deal.undo is None:
        return ()
    key = f"wrong/{deal.number}/{deal.turn}"
    return (Choose(key=key, say=text("dominoes.ask.wrong"), options=_WRONG, waits=False, second=True),)


def leave_prompts(game: DominoGame, deal: Deal) -> tuple[Prompt, ...]:
    """Between tiles a seat may leave; the companion plays its hand on (H1)."""
    return tuple(
        Choose(
            key=f"leave/{seat.id}/{deal.number}/{deal.turn}",
            say=Text("dominoes.ask.leave", {"seat": seat.name}),
            seats=(seat.id,),
            options=_LEAVE,
            waits=False,
            second=True,
        )
        for seat in game.seats
        if seat.id not in game.virtual
    )


# What is done.


def put_right(game: DominoGame, deal: Deal | None, seat: str) -> Part[None]:
    """Put a seat's chips right; what it would give back with its last tile (T17) stays with it."""
    spare = game.ledger.balance(seat)
    if deal is not None and deal.undo is not None and seat in deal.winners.values():
        spare -= sum(amount for chip, amount in deal.undo.won if deal.winners[chip] == seat)
    yield from adjust(game, seat, game.name_of(seat), spare)


def leave(game: DominoGame, seat: str) -> None:
    """A seat leaves: a virtual one plays on, with its chips and its tiles (H1)."""
    strength = game.settings.strength
    game.virtual[seat] = strength
    game.gone.append(seat)
    say = Text("dominoes.said.leaves", {"seat": game.name_of(seat)})
    game.tell("leaves", say, seat=seat, strength=strength)


def _show_tile(game: DominoGame, deal: Deal, tile: str) -> None:
    if not MASK_OF[tile] & deal.candidates(deal.seat):
        _not_in_hand(game, deal, MASK_OF[tile])
        return
    deal.tile, deal.phase = tile, "place"
    say = Text("dominoes.said.shown", {"seat": game.name_of(deal.seat), "tile": tile})
    game.tell("shown", say, seat=deal.seat, tile=tile)


def _not_in_hand(game: DominoGame, deal: Deal, mask: int) -> None:
    """The tile is in another hand, or was never scanned into this one; whose it is is not told."""
    (tile,) = tiles_in(mask)
    deal.asked += 1
    say = Text("dominoes.said.not_in_hand", {"seat": game.name_of(deal.seat), "tile": tile})
    game.tell("not_in_hand", say, seat=deal.seat, tile=tile)


def _pass(game: DominoGame, deal: Deal, why: str) -> Part[Deal]:
    """Pass; after as many passes in a row as there are players nobody can play, and the deal ends (T12)."""
    seat = deal.seat
    deal.passes[seat] = deal.passes.get(seat, 0) + 1
    deal.passed += 1
    say = Text(f"dominoes.said.pass_{why}", {"seat": game.name_of(seat)})
    game.tell("passes", say, seat=seat, why=why)
    if deal.passed >= len(game.seats):
        deal.ended = "blocked"
        game.tell("blocked", Text("dominoes.said.blocked", {"count": deal.board.empty.bit_count()}))
    elif game.shares.draw_on_pass:
        yield from draw(game, deal, seat)
    deal.seat = game.next_to(seat)
    return deal


def _lay(game: DominoGame, deal: Deal, space: int, way: int) -> Part[Deal]:
    """Lay a tile, take the piles it wins at once (T11), and draw (T4)."""
    seat, before, old = deal.seat, deal.copy(), deal.board
    deal.board = old.lay(space, way)
    order = len(deal.lying) + 1
    deal.lying[space] = Lay(seat, space, way, order, deal.irregular)
    deal.passed, deal.tile = 0, None
    take_from(deal, seat, BOTH_WAYS[way])
    _tell_laid(game, deal, old, deal.lying[space])
    won = []
    for chip in deal.board.won(space):
        won.append((chip, game.ledger.balance(game.chip_account(chip))))
        yield from _win(game, deal, chip)
    deal.undo = Undo(before, tuple(won))
    if deal.board.full:
        deal.ended = "full"
    else:
        yield from draw(game, deal, seat)
    deal.seat = game.next_to(seat)
    return deal


def _tell_laid(game: DominoGame, deal: Deal, old: Board, lay: Lay) -> None:
    space, board = SPACES[lay.space], deal.board
    first, second = WAY_ENDS[lay.way]
    facts: dict[str, Fact] = {
        "seat": game.name_of(lay.seat),
        "tile": lay.tile,
        "space": space.say,
        "end": end_name(first),
        "chip": space.chips[0],
    }
    manner = "double" if first == second else "laid"
    asked = lay.seat in game.virtual and game.settings.hands != "dealt"
    said = f"dominoes.said.{manner}_virtual" if asked else f"dominoes.said.{manner}"
    touched = TOUCHES[lay.space]
    numbered = [[CHIPS[c], board.numbers[c]] for c in touched if old.numbers[c] != board.numbers[c]]
    spoiled = [CHIPS[c] for c in touched if (board.spoiled & ~old.spoiled) >> c & 1]
    game.tell(
        "laid",
        Text(said, facts),
        seat=lay.seat,
        tile=lay.tile,
        space=space.id,
        placement=PLACEMENTS[lay.space][lay.way],
        ends=[first, second],
        chips=list(space.chips),
        numbered=numbered,
        spoiled=spoiled,
        order=lay.order,
        stage=0 if lay.irregular else old.stage(lay.space),
    )
    if numbered:
        each = tuple(_number_said(chip, number) for chip, number in numbered)
        game.tell("numbered", Text("dominoes.said.numbered", {"chips": each}), numbered=numbered)
    if spoiled:
        names = tuple(_chip_name(chip) for chip in spoiled)
        say = Text("dominoes.said.spoiled", {"chips": names, "count": len(spoiled)})
        game.tell("spoiled", say, chips=spoiled)


@cache
def _number_said(chip: int, number: int) -> Text:
    return text("dominoes.chip_counts", chip=chip, number=end_name(number, 2))


@cache
def _chip_name(chip: int) -> Text:
    return text("dominoes.chip", chip=chip)


def _win(game: DominoGame, deal: Deal, chip: int) -> Part[None]:
    """Take the whole pile of a chip; where presses are agreed on, once the winner has pressed (H8)."""
    seat, pile = deal.seat, game.chip_account(chip)
    amount = game.ledger.balance(pile)
    id = f"d{deal.number}/t{deal.turn}/chip{chip + 1}"
    facts: dict[str, Fact] = {
        "seat": game.name_of(seat),
        "chip": chip + 1,
        "amount": game.amount(amount),
        "number": end_name(deal.board.numbers[chip], 2),
    }
    deal.winners[chip] = seat
    if game.settings.pressed and seat not in game.virtual:
        phase, deal.phase = deal.phase, "pay"
        yield game.owe(
            f"claim/{seat}/{deal.number}/{deal.turn}/{chip + 1}",
            Text("dominoes.ask.claim", {k: v for k, v in facts.items() if k != "number"}),
            id, pile, seat, amount, _CHIPS_WON,
        )  # fmt: skip
        deal.phase = phase
    move = game.move(id, pile, seat, amount, _CHIPS_WON)
    deal.gains[seat] = deal.gains.get(seat, 0) + amount
    say = Text("dominoes.said.won", facts)
    game.tell("won", say, seat=seat, chip=chip + 1, amount=amount, moves=[move])


def take_back(game: DominoGame, deal: Deal) -> Deal:
    """Take back the last tile, with the piles it won and the tile drawn after it (T17)."""
    assert deal.undo is not None
    before: Deal = deal.undo.deal
    lay = max(deal.lying.values(), key=lambda one: one.order)
    moves = [
        game.move(
            f"d{deal.number}/t{before.turn}/chip{chip + 1}/back",
            lay.seat, game.chip_account(chip), amount, _CHIPS_BACK,
        )
        for chip, amount in deal.undo.won
    ]  # fmt: skip
    before.turn, before.ended = deal.turn, ""
    space = SPACES[lay.space]
    say = text("dominoes.said.taken_back", seat=game.name_of(lay.seat), tile=lay.tile, space=space.say)
    game.tell("taken_back", say, seat=lay.seat, tile=lay.tile, space=space.id, moves=moves)
    return before
