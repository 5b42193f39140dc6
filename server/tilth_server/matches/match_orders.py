"""The orders of lists besides the time of creation: an index for each, with a row for every match that has its number.

The rows of a match are written with the row of the index "match". A match has them when it has ended, and no record
that can follow changes a number. Two orders differ: the surprise follows from ratings, which write its rows
(tournaments/ratings/surprise.py), and the last record of a running match is in no index (last_records.py).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from tilth_server.derived_ids import DerivedIds
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.match_rows import forfeit_tags, game_tag, player_tag, row_of, tournament_tag
from tilth_server.store import IndexRow

VERSION: Final = 1
CAUSE_STEP: Final = 2**44
"""The number by which the causes of forfeits are apart in their order: more than the milliseconds since 1970."""
RATED: Final = "rated"
"""The tag of every match in the order of surprises."""


class Order(StrEnum):
    """An order of matches, the greatest number first. The value is the name of its index."""

    ENDED = "match ended"
    """The time of the end."""
    MARGIN = "match margin"
    """The points between the first place and the next one."""
    RECORDS = "match records"
    DURATION = "match duration"
    """Milliseconds from the start to the end."""
    FORFEIT = "match forfeit"
    """The cause for which the first seat resigned, then the time of the end."""
    SURPRISE = "match surprise"
    """The difference, in percent, between the result and what the ratings had expected."""
    LAST_RECORD = "match last record"
    """The time of the last record of a running match."""


BY_RECORDS: Final = tuple(Order)[:5]
"""The orders whose numbers follow from the records of a match that has ended."""


class Range(msgspec.Struct, frozen=True):
    """The lowest and the highest number that are wanted; None for any."""

    min: int | None = None
    max: int | None = None

    def holds(self, number: int | None) -> bool:
        """Return whether the number is in the range. A match without a number is in no range."""
        return (
            number is not None
            and (self.min is None or number >= self.min)
            and (self.max is None or number <= self.max)
        )


Ranges = Mapping[Order, Range]


def number_of(info: MatchInfo, order: Order) -> int | None:
    """Return the number of a match in this order, one of BY_RECORDS; None if it has none, such as the margin of a match
    of one seat.
    """
    if info.is_unfinished or info.damage is not None:
        return None
    if order is Order.ENDED:
        return info.ended_ms
    if order is Order.RECORDS:
        return info.record_count
    if order is Order.DURATION:
        return max(0, info.ended_ms - info.started_ms) if info.started else None
    if order is Order.FORFEIT:
        return info.forfeits[0][1] * CAUSE_STEP + info.ended_ms if info.forfeits else None
    return _margin(info)


def _margin(info: MatchInfo) -> int | None:
    """Return the points between the first place and the next one; 0 if the first place is shared, or if something else
    than points decided.
    """
    result = info.result
    if result is None or len(result.places) < 2:
        return None
    standings = sorted(zip(result.places, (-score for score in result.scores), strict=True))
    first, second = standings[:2]
    return 0 if first[0] == second[0] else max(0, second[1] - first[1])


def rows_of(info: MatchInfo, ids: DerivedIds) -> tuple[IndexRow, ...]:
    """Return all rows of a match: the one that lists show, and one for each order that the match has a number in."""
    row = row_of(info, ids)
    if info.is_unfinished or info.damage is not None:
        return (row,)
    return (row, *(made for order in BY_RECORDS if (made := order_row(info, order)) is not None))


def order_row(info: MatchInfo, order: Order) -> IndexRow | None:
    """Return the row of a match in the index of an order; None if it has no number there."""
    number = number_of(info, order)
    if number is None:
        return None
    tags = [game_tag(info.game)]
    tags += [player_tag(player_id) for player_id in {*info.player_ids} - info.claimed_ids if player_id]
    if info.tournament_id:
        tags.append(tournament_tag(info.tournament_id))
    tags += forfeit_tags(info)
    return IndexRow(order, info.id, number, tuple(sorted(tags)), (), VERSION)
