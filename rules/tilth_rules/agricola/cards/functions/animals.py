"""Cards about animals: how they breed and live together, and where more of them come from."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions.animals import herd, holders_of
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Offer, Question, offer, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import BREED, FINAL, HOLD, PER_HARVEST
from tilth_rules.agricola.choices import herd_of, herd_option
from tilth_rules.agricola.events.goods import CardGave, Lost
from tilth_rules.agricola.farm.herds import Herd, maximal_herds
from tilth_rules.agricola.farm.keeping import Keeping
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import ANIMALS, BREEDING, FEEDING, SHEEP, VEGETABLE, WITHOUT_ROOM
from tilth_rules.kernel import Choose, Table


@rule("E203", BREED)
def shepherd(state: State, seat: int, animal: int, count: int) -> int:
    """Four sheep have two lambs in the breeding phase."""
    return 2 if animal == SHEEP and count >= 4 and state.phase == BREEDING else 0


@rule("E216", HOLD)
def animal_keeper(state: State, seat: int, keeping: Keeping) -> Keeping:
    """Whatever kinds of animals share a pasture."""
    return shared(keeping)


@lru_cache(maxsize=1 << 8)
def shared(keeping: Keeping) -> Keeping:
    return replace(keeping, pasture_together=True)


# Feed Pellets ------------------------------------------------------------------------------------


def pellets(animal: int) -> Offer:
    def ready(state: State, call: Call) -> bool:
        seat = state.seats[call.seat]
        in_time = state.phase == FEEDING and not seat.skips
        return in_time and seat.goods[VEGETABLE] > 0 and seat.goods[animal] > 0

    def feed_pellets(table: Table, call: Call) -> None:
        """A vegetable for an animal of a kind that the owner has."""
        lose(table, call.seat, ((VEGETABLE, 1),), card=call.card)
        gain(table, call.seat, ((animal, 1),), card=call.card)

    return Offer(feed_pellets, ready, limit=PER_HARVEST)


for _animal in ANIMALS:
    offer("E338", pellets(_animal))


# Animal Feed -------------------------------------------------------------------------------------


def fed(state: State, seat: int) -> tuple[Herd, ...]:
    """The fullest herds with one more of each kind that is there; old animals may make room."""
    sheep, boar, cattle = (count + (count > 0) for count in herd(state, seat))
    return maximal_herds(holders_of(state, seat), (sheep, boar, cattle))


def become(table: Table, call: Call, wanted: Herd) -> None:
    for animal, before, after in zip(ANIMALS, herd(table.state, call.seat), wanted, strict=True):
        if after > before:
            table.emit(CardGave(call.seat, animal, after - before, call.card))
        elif after < before:
            table.emit(Lost(call.seat, animal, before - after, WITHOUT_ROOM))


def ask_fed(state: State, call: Call) -> Choose:
    return Choose(call.seat, "keep-animals", [herd_option(*kept) for kept in fed(state, call.seat)])


FED: Final = question(
    "I101", Question(ask_fed, lambda table, call, picks: become(table, call, herd_of(picks[0])), owed=True)
)


@on("I101", FINAL, wants=lambda state, call: any(herd(state, call.seat)))
def animal_feed(table: Table, call: Call) -> None:
    """An animal more of each kind, as far as there is room. Nothing can be cooked for its sake."""
    herds = fed(table.state, call.seat)
    if len(herds) == 1:
        become(table, call, herds[0])
    else:
        table.then(CardAsks(call, FED))
