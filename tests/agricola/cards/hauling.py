"""How somebody who owns a card goes to a space."""

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.choices import PART_TAKE, part_option
from tilth_rules.agricola.words import IDLE


def fetching(name: str, space: str, food: int = 0, round_: int = 1, seats: int = 2, **lying: int) -> Scene:
    """The owner of the card goes there."""
    return (
        Scene(seats, round_=round_).owns(ANN, name).has(ANN, food=food).heap(space, **lying).use(ANN, space)
    )


def silent(name: str, space: str = "B-REED1", good: str = "reed", round_: int = 1) -> bool:
    """That the card has nothing to do with what is taken from another space, not even by the last person."""
    scene = Scene(round_=round_).owns(ANN, name, "A1").has(ANN, food=2, grain=1).heap(space, **{good: 2})
    scene.seat(ANN).places[0] = IDLE
    return scene.use(ANN, space).got() == {good: 2} and scene.kind() == ""


def watching(scene: Scene, seat: int = ANN) -> Scene:
    """The seat watches the travelling players where, with five, a room could be built instead."""
    scene.has(seat, wood=5, reed=2).heap("P5-ROOMTRAVEL", food=2).use(seat, "P5-ROOMTRAVEL")
    return scene.answer(seat, part_option(PART_TAKE))
