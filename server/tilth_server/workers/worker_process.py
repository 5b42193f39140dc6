"""One worker process, as its server sees it."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen

from tilth_server.workers.request_loop import LENGTH, delimited


class WorkerGone(Exception):
    """A worker process ended before it had answered."""


class WorkerProcess:
    """A process that answers one request after the other. It ends when its stdin does, so it never outlives its server
    for long.
    """

    def __init__(self, program: str, arguments: Sequence[str]) -> None:
        """Start a process that runs the module `program`, in a session of its own: Ctrl-C reaches only the
        server, which ends its workers itself.
        """
        command = [sys.executable, "-m", program, *arguments]
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)

    def ask(self, request: bytes) -> bytes:
        """Return the answer to a request; raise WorkerGone. The call blocks."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        try:
            requests.write(delimited(request))
            requests.flush()
            head = answers.read(LENGTH.size)
            length = int.from_bytes(head)
            answer = answers.read(length)
        except (OSError, ValueError) as error:  # a pipe that is broken, or that `end` has closed
            raise WorkerGone(str(error)) from error
        if len(head) < LENGTH.size or len(answer) < length:
            raise WorkerGone(f"it ended with {self._process.wait()}")
        return answer

    def end(self) -> None:
        """Kill the process. A thread that waits in `ask` gets WorkerGone."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # the rest of a request that the process did not read
                pipe.close()
