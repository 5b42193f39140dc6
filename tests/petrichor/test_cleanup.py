"""The clean-up: dice and cards."""

import pytest

from tests.petrichor.situations import BLUE, RED, Scene, cards, of_kind
from tilth_rules.kernel import ScriptedChance, ScriptedDraw
from tilth_rules.petrichor.codes import HARVEST
from tilth_rules.petrichor.events.cards import CardsDealt, DeckReshuffled
from tilth_rules.petrichor.events.rounds import DiceRolled, RoundBegan
from tilth_rules.petrichor.rounds.cleanup import CleanUp


def test_after_a_harvest_all_dice_are_rolled() -> None:
    scene = Scene(2)
    scene.state.dice = (0, 0, 0)
    scene.state.phase = HARVEST
    scene.run(CleanUp(), chance=ScriptedChance(**{"harvest-dice": [ScriptedDraw([3, 1, 5])]}))
    assert of_kind(scene.events, DiceRolled) == [DiceRolled((0, 2, 4))]


def test_without_a_harvest_dice_with_the_harvest_icon_stay() -> None:
    scene = Scene(2)
    scene.state.dice = (0, 2, 3)
    scene.run(CleanUp(), chance=ScriptedChance(**{"harvest-dice": [ScriptedDraw([0, 0])]}))
    assert of_kind(scene.events, DiceRolled) == [DiceRolled((0, 1, 1))]


@pytest.mark.parametrize(("seats", "each"), [(2, 7), (3, 7), (4, 6), (1, 8)])
def test_new_cards_come_in_addition_to_those_kept(seats: int, each: int) -> None:
    scene = Scene(seats).hand(RED, 1, 1)
    table = scene.run(CleanUp())
    assert table.state.held == [each + 2, *[each] * (seats - 1)]
    assert sum(cards(table.state, RED)) == each + 2


def test_when_the_deck_runs_out_the_discards_are_reshuffled_and_dealing_continues() -> None:
    scene = Scene(2)
    scene.state.deck = [0, 2, 0, 0, 3]
    scene.state.discards = [0, 8, 10, 10, 7]
    table = scene.run(CleanUp())
    assert of_kind(scene.events, DeckReshuffled) == [DeckReshuffled()]
    assert table.state.held == [7, 7]
    assert table.state.discards == [0, 0, 0, 0, 0]
    assert sum(table.state.deck) == 40 - 14


def test_the_last_cards_of_the_deck_are_dealt_before_the_reshuffled_discards() -> None:
    scene = Scene(2)
    scene.state.deck = [0, 2, 0, 0, 3]
    scene.state.discards = [0, 8, 10, 10, 7]
    scene.run(CleanUp())
    dealing = [event for event in scene.events if isinstance(event, CardsDealt | DeckReshuffled)]
    assert dealing[:2] == [CardsDealt(RED, 5, (1, 1, 4, 4, 4)), DeckReshuffled()]
    assert [(event.seat, event.count) for event in dealing[2:] if isinstance(event, CardsDealt)] == [
        (RED, 2),
        (BLUE, 7),
    ]


def test_a_deck_that_is_dealt_out_exactly_is_not_reshuffled() -> None:
    scene = Scene(2)
    scene.state.deck = [0, 4, 3, 3, 4]
    scene.state.discards = [0, 6, 7, 7, 6]
    table = scene.run(CleanUp())
    assert not of_kind(scene.events, DeckReshuffled)
    assert sum(table.state.deck) == 0


def test_the_round_marker_moves_and_nobody_has_passed() -> None:
    state = Scene(2).state
    state.passer = RED
    RoundBegan(2).apply(state)
    assert (state.round, state.passer) == (2, -1)
