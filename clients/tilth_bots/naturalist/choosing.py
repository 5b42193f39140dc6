"""How the naturalist answers: each kind of decision its own way, all of them by what things are worth."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.beginning import promises
from tilth_bots.naturalist.cards import Ability, Card
from tilth_bots.naturalist.pieces import Growth, Pieces, Sprouts
from tilth_bots.naturalist.planning import COLOUR_OF, Plan
from tilth_bots.naturalist.table import Table
from tilth_bots.naturalist.worth import PRICE, Worth
from tilth_client import Answer, Decision, offer, picks

ISLAND: Final = 49
CLIMATE: Final = 50
GOODS: Final = {
    earth.GOOD_SOIL: "soil",
    earth.GOOD_SPROUT: "sprout",
    earth.GOOD_GROWTH: "growth",
    earth.GOOD_CARD: "draw",
    earth.GOOD_HAND_COMPOST: "compost hand",
    earth.GOOD_DECK_COMPOST: "compost deck",
}
NEVER: Final = -1000.0
EVENT_AT_LEAST: Final = 0.5
PLANT_AT_LEAST: Final = 1.5
"""What an event and a plant have to bring."""
TAKEN_BACK: Final = 3.0
"""What a card has to promise that is taken out of the compost."""
REPLACED: Final = 20.0
"""What a card of the field is worth, whichever it is: none is given up for another."""
KEPT_FROM_GAIA: Final = 0.6
"""What a point is worth that Gaia doesn't get."""
SPARED: Final = 0.2
FOR_A_PRICE: Final = 0.5
"""What a card promises that finds no place, as a part, and what it brings to pay with it: it is compost then."""
LOOKED_AT: Final = 5
"""Of how many cards it looks for the best place, when it plants."""

Answering = Callable[[Worth, Decision], Answer]


def decide(view: Any, decision: Decision) -> Answer:
    """The answer to one decision, from what is seen and asked alone."""
    answering = ANSWERS.get(decision.kind)
    if answering is None or not isinstance(view, earth.View):
        return decision.default
    worth = Worth(Table.of(view, decision))
    return between(worth, decision) or answering(worth, decision)


def best(decision: Decision, worth: Callable[[Any], float]) -> Answer:
    """The option that is worth most, the first of several."""
    option = max(decision.options, key=lambda option: worth(decision.move(option)))
    return picks(option.id)


# Between two things ------------------------------------------------------------------------------------------


def between(worth: Worth, decision: Decision) -> Answer | None:
    """An event that pays, or what a mate has left for it."""
    most, taken = EVENT_AT_LEAST, None
    for option in decision.offers:
        move = decision.move(option)
        match move.WhichOneof("move"):
            case "play_event" if move.play_event.taking == earth.TAKING_ALL:
                gained = event(worth, worth.table.cards[move.play_event.card])
                if gained > most:
                    most, taken = gained, option.id
            case "pick_up_good":
                return offer(option.id)
    return offer(taken) if taken is not None else None


def event(worth: Worth, card: Card) -> float:
    """What it brings to play it now rather than to miss it."""
    total = card.points - worth.spare
    for ability in card.abilities:
        total += worth.use(ability, 0)
    for other in worth.area.board:
        total += sum(worth.use(one, 0) for one in other.abilities if one.when == "event_played")
    return total


# Set-up ------------------------------------------------------------------------------------------------------


def side(worth: Worth, decision: Decision) -> Answer:
    return best(decision, lambda move: promises(worth, worth.table.cards[move.choose_side.card]))


def start_compost(worth: Worth, decision: Decision) -> Answer:
    return worst_cards(worth, decision, decision.least)


def worst_cards(worth: Worth, decision: Decision, count: int) -> Answer:
    """Of the hand, those that would be missed least."""
    options = {option.id: decision.move(option).compost_card.card for option in decision.options}
    ranked = sorted(options, key=lambda option: (missed(worth, worth.table.cards[options[option]]), option))
    return picks(*ranked[:count])


def missed(worth: Worth, card: Card) -> float:
    """What a card of the hand promises."""
    if card.kind == "event":
        return max(0.0, card.points + sum(worth.in_general(ability) for ability in card.abilities))
    return worth.fit(card) - PRICE * worth.price(card)


# The action --------------------------------------------------------------------------------------------------


def action(worth: Worth, decision: Decision) -> Answer:
    plan = Plan(worth)

    def brings(move: earth.Move) -> float:
        chosen = move.choose_action
        return plan.brings(chosen.action) if chosen.taking == earth.TAKING_ALL else NEVER

    return best(decision, brings)


# Planting ----------------------------------------------------------------------------------------------------


def plant(worth: Worth, decision: Decision) -> Answer:
    """The card that pays best where it lies best, if any pays."""
    ways = []
    for option in decision.options:
        move = decision.move(option).plant_card
        if move.taking == earth.TAKING_ALL:
            card = worth.table.cards[move.card]
            ways.append((worth.planted(card), -option.id, card))
    ways.sort(key=lambda way: way[:2], reverse=True)
    found = [(gained + better_place(worth, card), option) for gained, option, card in ways[:LOOKED_AT]]
    if not found or max(found)[0] < PLANT_AT_LEAST:
        return picks()
    return picks(-max(found)[1])


def better_place(worth: Worth, card: Card) -> float:
    """How much more the card is worth on its best place than on the first."""
    if not worth.free:
        return -worth.fit(card)
    gains = [worth.at(card, place) for place in worth.free]
    return max(gains) - gains[0]


def place(worth: Worth, decision: Decision) -> Answer:
    table = worth.table
    card = table.cards[table.me.planting]

    def gained(move: earth.Move) -> float:
        there = move.choose_place.place
        replaced = worth.area.field.get(there)
        return worth.at(card, there) - REPLACED * (replaced is not None)

    return best(decision, gained)


def price(worth: Worth, decision: Decision) -> Answer:
    """No more than must be of what is worth more than soil."""
    on_field, grown = Sprouts(worth), Growth(worth)
    losses = []
    for option in decision.options:
        move = decision.move(option)
        match move.WhichOneof("move"):
            case "pay_sprout":
                losses.append((-on_field.worth(move.pay_sprout.place, -1), option.id))
            case "pay_growth":
                losses.append((-grown.worth(move.pay_growth.place, -1), option.id))
            case "compost_card":
                card = worth.table.cards[move.compost_card.card]
                losses.append(
                    (
                        missed(worth, card) * SPARED - FOR_A_PRICE if card not in worth.wanted else 1.0,
                        option.id,
                    )
                )
    losses.sort()
    chosen: list[int] = []
    for loss, option_id in losses:
        for _ in range(decision.each[option_id]):
            if len(chosen) < decision.least or (len(chosen) < decision.most and loss < worth.soil):
                chosen.append(option_id)
    return picks(*chosen)


def keep(worth: Worth, decision: Decision) -> Answer:
    """The best of four. Alone, Gaia takes the others, for what is printed on them whether more or less than nothing."""
    gaia = worth.table.view.HasField("gaia")

    def brings(move: earth.Move) -> float:
        card = worth.table.cards[move.keep_card.card]
        return missed(worth, card) + KEPT_FROM_GAIA * gaia * abs(card.points)

    return best(decision, brings)


def draw(worth: Worth, decision: Decision) -> Answer:
    return picks(*decision.ids[:1])


# What others' actions give -----------------------------------------------------------------------------------


def react(worth: Worth, decision: Decision) -> Answer:
    def brings(move: earth.Move) -> float:
        taken = move.take_good
        return worth.gains(GOODS[taken.good], 2) if taken.taking == earth.TAKING_ALL else NEVER

    return best(decision, brings)


# Abilities ---------------------------------------------------------------------------------------------------


def activate(worth: Worth, decision: Decision) -> Answer:
    """All that is no loss, in their order: island and climate first where they cost nothing, else last."""
    ways = []
    for option in decision.options:
        move = decision.move(option).activate
        if move.taking != earth.TAKING_ALL:
            continue
        used = ability_of(worth, worth.table.card_at(move.place))
        if used is not None and worth.use(used, move.place) > 0:
            first = move.place >= ISLAND and not used.pay
            ways.append((not first, move.place, option.id))
    return picks(min(ways)[2]) if ways else picks()


def ability_of(worth: Worth, card: Card) -> Ability | None:
    """The one of the colour that is being activated."""
    name = COLOUR_OF[worth.table.view.action]
    return next((one for one in card.abilities if one.when == "activate" and name in one.colours), None)


def copy(worth: Worth, decision: Decision) -> Answer:
    def brings(move: earth.Move) -> float:
        copied = move.copy_ability
        used = ability_of(worth, worth.table.card_at(copied.place))
        if used is None or copied.taking != earth.TAKING_ALL:
            return NEVER
        return worth.use(used, copied.place)

    return best(decision, brings)


# Pieces ------------------------------------------------------------------------------------------------------


def sprouts(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).place_sprout.place for option in decision.options}
    return laid(decision, places, Sprouts(worth), decision.most, 1)


def growth(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).place_growth.place for option in decision.options}
    return laid(decision, places, Growth(worth), decision.most, 1)


def pay_sprouts(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).pay_sprout.place for option in decision.options}
    return laid(decision, places, Sprouts(worth), decision.least, -1)


def pay_growth(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).pay_growth.place for option in decision.options}
    return laid(decision, places, Growth(worth), decision.least, -1)


def laid(decision: Decision, places: Mapping[int, int], pieces: Pieces, count: int, change: int) -> Answer:
    """So many pieces, one after the other where they are worth most, or are missed least."""
    options = {place: option for option, place in places.items()}
    rooms = {place: decision.each[option] for option, place in places.items()}
    return picks(*(options[place] for place in pieces.spread(rooms, count, change)))


# Compost -----------------------------------------------------------------------------------------------------


def compost(worth: Worth, decision: Decision) -> Answer:
    """Cards that find no place on the field are a point each."""
    spared = max(0, len(worth.table.hand) - len(worth.wanted))
    if worth.spare > 1:
        spared = 0
    return worst_cards(worth, decision, max(decision.least, min(decision.most, spared)))


def pay_cards(worth: Worth, decision: Decision) -> Answer:
    return worst_cards(worth, decision, decision.least)


def keep_compost(worth: Worth, decision: Decision) -> Answer:
    """One that is worth more on the field than the point it is here."""
    cards = {
        option.id: worth.table.cards[decision.move(option).keep_card.card] for option in decision.options
    }
    option = max(cards, key=lambda option: missed(worth, cards[option]))
    return picks(option) if missed(worth, cards[option]) > TAKEN_BACK else picks()


def put_back(worth: Worth, decision: Decision) -> Answer:
    return picks(*decision.ids)


# Alone, and with a mate --------------------------------------------------------------------------------------


def gaia_goal(worth: Worth, decision: Decision) -> Answer:
    """Where her leaf costs least: points for her, and a better place for one's own."""
    return best(decision, lambda move: -worth.table.contested(move.choose_goal.goal))


def pick_up(worth: Worth, decision: Decision) -> Answer:
    """All of it."""
    chosen = [option for option, most in decision.each.items() for _ in range(most)]
    return picks(*chosen[: decision.most])


ANSWERS: Final[Mapping[str, Answering]] = MappingProxyType(
    {
        "side": side,
        "start-compost": start_compost,
        "action": action,
        "plant": plant,
        "place": place,
        "price": price,
        "keep": keep,
        "draw": draw,
        "react": react,
        "activate": activate,
        "copy": copy,
        "sprouts": sprouts,
        "growth": growth,
        "exchange": pay_sprouts,
        "compost": compost,
        "pay-cards": pay_cards,
        "pay-sprouts": pay_sprouts,
        "pay-growth": pay_growth,
        "keep-compost": keep_compost,
        "put-back": put_back,
        "gaia-goal": gaia_goal,
        "pick-up": pick_up,
        "pick-up-cards": pick_up,
        "pick-up-pieces": pick_up,
    }
)
"""By the kind of decision."""
