"""Everything that players do when they are asked."""

from tilth_rules.kernel import Move


class UseSpace(Move):
    """Place a person here."""

    space: int


class BuildRoom(Move):
    cell: int


class BuildStable(Move):
    cell: int


class PloughField(Move):
    cell: int


class SketchCell(Move):
    """The pasture to be fenced shall have this cell, too."""

    cell: int


class Enclose(Move):
    """Fence in the pasture as it is sketched."""


class CutPasture(Move):
    """Cut a pasture in two: this is one of the parts."""

    cells: tuple[int, ...]


class FeedFamily(Move):
    """Feed the family with what food there is; for what is missing there are begging cards."""


class TakeGood(Move):
    good: int


class ChooseSeat(Move):
    seat: int


class Agree(Move):
    """Yes."""


class RenovateTo(Move):
    house: int


class ChoosePerson(Move):
    """The person of this number."""

    person: int


class SowPlot(Move):
    """Sow this on a field, or on a plot of a card (15 and more)."""

    plot: int
    good: int


class ChoosePlot(Move):
    """That seat's field, or plot of a card (15 and more)."""

    owner: int
    plot: int


class TakePart(Move):
    """This part of what a space or a card offers."""

    part: int
    amount: int


class PlayCard(Move):
    card: int


class GiveUpCard(Move):
    """Give up this card as a part of the price."""

    card: int


class KeepCard(Move):
    card: int


class DiscardCard(Move):
    card: int


class UseCard(Move):
    """Let this card act next; it may have several ways to."""

    card: int
    way: int


class UseOffer(Move):
    """Take up what this card offers; it may offer several things."""

    card: int
    way: int


class EatGrain(Move):
    """One grain becomes one food."""


class EatVegetable(Move):
    """One vegetable becomes one food."""


class CookSome(Move):
    """Cook animals or vegetables."""


class DrawOccupation(Move):
    """Put three cards away and draw an occupation."""


class DrawMinor(Move):
    """Put three cards away and draw a minor improvement."""


class KeepHerd(Move):
    """Keep these animals; the others are let go."""

    sheep: int
    boar: int
    cattle: int


class Pay(Move):
    """Pay this."""

    wood: int
    clay: int
    reed: int
    stone: int
    grain: int
    vegetables: int
    food: int
    sheep: int
    saving: bool
    """A saving that a card gives only now and then is used for it."""


MOVES: tuple[type[Move], ...] = (
    UseSpace,
    BuildRoom,
    BuildStable,
    PloughField,
    SketchCell,
    Enclose,
    CutPasture,
    FeedFamily,
    TakeGood,
    ChooseSeat,
    Agree,
    RenovateTo,
    ChoosePerson,
    SowPlot,
    ChoosePlot,
    TakePart,
    PlayCard,
    GiveUpCard,
    KeepCard,
    DiscardCard,
    UseCard,
    UseOffer,
    EatGrain,
    EatVegetable,
    CookSome,
    DrawOccupation,
    DrawMinor,
    KeepHerd,
    Pay,
)
