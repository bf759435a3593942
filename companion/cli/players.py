"""`companion players`: who has played, what everybody has done in each game, and the records."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.cli.output import without_controls

if TYPE_CHECKING:
    from companion.annals.players import Player
    from companion.language import Language

HELP = "show the statistics of all players, and the hall of fame"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="one player alone, with all figures")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print what is asked for; raises `Fault` for a name that nobody has played by."""
    from companion.annals.archive import Archive
    from companion.annals.fame import hall_of_fame
    from companion.annals.marks import fold
    from companion.annals.players import players_of
    from companion.language import Language
    from companion.table.data_folder import find_data_folder
    from companion.table.faults import Fault
    from companion.table.journal import Journal

    words = Language.load(args.language or "en")
    with Journal.read(find_data_folder(args.data)) as journal:
        archive = Archive(journal)
        evenings, marks = archive.evenings(), archive.marks
    players = players_of(evenings, marks)
    if args.name:
        wanted = fold(marks.called(args.name))
        players = tuple(player for player in players if fold(player.name) == wanted)
        if not players:
            raise Fault("players.unknown", name=args.name[:24])
    records = hall_of_fame(evenings, marks)
    if args.json:
        import msgspec

        told = {
            "players": [_plain(player) for player in players],
            "records": [
                {
                    "kind": one.feat.kind,
                    "player": one.name,
                    "session": one.evening.session,
                    "said": words.say(one.say),
                }
                for one in records
            ],
        }
        print(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
        return 0
    if not players:
        print(words.line("players.none"))
    for player in players:
        _print(player, words, whole=bool(args.name))
    if records and not args.name:
        print()
        for record in records:
            print(without_controls(words.say(record.say)))
    return 0


def _plain(player: Player) -> dict[str, object]:
    games = {
        record.game: {
            "games": record.games,
            "wins": record.wins,
            "longest_row": record.row,
            "seconds": record.seconds,
            "figures": record.figures,
        }
        for record in player.records.values()
    }
    return {
        "name": player.name,
        "names": player.names,
        "games": player.games,
        "wins": player.wins,
        "by_game": games,
    }


def _print(player: Player, words: Language, *, whole: bool) -> None:
    from companion.annals.players import FIGURES
    from companion.annals.words import figure_text

    line = words.line("players.line", seat=player.name, wins=player.wins, count=player.games)
    print(without_controls(line))
    for record in player.records.values() if whole else ():
        game = words.line(f"annals.game.{record.game}")
        print(words.line("players.game", game=game, wins=record.wins, count=record.games))
        for figure in FIGURES.get(record.game, ()):
            if figure.name in record.figures:
                value = figure_text(record.game, figure, record.figures[figure.name], record.currency)
                name = words.line(f"annals.figure.{record.game}.{figure.name}")
                print(f"    {name}: {words.say(value)}")
