"""Printed cards of a view, each decoded once."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from tilth.games.earth.v1 import earth_pb2 as earth

JsonObject = Mapping[str, Any]
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
"""Parts of a field that a card's rules name relative to the card."""


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    """A condition on cards, such as a kind, a habitat or a range of costs. The result for the card itself is cached;
    the pieces that lie on it are checked every time."""

    conditions: JsonObject
    known: dict["Card", bool] = field(default_factory=dict, repr=False)

    def holds(self, card: "Card", sprouts: int = 0, growth: int = 0) -> bool:
        """Return whether a card with this number of sprouts and pieces of growth on it meets the condition."""
        fits = self.known.get(card)
        if fits is None:
            fits = self.known[card] = fits_card(self.conditions, card)
        return fits and (not self.by_pieces or fits_pieces(self.conditions, card, sprouts, growth))

    @property
    def by_pieces(self) -> bool:
        """True if the condition also depends on the pieces that lie on the card."""
        return not self.conditions.keys().isdisjoint(("pieces", "sprouts_least", "growth_least"))


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """An objective printed on a card: the measure that counts something on a field, and the award, the points for the
    count."""

    measure: JsonObject
    award: JsonObject
    of: tuple[Filter, ...]
    """Filters of the counted cards: one filter, or for sets one for each member."""


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One ability printed on a card: the colours that activate it, the moment of its use (`when`, such as "activate"),
    the goods that it costs (`pay`) and gives (`gain`), and its effect on other cards (`target` and `op`). `score` is
    its objective, or None."""

    colours: frozenset[str]
    when: str
    pay: tuple[tuple[str, int], ...]
    gain: tuple[tuple[str, int], ...]
    active: bool
    """True if the ability can be used only in its owner's own turn."""
    planted: Filter | None
    """Filter of the cards planted in this turn; the gain is multiplied by their number. None if the gain does not
    depend on them."""
    target: JsonObject
    op: JsonObject
    of: Filter
    """Filter of the cards that the target or the operation refers to."""
    score: Objective | None


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A printed card: its number, kind, victory points (`vp`, None if it prints none), cost in soil, flora types,
    habitats, room for pieces, points of its canopy, abilities and objective. `marks` are the words that filters by name
    look for."""

    number: int
    kind: str
    vp: int | None
    cost: int | None
    types: frozenset[str]
    habitats: frozenset[str]
    sprouts: int
    """Number of sprouts that the card has room for."""
    growth: int
    """Largest number of growth pieces on the card; the last piece is the canopy."""
    canopy: int
    abilities: tuple[Ability, ...]
    objective: Objective | None
    marks: frozenset[str]

    @property
    def colours(self) -> frozenset[str]:
        """The colours of all abilities of the card."""
        return frozenset().union(*(ability.colours for ability in self.abilities))

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds that the card counts as: "terrain", or its flora types."""
        return frozenset({"terrain"}) if self.kind == "terrain" else self.types

    @property
    def points(self) -> int:
        """The printed victory points; 0 if there are none."""
        return self.vp or 0


# Reading -----------------------------------------------------------------------------------------------------


def cards_of(printed: earth.Printed) -> dict[int, Card]:
    """Return the cards whose printed data the view shows, by number."""
    return {face.card: read(face.SerializeToString(deterministic=True)) for face in printed.faces}


@lru_cache(maxsize=4096)
def read(serialized: bytes) -> Card:
    """Return the card of a serialized PrintedFace. The results are cached, because the same cards are printed in every
    match."""
    face = earth.PrintedFace.FromString(serialized)
    rules: JsonObject = json.loads(face.rules) if face.rules else {}
    objective = rules.get("objective")
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
        objective=objective_of(objective) if objective else None,
        marks=frozenset(rules.get("marks", ())),
    )


def ability_of(printed: JsonObject) -> Ability:
    """Return the ability that one entry of a card's rules describes."""
    target, op = printed.get("target") or {}, printed.get("op") or {}
    score = printed.get("score")
    planted = printed.get("planted")
    return Ability(
        colours=frozenset(printed["colours"]),
        when=printed["when"],
        pay=tuple((what, count) for what, count in printed.get("pay", ())),
        gain=tuple((what, count) for what, count in printed.get("gain", ())),
        active=printed.get("active", False),
        planted=Filter(planted) if planted is not None else None,
        target=target,
        op=op,
        of=Filter(target.get("of") or op.get("of") or {}),
        score=objective_of(score) if score else None,
    )


def objective_of(printed: JsonObject) -> Objective:
    """Return the objective that an entry of a card's rules describes, with its measure, its award and a filter for each
    kind of counted card."""
    measure = printed["measure"]
    of = measure.get("of", {})
    filters = of if isinstance(of, list) else [of if isinstance(of, dict) else {}]
    return Objective(measure, printed["award"], tuple(map(Filter, filters)))


# Filters -----------------------------------------------------------------------------------------------------


def fits_card(conditions: JsonObject, card: Card) -> bool:
    """Return whether a card meets the conditions on the card itself, such as kind, habitat or cost; pieces that lie on
    it are left out."""
    return (
        conditions.get("is", card.kind) in (card.kind, *card.types)
        and ("habitat" not in conditions or conditions["habitat"] in card.habitats)
        and ("colour" not in conditions or conditions["colour"] in card.colours)
        and (not conditions.get("multicolour") or any(len(one.colours) > 1 for one in card.abilities))
        and ("named" not in conditions or conditions["named"] in card.marks)
        and (not conditions.get("arrows") or any(map(points_somewhere, card.abilities)))
        and (conditions.get("pieces") != "sprouts full" or card.sprouts > 0)
        and (conditions.get("pieces") != "canopy" or card.growth > 0)
        and all(within(conditions, name, number) for name, number in numbers_of(card).items())
        and (
            "parity" not in conditions
            or (card.vp is not None and card.vp % 2 == (conditions["parity"] == "odd"))
        )
    )


def numbers_of(card: Card) -> dict[str, int | None]:
    """Return the printed numbers of a card by the names that conditions use; None for a number that is not printed."""
    return {
        "cost": card.cost,
        "vp": card.vp,
        "abilities": len(card.abilities),
        "habitats": len(card.habitats),
        "sprout_spaces": card.sprouts,
        "growth_limit": card.growth,
        "canopy_vp": card.canopy,
    }


def within(conditions: JsonObject, name: str, number: int | None) -> bool:
    """Return whether a number meets the condition on it: an exact value (under `name`), or a range (under `name_least`
    and `name_most`, both included). A number that is not printed (None) meets only a missing condition."""
    exactly = conditions.get(name)
    least, most = conditions.get(f"{name}_least", exactly), conditions.get(f"{name}_most", exactly)
    if number is None:
        return least is None and most is None
    return (least is None or least <= number) and (most is None or number <= most)


def points_somewhere(ability: Ability) -> bool:
    """Return whether an ability refers to places on the field: a line, neighbours or a path."""
    if ability.score is None:
        return bool(ability.target)
    measure = ability.score.measure
    return measure["count"] in ("chain", "gaps") or measure.get("in") in LINES


def fits_pieces(conditions: JsonObject, card: Card, sprouts: int, growth: int) -> bool:
    """Return whether this number of sprouts and pieces of growth on a card meets the conditions on pieces. Conditions
    on the card itself are left out."""
    pieces = conditions.get("pieces")
    if pieces == "none":
        return not sprouts and not growth
    return (
        sprouts >= conditions.get("sprouts_least", 0)
        and growth >= conditions.get("growth_least", 0)
        and (pieces not in ("full", "sprouts full") or sprouts >= card.sprouts)
        and (pieces not in ("full", "canopy") or growth >= card.growth)
    )
