"""Which matches a list, a search or a season is of."""

from collections.abc import Callable

import msgspec

from tilth_server.tables.matches import MatchInfo, State

OptionsHold = Callable[[str, bytes], bool]
"""Whether these options of a game are those that are wanted."""


class Filter(msgspec.Struct, frozen=True):
    """Empty fields hold for all."""

    game: str = ""
    state: State | None = None
    player_id: str = ""
    best_place: int = 0
    """The player came in at this place, or better."""
    seat_count: int = 0
    tournament_id: str = ""
    title: str = ""
    """Part of the title, casefolded."""
    least_score: int | None = None
    """Somebody scored at least this."""
    from_ms: int = 0
    until_ms: int = 0
    """When it was made; the end is not part of it."""
    options: OptionsHold | None = None

    def holds(self, info: MatchInfo) -> bool:
        return (
            (not self.game or info.game == self.game)
            and (self.state is None or info.state is self.state)
            and (not self.player_id or self.player_id in info.player_ids)
            and (not self.seat_count or info.seat_count == self.seat_count)
            and (not self.tournament_id or info.tournament_id == self.tournament_id)
            and (not self.from_ms or info.created_ms >= self.from_ms)
            and (not self.until_ms or info.created_ms < self.until_ms)
            and (not self.title or self.title in info.title.casefold())
            and (not (self.best_place or self.least_score is not None) or self._result_holds(info))
            and (self.options is None or self.options(info.game, info.options))
        )

    def _result_holds(self, info: MatchInfo) -> bool:
        result = info.result
        if result is None:
            return False
        if (
            self.least_score is not None
            and max(result.scores, default=self.least_score - 1) < self.least_score
        ):
            return False
        if not self.best_place:
            return True
        places = zip(info.player_ids, result.places, strict=False)
        return any(player == self.player_id and place <= self.best_place for player, place in places)
