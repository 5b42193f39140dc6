"""Answers at random, inside the bounds of a decision and outside of them."""

from collections.abc import Sequence
from random import Random

from tilth_rules.kernel import Choose, Decision

Picks = tuple[tuple[int, ...], tuple[int, ...]]
"""What was chosen, and what was measured: one of them is empty."""


def inside(decision: Decision, random: Random, offers: Sequence[int] = ()) -> Picks:
    """A legal answer. One time in six a standing offer, where there is one."""
    if offers and random.random() < 1 / 6:
        return (random.choice(offers),), ()
    if not isinstance(decision, Choose):
        return (), tuple(random.randint(q.low, q.high) for q in decision.quantities)
    pool = list(decision.options)
    if decision.each:
        pool = [option for option, most in zip(pool, decision.each, strict=True) for _ in range(most)]
    wanted = random.randint(decision.least, max(decision.least, min(decision.most, len(pool))))
    return tuple(random.sample(pool, wanted)), ()


def outside(decision: Decision, random: Random, offers: Sequence[int] = ()) -> list[Picks]:
    """Answers just outside of each bound."""
    if not isinstance(decision, Choose):
        low = tuple(q.low for q in decision.quantities)
        wrong: list[Picks] = [((), low[:-1]), ((), (*low, 0)), ((_stranger(offers),), ())]
        for at, quantity in enumerate(decision.quantities):
            beyond = (quantity.low - 1, quantity.high + 1)
            wrong += [((), (*low[:at], number, *low[at + 1 :])) for number in beyond]
        return wrong
    options = list(decision.options)
    each = list(decision.each) or [1] * len(options)
    stranger = _stranger([*options, *offers])
    wrong = [((stranger, *decision.default_answer()[1:]), ()), ((), (1,))]
    if decision.least > 0:
        wrong.append((decision.default_answer()[: decision.least - 1], ()))
    pool = [option for option, most in zip(options, each, strict=True) for _ in range(most)]
    if len(pool) > decision.most:
        wrong.append((tuple(random.sample(pool, decision.most + 1)), ()))
    if options:
        at = random.randrange(len(options))
        wrong.append(((options[at],) * max(each[at] + 1, decision.least), ()))
    return wrong


def _stranger(known: Sequence[int]) -> int:
    """The smallest number that is not offered."""
    return next(n for n in range(len(known) + 1) if n not in known)
