"""Cards about fields, sowing, ploughing and room for animals."""

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.cards.moments import NIGHT
from tilth_rules.agricola.codes import GRAIN, VEGETABLE, WOOD
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import SOW_PLOT, USE_CARD

PLOT = 15
"""The first plot on a card."""
FIELD = 14


def sown(scene: Scene, plot: int, good: int) -> int:
    """Return the amount of the crop on the plot after it was sown."""
    scene.do(ANN, acts.Sow()).answer(ANN, SOW_PLOT.option(plot, good))
    return scene.seat().yard.stacks[plot] if plot < PLOT else scene.seat().plot_stacks[plot - PLOT]


def grows(name: str, plots: int, good: int) -> bool:
    """Return whether this crop alone can be sown on the card's plots."""
    scene = Scene().owns(ANN, name).has(ANN, wood=1, grain=1, vegetable=1).do(ANN, acts.Sow())
    return scene.choices() == [SOW_PLOT.option(PLOT + plot, good) for plot in range(plots)]


# Plots on cards ----------------------------------------------------------------------------------


def test_e18_beanfield_bears_vegetables() -> None:
    assert grows("E18", 1, VEGETABLE)
    assert sown(Scene().owns(ANN, "E18").has(ANN, vegetable=1), PLOT, VEGETABLE) == 2


def test_e18_beanfield_opens_when_it_is_played() -> None:
    assert Scene().play(ANN, "E18").seat().plot_cards == [INDEX["E18"]]


def test_e18_beans_come_in_with_the_harvest() -> None:
    scene = Scene().owns(ANN, "E18").planted(ANN, 0, "vegetable", 2).field_phase()
    assert scene.got() == {"vegetable": 1}
    assert scene.seat().plot_stacks == [1]


def test_k105_bears_grain_on_two_plots() -> None:
    assert grows("K105", 2, GRAIN)
    assert sown(Scene().owns(ANN, "K105").has(ANN, grain=1), PLOT + 1, GRAIN) == 3


def test_i78_bears_wood_on_two_plots() -> None:
    assert grows("I78", 2, WOOD)
    assert sown(Scene().owns(ANN, "I78").has(ANN, wood=1), PLOT, WOOD) == 3


def test_k278_bears_wood_on_three_plots() -> None:
    assert grows("K278", 3, WOOD)
    assert sown(Scene().owns(ANN, "K278").has(ANN, wood=1), PLOT + 2, WOOD) == 3


def test_k137_bears_vegetables() -> None:
    assert grows("K137", 1, VEGETABLE)


# Crops --------------------------------------------------------------------------------------------


def test_e32_potato_dibber_lays_a_vegetable_more() -> None:
    assert sown(Scene().owns(ANN, "E32").fields(ANN, "").has(ANN, vegetable=1), FIELD, VEGETABLE) == 3
    assert sown(Scene().owns(ANN, "E32").fields(ANN, "").has(ANN, grain=1), FIELD, GRAIN) == 3


def test_k118_lays_one_more_of_any_crop_that_is_sown() -> None:
    assert sown(Scene().owns(ANN, "K118").fields(ANN, "").has(ANN, grain=1), FIELD, GRAIN) == 4
    assert sown(Scene().owns(ANN, "K118").fields(ANN, "").has(ANN, vegetable=1), FIELD, VEGETABLE) == 3
    assert sown(Scene().owns(ANN, "K118", "I78").has(ANN, wood=1), PLOT, WOOD) == 4


def test_k286_lays_one_more_on_up_to_two_fields() -> None:
    assert sown(Scene().owns(ANN, "K286").fields(ANN, "", "").has(ANN, grain=1), FIELD, GRAIN) == 4
    assert sown(Scene().owns(ANN, "K286").fields(ANN, "", "").has(ANN, vegetable=1), FIELD, VEGETABLE) == 3
    assert sown(Scene().owns(ANN, "K286").fields(ANN, "", "", "").has(ANN, grain=1), FIELD, GRAIN) == 3
    assert sown(Scene().owns(ANN, "K286", "E18").fields(ANN, "", "").has(ANN, grain=1), FIELD, GRAIN) == 3
    assert sown(Scene().owns(ANN, "K286", "I78").fields(ANN, "", "").has(ANN, grain=1), FIELD, GRAIN) == 4


# Ploughs -----------------------------------------------------------------------------------------


def ploughed(scene: Scene, name: str, space: str) -> int:
    """Return how many fields are ploughed there with the card."""
    before = scene.seat().yard.fields.bit_count()
    scene.state.visitors = [0] * len(scene.state.visitors)
    scene.use(ANN, space)
    if scene.kind() == "part":
        scene.answer(ANN, scene.choices()[0])
    if scene.kind() == "plough-with":
        scene.answer(ANN, USE_CARD.option(INDEX[name]))
    while scene.kind() == "field":
        scene.answer(ANN, scene.choices()[0])
    return scene.seat().yard.fields.bit_count() - before


def ploughs(name: str, space: str) -> list[int]:
    """Return how many fields the card ploughs there in each use, as often as the farm has room."""
    scene = Scene().owns(ANN, name)
    scene.seat().places = [-1] * 3
    scene.seat().born = [0] * 3
    scene.seat().kinds = [1] * 3
    return [ploughed(scene, name, space) for _ in range(3)]


def test_e61_ploughs_three_fields_twice() -> None:
    assert ploughs("E61", "B-PLOUGH") == [3, 3, 1]
    assert ploughs("E61", "R5-PLOUGHSOW") == [3, 3, 1]


def test_e62_ploughs_three_fields_once() -> None:
    assert ploughs("E62", "B-PLOUGH") == [3, 1, 1]
    assert ploughs("E62", "R5-PLOUGHSOW") == [3, 1, 1]


def test_i63_ploughs_two_fields_twice_on_one_space() -> None:
    assert ploughs("I63", "B-PLOUGH") == [2, 2, 1]
    assert ploughs("I63", "R5-PLOUGHSOW") == [1, 1, 1]


def test_k115_ploughs_three_fields_twice_on_one_space() -> None:
    assert ploughs("K115", "B-PLOUGH") == [3, 3, 1]
    assert ploughs("K115", "R5-PLOUGHSOW") == [1, 1, 1]


def test_k119_ploughs_three_fields_once_on_one_space() -> None:
    assert ploughs("K119", "B-PLOUGH") == [3, 1, 1]
    assert ploughs("K119", "R5-PLOUGHSOW") == [1, 1, 1]


def test_e61_a_plough_is_no_use_to_others() -> None:
    scene = Scene().owns(BOB, "E61").use(ANN, "B-PLOUGH")
    assert scene.kind() == "field"


# Room for animals --------------------------------------------------------------------------------


def fits(scene: Scene, **animals: int) -> bool:
    """Return whether these animals find room."""
    return (
        scene.has(ANN, **{"sheep": 0, "boar": 0, "cattle": 0, **animals}).run(KeepAnimals(ANN)).kind() == ""
    )


def most(scene: Scene, animal: str) -> int:
    """Return the most animals of this kind alone that find room, up to fifty."""
    return next(count for count in range(50, -1, -1) if fits(scene, **{animal: count}))


def test_e29_shepherds_pipe_a_pasture_holds_two_sheep_more() -> None:
    scene = Scene().owns(ANN, "E29").pasture(ANN, 4)
    assert most(scene, "sheep") == 1 + 4
    assert most(scene, "boar") == 1 + 2


def test_e29_shepherds_pipe_a_loose_stable_holds_two_sheep() -> None:
    scene = Scene().owns(ANN, "E29").stables(ANN, 4)
    assert most(scene, "sheep") == 1 + 2
    assert most(scene, "cattle") == 1 + 1


def test_e29_shepherds_pipe_a_card_that_holds_animals_holds_two_sheep_more() -> None:
    assert most(Scene().owns(ANN, "E29", "E58"), "sheep") == 1 + 4
    assert most(Scene().owns(ANN, "E58", "E29"), "sheep") == 1 + 4
    assert most(Scene().owns(ANN, "E58", "E29"), "boar") == 1 + 2


def test_e58_holds_two_animals_of_any_kinds() -> None:
    scene = Scene().owns(ANN, "E58")
    assert most(scene, "cattle") == 1 + 2
    assert fits(scene, sheep=1, boar=1, cattle=1)
    assert not fits(scene, sheep=2, boar=1, cattle=1)


def test_e59_pastures_and_cards_hold_two_more() -> None:
    scene = Scene().owns(ANN, "E59", "E58").pasture(ANN, 4).stables(ANN, 4)
    assert most(scene, "boar") == 1 + (4 + 2) + (2 + 2)
    assert most(Scene().owns(ANN, "E58", "E59"), "boar") == 1 + (2 + 2)


def test_i102_holds_an_animal_of_each_kind() -> None:
    scene = Scene().owns(ANN, "I102")
    assert most(scene, "sheep") == 1 + 1
    assert fits(scene, sheep=1, boar=1, cattle=2)
    assert not fits(scene, sheep=2, boar=1, cattle=2)
    assert not fits(scene, sheep=1, boar=2, cattle=2)


def test_k145_holds_any_number_of_boars() -> None:
    scene = Scene().owns(ANN, "K145")
    assert most(scene, "boar") == 50
    assert most(scene, "sheep") == 1


def test_e208_one_loose_stable_holds_three() -> None:
    assert most(Scene().owns(ANN, "E208").stables(ANN, 4), "cattle") == 1 + 3
    assert most(Scene().owns(ANN, "E208").stables(ANN, 4, 2), "cattle") == 1 + 3 + 1


def test_k286_a_pasture_holds_three_at_least() -> None:
    assert most(Scene().owns(ANN, "K286").pasture(ANN, 4), "sheep") == 1 + 3
    assert most(Scene().owns(ANN, "K286").pasture(ANN, 4).stables(ANN, 4), "sheep") == 1 + 4


def test_k120_no_animal_lives_in_the_house_and_feeding_brings_a_food() -> None:
    assert most(Scene().owns(ANN, "K120"), "sheep") == 0
    assert Scene().owns(ANN, "K120").has(ANN, food=4).feeding().got() == {"food": 1 - 4}


def test_k306_an_animal_for_each_room_lives_in_the_house() -> None:
    assert fits(Scene().owns(ANN, "K306").rooms(ANN, 3), sheep=1, boar=1, cattle=1)
    assert most(Scene().owns(ANN, "K306").rooms(ANN, 4), "boar") == 4


def test_k306_and_k120_the_fewest_count() -> None:
    assert most(Scene().owns(ANN, "K306", "K120"), "boar") == 0
    assert most(Scene().owns(ANN, "K120", "K306"), "boar") == 0


# Breeding ----------------------------------------------------------------------------------------


def test_i252_brings_a_boar_and_boars_breed_at_the_end_of_round_twelve() -> None:

    assert Scene().play(ANN, "I252").got() == {"boar": 1}
    for round_, got in ((12, {"boar": 1}), (11, {})):
        scene = (
            Scene(round_=round_).owns(ANN, "I252").pasture(ANN, 4).pasture(ANN, 2).has(ANN, boar=2, sheep=2)
        )
        assert scene.comes(NIGHT).got() == got


def test_k295_brings_a_cattle_and_cattle_breed_at_the_end_of_round_twelve() -> None:

    assert Scene().play(ANN, "K295").got() == {"cattle": 1}
    for round_, got in ((12, {"cattle": 1}), (11, {})):
        scene = (
            Scene(round_=round_).owns(ANN, "K295").pasture(ANN, 4).pasture(ANN, 2).has(ANN, cattle=2, sheep=2)
        )
        assert scene.comes(NIGHT).got() == got
