"""What a page tells of: the server's replies about one tournament, and what is read off them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilth_dataclasses.tilth.v1 import (
    GetStandingsResponse,
    Pairing,
    PairingState,
    Rating,
    Standing,
    Tournament,
    TournamentSettings,
)

COUNTED = (PairingState.OVER, PairingState.ADJUDICATED)


@dataclass(frozen=True)
class Contest:
    tournament: Tournament
    standings: GetStandingsResponse
    games: Sequence[Pairing]
    ratings: Sequence[Rating]
    """Of this tournament's games alone, with their history."""

    @property
    def settings(self) -> TournamentSettings:
        return self.tournament.settings or TournamentSettings()

    @property
    def ranked(self) -> Sequence[Standing]:
        """The best first."""
        return self.standings.standings

    @cached_property
    def names(self) -> dict[int, str]:
        """By the entrants' numbers."""
        return {entrant.number: entrant.player_name for entrant in self.tournament.entrants}

    @cached_property
    def counted(self) -> list[Pairing]:
        """Games that have a result."""
        return [game for game in self.games if game.state in COUNTED and game.result is not None]

    @cached_property
    def played(self) -> list[Pairing]:
        """Games whose match was played to its end, so that its scores and its length say something."""
        return [game for game in self.counted if game.state is PairingState.OVER]

    @cached_property
    def rating_of(self) -> dict[int, Rating]:
        """By the entrants' numbers."""
        found = {rating.player_id: rating for rating in self.ratings}
        return {
            entrant.number: found[entrant.player_id]
            for entrant in self.tournament.entrants
            if entrant.player_id in found
        }
