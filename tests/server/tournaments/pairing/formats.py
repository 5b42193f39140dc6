"""One tournament of each format."""

from typing import Any, Final

from tests.server.tournaments import simulated
from tilth.v1 import tournaments_pb2 as pb

FORMATS: Final[dict[str, dict[str, Any]]] = {
    "round robin": {"round_robin": pb.RoundRobin()},
    "two cycles": {"round_robin": pb.RoundRobin(cycles=2)},
    "swiss": {"swiss": pb.Swiss(rounds=4)},
    "single elimination": {"knockout": pb.Knockout()},
    "double elimination": {"knockout": pb.Knockout(lives=2)},
    "single elimination with further sets": {"knockout": pb.Knockout(max_further_sets=2)},
    "double elimination with further sets": {"knockout": pb.Knockout(lives=2, max_further_sets=3)},
    "groups": {"groups": pb.Groups(max_further_sets=1)},
    "groups with lives": {"groups": pb.Groups(lives=2)},
    "gauntlet": {"gauntlet": pb.Gauntlet()},
    "three challengers": {"gauntlet": pb.Gauntlet(challengers=3, cycles=2)},
    "series": {"series": pb.Series(games=20)},
    "ladder": {"ladder": pb.Ladder(games=50)},
    "ladder of a time": {"ladder": pb.Ladder(duration_ms=30_000)},
}


def played_as(name: str, seats: int, **fields: Any) -> pb.TournamentSettings:
    return simulated.settings(seats, **FORMATS[name], **fields)
