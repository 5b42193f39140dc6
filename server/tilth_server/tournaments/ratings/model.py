"""The rating of a game's players, by openskill's Plackett-Luce model."""

from openskill.models import PlackettLuce

from tilth_server.tournaments.ratings.rated_game import RatedGame, won_alone
from tilth_server.tournaments.ratings.rated_rows import RatingAfter

MODEL = PlackettLuce()

RatingsByList = dict[tuple[str, str], RatingAfter | None]
"""The present ratings, by list (a game, or "" for all games) and player; None for a player who has not played."""


def rate(game: RatedGame, list_game: str, now: RatingsByList) -> list[RatingAfter]:
    """Rate one game: replace its players' ratings in `now`, in the list of `list_game` ("" for all games), new
    players included. Return their ratings before it.
    """
    before = [now.get((list_game, player_id)) or START for player_id in game.player_ids]
    teams = [[MODEL.rating(each.mu, each.sigma)] for each in before]
    after = MODEL.rate(teams, ranks=list(game.places))
    for player_id, old, (new,), won in zip(game.player_ids, before, after, won_alone(game), strict=True):
        now[list_game, player_id] = RatingAfter(new.mu, new.sigma, old.games + 1, old.wins + won)
    return before


def ratings_after(game: RatedGame, now: RatingsByList) -> tuple[tuple[RatingAfter, RatingAfter], ...]:
    """Return each player's ratings in `now`: in the list of all games, and in the list of this game."""
    return tuple(
        (now.get(("", each)) or START, now.get((game.game, each)) or START) for each in game.player_ids
    )


START = RatingAfter(MODEL.mu, MODEL.sigma, 0, 0)
"""The rating of a player who has not played."""
