"""The line protocol: one JSON object a line, for bots without gRPC. docs/reference/line-protocol.md describes it."""

import json
from asyncio import StreamReader
from collections.abc import Mapping
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from tilth.v1.decision_pb2 import SoloResult
from tilth_client import Answer, Context, Decision, MatchEnd, Option

MAX_LINE_BYTES: Final = 1 << 20
"""The most bytes in one line of a bot."""


class BadLine(Exception):
    """A line of a bot can't be read. The text names the fault and quotes the line."""


def match_line(context: Context, seed: int) -> bytes:
    """Return the first line for a bot: the match, its players and options, and the bot's seat and seed."""
    opened = context.opened
    return _line(
        type="match",
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
    """Return the line for one decision, with the view (null without one), the bounds of an answer, the options, and the
    default answer. An answer within its bounds is legal."""
    asked: dict[str, Any] = {
        "type": "decide",
        "decision": decision.id,
        "seat": decision.seat,
        "kind": decision.kind,
        "text": decision.text,
        "min_picks": decision.min_picks,
        "max_picks": decision.max_picks,
        "ordered": decision.ordered,
        "options": [{**_option(decision, way), "max": decision.max_each[way.id]} for way in decision.options],
        "offers": [_option(decision, way) for way in decision.offers],
        "quantities": [
            {
                "name": asked.name,
                "text": asked.text,
                "min": asked.min,
                "max": asked.max,
                "scale": asked.scale,
            }
            for asked in decision.quantities
        ],
        "about": _plain(decision.about),
        "default": _answer(decision.default),
        "view": _plain(view),
    }
    return _line(**asked)


def ended_line(end: MatchEnd) -> bytes:
    """Return the last line for a bot: the result by seat, or the reason of a cancelled match, which has no places."""
    return _line(
        type="ended",
        places=list(end.result.places),
        scores=list(end.result.scores),
        solo=_plain_solo(end.result.solo) if end.result.HasField("solo") else None,
        cancel_reason=end.cancel_reason,
    )


def _plain_solo(solo: SoloResult) -> dict[str, object]:
    """Return the result of a solo match as a dictionary for JSON: the opponent, its points, and whether the player won.
    Points and won are None if not set."""
    return {
        "opponent": solo.opponent,
        "points": solo.points if solo.HasField("points") else None,
        "won": solo.won if solo.HasField("won") else None,
    }


async def read_answer(reader: StreamReader) -> Answer | None:
    """Return the bot's next line as an answer; None if the bot has closed its output. Empty lines are skipped. Raise
    BadLine if the line is too long or holds no answer."""
    while True:
        try:
            line = await reader.readline()
        except ValueError:
            raise BadLine(f"a line of more than {MAX_LINE_BYTES} bytes") from None
        except ConnectionError:
            return None
        if not line:
            return None
        if line.strip():
            return answer_from(line)


def answer_from(line: bytes) -> Answer:
    """Return the answer in a line: `{"picks": [3]}` or `{"numbers": [45, -10]}`. Raise BadLine if the line holds
    none."""
    try:
        found = json.loads(line)
    except ValueError:
        raise BadLine(f"a line that is no JSON: {line[:200]!r}") from None
    if not isinstance(found, Mapping) or not found.keys() & {"picks", "numbers"}:
        raise BadLine(f'a line without "picks" or "numbers": {line[:200]!r}')
    return Answer(_numbers(found.get("picks", []), line), _numbers(found.get("numbers", []), line))


def _numbers(found: Any, line: bytes) -> tuple[int, ...]:
    """Return a list of whole numbers. Raise BadLine if it is something else."""
    if not isinstance(found, list) or any(type(number) is not int for number in found):
        raise BadLine(f"a line whose answer is no list of whole numbers: {line[:200]!r}")
    return tuple(found)


def _option(decision: Decision, option: Option) -> dict[str, Any]:
    """Return an option as a dictionary for JSON: its id, its text and its decoded move."""
    return {"id": option.id, "text": option.text, "move": _plain(decision.move(option))}


def _answer(answer: Answer) -> dict[str, list[int]]:
    """Return an answer as a dictionary for JSON: its numbers if it has some, otherwise its picks."""
    return {"numbers": list(answer.numbers)} if answer.numbers else {"picks": list(answer.picks)}


def _plain(message: Any) -> Any:
    """Return a message as a dictionary by the schema's field names, zeros included. Bytes that could not be decoded
    become hex digits, anything else becomes None."""
    if isinstance(message, Message):
        return MessageToDict(
            message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
    return message.hex() if isinstance(message, bytes) else None


def _line(**found: Any) -> bytes:
    """Return the named values as one line of JSON in UTF-8, with a line feed."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
