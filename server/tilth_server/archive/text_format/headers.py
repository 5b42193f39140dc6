"""The headers of a match's text that hold its first record, which creates the match."""

import base64
import binascii
import re
from datetime import UTC, datetime
from typing import Final

from tilth.v1.record_pb2 import ClockSettings, MatchCreated, NameHash, Record
from tilth_rules.kernel import OptionsRefused
from tilth_server.archive.text_format.grammar import BadTextLine
from tilth_server.wire import GameWire, Unreadable, encode_lobby

Headers = dict[str, list[str]]
"""Values of headers by name, in the order of the text."""

TIME: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z")
RAW: Final = "Record0"


def write_headers(wire: GameWire, body: bytes) -> Headers:
    """Return the headers for record 0. They include its raw bytes if the others, read again, would give other bytes."""
    record = Record.FromString(body)
    made = record.created
    headers = {
        "Game": [made.game],
        "Rules": [str(made.rules_version)],
        "Option": _options(wire, made.options),
        "Seats": [str(made.seat_count)],
        "Creator": [made.creator_id],
        "Title": _optional(made.title),
        "Invited": list(made.invited_player_ids),
        "Clock": [_clock(made.clock)] if made.HasField("clock") else [],
        "StartWhenFull": ["yes"] if made.start_when_full else [],
        "Seed": [made.seed.hex()],
        "Commitment": [made.seed_commitment.hex()],
        "SeedGiven": ["yes"] if made.seed_given else [],
        "Tournament": [f"{made.tournament_id} {made.pairing_number}"] if made.tournament_id else [],
        "LastSeatWins": ["yes"] if made.last_seat_wins else [],
        "Request": _optional(made.request_id),
        "NameHash": [f"{each.player_id} {each.hash.hex()}" for each in made.name_hashes],
        "RequestContent": [str(made.request_hash)] if made.request_hash else [],
        "Created": [time_text(record.at.ToMilliseconds())],
    }
    try:
        same = read_headers(headers, wire) == body
    except (BadTextLine, OptionsRefused):
        same = False
    return headers if same else {**headers, RAW: [base64.b64encode(body).decode()]}


def read_headers(headers: Headers, wire: GameWire) -> bytes:
    """Return the bytes of record 0, made from its headers."""
    if raw := _single(headers, RAW):
        return decode_raw(raw)
    settings = dict(_setting(text) for text in headers.get("Option", ()))
    made = MatchCreated(
        game=_single(headers, "Game"),
        rules_version=_number(_single(headers, "Rules")),
        options=wire.encode_options(wire.options_from(b"", settings)),
        seat_count=_number(_single(headers, "Seats")),
        creator_id=_single(headers, "Creator"),
        title=_single(headers, "Title"),
        invited_player_ids=headers.get("Invited", ()),
        start_when_full=_single(headers, "StartWhenFull") == "yes",
        seed=_bytes(headers, "Seed"),
        seed_commitment=_bytes(headers, "Commitment"),
        seed_given=_single(headers, "SeedGiven") == "yes",
        request_id=_single(headers, "Request"),
        last_seat_wins=_single(headers, "LastSeatWins") == "yes",
        name_hashes=map(_name_hash, headers.get("NameHash", ())),
    )
    if content := _single(headers, "RequestContent"):
        made.request_hash = _number(content)
    if clock := _single(headers, "Clock"):
        made.clock.CopyFrom(_clock_settings(clock))
    if tournament := _single(headers, "Tournament"):
        made.tournament_id, _, game = tournament.partition(" ")
        made.pairing_number = _number(game)
    return encode_lobby(made, milliseconds(_single(headers, "Created")))


def decode_raw(text: str) -> bytes:
    """Return the bytes of a record that the text holds as base64."""
    try:
        return base64.b64decode(text.encode(), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise BadTextLine("this is not base64") from None


def time_text(ms: int) -> str:
    """Return a time, in milliseconds since 1970, as text: 2026-01-31T12:00:00.000Z."""
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def milliseconds(text: str) -> int:
    """Return a time in milliseconds since 1970, from the text that `time_text` writes."""
    found = TIME.fullmatch(text)
    if found is None:
        raise BadTextLine(f"{text!r} is not a time like 2026-01-31T12:00:00.000Z")
    *parts, ms = map(int, found.groups())
    try:
        return round(datetime(*parts, tzinfo=UTC).timestamp()) * 1000 + ms  # type: ignore[misc,arg-type]
    except ValueError:
        raise BadTextLine(f"{text!r} is not a time") from None


def _options(wire: GameWire, options: bytes) -> list[str]:
    """Return the options of a match as texts name=value; none if this build can't decode them."""
    try:
        settings = wire.settings(wire.decode_options(options))
    except Unreadable:
        return []
    return [f"{name}={text}" for name, text in settings.items()]


def _setting(text: str) -> tuple[str, str]:
    """Return the name and the value in a text name=value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadTextLine(f"{text!r} is not an option like name=value")
    return name, value


def _clock(clock: ClockSettings) -> str:
    """Return the clock as four numbers: milliseconds per decision, of the bank, and added; then the timeout rule."""
    return f"{clock.decision_ms} {clock.bank_ms} {clock.increment_ms} {clock.on_timeout}"


def _clock_settings(text: str) -> ClockSettings:
    """Return the clock that `_clock` has written."""
    numbers = [_number(word) for word in text.split()]
    if len(numbers) != len(ClockSettings.DESCRIPTOR.fields):
        raise BadTextLine(
            f"{text!r} is not a clock: milliseconds per decision, of the bank, and added; the timeout rule"
        )
    decision, bank, increment, rule = numbers
    return ClockSettings(
        decision_ms=decision,
        bank_ms=bank,
        increment_ms=increment,
        on_timeout=rule,  # type: ignore[arg-type]  # the import check refuses other numbers
    )


def _optional(text: str) -> list[str]:
    """Return a list with the text, or an empty list for an empty text: then the header is left out."""
    return [text] if text else []


def _single(headers: Headers, name: str) -> str:
    """Return the value of a header that may be there once; "" if it is absent."""
    values = headers.get(name) or [""]
    if len(values) > 1:
        raise BadTextLine(f"the header {name} is there twice")
    return values[0]


def _number(text: str) -> int:
    """Return the number in a header, of at most 32 bits."""
    if not text.isascii() or not text.isdecimal() or int(text) >= 1 << 32:
        raise BadTextLine(f"{text!r} is not a number that is allowed here")
    return int(text)


def _name_hash(text: str) -> NameHash:
    """Return the player and the hash of their name that a header holds; raise BadTextLine if the hash is no hexadecimal
    text.
    """
    player_id, hashed = player_and_bytes(text)
    return NameHash(player_id=player_id, hash=hashed)


def player_and_bytes(text: str) -> tuple[str, bytes]:
    """Return the player id and the bytes in a header."""
    player_id, _, written = text.partition(" ")
    try:
        return player_id, bytes.fromhex(written)
    except ValueError:
        raise BadTextLine(f"{text!r} is not a player id and hexadecimal digits") from None


def _bytes(headers: Headers, name: str) -> bytes:
    """Return the bytes that a header holds as hexadecimal digits."""
    try:
        return bytes.fromhex(_single(headers, name))
    except ValueError:
        raise BadTextLine(f"the header {name} is not hexadecimal") from None
