"""Bonuses: how they are gained."""

from collections.abc import Sequence

from tilth_rules.kernel import Ask, Choose, Table
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.mark_events import AnimalCircled, BonusGained
from tilth_rules.sonora.moves import CircleAnimal
from tilth_rules.sonora.state import State
from tilth_rules.sonora.words import ANIMALS, DISCOVERY


def gain(table: Table, seat: int, bonus: int) -> None:
    """A bonus is there at once. For a discovery an animal is circled before anything else is done."""
    table.emit(BonusGained(seat, bonus))
    if bonus == DISCOVERY:
        table.then(Discover(seat))


class Discover(Ask, tag=30):
    """You circle one of the animals that are left in your discovery area, and use it now or in any later marking."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        values, sheet = values_of(state.options), state.sheets[self.seat]
        free = tuple(animal for animal in ANIMALS if sheet.chosen[animal] < values.discoveries[animal])
        return Choose(self.seat, "discovery", free) if free else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(AnimalCircled(self.seat, picks[0]))

    @classmethod
    def move(cls, option: int) -> CircleAnimal:
        return CircleAnimal(option)
