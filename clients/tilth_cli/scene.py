"""The visible state of a match, put together from its frames: live ones, late ones or archived ones.

A message without contents (no options to pick, nothing to tell) is false in Python. Code that reads frames therefore
checks for presence with `is None`, here and everywhere else.
"""

import copy
import hashlib
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from betterproto2 import Message

from tilth_cli.animation import Animation
from tilth_cli.games import drawing_of
from tilth_cli.known_names import opened_names, seat_name
from tilth_cli.labels import NO_LABELS, Labels
from tilth_cli.messages import has_message, tr
from tilth_cli.notices import ShownNotice
from tilth_cli.number_input import NumberInput
from tilth_cli.option_search import OptionSearch
from tilth_cli.plain import GameTypes, chosen_member
from tilth_dataclasses.tilth.v1 import (
    CaughtUp,
    Cause,
    ChannelOpened,
    Clock,
    Decision,
    Frame,
    Match,
    MatchEnd,
    ScoreRow,
    Update,
)

LINES_KEPT = 200


@dataclass(frozen=True)
class Line:
    """One line of the story of a match, with the number of its record."""

    record: int
    text: str


@dataclass
class Scene:
    """The state of a match as its viewer knows it, updated frame by frame."""

    match_id: str
    seat: int | None = None
    title: str = ""
    game: str = ""
    names: list[str] = field(default_factory=list)
    labels: Labels = NO_LABELS
    """The game's words for its numbers."""
    types: GameTypes = field(default_factory=GameTypes)
    commitment: bytes = b""
    record: int = 0
    view: Message | None = None
    decision: Decision | None = None
    pending_seats: Sequence[int] = ()
    clocks: Sequence[Clock] = ()
    clocks_at: float = 0.0
    undoable: bool = False
    started: bool = False
    caught_up: bool = False
    ended: MatchEnd | None = None
    score_rows: Sequence[ScoreRow] = ()
    """The rows of the score sheet; empty while the match runs."""
    number_input: NumberInput | None = None
    """The numbers of an answer that a person is setting by keys."""
    notice: ShownNotice | None = None
    """The newest notice of an operator to everybody; None if there was none yet."""
    animation: Animation | None = None
    """The animation towards this view; None if the view is not new or has no animation."""
    search: OptionSearch | None = None
    """The words that a person typed to see fewer of a decision's options; None if none were typed."""
    page: int = 0
    """The page of the board to draw, for a board of several pages."""
    story: deque[Line] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))

    @classmethod
    def of(cls, match: Match, seat: int | None = None) -> "Scene":
        """Return the scene of a match of the lobby, before its first frame."""
        return cls(
            match_id=match.id,
            seat=seat,
            title=match.title,
            game=match.game,
            names=list(map(seat_name, match.seats)),
        )

    def name(self, seat: int) -> str:
        """Return the name of a seat's player, or the seat's number."""
        known = self.names[seat] if seat < len(self.names) else ""
        return known or tr("seat", seat=seat)

    def with_view(self, view: Message) -> "Scene":
        """Return a copy of the scene with another view."""
        other = copy.copy(self)
        other.view = view
        return other

    def apply_frame(self, frame: Frame) -> list[Line]:
        """Change the scene by one frame; return the lines that it adds to the story."""
        lines: list[Line] = []
        self.animation = None
        if frame.opened is not None:
            self._open(frame.opened)
        elif frame.update is not None:
            self.record = frame.record
            lines = [Line(frame.record, text) for text in self._apply_update(frame.update)]
        elif frame.caught_up is not None:
            self._catch_up(frame.caught_up)
        elif frame.notice is not None:
            self.notice = ShownNotice(frame.notice)
            lines = [Line(self.record, text) for text in self.notice.lines()]
        elif frame.ended is not None:
            self.ended, self.decision, self.pending_seats = frame.ended, None, ()
        self.story.extend(lines)
        return lines

    def _open(self, opened: ChannelOpened) -> None:
        """Take over the match's description from the frame that opens the channel: game, names, message types and the
        seed's commitment."""
        self.game = opened.game
        self.names = opened_names(opened)
        self.types = GameTypes.named(opened)
        self.commitment = opened.seed_commitment

    def _apply_update(self, update: Update) -> list[str]:
        """Apply an update of one record to the scene: pending seats, clocks, view and decision. Return the texts that
        it adds to the story."""
        self.pending_seats, self.undoable = update.pending_seats, update.undoable
        self._set_clocks(update.clocks)
        if update.view:
            self.animation = self._animation_of(update)
            self.view = self.types.read_view(update.view)
        if update.decision is not None:
            self.decision = update.decision
        elif self.caught_up and (self.decision is None or self.decision.id != update.open_decision_id):
            self.decision = None
        return [*self._cause_text(update), *update.texts]

    def _animation_of(self, update: Update) -> Animation | None:
        """Return the animation from the current view to the update's view; None if the game has none or the channel has
        not caught up yet."""
        kind = self.types.event
        if self.view is None or kind is None or not self.caught_up:
            return None
        events = [chosen_member(kind.parse(event)) for event in update.events]
        return drawing_of(self.game).animation(self.view, [event for event in events if event is not None])

    def _catch_up(self, caught_up: CaughtUp) -> None:
        """Take over the state of the match from the frame that ends the catching up: the decision, the waiting seats,
        the clocks and the view."""
        self.caught_up = True
        self.decision, self.pending_seats, self.undoable = (
            caught_up.decision,
            caught_up.pending_seats,
            caught_up.undoable,
        )
        self._set_clocks(caught_up.clocks)
        if caught_up.view:
            self.view = self.types.read_view(caught_up.view)

    def _set_clocks(self, clocks: Sequence[Clock]) -> None:
        """Keep the seats' clocks with the time at which they were received, so that they can run on the screen."""
        self.clocks, self.clocks_at = clocks, time.monotonic()

    def _cause_text(self, update: Update) -> list[str]:
        """Return the lines about a record's cause; empty for an answer, which its events describe. A start and a new
        title are noted in the scene, too."""
        who = self.name(update.seat) if update.seat is not None else ""
        match update.cause:
            case Cause.STARTED:
                self.started = True
                return [tr("cause-started")]
            case Cause.UNDONE:
                return [self._undone_text(who, update.undone_records)]
            case Cause.ANSWERED | Cause.DEFAULTED | Cause.FINISHED | Cause.UNSPECIFIED:
                return []
            case Cause.RETITLED:
                self.title = update.title
                key = "cause-retitled" if update.title else "cause-retitled_nothing"
                return [tr(key, title=update.title)]
            case cause if cause.name and has_message(key := f"cause-{cause.name.lower()}"):
                return [tr(key, who=who)]
            case _:
                return []

    def _undone_text(self, who: str, records: Sequence[int]) -> str:
        """Return a sentence with the texts of the records that were undone."""
        undone = [line.text for line in self.story if line.record in records]
        return (
            tr("cause-undone", who=who, undone="; ".join(undone))
            if undone
            else tr("cause-undone_nothing", who=who)
        )

    @property
    def seed_ok(self) -> bool | None:
        """True if the revealed seed matches the commitment, False if not; None if one of them is missing."""
        if self.ended is None or not self.ended.seed or not self.commitment:
            return None
        return hashlib.sha256(self.ended.seed).digest() == self.commitment
