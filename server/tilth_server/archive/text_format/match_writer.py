"""The writer of a match as text: headers, then a line per record, round by round."""

import asyncio
import base64
from collections.abc import Sequence
from typing import Any

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import ExportHeader
from tilth.v1.record_pb2 import Record
from tilth_rules.kernel import Quantity, Solo, Table
from tilth_rules.kernel import Record as Played
from tilth_server.archive.text_format import headers
from tilth_server.archive.text_format.grammar import (
    FORMAT,
    BadTextLine,
    ParsedLine,
    parse_line,
    write_cause,
    write_header,
)
from tilth_server.archive.verify.rerun import Rerun
from tilth_server.matches.match_info import MatchInfo, stream_of
from tilth_server.store.chain import link, root
from tilth_server.wire import GameWire, Unreadable, encode_lobby
from tilth_server.wire.texts import Seats

RECORDS_AT_A_TIME = 4
"""Records that are written before other tasks get a turn."""
PLAY = frozenset(("started", "answered", "defaulted", "resigned", "undone"))
PICKING = frozenset(("answered", "defaulted"))


async def write_match(
    info: MatchInfo, wire: GameWire, bodies: Sequence[bytes], exported: ExportHeader, language: str
) -> str:
    """Return the text of a match. A record is written as raw bytes if its line, read again, would give other bytes."""
    writer = _Writer(info, wire, language)
    for number, body in enumerate(bodies):
        if number % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        if number:
            writer.add(number, body)
    return "\n".join([*_headers(info, wire, bodies, exported), "", *writer.lines, ""])


def encode_record(wire: GameWire, cause: Any, at_ms: int, made: Played | None = None) -> bytes:
    """Return a record's bytes as this server writes them: time, cause, and the results of the rules in `made`."""
    return encode_lobby(cause, at_ms) + (b"" if made is None else wire.records.outcome(made))


def with_decision_id(read: ParsedLine, table: Table) -> Any:
    """Return the cause of a line, with the id of the decision that it answers, which the text leaves out."""
    cause = read.cause
    if cause.DESCRIPTOR.fields_by_name.get("seat") and cause.seat >= len(table.counts):
        raise BadTextLine(f"the match has {len(table.counts)} seats")
    if "decision_id" in cause.DESCRIPTOR.fields_by_name:
        cause.decision_id = table.counts[cause.seat]
    return cause


class _Writer:
    """The lines below the headers, and a rerun of the match that has the decisions at each record."""

    def __init__(self, info: MatchInfo, wire: GameWire, language: str) -> None:
        self.lines: list[str] = []
        self._wire = wire
        self._language = language
        self._at = info.created_ms
        self._round = -1
        self._run = Rerun(info, wire) if info.rules_version == wire.game.version else None
        """None if this build's rules make other records; then records of play are written as raw bytes."""

    def add(self, number: int, body: bytes) -> None:
        """Add the line of the next record, and a heading if a round begins."""
        record = Record.FromString(body)
        at = record.at.ToMilliseconds()
        words = self._line_of(number, body, record) or f"raw {base64.b64encode(body).decode()}"
        self.lines.append(f"{number}. {at - self._at:+d} {words}")
        self._at = at
        self._add_round()

    def _line_of(self, number: int, body: bytes, record: Record) -> str:
        """Return a record's line without number and time; "" if it would not give the same bytes again."""
        member = record.WhichOneof("cause") or ""
        at = record.at.ToMilliseconds()
        if member in PLAY:
            return self._line_of_play(number, body, record, member)
        try:
            line = write_cause(member, getattr(record, member))
            return line if encode_record(self._wire, parse_line(line).cause, at) == body else ""
        except (AttributeError, KeyError, BadTextLine):
            return ""

    def _line_of_play(self, number: int, body: bytes, record: Record, member: str) -> str:
        """Return the line of a record of play; "" if it has to be written as raw bytes."""
        run = self._run
        if run is None:
            return ""
        cause = getattr(record, member)
        try:
            line = write_cause(member, cause, record.facts, self._remark(run.table, cause, member))
            read = with_decision_id(parse_line(line), run.table)
        except (UnicodeDecodeError, BadTextLine):
            line, read = "", None
        try:
            played = self._wire.records.decode(number, body).record
        except (Unreadable, DecodeError):
            played = None
        if played is None or run.follow(played):
            self._run = None
            return ""
        same = (
            read is not None and encode_record(self._wire, read, record.at.ToMilliseconds(), played) == body
        )
        return line if same else ""

    def _remark(self, table: Table, cause: Any, member: str) -> str:
        """Return the texts of an answer's options or quantities, for a comment; "" if it has none."""
        decision: Any = table.open.get(cause.seat) if member in PICKING else None
        if decision is None:
            return ""
        if hasattr(decision, "quantities"):
            quantities = zip(decision.quantities, cause.numbers, strict=False)
            return ", ".join(
                f"{self._quantity(table, cause.seat, each)} {number / each.scale:g}"
                for each, number in quantities
            )
        counts: dict[int, int] = {}
        for option in cause.picks:
            counts[option] = counts.get(option, 0) + 1
        texts = ((self._option(table, cause.seat, option), count) for option, count in counts.items())
        return ", ".join(text if count == 1 else f"{count} x {text}" for text, count in texts)

    def _option(self, table: Table, seat: int, option: int) -> str:
        """Return the text of a picked option or offer."""
        game, state, step = self._wire.game, table.state, table.step_of(seat)
        if option in (table.offered.get(seat, ()) if table.offered else ()):
            move, facts = game.offer_move(option), game.offer_facts(state, seat, option)
        else:
            move, facts = (
                self._wire.decision_texts.move(type(step), option),
                step.option_facts(state, seat, option),
            )
        return self._wire.move_text(move, self._language, table.seats, facts)

    def _quantity(self, table: Table, seat: int, quantity: Quantity) -> str:
        """Return the text of a quantity of the seat's decision."""
        facts = table.step_of(seat).question_facts(table.state, seat)
        return self._wire.decision_texts.quantity_text(
            quantity, self._language, Seats(count=table.seats), facts
        )

    def _add_round(self) -> None:
        """Add a heading if the last record has begun a round."""
        if self._run is None or not self._run.history:
            return
        now = self._wire.game.round(self._run.table.state)
        if now and now != self._round and not self._run.table.over:
            self.lines += ["", f"; Round {now}"]
        self._round = now


def _solo_text(solo: Solo | None) -> str:
    """Return the opponent or the target of a match of one seat, and "won" or "lost"; "" for other matches."""
    if solo is None:
        return ""
    points = "" if solo.points is None else f" {solo.points}"
    won = "" if solo.won is None else " won" if solo.won else " lost"
    return f" against {solo.opponent}{points}{won}"


def _headers(info: MatchInfo, wire: GameWire, bodies: Sequence[bytes], exported: ExportHeader) -> list[str]:
    """Return the header lines of the match."""
    names, salts = exported.player_names, exported.name_salts
    head = root(stream_of(info.id))
    for body in bodies:
        head = link(head, body)
    lines = [write_header("Format", FORMAT), write_header("Match", info.id)]
    for name, values in headers.write_headers(wire, bodies[0]).items():
        lines += [write_header(name, value) for value in values]
    lines += [write_header("Player", f"{player_id} {name}") for player_id, name in sorted(names.items())]
    lines += [write_header("Salt", f"{player_id} {salt.hex()}") for player_id, salt in sorted(salts.items())]
    seats = enumerate(info.player_ids)
    lines += [write_header(f"Seat{seat}", names.get(player, player)) for seat, player in seats if player]
    if info.started_ms:
        lines.append(write_header("Started", headers.time_text(info.started_ms)))
    if info.result is not None:
        result = zip(info.result.places, info.result.scores, strict=False)
        ends = " ".join(f"{place}:{score}" for place, score in result)
        lines.append(write_header("Result", ends + _solo_text(info.result.solo)))
    return [*lines, write_header("Records", len(bodies)), write_header("Head", head.hex())]
