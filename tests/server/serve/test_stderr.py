"""Lines that gRPC's core, the interpreter and others write on stderr become JSON lines."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.serve.process import serving
from tilth_server.stderr import MAX_LINE, RepeatedLines, json_line

WRAPS = "import os, sys\nfrom tilth_server.stderr import wrap_stderr\nreal = wrap_stderr()\n"
VERBOSE = ("env", "GRPC_VERBOSITY=INFO", "GRPC_TRACE=server_channel")
CORE_LINE = (
    "E1119 07:45:21.988658   12345 tcp_server_posix.cc:360] Failed accept4: Too many open files; will retry"
)


def output(program: str) -> list[dict[str, Any]]:
    """Return the lines that a program writes on stderr, each a JSON object."""
    ran = subprocess.run([sys.executable, "-c", WRAPS + program], capture_output=True, text=True, check=False)
    return [json.loads(line) for line in ran.stderr.splitlines()]


async def test_lines_that_grpcs_core_writes_in_a_real_server_are_json_and_say_whose_they_are(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, "--log-format", "json", before=VERBOSE) as server:
        code, _, _, err = await server.stop(signal.SIGTERM)
    assert code == 0
    lines = [json.loads(line) for line in err.splitlines()]
    core = [line for line in lines if line.get("logger") == "grpc"]
    (tracers,) = (line for line in core if line["source"].startswith("trace.cc:"))
    assert tracers["level"] == "info"
    assert tracers["event"].endswith("server_channel")
    assert all(line["timestamp"].endswith("Z") for line in lines)
    assert {"server started", "server stopped"} <= {line["event"] for line in lines}


@pytest.mark.parametrize(
    ("letter", "level"), [("I", "info"), ("W", "warning"), ("E", "error"), ("F", "critical")]
)
def test_a_line_of_the_core_keeps_its_level_its_place_and_its_words(letter: str, level: str) -> None:
    received = json.loads(json_line(letter + CORE_LINE[1:], RepeatedLines()))
    del received["timestamp"]
    assert received == {
        "event": "Failed accept4: Too many open files; will retry",
        "level": level,
        "logger": "grpc",
        "source": "tcp_server_posix.cc:360",
    }


def test_json_stays_as_it_is_and_what_only_looks_like_it_does_not() -> None:
    assert json_line('{"event": "serving"}', RepeatedLines()) == '{"event": "serving"}'
    assert json.loads(json_line('{"event": ', RepeatedLines()))["event"] == '{"event": '
    assert json.loads(json_line("E1119 hello", RepeatedLines()))["logger"] == "stderr"


def test_an_exception_that_ends_the_program_is_logged_to_its_last_line() -> None:
    lines = output("raise RuntimeError('so it ends')")
    assert [line["event"] for line in lines][-1] == "RuntimeError: so it ends"
    assert {line["logger"] for line in lines} == {"stderr"}


def test_the_last_words_of_a_program_that_crashes_are_there() -> None:
    program = f"os.write(2, {CORE_LINE.encode()!r})\nos.abort()"
    (line,) = output(program)
    assert (line["logger"], line["level"]) == ("grpc", "error")


def test_pieces_of_a_line_are_joined_and_what_is_no_text_or_too_long_breaks_nothing() -> None:
    # The program's own line comes first: a pipe may take the long line in pieces, and another one between them.
    program = f"""
real.write('{{"event": "mine"}}\\n')
real.flush()
for piece in (b"E1119 07:45:21.9 1 ", b"a.cc:1] one ", b"line\\n\\n", b"\\xff\\xfe\\n", b"x" * {MAX_LINE + 10}, b"\\n"):
    os.write(2, piece)
"""
    lines = {line["event"] for line in output(program)}
    assert {"one line", "��", "mine"} <= lines
    assert all(len(line) <= MAX_LINE + (1 << 16) for line in lines)
