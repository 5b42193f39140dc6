"""What is kept beside a contest goes with it."""

import gc

from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.kept import Kept


def test_each_contest_has_its_own_until_it_is_gone() -> None:
    kept = Kept[list[int]]()
    asked = simulated.settings(2, swiss=pb.Swiss())
    contests = [Simulated(asked, 2).contest for _ in range(3)]
    for number, contest in enumerate(contests):
        kept.of(contest, list).append(number)
    assert [kept.of(contest, list) for contest in contests] == [[0], [1], [2]]
    contest = contests[1]
    del contests
    gc.collect()
    assert len(kept) == 1
    assert kept.of(contest, list) == [1]
