"""The program that calls ports: a question comes in on stdin, its answer leaves on stdout, until stdin ends.

    python -m tilth_server.worker SECONDS

A question is a pickled (port, question), an answer a pickled (fact, "") or (None, what went wrong), each behind its
length in four bytes. Only the server that started it speaks to it.
"""

import importlib
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, BinaryIO, Final

LENGTH: Final = struct.Struct("!I")
NICE: Final = 10
"""On a busy machine whoever plays comes before whoever flicks."""


def framed(what: object) -> bytes:
    data = pickle.dumps(what)
    return LENGTH.pack(len(data)) + data


@cache
def port(where: str) -> Callable[[Any], bytes]:
    module, _, name = where.partition(":")
    found: Callable[[Any], bytes] = getattr(importlib.import_module(module), name)
    return found


def answer(data: bytes) -> tuple[bytes | None, str]:
    try:
        where, question = pickle.loads(data)
        return bytes(port(where)(question)), ""
    except Exception as error:  # noqa: BLE001 - whatever a port raises; the server logs it
        return None, f"{type(error).__name__}: {error}"


def work(questions: BinaryIO, answers: BinaryIO, seconds: int) -> None:
    """Answer until nobody asks any more. Whom a port keeps for too long the kernel ends, server or no server."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        signal.alarm(seconds)
        data = questions.read(*LENGTH.unpack(head))
        answers.write(framed(answer(data)))
        answers.flush()
        signal.alarm(0)


def main() -> None:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody reads what an orphan has to say
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a port prints is no answer
    os.nice(NICE)
    work(sys.stdin.buffer, answers, int(sys.argv[1]))


if __name__ == "__main__":
    main()
