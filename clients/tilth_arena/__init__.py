"""Bot programs, their processes, and arenas: tournaments of bot programs on this machine."""

from tilth.v1.tournaments_pb2 import GetStandingsResponse as Standings
from tilth.v1.tournaments_pb2 import HeadToHead, Standing, Tournament
from tilth_arena.arena import Arena, ChangedBots, Progress, Report, cores
from tilth_arena.arena_tournament import PairingResult, SeatResult
from tilth_arena.bot_runner import PlayerAccess, RunCallbacks, RunSettings, own_seat, run_program
from tilth_arena.folder import BadFolder, Folder
from tilth_arena.limits import Ending, Limits
from tilth_arena.plan import Plan, Player, TournamentTerms, players_from, tournament_settings
from tilth_arena.process_bot import Assignment, ProcessBot
from tilth_arena.processes import Launcher
from tilth_arena.programs import BadProgram, Kind, Program, bot_maker, lines_program, program
from tilth_arena.server import NoServer
from tilth_client import BotFailed

__all__ = [
    "Arena",
    "Assignment",
    "BadFolder",
    "BadProgram",
    "BotFailed",
    "ChangedBots",
    "Ending",
    "Folder",
    "HeadToHead",
    "Kind",
    "Launcher",
    "Limits",
    "NoServer",
    "PairingResult",
    "Plan",
    "Player",
    "PlayerAccess",
    "ProcessBot",
    "Program",
    "Progress",
    "Report",
    "RunCallbacks",
    "RunSettings",
    "SeatResult",
    "Standing",
    "Standings",
    "Tournament",
    "TournamentTerms",
    "bot_maker",
    "cores",
    "lines_program",
    "own_seat",
    "players_from",
    "program",
    "run_program",
    "tournament_settings",
]
