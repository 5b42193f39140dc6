"""Estimates, in points, of the future benefit of a card that has been played, for each kind of clause."""

from collections.abc import Callable
from typing import Final

from tilth_bots.farmer import prices
from tilth_bots.farmer.acts import Table
from tilth_bots.farmer.counts import ROUNDS, holds, value
from tilth_bots.farmer.faces import OCCUPATION, Clause, Face
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import GRAIN, WORTH, value_of
from tilth_bots.farmer.yard import pastures

Reckon = Callable[[Clause, Farm, Table], float]

COMES_TRUE: Final = 0.8
"""Share of the estimated benefit that is counted."""

HARVEST_MOMENTS: Final = frozenset(
    {"field_begins", "field", "field_ends", "after_field", "feeding_begins", "feeding", "breeding"}
)
ROUND_MOMENTS: Final = frozenset({"round", "work", "last", "home", "night"})
OFTEN: Final = {
    "turn": 1.0,
    "got": 0.5,
    "ploughed": 0.2,
    "sown": 0.15,
    "baked": 0.12,
    "roomed": 0.1,
    "stabled": 0.1,
    "fenced": 0.12,
    "renovated": 0.1,
    "occ": 0.15,
    "occed": 0.15,
    "improved": 0.2,
    "grew": 0.1,
    "cooked": 0.2,
}
"""Estimated number of times per round that a moment occurs to one seat, by moment."""
VISITS: Final = 0.15
"""Estimated number of visits of one seat to one space per round."""
TAKES: Final = (0.0, 0.4, 0.25, 0.25, 0.25, 0.15, 0.12, 0.3, 0.15, 0.12, 0.12)
"""Estimated number of times per round that one seat takes this good from a space, by good."""
NOT_YET: Final = 0.25
"""Share of a clause's worth that counts while its condition does not hold."""
MAYBE: Final = 0.5
"""Probability of an event that happens at most once in a match."""
A_CERTAIN_CARD: Final = 0.3
"""Probability that a played card is one of the cards that the clause names. `MAX_OF_ONE` is the maximum number of
times for the whole match."""
MAX_OF_ONE: Final = 0.4
LATER: Final = 0.8
"""Worth of goods that arrive in later rounds, as a share of their worth now."""
USED: Final = 0.8
"""Share of the possible uses of an offer that the bot expects to make."""
OTHERS_TOO: Final = -0.3
"""Factor for a gain of other players, relative to the worth of the same gain for the bot."""
IN_TEXT: Final = {True: 1.5, False: 0.6}
"""Worth of an effect that is described only in the card's text: for an occupation (True) and for an improvement
(False)."""
AT_ONCE: Final = 4
"""Number of rounds that the immediate part of such an effect counts for."""
TOO_MANY: Final = 4
CATCH: Final = 0.75
"""Deduction, as a share of the card's points, for a card with more than `TOO_MANY` points and an effect in its text:
such an effect is usually a drawback."""
AT_WILL: Final = 2
"""Assumed number of exchanges per harvest if the exchange has no limit."""
HANDY: Final = 0.1
"""Least worth of one exchange, in points."""
PLACE: Final = 0.3
"""Worth of room for one more animal."""
FILLED: Final = 4
PLOT: Final = 1.0
"""Worth of one more plot for grain."""
SOWN: Final = 0.1
"""Estimated number of times that the named crops are sown before each harvest."""
BREAD: Final = 0.1
"""Worth, per harvest, of each food that an oven makes of one grain."""
PAYING: Final = 0.5
"""Share of the visits to a space that other players still make when it has a toll."""
ACTS: Final = {
    "sow": 0.8,
    "bake": 0.4,
    "fences": 0.8,
    "renovate": 2.0,
    "grow": 4.0,
    "occupation": 1.0,
    "improvement": 1.0,
    "start_player": 0.2,
    "breed": 0.8,
}


def lasting(face: Face, farm: Farm, table: Table) -> float:
    """Return the future benefit in points of a card that comes into play now. Its immediate effects and its final score
    are not counted."""
    total = sum(coming(clause, farm, table) for clause in face.clauses)
    if face.coded:
        total += IN_TEXT[face.kind == OCCUPATION] * (table.left + AT_ONCE) / (ROUNDS + AT_ONCE)
        if face.points > TOO_MANY:
            total -= CATCH * face.points
    return COMES_TRUE * total


def coming(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the future benefit of one clause in points; 0 for a kind of clause without an estimate. While the clause's
    condition does not hold, only the share NOT_YET counts."""
    reckon = RECKONED.get(clause["clause"])
    if reckon is None:
        return 0.0
    now = holds(clause.get("if", ()), farm, table)
    return reckon(clause, farm, table) * (1.0 if now else NOT_YET)


# At moments --------------------------------------------------------------------------------------------------------


def times(clause: Clause, table: Table) -> float:
    """Return the estimated number of times that a "when" clause takes effect in the rest of the match; it can be a
    fraction."""
    moment = clause["on"]
    if moment in ("play", "due", "final", "housed"):
        return MAYBE if moment == "housed" else 0.0
    if moment in HARVEST_MOMENTS:
        return float(table.harvests)
    if clause.get("round"):
        return float(clause["round"] > table.round)
    if moment in ROUND_MOMENTS:
        return float(table.left)
    if "spaces" in clause:
        often = VISITS * len(clause["spaces"])
    elif "haul" in clause:
        haul = clause["haul"]
        goods = haul.get("yields") or haul.get("takes") or (haul.get("lying", 0),)
        often = min(TAKES[good] for good in goods)
    else:
        often = OFTEN.get(moment, VISITS) * (A_CERTAIN_CARD if clause.get("cards") else 1.0)
    who = {"me": 1, "others": table.seats - 1, "any": table.seats}[clause.get("who", "me")]
    return min(MAX_OF_ONE, often * who * table.left) if clause.get("cards") else often * who * table.left


def when(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of a "when" clause: its gains less its cost, times the number of occasions that are
    left. A clause that is optional or has a cost is never worth less than 0."""
    gains = sum(brings(act, farm, table) for act in clause["do"]) - value_of(clause.get("cost", ()))
    refused = clause.get("optional") or clause.get("cost")
    return (max(0.0, gains) if refused else gains) * times(clause, table)


def brings(act: Clause, farm: Farm, table: Table) -> float:
    """Return the rough worth in points of doing an act once, at whatever moment."""
    match act["act"]:
        case "gain":
            goods = tuple((good, value(amount, farm, table)) for good, amount in act["goods"])
            worth = value_of(goods) - value_of(act.get("price", ()))
            return worth if act.get("to", "me") == "me" else OTHERS_TOO * worth
        case "choose":
            return max(WORTH[good] for good in act["of"])
        case "one_of":
            return max(brings(one, farm, table) for one in act["of"])
        case "swap":
            return value_of(act["get"]) - value_of(act["give"])
        case "leave":
            return value_of(act["gain"]) - value_of(act["goods"])
        case "lay":
            rounds = min(table.left, int(act.get("coming", 0)))
            rounds += len(act.get("after", ())) + len(act.get("rounds", ()))
            return LATER * rounds * value_of(act.get("goods", ()))
        case "plough":
            return 1.0 * value(act.get("most", 1), farm, table)
        case "rooms":
            return 3.0 if act.get("free") else 0.8
        case "stables":
            return 1.0 - value_of(act.get("price", ()))
        case "note":
            return float(act["points"])
        case other:
            return ACTS.get(other, 0.0)


def soon(table: Table) -> float:
    """Return a factor for a benefit that takes time: 1 with at least five rounds after this one, falling to 0 in the
    last round."""
    return min(1.0, table.left / 5)


# Exchanges and offers ----------------------------------------------------------------------------------------------


def convert(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of an exchange at the harvests to come: its best surplus (at least HANDY) for each
    expected use."""
    surplus = max(value_of(get) for get in clause["get"]) - value_of(clause["give"])
    often = int(clause.get("times", 1)) if clause.get("limit") else AT_WILL
    return max(HANDY, surplus) * USED * often * table.harvests


def offer(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of an offer that is used about once in a match; 0 in the last round."""
    return USED * sum(brings(act, farm, table) for act in clause["do"]) * (table.left > 0)


# Room for animals and crops ----------------------------------------------------------------------------------------


def holder(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of the places for animals on a card, counting at most FILLED places of each kind."""
    places = (int(clause.get(kind, 0)) for kind in ("total", "sheep", "boar", "cattle"))
    return PLACE * sum(min(FILLED, one) for one in places)


def capacity(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of room for more animals in the pastures: PLACE for each place that the clause adds to
    a pasture that stands now, and half of PLACE for each place of the capacity that it guarantees."""
    return PLACE * (int(clause.get("plus", 0)) * len(pastures(farm.fences)) + int(clause.get("least", 0)) / 2)


def home(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of places for animals in the house, beyond the one place that every house has."""
    return PLACE * (value(clause["animals"], farm, table) - 1)


def plot(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of the plots for a crop on the card; it falls in the last five rounds."""
    return PLOT * (1.0 if clause["crop"] == GRAIN else 1.5) * int(clause.get("n", 1)) * soon(table)


def stack(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of the further crops that the clause lays on each field that is sown with one of its
    crops."""
    return (
        SOWN * int(clause["plus"]) * value_of(tuple((crop, 1) for crop in clause["crops"])) * table.harvests
    )


def deep_plough(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth of a plough that turns several cells into fields in one action: one point for each further field
    in each of its uses. It falls in the last five rounds."""
    return float((int(clause["to"]) - 1) * int(clause["uses"])) * soon(table)


def per_round(worth: float) -> Reckon:
    """Return an estimate that is `worth` points for a whole match, and for the rounds left in proportion."""
    return lambda clause, farm, table: worth * table.left / ROUNDS


def toll(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the worth in points of the goods that other players are expected to pay for visits to the clause's
    spaces."""
    visits = PAYING * VISITS * len(clause["spaces"]) * (table.seats - 1) * table.left
    return visits * value_of(clause["goods"])


RECKONED: Final[dict[str, Reckon]] = {
    "when": when,
    "convert": convert,
    "offer": offer,
    "base": prices.base,
    "less": prices.less,
    "replace": prices.replace,
    "free_fences": prices.free_fences,
    "as_minor": per_round(1.0),
    "holder": holder,
    "capacity": capacity,
    "home": home,
    "plot": plot,
    "stack": stack,
    "plough": deep_plough,
    "bake": lambda clause, farm, table: BREAD * int(clause["food"]) * table.harvests,
    "feeds_last": per_round(0.5),
    "entry": per_round(2.0),
    "toll": toll,
    "lends": per_round(3.0),
    "score_most": lambda clause, farm, table: MAYBE * int(clause["points"]) / max(2, table.seats),
}
"""Estimates by the kind of clause. Cooking clauses and points are missing because they are counted elsewhere."""
