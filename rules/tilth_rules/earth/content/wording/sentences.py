"""How sentences about cards are put together. What differs between languages is left to each of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import msgspec

from tilth_rules.earth.content.faces import (
    Ability,
    Amount,
    Award,
    Each,
    Face,
    Filter,
    GaiaAction,
    GaiaGain,
    GaiaLeaf,
    Measure,
    Objective,
    Operation,
    Table,
    Target,
)


class Counted(msgspec.Struct, frozen=True):
    """Something that is counted."""

    each: str
    """"each tree in your field"."""
    of: Callable[[int], str]
    """"4 trees in your field", by the number."""
    plenty: str
    """"trees in your field"."""


class Wording(ABC):
    """A language."""

    def text(self, face: Face) -> str:
        sentences = [f"{self.label(ability)}: {self.doing(ability)}" for ability in face.abilities]
        if face.objective is not None:
            sentences.append(self.scored(face.objective))
        if isinstance(face.gaia, GaiaAction):
            sentences.append(self.gaia_acts(face.gaia))
        if isinstance(face.gaia, GaiaLeaf):
            sentences.append(self.gaia_claims(face.gaia))
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)

    def facts(self, face: Face) -> str:
        return " · ".join(part for part in self.printed(face) if part)

    def doing(self, ability: Ability) -> str:
        if ability.op is not None:
            return self.operation(ability.op)
        if ability.score is not None:
            return self.scored(ability.score)
        gains = self.in_order([self.gain(amount, ability.target) for amount in ability.gain])
        if ability.pay:
            gains = self.traded([self.price(amount) for amount in ability.pay], gains)
        if ability.planted is not None:
            gains = self.for_planted(ability.planted, gains)
        return gains

    def scored(self, objective: Objective) -> str:
        return self.award(objective.award, self.counted(objective.measure))

    def award(self, award: Award, counted: Counted) -> str:
        match award:
            case Each():
                return self.points_each(award, counted)
            case Table():
                return self.points_by_number(award, counted)
            case _:
                return self.goal(counted.of(award.least))

    @abstractmethod
    def label(self, ability: Ability) -> str:
        """When the ability speaks."""

    @abstractmethod
    def printed(self, face: Face) -> Sequence[str]:
        """The parts of the facts; empty ones are left out."""

    @abstractmethod
    def in_order(self, gains: Sequence[str]) -> str: ...

    @abstractmethod
    def traded(self, prices: Sequence[str], gains: str) -> str: ...

    @abstractmethod
    def for_planted(self, wanted: Filter, gains: str) -> str: ...

    @abstractmethod
    def gain(self, amount: Amount, target: Target | None) -> str: ...

    @abstractmethod
    def price(self, amount: Amount) -> str: ...

    @abstractmethod
    def operation(self, op: Operation) -> str: ...

    @abstractmethod
    def counted(self, measure: Measure) -> Counted: ...

    @abstractmethod
    def points_each(self, award: Each, counted: Counted) -> str: ...

    @abstractmethod
    def points_by_number(self, award: Table, counted: Counted) -> str: ...

    @abstractmethod
    def goal(self, counted: str) -> str: ...

    @abstractmethod
    def gaia_acts(self, turn: GaiaAction) -> str: ...

    @abstractmethod
    def gaia_claims(self, turn: GaiaLeaf) -> str: ...

    @abstractmethod
    def gaia_gain(self, gain: GaiaGain) -> str: ...


def steps(award: Table) -> list[tuple[str, int]]:
    """The numbers that are worth something, and what: ("2", 4), ..., ("7+", 30)."""
    last = len(award.vp) - 1
    return [(f"{number}+" if number == last else str(number), vp) for number, vp in enumerate(award.vp) if vp]
