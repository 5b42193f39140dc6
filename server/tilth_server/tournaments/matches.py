"""A tournament's matches: which is whose, who must resign at them, and which must end."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import structlog

from tilth_server.store import BrokenChain
from tilth_server.tables.matches import MatchInfo
from tilth_server.tables.matches import State as MatchState
from tilth_server.tournaments import setup
from tilth_server.tournaments.chronicle import Chronicle, Venue
from tilth_server.tournaments.contest import Contest, Game, GameState, State

log = structlog.get_logger()


class Matches(Chronicle):
    """Those of one tournament."""

    def __init__(self, venue: Venue, contest: Contest) -> None:
        super().__init__(venue, contest)
        self.running: dict[int, str] = {}
        """Matches being played, by the number of their game."""
        self._lost: dict[int, BrokenChain] = {}
        """Games whose match is damaged: they will not come to an end."""
        self._stuck: set[int] = set()
        """Games whose match this build can't go on with."""
        self._untidy = False
        """Players have left, or matches go on that nothing follows from any more."""

    def match_of(self, game: Game) -> MatchInfo | None:
        """The match that was made for this game, if one was."""
        info = self.venue.house.directory.made_by(self.contest.id, str(game.number))
        return info if info is not None and self.is_played_by(info, game) else None

    def is_played_by(self, info: MatchInfo, game: Game) -> bool:
        """A match that was brought in from outside may say whatever it likes of itself, but can't have the seed."""
        seed = setup.seed_of(self.contest, game.deal)
        return info.seed == seed and info.player_ids == self.players_of(game)

    def players_of(self, game: Game) -> list[str]:
        return [self.contest.entrants[entrant].player_id for entrant in game.seats]

    async def resign_absent(self) -> None:
        """Let the seats resign that nobody attends."""
        allowed = setup.absence_ms(self.contest.settings)
        for number, match_id in list(self.running.items()):
            try:
                for seat in self.venue.house.absent(match_id, allowed):
                    log.info("absent", tournament=self.contest.id, match=match_id, seat=seat)
                    await self.venue.house.resign_for(match_id, seat, by_absence=True)
            except BrokenChain as broken:
                self._lost[number] = broken
            except Exception as error:
                # It can't be played by this build: an operator cancels it, or it is adjudicated.
                if number not in self._stuck:
                    self._stuck.add(number)
                    log.error("no absence", tournament=self.contest.id, match=match_id, exc_info=error)

    async def tidy(self) -> None:
        """Let those who left resign, and cancel matches that nothing follows from any more."""
        self._untidy = True
        deeds = [deed for game in self.contest.games for deed in self._deeds(game)]
        for start in range(0, len(deeds), setup.AT_ONCE):
            await asyncio.gather(*(deed() for deed in deeds[start : start + setup.AT_ONCE]))
        self._untidy = False

    def _deeds(self, game: Game) -> Iterator[Callable[[], Awaitable[MatchInfo]]]:
        """What is to be done to the game's match; nothing, once it is done."""
        contest, house = self.contest, self.venue.house
        info = None if game.state is GameState.OVER else self.match_of(game)
        if info is None or info.state is not MatchState.RUNNING or info.damage is not None:
            return
        if game.state.is_over:
            yield partial(house.cancel, "", info.id, game.reason or "its game has a result")
        elif contest.state is State.CANCELLED:
            yield partial(house.cancel, "", info.id, contest.cancelled)
        else:
            for seat, entrant in enumerate(game.seats):
                if contest.entrants[entrant].withdrawn and seat not in info.resigned:
                    yield partial(house.resign_for, info.id, seat)
