"""A filter that turns everything on stderr into JSON lines: text of gRPC's core, other libraries and the interpreter.

It runs in a process of its own, so that the last lines of a server that crashes are kept, too.
"""

import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TextIO

CORE: Final = re.compile(r"([IWEF])\d{4} [\d:.]+ +\d+ (\S+)\] (.*)", re.DOTALL)
"""A line of gRPC's core: level, time, thread, place in its source, message."""
LEVELS: Final = {"I": "info", "W": "warning", "E": "error", "F": "critical"}
THROTTLED: Final = "WE"
"""Levels whose lines are counted. Information comes only if an operator asked for it, and a fatal line is the last."""
AT_ONCE: Final = 1 << 16
MAX_LINE: Final = 1 << 20
"""Length in bytes from which on lines are cut."""
REPEATED_SECONDS: Final = 60.0


def wrap_stderr() -> TextIO:
    """Start the filter. Return the real stderr, for lines that are JSON already.

    Everything that is written to stderr afterwards passes the filter and becomes JSON.

    Call it before there are threads.
    """
    real = os.dup(2)
    reading, writing = os.pipe()
    sys.stderr.flush()
    if os.fork() == 0:  # noqa: TID251  # gRPC has no threads yet
        try:
            os.close(writing)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)  # it ends when the last writer has closed the pipe
            nothing = os.open(os.devnull, os.O_RDWR)
            for standard in (0, 1, 2):
                os.dup2(nothing, standard)
            _wrap_lines(reading, real)
        finally:
            os._exit(0)
    os.close(reading)
    os.dup2(writing, 2)
    os.close(writing)
    return os.fdopen(real, "w", encoding="utf-8", errors="replace")


class RepeatedLines:
    """A counter of gRPC's lines by their place in its source: one at once, then at most one a minute with a count.

    gRPC writes a line for each bad call or connection, so strangers could fill the log.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._places: dict[str, tuple[float, int]] = {}
        """By place: when a line was last written, and how many came since."""

    def count(self, source: str) -> int:
        """Count a line. Return the number of lines to report now, 0 if this line is only counted."""
        now = self._clock()
        written, since = self._places.get(source, (now - REPEATED_SECONDS, 0))
        if now - written < REPEATED_SECONDS:
            self._places[source] = written, since + 1
            return 0
        self._places[source] = now, 0
        return since + 1


def json_line(line: str, repeated: RepeatedLines) -> str:
    """Return a line as JSON, unchanged if it is JSON already; "" for a line that is only counted."""
    if line.startswith("{"):
        try:
            json.loads(line)
        except ValueError:
            pass
        else:
            return line
    event: dict[str, str | int] = {"event": line, "level": "warning", "logger": "stderr"}
    if core := CORE.fullmatch(line):
        count = repeated.count(core[2]) if core[1] in THROTTLED else 1
        if not count:
            return ""
        event = {"event": core[3], "level": LEVELS[core[1]], "logger": "grpc", "source": core[2]}
        if count > 1:
            event["count"] = count
    return json.dumps({**event, "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z")})


def _wrap_lines(reading: int, real: int) -> None:
    """Copy lines from one file descriptor to the other as JSON, until the first is closed."""
    rest = b""
    repeated = RepeatedLines()
    while data := os.read(reading, AT_ONCE):
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > MAX_LINE:
            lines, rest = [*lines, rest], b""
        _write(real, lines, repeated)
    _write(real, [rest], repeated)


def _write(real: int, lines: list[bytes], repeated: RepeatedLines) -> None:
    """Write lines as JSON to the real stderr, without those that are only counted."""
    written = [json_line(line.decode(errors="replace"), repeated) for line in lines if line.strip()]
    data = "".join(f"{line}\n" for line in written if line).encode()
    while data:
        data = data[os.write(real, data) :]
