"""What the tests of cards' own functions have in common."""

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.choices import COOK, ENCLOSE, SKETCH_AT, sow_option, use_option
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.farm import FieldPloughed
from tilth_rules.agricola.events.rounds import PersonCame
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.agricola.words import AT_HOME, FAMILY, GOOD_OF


def turn(scene: Scene, seat: int = ANN) -> Scene:
    """The seat is asked something, so that it may use what is open at any time."""
    return scene.run(PlacePerson(seat))


def convert(scene: Scene, offer: int) -> Scene:
    """Ann takes up what is open to her at any time, beside a question for numbers."""
    scene.table.answer(ANN, (offer,))
    return scene


def people(scene: Scene, seat: int, count: int) -> Scene:
    """A family of so many, all grown up and at home."""
    mine = scene.seat(seat)
    mine.places, mine.born, mine.kinds = [AT_HOME] * count, [0] * count, [FAMILY] * count
    return scene


def guest(scene: Scene, seat: int) -> Scene:
    PersonCame(seat, False).apply(scene.state)
    return scene


def cook(scene: Scene, *counts: int) -> int:
    """The food that Ann has when she cooks so many sheep, boars, cattle and vegetables together."""
    sheep, boar, cattle, vegetable = counts
    scene.has(ANN, sheep=sheep, boar=boar, cattle=cattle, vegetable=vegetable, food=0)
    turn(scene).answer(ANN, COOK).answer(ANN, *counts)
    return scene.got()["food"]


def bake(scene: Scene, grain: int) -> int:
    """The food that Ann has when she bakes so much grain."""
    return scene.has(ANN, grain=grain).do(ANN, acts.Bake()).answer(ANN, grain).got()["food"]


def sketch(scene: Scene, seat: int, *cells: int) -> Scene:
    """The seat, which is asked for fences, encloses these cells."""
    for cell in cells:
        scene.answer(seat, SKETCH_AT + cell)
    return scene.answer(seat, ENCLOSE)


def fence(scene: Scene, seat: int, *cells: int) -> Scene:
    """The seat fences a pasture, and no more."""
    sketch(scene.do(seat, acts.BuildFences()), seat, *cells)
    return scene.answer(seat) if scene.kind(seat) == "fence" else scene


def sow(scene: Scene, good: str, *plots: int) -> Scene:
    """Ann, who is asked what to sow, sows these plots and no more."""
    for plot in plots:
        scene.answer(ANN, sow_option(plot, GOOD_OF[good]))
    return scene.answer(ANN) if scene.kind() == "sow" else scene


def plough_with(scene: Scene, seat: int, *cards: str) -> Scene:
    """The seat, which is asked for ploughs, uses these and no more."""
    for card in cards:
        scene.answer(seat, use_option(INDEX[card]))
    return scene.answer(seat) if scene.kind(seat) == "plough-with" else scene


def plough(scene: Scene, seat: int, fields: int) -> Scene:
    """The seat, which is asked for cells, lays so many fields and no more."""
    for _ in range(fields):
        scene.answer(seat, scene.choices(seat)[0])
    return scene.answer(seat) if scene.kind(seat) == "field" else scene


def ploughed(scene: Scene, seat: int = ANN) -> int:
    """How many fields the seat has laid since the last run began."""
    return sum(isinstance(event, FieldPloughed) and event.seat == seat for event in scene.events)
