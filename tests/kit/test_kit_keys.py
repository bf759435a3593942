"""The keys of the kits in the data folder: made once, private, and never overwritten by mistake."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.kit.codes import CodeBook, CodeResult, KitKey, learn, make_code, teaching_code
from companion.kit.kit_keys import FILE, MOST_KITS, known_kits, learn_kit, own_kit
from companion.language import Language
from companion.table.disk import SystemDisk
from companion.table.faults import Fault
from tests.house.tree import ROOT


def said(fault: Fault) -> str:
    return Language.load("en").say(fault.say)


def test_the_first_print_makes_a_key_and_later_ones_use_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert known_kits(folder) == ()
    key = own_kit(folder)
    assert own_kit(folder) == key and known_kits(folder) == (key,)
    assert CodeBook(known_kits(folder)).read(make_code(key, "G01")).result is CodeResult.GOOD


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    keys = {own_kit(tmp_path / f"{number}").key for number in range(20)}
    assert len(keys) == 20 and all(len(key) == 16 for key in keys)


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    own_kit(tmp_path)
    path = tmp_path / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    known_kits(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_another_machine_learns_the_kit_from_its_owner_page(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    key = own_kit(first)
    lesson = learn(teaching_code(key))
    assert lesson is not None
    # A machine without a kit takes it for its own, so that a lost card can be printed there as well.
    assert learn_kit(second, lesson) == (key,) and own_kit(second) == key
    other = own_kit(tmp_path / "third")
    assert learn_kit(tmp_path / "third", lesson) == (other, key)
    assert own_kit(tmp_path / "third") == other
    assert learn_kit(tmp_path / "third", lesson) == (other, key)


def test_a_kit_learned_again_has_its_new_key(tmp_path: Path) -> None:
    own_kit(tmp_path)
    old, new = KitKey("7QM", bytes(16)), KitKey("7QM", b"\1" * 16)
    learn_kit(tmp_path, old)
    assert learn_kit(tmp_path, new)[1:] == (new,)


def test_no_endless_list_of_kits(tmp_path: Path) -> None:
    for number in range(MOST_KITS):
        learn_kit(tmp_path, KitKey(f"{number // 10:02}{number % 10}", bytes(16)))
    with pytest.raises(Fault) as fault:
        learn_kit(tmp_path, KitKey("ZZZ", bytes(16)))
    assert str(MOST_KITS) in said(fault.value) and len(known_kits(tmp_path)) == MOST_KITS


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff\x00",
        b'{"kits":[{"kit":"7QM","key":"AAAA"}]}',
        b'{"kits":[{"kit":"7Q:","key":"AAAAAAAAAAAAAAAAAAAAAA=="}]}',
        b'{"kits":[],"more":1}',
    ],
)
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / FILE
    path.write_bytes(content)
    for ask in (known_kits, own_kit, lambda folder: learn_kit(folder, KitKey("7QM", bytes(16)))):
        with pytest.raises(Fault) as fault:
            ask(tmp_path)
        assert str(path) in said(fault.value)
        assert path.read_bytes() == content


class BrokenDisk(SystemDisk):
    """A disk that cannot be written to."""

    def write_whole(self, path: Path, data: bytes) -> None:
        raise OSError(30, "Read-only file system")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Fault) as fault:
        own_kit(tmp_path, BrokenDisk())
    assert str(tmp_path) in said(fault.value)
    assert known_kits(tmp_path) == ()


def test_two_first_prints_at_once_make_one_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from companion.kit.kit_keys import own_kit;"
        "sys.stdin.readline(); print(own_kit(Path(sys.argv[1])).key.hex())"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=60)[0].strip() for process in both}
    assert keys == {own_kit(tmp_path).key.hex()}
