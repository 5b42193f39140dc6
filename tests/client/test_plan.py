"""The plan of an arena, as its folder keeps it."""

from tilth.v1 import tournaments_pb2 as pb
from tilth_arena.limits import Limits
from tilth_arena.plan import Plan

SETTINGS = pb.TournamentSettings(
    game_setups=[pb.GameSetup(game="petrichor")],
    invited_player_ids=["ann"],
    min_entrants=3,
    max_entrants=5,
    max_running_pairings=7,
    absence_timeout_ms=9,
    ladder=pb.Ladder(widen_after_ms=11),
)
AS_WRITTEN_BEFORE = {
    "games": [{"game": "petrichor"}],
    "invited_ids": ["ann"],
    "least_entrants": 3,
    "most_entrants": 5,
    "games_at_once": 7,
    "absence_ms": "9",
    "ladder": {"patience_ms": "11"},
}


def test_a_plan_is_read_as_it_was_written_also_by_a_build_with_other_names() -> None:
    plan = Plan((), "/tmp", SETTINGS, Limits(), 1, "r")
    plain = plan.as_plain()
    assert Plan.from_plain(plain) == plan
    assert Plan.from_plain({**plain, "settings": AS_WRITTEN_BEFORE}) == plan
