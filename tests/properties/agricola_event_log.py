"""The events of a match of Agricola, checked against the rules: goods, people and food."""

from collections import Counter
from collections.abc import Sequence

from tilth_rules.agricola.codes import BOAR, CATTLE, FOOD, FOR_FEEDING, GOODS, GRAIN, SHEEP, VEGETABLE
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.events.cards import CardGivenUp, CardPassed
from tilth_rules.agricola.events.farm import CropsAdded, Sown
from tilth_rules.agricola.events.goods import (
    Baked,
    BeggingCardsTaken,
    CardGaveGoods,
    CardTookGoods,
    Cooked,
    GoodsGained,
    GoodsLost,
    GoodsPlaced,
    LaidGoodsTaken,
)
from tilth_rules.agricola.events.rounds import (
    ChildGrewUp,
    FamilyGrew,
    HarvestBegan,
    HarvestEnded,
    LodgerMovedIn,
    PersonPlaced,
    RoundBegan,
)
from tilth_rules.agricola.state import CARD_PLOTS, State, family_size
from tilth_rules.kernel import Event


def on_the_table(state: State) -> list[int]:
    """Return the amount of each good before seats, on fields and on spaces. The rest is in the supply."""
    found = [0] * GOODS
    for good in range(GOODS):
        found[good] = sum(seat.goods[good] for seat in state.seats) + sum(state.heaps[good::GOODS])
    for seat in state.seats:
        for crop, amount in zip(seat.yard.crops, seat.yard.stacks, strict=True):
            found[(0, GRAIN, VEGETABLE)[crop]] += amount
        for crop, amount in zip(seat.plot_crops, seat.plot_stacks, strict=True):
            found[crop] += amount
    return found


def from_supply(event: Event, state: State) -> list[tuple[int, int]]:
    """Return (good, amount) for each good that an event takes out of the supply, or puts back into it.

    Goods that only change hands are not counted.
    """
    match event:
        case GoodsGained() | CardGaveGoods() | GoodsPlaced() | LaidGoodsTaken():
            return [(event.good, event.amount)]
        case GoodsLost() | CardTookGoods():
            return [(event.good, -event.amount)]
        case Cooked(_, sheep, boar, cattle, vegetables, food):
            return [(SHEEP, -sheep), (BOAR, -boar), (CATTLE, -cattle), (VEGETABLE, -vegetables), (FOOD, food)]
        case Baked(_, grain, food):
            return [(GRAIN, -grain), (FOOD, food)]
        case Sown():
            return [(event.good, event.amount - 1)]
        case CropsAdded():
            seat = state.seats[event.seat]
            if event.plot >= CARD_PLOTS:
                return [(seat.plot_crops[event.plot - CARD_PLOTS], event.amount)]
            return [((0, GRAIN, VEGETABLE)[seat.yard.crops[event.plot]], event.amount)]
        case CardGivenUp() | CardPassed():
            seat = state.seats[event.seat]
            plots = zip(seat.plot_cards, seat.plot_crops, seat.plot_stacks, strict=True)
            return [(crop, -amount) for card, crop, amount in plots if card == event.card]
    return []


class EventLog:
    """The events of the match so far, with checks against the rules."""

    def __init__(self) -> None:
        self.newborns: set[tuple[int, int]] = set()
        """Children of this round: (seat, person)."""
        self.eaten: Counter[int] = Counter()
        """Food that was paid and begged for in this harvest, by seat."""

    def retold(self, state: State, events: Sequence[Event]) -> State:
        """Return the state after these events, and check that all goods on the table were there or came from the
        supply."""
        expected = on_the_table(state)
        for event in events:
            for good, amount in from_supply(event, state):
                expected[good] += amount
            self.people(state, event)
            self.feeding(state, event)
            event.apply(state)
        assert expected == on_the_table(state)
        return state

    def people(self, state: State, event: Event) -> None:
        """Check that a child works only from the round after its birth, unless a card makes it an adult.

        It also needs a room, except on one space, if no card changes that.
        """
        match event:
            case RoundBegan():
                self.newborns.clear()
            case FamilyGrew(seat, space):
                mine = state.seats[seat]
                self.newborns.add((seat, len(mine.kinds)))
                if state.options.family:
                    has_room = mine.yard.rooms.bit_count() > family_size(mine)
                    assert has_room or (space is not None and SPACES[space].id == "R5-GROWTH")
            case ChildGrewUp(seat, person):
                self.newborns.discard((seat, person))
            case LodgerMovedIn(seat, _):
                self.newborns.discard((seat, len(state.seats[seat].kinds) - 1))
            case PersonPlaced(seat, person, _):
                assert (seat, person) not in self.newborns, "a newborn works"

    def feeding(self, state: State, event: Event) -> None:
        """Check that each family pays and begs for the food that it needs, in the family game, where no card changes
        it.

        Two food for an adult, three alone, and one for a newborn.
        """
        match event:
            case HarvestBegan():
                self.eaten.clear()
            case GoodsLost(seat, _, amount, source) if source == FOR_FEEDING:
                self.eaten[seat] += amount
            case BeggingCardsTaken(seat, amount):
                self.eaten[seat] += amount
            case HarvestEnded() if state.options.family:
                for seat, mine in enumerate(state.seats):
                    newborns = sum(owner == seat for owner, _ in self.newborns)
                    adults = len(mine.kinds) - newborns
                    assert self.eaten[seat] == adults * (3 if len(state.seats) == 1 else 2) + newborns
