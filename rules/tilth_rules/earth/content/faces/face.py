"""The shape of one side of a card."""

from typing import Annotated

from msgspec import Meta

from tilth_rules.earth.content.faces.abilities import Ability, Start
from tilth_rules.earth.content.faces.gaia import GaiaAction, GaiaLeaf
from tilth_rules.earth.content.faces.objectives import Objective
from tilth_rules.earth.content.faces.types import Colour, Few, FloraType, Habitat, Kind, Mark, Part

Line = Annotated[str, Meta(min_length=1, max_length=60)]


class Name(Part, frozen=True, cache_hash=True):
    """The name of a card in English and Russian."""

    en: Line
    ru: Line
    translated: bool = False
    """True if the Russian name is ours, not the Russian edition's."""

    def in_language(self, language: str) -> str:
        """Return the name in Russian for "ru", otherwise in English."""
        return self.ru if language == "ru" else self.en


class Face(Part, frozen=True, cache_hash=True):
    """One side of a card, with everything printed on it."""

    id: Annotated[str, Meta(pattern=r"^[a-z]+-[0-9]{3}[ab]?$")]
    index: Annotated[int, Meta(ge=0, le=4095)]
    """The face's number in stored matches."""
    kind: Kind
    name: Name
    latin: Line | None = None
    vp: Annotated[int, Meta(ge=-20, le=20)] | None = None
    cost: Few | None = None
    types: tuple[FloraType, ...] = ()
    habitats: tuple[Habitat, ...] = ()
    sprouts: Few = 0
    """The number of sprout spaces."""
    growth: Few = 0
    """The limit of growth; the piece that reaches it is the canopy."""
    canopy: Few | None = None
    """The points of the finished canopy; None if nothing grows on the card."""
    marks: tuple[Mark, ...] = ()
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=2)] = ()
    objective: Objective | None = None
    """The objective of an ecosystem or a fauna card."""
    gaia: GaiaAction | GaiaLeaf | None = None
    one_source: bool = False
    """True if only one source gives the face's figures."""
    open: Annotated[str, Meta(max_length=200)] | None = None
    """A figure that two sources print differently, and the number in the other source; None if they agree."""

    @property
    def number(self) -> int:
        """Return the number printed on the card."""
        return int(self.id.rpartition("-")[2].rstrip("ab"))

    @property
    def side(self) -> str:
        """Return the letter of the side ("a" or "b"), or "" for a card with one face."""
        return self.id[-1] if self.id[-1] in "ab" else ""

    @property
    def start(self) -> Start | None:
        """Return an island's starting goods; None for other faces."""
        return next((one.op for one in self.abilities if isinstance(one.op, Start)), None)

    @property
    def colours(self) -> frozenset[Colour]:
        """Return the colours of all its abilities."""
        return frozenset(colour for one in self.abilities for colour in one.colours)
