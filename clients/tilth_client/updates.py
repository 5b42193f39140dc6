"""Updates of a channel: the records of a match in order, as the viewer may see them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tilth.v1 import decision_pb2, play_pb2
from tilth_client.decisions import Context, Decision
from tilth_client.types import decoded


class Update:
    """One update of a channel: a record, the present state after the records so far, who attends, or its end.

    Messages are decoded on first access, so a program that only answers decisions does not pay for the rest.
    """

    def __init__(self, frame: play_pb2.Frame, context: Context, live: bool = True) -> None:
        self.context = context
        self.live = live
        """True if the update is live, False if it is one of the records sent before `caught_up`."""
        self.record = frame.record
        """The record's number in the log. In the current state (`caught_up`): the number of the next record. 0 with
        `presence`."""
        self.frame = frame
        """The frame as the server sent it."""
        kind = frame.WhichOneof("payload")
        self._update = frame.update if kind == "update" else None
        self._caught_up = frame.caught_up if kind == "caught_up" else None
        self.ended = frame.ended if kind == "ended" else None
        """The end of the match, with its result and its seed, in the last update; None in all others."""
        self.presence = frame.presence if kind == "presence" else None
        """The seats that are attended, and the number of spectators, if `attend` asked for `presence`: first when the
        channel opens, then after each change. None in all other updates."""

    @property
    def caught_up(self) -> bool:
        """True if all records so far have been sent; the following ones are live."""
        return self._caught_up is not None

    @property
    def own_record(self) -> int | None:
        """With `caught_up`: the record of the seat's own last answer or undo, from whatever device it came; None if
        there is none."""
        caught_up = self._caught_up
        return caught_up.own_record if caught_up is not None and caught_up.HasField("own_record") else None

    @property
    def cause(self) -> play_pb2.Cause.ValueType:
        """The cause of the record; CAUSE_UNSPECIFIED if this is no record."""
        return play_pb2.CAUSE_UNSPECIFIED if self._update is None else self._update.cause

    @property
    def seat(self) -> int | None:
        """The seat that answered, resigned or took back an answer; None if the record has no seat."""
        update = self._update
        return update.seat if update is not None and update.HasField("seat") else None

    @cached_property
    def events(self) -> list[Any]:
        """The record's events, each in the game's event type; bytes if its stubs are missing."""
        if self._update is None:
            return []
        return [decoded(self.context.opened.event_type, event) for event in self._update.events]

    @property
    def texts(self) -> Sequence[str]:
        """The events in the viewer's language, if texts were requested."""
        return self._update.texts if self._update is not None else ()

    @property
    def undone_records(self) -> Sequence[int]:
        """The records that an undo took back."""
        return self._update.undone_records if self._update is not None else ()

    @property
    def open_decision_id(self) -> int | None:
        """The id of the decision that the seat has open after the record; 0 for none; None for a late record, which
        lacks it."""
        if self._caught_up is not None:
            return self._caught_up.decision.id
        return self._update.open_decision_id if self._update is not None and self.live else None

    @property
    def decision(self) -> Decision | None:
        """The open decision that the update sends to the seat; None if it sends none."""
        message = self._update or self._caught_up
        return (
            Decision(message.decision, self.context)
            if message is not None and message.HasField("decision")
            else None
        )

    @property
    def pending_seats(self) -> Sequence[int]:
        """The seats that the match waits for."""
        message = self._update or self._caught_up
        return message.pending_seats if message is not None else ()

    @cached_property
    def view(self) -> Any:
        """The viewer's view after this update, in the game's view type; None if there is none or it was not
        requested."""
        message = self._update or self._caught_up
        if message is None or not message.view:
            return None
        return decoded(self.context.opened.view_type, message.view)

    @property
    def clocks(self) -> Sequence[decision_pb2.Clock]:
        """The clocks of the seats; empty in a match without a clock."""
        message = self._update or self._caught_up
        return message.clocks if message is not None else ()

    @property
    def undoable(self) -> bool:
        """True if the seat may take back its last answer."""
        message = self._update or self._caught_up
        return message is not None and message.undoable

    def __repr__(self) -> str:
        what = (
            "the end"
            if self.ended
            else "presence"
            if self.presence
            else "up to date"
            if self.caught_up
            else play_pb2.Cause.Name(self.cause)
        )
        return f"<Update {self.record} of {self.context.match_id}: {what}>"
