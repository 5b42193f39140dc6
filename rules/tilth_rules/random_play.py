"""Random answers, inside the bounds of a decision and outside of them."""

from collections.abc import Sequence
from random import Random

from tilth_rules.kernel import Choose, Decision

Picks = tuple[tuple[int, ...], tuple[int, ...]]
"""An answer: its picks and its numbers, one of them empty."""


def inside(decision: Decision, random: Random, offers: Sequence[int] = ()) -> Picks:
    """Return a random legal answer; one time in six a standing offer, if there is one."""
    if offers and random.random() < 1 / 6:
        return (random.choice(offers),), ()
    if not isinstance(decision, Choose):
        return (), tuple(random.randint(q.min, q.max) for q in decision.quantities)
    pool = list(decision.options)
    if decision.max_each:
        pool = [option for option, most in zip(pool, decision.max_each, strict=True) for _ in range(most)]
    wanted = random.randint(decision.min_picks, max(decision.min_picks, min(decision.max_picks, len(pool))))
    return tuple(random.sample(pool, wanted)), ()


def outside(decision: Decision, random: Random, offers: Sequence[int] = ()) -> list[Picks]:
    """Return answers just outside of each bound of the decision."""
    if not isinstance(decision, Choose):
        low = tuple(q.min for q in decision.quantities)
        wrong: list[Picks] = [((), low[:-1]), ((), (*low, 0)), ((_stranger(offers),), ())]
        for at, quantity in enumerate(decision.quantities):
            beyond = (quantity.min - 1, quantity.max + 1)
            wrong += [((), (*low[:at], number, *low[at + 1 :])) for number in beyond]
        return wrong
    options = list(decision.options)
    each = list(decision.max_each) or [1] * len(options)
    stranger = _stranger([*options, *offers])
    wrong = [((stranger, *decision.default_answer()[1:]), ()), ((), (1,))]
    if decision.min_picks > 0:
        wrong.append((decision.default_answer()[: decision.min_picks - 1], ()))
    pool = [option for option, most in zip(options, each, strict=True) for _ in range(most)]
    if len(pool) > decision.max_picks:
        wrong.append((tuple(random.sample(pool, decision.max_picks + 1)), ()))
    if options:
        at = random.randrange(len(options))
        wrong.append(((options[at],) * max(each[at] + 1, decision.min_picks), ()))
    return wrong


def _stranger(known: Sequence[int]) -> int:
    """Return the smallest number that is not offered."""
    return next(n for n in range(len(known) + 1) if n not in known)
