"""What a channel tells: one record of a match after the other, as the viewer may see them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tilth.v1 import decision_pb2, play_pb2
from tilth_client.decisions import Context, Decision
from tilth_client.types import decoded


class Happening:
    """One record; or how things stand when the records so far have been told; or the end.

    Messages are decoded when they are looked at, so who only answers decisions pays for nothing else.
    """

    def __init__(self, told: play_pb2.Told, context: Context, live: bool = True) -> None:
        self.context = context
        self.live = live
        """It is news, not told late."""
        self.record = told.record
        """Its number in the log. Where things stand (`caught_up`): the number of the next one to come."""
        kind = told.WhichOneof("what")
        self._happened = told.happened if kind == "happened" else None
        self._caught_up = told.caught_up if kind == "caught_up" else None
        self.ended = told.ended if kind == "ended" else None
        """The match is over: its result and its seed. Comes last."""

    @property
    def caught_up(self) -> bool:
        """All records so far have been told; what comes now is live."""
        return self._caught_up is not None

    @property
    def cause(self) -> play_pb2.Cause.ValueType:
        """Why the record came to be; CAUSE_UNSPECIFIED where this is no record."""
        return play_pb2.CAUSE_UNSPECIFIED if self._happened is None else self._happened.cause

    @property
    def seat(self) -> int | None:
        """Whose answer (or resignation, or undo) it was."""
        happened = self._happened
        return happened.seat if happened is not None and happened.HasField("seat") else None

    @cached_property
    def events(self) -> list[Any]:
        """The facts of it, each in the game's event type; bytes where its stubs are missing."""
        if self._happened is None:
            return []
        return [decoded(self.context.opened.event_type, event) for event in self._happened.events]

    @property
    def texts(self) -> Sequence[str]:
        """The facts in the viewer's language, where texts were asked for."""
        return self._happened.texts if self._happened is not None else ()

    @property
    def takes_back(self) -> Sequence[int]:
        """The records that an undo took back."""
        return self._happened.takes_back if self._happened is not None else ()

    @property
    def open_decision(self) -> int | None:
        """The id of the decision that the seat has open after it, 0 for none. None: a late record doesn't say."""
        if self._caught_up is not None:
            return self._caught_up.asked.id
        return self._happened.open_decision if self._happened is not None and self.live else None

    @property
    def asked(self) -> Decision | None:
        """The decision that this opened for the seat."""
        message = self._happened or self._caught_up
        return (
            Decision(message.asked, self.context)
            if message is not None and message.HasField("asked")
            else None
        )

    @property
    def waiting(self) -> Sequence[int]:
        """The seats that the match waits for."""
        message = self._happened or self._caught_up
        return message.waiting if message is not None else ()

    @cached_property
    def view(self) -> Any:
        """What the viewer sees now, in the game's view type; None where there is none or it wasn't asked for."""
        message = self._happened or self._caught_up
        if message is None or not message.view:
            return None
        return decoded(self.context.opened.view_type, message.view)

    @property
    def clocks(self) -> Sequence[decision_pb2.Clock]:
        message = self._happened or self._caught_up
        return message.clocks if message is not None else ()

    @property
    def undoable(self) -> bool:
        """The seat may take back its last answer."""
        message = self._happened or self._caught_up
        return message is not None and message.undoable

    def __repr__(self) -> str:
        what = (
            "the end" if self.ended else "up to date" if self.caught_up else play_pb2.Cause.Name(self.cause)
        )
        return f"<Happening {self.record} of {self.context.match_id}: {what}>"
