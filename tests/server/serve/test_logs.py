"""The format of log lines."""

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog

from tilth_server import logs
from tilth_server.settings import LogFormat


@pytest.fixture
def out() -> Iterator[StringIO]:
    yield StringIO()
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
    logging.getLogger().handlers = []


def test_a_line_for_machines_is_json_and_says_what_is_bound(out: StringIO) -> None:
    logs.configure(LogFormat.JSON, out)
    with structlog.contextvars.bound_contextvars(match="m1", seat=2):
        structlog.get_logger().info("match over", records=17)
    line = json.loads(out.getvalue())
    assert {
        "event": "match over",
        "match": "m1",
        "seat": 2,
        "records": 17,
        "level": "info",
    }.items() <= line.items()
    assert line["timestamp"].endswith("Z")


def test_a_traceback_is_one_line_for_machines(out: StringIO) -> None:
    logs.configure(LogFormat.JSON, out)
    try:
        raise ValueError("torn")
    except ValueError:
        structlog.get_logger().exception("it broke")
    assert out.getvalue().count("\n") == 1
    assert "ValueError: torn" in json.loads(out.getvalue())["exception"]


def test_a_line_for_people_is_no_json(out: StringIO) -> None:
    logs.configure(LogFormat.TERMINAL, out)
    structlog.get_logger().info("match over", records=17)
    assert "records=17" in out.getvalue()
    assert not out.getvalue().startswith("{")


def test_a_stream_that_is_no_terminal_gets_json_by_default(out: StringIO) -> None:
    logs.configure(LogFormat.AUTO, out)
    structlog.get_logger().info("hello")
    assert json.loads(out.getvalue())["event"] == "hello"


def test_libraries_log_in_the_same_shape(out: StringIO) -> None:
    logs.configure(LogFormat.JSON, out)
    logging.getLogger("asyncio").warning("slow callback %s", "x")
    line = json.loads(out.getvalue())
    assert (line["event"], line["level"], line["logger"]) == ("slow callback x", "warning", "asyncio")


def test_debugging_is_left_out(out: StringIO) -> None:
    logs.configure(LogFormat.JSON, out)
    structlog.get_logger().debug("detail")
    assert out.getvalue() == ""
