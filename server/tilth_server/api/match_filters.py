"""Filters of match lists and selections, read from a ListMatchesRequest."""

from collections.abc import Mapping
from typing import Final

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1 import lobby_pb2 as pb
from tilth.v1.record_pb2 import ForfeitCause
from tilth_rules.kernel import OptionsRefused
from tilth_server.matches.match_filter import MatchFilter, OptionsHold
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.match_orders import Order, Range
from tilth_server.matches.registry import Matches
from tilth_server.reasons import MALFORMED
from tilth_server.refusal import Refusal
from tilth_server.timestamps import is_valid_time
from tilth_server.wire import GameWire
from tilth_server.wire.memo import Memo

PAGE_SIZE = 1000
ORDERS: Final[Mapping[int, Order]] = {
    pb.MATCH_ORDER_ENDED: Order.ENDED,
    pb.MATCH_ORDER_MARGIN: Order.MARGIN,
    pb.MATCH_ORDER_RECORDS: Order.RECORDS,
    pb.MATCH_ORDER_DURATION: Order.DURATION,
    pb.MATCH_ORDER_FORFEIT_CAUSE: Order.FORFEIT,
    pb.MATCH_ORDER_RATING_SURPRISE: Order.SURPRISE,
    pb.MATCH_ORDER_LAST_RECORD: Order.LAST_RECORD,
}


class FilterReader:
    """Reads match filters from requests. It knows the options of every game."""

    def __init__(self, wires: Mapping[str, GameWire]) -> None:
        self._wires = wires

    def read(self, request: pb.ListMatchesRequest) -> MatchFilter:
        """Return the filter. Raise Refusal for invalid fields, OptionsRefused for options that the game lacks."""
        if request.max_place and not request.player_id:
            raise Refusal(MALFORMED, "max_place needs player_id", field="player_id")
        return MatchFilter(
            game=request.game,
            state=_state(request.state),
            player_id=request.player_id,
            max_place=request.max_place,
            seat_count=request.seat_count,
            tournament_id=request.tournament_id,
            title=request.title.casefold(),
            min_score=request.min_score if request.HasField("min_score") else None,
            from_ms=_ms(request.created_from, "created_from") if request.HasField("created_from") else 0,
            until_ms=_ms(request.created_until, "created_until") if request.HasField("created_until") else 0,
            options=self._options(request.game, dict(request.settings)),
            forfeit=_forfeit(request.forfeit_cause),
            order=_order(request.order),
            ranges=_ranges(request),
        )

    def _options(self, game: str, wanted: dict[str, str]) -> OptionsHold | None:
        """Return a check whether a match has the wanted settings; None if none are wanted."""
        if not wanted:
            return None
        names = [game] if game else list(self._wires)
        texts = {}
        for name in names:
            try:
                texts[name] = self._wires[name].parse_settings(wanted)
            except (KeyError, OptionsRefused):
                # With one named game this is an error; among all games, those without the option are left out.
                if name == game and name in self._wires:
                    raise

        def holds(key: tuple[str, bytes]) -> bool:
            name, options = key
            if name not in texts:
                return False
            wire = self._wires[name]
            written = wire.all_settings(wire.decode_options(options))
            return all(written[setting] == text for setting, text in texts[name].items())

        known = Memo(holds).__getitem__
        return lambda name, options: known((name, options))


async def find_all(matches: Matches, wanted: MatchFilter) -> list[MatchInfo]:
    """Return every match of the filter, the oldest first. Raise Refusal while the index is being built."""
    matches.index.check_complete()
    wanted = msgspec.structs.replace(wanted, order=None)
    found: list[MatchInfo] = []
    after = ""
    while True:
        more, after = await matches.list_page(wanted, PAGE_SIZE, after)
        found += more
        if not after:
            found.reverse()
            return found


def _order(number: int) -> Order | None:
    """Return the order of this number; None for 0, which means the newest first. Raise Refusal if there is none."""
    if number and number not in ORDERS:
        raise Refusal(MALFORMED, f"there is no order {number}", field="order")
    return ORDERS.get(number)


def _ranges(request: pb.ListMatchesRequest) -> dict[Order, Range]:
    """Return the ranges that a request sets, by the order of their numbers."""
    given = {
        Order.MARGIN: request.margin if request.HasField("margin") else None,
        Order.RECORDS: request.records if request.HasField("records") else None,
        Order.DURATION: request.duration_ms if request.HasField("duration_ms") else None,
        Order.SURPRISE: request.rating_surprise if request.HasField("rating_surprise") else None,
    }
    ranges = {
        order: Range(
            bounds.min if bounds.HasField("min") else None, bounds.max if bounds.HasField("max") else None
        )
        for order, bounds in given.items()
        if bounds is not None
    }
    is_from, is_until = request.HasField("last_record_from"), request.HasField("last_record_until")
    if is_from or is_until:
        ranges[Order.LAST_RECORD] = Range(
            _ms(request.last_record_from, "last_record_from") if is_from else None,
            _ms(request.last_record_until, "last_record_until") - 1 if is_until else None,
        )
    return ranges


def _forfeit(number: int) -> int:
    """Return the cause of this number; 0, which means any, too. Raise Refusal if there is no such cause."""
    if number not in ForfeitCause.values():
        raise Refusal(MALFORMED, f"there is no cause {number}", field="forfeit_cause")
    return number


def _state(number: int) -> State | None:
    """Return the state of this number; None for 0, which means any state. Raise Refusal if there is no such state."""
    if number == 0:
        return None
    try:
        return State(number)
    except ValueError:
        raise Refusal(MALFORMED, f"there is no state {number}", field="state") from None


def _ms(at: Timestamp, field: str) -> int:
    """Return a time of a filter in milliseconds since 1970. Raise Refusal if it is not between 1970 and 9999."""
    if not is_valid_time(at):
        raise Refusal(MALFORMED, "a time lies between 1970 and 9999", field=field)
    return max(1, at.ToMilliseconds())
