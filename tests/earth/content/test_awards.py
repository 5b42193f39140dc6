"""Points of cards: every kind of objective, on the card that has it."""

import time

import pytest

from tests.earth.content.fields import face, field, is_met, objective_of, place, worth
from tilth_rules.earth.area.area import Area
from tilth_rules.earth.area.awards import award_points as worth_of
from tilth_rules.earth.area.awards import is_reached, points, terrain_points
from tilth_rules.earth.area.measures import measure
from tilth_rules.earth.content.cards import CARDS, FACES, cards_of
from tilth_rules.earth.content.faces import Award, Each, Goal, Table


def test_each_thing_counted_gives_points() -> None:
    assert [worth_of(Each(vp=3), n) for n in range(4)] == [0, 3, 6, 9]


def test_every_n_cards_give_points_and_the_rest_gives_nothing() -> None:
    assert [worth_of(Each(vp=9, every=2), n) for n in range(6)] == [0, 0, 9, 9, 18, 18]


def test_points_end_at_a_most() -> None:
    assert [worth_of(Each(vp=2, most=5), n) for n in range(5)] == [0, 2, 4, 5, 5]


def test_the_end_of_a_table_holds_for_more() -> None:
    table = Table(vp=(0, 0, 4, 8, 13, 23, 28, 30))
    assert [worth_of(table, n) for n in range(10)] == [0, 0, 4, 8, 13, 23, 28, 30, 30, 30]


def test_a_goal_is_no_points() -> None:
    assert worth_of(Goal(least=2), 5) == 0


def test_a_goal_is_met_from_its_number_on() -> None:
    assert not is_met("343a", field("1 4 7"))
    assert is_met("343a", field("1 4 7 13"))
    assert is_met("343a", field("1 4 7 13", "280"))


def test_only_goals_are_met() -> None:
    area = field("1 4 7 13")
    assert not is_reached(objective_of("305a"), area, (area,))


# Terrains.


def test_a_terrain_counts_its_row() -> None:
    area = field("2 5 8 1", "14 19 1 1")
    assert worth(2, area, place(0, 0)) == 6


def test_a_terrain_counts_its_column() -> None:
    assert worth(29, field("29 1", "1 1", "4 5"), place(0, 0)) == 6


def test_a_terrain_counts_beside_itself() -> None:
    assert worth(3, field("6 6 6", "6 3 6", "6 6 6"), place(1, 1)) == 12


def test_a_terrain_counts_at_its_corners() -> None:
    assert worth(27, field("1 5 4", "5 27 5", "6 6 7"), place(1, 1)) == 15


def test_a_beach_counts_its_open_sides() -> None:
    assert worth(26, field("1 5 4", "5 26 5", "6 - 7"), place(1, 1)) == 4


def test_a_terrain_counts_the_longest_chain_of_its_habitat() -> None:
    assert worth(12, field("9 5", "4 12", "7 1"), place(1, 1)) == 6, (
        "a path doesn't branch: 4, 12, then 5 or 1"
    )


def test_a_terrain_counts_with_the_richest() -> None:
    mine, theirs = field("30"), field("1 4 5 8", island="287a")
    assert worth(30, mine, place(0, 0), (theirs,)) == 8
    assert worth(30, mine, place(0, 0)) == 2


def test_a_terrain_counts_cards_that_are_cheap_or_dear() -> None:
    area = field("126 1 4 5", island="285b", climate="295a")
    assert worth(126, area, place(0, 0)) == 3, "island and climate have no printed cost"
    assert worth(127, field("127 1 4 5"), place(0, 0)) == 4


def test_a_terrain_counts_itself_with_island_and_climate() -> None:
    assert worth(129, field("129 1 4", island="285a", climate="295a"), place(0, 0)) == 4
    assert worth(128, field("128 1 4", island="285b", climate="295b"), place(0, 0)) == 12


def test_a_terrain_counts_terrains_and_itself() -> None:
    assert worth(283, field("283 2 1"), place(0, 0)) == 6


def test_a_terrain_counts_plants_with_pieces() -> None:
    assert worth(119, field("119 4/4 4/3 8/6"), place(0, 0)) == 10


def test_a_terrain_counts_goods_up_to_a_most() -> None:
    assert worth(165, field("165", soil=4), place(0, 0)) == 8
    assert worth(165, field("165", soil=40), place(0, 0)) == 30


def test_every_terrain_of_the_field_scores() -> None:
    area = field("2 5 8 283", "26 1 1 1")
    mine = worth(2, area, place(0, 0)), worth(283, area, place(0, 3)), worth(26, area, place(1, 0))
    assert mine == (6, 9, 8)
    assert terrain_points(area, (area,)) == 23


# Ecosystems.


def test_an_ecosystem_may_score_by_a_table() -> None:
    assert worth("305a", field("1")) == 0
    assert worth("320a", field("5 8 14 19")) == 13, "as in the rulebook's example"
    assert worth("319a", field("9 10 11 16", "17 23 34 35")) == 30


def test_an_ecosystem_may_follow_a_chain() -> None:
    five = field("9 1 10 1", "1 11 1 16", "1 1 282 1")
    assert worth("319b", five) == 20, "as in the rulebook's example, with a wild plant"
    eight = field("9 1 9 1", "1 9 1 9", "9 1 9 1", "1 9 1 9")
    assert worth("319b", eight) == 28, "seven cards at most"


def test_an_ecosystem_may_count_cards() -> None:
    assert worth("307a", field("1 4 5 7", island="287a", climate="295a")) == 6, (
        "five rocky cards make two pairs"
    )
    assert worth("329a", field("1 4 9")) == 9, "three places in names make one pair"
    assert worth("309a", field("4 255 1", island="285a")) == 9, "every island is black"
    assert worth("325b", field("2 17 280", island="285a")) == 10
    assert worth("330b", field("235 236 17")) == 11
    assert worth("318a", field("2 26 12 1")) == 7


def test_an_ecosystem_may_count_goods() -> None:
    area = field("1+4/3 5+6/1", soil=20)
    area.hand += [face(7)] * 13
    area.compost += [face(7)] * 9
    assert worth("309b", area) == 24
    assert worth("310a", area) == 12
    assert worth("310b", area) == 6
    assert worth("324a", area) == 6
    assert worth("324b", area) == 2


def test_an_ecosystem_may_count_events() -> None:
    assert worth("313b", field("1", events=(196, 262, 233))) == 5


def test_an_ecosystem_may_look_at_lines() -> None:
    assert worth("315a", field("1 5 6 4", "1 5 6 4", "1 5 6 1")) == 12
    assert worth("328b", field("1 7", "9 4", "2 5", "280 2")) == 12


def test_an_ecosystem_may_count_sets() -> None:
    assert worth("325a", field("6 5 1 2", events=(262,))) == 6


# Fauna.


@pytest.mark.parametrize(
    ("number", "met", "unmet"),
    [
        pytest.param("339a", field(soil=20), field(soil=19), id="soil"),
        pytest.param("340b", field(events=(196, 197, 198, 199)), field(events=(196, 197, 198)), id="events"),
        pytest.param("347a", field(*["1 5"] * 4), field("1 5", "1 5", "1 5", "1 -"), id="columns"),
        pytest.param("347b", field(*["1 4 5 9"] * 2), field("1 4 5 9", "1 4 5 -"), id="rows"),
        pytest.param("348a", field(*["1 4 5 9"] * 4), field(*["1 4 5 9"] * 3), id="diagonals"),
        pytest.param(
            "351b", field(*["1 5 3 9"] * 3), field(*["1 5 3 9"] * 2, island="285a"), id="cheap cards"
        ),
        pytest.param("353a", field("235 236"), field("235 17"), id="multicoloured cards"),
        pytest.param(
            "352a",
            field("17 18 19 21", "22 23 2 3", events=(196, 197)),
            field("6 5 1 2", events=(196, 197)),
            id="sets",
        ),
        pytest.param("358a", field("1+4/3 5+6/1 9+3 49/4"), field("1+4/3 5+6/1 9+3 49/3"), id="full plants"),
        pytest.param("358b", field(*["1 5 9 4"] * 2), field("1 5 9 4", "1 5 9 4+1"), id="bare plants"),
    ],
)
def test_a_goal_is_met(number: str, met: Area, unmet: Area) -> None:
    assert is_met(number, met)
    assert not is_met(number, unmet)


def test_a_corrected_card_is_worth_what_the_correction_says() -> None:
    corrected = cards_of('{"earth-004": {"types": ["bush"]}}')
    area = field("1 4")
    assert worth("305a", area) == 4
    assert points(objective_of("305a"), area, (area,), cards=corrected) == 0


def enough(award: Award) -> int:
    """Return the least number that is worth points."""
    match award:
        case Each():
            return award.every
        case Table():
            return next(number for number, vp in enumerate(award.vp) if vp)
        case Goal():
            return 1000


def test_every_card_that_scores_gives_points_as_soon_as_it_counts_enough() -> None:
    area = field(
        "1 4 5 9", "2 6 13 7", "280 17 26 12", "235 8 14 3", island="285a", climate="295a", events=(262,)
    )
    paying = []
    for at, one in enumerate(FACES):
        for objective in (*CARDS.scored[at], *((one.objective,) if one.objective else ())):
            number = measure(objective.measure, area, (area, Area()), place(1, 1))
            gives = points(objective, area, (area, Area()), place(1, 1))
            assert (gives > 0) == (number >= enough(objective.award)), one.id
            if not isinstance(objective.award, Goal):
                paying.append(gives > 0)
    assert paying.count(True) > len(paying) / 2


SECONDS_FOR_FIVE_FIELDS = 0.005


def test_five_full_fields_are_scored_in_five_milliseconds() -> None:
    scoring = [at for at, scored in enumerate(CARDS.scored) if scored]
    rows = (("12 4 5 112", "1 114 2 280"), ("115 281 26 282", "30 102 3 29"))
    areas = [field(*rows[0], *rows[1], island="285a", climate="295a") for _ in range(5)]
    assert {face(12), face(114)} <= set(scoring)
    ecosystems = [objective_of(number) for number in ("305b", "315a", "325a")]

    def score() -> int:
        return sum(
            terrain_points(area, areas) + sum(points(one, area, areas) for one in ecosystems)
            for area in areas
        )

    once = score()
    fastest = 1.0
    for _ in range(20):
        began = time.process_time()
        assert score() == once
        fastest = min(fastest, time.process_time() - began)
    assert fastest < SECONDS_FOR_FIVE_FIELDS
