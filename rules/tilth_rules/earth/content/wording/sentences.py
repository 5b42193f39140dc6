"""The structure of sentences about cards. Each language fills in its words."""

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
    """The words for a thing that an objective counts, in the forms that sentences need."""

    each: str
    """"each tree in your field"."""
    of: Callable[[int], str]
    """"4 trees in your field", by the number."""
    plenty: str
    """"trees in your field"."""


class Wording(ABC):
    """The card texts of one language: an abstract class with the sentences, which each language fills in."""

    def text(self, face: Face) -> str:
        """Return the card's whole effect as sentences: abilities, objective, Gaia's gains."""
        sentences = [f"{self.label(ability)}: {self.doing(ability)}" for ability in face.abilities]
        if face.objective is not None:
            sentences.append(self.scored(face.objective))
        if isinstance(face.gaia, GaiaAction):
            sentences.append(self.gaia_acts(face.gaia))
        if isinstance(face.gaia, GaiaLeaf):
            sentences.append(self.gaia_claims(face.gaia))
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)

    def facts(self, face: Face) -> str:
        """Return the rest of the card's print (kind, habitats, cost, points ...), separated by dots."""
        return " · ".join(part for part in self.printed(face) if part)

    def doing(self, ability: Ability) -> str:
        """Return the effect of an ability in words, without the moment at which it works."""
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
        """Return an objective in words: the points for the thing that it counts."""
        return self.award(objective.award, self.counted(objective.measure))

    def award(self, award: Award, counted: Counted) -> str:
        """Return an award in words: the points for this counted thing."""
        match award:
            case Each():
                return self.points_each(award, counted)
            case Table():
                return self.points_by_number(award, counted)
            case _:
                return self.goal(counted.of(award.least))

    @abstractmethod
    def label(self, ability: Ability) -> str:
        """Return the words that stand before an ability: its colour, with a note if it works only in the seat's own
        turn, or the moment at which it works."""

    @abstractmethod
    def printed(self, face: Face) -> Sequence[str]:
        """Return the words for the figures on a card: type, habitats, cost, points, sprouts, growth and marks, with an
        empty string for each that the face does not have."""

    @abstractmethod
    def in_order(self, gains: Sequence[str]) -> str:
        """Return these words for gains joined into one phrase that says that they come one after another ("draw 1 card,
        then gain 2 soil")."""

    @abstractmethod
    def traded(self, prices: Sequence[str], gains: str) -> str:
        """Return words for a trade: the prices, then the gains that they pay for ("pay 2 soil → draw a card")."""

    @abstractmethod
    def for_planted(self, wanted: Filter, gains: str) -> str:
        """Return `gains` with the words "for each" and the cards that the filter fits, of those that the seat has
        planted this turn."""

    @abstractmethod
    def gain(self, amount: Amount, target: Target | None) -> str:
        """Return the words of a card's text for one amount that is gained, such as "draw 2 cards", and for the cards
        that take pieces (`target`)."""

    @abstractmethod
    def price(self, amount: Amount) -> str:
        """Return the words of a card's text for one amount that is paid, such as "pay 2 soil"."""

    @abstractmethod
    def operation(self, op: Operation) -> str:
        """Return words for an effect that is not a price with gains, such as copying an ability or cutting the cost of
        cards."""

    @abstractmethod
    def counted(self, measure: Measure) -> Counted:
        """Return the words for the thing that a measure counts ("tree in your field"), in the forms that sentences
        need."""

    @abstractmethod
    def points_each(self, award: Each, counted: Counted) -> str:
        """Return words for an award of points for each thing counted, or for every 2, 3 ... of them, with the limit if
        there is one."""

    @abstractmethod
    def points_by_number(self, award: Table, counted: Counted) -> str:
        """Return words for an award whose points depend on the number of the counted thing, with the points for each
        number."""

    @abstractmethod
    def goal(self, counted: str) -> str:
        """Return the words for a fauna goal: "goal: at least", followed by `counted`, the number and the thing in
        words."""

    @abstractmethod
    def gaia_acts(self, turn: GaiaAction) -> str:
        """Return the text of a card of Gaia's on which the player takes an action as one of the others, and Gaia takes
        gains."""

    @abstractmethod
    def gaia_claims(self, turn: GaiaLeaf) -> str:
        """Return the text of a card with which Gaia puts a leaf at a fauna card of a row: the row, her gains, and the
        turns that she skips by level."""

    @abstractmethod
    def gaia_gain(self, gain: GaiaGain) -> str:
        """Return words for one gain of Gaia's, with the largest of its amounts over the levels: "3 soil and 1 more for
        each of your cards with a blue ability"."""


def steps(award: Table) -> list[tuple[str, int]]:
    """Return the numbers that a table of points awards, with their points: ("2", 4), ..., ("7+", 30)."""
    last = len(award.vp) - 1
    return [(f"{number}+" if number == last else str(number), vp) for number, vp in enumerate(award.vp) if vp]
