"""The program of a worker process that calls ports.

    python -m tilth_server.outside.worker_main SECONDS

A request is a pickled (port, question), its answer a pickled (fact, "") or (None, error). Without a port the question
is a list of ports to load, and the answer is empty if they could be loaded, else it is the error as text. If a port
takes longer than SECONDS, the process ends.
"""

import importlib
import pickle
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from tilth_server.workers.request_loop import answer_requests


@cache
def load_port(location: str) -> Callable[[Any], bytes]:
    """Return the port at a location, `package.module:function`."""
    module, _, name = location.partition(":")
    found: Callable[[Any], bytes] = getattr(importlib.import_module(module), name)
    return found


def answer(request: bytes) -> bytes:
    """Return the answer to a request. An error of a port is part of the answer."""
    port, question = pickle.loads(request)
    if not port:
        return _load_ports(question)
    try:
        outcome = bytes(load_port(port)(question)), ""
    except Exception as error:  # noqa: BLE001 - a port may raise anything; the server logs it
        return pickle.dumps((None, _text(error)))
    return pickle.dumps(outcome)


def _load_ports(locations: list[str]) -> bytes:
    """Load the ports; return an empty message, or the error as text."""
    try:
        for location in locations:
            load_port(location)
    except Exception as error:  # noqa: BLE001 - a module may raise anything; the server logs it
        return f"it cannot load its ports: {_text(error)}".encode()
    return b""


def _text(error: Exception) -> str:
    """Return the error as text for the reply: its class and its message."""
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    answer_requests(answer, seconds=int(sys.argv[1]))
