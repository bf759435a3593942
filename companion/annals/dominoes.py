"""An evening of dominoes in figures: tiles laid, piles won, deals."""

from __future__ import annotations

from companion.annals.counting import Counters, Feats, Streaks
from companion.annals.evening import Feat
from companion.annals.told import Happened


class DominoTally:
    """Counts an evening of dominoes.  A tile that is taken back later (T17) counts for nothing."""

    def __init__(self) -> None:
        self._counters, self._feats = Counters(), Feats()
        #: Of each tile laid: whose it was, the piles it won with their chips, and how many it spoiled.
        self._tiles: list[tuple[str, list[int], int]] = []

    def take(self, happened: Happened) -> None:
        facts = happened.facts
        match happened.what:
            case "laid":
                self._tiles.append((facts["seat"], [], len(facts.get("spoiled", ()))))
            case "won" if self._tiles:
                self._tiles[-1][1].append(facts["amount"])
            case "taken_back" if self._tiles:
                self._tiles.pop()
            case "passes":
                self._counters.add(facts["seat"], "passes")
            case "deal_end":
                for seat, gained in facts["deltas"].items():
                    self._counters.most(seat, "best_deal", gained)
                    self._feats.offer("dominoes.deal", seat, gained, 3, count=gained)
            case "end":
                for standing in facts["standings"]:
                    self._counters.put(standing["seat"], "chips", standing["amount"])

    def figures(self) -> dict[str, dict[str, int]]:
        counted = Counters()
        for seat, piles, spoiled in self._tiles:
            counted.add(seat, "laid")
            counted.add(seat, "piles", len(piles))
            counted.add(seat, "spoiled", spoiled)
            counted.most(seat, "best_tile", sum(piles))
        plain = self._counters.plain()
        return {
            seat: {**counted.plain().get(seat, {}), **plain.get(seat, {})}
            for seat in dict.fromkeys((*counted.seats(), *plain))
        }

    def feats(self) -> tuple[Feat, ...]:
        row = Streaks()
        for seat, piles, _ in self._tiles:
            gained = sum(piles)
            kind = "dominoes.two_piles" if len(piles) > 1 else "dominoes.tile"
            self._feats.offer(kind, seat, gained, 2, count=gained)
            for _pile in piles:
                count = row.alone(seat)
                self._feats.offer("dominoes.row", seat, count, 2, count=count)
        for seat, figures in self.figures().items():
            spoiled = figures.get("spoiled", 0)
            self._feats.offer("dominoes.spoiled", seat, spoiled, 3, count=spoiled)
        return self._feats.best()
