"""Cards as the view prints them, read once each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from tilth.games.earth.v1 import earth_pb2 as earth

Said = Mapping[str, Any]
"""A part of a card's rules, in the words of the view's JSON."""

FLORA_TYPES: Final = {
    earth.FLORA_TYPE_TREE: "tree",
    earth.FLORA_TYPE_HERB: "herb",
    earth.FLORA_TYPE_MUSHROOM: "mushroom",
    earth.FLORA_TYPE_BUSH: "bush",
}
HABITATS: Final = {
    earth.HABITAT_SUNNY: "sunny",
    earth.HABITAT_WET: "wet",
    earth.HABITAT_ROCKY: "rocky",
    earth.HABITAT_COLD: "cold",
}
KINDS: Final = {
    earth.KIND_FLORA: "flora",
    earth.KIND_TERRAIN: "terrain",
    earth.KIND_EVENT: "event",
    earth.KIND_ISLAND: "island",
    earth.KIND_CLIMATE: "climate",
    earth.KIND_ECOSYSTEM: "ecosystem",
    earth.KIND_FAUNA: "fauna",
    earth.KIND_GAIA: "gaia",
}
LINES: Final = ("row", "column", "beside", "corners")
"""Parts of a field that are seen from a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    """Which cards are meant. What a card must be is asked once for each card, what lies on it every time."""

    said: Said
    asked: dict["Card", bool] = field(default_factory=dict, repr=False)

    def holds(self, card: "Card", sprouts: int = 0, growth: int = 0) -> bool:
        fits = self.asked.get(card)
        if fits is None:
            fits = self.asked[card] = fits_card(self.said, card)
        return fits and (not self.by_pieces or fits_pieces(self.said, card, sprouts, growth))

    @property
    def by_pieces(self) -> bool:
        said = self.said
        return "pieces" in said or "sprouts_least" in said or "growth_least" in said


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """What is counted, and what the count is worth."""

    measure: Said
    award: Said
    of: tuple[Filter, ...]
    """The filter of what is counted; of sets, one for each member."""


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    colours: frozenset[str]
    when: str
    pay: tuple[tuple[str, int], ...]
    gain: tuple[tuple[str, int], ...]
    active: bool
    """Only in its owner's own turn."""
    planted: Filter | None
    """Gained once for every such card that was planted in this turn."""
    target: Said
    op: Said
    of: Filter
    """Which cards its target means, or what it does besides paying and gaining."""
    score: Objective | None


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    number: int
    kind: str
    vp: int | None
    cost: int | None
    types: frozenset[str]
    habitats: frozenset[str]
    sprouts: int
    """Room for them."""
    growth: int
    """The most of it; the last piece is the canopy."""
    canopy: int
    abilities: tuple[Ability, ...]
    objective: Objective | None
    marks: frozenset[str]

    @property
    def colours(self) -> frozenset[str]:
        return frozenset().union(*(ability.colours for ability in self.abilities))

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({"terrain"}) if self.kind == "terrain" else self.types

    @property
    def points(self) -> int:
        return self.vp or 0


# Reading -----------------------------------------------------------------------------------------------------


def cards_of(printed: earth.Printed) -> dict[int, Card]:
    """All that the viewer sees, by number."""
    return {face.card: read(face.SerializeToString(deterministic=True)) for face in printed.faces}


@lru_cache(maxsize=4096)
def read(serialized: bytes) -> Card:
    """A card from its print, which hardly ever differs from match to match."""
    face = earth.PrintedFace.FromString(serialized)
    rules: Said = json.loads(face.rules) if face.rules else {}
    said = rules.get("objective")
    return Card(
        number=face.card,
        kind=KINDS.get(face.kind, ""),
        vp=face.vp if face.HasField("vp") else None,
        cost=face.cost if face.HasField("cost") else None,
        types=frozenset(FLORA_TYPES[one] for one in face.types),
        habitats=frozenset(HABITATS[one] for one in face.habitats),
        sprouts=face.sprout_spaces,
        growth=face.growth_limit,
        canopy=face.canopy_vp,
        abilities=tuple(map(ability_of, rules.get("abilities", ()))),
        objective=objective_of(said) if said else None,
        marks=frozenset(rules.get("marks", ())),
    )


def ability_of(said: Said) -> Ability:
    target, op = said.get("target") or {}, said.get("op") or {}
    score = said.get("score")
    planted = said.get("planted")
    return Ability(
        colours=frozenset(said["colours"]),
        when=said["when"],
        pay=tuple((what, count) for what, count in said.get("pay", ())),
        gain=tuple((what, count) for what, count in said.get("gain", ())),
        active=said.get("active", False),
        planted=Filter(planted) if planted is not None else None,
        target=target,
        op=op,
        of=Filter(target.get("of") or op.get("of") or {}),
        score=objective_of(score) if score else None,
    )


def objective_of(said: Said) -> Objective:
    measure = said["measure"]
    of = measure.get("of", {})
    filters = of if isinstance(of, list) else [of if isinstance(of, dict) else {}]
    return Objective(measure, said["award"], tuple(map(Filter, filters)))


# Filters -----------------------------------------------------------------------------------------------------


def fits_card(said: Said, card: Card) -> bool:
    """What the card itself must be."""
    return (
        said.get("is", card.kind) in (card.kind, *card.types)
        and ("habitat" not in said or said["habitat"] in card.habitats)
        and ("colour" not in said or said["colour"] in card.colours)
        and (not said.get("multicolour") or any(len(one.colours) > 1 for one in card.abilities))
        and ("named" not in said or said["named"] in card.marks)
        and (not said.get("arrows") or any(map(points_somewhere, card.abilities)))
        and (said.get("pieces") != "sprouts full" or card.sprouts > 0)
        and (said.get("pieces") != "canopy" or card.growth > 0)
        and all(within(said, name, number) for name, number in numbers_of(card).items())
        and ("parity" not in said or (card.vp is not None and card.vp % 2 == (said["parity"] == "odd")))
    )


def numbers_of(card: Card) -> dict[str, int | None]:
    return {
        "cost": card.cost,
        "vp": card.vp,
        "abilities": len(card.abilities),
        "habitats": len(card.habitats),
        "sprout_spaces": card.sprouts,
        "growth_limit": card.growth,
        "canopy_vp": card.canopy,
    }


def within(said: Said, name: str, number: int | None) -> bool:
    exactly = said.get(name)
    least, most = said.get(f"{name}_least", exactly), said.get(f"{name}_most", exactly)
    if number is None:
        return least is None and most is None
    return (least is None or least <= number) and (most is None or number <= most)


def points_somewhere(ability: Ability) -> bool:
    """Along a line, to neighbours or along a path."""
    if ability.score is None:
        return bool(ability.target)
    measure = ability.score.measure
    return measure["count"] in ("chain", "gaps") or measure.get("in") in LINES


def fits_pieces(said: Said, card: Card, sprouts: int, growth: int) -> bool:
    """What must lie on the card."""
    pieces = said.get("pieces")
    if pieces == "none":
        return not sprouts and not growth
    return (
        sprouts >= said.get("sprouts_least", 0)
        and growth >= said.get("growth_least", 0)
        and (pieces not in ("full", "sprouts full") or sprouts >= card.sprouts)
        and (pieces not in ("full", "canopy") or growth >= card.growth)
    )
