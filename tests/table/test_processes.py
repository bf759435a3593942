"""Child processes: what they say, how they fail, and what they inherit."""

from __future__ import annotations

import os
import subprocess
import sys

from companion.table.processes import Finished, RecordedProcesses, SystemProcesses, clean_environment


def test_a_child_is_run_with_its_input_and_its_words_come_back() -> None:
    done = SystemProcesses().run([sys.executable, "-c", "print(input().upper()); exit(3)"], given="gold\n")
    assert (done.status, done.out.strip()) == (3, "GOLD")


def test_a_child_that_is_not_there_or_hangs_is_told_and_not_raised() -> None:
    assert SystemProcesses().run(["no-such-program-at-all"]).status == -1
    hanging = SystemProcesses().run(
        [sys.executable, "-c", "input()" * 0 + "import time; time.sleep(60)"], seconds=0.2
    )
    assert hanging.status == -2 and "longer than 0.2 s" in hanging.err


def test_living_and_dead_processes_are_told_apart() -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    processes = SystemProcesses()
    assert processes.alive(os.getpid())
    assert not processes.alive(child.pid)
    assert not processes.alive(0) and not processes.alive(-1) and not processes.alive(2**40)


def test_what_opencv_sets_is_not_inherited_and_what_the_user_sets_is() -> None:
    cv2 = "/venv/lib/python3.11/site-packages/cv2"
    environment = {
        "PATH": "/usr/bin",
        "LD_LIBRARY_PATH": f"{cv2}/../../lib64:/opt/mine",
        "QT_QPA_PLATFORM_PLUGIN_PATH": f"{cv2}/qt/plugins",
        "QT_QPA_FONTDIR": f"{cv2}/qt/fonts",
        "QT_SCALE_FACTOR": "2",
    }
    assert clean_environment(environment) == {
        "PATH": "/usr/bin",
        "LD_LIBRARY_PATH": "/opt/mine",
        "QT_SCALE_FACTOR": "2",
    }
    assert "LD_LIBRARY_PATH" not in clean_environment({"LD_LIBRARY_PATH": f"{cv2}/../../lib64:"})


def test_a_real_import_of_opencv_leaves_no_trace_in_a_childs_environment() -> None:
    program = (
        "import os, sys; before = dict(os.environ); import cv2\n"
        "from companion.table.processes import SystemProcesses\n"
        'show = \'import os; print(sorted(k for k in os.environ if k[:3] in ("QT_", "LD_")))\'\n'
        "print(SystemProcesses().run([sys.executable, '-c', show]).out, end='')"
    )
    environment = {k: v for k, v in os.environ.items() if k[:3] not in ("QT_", "LD_")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_recorded_processes_answer_as_told() -> None:
    processes = RecordedProcesses({"espeak": Finished(0, "", "")}, living=[7])
    assert processes.run(["espeak", "gold"]).status == 0
    assert processes.run(["other"]).status == -1
    assert processes.asked == [("espeak", "gold"), ("other",)]
    assert processes.alive(7) and not processes.alive(8)
