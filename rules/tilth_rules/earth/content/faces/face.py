"""One side of a card, whole."""

from typing import Annotated

from msgspec import Meta

from tilth_rules.earth.content.faces.abilities import Ability, Start
from tilth_rules.earth.content.faces.gaia import GaiaAction, GaiaLeaf
from tilth_rules.earth.content.faces.objectives import Objective
from tilth_rules.earth.content.faces.words import Colour, Few, FloraType, Habitat, Kind, Mark, Part

Line = Annotated[str, Meta(min_length=1, max_length=60)]


class Name(Part, frozen=True, cache_hash=True):
    en: Line
    ru: Line
    translated: bool = False
    """The Russian name is ours, not the Russian edition's."""

    def says(self, language: str) -> str:
        return self.ru if language == "ru" else self.en


class Face(Part, frozen=True, cache_hash=True):
    """One side of a card."""

    id: Annotated[str, Meta(pattern=r"^[a-z]+-[0-9]{3}[ab]?$")]
    kind: Kind
    name: Name
    latin: Line | None = None
    vp: Annotated[int, Meta(ge=-20, le=20)] | None = None
    cost: Few | None = None
    types: tuple[FloraType, ...] = ()
    habitats: tuple[Habitat, ...] = ()
    sprouts: Few = 0
    """Room for sprouts."""
    growth: Few = 0
    """The limit of growth; the piece that reaches it is the canopy."""
    canopy: Few | None = None
    """Points of the finished canopy; None where nothing grows."""
    marks: tuple[Mark, ...] = ()
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=2)] = ()
    objective: Objective | None = None
    """Of ecosystems and fauna."""
    gaia: GaiaAction | GaiaLeaf | None = None
    one_source: bool = False
    """Its figures were found in one source only."""
    open: Annotated[str, Meta(max_length=200)] | None = None
    """A figure that two sources print differently: which, and what the other says."""

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2].rstrip("ab"))

    @property
    def side(self) -> str:
        """ "a", "b", or "" for a card with one face."""
        return self.id[-1] if self.id[-1] in "ab" else ""

    @property
    def start(self) -> Start | None:
        """An island's starting goods."""
        return next((one.op for one in self.abilities if isinstance(one.op, Start)), None)

    @property
    def colours(self) -> frozenset[Colour]:
        """The colours of all its abilities."""
        return frozenset(colour for one in self.abilities for colour in one.colours)
