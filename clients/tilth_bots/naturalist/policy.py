"""The bot's answers, with one function for each kind of decision; they compare the worth of the options."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.activating import activate, copy
from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.hand import compost, draw, keep, keep_compost, pay_cards, put_back, start_compost
from tilth_bots.naturalist.opening import promises
from tilth_bots.naturalist.options import NEVER, best
from tilth_bots.naturalist.placing import growth, pay_growth, pay_sprouts, sprouts
from tilth_bots.naturalist.planning import Plan
from tilth_bots.naturalist.planting import place, plant, price
from tilth_bots.naturalist.table import Table
from tilth_bots.naturalist.value import Worth
from tilth_client import Answer, Decision, offer, picks

GOODS: Final = {
    earth.GOOD_SOIL: "soil",
    earth.GOOD_SPROUT: "sprout",
    earth.GOOD_GROWTH: "growth",
    earth.GOOD_CARD: "draw",
    earth.GOOD_HAND_COMPOST: "compost hand",
    earth.GOOD_DECK_COMPOST: "compost deck",
}
MIN_EVENT_GAIN: Final = 0.5
"""Gain that playing an event must exceed, in points."""

Answering = Callable[[Worth, Decision], Answer]


def decide(view: Any, decision: Decision) -> Answer:
    """Return the answer to one decision, based on the view and the decision alone: an offer that is better accepted
    first, or the answer of the kind's function in ANSWERS. In other games and for other kinds, it is the default
    answer."""
    answering = ANSWERS.get(decision.kind)
    if answering is None or not isinstance(view, earth.View):
        return decision.default
    worth = Worth(Table.of(view, decision))
    return between(worth, decision) or answering(worth, decision)


def between(worth: Worth, decision: Decision) -> Answer | None:
    """Return the answer that accepts an offer before anything else: goods that a team mate has left, or the event that
    gains most, if that is more than MIN_EVENT_GAIN points. Return None if there is neither."""
    most, taken = MIN_EVENT_GAIN, None
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
    """Return the gain in points from playing an event now, compared with keeping the card."""
    total = card.points - worth.spare
    for ability in card.abilities:
        total += worth.use(ability, 0)
    for other in worth.area.board:
        total += sum(worth.use(one, 0) for one in other.abilities if one.when == "event_played")
    return total


def side(worth: Worth, decision: Decision) -> Answer:
    """Pick the side of the island, climate or ecosystem card that promises most."""
    return best(decision, lambda move: promises(worth, worth.table.cards[move.choose_side.card]))


def action(worth: Worth, decision: Decision) -> Answer:
    """Pick the action that brings most over the next turns. An action that takes only a part of its gain is never
    picked before one that takes all."""
    plan = Plan(worth)

    def brings(move: earth.Move) -> float:
        chosen = move.choose_action
        return plan.brings(chosen.action) if chosen.taking == earth.TAKING_ALL else NEVER

    return best(decision, brings)


def react(worth: Worth, decision: Decision) -> Answer:
    """Pick the good of which two pieces are worth most now. Options that take only a part are never picked before one
    that takes all."""

    def brings(move: earth.Move) -> float:
        taken = move.take_good
        return worth.gains(GOODS[taken.good], 2) if taken.taking == earth.TAKING_ALL else NEVER

    return best(decision, brings)


def gaia_goal(worth: Worth, decision: Decision) -> Answer:
    """Pick the goal at which Gaia's leaf costs the bot least. The cost includes her points and the lower place of a
    later leaf of the bot."""
    return best(decision, lambda move: -worth.table.contested(move.choose_goal.goal))


def pick_up(worth: Worth, decision: Decision) -> Answer:
    """Pick up as much as allowed, of the first options first."""
    chosen = [option for option, most in decision.max_each.items() for _ in range(most)]
    return picks(*chosen[: decision.max_picks])


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
"""Answering functions by the kind of decision."""
