"""Bots for every game: they use only the options and bounds of a decision, not the view."""

from random import Random
from typing import Any, Final

from tilth_bots.described import describe
from tilth_client import Answer, Bot, Decision, numbers, offer, picks
from tilth_client.seat_bots import Decide

OFFER_TAKEN: Final = 1 / 16
"""Probability that the random bot accepts a standing offer instead of answering; the decision is then asked again."""


def without_view(bot: Decide) -> Bot:
    """Mark a bot as not using its view, so that the server sends none."""
    bot.wants_views = False  # type: ignore[attr-defined]
    return bot


def answer_at_random(decision: Decision, random: Random) -> Answer:
    """Return a random answer. With offers, accept one with the probability OFFER_TAKEN. Otherwise numbers are drawn
    uniformly within their bounds; for picks, first their number is drawn uniformly, then the options."""
    if decision.offers and random.random() < OFFER_TAKEN:
        return offer(random.choice(decision.offers).id)
    if decision.quantities:
        return numbers(*(random.randint(quantity.min, quantity.max) for quantity in decision.quantities))
    pool = list(decision.ids)
    if decision.message.max_each:
        pool = [option for option, most in decision.max_each.items() for _ in range(most)]
    return picks(*random.sample(pool, random.randint(decision.min_picks, min(decision.max_picks, len(pool)))))


def random_bot(seed: int) -> Bot:
    """Return a bot that answers at random. Each answer depends only on the bot's seed, its seat and the decision's
    id."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return answer_at_random(decision, Random(f"{seed} {decision.seat} {decision.id}"))

    return without_view(bot)


def first_bot(seed: int) -> Bot:
    """Return a bot that gives the first legal answer: the fewest picks, the first options, the lowest numbers."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return first_answer(decision)

    return without_view(bot)


def first_answer(decision: Decision) -> Answer:
    """Return the first legal answer: the lowest numbers, or the fewest picks, taken from the first options. Offers are
    never accepted."""
    if decision.quantities:
        return numbers(*(quantity.min for quantity in decision.quantities))
    pool = [option for option, most in decision.max_each.items() for _ in range(most)]
    return picks(*pool[: decision.min_picks])


describe(random_bot, "Answers at random, in every game.")
describe(first_bot, "Gives the first legal answer, in every game.")
