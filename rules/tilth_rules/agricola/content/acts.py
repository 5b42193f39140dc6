"""The acts of spaces and cards: one small vocabulary for both.

An act is a value that a step carries out. It doesn't know its space, nor the cards that help: ploughs, prices and
capacities are asked for when it is carried out.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.agricola.codes import ROUNDS
from tilth_rules.agricola.content.types import Amounts, Good, Goods, Part, Value

Few = Annotated[int, Meta(ge=1, le=20)]


class Gain(Part, frozen=True, cache_hash=True, tag_field="act", tag="gain"):
    """An act: the seat, or every other seat, gets goods from the supply, for a price if there is one."""

    goods: Amounts
    price: Goods = Goods()
    to: Literal["me", "others"] = "me"
    """The seats that get the goods: the one that acts, or all others."""


class Choose(Part, frozen=True, cache_hash=True, tag_field="act", tag="choose"):
    """An act: the seat gets `n` goods from the supply, each of another kind, chosen among those in `of`."""

    of: tuple[Good, ...]
    n: Few = 1


class TakeAll(Part, frozen=True, cache_hash=True, tag_field="act", tag="take"):
    """An act: the seat takes all goods that lie on the space."""


class Swap(Part, frozen=True, cache_hash=True, tag_field="act", tag="swap"):
    """An act: the seat exchanges own goods for others from the supply."""

    give: Goods
    get: Goods


class OneOf(Part, frozen=True, cache_hash=True, tag_field="act", tag="one_of"):
    """An act: the seat chooses one of several acts and does it."""

    of: "tuple[Act, ...]"


class Lay(Part, frozen=True, cache_hash=True, tag_field="act", tag="lay"):
    """An act: goods are laid onto the spaces of later rounds, never of the current one.

    They are received when that round begins, for the price if there is one. If there are no goods, only the card's own
    moment `due` comes in that round.
    """

    goods: Goods = Goods()
    coming: Few = 0
    """The number of rounds that get the goods, from the next one on."""
    after: tuple[Few, ...] = ()
    """The rounds that get the goods, counted from the current one."""
    rounds: tuple[Few, ...] = ()
    """The rounds that get the goods, if they are still to come."""
    price: Goods = Goods()

    def due(self, round_: int) -> tuple[int, ...]:
        """Return the rounds whose spaces get the goods, if the act happens in this round."""
        relative = (*range(1, self.coming + 1), *self.after)
        meant = {round_ + more for more in relative}.union(self.rounds)
        return tuple(sorted(one for one in meant if round_ < one <= ROUNDS))


class Leave(Part, frozen=True, cache_hash=True, tag_field="act", tag="leave"):
    """An act: some of a haul stays on the space while the haul is put together, and other goods come from the
    supply."""

    goods: Goods
    gain: Goods


class Plough(Part, frozen=True, cache_hash=True, tag_field="act", tag="plough"):
    """An act: the seat ploughs up to `most` fields."""

    most: Value = 1


class Sow(Part, frozen=True, cache_hash=True, tag_field="act", tag="sow"):
    """An act: the seat sows any number of empty fields, or at most `most` fields with the crop `only`."""

    only: Good | None = None
    most: Few | None = None


class Bake(Part, frozen=True, cache_hash=True, tag_field="act", tag="bake"):
    """An act: the seat bakes bread with all its baking improvements."""


class BuildRooms(Part, frozen=True, cache_hash=True, tag_field="act", tag="rooms"):
    """An act: the seat builds up to `most` rooms."""

    most: Few = 15
    free: bool = False


class BuildStables(Part, frozen=True, cache_hash=True, tag_field="act", tag="stables"):
    """An act: the seat builds up to `most` stables, for this price each."""

    most: Few = 4
    price: Goods = Goods()


class BuildFences(Part, frozen=True, cache_hash=True, tag_field="act", tag="fences"):
    """An act: the seat builds any number of fences, for a wood each."""


class Renovate(Part, frozen=True, cache_hash=True, tag_field="act", tag="renovate"):
    """An act: the seat renovates the whole house to the next material."""


class Grow(Part, frozen=True, cache_hash=True, tag_field="act", tag="grow"):
    """An act: the seat's family gets a child; without a free room only if `anyhow`. It is possible from round `since`
    on."""

    anyhow: bool = False
    since: Few = 1


class PlayOccupation(Part, frozen=True, cache_hash=True, tag_field="act", tag="occupation"):
    """An act: the seat plays one occupation from the hand, for this much food and the card's own price."""

    food: Value = 0


class Improve(Part, frozen=True, cache_hash=True, tag_field="act", tag="improvement"):
    """An act: the seat plays one minor improvement, or one of either kind if `major`, at its own price.

    In the family game there are no minor ones.
    """

    major: bool = False


class StartPlayer(Part, frozen=True, cache_hash=True, tag_field="act", tag="start_player"):
    """An act: the seat takes the starting player's marker, and begins from the next round on."""


class Breed(Part, frozen=True, cache_hash=True, tag_field="act", tag="breed"):
    """An act: the seat's animals of one kind breed an additional time."""

    animal: Good


class Note(Part, frozen=True, cache_hash=True, tag_field="act", tag="note"):
    """An act: the seat notes bonus points at once. On a space only its owner may take them."""

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
