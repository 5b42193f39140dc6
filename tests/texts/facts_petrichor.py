"""Facts that the texts of Petrichor must hold."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from tests.petrichor.habits import at_random
from tests.petrichor.test_conforms import MIXES
from tests.texts.law import Asked, Book, Fact, Row, SetUp
from tilth_rules.kernel import Table
from tilth_rules.petrichor import Options
from tilth_rules.petrichor.codes import FROST, LAKE, RAIN, SUN, WEATHERS, WIND
from tilth_rules.petrichor.state import State

GROWN, SPROUTED, OVERWATERED = 2, 1, 3


def amount(number: int) -> Fact:
    """Return a number as texts write it."""
    return ("one", "1", "yours", "ваша") if number == 1 else ("no", "нет") if number == 0 else str(number)


def tile_of(asked: Asked, tile: int) -> Iterator[Fact]:
    """Yield the tile's name and crop, how wet it is, and the numbers of all drops and of one's own."""
    state: State = asked.state
    yield asked.word("tile", tile)
    crop = state.crops[tile]
    if crop == 0:
        yield asked.translated("face down", "лицевой стороной вниз")
        return
    yield asked.word("crop", crop)
    if crop == LAKE:
        return
    drops = [state.drops[4 * tile + side] for side in range(state.sides)]
    yield str(sum(drops)) if not state.growth[tile] else amount(sum(drops))
    if drops[asked.seat]:
        yield ("yours", "ваша", "ваши", "ваших")
        if drops[asked.seat] < sum(drops):
            yield str(drops[asked.seat])
    if state.growth[tile] == 0:
        yield str(state.needs[tile])
    else:
        english = {SPROUTED: "sprouting", GROWN: "grown", OVERWATERED: "overwatered"}
        russian = {SPROUTED: "семена проросли", GROWN: "семена взошли", OVERWATERED: "избыток воды"}
        yield asked.translated(english[state.growth[tile]], russian[state.growth[tile]])


def cloud_of(asked: Asked, tile: int) -> Iterator[Fact]:
    """Above which tile, how many drops it holds, and how many are one's own."""
    state: State = asked.state
    yield asked.word("tile", tile)
    yield asked.word("crop", state.crops[tile])
    drops = [state.clouds[4 * tile + side] for side in range(state.sides)]
    yield amount(sum(drops))
    yield ("yours", "ваша", "ваши", "ваших")
    if drops[asked.seat] < sum(drops):
        yield str(drops[asked.seat])
    yield (
        asked.translated("cloud", "облако")
        if state.skies[tile] == 1
        else asked.translated("thundercloud", "грозовая туча")
    )


def tile_option(asked: Asked, option: int) -> Iterable[Fact]:
    return tile_of(asked, option)


def cloud_option(asked: Asked, option: int) -> Iterable[Fact]:
    return cloud_of(asked, option)


def card_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield asked.word("weather", option)


def cards_in_hand(asked: Asked) -> Iterator[Fact]:
    """Yield every card that the seat holds and can discard."""
    yield from _each_kind(asked, asked.state.hands)


def _each_kind(asked: Asked, cards: Sequence[int]) -> Iterator[Fact]:
    """Yield the names of the seat's cards, those of one weather together. `cards`: how many of each, by seat."""
    own = cards[4 * asked.seat + 1 : 4 * asked.seat + 5]
    for kind in WEATHERS:
        if own[kind - 1]:
            label = asked.word("weather", kind)[0]
            yield ", ".join([asked.translated(label, f"«{label}»")] * own[kind - 1])


def fertilizer(asked: Asked) -> Iterable[Fact]:
    yield asked.translated("more", "больше")
    yield asked.translated("adjacent", "соседних")
    left = 3 - sum(asked.state.fertile)
    yield ("last token", "последний жетон") if left == 1 else str(left)


def draft(asked: Asked) -> Iterable[Fact]:
    yield from _each_kind(asked, asked.state.packs)
    if asked.decision.max_picks > 1:
        yield str(asked.decision.max_picks)
    yield asked.name((asked.seat + 1) % asked.state.seats)


def turn(asked: Asked) -> Iterable[Fact]:
    state: State = asked.state
    yield str(state.round)
    yield "6" if state.options.long_form else "4"
    yield asked.translated(
        "one card of its kind or any two others", "одной такой карты или двух любых других"
    )
    yield from cards_in_hand(asked)
    if asked.decision.min_picks:
        yield asked.translated("Nobody may pass", "пасовать нельзя")
    else:
        yield from passing(asked)


def passing(asked: Asked) -> Iterable[Fact]:
    """Yield the facts about passing that the text must name: the way to pass, and its cost."""
    state: State = asked.state
    yield asked.translated("Pick nothing to pass", "Ничего не выбирайте, чтобы спасовать")
    if state.passer < 0 and state.seats != 2:
        held = state.held[asked.seat]
        yield asked.translated("discard", "сбросить")
        counted = {1: ("last card", "последнюю карту"), 2: ("both your cards", "обе карты")}
        yield counted.get(held, str(held))
        if state.seats > 2:
            yield asked.translated("First Player marker", "маркер первого игрока")
    if state.passer < 0 and state.seats > 1:
        yield asked.translated("one more turn", "ещё")


def play(asked: Asked, option: int) -> Iterable[Fact]:
    """Yield the action, and a word where the board does not let it do anything."""
    state: State = asked.state
    yield asked.word("weather", option)
    if not useful(state, asked.seat, option):
        yield asked.translated("only vote", "только проголосуете")


def useful(state: State, seat: int, action: int) -> bool:
    """Return whether the rulebook lets this action do something now."""
    tiles = [tile for tile in range(12) if state.crops[tile]]
    lying = sum(state.drops[4 * tile + seat] for tile in tiles)
    in_clouds = any(state.clouds[4 * tile + seat] for tile in tiles)
    if action == FROST:
        return state.supply[seat] + lying > 0 and any(not state.skies[tile] for tile in tiles)
    if action == SUN:
        return in_clouds and state.supply[seat] + lying >= 2
    return in_clouds


def pay(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", asked.step.action)
    if asked.step.second:
        yield asked.translated("second action", "второе действие")
        yield asked.translated("any four others", "четырёх любых других")
    else:
        yield asked.translated("any two others", "двух любых других")


def cards_to_pay(asked: Asked, option: int) -> Iterable[Fact]:
    for card in asked.move(option).cards:
        yield asked.word("weather", card)
    yield asked.translated("discard", "сбросить")


def second_action(asked: Asked) -> Iterable[Fact]:
    yield asked.translated("second action", "второе действие")
    yield asked.translated("two cards of its kind", "двух одинаковых карт")
    yield asked.translated("vote again", "ещё раз проголосуете")
    yield asked.translated("Pick nothing to end your turn", "Ничего не выбирайте, чтобы закончить ход")
    yield from cards_in_hand(asked)


def vote(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", asked.step.action)
    free = 12 - sum(asked.state.votes[4 * asked.seat + kind] for kind in WEATHERS)
    yield amount(free)


def vote_option(asked: Asked, option: int) -> Iterable[Fact]:
    if option in WEATHERS:
        yield asked.word("weather", option)
        sides = range(asked.state.sides)
        yield amount(sum(asked.state.votes[4 * side + option] for side in sides))
        if own := asked.state.votes[4 * asked.seat + option]:
            yield ("yours", "ваш", "ваши", "ваших")
            if own < sum(asked.state.votes[4 * side + option] for side in sides):
                yield str(own)
        return
    face = asked.move(option).face
    yield str(face)
    yield str(face - 1) if face > 1 else asked.translated("harvest", "урожай")
    yield ("two points", "2 ПО") if face == 1 else ("one point", "1 ПО")


def vote_from(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", asked.step.weather)
    yield asked.translated("no votes left", "нет голосов")


def frost(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", FROST)
    yield asked.translated("cloud", "облако")
    if not asked.state.supply[asked.seat]:
        yield asked.translated("supply is empty", "запас пуст")
        yield asked.translated("pick nothing", "ничего не выбирайте")


def sun(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", SUN)
    yield asked.translated("two", "две")
    if asked.state.supply[asked.seat] < 2:
        yield ("comes from a tile", "come from tiles", "берётся с участка", "берутся с участков")
        yield asked.translated("pick nothing", "ничего не выбирайте")


def rain(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", RAIN)
    if asked.decision.max_picks > 1:
        yield asked.translated("one or two", "одно или два")


def rain_drop(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", RAIN)
    yield from tile_of(asked, asked.step.tile)


def rain_owner(asked: Asked, option: int) -> Iterable[Fact]:
    tile, owner = divmod(option, 4)
    yield asked.word("tile", tile)
    yield owner_of(asked, owner)
    yield str(asked.state.clouds[option])


def owner_of(asked: Asked, owner: int) -> Fact:
    if owner == asked.seat:
        return ("your", "свою", "своих")
    return asked.name(owner), asked.translated("neutral player", "нейтрального игрока")


def wind(asked: Asked) -> Iterable[Fact]:
    yield asked.word("weather", WIND)


def wind_option(asked: Asked, option: int) -> Iterable[Fact]:
    move = asked.move(option)
    yield from cloud_of(asked, move.tile)
    yield asked.word("tile", move.to)
    yield asked.word("crop", asked.state.crops[move.to])
    if there := asked.state.loads[move.to]:
        yield ("merges", "сольётся")
        yield amount(there)
    if asked.state.crops[move.to] == LAKE:
        state, seat = asked.state, asked.seat
        there_are = state.supply[seat] + sum(state.drops[4 * tile + seat] for tile in range(12))
        yield ("you add", "добавите")
        yield amount(min(3, there_are)) if there_are else ("no drops", "ни одной капли")


def take_drops(asked: Asked) -> Iterable[Fact]:
    yield asked.translated("supply has too few", "запасе не хватает")
    yield (str(asked.decision.max_picks), "missing one", "недостающую каплю")
    yield asked.translated("dries out", "засохнут")


def end_turn(asked: Asked) -> Iterable[Fact]:
    yield str(asked.state.round)
    yield asked.translated("Pick nothing", "Ничего не выбирайте")
    yield asked.translated("take your turn back", "отменить")


def discard(asked: Asked) -> Iterable[Fact]:
    yield asked.translated("four", "четыре")
    if asked.decision.max_picks > 1:
        yield str(asked.decision.max_picks)
    yield from cards_in_hand(asked)


def choose_weather(asked: Asked) -> Iterable[Fact]:
    state: State = asked.state
    yield asked.translated("tied", "поровну")
    if state.round == (6 if state.options.long_form else 4):
        yield asked.translated("Voting Wins track", "шкале голосований")
    if asked.decision.max_picks > 1:
        yield str(asked.decision.max_picks)
    totals = {kind: sum(state.votes[4 * side + kind] for side in range(state.sides)) for kind in WEATHERS}
    most = max(totals[option] for option in asked.decision.options)
    yield from (asked.word("weather", kind) for kind in WEATHERS if totals[kind] > most)


def weather_option(asked: Asked, option: int) -> Iterable[Fact]:
    state: State = asked.state
    yield asked.word("weather", option)
    if state.round == (6 if state.options.long_form else 4):
        yield asked.translated("Voting Wins track", "шкале голосований")
    yield amount(sum(asked.state.votes[4 * side + option] for side in range(asked.state.sides)))


def sun_weather(asked: Asked) -> Iterable[Fact]:
    yield amount(asked.state.supply[asked.seat])
    yield asked.translated("double", "удвоите")
    yield asked.translated("from tiles", "с участков")


def lifted(asked: Asked, option: int) -> Iterable[Fact]:
    tile, owner = divmod(option, 4)
    yield from tile_of(asked, tile)
    yield owner_of(asked, owner)


def wind_to(asked: Asked) -> Iterable[Fact]:
    yield asked.word("tile", asked.step.tile)
    yield owner_of(asked, asked.step.owner)


def tells(english: str, russian: str) -> Row:
    """Return a row whose question only names the choice."""
    return Row(lambda asked: [asked.translated(english, russian)], tile_option)


ROWS = {
    "fertilizer": Row(fertilizer, tile_option),
    "first-cloud": tells("first cloud, with one drop", "первое облако с одной каплей"),
    "draft-keep": Row(draft, card_option),
    "turn": Row(turn, play),
    "pay": Row(pay, cards_to_pay),
    "second-action": Row(second_action, play),
    "vote": Row(vote, vote_option),
    "vote-from": Row(vote_from, vote_option),
    "end-turn": Row(end_turn),
    "discard": Row(discard, card_option),
    "frost": Row(frost, tile_option),
    "sun": Row(sun, cloud_option),
    "rain-clouds": Row(rain, cloud_option),
    "rain-drop": Row(rain_drop, rain_owner),
    "wind": Row(wind, wind_option),
    "take-drops": Row(take_drops, tile_option),
    "choose-weather": Row(choose_weather, weather_option),
    "sun-weather": Row(sun_weather, cloud_option),
    "wind-weather": Row(lambda asked: [asked.translated("adjacent tile", "соседний участок")], lifted),
    "wind-weather-to": Row(wind_to, tile_option),
}


def evenly(table: Table, seat: int, random: Random) -> tuple[int, ...] | None:
    return at_random(table.open[seat], table.state, random)


def hoarding(table: Table, seat: int, random: Random) -> tuple[int, ...] | None:
    """Passes in odd rounds, plays every card in even ones and votes with it: so drops and votes run out."""
    decision, state = table.open[seat], table.state
    options = decision.options  # type: ignore[union-attr]  # Petrichor asks for no numbers
    if decision.kind == "turn" and not decision.min_picks:  # type: ignore[union-attr]
        spend = state.round % 2 == 0 or state.held[seat] > 4
        return (random.choice(options),) if spend and options else ()
    if decision.kind == "pay":
        return (options[0],)
    if decision.kind == "second-action":
        return ()
    if decision.kind == "vote":
        return (random.choice([option for option in options if option <= 4]),)
    return evenly(table, seat, random)


BOOK = Book(
    setups=(
        *(SetUp(seats, options, evenly) for seats, options in MIXES[::3]),
        *(SetUp(seats, Options(long_form=True), hoarding) for seats in (2, 3, 4)),
    ),
    rows=ROWS,
)
