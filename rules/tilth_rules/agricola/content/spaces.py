"""The action spaces, as `spaces.json` has them. A space is known by its index in SPACES, for ever; its id is for
people.

The board comes first, then the other side of the board for the family game, the round cards by stage, the green cards
for 3, 4 and 5 players, their family sides, and at last the spaces that cards bring into play.
"""

from functools import cache
from typing import Annotated, Final, Literal

from msgspec import Meta

from tilth_rules.agricola.content.acts import Act
from tilth_rules.agricola.content.names import SPACE_DATA, SPACE_INDEX, Name, understood
from tilth_rules.agricola.content.values import Goods, Part
from tilth_rules.agricola.words import STAGES

Form = Literal["all", "and_or", "then", "either"]
"""How the acts of a space go together. all: each of them happens. and_or: at least one, in the printed order. then: the
first must happen, the others may follow it. either: exactly one."""


class Space(Part, frozen=True, cache_hash=True):
    """A place where one person can act."""

    id: str
    name: Name
    kind: Literal["board", "round", "green", "card"]
    do: tuple[Act, ...]
    form: Form = "all"
    side: Literal["both", "full", "family"] = "both"
    """In which game it is in use."""
    stage: Annotated[int, Meta(ge=0, le=6)] = 0
    """Of a round card."""
    players: Annotated[int, Meta(ge=0, le=5)] = 0
    """Of a green card: the number of players it is for."""
    accumulates: Goods = Goods()
    """What is added at the beginning of each round."""
    solo: Goods = Goods()
    """What is added instead in a match of one seat."""

    def grows(self, seats: int) -> Goods:
        """What is added at the beginning of each round."""
        return self.solo if seats == 1 and self.solo else self.accumulates

    def serves(self, family: bool) -> bool:
        """Whether it is in use in the family game, or in the full one."""
        return self.side == "both" or (self.side == "family") == family


def read(data: dict[str, object], name: str) -> Space:
    """One space, as the data say it; raises ValueError, with its id, where they say what nobody knows."""
    return understood(data, "space", name, Space)


SPACES: Final = tuple(read(data, name) for name, data in SPACE_DATA.items())
INDEX: Final = SPACE_INDEX


@cache
def board(players: int, family: bool) -> tuple[int, ...]:
    """The spaces that are open from the first round on."""
    return tuple(
        at
        for at, space in enumerate(SPACES)
        if space.serves(family)
        and (space.kind == "board" or (space.kind == "green" and space.players == players))
    )


ROUND_CARDS: Final = tuple(
    tuple(at for at, space in enumerate(SPACES) if space.stage == stage)
    for stage in range(1, max(STAGES) + 1)
)
"""The round cards by stage, the first stage first."""
TRAVELLERS: Final = (INDEX["P4-TRAVEL"], INDEX["P5-ROOMTRAVEL"])
"""Where travelling players are met, by whatever name."""
