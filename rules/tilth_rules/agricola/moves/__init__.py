"""The moves of players: one class for each thing that an option or an offer can mean."""

from tilth_rules.kernel import Move


class UseSpace(Move):
    """The seat sends a person to this action space, or names it for a card that asks for a space."""

    space: int


class BuildRoom(Move):
    """The seat builds the next room here. It is paid for then, and stands afterwards."""

    cell: int


class BuildStable(Move):
    """The seat builds the next stable here. It is paid for then, and stands afterwards."""

    cell: int


class PloughField(Move):
    """The seat ploughs this cell."""

    cell: int


class SketchCell(Move):
    """The seat adds this cell to the sketch of its pasture."""

    cell: int


class Enclose(Move):
    """The seat fences in the pasture as it is sketched."""


class CutPasture(Move):
    """The seat cuts a pasture in two; `cells` are one of the parts."""

    cells: tuple[int, ...]


class FeedFamily(Move):
    """The seat feeds its family with its food, and takes begging cards for missing food."""


class TakeGood(Move):
    """The seat takes a good of this kind. If several are asked for, each is an option of its own."""

    good: int


class ChooseSeat(Move):
    """The seat names this seat for a card that asks for one."""

    seat: int


class Agree(Move):
    """The seat says yes. A seat that picks nothing says no."""


class RenovateTo(Move):
    """The seat renovates its house to one of this kind, if cards allow more than one."""

    house: int


class ChoosePerson(Move):
    """The seat chooses this person of its own, by its number in the view."""

    person: int


class SowPlot(Move):
    """The seat sows this good on a field, or on a plot of a card (15 and more)."""

    plot: int
    good: int


class ChoosePlot(Move):
    """The seat chooses a seat's field, or plot of a card (15 and more)."""

    owner: int
    plot: int


class TakePart(Move):
    """The seat takes this part of the acts of a space, or this one of the things that a card offers, in this amount."""

    part: int
    amount: int


class PlayCard(Move):
    """The seat plays this card: an improvement, or an occupation from the hand.

    If there are several prices, they are asked for afterwards.
    """

    card: int


class GiveUpCard(Move):
    """The seat gives up this card as a part of the price."""

    card: int


class KeepCard(Move):
    """The seat keeps this card of the pack; the others move to the left."""

    card: int


class DiscardCard(Move):
    """The seat puts this card away, face down."""

    card: int


class UseCard(Move):
    """The seat lets this card act next, in one of its ways."""

    card: int
    way: int


class UseOffer(Move):
    """The seat takes this offer of a card."""

    card: int
    way: int


class EatGrain(Move):
    """The seat turns one grain into one food."""


class EatVegetable(Move):
    """The seat turns one vegetable into one food."""


class CookSome(Move):
    """The seat cooks animals or vegetables. The next question asks for the number of each."""


class DrawOccupation(Move):
    """The seat puts three cards away and draws an occupation."""


class DrawMinor(Move):
    """The seat puts three cards away and draws a minor improvement."""


class KeepHerd(Move):
    """The seat keeps these animals; the others are let go."""

    sheep: int
    boar: int
    cattle: int


class Pay(Move):
    """The seat pays this price. Each price that no other one beats is an option."""

    wood: int
    clay: int
    reed: int
    stone: int
    grain: int
    vegetables: int
    food: int
    sheep: int
    saving: bool
    """True if the price uses a saving that a card gives only once in a while."""
