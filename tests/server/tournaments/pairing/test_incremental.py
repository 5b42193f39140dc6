"""Values kept beside a tournament are dropped together with it."""

import gc

from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.incremental import PerTournament


def test_each_contest_has_its_own_until_it_is_gone() -> None:
    kept = PerTournament[list[int]]()
    asked = simulated.settings(2, swiss=pb.Swiss())
    tournaments = [Simulated(asked, 2).tournament for _ in range(3)]
    for number, tournament in enumerate(tournaments):
        kept.get(tournament, list).append(number)
    assert [kept.get(tournament, list) for tournament in tournaments] == [[0], [1], [2]]
    tournament = tournaments[1]
    del tournaments
    gc.collect()
    assert len(kept) == 1
    assert kept.get(tournament, list) == [1]
