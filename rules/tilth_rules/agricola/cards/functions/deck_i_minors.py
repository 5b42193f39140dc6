"""Minor improvements of deck I that do what clauses cannot say."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions.animals import herd, holders_of
from tilth_rules.agricola.actions.fields import Plough, Ploughing, Sow, can_plough, sowable
from tilth_rules.agricola.actions.hauls import lying
from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import ANYBODY, OTHERS, Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks, Opens
from tilth_rules.agricola.cards.words import (
    DUE,
    ENTER,
    FENCED,
    FIELD_ENDS,
    FINAL,
    IMPROVED,
    NIGHT,
    PEOPLE,
    PLAY,
    PLOUGH,
    PLOUGHED,
    STACK,
)
from tilth_rules.agricola.choices import herd_of, herd_option
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import CardGave, GoodsTaken, LaidOut, Lost
from tilth_rules.agricola.events.rounds import PersonCame
from tilth_rules.agricola.farm.herds import Herd, maximal_herds
from tilth_rules.agricola.farm.yard import beside
from tilth_rules.agricola.rounds.harvest import Reap, harvesters
from tilth_rules.agricola.state import CARD_PLOTS, State, clockwise
from tilth_rules.agricola.supply import gain, hand_over, lose, received
from tilth_rules.agricola.words import (
    ANIMALS,
    FOOD,
    GRAIN,
    HARVESTS,
    NOBODY,
    ROUNDS,
    SHEEP,
    VEGETABLE,
    WITHOUT_ROOM,
    WOOD,
)
from tilth_rules.kernel import Choose, Table

PLOUGHING: Final = frozenset((SPACE["B-PLOUGH"], SPACE["R5-PLOUGHSOW"]))
THREE_WOOD: Final = SPACE["B-WOOD3"]

# Harrow and Punner -------------------------------------------------------------------------------

HARROW: Final = index("I68")
OWN_HARROW: Final = Ploughing(to=2, each=True)
NO_HELP: Final = Ploughing()


@rule("I68", PLOUGH)
def harrow(state: State, owner: int, facts: Facts) -> Ploughing:
    """Two fields instead of one, once in the match for everybody; others pay the owner for it."""
    if facts.space not in PLOUGHING:
        return NO_HELP
    return OWN_HARROW if facts.seat == owner else Ploughing(2, each=True, cost=((FOOD, 2),), to_owner=owner)


def ploughed_deep(facts: Facts) -> bool:
    """Whether a plough or the harrow has laid more than one field."""
    return facts.count > 1 and any(card == HARROW or "plough" in CARDS[card].tags for card in facts.more)


@on(
    "I70",
    PLOUGHED,
    whose=OTHERS,
    optional=True,
    wants=lambda state, call: ploughed_deep(call.facts) and can_plough(state, call.seat),
)
def punner(table: Table, call: Call) -> None:
    """A field of one's own, when somebody else has used a plough."""
    table.then(Plough(Facts(call.seat, via=call.card), 1, plain=True))


# People ------------------------------------------------------------------------------------------


@rule("I71", PEOPLE)
def holiday_house(state: State, seat: int, left: int) -> int:
    """Nobody works in the last round."""
    return 0 if state.round == ROUNDS else left


@on("I73", PLAY, wants=lambda state, call: state.round < ROUNDS)
def invite(table: Table, call: Call) -> None:
    """The guest comes when the next round begins; the card itself goes on before that."""
    table.emit(LaidOut(call.seat, call.card, table.state.round + 1, 0, 0, 0))


@on("I73", DUE)
def guest(table: Table, call: Call) -> None:
    """One person more for this round."""
    table.emit(PersonCame(call.seat, False))


# -------------------------------------------------------------------------------------------------

LARGE: Final = 4


def large_pastures(state: State, call: Call) -> int:
    """Pastures of four cells or more that stand where there was none before this action."""
    fresh = 0
    for area in call.facts.more:
        fresh |= area
    areas = state.seats[call.seat].yard.pastures()
    return sum(area.bit_count() >= LARGE and not area & ~fresh for area in areas)


@on("I77", FENCED, wants=lambda state, call: large_pastures(state, call) > 0)
def shepherds_crook(table: Table, call: Call) -> None:
    """Two sheep for every large pasture that is new; parts of one that was cut are not."""
    gain(table, call.seat, ((SHEEP, 2 * large_pastures(table.state, call)),), card=call.card)


@on(
    "I80",
    ENTER,
    whose=OTHERS,
    wants=lambda state, call: (
        call.facts.space == THREE_WOOD and dict(lying(state, THREE_WOOD)).get(WOOD, 0) > 0
    ),
)
def spinney(table: Table, call: Call) -> None:
    """One of the wood is the owner's, before the others' person takes any or leaves some."""
    table.emit(GoodsTaken(call.seat, THREE_WOOD, WOOD, 1))
    received(table, call.seat, ((WOOD, 1),), 0, call.card)


@on("I86", FIELD_ENDS, optional=True, wants=lambda state, call: bool(sowable(state, call.seat, GRAIN)))
def corn_storehouse(table: Table, call: Call) -> None:
    """Grain is sown right after the field phase, one less than usual on each field."""
    table.then(Sow(Facts(call.seat, via=call.card), 99, GRAIN, fewer=1))


# Flagon ------------------------------------------------------------------------------------------

WELLS: Final = (index("A10"), index("I66"))


def pour(table: Table, call: Call, times: int) -> None:
    """Four food for the owner and one for everybody else, for each well."""
    for seat in clockwise(table.state, call.seat):
        food = 4 if seat == call.seat else 1
        gain(table, seat, ((FOOD, food * times),), card=call.card)


def wells(state: State) -> int:
    return sum(state.owner[well] != NOBODY for well in WELLS)


@on("I87", PLAY, wants=lambda state, call: wells(state) > 0)
def flagon(table: Table, call: Call) -> None:
    """For the wells that are there already."""
    pour(table, call, wells(table.state))


@on("I87", IMPROVED, whose=ANYBODY, wants=lambda state, call: call.facts.card in WELLS)
def flagon_again(table: Table, call: Call) -> None:
    """For every well that is built later, by whomever."""
    pour(table, call, 1)


# -------------------------------------------------------------------------------------------------


@rule("I90", STACK)
def planter_box(state: State, seat: int, plot: int, good: int) -> int:
    """More on fields beside the house. Cards lie beside nothing."""
    if plot >= CARD_PLOTS or not beside(state.seats[seat].yard.rooms()) >> plot & 1:
        return 0
    return {GRAIN: 2, VEGETABLE: 1}.get(good, 0)


@on(
    "I92",
    NIGHT,
    optional=True,
    wants=lambda state, call: state.round not in HARVESTS and bool(crops(state.seats[call.seat])),
)
def manure(table: Table, call: Call) -> None:
    """A field phase of one's own: what is ripe comes in, and what ends a field phase may follow."""
    table.then(Reap(call.seat), Opens(FIELD_ENDS, Facts(call.seat, via=call.card)))


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


# Water Mill --------------------------------------------------------------------------------------


def ask_mill(state: State, call: Call) -> Choose | None:
    seat = call.memo[0]
    return may_use(call, seat) if state.seats[seat].goods[GRAIN] else None


def take_mill(table: Table, call: Call, picks: Sequence[int]) -> None:
    seat = call.memo[0]
    if picks:
        lose(table, seat, ((GRAIN, 1),), card=call.card)
        gain(table, seat, ((FOOD, 3),), card=call.card)
        if seat != call.seat:
            hand_over(table, seat, call.seat, ((FOOD, 1),))


MILL: Final = question("I103", Question(ask_mill, take_mill))


@on("I103", FIELD_ENDS)
def water_mill(table: Table, call: Call) -> None:
    """Everybody may have a grain milled; others give the owner a third of the food. After a field phase that is the
    owner's alone, nobody else comes."""
    everybody = call.facts.seat == NOBODY
    for seat in harvesters(table.state) if everybody else [call.seat]:
        table.then(CardAsks(replace(call, memo=(seat,)), MILL))
