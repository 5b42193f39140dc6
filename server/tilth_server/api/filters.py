"""What a ListMatchesRequest asks for, of lists and of seasons."""

import asyncio
from collections.abc import Mapping

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1 import lobby_pb2 as pb
from tilth_rules.kernel import OptionsRefused
from tilth_server.api.reasons import MALFORMED
from tilth_server.refusal import Refusal
from tilth_server.tables.filters import Filter, OptionsHold
from tilth_server.tables.house import House
from tilth_server.tables.matches import MatchInfo, State
from tilth_server.times import is_time
from tilth_server.wire import GameWire
from tilth_server.wire.memo import Memo

MOST_TURNS = 100
"""Slices of the directory that are looked through for one page, the loop having its turn between them."""
AT_A_TIME = 1000


class Filters:
    """Reads them; knows the options of every game."""

    def __init__(self, wires: Mapping[str, GameWire]) -> None:
        self._wires = wires

    def read(self, request: pb.ListMatchesRequest) -> Filter:
        """Raises Refusal for what makes no sense, and OptionsRefused for options that the game named hasn't."""
        if request.best_place and not request.player_id:
            raise Refusal(MALFORMED, "whose place? name a player, too", field="player_id")
        return Filter(
            game=request.game,
            state=_state(request.state),
            player_id=request.player_id,
            best_place=request.best_place,
            seat_count=request.seat_count,
            tournament_id=request.tournament_id,
            title=request.title.casefold(),
            least_score=request.least_score if request.HasField("least_score") else None,
            from_ms=_ms(getattr(request, "from"), "from") if request.HasField("from") else 0,
            until_ms=_ms(request.until, "until") if request.HasField("until") else 0,
            options=self._options(request.game, dict(request.settings)),
        )

    def _options(self, game: str, wanted: dict[str, str]) -> OptionsHold | None:
        if not wanted:
            return None
        names = [game] if game else list(self._wires)
        texts = {}
        for name in names:
            try:
                texts[name] = self._wires[name].written(wanted)
            except (KeyError, OptionsRefused):
                # Of one game it is a mistake; of all games, those that have no such option are not meant.
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


async def page_of(house: House, wanted: Filter, size: int, after: str) -> tuple[list[MatchInfo], str]:
    """As many as were asked for, if a reasonable look finds them; and the key to go on after."""
    found: list[MatchInfo] = []
    for _ in range(MOST_TURNS):
        more, after = house.page(wanted, size - len(found), after)
        found += more
        if not after or len(found) >= size:
            break
        await asyncio.sleep(0)
    return found, after


async def all_of(house: House, wanted: Filter) -> list[MatchInfo]:
    """Every match of the filter, the oldest first."""
    found: list[MatchInfo] = []
    after = ""
    while True:
        more, after = house.page(wanted, AT_A_TIME, after)
        found += more
        if not after:
            found.reverse()
            return found
        await asyncio.sleep(0)


def _state(number: int) -> State | None:
    if number == 0:
        return None
    try:
        return State(number)
    except ValueError:
        raise Refusal(MALFORMED, f"there is no state {number}", field="state") from None


def _ms(at: Timestamp, field: str) -> int:
    if not is_time(at):
        raise Refusal(MALFORMED, "a time lies between 1970 and 9999", field=field)
    return max(1, at.ToMilliseconds())
