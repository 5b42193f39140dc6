"""A match played again before one's eyes: the frames of a watch, in the tempo it was played or another."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from tilth_rules.kernel import Undone
from tilth_server.archive.books import Book
from tilth_server.tables.telling import name_in
from tilth_server.wire import Logged, frames

LONGEST_PAUSE_MS = 5000
NORMAL_SPEED = 100
PIECE_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long the pauses between records are."""

    interval_ms: int = 0
    """So long each; 0: as it was played."""
    speed_percent: int = 0
    longest_pause_ms: int = 0

    def seconds(self, before: Logged, after: Logged) -> float:
        if self.interval_ms:
            return self.interval_ms / 1000
        played = max(0, after.at_ms - before.at_ms)
        longest = self.longest_pause_ms or LONGEST_PAUSE_MS
        return min(played * NORMAL_SPEED / (self.speed_percent or NORMAL_SPEED), longest) / 1000


@dataclass(frozen=True, slots=True)
class Showing:
    """What is shown of each record, and to whom."""

    viewer: int
    views: bool
    language: str | None
    """Of the texts; None for none."""
    names: tuple[str, ...]
    """The players', by seat."""
    name_of: Callable[[str], str]
    """The name of a player, by id: others than those may have sat there before the start."""


async def replay(book: Book, showing: Showing, first: int, tempo: Tempo, last: bytes) -> AsyncIterator[bytes]:
    """ReplayResponses: the opening, the records from `first` on with their pauses, and the frame `last`."""
    records = book.logged[first:]
    info = book.info
    waiting = [
        frames.opened(
            match_id=info.id,
            game=info.game,
            rules_version=info.rules_version,
            types=book.wire.types,
            options=info.options,
            player_names=showing.names,
            seed_commitment=info.seed_commitment,
            seat=showing.viewer,
            tournament_id=info.tournament_id,
        )
    ]
    board = Board(book, first) if showing.views else None
    for at, logged in enumerate(records):
        pause = tempo.seconds(records[at - 1], logged) if at else 0.0
        if pause or sum(map(len, waiting)) > PIECE_BYTES:
            yield frames.attend_response(waiting)
            waiting = []
            await asyncio.sleep(pause)
        waiting.append(_frame(book, logged, showing, board))
    waiting.append(last)
    yield frames.attend_response(waiting)


class Board:
    """The state as it goes from record to record."""

    def __init__(self, book: Book, first: int) -> None:
        self._book = book
        self._played = [logged.record for logged in book.logged[:first] if logged.record is not None]
        self.state: Any = self._folded() if self._played else None
        """None before the match starts."""

    def take_up(self, logged: Logged) -> None:
        """Fold one record more; an undo means folding anew without what it takes back."""
        record = logged.record
        if record is None:
            return
        self._played.append(record)
        if self.state is None or isinstance(record.cause, Undone):
            self.state = self._folded()
        else:
            for event in record.events:
                event.apply(self.state)

    def _folded(self) -> Any:
        return self._book.folded(self._played)

    def view(self, viewer: int) -> bytes:
        """What the viewer sees of it; nothing before the match starts."""
        return b"" if self.state is None else self._book.wire.view(self.state, viewer)


def _frame(book: Book, logged: Logged, showing: Showing, board: Board | None) -> bytes:
    wire = book.wire
    events = wire.records.seen_by(logged, showing.viewer)
    cause = None if logged.record is None else logged.record.cause
    view = b""
    if board is not None:
        board.take_up(logged)
        view = board.view(showing.viewer)
    language = showing.language
    return frames.happened(
        logged.number,
        frames.shared(
            cause=logged.kind,
            seat=logged.seat,
            events=events,
            texts=() if language is None else wire.texts_of(events, language, showing.names),
            takes_back=cause.takes_back if isinstance(cause, Undone) else (),
            view=view,
            player_name=name_in(logged.cause, showing.name_of),
        ),
    )
