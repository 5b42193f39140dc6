"""Reports: players tell moderators of a player, a name or a title, and moderators resolve them.

What a player writes, and the name that was reported, are kept beside the stream, so that they can be erased.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tilth.v1 import moderation_pb2 as pb
from tilth.v1.players_pb2 import ReportKind
from tilth_server import reasons
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import KeptValue, Streams, Turn, again_if_moved

STREAM: Final = "reports"
KEPT: Final = "report/"
PREFIX: Final = "REPORT_KIND_"
OPEN: Final = pb.REPORT_STATE_UNSPECIFIED
KINDS: Final = {
    kind: ReportKind.Name(kind).removeprefix(PREFIX).lower() for kind in ReportKind.values() if kind
}
"""The names of the kinds in metrics."""
MAX_OPEN: Final = 20
"""Open reports of one player."""


@dataclass(slots=True)
class Report:
    """A report, which changes when it is resolved."""

    number: int
    at_ms: int
    reporter_id: str
    kind: "ReportKind.ValueType"
    target: tuple[str, str]
    """The name of the field of the target, and its id."""
    state: "pb.ReportState.ValueType" = OPEN
    resolver_id: str = ""
    resolved_ms: int = 0


class Reports:
    """The reports that were ever made here. `load` reads them."""

    def __init__(self, store: Streams) -> None:
        self._store = store
        self._length = 0
        self.turn = Turn(self._catch_up)
        self._by_number: dict[int, Report] = {}
        self._open: dict[int, Report] = {}
        self._kept: dict[int, pb.KeptReport] = {}

    async def load(self) -> None:
        """Read the stream, and what is stored beside it. Raises BrokenChain if a record is damaged."""
        kept = await self._store.kept_values(KEPT)
        self._kept = {
            int(key.removeprefix(KEPT)): pb.KeptReport.FromString(body) for key, body in kept.items()
        }
        async for stored in self._store.read(STREAM):
            self._apply(pb.ReportRecord.FromString(stored.body), stored.number)
            self._length += 1

    # Reading ---------------------------------------------------------------------------------------

    def oldest_first(self, *, resolved_too: bool = False, player_id: str = "") -> Iterator[Report]:
        """Yield the reports that are open, or all, if given only those on one player."""
        for report in (self._by_number if resolved_too else self._open).values():
            if not player_id or report.target == ("player_id", player_id):
                yield report

    def kept(self, number: int) -> pb.KeptReport:
        """Return the text and the name that are kept of a report; empty ones if they were erased."""
        return self._kept.get(number) or pb.KeptReport()

    @property
    def open_count(self) -> int:
        """The number of reports that nobody has resolved."""
        return len(self._open)

    def open_counts(self) -> tuple[dict[str, int], float]:
        """Return the number of open reports by kind (player, name and title), and the seconds that the oldest has
        waited, 0 if there is none. Any thread may call it.
        """
        counts, now = dict.fromkeys(KINDS.values(), 0), time.time()
        oldest = now
        for report in self._open.copy().values():
            counts[KINDS[report.kind]] += 1
            oldest = min(oldest, report.at_ms / 1000)
        return counts, now - oldest

    # Changing --------------------------------------------------------------------------------------

    @again_if_moved
    async def make(
        self, reporter_id: str, kind: "ReportKind.ValueType", target: tuple[str, str], name: str, text: str
    ) -> None:
        """Store a report with the name or title that is reported. If the player has an open one of the same, change
        nothing. Refuse more than MAX_OPEN open reports of one player."""
        async with self.turn:
            own = [one for one in self._open.values() if one.reporter_id == reporter_id]
            if any((one.kind, one.target) == (kind, target) for one in own):
                return
            if len(own) >= MAX_OPEN:
                raise over_limit("open_reports_per_player", MAX_OPEN)
            made = pb.ReportMade(reporter_id=reporter_id, kind=kind, **{target[0]: target[1]})
            number, kept = self._length + 1, pb.KeptReport(reported_name=name, text=text)
            await self._write(
                pb.ReportRecord(made=made), [KeptValue(f"{KEPT}{number}", kept.SerializeToString())]
            )
            self._kept[number] = kept

    @again_if_moved
    async def resolve(self, number: int, by: str, state: "pb.ReportState.ValueType") -> None:
        """Let a report stand otherwise. Refuse an unknown one. A repeated call changes nothing."""
        async with self.turn:
            report = self._by_number.get(number)
            if report is None:
                message = f"there is no report {number}"
                raise Refusal(reasons.REPORT_NOT_FOUND, message, field="report_number")
            if state not in pb.ReportState.values():
                raise Refusal(reasons.MALFORMED, f"there is no state {state}", field="state")
            if report.state != state:
                resolved = pb.ReportResolved(report_number=number, actor_id=by, state=state)
                await self._write(pb.ReportRecord(resolved=resolved))

    @again_if_moved
    async def erase(self, player_id: str) -> None:
        """Erase what is kept of reports by this player or on this player."""
        async with self.turn:
            hit = [
                number
                for number in self._kept
                if player_id in (self._by_number[number].reporter_id, self._by_number[number].target[1])
            ]
            if hit:
                keeps = [KeptValue(f"{KEPT}{number}", b"") for number in hit]
                await self._store.append(STREAM, self._length, [], keeps)
                for number in hit:
                    del self._kept[number]

    async def _catch_up(self) -> None:
        """Apply what other nodes have written, with what they keep of it."""
        async for stored in self._store.read(STREAM, self._length):
            record = pb.ReportRecord.FromString(stored.body)
            if record.HasField("made"):
                number = stored.number + 1
                kept = await self._store.kept_values(f"{KEPT}{number}")
                if f"{KEPT}{number}" in kept:
                    self._kept[number] = pb.KeptReport.FromString(kept[f"{KEPT}{number}"])
            self._apply_next(record)

    async def _write(self, record: pb.ReportRecord, keeps: list[KeptValue] | None = None) -> None:
        """Append the record, and apply it when it is durable, also if the caller is cancelled. The caller holds the
        turn."""
        record.at.FromMilliseconds(time.time_ns() // 1_000_000)
        writing = asyncio.ensure_future(
            self._store.append(STREAM, self._length, [record.SerializeToString()], keeps or [])
        )
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            if writing.exception() is None:
                self._apply_next(record)
            raise
        self._apply_next(record)

    def _apply_next(self, record: pb.ReportRecord) -> None:
        """Apply a record that has just become durable."""
        self._apply(record, self._length)
        self._length += 1

    def _apply(self, record: pb.ReportRecord, number: int) -> None:
        """Change the reports by the next record, which has this number in the stream."""
        if record.HasField("made"):
            made = record.made
            field = made.WhichOneof("target") or ""
            target = field, str(getattr(made, field)) if field else ""
            report = Report(number + 1, record.at.ToMilliseconds(), made.reporter_id, made.kind, target)
            self._by_number[report.number] = self._open[report.number] = report
            return
        resolved = record.resolved
        report = self._by_number[resolved.report_number]
        report.state, report.resolver_id = resolved.state, resolved.actor_id
        report.resolved_ms = record.at.ToMilliseconds()
        self._open.pop(report.number, None)
        if report.state == OPEN:
            self._open[report.number] = report
