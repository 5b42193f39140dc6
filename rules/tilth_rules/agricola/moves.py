"""Everything that players do when they are asked."""

from tilth_rules.kernel import Move


class UseSpace(Move):
    """This action space: a person goes there and uses it, or it is the one that a card asks for."""

    space: int


class BuildRoom(Move):
    """The next room goes here. It is paid for then, and stands when that is done."""

    cell: int


class BuildStable(Move):
    """The next stable goes here. It is paid for then, and stands when that is done."""

    cell: int


class PloughField(Move):
    """This cell becomes a field."""

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
    """A good of this kind. Where several are asked for, each is an option of its own."""

    good: int


class ChooseSeat(Move):
    """The seat that is meant, where a card asks for one."""

    seat: int


class Agree(Move):
    """Yes. Whoever picks nothing says no."""


class RenovateTo(Move):
    """The house becomes one of this kind, where cards allow more than one."""

    house: int


class ChoosePerson(Move):
    """This person of one's own, as the view numbers them."""

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
    """Play this card: an improvement, or an occupation from the hand. If there are several prices, they are
    asked for then."""

    card: int


class GiveUpCard(Move):
    """Give up this card as a part of the price."""

    card: int


class KeepCard(Move):
    """Keep this card of the pack; the others go on to the left."""

    card: int


class DiscardCard(Move):
    """Put this card away, face down."""

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
    """Cook animals or vegetables: how many of each is asked then."""


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
    """Pay this. Of prices that no other one beats, each is an option."""

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
