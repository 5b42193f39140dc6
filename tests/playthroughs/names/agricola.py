"""Names for the numbers of Agricola."""

from typing import Any

from tilth_rules.agricola import codes
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.yard import CELLS
from tilth_rules.agricola.moves import numbers
from tilth_rules.agricola.state import CARD_PLOTS
from tilth_rules.playthrough.names import BY_SEAT, SEAT, ByPlace, Names, in_grid, in_order
from tilth_rules.playthrough.names import words as named

GOOD = in_order("none", *codes.GOOD_NAMES[1:])
HOUSE = in_order("wood", "clay", "stone")
PERSON = in_order(*"abcdefgh")
LINES = in_order(
    *("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle", "unused", "stables"),
    *("rooms", "family", "cards", "bonus", "begging"),
)
PART = named(
    {
        **{number: name for number, name in enumerate(codes.GOOD_NAMES) if name},
        numbers.PART_TAKE: "take",
        numbers.PART_PLOUGH: "plough",
        numbers.PART_SOW: "sow",
        numbers.PART_BAKE: "bake",
        numbers.PART_ROOMS: "rooms",
        numbers.PART_STABLES: "stables",
        numbers.PART_FENCES: "fences",
        numbers.PART_RENOVATE: "renovate",
        numbers.PART_GROW: "grow",
        numbers.PART_OCCUPATION: "occupation",
        numbers.PART_IMPROVEMENT: "improvement",
        numbers.PART_START: "start",
        numbers.PART_POINTS: "points",
        numbers.PART_CHOOSE: "choose",
        numbers.PART_OTHER: "other",
    }
)
SOURCE = named(
    {
        codes.BY_SET_UP: "set-up",
        codes.BY_SPACE: "space",
        codes.BY_HARVEST: "harvest",
        codes.BY_BREEDING: "breeding",
        codes.BY_EXCHANGE: "exchange",
        codes.FOR_BUILDING: "building",
        codes.FOR_CARD: "card",
        codes.FOR_SPACE: "space's price",
        codes.FOR_FEEDING: "feeding",
        codes.WITHOUT_ROOM: "no room",
        codes.BY_SEAT: "seat",
    }
)


def card(number: int) -> str:
    """Return the id and the English name."""
    return f"{CARDS[number].id} {CARDS[number].name.en}" if number >= 0 else "none"


def space(number: int) -> str:
    return SPACES[number].id if number >= 0 else "none"


def plot(number: int) -> str:
    """Return a cell of the farmyard, or a plot on a card."""
    return in_grid(5)(number) if number < CELLS else f"card plot {number - CARD_PLOTS + 1}"


def goods(amounts: Any) -> str:
    return " ".join(f"{one.amount} {GOOD(one.good)}" for one in amounts)


def price(one: Any) -> str:
    """Return one of the ways to pay a price."""
    parts = [goods(one.goods), *(f"give up {card(number)}" for number in one.returns)]
    if one.improvements:
        parts.append(f"{one.improvements} improvements")
    if one.saving:
        parts.append("with a saving")
    return ", ".join(filter(None, parts)) or "free"


def herd(one: Any) -> str:
    """Return the place of animals, their numbers, and the room there."""
    where = " ".join(map(plot, one.cells)) or (card(one.card) if one.card is not None else "")
    own = [(one.own_sheep, "sheep"), (one.own_boar, "boar"), (one.own_cattle, "cattle")]
    standing = [(one.sheep, "sheep"), (one.boar, "boar"), (one.cattle, "cattle")]
    amounts = [f"{count} {kind}" for count, kind in standing if count]
    room = [f"room {one.room}", f"for {one.capacity}", *(f"+{count} {kind}" for count, kind in own if count)]
    mixed = " together" if one.together else ""
    return f"{where or ('home' if one.home else 'nowhere')}: {' '.join([*amounts, *room])}{mixed}"


def laid(one: Any) -> str:
    """Return the goods that come in a round."""
    to_pay = f" for {one.price} food" if one.price else ""
    return f"round {one.round} {SEAT(one.seat)} {one.amount} {GOOD(one.good)}{to_pay} ({card(one.card)})"


def edge(number: int) -> str:
    """Return a fence: above a cell, or left of one. The last of a row or column has no cell."""
    above = 4 * 5
    if number < above:
        return f"{plot(number)} top" if number < CELLS else f"{plot(number - 5)} bottom"
    row, column = divmod(number - above, 6)
    return f"{plot(5 * row + column)} left" if column < 5 else f"{plot(5 * row + 4)} right"


AGRICOLA = Names(
    fields={
        "actor": SEAT,
        "card": card,
        "cards": card,
        "cell": plot,
        "cells": plot,
        "coming": space,
        "edges": edge,
        "fences": edge,
        "good": GOOD,
        "TokensDrawn.goods": GOOD,
        "hand": card,
        "house": HOUSE,
        "kept": card,
        "majors": card,
        "minors": card,
        "occupations": card,
        "onto": space,
        "owner": SEAT,
        "pack": card,
        "part": PART,
        "person": PERSON,
        "people": ByPlace(PERSON, zeros=True),
        "Person.kind": in_order("family", "guest", "lodger", first=1),
        "phase": in_order(
            *("set-up", "start", "replenish", "work", "return", "field", "feeding", "breeding", "over"),
            first=1,
        ),
        "places": BY_SEAT,
        "playable": card,
        "plot": plot,
        "Plot.kind": in_order("nothing", "room", "field", "card"),
        "Reaped.to": SEAT,
        "round_cards": space,
        "scope": in_order("turn", "round", "harvest", "match", first=2),
        "scores": BY_SEAT,
        "seat": SEAT,
        "seats": SEAT,
        "sheet": ByPlace(LINES),
        "shown": card,
        "since": str,
        "source": SOURCE,
        "space": space,
        "RoundBegan.space": space,
        "spaces": space,
        "starting_player": SEAT,
        "to": SEAT,
    },
    keys={"Player": "seat", "SpaceView": "space", "Plot": "plot", "Amount": "good", "CardInPlay": "card"},
    shown={
        "Price": price,
        "Herd": herd,
        "LaidGoods": laid,
        "Visitor": lambda one: f"{SEAT(one.seat)} {PERSON(one.person)}",
        "Oven": lambda one: f"{one.food} food a grain, {one.most or 'any'}",
        "Amount": lambda one: f"{one.amount} {GOOD(one.good)}",
    },
    left_out=frozenset({"printed", "DecksMade.minors", "DecksMade.occupations"}),
)
