"""What a card may still bring after it has been played, in points: rough figures for each clause."""

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
"""How much of all that is hoped for here comes true."""

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
"""How often in a round something happens to a seat."""
VISITS: Final = 0.15
"""How often in a round somebody goes to a certain space."""
TAKES: Final = (0.0, 0.4, 0.25, 0.25, 0.25, 0.15, 0.12, 0.3, 0.15, 0.12, 0.12)
"""How often in a round somebody carries off such a good."""
NOT_YET: Final = 0.25
"""What a clause is worth whose condition doesn't hold yet, of what it would be worth."""
MAYBE: Final = 0.5
"""How often something happens that happens once, if at all."""
A_CERTAIN_CARD: Final = 0.3
"""How often it is one of the named cards that is played, of all that are; and in a whole match, at most."""
MOST_OF_ONE: Final = 0.4
LATER: Final = 0.8
"""What goods are worth that come some time, of what they are worth now."""
USED: Final = 0.8
"""How often an offer will be taken up, of all the times that it could be."""
OTHERS_TOO: Final = -0.3
"""What it is worth if others gain something, of what it would be worth to oneself."""
IN_TEXT: Final = {True: 1.5, False: 0.6}
"""What it is worth that a card does something that its text alone tells: an occupation, an improvement."""
AT_ONCE: Final = 4
"""How many rounds what it does at once counts for."""
TOO_MANY: Final = 4
CATCH: Final = 0.75
"""More points than these, and a text: then it has a price of its own, of so much of them."""
AT_WILL: Final = 2
"""How often something is exchanged at a harvest, if it can be done as often as one likes."""
HANDY: Final = 0.1
"""What an exchange is worth at least."""
PLACE: Final = 0.3
"""What it is worth that there is room for one more animal."""
FILLED: Final = 4
PLOT: Final = 1.0
"""What one more plot for grain is worth."""
SOWN: Final = 0.1
"""How much of such a crop will be sown until each harvest."""
BREAD: Final = 0.1
"""How much of what an oven makes of a grain will be eaten at each harvest, in points."""
PAYING: Final = 0.5
"""How many of their visits others still make where there is a toll."""
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
    """What a card that comes into play now may still bring. What it does at once and what it scores is not counted."""
    total = sum(coming(clause, farm, table) for clause in face.clauses)
    if face.coded:
        total += IN_TEXT[face.kind == OCCUPATION] * (table.left + AT_ONCE) / (ROUNDS + AT_ONCE)
        if face.points > TOO_MANY:
            total -= CATCH * face.points
    return COMES_TRUE * total


def coming(clause: Clause, farm: Farm, table: Table) -> float:
    reckon = RECKONED.get(clause["clause"])
    if reckon is None:
        return 0.0
    now = holds(clause.get("if", ()), farm, table)
    return reckon(clause, farm, table) * (1.0 if now else NOT_YET)


# At moments --------------------------------------------------------------------------------------------------------


def times(clause: Clause, table: Table) -> float:
    """How often it will happen."""
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
    return min(MOST_OF_ONE, often * who * table.left) if clause.get("cards") else often * who * table.left


def when(clause: Clause, farm: Farm, table: Table) -> float:
    gains = sum(brings(act, farm, table) for act in clause["do"]) - value_of(clause.get("cost", ()))
    refused = clause.get("optional") or clause.get("cost")
    return (max(0.0, gains) if refused else gains) * times(clause, table)


def brings(act: Clause, farm: Farm, table: Table) -> float:
    """What an act is worth, roughly and at any time."""
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
    """Whether there is still time for it to be of use."""
    return min(1.0, table.left / 5)


# Exchanges and offers ----------------------------------------------------------------------------------------------


def convert(clause: Clause, farm: Farm, table: Table) -> float:
    """Mostly something is made into food at harvest."""
    surplus = max(value_of(get) for get in clause["get"]) - value_of(clause["give"])
    often = int(clause.get("times", 1)) if clause.get("limit") else AT_WILL
    return max(HANDY, surplus) * USED * often * table.harvests


def offer(clause: Clause, farm: Farm, table: Table) -> float:
    """Once in a match is often enough for it."""
    return USED * sum(brings(act, farm, table) for act in clause["do"]) * (table.left > 0)


# Room for animals and crops ----------------------------------------------------------------------------------------


def holder(clause: Clause, farm: Farm, table: Table) -> float:
    """Any number of places are as many as will be filled."""
    places = (int(clause.get(kind, 0)) for kind in ("total", "sheep", "boar", "cattle"))
    return PLACE * sum(min(FILLED, one) for one in places)


def capacity(clause: Clause, farm: Farm, table: Table) -> float:
    return PLACE * (int(clause.get("plus", 0)) * len(pastures(farm.fences)) + int(clause.get("least", 0)) / 2)


def home(clause: Clause, farm: Farm, table: Table) -> float:
    """Instead of the one animal that lives in every house."""
    return PLACE * (value(clause["animals"], farm, table) - 1)


def plot(clause: Clause, farm: Farm, table: Table) -> float:
    return PLOT * (1.0 if clause["crop"] == GRAIN else 1.5) * int(clause.get("n", 1)) * soon(table)


def stack(clause: Clause, farm: Farm, table: Table) -> float:
    return (
        SOWN * int(clause["plus"]) * value_of(tuple((crop, 1) for crop in clause["crops"])) * table.harvests
    )


def deep_plough(clause: Clause, farm: Farm, table: Table) -> float:
    return float((int(clause["to"]) - 1) * int(clause["uses"])) * soon(table)


def per_round(worth: float) -> Reckon:
    """What is worth so much if it is there for a whole match."""
    return lambda clause, farm, table: worth * table.left / ROUNDS


def toll(clause: Clause, farm: Farm, table: Table) -> float:
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
"""By the kind of clause. What makes one cook counts as soon as it is there, and points as they are."""
