"""The headers of a match's text that say how it was made: its first record, written and read."""

import base64
import binascii
import re
from datetime import UTC, datetime
from typing import Final

from tilth.v1.record_pb2 import ClockSettings, MatchCreated, Record
from tilth_rules.kernel import OptionsRefused
from tilth_server.archive.notation import Meaningless
from tilth_server.wire import GameWire, Unreadable, encode_lobby

Headers = dict[str, list[str]]
"""Values by name, in the order they stand in."""

TIME: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z")
RAW: Final = "Record0"


def told(wire: GameWire, body: bytes) -> Headers:
    """All that record 0 says; as it is, besides, where the headers would give other bytes."""
    record = Record.FromString(body)
    made = record.created
    headers = {
        "Game": [made.game],
        "Rules": [str(made.rules_version)],
        "Option": _options(wire, made.options),
        "Seats": [str(made.seat_count)],
        "Creator": [made.creator_id],
        "Title": _given(made.title),
        "Invited": list(made.invited_ids),
        "Clock": [_clock(made.clock)] if made.HasField("clock") else [],
        "StartWhenFull": ["yes"] if made.start_when_full else [],
        "Seed": [made.seed.hex()],
        "Commitment": [made.seed_commitment.hex()],
        "SeedGiven": ["yes"] if made.seed_given else [],
        "Tournament": [f"{made.tournament_id} {made.tournament_game}"] if made.tournament_id else [],
        "Request": _given(made.request_id),
        "Created": [time_text(record.at.ToMilliseconds())],
    }
    try:
        same = read(headers, wire) == body
    except (Meaningless, OptionsRefused):
        same = False
    return headers if same else {**headers, RAW: [base64.b64encode(body).decode()]}


def read(headers: Headers, wire: GameWire) -> bytes:
    """Record 0."""
    if raw := _one(headers, RAW):
        return unpacked(raw)
    settings = dict(_setting(text) for text in headers.get("Option", ()))
    made = MatchCreated(
        game=_one(headers, "Game"),
        rules_version=_number(_one(headers, "Rules")),
        options=wire.encode_options(wire.options_from(b"", settings)),
        seat_count=_number(_one(headers, "Seats")),
        creator_id=_one(headers, "Creator"),
        title=_one(headers, "Title"),
        invited_ids=headers.get("Invited", ()),
        start_when_full=_one(headers, "StartWhenFull") == "yes",
        seed=_bytes(headers, "Seed"),
        seed_commitment=_bytes(headers, "Commitment"),
        seed_given=_one(headers, "SeedGiven") == "yes",
        request_id=_one(headers, "Request"),
    )
    if clock := _one(headers, "Clock"):
        made.clock.CopyFrom(_clock_settings(clock))
    if tournament := _one(headers, "Tournament"):
        made.tournament_id, _, game = tournament.partition(" ")
        made.tournament_game = _number(game)
    return encode_lobby(made, milliseconds(_one(headers, "Created")))


def unpacked(text: str) -> bytes:
    """A record that stands in the text as it is."""
    try:
        return base64.b64decode(text.encode(), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise Meaningless("this is no base64") from None


def time_text(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def milliseconds(text: str) -> int:
    found = TIME.fullmatch(text)
    if found is None:
        raise Meaningless(f"{text!r} is no time like 2026-01-31T12:00:00.000Z")
    *parts, ms = map(int, found.groups())
    try:
        return round(datetime(*parts, tzinfo=UTC).timestamp()) * 1000 + ms  # type: ignore[misc,arg-type]
    except ValueError:
        raise Meaningless(f"{text!r} is no time") from None


def _options(wire: GameWire, options: bytes) -> list[str]:
    try:
        settings = wire.settings(wire.decode_options(options))
    except Unreadable:
        return []
    return [f"{name}={text}" for name, text in settings.items()]


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Meaningless(f"{text!r} is no option like name=value")
    return name, value


def _clock(clock: ClockSettings) -> str:
    return f"{clock.decision_ms} {clock.bank_ms} {clock.increment_ms} {clock.on_timeout}"


def _clock_settings(text: str) -> ClockSettings:
    numbers = [_number(word) for word in text.split()]
    if len(numbers) != len(ClockSettings.DESCRIPTOR.fields):
        raise Meaningless(f"{text!r} is no clock: milliseconds a decision, of the bank, and added; the rule")
    decision, bank, increment, rule = numbers
    return ClockSettings(
        decision_ms=decision,
        bank_ms=bank,
        increment_ms=increment,
        on_timeout=rule,  # type: ignore[arg-type]  # admission refuses what is none
    )


def _given(text: str) -> list[str]:
    return [text] if text else []


def _one(headers: Headers, name: str) -> str:
    values = headers.get(name) or [""]
    if len(values) > 1:
        raise Meaningless(f"the header {name} stands there twice")
    return values[0]


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) >= 1 << 32:
        raise Meaningless(f"{text!r} is no number that can stand here")
    return int(text)


def _bytes(headers: Headers, name: str) -> bytes:
    try:
        return bytes.fromhex(_one(headers, name))
    except ValueError:
        raise Meaningless(f"the header {name} is not hexadecimal") from None
