"""A match of a campaign, and what a viewer knows of it."""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilth.v1 import play_pb2
from tilth.v1.decision_pb2 import Decision

if TYPE_CHECKING:
    from tests.campaign.players import Player

SPECTATOR = -1
"""The number of the seat of a viewer who holds none."""


@dataclass(eq=False)
class CampaignMatch:
    """A match that the campaign's people play."""

    id: str
    game: str
    players: "list[Player]"
    tournament: "CampaignMatch | None" = None
    """The tournament of which the match is a game; None if it is none."""
    pace: float = 1.0
    """The share of the usual time for which players think."""
    confirmed_at: list[float] = field(default_factory=lambda: [time.monotonic()])
    """The times at which an answer was confirmed for the first time; the first is that of the start."""
    is_over: bool = False


@dataclass(eq=False)
class Seat:
    """The knowledge that one viewer has of a match: a seat, or a spectator."""

    match: CampaignMatch
    number: int
    channel: int = 0
    """The number of the channel that is open or being opened; 0 if there is none."""
    next_record: int = 0
    is_live: bool = False
    decision: Decision | None = None
    is_undoable: bool = False
    pending: play_pb2.Command | None = None
    pending_since: float = 0.0
    is_calling: bool = False
    """True while the pending answer is given by a call."""
    count: int = 0
    """The number of requests that were made."""
    confirmed: set[str] = field(default_factory=set)

    @property
    def pending_id(self) -> str:
        """Return the id of the request that has no reply yet."""
        if self.pending is None:
            return ""
        return self.pending.answer.request_id or self.pending.undo.request_id
