"""The plan of an arena, as its folder keeps it."""

from typing import Any

import pytest

from tilth.v1 import tournaments_pb2 as pb
from tilth_arena.limits import Limits
from tilth_arena.plan import Plan, TournamentTerms, tournament_settings

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


@pytest.mark.parametrize(
    ("terms", "form", "seats"),
    [
        ({"format": "benchmark", "deals": 7}, {"benchmark": pb.Benchmark(deals=7)}, 1),
        (
            {"format": "gauntlet", "challengers": 2, "cycles": 3},
            {"gauntlet": pb.Gauntlet(challengers=2, cycles=3)},
            2,
        ),
        (
            {"format": "knockout", "further_sets": 4},
            {"knockout": pb.Knockout(lives=1, max_further_sets=4)},
            2,
        ),
        (
            {"format": "double-elimination", "further_sets": 1, "seats": 3},
            {"knockout": pb.Knockout(lives=2, max_further_sets=1)},
            3,
        ),
        ({"format": "groups", "further_sets": 4}, {"groups": pb.Groups(max_further_sets=4)}, 2),
    ],
)
def test_terms_become_the_settings_of_their_format(
    terms: dict[str, Any], form: dict[str, Any], seats: int
) -> None:
    made = tournament_settings(TournamentTerms(**terms), Limits(), 1, 4)
    wanted = pb.TournamentSettings(**form)
    name = wanted.WhichOneof("format")
    assert (made.WhichOneof("format"), made.table_seats) == (name, seats)
    assert getattr(made, name or "") == getattr(wanted, name or "")
