"""Scenes and helpers for the tests of cards' own functions."""

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.codes import AT_HOME, FAMILY, GOOD_OF
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.farm import FieldPloughed
from tilth_rules.agricola.events.rounds import GuestArrived
from tilth_rules.agricola.moves.numbers import COOK_SOME, ENCLOSE, SKETCH_CELL, SOW_PLOT, USE_CARD
from tilth_rules.agricola.rounds.work import PlacePerson


def turn(scene: Scene, seat: int = ANN) -> Scene:
    """Ask the seat something, so that it may use offers."""
    return scene.run(PlacePerson(seat))


def convert(scene: Scene, offer: int) -> Scene:
    """Take an offer of Ann's beside a question for numbers."""
    scene.table.answer(ANN, (offer,))
    return scene


def people(scene: Scene, seat: int, count: int) -> Scene:
    """Give the seat a family of `count` adults at home."""
    mine = scene.seat(seat)
    mine.places, mine.born, mine.kinds = [AT_HOME] * count, [0] * count, [FAMILY] * count
    return scene


def guest(scene: Scene, seat: int) -> Scene:
    GuestArrived(seat, False).apply(scene.state)
    return scene


def cook(scene: Scene, *counts: int) -> int:
    """Return Ann's food after she cooks this many sheep, boars, cattle and vegetables together."""
    sheep, boar, cattle, vegetable = counts
    scene.has(ANN, sheep=sheep, boar=boar, cattle=cattle, vegetable=vegetable, food=0)
    turn(scene).answer(ANN, COOK_SOME.number).answer(ANN, *counts)
    return scene.got()["food"]


def bake(scene: Scene, grain: int) -> int:
    """Return Ann's food after she bakes this much grain."""
    return scene.has(ANN, grain=grain).do(ANN, acts.Bake()).answer(ANN, grain).got()["food"]


def sketch(scene: Scene, seat: int, *cells: int) -> Scene:
    """Enclose these cells for the seat, which is asked for fences."""
    for cell in cells:
        scene.answer(seat, SKETCH_CELL.option(cell))
    return scene.answer(seat, ENCLOSE.number)


def fence(scene: Scene, seat: int, *cells: int) -> Scene:
    """Fence one pasture for the seat, and no more."""
    sketch(scene.do(seat, acts.BuildFences()), seat, *cells)
    return scene.answer(seat) if scene.kind(seat) == "fence" else scene


def sow(scene: Scene, good: str, *plots: int) -> Scene:
    """Sow these plots for Ann, who is asked what to sow, and no more."""
    for plot in plots:
        scene.answer(ANN, SOW_PLOT.option(plot, GOOD_OF[good]))
    return scene.answer(ANN) if scene.kind() == "sow" else scene


def plough_with(scene: Scene, seat: int, *cards: str) -> Scene:
    """Use these ploughs for the seat, which is asked for ploughs, and no more."""
    for card in cards:
        scene.answer(seat, USE_CARD.option(INDEX[card]))
    return scene.answer(seat) if scene.kind(seat) == "plough-with" else scene


def plough(scene: Scene, seat: int, fields: int) -> Scene:
    """Plough this many fields for the seat, which is asked for cells, and no more."""
    for _ in range(fields):
        scene.answer(seat, scene.choices(seat)[0])
    return scene.answer(seat) if scene.kind(seat) == "field" else scene


def ploughed(scene: Scene, seat: int = ANN) -> int:
    """Return the number of fields that the seat has ploughed since the last run began."""
    return sum(isinstance(event, FieldPloughed) and event.seat == seat for event in scene.events)
