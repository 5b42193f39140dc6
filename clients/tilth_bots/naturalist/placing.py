"""Answers about sprouts and growth: places where new ones are worth most, and payments that cost least."""

from collections.abc import Mapping

from tilth_bots.naturalist.pieces import Growth, Pieces, Sprouts
from tilth_bots.naturalist.value import Worth
from tilth_client import Answer, Decision, picks


def sprouts(worth: Worth, decision: Decision) -> Answer:
    """Place sprouts one after the other, each on the card where it is worth most, up to the allowed number. Stop before
    one that brings no gain."""
    places = {option.id: decision.move(option).place_sprout.place for option in decision.options}
    return laid(decision, places, Sprouts(worth), decision.max_picks, 1)


def growth(worth: Worth, decision: Decision) -> Answer:
    """Place pieces of growth one after the other, each on the card where it is worth most, up to the allowed number.
    Stop before one that brings no gain."""
    places = {option.id: decision.move(option).place_growth.place for option in decision.options}
    return laid(decision, places, Growth(worth), decision.max_picks, 1)


def pay_sprouts(worth: Worth, decision: Decision) -> Answer:
    """Pay the required number of sprouts, each from the card where its loss costs least."""
    places = {option.id: decision.move(option).pay_sprout.place for option in decision.options}
    return laid(decision, places, Sprouts(worth), decision.min_picks, -1)


def pay_growth(worth: Worth, decision: Decision) -> Answer:
    """Pay the required number of pieces of growth, each from the card where its loss costs least."""
    places = {option.id: decision.move(option).pay_growth.place for option in decision.options}
    return laid(decision, places, Growth(worth), decision.min_picks, -1)


def laid(decision: Decision, places: Mapping[int, int], pieces: Pieces, count: int, change: int) -> Answer:
    """Pick places for up to `count` pieces, one after the other. With `change` 1 each goes where it is worth most, and
    the bot stops before one that brings no gain. With -1 each is taken where its loss costs least. `places` holds the
    place by option id."""
    options = {place: option for option, place in places.items()}
    rooms = {place: decision.max_each[option] for option, place in places.items()}
    return picks(*(options[place] for place in pieces.spread(rooms, count, change)))
