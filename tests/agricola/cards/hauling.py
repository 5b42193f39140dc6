"""Visits of a card's owner to a space."""

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.codes import IDLE
from tilth_rules.agricola.moves.numbers import PART_TAKE, part_option


def fetching(name: str, space: str, food: int = 0, round_: int = 1, seats: int = 2, **lying: int) -> Scene:
    """Send the owner of the card to the space."""
    return (
        Scene(seats, round_=round_).owns(ANN, name).has(ANN, food=food).heap(space, **lying).use(ANN, space)
    )


def silent(name: str, space: str = "B-REED1", good: str = "reed", round_: int = 1) -> bool:
    """Return whether the card ignores goods of another space, even those of the last person."""
    scene = Scene(round_=round_).owns(ANN, name, "A1").has(ANN, food=2, grain=1).heap(space, **{good: 2})
    scene.seat(ANN).places[0] = IDLE
    return scene.use(ANN, space).got() == {good: 2} and scene.kind() == ""


def watching(scene: Scene, seat: int = ANN) -> Scene:
    """Let the seat watch the travelling players on the space where, with five, a room could be built instead."""
    scene.has(seat, wood=5, reed=2).heap("P5-ROOMTRAVEL", food=2).use(seat, "P5-ROOMTRAVEL")
    return scene.answer(seat, part_option(PART_TAKE))
