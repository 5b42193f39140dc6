"""The keys of page tokens: positions in the lists of an index, written as texts."""

from typing import Final

from tilth_server.reasons import PAGE_TOKEN_INVALID
from tilth_server.refusal import Refusal
from tilth_server.store import Position

LONGEST_ORDER: Final = 15
"""Digits of an order: milliseconds since 1970, up to the year 9999."""


def page_key_of(position: Position | None) -> str:
    """Return a position as the key of a page token; "" for None, the end of the list."""
    return "" if position is None else f"{position.order}/{position.key}"


def position_of_key(key: str) -> Position | None:
    """Return the position in a key; None for "", the beginning.

    Raise Refusal for a key that `page_key_of` does not return.
    """
    if not key:
        return None
    order, _, rest = key.partition("/")
    digits = order.removeprefix("-")
    if digits.isdecimal() and len(digits) <= LONGEST_ORDER:
        position = Position(int(order), rest)
        if page_key_of(position) == key:
            return position
    raise Refusal(PAGE_TOKEN_INVALID, "this is no page token of this list", field="page_token")
