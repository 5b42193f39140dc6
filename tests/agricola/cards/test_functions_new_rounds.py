"""Cards that act when a round begins: Chamberlain, Rancher."""

import pytest

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.moments import ROUND
from tilth_rules.agricola.content.spaces import ROUND_CARDS
from tilth_rules.agricola.events.rounds import PeopleCameHome, RoundBegan
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.rounds.phases import next_card
from tilth_rules.agricola.rounds.placement import spaces_for
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.agricola.view import view
from tilth_rules.kernel import SPECTATOR


def late(round_: int, *, swapped: bool = False) -> Scene:
    """Return a scene in which that round has begun; all cards so far lie in their order."""
    scene = Scene(round_=round_)
    cards = [card for stage in ROUND_CARDS for card in (reversed(stage) if swapped else stage)]
    scene.state.order = tuple(cards[:round_])
    scene.state.open += scene.state.order
    return scene


def number(name: str) -> int:
    return Scene().opened(name)


PLOUGH, GROWTH, LAST = number("R5-PLOUGHSOW"), number("R5-GROWTH"), number("R6-RENOFENCE")


def test_i238_in_round_eleven_its_owner_orders_the_cards_to_come() -> None:
    scene = late(11).owns(ANN, "I238").comes(ROUND)
    assert sorted(scene.choices()) == sorted([USE_SPACE.option(PLOUGH), USE_SPACE.option(GROWTH)])
    scene.answer(ANN, USE_SPACE.option(GROWTH))
    assert scene.state.ahead == (GROWTH, PLOUGH, LAST)
    assert next_card(scene.table, 5) == GROWTH


def test_i238_in_another_round_nothing_happens() -> None:
    for round_ in (10, 12):
        assert late(round_).owns(ANN, "I238").comes(ROUND).state.ahead == ()


@pytest.mark.parametrize(("round_", "ahead"), [(12, (LAST,)), (13, (LAST,)), (14, ()), (10, ())])
def test_i238_played_later_it_turns_them_up_at_once(round_: int, ahead: tuple[int, ...]) -> None:
    scene = late(round_).play(ANN, "I238")
    assert scene.kind() == ""
    assert scene.state.ahead[-1:] == ahead


def test_i238_played_in_round_eleven_it_asks_at_once() -> None:
    scene = late(11).play(ANN, "I238").answer(ANN, USE_SPACE.option(PLOUGH))
    assert scene.state.ahead == (PLOUGH, GROWTH, LAST)


def test_i238_only_its_owner_may_go_there_before_their_time() -> None:
    scene = late(11).has(ANN, grain=1).fields(ANN, "").play(ANN, "I238").answer(ANN, USE_SPACE.option(PLOUGH))
    assert PLOUGH in spaces_for(scene.state, ANN)
    assert GROWTH in spaces_for(scene.state, ANN)
    scene.has(BOB, grain=1).fields(BOB, "")
    assert PLOUGH not in spaces_for(scene.state, BOB)
    scene.run(PlacePerson(ANN)).answer(ANN, USE_SPACE.option(GROWTH))
    assert len(scene.seat().kinds) == 3
    assert GROWTH not in spaces_for(scene.state, ANN)


def test_i238_all_see_the_cards_and_the_people_on_them() -> None:
    scene = late(11).play(ANN, "I238").answer(ANN, USE_SPACE.option(GROWTH))
    for viewer in (ANN, BOB, SPECTATOR):
        assert view(scene.state, viewer).coming == (GROWTH, PLOUGH, LAST)
    scene.run(PlacePerson(ANN)).answer(ANN, USE_SPACE.option(GROWTH))
    assert [one.space for one in view(scene.state, BOB).spaces][-1] == GROWTH


def test_i238_when_the_round_comes_the_card_is_open_to_all_and_empty() -> None:
    scene = late(11).play(ANN, "I238").answer(ANN, USE_SPACE.option(GROWTH))
    scene.run(PlacePerson(ANN)).answer(ANN, USE_SPACE.option(GROWTH))
    PeopleCameHome().apply(scene.state)
    RoundBegan(12, GROWTH).apply(scene.state)
    assert scene.state.ahead == (PLOUGH, LAST)
    assert GROWTH in spaces_for(scene.state, BOB)
    assert list(spaces_for(scene.state, ANN)).count(GROWTH) == 1


@pytest.mark.parametrize(("own", "others", "wood"), [(2, 1, 1), (2, 2, 0), (1, 2, 0)])
def test_i340_fewer_unused_cells_than_everybody_else_bring_a_wood(own: int, others: int, wood: int) -> None:
    scene = Scene(3).owns(ANN, "I340").fields(ANN, *[""] * own).fields(BOB, *[""] * others)
    assert scene.comes(ROUND).got().get("wood", 0) == wood
