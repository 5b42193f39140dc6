"""Cards that extend an action for improvements: Merchant, Businessman, Traveling Salesman, alone and together."""

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.moments import ROUND
from tilth_rules.agricola.codes import FOOD
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.moves.numbers import PART_IMPROVEMENT, PLAY_CARD, part_option


def shop(*cards: str, food: int = 9, seats: int = 3) -> Scene:
    """Return a scene: Ann is rich, holds six minor improvements that can be played at once, and owns these cards."""
    scene = Scene(seats, round_=2).owns(ANN, *cards)
    scene.holds(ANN, "E34", "E28", "E12", "E26", "K127", "E15")
    return scene.has(ANN, wood=20, clay=20, reed=9, stone=9, food=food)


def played(scene: Scene) -> list[str]:
    return [CARDS[card].id for card in scene.seat().cards if CARDS[card].kind != "occupation"]


def offered(scene: Scene) -> set[str]:
    """Return the kinds of the cards that Ann can play now."""
    return {CARDS[PLAY_CARD.part(option)].kind for option in scene.choices()}


def starts(scene: Scene) -> Scene:
    """Send Ann to the starting player's space."""
    return scene.use(ANN, "B-START")


def test_k281_two_minor_improvements_instead_of_one_of_either_kind() -> None:
    scene = shop("K281").use(ANN, "R1-IMPR")
    assert offered(scene) == {"minor", "major"}
    scene.plays(ANN, "E34").with_card(ANN, "K281")
    assert offered(scene) == {"minor"}
    scene.plays(ANN, "E28")
    assert scene.kind() == ""
    assert played(scene) == ["E34", "E28"]


def test_k281_the_second_one_may_be_spared() -> None:
    scene = shop("K281").use(ANN, "R1-IMPR").plays(ANN, "E34").answer(ANN)
    assert scene.kind() == ""
    assert played(scene) == ["E34"]


def test_k281_nothing_follows_a_major_improvement() -> None:
    scene = shop("K281").use(ANN, "R1-IMPR").plays(ANN, "A1")
    assert scene.kind() == ""


def test_k281_a_major_improvement_where_a_minor_one_could_be_played() -> None:
    scene = starts(shop("K281"))
    assert offered(scene) == {"minor", "major"}
    scene.plays(ANN, "A1")
    assert scene.kind() == ""
    assert scene.got() == {"clay": -2}


def test_k281_gives_a_minor_action_to_a_seat_without_minor_improvements() -> None:
    scene = shop("K281")
    scene.seat().hand.clear()
    assert offered(starts(scene)) == {"major"}


def test_k281_is_no_use_with_the_scholar() -> None:
    scene = shop("K281", "K279").rooms(ANN, 2, house=2).comes(ROUND).with_card(ANN, "K279")
    if scene.kind() == "one-of":
        scene.answer(ANN, part_option(PART_IMPROVEMENT))
    scene.plays(ANN, "E34")
    assert scene.kind() != "next-card"


def test_k281_a_major_that_is_played_as_a_minor_is_the_first_of_two() -> None:
    scene = shop("K281", "I220").use(ANN, "R1-IMPR").plays(ANN, "A10")
    if scene.kind() == "pay":
        scene.pays(ANN, wood=1, stone=1)
    assert scene.kind() == "next-card"


def test_e179_repeats_the_same_action_for_a_food() -> None:
    scene = starts(shop("E179")).plays(ANN, "E34").with_card(ANN, "E179")
    assert scene.got()["food"] == -1
    assert offered(scene) == {"minor"}
    scene.plays(ANN, "E28")
    assert scene.kind() == ""
    assert played(scene) == ["E34", "E28"]


def test_e179_two_of_either_kind_where_either_kind_could_be_played() -> None:
    for first, second in (("A1", "A3"), ("E34", "E28"), ("E34", "A1"), ("A1", "E34")):
        scene = shop("E179").use(ANN, "R1-IMPR").plays(ANN, first).with_card(ANN, "E179").plays(ANN, second)
        if scene.kind() == "pay":
            scene.answer(ANN, scene.choices()[0])
        assert scene.kind() == ""
        assert second in played(scene)


def test_e179_needs_the_food_and_may_be_declined() -> None:
    assert starts(shop("E179", food=0)).plays(ANN, "E34").kind() == ""
    assert starts(shop("E179")).plays(ANN, "E34").answer(ANN).got() == {"reed": -1}


def test_e179_a_seat_that_has_played_nothing_repeats_nothing() -> None:
    scene = shop("E179").has(ANN, wood=5, reed=2, clay=5)
    scene.use(ANN, "R2-RENO").answer(ANN)
    assert scene.kind() == ""


def test_e179_is_asked_about_hands_that_may_hold_something_only() -> None:
    scene = shop("E179").has(ANN, clay=0, stone=0)
    scene.seat().hand[:] = [INDEX["E34"]]
    scene = starts(scene).plays(ANN, "E34")
    assert scene.kind() == ""


def test_e179_with_the_salesman_four_minor_improvements() -> None:
    scene = shop("E179", "K281").use(ANN, "R1-IMPR")
    scene.plays(ANN, "E34").with_card(ANN, "K281").plays(ANN, "E28").with_card(ANN, "E179")
    scene.plays(ANN, "E12").with_card(ANN, "K281").plays(ANN, "E26")
    assert scene.kind() == ""
    assert played(scene) == ["E34", "E28", "E12", "E26"]
    assert scene.got()["food"] == -1


def test_e179_with_the_salesman_two_majors_by_a_minor_action() -> None:
    scene = starts(shop("E179", "K281")).plays(ANN, "A1").with_card(ANN, "E179").plays(ANN, "A2")
    assert scene.kind() == ""
    assert played(scene) == ["A1", "A2"]


def test_e179_with_the_businessman_four_improvements_of_which_two_may_be_majors() -> None:
    scene = starts(shop("E179", "I228"))
    scene.plays(ANN, "E34").with_card(ANN, "I228").plays(ANN, "A1").with_card(ANN, "E179")
    assert offered(scene) == {"minor"}
    scene.plays(ANN, "E28").with_card(ANN, "I228").plays(ANN, "A2")
    assert scene.kind() == ""
    assert played(scene) == ["E34", "A1", "E28", "A2"]
    assert scene.got()["food"] == -1


def test_e179_repeats_an_action_of_the_scholar() -> None:
    scene = shop("E179", "K279").rooms(ANN, 2, house=2).comes(ROUND).with_card(ANN, "K279")
    if scene.kind() == "one-of":
        scene.answer(ANN, part_option(PART_IMPROVEMENT))
    scene.plays(ANN, "E34").with_card(ANN, "E179").plays(ANN, "A1")
    assert scene.got()["food"] == -1
    assert scene.seat().goods[FOOD] == 8


def test_i228_an_improvement_of_either_kind_follows_the_minor_one_of_the_starting_player() -> None:
    scene = starts(shop("I228"))
    assert offered(scene) == {"minor"}
    scene.plays(ANN, "E34").with_card(ANN, "I228")
    assert offered(scene) == {"minor", "major"}
    assert played(scene.plays(ANN, "A1")) == ["E34", "A1"]
    assert scene.kind() == ""


def test_i228_the_minor_one_comes_first() -> None:
    scene = starts(shop("I228")).answer(ANN)
    assert scene.kind() == ""
    assert played(scene) == []


def test_i228_is_for_the_starting_players_space() -> None:
    assert shop("I228").use(ANN, "R1-IMPR").plays(ANN, "E34").kind() == ""


def test_i228_with_the_salesman_three_minor_improvements() -> None:
    scene = starts(shop("I228", "K281"))
    scene.plays(ANN, "E34").with_card(ANN, "I228").plays(ANN, "E28").with_card(ANN, "K281")
    assert offered(scene) == {"minor"}
    scene.plays(ANN, "E12")
    assert scene.kind() == ""
    assert played(scene) == ["E34", "E28", "E12"]


def test_i228_a_major_of_the_salesmans_is_no_minor_one() -> None:
    assert starts(shop("I228", "K281")).plays(ANN, "A1").kind() == ""


def test_i228_others_actions_are_none_of_its_business() -> None:
    scene = shop("I228").holds(BOB, "E34", "E28").has(BOB, wood=2, reed=2, food=9)
    assert scene.use(BOB, "B-START").plays(BOB, "E34").kind(ANN) == ""
