"""The data of a page: the server's replies about one tournament, and the values read off them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tilth_dataclasses.tilth.v1 import (
    GetStandingsResponse,
    Pairing,
    PairingState,
    Rating,
    ScoreRow,
    Standing,
    Tournament,
    TournamentSettings,
)

COUNTED = (PairingState.FINISHED, PairingState.ADJUDICATED)


@dataclass(frozen=True)
class TournamentData:
    """The server's replies about one tournament: the tournament, its standings and all its pairings (`games`)."""

    tournament: Tournament
    standings: GetStandingsResponse
    games: Sequence[Pairing]
    ratings: Sequence[Rating]
    """The ratings from this tournament's games alone, with their history."""
    score_rows: Mapping[str, Sequence[ScoreRow]] = field(default_factory=dict)
    """The rows of the score sheet, by match; as many matches as were asked for."""

    @property
    def settings(self) -> TournamentSettings:
        """The tournament's settings."""
        return self.tournament.settings or TournamentSettings()

    @property
    def is_benchmark(self) -> bool:
        """True if the entrants played alone, so that there are neither ratings nor seats to compare."""
        return self.settings.benchmark is not None

    @property
    def ranked(self) -> Sequence[Standing]:
        """The standings, the best first."""
        return self.standings.standings

    @cached_property
    def names(self) -> dict[int, str]:
        """The names by the entrants' numbers."""
        return {entrant.number: entrant.player_name for entrant in self.tournament.entrants}

    @cached_property
    def counted(self) -> list[Pairing]:
        """The games that have a result."""
        return [game for game in self.games if game.state in COUNTED and game.result is not None]

    @cached_property
    def played(self) -> list[Pairing]:
        """The games that all seats played to the end, so that scores and lengths are meaningful."""
        return [game for game in self.counted if game.state is PairingState.FINISHED and not game.forfeits]

    @cached_property
    def rating_of(self) -> dict[int, Rating]:
        """The ratings by the entrants' numbers."""
        found = {rating.player_id: rating for rating in self.ratings}
        return {
            entrant.number: found[entrant.player_id]
            for entrant in self.tournament.entrants
            if entrant.player_id in found
        }
