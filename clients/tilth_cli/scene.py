"""What can be seen of a match: put together from its frames, whether they come live, late or from the archive.

A message without any contents (all is told, and nothing is asked) is false to Python; so presence is asked for with
`is None`, here and wherever frames are read.
"""

import copy
import hashlib
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from betterproto2 import Message

from tilth_cli.aiming import Setting
from tilth_cli.films import Film
from tilth_cli.games import drawn
from tilth_cli.lexicon import NO_WORDS, Lexicon
from tilth_cli.narrowing import Narrowed
from tilth_cli.plain import GameTypes, chosen_member
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    CaughtUp,
    Cause,
    Clock,
    Decision,
    Ended,
    Happened,
    Match,
    Opened,
    Told,
)

LINES_KEPT = 200


@dataclass(frozen=True)
class Line:
    """One line of the story of a match."""

    record: int
    text: str


@dataclass
class Scene:
    match_id: str
    seat: int | None = None
    title: str = ""
    game: str = ""
    names: list[str] = field(default_factory=list)
    words: Lexicon = NO_WORDS
    """What the game calls its numbers."""
    types: GameTypes = field(default_factory=GameTypes)
    commitment: bytes = b""
    record: int = 0
    view: Message | None = None
    asked: Decision | None = None
    waiting: Sequence[int] = ()
    clocks: Sequence[Clock] = ()
    clocks_at: float = 0.0
    undoable: bool = False
    started: bool = False
    caught_up: bool = False
    ended: Ended | None = None
    setting: Setting | None = None
    """The numbers of an answer that a person is setting by keys."""
    film: Film | None = None
    """What could be seen on the way to this view, if it has just come and there is such a thing."""
    narrowed: Narrowed | None = None
    """What a person typed to see fewer of a decision's options."""
    page: int = 0
    """Which page of the board is wanted, where it has several."""
    story: deque[Line] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))

    @classmethod
    def of(cls, match: Match, seat: int | None = None) -> "Scene":
        return cls(
            match_id=match.id,
            seat=seat,
            title=match.title,
            game=match.game,
            names=[one.player_name for one in match.seats],
        )

    def name(self, seat: int) -> str:
        known = self.names[seat] if seat < len(self.names) else ""
        return known or say("seat", seat=seat)

    def seen(self, view: Message) -> "Scene":
        """The same scene with another view."""
        other = copy.copy(self)
        other.view = view
        return other

    def take(self, told: Told) -> list[Line]:
        """Takes in one frame; gives the lines it adds to the story."""
        lines: list[Line] = []
        self.film = None
        if told.opened is not None:
            self._open(told.opened)
        elif told.happened is not None:
            self.record = told.record
            lines = [Line(told.record, text) for text in self._happen(told.happened)]
        elif told.caught_up is not None:
            self._catch_up(told.caught_up)
        elif told.ended is not None:
            self.ended, self.asked, self.waiting = told.ended, None, ()
        self.story.extend(lines)
        return lines

    def _open(self, opened: Opened) -> None:
        self.game = opened.game
        self.names = list(opened.player_names)
        self.types = GameTypes.named(opened)
        self.commitment = opened.seed_commitment

    def _happen(self, happened: Happened) -> list[str]:
        self.waiting, self.undoable = happened.waiting, happened.undoable
        self._set_clocks(happened.clocks)
        if happened.view:
            self.film = self._film(happened)
            self.view = self.types.read_view(happened.view)
        if happened.asked is not None:
            self.asked = happened.asked
        elif self.caught_up and (self.asked is None or self.asked.id != happened.open_decision):
            self.asked = None
        return [*self._cause_text(happened), *happened.texts]

    def _film(self, happened: Happened) -> Film | None:
        kind = self.types.event
        if self.view is None or kind is None or not self.caught_up:
            return None
        events = [chosen_member(kind.parse(event)) for event in happened.events]
        return drawn(self.game).film(self.view, [event for event in events if event is not None])

    def _catch_up(self, caught_up: CaughtUp) -> None:
        self.caught_up = True
        self.asked, self.waiting, self.undoable = caught_up.asked, caught_up.waiting, caught_up.undoable
        self._set_clocks(caught_up.clocks)
        if caught_up.view:
            self.view = self.types.read_view(caught_up.view)

    def _set_clocks(self, clocks: Sequence[Clock]) -> None:
        self.clocks, self.clocks_at = clocks, time.monotonic()

    def _cause_text(self, happened: Happened) -> list[str]:
        """What the record tells besides its events; an answer speaks through them."""
        who = self.name(happened.seat) if happened.seat is not None else ""
        match happened.cause:
            case Cause.STARTED:
                self.started = True
                return [say("cause.started")]
            case Cause.UNDID:
                return [say("cause.undid", who=who, records=", ".join(map(str, happened.takes_back)))]
            case Cause.ANSWERED | Cause.DEFAULTED | Cause.CLOSED | Cause.UNSPECIFIED:
                return []
            case cause if cause.name:
                return [say(f"cause.{cause.name.lower()}", who=who)]
            case _:
                return []

    @property
    def seed_holds(self) -> bool | None:
        """Whether the revealed seed is the one that was committed to; None while there is nothing to compare."""
        if self.ended is None or not self.ended.seed or not self.commitment:
            return None
        return hashlib.sha256(self.ended.seed).digest() == self.commitment
