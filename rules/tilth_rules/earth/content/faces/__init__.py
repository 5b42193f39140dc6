"""The shape of a card face in `cards.json`: the closed vocabulary in which every card of Earth is written.

A face is known everywhere by its index in `FACES` (see `cards.py`). If a number is absent (a cost on an
island, points on an animal), the field is None, and no filter on it holds.
"""

from tilth_rules.earth.content.faces.abilities import (
    Ability,
    AllTypes,
    Copy,
    CostCut,
    ForbidAction,
    LookCompost,
    Operation,
    PayWith,
    ReplaceOnPlant,
    Start,
    Target,
)
from tilth_rules.earth.content.faces.face import Face
from tilth_rules.earth.content.faces.gaia import (
    GaiaAction,
    GaiaGain,
    GaiaLeaf,
)
from tilth_rules.earth.content.faces.objectives import (
    Award,
    CountCards,
    CountChain,
    CountGaps,
    CountLines,
    CountPool,
    CountRichest,
    CountSets,
    Each,
    Filter,
    Goal,
    Measure,
    Objective,
    Table,
)
from tilth_rules.earth.content.faces.types import (
    Action,
    Amount,
    Colour,
    FloraType,
    Habitat,
    Kind,
    Mark,
    When,
)

__all__ = [
    "Ability",
    "Action",
    "AllTypes",
    "Amount",
    "Award",
    "Colour",
    "Copy",
    "CostCut",
    "CountCards",
    "CountChain",
    "CountGaps",
    "CountLines",
    "CountPool",
    "CountRichest",
    "CountSets",
    "Each",
    "Face",
    "Filter",
    "FloraType",
    "ForbidAction",
    "GaiaAction",
    "GaiaGain",
    "GaiaLeaf",
    "Goal",
    "Habitat",
    "Kind",
    "LookCompost",
    "Mark",
    "Measure",
    "Objective",
    "Operation",
    "PayWith",
    "ReplaceOnPlant",
    "Start",
    "Table",
    "Target",
    "When",
]
