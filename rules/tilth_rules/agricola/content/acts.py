"""What spaces let a person do and cards let their owner do: one small vocabulary for both.

An act is a value that a step carries out. What a space is and which card helps is not its concern: ploughs, prices and
capacities are asked for where it is carried out.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.agricola.content.values import Amounts, Good, Goods, Part, Value
from tilth_rules.agricola.words import ROUNDS

Few = Annotated[int, Meta(ge=1, le=20)]


class Gain(Part, frozen=True, cache_hash=True, tag_field="act", tag="gain"):
    """Goods from the supply; for a price, if there is one."""

    goods: Amounts
    price: Goods = Goods()
    to: Literal["me", "others"] = "me"
    """Whoever acts, or everybody else."""


class Choose(Part, frozen=True, cache_hash=True, tag_field="act", tag="choose"):
    """So many goods from the supply, all different, of these."""

    of: tuple[Good, ...]
    n: Few = 1


class TakeAll(Part, frozen=True, cache_hash=True, tag_field="act", tag="take"):
    """All goods that lie on the space."""


class Swap(Part, frozen=True, cache_hash=True, tag_field="act", tag="swap"):
    """Own goods for others from the supply."""

    give: Goods
    get: Goods


class OneOf(Part, frozen=True, cache_hash=True, tag_field="act", tag="one_of"):
    """One of these."""

    of: "tuple[Act, ...]"


class Lay(Part, frozen=True, cache_hash=True, tag_field="act", tag="lay"):
    """Goods onto the spaces of rounds to come, never of the current one; they are received when that round begins, for
    the price if there is one. Nothing to lay but the card's own moment `due`: then only that comes."""

    goods: Goods = Goods()
    coming: Few = 0
    """So many rounds from the next one on."""
    after: tuple[Few, ...] = ()
    """So many rounds after the current one."""
    rounds: tuple[Few, ...] = ()
    """These rounds, as far as they are still to come."""
    price: Goods = Goods()

    def due(self, round_: int) -> tuple[int, ...]:
        """The rounds whose spaces get the goods, if this happens in that round."""
        relative = (*range(1, self.coming + 1), *self.after)
        meant = {round_ + more for more in relative}.union(self.rounds)
        return tuple(sorted(one for one in meant if round_ < one <= ROUNDS))


class Leave(Part, frozen=True, cache_hash=True, tag_field="act", tag="leave"):
    """While a haul is made up: some of what would be carried off stays there, and other goods come from the supply."""

    goods: Goods
    gain: Goods


class Plough(Part, frozen=True, cache_hash=True, tag_field="act", tag="plough"):
    """Up to so many fields."""

    most: Value = 1


class Sow(Part, frozen=True, cache_hash=True, tag_field="act", tag="sow"):
    """Any number of empty fields; or at most so many, with that crop."""

    only: Good | None = None
    most: Few | None = None


class Bake(Part, frozen=True, cache_hash=True, tag_field="act", tag="bake"):
    """Bread, with all the own baking improvements."""


class BuildRooms(Part, frozen=True, cache_hash=True, tag_field="act", tag="rooms"):
    """Up to so many rooms."""

    most: Few = 15
    free: bool = False


class BuildStables(Part, frozen=True, cache_hash=True, tag_field="act", tag="stables"):
    """Up to so many stables, for this each."""

    most: Few = 4
    price: Goods = Goods()


class BuildFences(Part, frozen=True, cache_hash=True, tag_field="act", tag="fences"):
    """Any number of fences, 1 wood each."""


class Renovate(Part, frozen=True, cache_hash=True, tag_field="act", tag="renovate"):
    """The whole house, to the next material."""


class Grow(Part, frozen=True, cache_hash=True, tag_field="act", tag="grow"):
    """A child is born; without a free room only where `anyhow`. Before round `since` this can't be done."""

    anyhow: bool = False
    since: Few = 1


class PlayOccupation(Part, frozen=True, cache_hash=True, tag_field="act", tag="occupation"):
    """One occupation from the hand, for so much food and whatever the card itself costs."""

    food: Value = 0


class Improve(Part, frozen=True, cache_hash=True, tag_field="act", tag="improvement"):
    """One minor improvement, or one of either kind, at its own price. In the family game the minor ones fall away."""

    major: bool = False


class StartPlayer(Part, frozen=True, cache_hash=True, tag_field="act", tag="start_player"):
    """The marker of the starting player, who begins from the next round on."""


class Breed(Part, frozen=True, cache_hash=True, tag_field="act", tag="breed"):
    """Animals of one kind breed once more."""

    animal: Good


class Note(Part, frozen=True, cache_hash=True, tag_field="act", tag="note"):
    """Bonus points, noted at once; on a space only its owner may take them."""

    points: Few


Act = (
    Gain
    | Choose
    | TakeAll
    | Swap
    | OneOf
    | Lay
    | Leave
    | Plough
    | Sow
    | Bake
    | BuildRooms
    | BuildStables
    | BuildFences
    | Renovate
    | Grow
    | PlayOccupation
    | Improve
    | StartPlayer
    | Breed
    | Note
)
