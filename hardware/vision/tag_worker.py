"""The decoder process: takes requests from its input, looks at the shared picture, writes what it found.

It is started by `hardware.vision.tag_process` and ends when its input does, so it never outlives the program.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import resource
import signal
import struct
import sys
from dataclasses import astuple
from typing import Any, BinaryIO

from hardware.vision.tag_decoders import DecoderMissing, DecoderName, decode

#: Which decoder, the picture's width and height; the picture lies at the start of the shared memory.
REQUEST = struct.Struct("<BII")
#: How many bytes of JSON follow.
ANSWER = struct.Struct("<I")
ORDER = tuple(DecoderName)
#: A picture that makes a decoder ask for more than this ends the decoder, not the machine.
MOST_MEMORY = 1 << 30


def main(memory: int) -> None:
    """Answer requests until the input ends; `memory` is the file descriptor of the shared picture."""
    _keep_harmless()
    requests, answers = _channels()
    shared = mmap.mmap(memory, os.fstat(memory).st_size, prot=mmap.PROT_READ)
    while len(request := requests.read(REQUEST.size)) == REQUEST.size:
        number, width, height = REQUEST.unpack(request)
        if width * height > len(shared):
            shared.close()
            shared = mmap.mmap(memory, os.fstat(memory).st_size, prot=mmap.PROT_READ)
        with memoryview(shared) as whole, whole[: width * height] as pixels:
            said = json.dumps(_answer(ORDER[number], pixels, width, height)).encode()
        answers.write(ANSWER.pack(len(said)) + said)
        answers.flush()


def _answer(name: DecoderName, pixels: memoryview, width: int, height: int) -> dict[str, Any]:
    try:
        return {"codes": [astuple(code) for code in decode(name, pixels, width, height)]}
    except DecoderMissing as missing:
        return {"missing": str(missing)}
    except Exception as problem:
        return {"failed": f"{type(problem).__name__}: {problem}"[:200]}


def _keep_harmless() -> None:
    # Ctrl-C is the program's to understand; a crash on purpose leaves no core file on the card.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for limit, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, MOST_MEMORY)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))


def _channels() -> tuple[BinaryIO, BinaryIO]:
    # Whatever a library prints goes nowhere: a stray line must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.dup2(nowhere, sys.stderr.fileno())
    return sys.stdin.buffer, answers
