"""What is said and heard at the table: prompts, hands and payments, and never a reminder of a claim (B6)."""

from __future__ import annotations

import re

import pytest

from companion.kiosk.scenes.settings import SettingsScene
from companion.speech.espeak import Espeak
from companion.speech.voice import Sentence, Voice
from companion.table.prompts import Claim
from tests.kiosk.gold_journeys import the_auction, the_debts
from tests.kiosk.panel_journeys import a_private_hand
from tests.kiosk.people import MakePlayer, Player
from tests.kiosk.said_sight import SaidSight
from tests.sounds.heard import Heard


class Listener(Voice):
    """A voice whose sentences are noted in place of being said."""

    def __init__(self) -> None:
        super().__init__(Heard(), Espeak("/no/such/program"))
        self.told: list[Sentence] = []
        self.asked: list[Sentence] = []
        self.hushed = 0

    def tell(self, sentence: Sentence) -> None:
        self.told.append(sentence)

    def ask(self, sentence: Sentence) -> None:
        self.asked.append(sentence)

    def hush(self) -> None:
        self.hushed += 1


class Ringing:
    """Sounds that are noted in place of being heard."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def play(self, name: str, volume: float) -> None:
        self.names.append(name)

    def problem(self) -> None:
        """Nothing is wrong."""

    def close(self) -> None:
        """Nothing was opened."""


def listened(player: Player) -> tuple[Listener, Ringing]:
    player.stage.voice, sounds = Listener(), Ringing()
    player.stage.sounds = sounds  # type: ignore[assignment]
    return player.stage.voice, sounds


def test_prompts_hands_and_payments_of_the_dice_game(player: Player) -> None:
    voice, sounds = listened(player)
    player.sit_down()
    assert [said.words for said in voice.asked][-1] == "Bo, throw five dice"
    assert voice.asked[-1].code == "en"
    player.throw(1, 1, 5, 5, 3)
    player.throw(6, 6, 6, 6, 4)
    told = [said.words for said in voice.told]
    assert any("five" in words or "pair" in words.lower() for words in told), told
    assert any("wins" in words or "pays" in words for words in told), told
    assert {"button", "dice", "coins"} <= {*sounds.names}
    asked = [said.words for said in voice.asked]
    assert len(asked) == len(dict.fromkeys(asked)), "no prompt is said twice"


def test_nobody_is_reminded_of_his_claim(player: Player) -> None:
    """Debts between players stand on the screen, and neither their making nor their waiting is said."""
    voice, _ = listened(player)
    claims = 0
    for journey in (the_auction, the_debts):
        for _screen in journey(player):
            open_ = getattr(player.scene, "view", None)
            claims += sum(isinstance(prompt, Claim) for prompt in open_.open) if open_ else 0
    assert claims, "money had to be asked for on the way"
    said = [one.words for one in (*voice.told, *voice.asked)]
    assert said and not [words for words in said if " owes " in words], said
    assert any(" pays " in words for words in said)


def test_switches(player: Player) -> None:
    voice, sounds = listened(player)
    player.stage.preferences.change("voice", False)
    player.stage.preferences.change("sounds", False)
    player.sit_down()
    player.throw(1, 1, 5, 5, 3)
    assert not voice.told and not voice.asked and not sounds.names
    player.stage.preferences.change("voice", True)
    player.stage.preferences.change("volume", 20)
    player.throw(6, 6, 6, 6, 4)
    assert voice.told and {said.volume for said in voice.told} == {0.2}


def test_another_language_says_the_prompt_again(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    voice, _ = listened(player)
    player.sit_down()
    count, hushed = len(voice.asked), voice.hushed
    player.stage.speak("en")
    player.stage.go(player.scene.again())
    player.settle()
    assert len(voice.asked) == count + 1 and voice.hushed > hushed
    player.stage.go(SettingsScene(player.stage, player.scene))
    player.settle()
    player.push("back")
    assert len(voice.asked) == count + 1, "coming back to the same table says nothing anew"


def test_a_program_that_is_missing_is_told_once(make_player: MakePlayer) -> None:
    player = make_player()
    player.stage.voice = Voice(Heard(), Espeak("/no/such/program"))
    player.sit_down()
    assert player.stage.voice.wait(20)
    player.settle()
    assert [n.words for n in player.stage.notices if "not installed" in n.words]
    player.stage.notices.clear()
    player.throw(1, 1, 5, 5, 3)
    assert not [n.words for n in player.stage.notices if "not installed" in n.words]
    player.stage.be_silent()


def test_hidden_hands_are_not_heard(make_player: MakePlayer) -> None:
    sight = SaidSight()
    player = make_player(sight=sight)
    voice, _ = listened(player)
    assert [*a_private_hand(player, sight)]
    said = " ".join(one.words for one in (*voice.told, *voice.asked))
    assert "Ana" in said and not re.search(r"[0-6]-[0-6]", said)
