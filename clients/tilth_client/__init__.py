"""The client SDK: async and typed, over the stubs of google.protobuf. docs/guides/write-a-bot.md shows a whole bot."""

from tilth.v1.archive_pb2 import LogEntry, VerifyMatchResponse, ViewAtResponse
from tilth.v1.decision_pb2 import Clock, Option, Quantity, Result
from tilth.v1.lobby_pb2 import (
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    MATCH_STATE_OPEN,
    MATCH_STATE_RUNNING,
    Game,
    Label,
    Match,
    MatchState,
    OptionField,
    Seat,
)
from tilth.v1.play_pb2 import Cause, MatchEnd
from tilth.v1.players_pb2 import Player
from tilth.v1.record_pb2 import ClockSettings, TimeoutRule
from tilth.v1.tournaments_pb2 import (
    Benchmark,
    Entrant,
    GameSetup,
    Gauntlet,
    Groups,
    HeadToHead,
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
    TournamentLogEntry,
    TournamentSettings,
)
from tilth_client.archive import Archive
from tilth_client.bot_program import play_until_done, run, run_bot
from tilth_client.client import DEFAULT_ADDRESS, Tilth, connect, new_token
from tilth_client.connection import Tls
from tilth_client.decisions import Answer, Context, Decision, numbers, offer, picks
from tilth_client.errors import (
    BadToken,
    ConnectionFailed,
    IllegalAnswer,
    LimitReached,
    NotFound,
    Refused,
    ServerError,
    TilthError,
)
from tilth_client.forfeits import BotFailed
from tilth_client.moderation import Moderation
from tilth_client.operations import Operations
from tilth_client.seat_bots import AnyBot, Bot, SeatBot
from tilth_client.seat_player import auto_forced
from tilth_client.sessions import MatchSession
from tilth_client.subscriptions import Subscription
from tilth_client.tournaments import Tournaments
from tilth_client.types import decoded, message_class
from tilth_client.updates import Update

__all__ = [
    "DEFAULT_ADDRESS",
    "MATCH_STATE_CANCELLED",
    "MATCH_STATE_FINISHED",
    "MATCH_STATE_OPEN",
    "MATCH_STATE_RUNNING",
    "Answer",
    "AnyBot",
    "Archive",
    "BadToken",
    "Benchmark",
    "Bot",
    "BotFailed",
    "Cause",
    "Clock",
    "ClockSettings",
    "ConnectionFailed",
    "Context",
    "Decision",
    "Entrant",
    "Game",
    "GameSetup",
    "Gauntlet",
    "Groups",
    "HeadToHead",
    "IllegalAnswer",
    "Knockout",
    "Label",
    "Ladder",
    "LimitReached",
    "LogEntry",
    "Match",
    "MatchEnd",
    "MatchSession",
    "MatchState",
    "Moderation",
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
    "SeatBot",
    "Series",
    "ServerError",
    "Sprt",
    "Standing",
    "Subscription",
    "Swiss",
    "Tilth",
    "TilthError",
    "TimeoutRule",
    "Tls",
    "Tournament",
    "TournamentLogEntry",
    "TournamentSettings",
    "Tournaments",
    "Update",
    "VerifyMatchResponse",
    "ViewAtResponse",
    "auto_forced",
    "connect",
    "decoded",
    "message_class",
    "new_token",
    "numbers",
    "offer",
    "picks",
    "play_until_done",
    "run",
    "run_bot",
]
