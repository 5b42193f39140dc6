"""The client SDK: async and typed, over the upb stubs. docs/bots.md shows a whole bot."""

from tilth.v1.archive_pb2 import Entry, VerifyMatchResponse, ViewAtResponse
from tilth.v1.decision_pb2 import Clock, Option, Quantity, Result
from tilth.v1.lobby_pb2 import (
    MATCH_STATE_CANCELLED,
    MATCH_STATE_OPEN,
    MATCH_STATE_OVER,
    MATCH_STATE_RUNNING,
    Game,
    Match,
    MatchState,
    OptionField,
    Seat,
    Word,
)
from tilth.v1.play_pb2 import Cause, Ended
from tilth.v1.players_pb2 import Player
from tilth.v1.record_pb2 import ClockSettings, TimeoutRule
from tilth.v1.tournaments_pb2 import (
    Duel,
    Entrant,
    Groups,
    Knockout,
    Ladder,
    Pairing,
    Rating,
    RoundRobin,
    Series,
    Sprt,
    Standing,
    Swiss,
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSettings,
)
from tilth_client.archive import Archive
from tilth_client.client import DEFAULT_ADDRESS, Tilth, connect
from tilth_client.connection import Tls
from tilth_client.decisions import Answer, Context, Decision, numbers, offer, picks
from tilth_client.errors import (
    BadToken,
    ConnectionProblem,
    IllegalAnswer,
    LimitReached,
    NotFound,
    Refused,
    ServerFault,
    TilthError,
)
from tilth_client.happenings import Happening
from tilth_client.operations import Operations
from tilth_client.playing import Bot, done_alone
from tilth_client.running import let_play, run, run_bot
from tilth_client.tournaments import Tournaments
from tilth_client.types import decoded, message_class
from tilth_client.watching import Attendance

__all__ = [
    "DEFAULT_ADDRESS",
    "MATCH_STATE_CANCELLED",
    "MATCH_STATE_OPEN",
    "MATCH_STATE_OVER",
    "MATCH_STATE_RUNNING",
    "Answer",
    "Archive",
    "Attendance",
    "BadToken",
    "Bot",
    "Cause",
    "Clock",
    "ClockSettings",
    "ConnectionProblem",
    "Context",
    "Decision",
    "Duel",
    "Ended",
    "Entrant",
    "Entry",
    "Game",
    "Groups",
    "Happening",
    "IllegalAnswer",
    "Knockout",
    "Ladder",
    "LimitReached",
    "Match",
    "MatchState",
    "NotFound",
    "Operations",
    "Option",
    "OptionField",
    "Pairing",
    "Player",
    "Quantity",
    "Rating",
    "Refused",
    "Result",
    "RoundRobin",
    "Seat",
    "Series",
    "ServerFault",
    "Sprt",
    "Standing",
    "Swiss",
    "Tilth",
    "TilthError",
    "TimeoutRule",
    "Tls",
    "Tournament",
    "TournamentEntry",
    "TournamentGame",
    "TournamentSettings",
    "Tournaments",
    "VerifyMatchResponse",
    "ViewAtResponse",
    "Word",
    "connect",
    "decoded",
    "done_alone",
    "let_play",
    "message_class",
    "numbers",
    "offer",
    "picks",
    "run",
    "run_bot",
]
