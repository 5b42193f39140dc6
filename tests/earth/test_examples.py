"""The worked examples of the rulebook: a turn of growing, the end of a match, and the score of the orange player.

The scan does not show every card of the orange field. The one below is a field that fits everything that can be read:
the cards that are named, in the order in which they are activated, and each line of the score.
"""

from tests.earth.content.fields import worth
from tests.earth.situations import ANN, BOB, CID, Scene, face, of_kind, place, plant
from tilth_rules.earth import game
from tilth_rules.earth.card_events import CardsDrawn, CompostDiscarded
from tilth_rules.earth.events import FieldFilled, GoalsReached, LeafPlaced, MatchEnded
from tilth_rules.earth.field_events import CardPlanted
from tilth_rules.earth.goods_events import (
    AbilityCopied,
    AbilityUsed,
    GrowthPaid,
    GrowthPlaced,
    SoilGained,
    SoilPaid,
    SproutsPaid,
    SproutsPlaced,
)
from tilth_rules.earth.scoring import lines, score
from tilth_rules.earth.words import GROW, PLANT

GORILLA = "358a"
FUNGUS, MUHLY, OAKMOSS, MYCENA, ANDROMEDA, WILD = 10, 243, 174, 164, 33, 282
CHAMPIGNON = 9


def growing() -> Scene:
    """The active player before the turn: no soil, no yellow ability before the field, three plants full."""
    scene = Scene(3).fauna(GORILLA)
    scene.field(ANN, "26 191+3 - 77", "- 62 10+1/1 243", "174+2 153 - 164", "33+3/1 3 282 129")
    scene.compost(ANN, 21)
    scene.state.claims = (2, 0, 0, 0)
    return scene


def test_the_action_gives_four_cards_and_two_growth_which_meet_the_gorillas_goal() -> None:
    scene = growing()
    happened = scene.turn(ANN, GROW)
    assert [len(drawn.cards) for drawn in of_kind(happened, CardsDrawn)] == [4]  # type: ignore[attr-defined]
    oakmoss = place(2, 0)
    assert scene.answer(ANN, oakmoss, oakmoss) == [
        GrowthPlaced(ANN, (oakmoss, oakmoss)),
        GoalsReached(ANN, (0,)),
    ]


def test_the_turn_of_the_example() -> None:
    scene = growing()
    scene.turn(ANN, GROW)
    oakmoss = place(2, 0)
    scene.answer(ANN, oakmoss, oakmoss)
    fungus, muhly, mycena, andromeda, wild = place(1, 2), place(1, 3), place(2, 3), place(3, 0), place(3, 2)

    assert scene.answer(ANN, fungus) == [
        AbilityUsed(ANN, fungus, face(FUNGUS)),
        CompostDiscarded(ANN, 1),
        SoilGained(ANN, 3, 3),
    ]
    assert scene.answer(ANN, muhly) == [AbilityUsed(ANN, muhly, face(MUHLY)), SoilPaid(ANN, 1)]
    assert scene.answer(ANN, muhly, muhly) == [SproutsPlaced(ANN, (muhly, muhly))]
    scene.answer(ANN, oakmoss)
    assert scene.answer(ANN, oakmoss) == [SproutsPaid(ANN, (oakmoss,)), SoilGained(ANN, 2, 3)]
    scene.answer(ANN, mycena)
    assert scene.answer(ANN, oakmoss) == [GrowthPaid(ANN, (oakmoss,)), SoilGained(ANN, 3, 3)]
    assert scene.answer(ANN, andromeda)[-1] == SoilGained(ANN, 2, 3), "for nothing"
    scene.answer(ANN, wild)
    assert scene.answer(ANN, andromeda)[:2] == [
        AbilityCopied(ANN, wild, face(ANDROMEDA)),
        SoilGained(ANN, 2, 3),
    ]
    assert scene.seat(ANN).area.soil == 3 - 1 + 2 + 3 + 2 + 2

    happened = scene.done(BOB, CID) + scene.done(ANN)
    assert LeafPlaced(ANN, 0, 8) in happened, (
        "two leaves lay there; the goal, though met no more, was reached"
    )
    assert scene.kind(BOB) == "action", "the turn passes on clockwise"


# The end of the match ------------------------------------------------------------------------------

ORANGE, BLUE = 0, 1
PLANTED_LAST = place(1, 0)


def orange() -> Scene:
    """The orange player before the last turn: the champignon is in the hand yet."""
    scene = Scene(2, active=BLUE).board(ORANGE, "290a", "295a")
    scene.field(
        ORANGE,
        "26 191 - 77+6/3",
        "- 62 10+1/1 243+4/2",
        "174 153+5 - 164+3",
        "33 3 282+2/2 129",
    )
    scene.hand(ORANGE, CHAMPIGNON).soil(ORANGE, 2)
    mine = scene.seat(ORANGE)
    mine.ecosystem = face("329a")
    scene.state.ecosystems = (face("319b"), face("320a"))
    scene.state.points[ORANGE] = 15 + 11 + 8
    return scene


def test_the_last_player_of_the_round_fills_the_field_and_the_match_ends_after_this_turn() -> None:
    scene = orange().field(BLUE, "5 8 14 19", "20 22 23 24", "25 27 28 31", "32 34").hand(BLUE, 36, 37)
    scene.soil(BLUE, 30)
    scene.turn(BLUE, PLANT)
    scene.state.first = ORANGE
    scene.table.main.steps = [step for step in scene.table.main.steps if type(step).__name__ != "TakeTurn"]
    for number in (36, 37):
        scene.answer(BLUE, plant(number))
        if scene.kind(BLUE) == "place":
            scene.answer(BLUE, scene.offered(BLUE)[0])
    scene.answer(BLUE, scene.offered(BLUE)[0])

    scene.answer(ORANGE, plant(CHAMPIGNON))
    assert of_kind(scene.answer(ORANGE, PLANTED_LAST), CardPlanted)
    scene.answer(ORANGE, *scene.offered(ORANGE))
    assert len(scene.seat(ORANGE).area.hand) == 1, "one of the others may take a card"
    wasteland = place(3, 1)
    assert scene.answer(ORANGE, wasteland)[-1] == SoilGained(ORANGE, 1, 3)
    happened = scene.done(ORANGE, BLUE)
    assert FieldFilled(BLUE, 7) in happened
    assert type(happened[-1]) is MatchEnded
    assert game.result(scene.state) is not None


def test_the_orange_player_has_191_points() -> None:
    scene = orange()
    mine = scene.seat(ORANGE)
    area = mine.area
    area.spots[PLANTED_LAST] = face(CHAMPIGNON)
    area.sprouts[PLANTED_LAST] = 1
    mine.sprouts += 1
    mine.places = area.places()
    area.compost = [0] * 15
    events = [card for card in scene.state.deck if scene.book.event[card] and scene.book.cards.vp[card] == -2]
    area.events = events[:1]
    assert lines(scene.state, ORANGE) == (29, -2, 15, 22, 12, 8 + 9 + 13, 18 + 20 + 13, 34)
    assert score(scene.state, ORANGE) == 191


def test_what_the_example_says_of_single_cards() -> None:
    """Sand earns four points for each empty side, wasteland three for each bush beside it, the wild plant among them,
    and poor land one for itself, island and climate, but not for events."""
    scene = orange()
    area = scene.seat(ORANGE).area
    area.spots[PLANTED_LAST] = face(CHAMPIGNON)
    assert worth(26, area, place(0, 0)) == 8
    assert worth(3, area, place(3, 1)) == 9
    assert worth(129, area, place(3, 3)) == 13
    area.events = [face(223)] * 3
    assert worth(129, area, place(3, 3)) == 13
    assert worth("329a", area) == 18, "with four cards named after places: one for every two"
    assert worth("319b", area) == 20
    assert worth("320a", area) == 13
    before = worth("319b", area)
    area.spots[place(0, 3)] = face(13)
    assert worth("319b", area) == before, "the parasol is joined to no other mushroom by a corner"
