"""A match as text: headers, then what everybody did, round by round."""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import DecodeError

from tilth.v1.record_pb2 import Record
from tilth_rules.kernel import Record as Played
from tilth_rules.kernel import Table
from tilth_server.archive import creation
from tilth_server.archive.notation import FORMAT, Meaningless, Meant, header, meant, said
from tilth_server.archive.rerun import Rerun
from tilth_server.store.chain import link, root
from tilth_server.tables.matches import MatchInfo, stream_of
from tilth_server.wire import GameWire, Unreadable, encode_lobby

RECORDS_AT_A_TIME = 20
"""Put into words before the loop gets a turn."""
PLAY = frozenset(("started", "answered", "defaulted", "resigned", "undid"))
PICKING = frozenset(("answered", "defaulted"))


async def write(
    info: MatchInfo, wire: GameWire, bodies: Sequence[bytes], names: Mapping[str, str], language: str
) -> str:
    """The text. What it says of a record, read again, gives that record's bytes; else the bytes stand there."""
    page = _Page(info, wire, language)
    for number, body in enumerate(bodies):
        if number % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        if number:
            page.tell(number, body)
    return "\n".join([*_headers(info, wire, bodies, names), "", *page.lines, ""])


def composed(wire: GameWire, cause: Any, at_ms: int, made: Played | None = None) -> bytes:
    """A record's bytes as this server writes them: its time, its cause, and what the rules have made of it."""
    return encode_lobby(cause, at_ms) + (b"" if made is None else wire.records.outcome(made))


def counted(read: Meant, table: Table) -> Any:
    """The cause with the number of the decision it answers, which the text leaves to the rules."""
    cause = read.cause
    if cause.DESCRIPTOR.fields_by_name.get("seat") and cause.seat >= len(table.counts):
        raise Meaningless(f"the match has {len(table.counts)} seats")
    if "decision" in cause.DESCRIPTOR.fields_by_name:
        cause.decision = table.counts[cause.seat]
    return cause


class _Page:
    """The lines below the headers, and the match run again to know what was asked."""

    def __init__(self, info: MatchInfo, wire: GameWire, language: str) -> None:
        self.lines: list[str] = []
        self._wire = wire
        self._language = language
        self._at = info.created_ms
        self._round = -1
        self._run = Rerun(info, wire) if info.rules_version == wire.game.version else None
        """None once the rules make something else of it: then the records stand there as they are."""

    def tell(self, number: int, body: bytes) -> None:
        record = Record.FromString(body)
        at = record.at.ToMilliseconds()
        words = self._words(number, body, record) or f"raw {base64.b64encode(body).decode()}"
        self.lines.append(f"{number}. {at - self._at:+d} {words}")
        self._at = at
        self._tell_round()

    def _words(self, number: int, body: bytes, record: Record) -> str:
        """Nothing where they would not give the same bytes again."""
        member = record.WhichOneof("cause") or ""
        at = record.at.ToMilliseconds()
        if member in PLAY:
            return self._played(number, body, record, member)
        try:
            line = said(member, getattr(record, member))
            return line if composed(self._wire, meant(line).cause, at) == body else ""
        except (AttributeError, KeyError, Meaningless):
            return ""

    def _played(self, number: int, body: bytes, record: Record, member: str) -> str:
        run = self._run
        if run is None:
            return ""
        cause = getattr(record, member)
        try:
            line = said(member, cause, record.facts, self._remark(run.table, cause, member))
            read = counted(meant(line), run.table)
        except (UnicodeDecodeError, Meaningless):
            line, read = "", None
        try:
            played = self._wire.records.decode(number, body).record
        except (Unreadable, DecodeError):
            played = None
        if played is None or run.follow(played):
            self._run = None
            return ""
        same = read is not None and composed(self._wire, read, record.at.ToMilliseconds(), played) == body
        return line if same else ""

    def _remark(self, table: Table, cause: Any, member: str) -> str:
        """What was chosen or measured, in words."""
        decision: Any = table.open.get(cause.seat) if member in PICKING else None
        if decision is None:
            return ""
        if hasattr(decision, "quantities"):
            measured = zip(decision.quantities, cause.measured, strict=False)
            return ", ".join(f"{each.name} {number / each.scale:g}" for each, number in measured)
        counts: dict[int, int] = {}
        for option in cause.chosen:
            counts[option] = counts.get(option, 0) + 1
        texts = ((self._option(table, cause.seat, option), count) for option, count in counts.items())
        return ", ".join(text if count == 1 else f"{count} x {text}" for text, count in texts)

    def _option(self, table: Table, seat: int, option: int) -> str:
        offers = table.offered.get(seat, ()) if table.offered else ()
        step: Any = table.step_of(seat)
        move = self._wire.game.offer_move(option) if option in offers else step.move(option)
        return self._wire.move_text(move, self._language, table.seats)

    def _tell_round(self) -> None:
        if self._run is None or not self._run.history:
            return
        now = self._wire.game.round(self._run.table.state)
        if now and now != self._round and not self._run.table.over:
            self.lines += ["", f"; Round {now}"]
        self._round = now


def _headers(info: MatchInfo, wire: GameWire, bodies: Sequence[bytes], names: Mapping[str, str]) -> list[str]:
    head = root(stream_of(info.id))
    for body in bodies:
        head = link(head, body)
    lines = [header("Format", FORMAT), header("Match", info.id)]
    for name, values in creation.told(wire, bodies[0]).items():
        lines += [header(name, value) for value in values]
    lines += [header("Player", f"{player_id} {name}") for player_id, name in names.items()]
    seats = enumerate(info.player_ids)
    lines += [header(f"Seat{seat}", names.get(player, player)) for seat, player in seats if player]
    if info.started_ms:
        lines.append(header("Started", creation.time_text(info.started_ms)))
    if info.result is not None:
        result = zip(info.result.places, info.result.scores, strict=False)
        lines.append(header("Result", " ".join(f"{place}:{score}" for place, score in result)))
    return [*lines, header("Records", len(bodies)), header("Head", head.hex())]
