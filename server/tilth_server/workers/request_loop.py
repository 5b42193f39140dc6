"""The loop of a worker process: a request comes in on stdin, its answer leaves on stdout, until stdin ends.

Requests and answers are bytes, each behind its length in four bytes. Only the server that started the process speaks
to it.
"""

import os
import signal
import struct
import sys
from collections.abc import Callable
from typing import Final

LENGTH: Final = struct.Struct("!I")
"""The length in front of each request and each answer."""
NICENESS: Final = 10
"""Niceness of a worker process: on a busy machine the server comes before its workers."""


def delimited(message: bytes) -> bytes:
    """Return the message with its length in front."""
    return LENGTH.pack(len(message)) + message


def answer_requests(answer: Callable[[bytes], bytes], seconds: int = 0) -> None:
    """Answer the requests on stdin until it ends.

    If one answer takes longer than `seconds`, the kernel ends this process by an alarm signal, even if the server is
    gone. 0 means no limit.
    """
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody reads the answers of an orphan
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # text that the worker prints is no answer
    os.nice(NICENESS)
    requests = sys.stdin.buffer
    while len(head := requests.read(LENGTH.size)) == LENGTH.size:
        signal.alarm(seconds)
        answers.write(delimited(answer(requests.read(*LENGTH.unpack(head)))))
        answers.flush()
        signal.alarm(0)
