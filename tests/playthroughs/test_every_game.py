"""The golden matches go as they went, and leave nothing of the games out."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from tests.playthroughs.cover import cover_of, recorded_in
from tests.playthroughs.every import GAMES, Kept
from tests.playthroughs.setups import FOLDER, Golden, Setup, played, traced, traces, traces_path
from tilth_rules.playthrough import Playthrough

AGAIN = "python -m tests.playthroughs writes the files again: read the differences before you keep them"
KILOBYTES = 600

RARE = {
    *("ChildGrewUp", "CropsAdded", "LodgerMovedIn", "PersonStayed", "SpaceClosed", "StableReturned"),
    *("ChooseHouse",),
    *("BuyLaid",),
    *("FormCloud", "GrowthToPay", "GrowthToPlace", "SproutsToPay", "SproutsToPlace"),
}
"""Steps and events that need one rare card, or nearly never happen: tests of cards and of properties see them. BuyLaid
and FormCloud wait in matches of the rules before these, and the four steps for goods have subclasses that act."""

NOT_RECORDED: dict[str, set[str]] = {
    "petrichor": set(),
    "sonora": set(),
    "earth": set(),
    "agricola": {"PersonMoved", "TokensDrawn", "card-space", "one-of", "pay-fences", "return-animals"},
}
"""Events and kinds of decisions of which only digests are kept."""

GOLDENS = [golden for kept in GAMES for golden in kept.goldens]
SETUPS = [setup for kept in GAMES for setup in kept.setups]

of_each_game = pytest.mark.parametrize("kept", GAMES, ids=lambda kept: kept.game.name)


def nothing_was_lost(match: Playthrough) -> None:
    for record, goods in zip(match.records, match.goods, strict=True):
        assert goods == match.goods[0], f"after record {record.number}"


@pytest.mark.parametrize("golden", GOLDENS, ids=str)
def test_a_recorded_match_plays_as_before_and_loses_no_goods(golden: Golden) -> None:
    match = played(golden)
    assert match.text == golden.path.read_text(), AGAIN
    nothing_was_lost(match.match)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_match_in_every_mode_plays_as_before_and_loses_no_goods(setup: Setup) -> None:
    match = traced(setup)
    assert match.text == traces(setup.game)[setup.name], (
        f"{AGAIN}; python -m tests.playthroughs {setup} prints the match"
    )
    nothing_was_lost(match.match)


@of_each_game
def test_few_matches_are_recorded_and_there_are_no_other_files(kept: Kept) -> None:
    assert 6 <= len(kept.goldens) <= 8
    files = {golden.path for golden in kept.goldens} | {traces_path(kept.game)}
    assert files == set(traces_path(kept.game).parent.iterdir())
    assert list(traces(kept.game)) == [setup.name for setup in kept.setups]


def test_a_reviewer_can_read_all_of_them() -> None:
    size = sum(path.stat().st_size for path in FOLDER.glob("*/*.txt"))
    assert size <= KILOBYTES * 1000


@of_each_game
def test_every_step_event_and_question_that_is_not_rare_is_kept(kept: Kept) -> None:
    cover = cover_of(kept.setups)
    known = {thing.__name__ for thing in (*kept.game.steps, *kept.game.events)}
    reached = {step.__name__ for step in cover.steps} | {type(event).__name__ for event in cover.events}
    assert known - reached <= RARE
    assert cover.has_undo
    recorded = recorded_in(kept.goldens)
    events = {event.__name__ for event in kept.game.events} - RARE
    assert (events - recorded.events) | (cover.kinds - recorded.kinds) == NOT_RECORDED[kept.game.name]


@of_each_game
def test_every_number_of_seats_is_recorded_and_some_matches_from_the_beginning_or_to_the_end(
    kept: Kept,
) -> None:
    assert {golden.setup.seats for golden in kept.goldens} == set(kept.game.seats)
    assert any(golden.first == 0 for golden in kept.goldens)
    assert any(golden.last is None for golden in kept.goldens)


PLAIN_NUMBERS = {
    "petrichor": "count deck hand_size need number pack_size points round rounds supply votes_left voting_wins wheat "
    "wheat_left",
    "sonora": "bot_circled bot_crossed canyon_points cells column cost discoveries flicks heading left lost mud_points "
    "number points reflicks river_points round rounds ruins_points speed swaps triangle value value_left x y",
    "earth": "amount card_count compost count deck discards growth hand_size leaf_points passes plantings points "
    "remaining_passes round skips soil sprouts turns",
    "agricola": "amount appetite begging boar cattle clay food grain harvest harvest_rounds minors_held minors_left "
    "next_harvest numbers occupations_held occupations_left points price reed round rounds sheep since size stone "
    "target vegetable vegetables way wood",
}
"""Fields of events, moves and views that count or measure something. All others that hold numbers have names."""


@of_each_game
def test_every_number_has_a_name_or_is_known_to_be_a_count(kept: Kept) -> None:
    names = kept.goldens[-1].names
    plain = {
        field
        for owner in chain(kept.game.events, kept.game.moves, _parts(kept.game.views))
        for field, kind in get_type_hints(owner).items()
        if field in owner.__struct_fields__ and _holds_numbers(kind)
        if owner.__name__ not in names.shown and field not in names.left_out
        if f"{owner.__name__}.{field}" not in names.left_out and names.kind(owner, field) is str
    }
    assert plain == set(PLAIN_NUMBERS[kept.game.name].split())


def _parts(view: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Return the class of a view, and those of its parts."""
    yield view
    for field, kind in get_type_hints(view).items():
        if field != "printed" and field in view.__struct_fields__:
            for one in _classes_in(kind):
                if issubclass(one, msgspec.Struct):
                    yield from _parts(one)


def _holds_numbers(kind: Any) -> bool:
    return any(one is int for one in _classes_in(kind))


def _classes_in(kind: Any) -> Iterator[type]:
    inside = get_args(kind)
    if inside:
        for one in inside:
            yield from _classes_in(one)
    elif isinstance(kind, type):
        yield kind
