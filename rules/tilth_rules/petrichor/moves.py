"""What a player can say, typed: each option of each decision means one of these."""

from tilth_rules.kernel import Move


class Fertilize(Move):
    """Put a fertilizer token on a tile."""

    tile: int


class Keep(Move):
    """Keep a card of this kind from the pack."""

    card: int


class PlaceCloud(Move):
    """Put a new cloud with one's own drop above a tile."""

    tile: int


class Pass(Move):
    """Take no action."""


class Play(Move):
    """Perform this action, and vote for it."""

    action: int


class Pay(Move):
    """Discard these cards for the action."""

    cards: tuple[int, ...]


class AddDrops(Move):
    """Add two drops to the cloud above a tile."""

    tile: int


class BlowCloud(Move):
    """Move the cloud above a tile to another tile."""

    tile: int
    to: int


class RainFrom(Move):
    """Let one drop fall from the cloud above a tile."""

    tile: int


class RainDrop(Move):
    """Let a drop of this owner fall from the cloud above a tile."""

    tile: int
    owner: int


class TakeDrop(Move):
    """Take back one's own drop from a tile."""

    tile: int


class VoteFor(Move):
    """Place a vote on a weather space."""

    weather: int


class LowerDie(Move):
    """Turn a harvest die that shows this many votes one lower."""

    face: int


class TakeVote(Move):
    """Take the vote to place from this weather space."""

    weather: int


class EndTurn(Move):
    """Leave the turn as it is, and let the action phase end."""


class Discard(Move):
    """Discard a card of this kind."""

    card: int


class ChooseWeather(Move):
    """Break the tie for this weather."""

    weather: int


class DoubleDrops(Move):
    """Double one's own drops in the cloud above a tile."""

    tile: int


class LiftDrop(Move):
    """Pick a drop of this owner on a tile, to be moved."""

    tile: int
    owner: int


class SetDrop(Move):
    """Move the picked drop to this tile."""

    to: int


MOVES: tuple[type[Move], ...] = (
    Fertilize,
    Keep,
    PlaceCloud,
    Pass,
    Play,
    Pay,
    AddDrops,
    BlowCloud,
    RainFrom,
    RainDrop,
    TakeDrop,
    VoteFor,
    LowerDie,
    TakeVote,
    EndTurn,
    Discard,
    ChooseWeather,
    DoubleDrops,
    LiftDrop,
    SetDrop,
)
