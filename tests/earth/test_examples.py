"""The worked examples of the rulebook: a turn of growing, the end of a match, and the scores of both players.

The scan does not show every card of the orange field. The field below fits everything that can be read: the named
cards, the order in which they are activated, and each line of the score. Of the blue field it shows nothing, and of
the blue column everything except the ends of the last two numbers.
"""

from tests.earth.content.fields import field, worth
from tests.earth.situations import ANN, BOB, CID, Scene, face, of_kind, place, plant
from tilth_rules.earth import game
from tilth_rules.earth.codes import BY_ABILITY, GROW, PLANT
from tilth_rules.earth.events.cards import CardsDrawn, CompostDiscarded
from tilth_rules.earth.events.field import CardPlanted
from tilth_rules.earth.events.goods import (
    AbilityCopied,
    AbilityUsed,
    GrowthPaid,
    GrowthPlaced,
    SoilGained,
    SoilPaid,
    SproutsPaid,
    SproutsPlaced,
)
from tilth_rules.earth.events.rounds import FieldFilled, GoalsReached, LeafPlaced, MatchEnded
from tilth_rules.earth.scoring import score_lines

GORILLA = "358a"
FUNGUS, MUHLY, OAKMOSS, MYCENA, ANDROMEDA, WILD = 10, 243, 174, 164, 33, 282
CHAMPIGNON = 9


def growing() -> Scene:
    """Return a scene of the active player before the turn: no soil, no yellow ability before the field, three
    plants full."""
    scene = Scene(3).fauna(GORILLA)
    scene.field(ANN, "26 191+3 - 77", "- 62 10+1/1 243", "174+2 153 - 164", "33+3/1 3 282 129")
    scene.compost(ANN, 21)
    scene.state.claims = (2, 0, 0, 0)
    return scene


def test_the_action_gives_four_cards_and_two_growth_which_meet_the_gorillas_goal() -> None:
    scene = growing()
    events = scene.turn(ANN, GROW)
    assert [len(drawn.cards) for drawn in of_kind(events, CardsDrawn)] == [4]  # type: ignore[attr-defined]
    oakmoss = place(2, 0)
    assert scene.answer(ANN, oakmoss, oakmoss) == [
        GrowthPlaced(ANN, (oakmoss, oakmoss)),
        GoalsReached(ANN, (0,)),
    ]


def test_the_turn_of_the_example_goes_as_the_rulebook_describes_it() -> None:
    scene = growing()
    scene.turn(ANN, GROW)
    oakmoss = place(2, 0)
    scene.answer(ANN, oakmoss, oakmoss)
    fungus, muhly, mycena, andromeda, wild = place(1, 2), place(1, 3), place(2, 3), place(3, 0), place(3, 2)

    assert scene.answer(ANN, fungus) == [
        AbilityUsed(ANN, fungus, face(FUNGUS)),
        CompostDiscarded(ANN, 1),
        SoilGained(ANN, 3, BY_ABILITY),
    ]
    assert scene.answer(ANN, muhly) == [AbilityUsed(ANN, muhly, face(MUHLY)), SoilPaid(ANN, 1)]
    assert scene.answer(ANN, muhly, muhly) == [SproutsPlaced(ANN, (muhly, muhly))]
    scene.answer(ANN, oakmoss)
    assert scene.answer(ANN, oakmoss) == [SproutsPaid(ANN, (oakmoss,)), SoilGained(ANN, 2, BY_ABILITY)]
    scene.answer(ANN, mycena)
    assert scene.answer(ANN, oakmoss) == [GrowthPaid(ANN, (oakmoss,)), SoilGained(ANN, 3, BY_ABILITY)]
    assert scene.answer(ANN, andromeda)[-1] == SoilGained(ANN, 2, BY_ABILITY), "for nothing"
    scene.answer(ANN, wild)
    assert scene.answer(ANN, andromeda)[:2] == [
        AbilityCopied(ANN, wild, face(ANDROMEDA)),
        SoilGained(ANN, 2, BY_ABILITY),
    ]
    assert scene.seat(ANN).area.soil == 3 - 1 + 2 + 3 + 2 + 2

    events = scene.done(BOB, CID) + scene.done(ANN)
    assert LeafPlaced(ANN, 0, 8) in events, "two leaves lay there; the goal, though met no more, was reached"
    assert scene.kind(BOB) == "action", "the turn passes on clockwise"


# The end of the match ------------------------------------------------------------------------------

ORANGE, BLUE = 0, 1
PLANTED_LAST = place(1, 0)


def orange() -> Scene:
    """Return a scene of the orange player before the last turn: the champignon is still in the hand."""
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
    assert scene.answer(ORANGE, wasteland)[-1] == SoilGained(ORANGE, 1, BY_ABILITY)
    events = scene.done(ORANGE, BLUE)
    assert FieldFilled(BLUE, 7) in events
    assert type(events[-1]) is MatchEnded
    assert game.result(scene.state) is not None


def test_the_orange_player_has_191_points() -> None:
    scene = orange()
    scene.state.filled = BLUE
    mine = scene.seat(ORANGE)
    area = mine.area
    area.hand = []
    area.spots[PLANTED_LAST] = face(CHAMPIGNON)
    area.sprouts[PLANTED_LAST] = 1
    mine.sprouts += 1
    mine.places = area.places()
    area.compost = [0] * 15
    events = [card for card in scene.state.deck if scene.book.event[card] and scene.book.cards.vp[card] == -2]
    area.events = events[:1]
    assert score_lines(scene.state, ORANGE) == (29, -2, 15, 22, 12, 8 + 9 + 13, 18 + 20 + 13, 34)
    event = scene.ended(ORANGE)
    assert event.scores[ORANGE] == 191
    assert (event.for_cards[ORANGE], event.for_terrain[ORANGE], event.for_ecosystems[ORANGE]) == (29, 30, 51)
    assert event.places == (1, 2)


def test_single_cards_are_worth_what_the_example_says() -> None:
    """Sand earns four points for each empty side. Wasteland earns three for each bush beside it, the wild plant
    among them. Poor land earns one for itself, island and climate, but not for events."""
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
    scene.state.filled = BLUE
    event = scene.ended(ORANGE)
    assert (event.for_terrain[ORANGE], event.for_ecosystems[ORANGE]) == (8 + 9 + 13, 18 + 20 + 13)
    area.spots[place(0, 3)] = face(13)
    assert worth("319b", area) == before, "the parasol is joined to no other mushroom by a corner"


def test_a_prairie_earns_three_points_for_each_herb_in_its_row() -> None:
    scene = Scene(2).field(ANN, "2 5 8 1", "14 19 4 7")
    assert worth(2, scene.seat(ANN).area, place(0, 0)) == 3 * 2
    assert scene.ended(ANN).for_terrain[ANN] == 3 * 2


def blue() -> Scene:
    """Return a scene of the blue player at the end. No card of that field can be read, so this field is made up."""
    scene = Scene(3, active=BLUE).board(BLUE, "294a", "303b")
    scene.field(
        BLUE,
        "146+1 148+2/1 35+2/1 169/4",
        "266/1 60/4 194/3 16/1",
        "65+5/1 21/3 240/3 20+2/2",
        "85+3 43+4 108 192",
    )
    mine = scene.seat(BLUE)
    mine.ecosystem = face("311a")
    scene.state.ecosystems = (face("319b"), face("320a"))
    mine.area.compost = [0] * 28
    return scene


def test_the_blue_players_lines_come_out_as_far_as_they_can_be_read() -> None:
    """A 1 can be read of the leaves and an 18 of the sum. Only one pair of numbers fits the other lines: the points
    of a second leaf and a third."""
    scene = blue()
    scene.state.points[BLUE] = 11 + 8
    assert score_lines(scene.state, BLUE) == (47, 0, 28, 19, 31, 6, 0 + 20 + 10, 19)
    scene.state.filled = BLUE
    event = scene.ended(BLUE)
    assert event.scores[BLUE] == 180
    assert (event.for_cards[BLUE], event.for_growth[BLUE], event.for_ecosystems[BLUE]) == (47, 31, 30)
    readable = 180 - 19
    assert [leaves for leaves in range(10, 20) if 180 <= readable + leaves < 190] == [19]


def test_the_blue_players_ten_points_for_an_ecosystem_are_not_those_of_the_plain() -> None:
    """The points stand in the plain's line, but no number of herbs earns them. So here the player's own ecosystem
    does."""
    area = blue().seat(BLUE).area
    assert [worth(number, area) for number in ("311a", "319b", "320a")] == [10, 20, 0]
    rows = ("5 8 14 19", "22 32 39 40")
    for more, points in enumerate((13, 23, 28, 30)):
        herbs = " ".join(rows[1].split()[:more])
        assert worth("320a", field(rows[0], herbs)) == points
    assert worth("320a", field("5 8 14")) == 8, "and fewer are worth less"
