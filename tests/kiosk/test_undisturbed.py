"""The screen goes first: readers give way to it, and a picture is drawn in one go."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.kiosk.canvas import Canvas
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.sight import Opened, Sight
from companion.kiosk.undisturbed import give_way, undisturbed
from companion.table.prompts import Throw
from companion.table.text import Text
from tests.kiosk.people import Player

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads")


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@only_linux
def test_whoever_gives_way_does_so_with_all_it_starts_and_alone() -> None:
    before = priority()
    with ThreadPoolExecutor(1, initializer=give_way) as worker, ThreadPoolExecutor(1) as other:

        def started() -> int:
            with ThreadPoolExecutor(1) as another:
                return another.submit(priority).result()

        assert worker.submit(priority).result() == worker.submit(started).result() == min(19, before + 10)
        assert other.submit(priority).result() == before
    assert priority() == before


@only_linux
def test_what_opens_the_camera_gives_way() -> None:
    opened: list[int] = []

    def open_camera() -> Opened:
        opened.append(priority())
        return Opened(None)

    sight = Sight(open_camera)
    sight.arm(Throw(key="throw/1", say=Text("dice.ask.throw"), seats=("ana",), dice=5))
    sight.close()
    assert opened == [min(19, priority() + 10)]


def test_a_picture_is_drawn_in_one_go_and_threads_change_quickly_otherwise(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = sys.getswitchinterval()
    drawing: list[float] = []
    paint = HomeScene.paint

    def looked_at(scene: HomeScene, canvas: Canvas) -> None:
        drawing.append(sys.getswitchinterval())
        paint(scene, canvas)

    monkeypatch.setattr(HomeScene, "paint", looked_at)
    try:
        player.stage.go(HomeScene(player.stage))
        player.settle()
        assert drawing and sys.getswitchinterval() < min(drawing)
        with pytest.raises(ZeroDivisionError), undisturbed():
            raise ZeroDivisionError
        assert sys.getswitchinterval() < min(drawing)
    finally:
        sys.setswitchinterval(usual)
