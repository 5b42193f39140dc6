"""Replays of matches: the frames that a watcher would get, at the speed of the match or at another one."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any

from tilth_rules.kernel import Undone
from tilth_server.archive.match_log import MatchLog
from tilth_server.archive.verify.rerun import Rerun
from tilth_server.matches.naming import Names
from tilth_server.matches.record_frames import player_named_in, title_in
from tilth_server.wire import LoggedRecord, frames

LONGEST_PAUSE_MS = 5000
NORMAL_SPEED = 100
PIECE_BYTES = 1 << 16
RECORDS_AT_A_TIME = 5
"""Records that are shown before other tasks get a turn."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The lengths of the pauses between the records of a replay."""

    interval_ms: int = 0
    """Milliseconds of each pause; 0 for pauses as long as in the match."""
    speed_percent: int = 0
    """Speed compared with the match; 0 for the same speed."""
    max_pause_ms: int = 0
    """Limit on a pause in milliseconds; 0 for LONGEST_PAUSE_MS."""

    def pause_seconds(self, before: LoggedRecord, after: LoggedRecord) -> float:
        """Return the seconds of the pause between two records: `interval_ms` if it is set; otherwise their distance in
        the match at this speed, no more than the limit.
        """
        if self.interval_ms:
            return self.interval_ms / 1000
        played = max(0, after.at_ms - before.at_ms)
        longest = self.max_pause_ms or LONGEST_PAUSE_MS
        return min(played * NORMAL_SPEED / (self.speed_percent or NORMAL_SPEED), longest) / 1000


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """The viewer of a replay, and the parts of each record that are shown."""

    viewer: int
    views: bool
    language: str | None
    """Language of the texts; None for no texts."""
    names: Names


@dataclass(frozen=True, slots=True)
class ReplayPiece:
    """Some frames of a replay, between two pauses."""

    frames: Sequence[bytes]
    next_record: int
    """The number of the record after these."""


async def replay(
    match_log: MatchLog, options: ReplayOptions, first: int, tempo: Tempo, last: bytes
) -> AsyncGenerator[ReplayPiece]:
    """Yield the frames of a replay: the opening, the records from `first` on with their pauses, and the frame
    `last`.
    """
    records = match_log.records[first:]
    info = match_log.info
    named = [options.names.in_match(info.id, player_id) for player_id in info.player_ids]
    names = [one.name for one in named]
    queued = [
        frames.opened(
            match_id=info.id,
            game=info.game,
            rules_version=info.rules_version,
            types=match_log.wire.types,
            options=info.options,
            player_names=names,
            name_sources=[one.source for one in named],
            bots=[one.bot for one in named],
            seed_commitment=info.seed_commitment,
            seat=options.viewer,
            tournament_id=info.tournament_id,
        )
    ]
    state = ReplayState(match_log, first) if options.views else None
    decisions = ReplayDecisions(match_log, options, names, first)
    for at, logged in enumerate(records):
        pause = tempo.pause_seconds(records[at - 1], logged) if at else 0.0
        if pause or sum(map(len, queued)) > PIECE_BYTES:
            yield ReplayPiece(queued, first + at)
            queued = []
            await asyncio.sleep(pause)
        elif at % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        queued.append(_frame(match_log, logged, options, names, state, decisions))
    queued.append(last)
    yield ReplayPiece(queued, first + len(records))


class ReplayState:
    """The state of a replayed match after the records that were added so far."""

    def __init__(self, match_log: MatchLog, first: int) -> None:
        self._log = match_log
        self._played = [logged.record for logged in match_log.records[:first] if logged.record is not None]
        self.state: Any = self._fold() if self._played else None
        """None before the match starts."""

    def add(self, logged: LoggedRecord) -> None:
        """Apply one more record. After an undo, fold the state again without the undone records."""
        record = logged.record
        if record is None:
            return
        self._played.append(record)
        if self.state is None or isinstance(record.cause, Undone):
            self.state = self._fold()
        else:
            for event in record.events:
                event.apply(self.state)

    def _fold(self) -> Any:
        """Return the state of the match after the records that were added so far, made from its beginning."""
        return self._log.state_after(self._played)

    def view(self, viewer: int) -> bytes:
        """Return the viewer's view of the state; empty before the match starts."""
        return b"" if self.state is None else self._log.wire.view(self.state, viewer)


class ReplayDecisions:
    """The decisions of one seat in a replayed match, found by running the rules again.

    Another version of the rules may ask other decisions, so a match of another version shows none.
    """

    def __init__(self, match_log: MatchLog, options: ReplayOptions, names: Sequence[str], first: int) -> None:
        self._log = match_log
        self._options = options
        self._names = names
        self._number = 0
        info, wire = match_log.info, match_log.wire
        runs = options.viewer >= 0 and info.rules_version == wire.game.version
        undoes = any(
            logged.record is not None and isinstance(logged.record.cause, Undone)
            for logged in match_log.records
        )
        self._run = Rerun(info, wire, undoes=undoes) if runs else None
        for logged in match_log.records[:first] if runs else ():
            self._follow(logged)

    def decision_after(self, logged: LoggedRecord) -> tuple[bytes, int]:
        """Return the decision that this record opened for the seat, or b"", and the number of the open one, or 0."""
        self._follow(logged)
        seat = self._options.viewer
        if self._run is None or seat not in self._run.table.open or seat in self._run.table.resigned:
            return b"", 0
        table = self._run.table
        number = table.counts[seat]
        if number == self._number:
            return b"", number
        self._number = number
        language = self._options.language
        names = self._names if language else ()
        return self._log.wire.decision(table, seat, language, names), number

    def _follow(self, logged: LoggedRecord) -> None:
        """Run the rules on the next record; stop running them if they fail."""
        record = logged.record
        if self._run is None or record is None:
            return
        try:
            self._run.make(record.number, record.cause, record.facts)
        except Exception:  # noqa: BLE001 - the log may make the rules fail in any way; the replay itself needs no rules
            self._run = None


def _frame(
    match_log: MatchLog,
    logged: LoggedRecord,
    options: ReplayOptions,
    names: Sequence[str],
    state: ReplayState | None,
    decisions: ReplayDecisions,
) -> bytes:
    """Return the frame of one record, as the viewer of the replay sees it."""
    wire = match_log.wire
    events = wire.records.stored_events_for(logged, options.viewer)
    cause = None if logged.record is None else logged.record.cause
    player = player_named_in(logged.cause, match_log.info.id, options.names)
    view = b""
    if state is not None:
        state.add(logged)
        view = state.view(options.viewer)
    language = options.language
    decision, number = decisions.decision_after(logged)
    return frames.update(
        logged.number,
        frames.shared_update(
            cause=logged.kind,
            seat=logged.seat,
            events=events,
            texts=() if language is None else wire.texts_of(events, language, names),
            undone_records=cause.undone_records if isinstance(cause, Undone) else (),
            view=view,
            player_name=player.name,
            bot=player.bot,
            title=title_in(logged.cause),
        ),
        decision=decision,
        open_decision=number,
    )
