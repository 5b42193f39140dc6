"""Effects that the bot's cards in play add to a visit of a space."""

from collections.abc import Sequence

from tilth_bots.farmer.cards import done
from tilth_bots.farmer.faces import Clause
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.spaces import GIVES
from tilth_bots.farmer.table import Seen


def helps(seen: Seen, space: int) -> Sequence[Clause]:
    """Return the clauses of the bot's cards in play that take effect when it visits the space of this number. They are
    found once for each space and decision."""
    if space not in seen.helping:
        seen.helping[space] = [clause for clause in seen.visiting if _meant(seen, clause, space)]
    return seen.helping[space]


def _meant(seen: Seen, clause: Clause, space: int) -> bool:
    """Return whether a clause takes effect on a visit to this space: the space is among those it names, and the goods
    that lie on the space or that it gives meet the clause's conditions on a haul."""
    if space not in clause.get("spaces", (space,)):
        return False
    haul = clause.get("haul")
    if haul is None:
        return True
    lying = {good for good, _ in seen.lying.get(space, ())}
    goods = lying | {good for good, _ in GIVES.get(space, ())}
    if not goods or haul.get("lying", 0) not in {0, *lying}:
        return False
    return (
        goods.issuperset(haul.get("yields", ()))
        and not goods.intersection(haul.get("without", ()))
        and all(goods.intersection(haul[word]) for word in ("takes", "along") if word in haul)
    )


def helped(seen: Seen, farm: Farm, space: int) -> Farm:
    """Return the farm after the clauses of the bot's cards that a visit to this space sets off, one after the other."""
    for clause in helps(seen, space):
        farm = done(farm, seen, clause)
    return farm
