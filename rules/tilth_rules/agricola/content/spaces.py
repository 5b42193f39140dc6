"""The action spaces of `spaces.json`.

A space is known by its index in SPACES. The file gives each space its index, which never changes, because stored
matches hold it. The id of a space is for people. The board comes first, then the other side of the board for the
family game, the round cards by stage, the green cards for 3, 4 and 5 players, their family sides, and at last the
spaces that cards bring into play.
"""

from functools import cache
from typing import Annotated, Final, Literal

from msgspec import Meta

from tilth_rules.agricola.codes import STAGES
from tilth_rules.agricola.content.acts import Act
from tilth_rules.agricola.content.names import SPACE_DATA, SPACE_INDEX, Name, parse_entry
from tilth_rules.agricola.content.types import Goods, Part

Form = Literal["all", "and_or", "then", "either"]
"""The form in which the acts of a space go together.

all: each of them happens. and_or: at least one, in the printed order. then: the first must happen, and the others may
follow it. either: exactly one.
"""


class Space(Part, frozen=True, cache_hash=True):
    """An action space, where one person can act, with everything printed on it."""

    id: str
    index: Annotated[int, Meta(ge=0, le=127)]
    """The space's number in stored matches."""
    name: Name
    kind: Literal["board", "round", "green", "card"]
    do: tuple[Act, ...]
    form: Form = "all"
    side: Literal["both", "full", "family"] = "both"
    """The games that use the space: both, the full game or the family game."""
    stage: Annotated[int, Meta(ge=0, le=6)] = 0
    """The stage of a round card; 0 for other spaces."""
    players: Annotated[int, Meta(ge=0, le=5)] = 0
    """The number of players that a green card is for; 0 for other spaces."""
    accumulates: Goods = Goods()
    """The goods that are added at the beginning of each round."""
    solo: Goods = Goods()
    """The goods that are added instead in a match of one seat."""

    def grows(self, seats: int) -> Goods:
        """Return the goods that are added to the space at the beginning of each round, for this number of seats."""
        return self.solo if seats == 1 and self.solo else self.accumulates

    def serves(self, family: bool) -> bool:
        """Return whether the space is in use in the family game (`family`), or in the full one."""
        return self.side == "both" or (self.side == "family") == family


def read(data: dict[str, object], name: str) -> Space:
    """Return a space read from the file's data. Raise ValueError, with its id, if the data have an unknown word."""
    return parse_entry(data, "space", name, Space)


SPACES: Final = tuple(read(data, name) for name, data in SPACE_DATA.items())
INDEX: Final = SPACE_INDEX


@cache
def board(players: int, family: bool) -> tuple[int, ...]:
    """Return the action spaces that are open from the first round on, for this number of players."""
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
"""The spaces of travelling players, under all their names."""
