"""Bot programs: what can be given as one, how it is run in processes of its own, and contests of several."""

from tilth.v1.tournaments_pb2 import Duel, Standing, Tournament
from tilth.v1.tournaments_pb2 import GetStandingsResponse as Standings
from tilth_arena.arena import Arena, Progress, Report, cores
from tilth_arena.contest import GameOver, Seated
from tilth_arena.folder import BadFolder, Folder
from tilth_arena.isolated import Assignment, BotFailed, Isolated
from tilth_arena.limits import Ending, Limits
from tilth_arena.plan import Plan, Player, Terms, named, tournament_settings
from tilth_arena.processes import Launcher
from tilth_arena.programs import BadProgram, Kind, Program, lines_program, maker, program
from tilth_arena.running import Told, Way, Where, own_seat, run_program
from tilth_arena.server import NoServer

__all__ = [
    "Arena",
    "Assignment",
    "BadFolder",
    "BadProgram",
    "BotFailed",
    "Duel",
    "Ending",
    "Folder",
    "GameOver",
    "Isolated",
    "Kind",
    "Launcher",
    "Limits",
    "NoServer",
    "Plan",
    "Player",
    "Program",
    "Progress",
    "Report",
    "Seated",
    "Standing",
    "Standings",
    "Terms",
    "Told",
    "Tournament",
    "Way",
    "Where",
    "cores",
    "lines_program",
    "maker",
    "named",
    "own_seat",
    "program",
    "run_program",
    "tournament_settings",
]
