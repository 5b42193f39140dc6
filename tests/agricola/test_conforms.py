"""Random matches in every mode, under the laws that every game obeys. `tests/properties/test_agricola.py` plays
many more of them."""

import pytest

from tests.seeds import Seeds
from tilth_rules.agricola import Options, game
from tilth_rules.conformance import conforms
from tilth_rules.kernel import Event, OptionsRefused

FAMILY = Options(family=True)
ALL = Options(draft=True, ten_keep_seven=True, mulligan=True, three_for_one=True)


@pytest.mark.parametrize("seats", game.seats)
@pytest.mark.parametrize("options", [FAMILY, Options()], ids=["family", "full"])
def test_every_number_of_seats_obeys_the_laws(options: Options, seats: int, seeds: Seeds) -> None:
    for seed in seeds(1):
        conforms(game, options, seats, 40 + seats + seed, thorough=False)


@pytest.mark.parametrize(("options", "seats"), [(FAMILY, 3), (Options(), 2)], ids=["family", "full"])
def test_answers_outside_the_bounds_are_refused_and_nothing_hidden_shows(
    options: Options, seats: int, seeds: Seeds
) -> None:
    for seed in seeds(1):
        conforms(game, options, seats, 7 + seed)


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (Options(draft=True), 2),
        (Options(draft=True), 3),
        (Options(ten_keep_seven=True), 2),
        (Options(mulligan=True), 3),
        (Options(three_for_one=True), 4),
        (ALL, 3),
        (Options(series=3, permanent=("E175", "E172"), extra_food=2), 1),
    ],
    ids=["draft", "draft of three", "ten keep seven", "mulligan", "three for one", "all", "series"],
)
def test_every_way_to_hands_obeys_the_laws(options: Options, seats: int, seeds: Seeds) -> None:
    for seed in seeds(1):
        conforms(game, options, seats, 3 + seed, thorough=False)


def test_cards_that_a_draft_has_shown_stay_known_and_no_others_do(seeds: Seeds) -> None:
    for seed in seeds(1):
        conforms(game, Options(draft=True, without_i=True, without_k=True), 2, 5 + seed)


@pytest.mark.parametrize(
    ("options", "seats", "field"),
    [
        (Options(without_e=True, without_i=True, without_k=True), 2, "without_e"),
        (Options(without_e=True, without_k=True, ten_keep_seven=True), 5, "ten_keep_seven"),
        (Options(without_e=True, without_k=True, ten_keep_seven=True), 3, "ten_keep_seven"),
        (Options(without_e=True, without_k=True, ten_keep_seven=True), 2, "ten_keep_seven"),
        (Options(decks=("E",), without_i=True), 2, "decks"),
        (Options(decks=("E", "E")), 2, "decks"),
        (Options(decks=("E", "A")), 2, "decks"),
        (Options(decks=("E", "I"), ten_keep_seven=True, without_k=True), 2, "decks"),
        (Options(family=True, draft=True), 2, "draft"),
        (Options(draft=True), 1, "draft"),
        (Options(series=1), 2, "series"),
        (Options(series=2), 1, "permanent"),
        (Options(series=2, permanent=("E11",)), 1, "permanent"),
        (Options(series=1, extra_food=1), 1, "extra_food"),
    ],
)
def test_options_that_cannot_be_played_are_refused_with_a_reason(
    options: Options, seats: int, field: str
) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(options, seats)
    assert refused.value.field == field
    assert refused.value.why


@pytest.mark.sweep
def test_a_match_shows_all_that_can_happen_without_functions_of_cards() -> None:
    """Events that only a card's own function causes are left out of this walk."""
    seen: set[type[Event]] = set()
    for seed in range(8):
        for options, seats in ((FAMILY, 5), (Options(), 4), (ALL, 3)):
            play = conforms(game, options, seats, seed, thorough=False)
            seen |= {type(event) for record in play.records for event in record.events}
    names = {event.__name__ for event in game.events} - {event.__name__ for event in seen}
    rare = {
        *("RoundCardsSeen", "PersonStayed", "PersonMoved", "GuestArrived", "ChildGrewUp", "LodgerMovedIn"),
        *("StableReturned", "CropsAdded", "CardLaidOut", "CardNoted", "DeckRenewed", "GoodsHandedOver"),
        *("GoodsLeft", "CollectingBegan", "SpaceAdded", "SpaceClosed", "PlotsOpened"),
        *("LaidGoodsReturned", "PointsNoted"),
        *("HarvestSkipped", "SeatAgreed", "AgreementsShown", "TokensDrawn", "GoodsMoved"),
    }
    assert names <= rare
