"""Gaining bonuses."""

from collections.abc import Sequence

from tilth_rules.kernel import Ask, Choose, Table, TextFacts
from tilth_rules.sonora.codes import ANIMALS, DISCOVERY
from tilth_rules.sonora.events.marks import AnimalCircled, BonusGained
from tilth_rules.sonora.facts import animal_facts
from tilth_rules.sonora.moves import CIRCLE_ANIMAL
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import State


def gain_bonus(table: Table, seat: int, bonus: int) -> None:
    """Give a seat a bonus (a reflick, a swap, an animal or a discovery), which is ready at once. For a discovery the
    seat circles an animal before anything else."""
    table.emit(BonusGained(seat, bonus))
    if bonus == DISCOVERY:
        table.then(Discover(seat))


class Discover(Ask, tag=30):
    """The question to a seat which of the animals that are left in its discovery area it circles. The seat keeps the
    animal and can use it in this or any later marking phase. Not asked if none is left. An option's text shows the
    animal and how many of it are left."""

    seat: int
    numbers = CIRCLE_ANIMAL

    def ask(self, state: State) -> Choose | None:
        values, sheet = values_of(state.options), state.sheets[self.seat]
        free = tuple(animal for animal in ANIMALS if sheet.circled[animal] < values.discoveries[animal])
        return Choose(self.seat, "discovery", free) if free else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(AnimalCircled(self.seat, picks[0]))

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        values, sheet = values_of(state.options), state.sheets[seat]
        left = values.discoveries[option] - sheet.circled[option]
        return {**animal_facts(values, option, kept=True), "left": left}
