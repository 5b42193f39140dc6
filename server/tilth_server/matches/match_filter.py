"""The filter of a list or a selection of matches."""

from collections.abc import Callable

import msgspec

from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.match_orders import BY_RECORDS, Order, Ranges, number_of

OptionsHold = Callable[[str, bytes], bool]
"""Returns whether these options of a game are wanted."""


class MatchFilter(msgspec.Struct, frozen=True):
    """The conditions that wanted matches meet. An empty field is no condition."""

    game: str = ""
    state: State | None = None
    player_id: str = ""
    max_place: int = 0
    """The worst place that the player may have finished at; 0: any."""
    seat_count: int = 0
    tournament_id: str = ""
    title: str = ""
    """Part of the title, casefolded."""
    min_score: int | None = None
    """Score that at least one seat has to reach; None: any."""
    from_ms: int = 0
    until_ms: int = 0
    """The time of creation; the end is excluded."""
    options: OptionsHold | None = None
    forfeit: int = 0
    """The cause for which a seat has resigned; 0: any, or no seat has."""
    order: Order | None = None
    """The order of the list; None for the newest first. Only matches that have a number in it are listed."""
    ranges: Ranges = {}
    """The wanted numbers by order."""

    @property
    def is_examined(self) -> bool:
        """Return whether each candidate has to be examined, because the index has no list of exactly the wanted
        matches.
        """
        return bool(
            self.max_place
            or self.seat_count
            or self.title
            or self.min_score is not None
            or self.options is not None
            or self.ranges
            or self.order is not None
        )

    @property
    def looks_up(self) -> bool:
        """Return whether a wanted number is not among the data of a match."""
        return any(order not in BY_RECORDS for order in self.ranges)

    def holds(self, info: MatchInfo) -> bool:
        """Return whether the match passes the filter, the ranges aside whose numbers are not among its data."""
        return (
            (not self.game or info.game == self.game)
            and (self.state is None or info.state is self.state)
            and (not self.player_id or self._is_of_player(info))
            and (not self.seat_count or info.seat_count == self.seat_count)
            and (not self.tournament_id or info.tournament_id == self.tournament_id)
            and (not self.from_ms or info.created_ms >= self.from_ms)
            and (not self.until_ms or info.created_ms < self.until_ms)
            and (not self.title or self.title in info.title.casefold())
            and (not (self.max_place or self.min_score is not None) or self._result_holds(info))
            and all(
                wanted.holds(number_of(info, order))
                for order, wanted in self.ranges.items()
                if order in BY_RECORDS
            )
            and (not self.forfeit or any(cause == self.forfeit for _, cause in info.forfeits))
            and (self.options is None or self.options(info.game, info.options))
        )

    def _is_of_player(self, info: MatchInfo) -> bool:
        """Return whether the player holds a seat of the match, and an imported file does not only claim so."""
        return self.player_id in info.player_ids and self.player_id not in info.claimed_ids

    def _result_holds(self, info: MatchInfo) -> bool:
        """Return whether the match's result has the wanted place and score."""
        result = info.result
        if result is None:
            return False
        if self.min_score is not None and max(result.scores, default=self.min_score - 1) < self.min_score:
            return False
        if not self.max_place:
            return True
        places = zip(info.player_ids, result.places, strict=False)
        return any(player == self.player_id and place <= self.max_place for player, place in places)
