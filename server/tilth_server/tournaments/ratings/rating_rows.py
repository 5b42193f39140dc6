"""The rows of the index "rating": the present rating of every player, over all games and in each game.

They follow from the rows of rated games, and are written together with the ratings there.
"""

from typing import Final

import msgspec

from tilth_server.store import BodyVersions, IndexRow
from tilth_server.tournaments.ratings.rated_rows import RatingAfter

INDEX: Final = "rating"
VERSION: Final = 1
BODIES: Final = BodyVersions(VERSION)
ORDERS_A_POINT: Final = 1_000_000
"""Steps in the order of rows for each point of `ordinal`, because orders are whole numbers."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(RatingAfter).decode


def row_of(game: str, player_id: str, rating: RatingAfter | None) -> IndexRow:
    """Return the row of a player in the list of a game, "" for all games, ordered by mu - 3 * sigma.

    Without a rating the row is in no list.
    """
    key = key_of(game, player_id)
    if rating is None:
        return IndexRow(INDEX, key, 0, version=VERSION)
    order = round((rating.mu - 3 * rating.sigma) * ORDERS_A_POINT)
    return IndexRow(INDEX, key, order, (list_tag(game),), (), VERSION, _encode(rating))


def rating_of(row: IndexRow) -> RatingAfter:
    """Return the rating of a row that is in a list."""
    return _decode(BODIES.read(row))


def list_and_player(row: IndexRow) -> tuple[str, str]:
    """Return the game of the row's list, "" for all games, and the id of its player."""
    game, _, player_id = row.key.rpartition("/")
    return game, player_id


def key_of(game: str, player_id: str) -> str:
    """Return the key of the row with a player's rating in a game, or over all games, where `game` is empty."""
    return f"{game}/{player_id}"


def list_tag(game: str) -> str:
    """Return the tag of the rows in the list of a game."""
    return f"list:{game}"
