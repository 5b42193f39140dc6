"""The diary of a campaign's clients: JSON lines of what they sent and what they were shown, each with its time.

A line has `t` (seconds), `event`, and:

    created   match, game, players, clock (decision_ms, bank_ms, increment_ms; null without clocks)
    sent      match, seat, id, kind (answer, undo), decision, picks, numbers, node
    accepted  match, seat, id, record
    refused   match, seat, id, reason
    opened    match, viewer (a seat, or -1 of a spectator), channel, record: the first that is wanted
    shown     match, viewer, channel, record, cause, seat, id (accepted here), undone, count (of its events), events
              (their SHA-256), decision (that it asks the viewer), open (decisions stay open), banks, running
    position  match, viewer, channel, record, kind (caught_up, cut_off, heartbeat, ended): what comes next; decision
    listed    match, node, state, records, players: what lists say in the end

and of tournaments:

    tournament  tournament, players
    entry       tournament, expected (the record that is due), record, node, content: a record that was shown
    state, pairing, standing, rating    node, and what it says in the end
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO


class Diary:
    """The diary that all clients of a round write."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._out: TextIO = file.open("a", buffering=1 << 16)

    def write(self, event: str, /, **fields: Any) -> None:
        """Write one line."""
        json.dump(
            {"t": round(time.monotonic(), 4), "event": event, **fields}, self._out, separators=(",", ":")
        )
        self._out.write("\n")

    def close(self) -> None:
        """Write everything to the file."""
        self._out.close()


def read_diary(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a diary."""
    with file.open() as lines:
        for line in lines:
            yield json.loads(line)
