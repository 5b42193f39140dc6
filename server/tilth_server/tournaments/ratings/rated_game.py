"""Games of tournaments that count for the ratings of their players."""

import msgspec

from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.tournament import Tournament


class RatedGame(msgspec.Struct, frozen=True):
    """A match of a tournament that was played to its end, with its places."""

    game: str
    match_id: str
    ended_ms: int
    tournament_id: str
    number: int
    player_ids: tuple[str, ...]
    places: tuple[int, ...]
    replay: int = 0
    """The attempt at the pairing; 0 is the first."""

    @property
    def order(self) -> tuple[int, str, int]:
        """The key by which games are sorted before they are rated: by the time of their end."""
        return self.ended_ms, self.tournament_id, self.number


def rated_game_of(tournament: Tournament, game: Pairing) -> RatedGame | None:
    """Return the game to rate for a pairing, or None if its match was not played to its end or has one seat.

    An adjudicated result rates nobody, because otherwise an organiser could set ratings.
    """
    if game.state is not PairingState.FINISHED or not game.match_id or len(game.seats) == 1:
        return None
    return RatedGame(
        game=tournament.settings.game_setups[game.game_setup].game,
        match_id=game.match_id,
        ended_ms=game.ended_ms,
        tournament_id=tournament.id,
        number=game.number,
        player_ids=tuple(tournament.entrants[entrant].player_id for entrant in game.seats),
        places=game.places,
        replay=game.replays,
    )


def won_alone(game: RatedGame) -> list[bool]:
    """Return for each player whether they won the game alone."""
    best = min(game.places)
    alone = game.places.count(best) == 1
    return [alone and place == best for place in game.places]
