"""Bots that know no game: a decision says by itself what may be answered."""

from random import Random
from typing import Any, Final

from tilth_client import Answer, Bot, Decision, numbers, offer, picks

OFFER_TAKEN: Final = 1 / 16
"""How often the random bot takes a standing offer instead of answering; then it is asked anew."""


def without_view(bot: Bot) -> Bot:
    """Mark a bot that never looks at its view, so that none is sent."""
    bot.wants_views = False  # type: ignore[attr-defined]
    return bot


def answer_at_random(decision: Decision, random: Random) -> Answer:
    """Uniform over the number of picks, then over the picks; numbers uniform within their bounds."""
    if decision.offers and random.random() < OFFER_TAKEN:
        return offer(random.choice(decision.offers).id)
    if decision.quantities:
        return numbers(*(random.randint(quantity.low, quantity.high) for quantity in decision.quantities))
    pool = list(decision.ids)
    if decision.message.each:
        pool = [option for option, most in decision.each.items() for _ in range(most)]
    return picks(*random.sample(pool, random.randint(decision.least, min(decision.most, len(pool)))))


def random_bot(seed: int) -> Bot:
    """Answers at random. What it answers follows from its seed, its seat and the number of the decision alone."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return answer_at_random(decision, Random(f"{seed} {decision.seat} {decision.id}"))

    return without_view(bot)


def first_bot(seed: int) -> Bot:
    """Answers with the first that is legal: the fewest picks, the first options first; the lowest numbers."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return first_answer(decision)

    return without_view(bot)


def first_answer(decision: Decision) -> Answer:
    if decision.quantities:
        return numbers(*(quantity.low for quantity in decision.quantities))
    pool = [option for option, most in decision.each.items() for _ in range(most)]
    return picks(*pool[: decision.least])
