"""Ports of all kinds, for workers to call."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from tilth_server.workers.request_loop import LENGTH


def doubles(question: int) -> bytes:
    return str(2 * question).encode()


def whose(question: object) -> bytes:
    """Return the id of the process that works."""
    return str(os.getpid()).encode()


def prints(question: str) -> bytes:
    sys.stdout.write("what a port prints is no answer\n")
    sys.stdout.flush()
    return question.encode()


def raises(question: str) -> bytes:
    raise ValueError(question)


def sleeps(question: float) -> bytes:
    time.sleep(question)
    return b"awake"


def dies_once(question: str) -> bytes:
    """Takes its process along, the first time it is asked this."""
    if _first(question):
        os._exit(3)
    return b"alive"


def hangs_once(question: str) -> bytes:
    if _first(question):
        time.sleep(600)
    return b"alive"


def breaks_off_once(question: str) -> bytes:
    """Announce four hundred bytes, and end the process, when the question comes the first time."""
    if _first(question):
        for number in range(3, 10):
            with suppress(OSError):
                os.write(number, LENGTH.pack(400) + b"half")
        os._exit(0)
    return b"whole"


def dies(question: object) -> bytes:
    os._exit(3)


def _first(name: str) -> bool:
    """Return whether this is the first call with that name, in any process."""
    mark = Path(name)
    if mark.exists():
        return False
    mark.touch()
    return True
