"""Sprouts and growth, laid where they are worth most and paid where they are missed least."""

from collections.abc import Mapping

from tilth_bots.naturalist.pieces import Growth, Pieces, Sprouts
from tilth_bots.naturalist.worth import Worth
from tilth_client import Answer, Decision, picks


def sprouts(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).place_sprout.place for option in decision.options}
    return laid(decision, places, Sprouts(worth), decision.most, 1)


def growth(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).place_growth.place for option in decision.options}
    return laid(decision, places, Growth(worth), decision.most, 1)


def pay_sprouts(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).pay_sprout.place for option in decision.options}
    return laid(decision, places, Sprouts(worth), decision.least, -1)


def pay_growth(worth: Worth, decision: Decision) -> Answer:
    places = {option.id: decision.move(option).pay_growth.place for option in decision.options}
    return laid(decision, places, Growth(worth), decision.least, -1)


def laid(decision: Decision, places: Mapping[int, int], pieces: Pieces, count: int, change: int) -> Answer:
    """So many pieces, one after the other where they are worth most, or are missed least."""
    options = {place: option for option, place in places.items()}
    rooms = {place: decision.each[option] for option, place in places.items()}
    return picks(*(options[place] for place in pieces.spread(rooms, count, change)))
