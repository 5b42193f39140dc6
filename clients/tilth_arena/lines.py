"""The line protocol: one JSON object a line, so that a bot in any language needs no gRPC. docs/bots.md describes it."""

import json
from asyncio import StreamReader
from collections.abc import Mapping
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from tilth_client import Answer, Context, Decision, Ended, Option

LONGEST: Final = 1 << 20
"""Bytes in one line of a bot."""


class BadLine(Exception):
    """A bot's line that can't be read."""


def match_line(context: Context, seed: int) -> bytes:
    """The first line: which match, and at which seat."""
    opened = context.opened
    return _line(
        say="match",
        match=context.match_id,
        game=context.game,
        seat=context.seat,
        seats=opened.seat_count,
        players=list(opened.player_names),
        options=_plain(context.options),
        language=context.language,
        seed=seed,
    )


def decide_line(view: Any, decision: Decision) -> bytes:
    """One decision. Whoever answers within its bounds answers legally."""
    asked: dict[str, Any] = {
        "say": "decide",
        "decision": decision.id,
        "seat": decision.seat,
        "kind": decision.kind,
        "text": decision.text,
        "least": decision.least,
        "most": decision.most,
        "ordered": decision.ordered,
        "options": [{**_option(decision, way), "most": decision.each[way.id]} for way in decision.options],
        "offers": [_option(decision, way) for way in decision.offers],
        "quantities": [
            {"name": asked.name, "low": asked.low, "high": asked.high, "scale": asked.scale}
            for asked in decision.quantities
        ],
        "about": _plain(decision.about),
        "default": _answer(decision.default),
        "view": _plain(view),
    }
    return _line(**asked)


def ended_line(end: Ended) -> bytes:
    """The last line; a match that was cancelled has no places."""
    return _line(
        say="ended",
        places=list(end.result.places),
        scores=list(end.result.scores),
        cancelled=end.cancelled,
    )


async def read_answer(reader: StreamReader) -> Answer | None:
    """The bot's next line as an answer; None when it has closed its output. Empty lines are passed over."""
    while True:
        try:
            line = await reader.readline()
        except ValueError:
            raise BadLine(f"a line of more than {LONGEST} bytes") from None
        except ConnectionError:
            return None
        if not line:
            return None
        if line.strip():
            return answer_from(line)


def answer_from(line: bytes) -> Answer:
    """`{"chosen": [3]}` or `{"measured": [45, -10]}`."""
    try:
        said = json.loads(line)
    except ValueError:
        raise BadLine(f"a line that is no JSON: {line[:200]!r}") from None
    if not isinstance(said, Mapping) or not said.keys() & {"chosen", "measured"}:
        raise BadLine(f'a line without "chosen" or "measured": {line[:200]!r}')
    return Answer(_numbers(said.get("chosen", []), line), _numbers(said.get("measured", []), line))


def _numbers(found: Any, line: bytes) -> tuple[int, ...]:
    if not isinstance(found, list) or any(type(number) is not int for number in found):
        raise BadLine(f"a line whose answer is no list of whole numbers: {line[:200]!r}")
    return tuple(found)


def _option(decision: Decision, option: Option) -> dict[str, Any]:
    return {"id": option.id, "text": option.text, "move": _plain(decision.move(option))}


def _answer(answer: Answer) -> dict[str, list[int]]:
    return {"measured": list(answer.measured)} if answer.measured else {"chosen": list(answer.chosen)}


def _plain(message: Any) -> Any:
    """A message by the schema's field names, zeros written out; what nobody here can decode as hex digits."""
    if isinstance(message, Message):
        return MessageToDict(
            message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
    return message.hex() if isinstance(message, bytes) else None


def _line(**said: Any) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
