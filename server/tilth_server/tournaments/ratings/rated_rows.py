"""The rows of the index "rated_game": every game that rates its players, in the order in which games are rated.

A row is written with the record of the game's result. It is tagged UNRATED until the ratings after the game are known.
A game that rates nobody any longer keeps an empty row: rows are never removed.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.store import BodyVersions, IndexRow, pair_tag
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.ratings.rated_game import RatedGame, rated_game_of
from tilth_server.tournaments.tournament import Tournament, end_pairing

INDEX: Final = "rated_game"
VERSION: Final = 1
BODIES: Final = BodyVersions(VERSION)
UNRATED: Final = "unrated"


class RatingAfter(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A player's rating in one list after a game: the mean and deviation of the strength, and the games and wins so
    far.
    """

    mu: float
    sigma: float
    games: int
    wins: int


class RatedBody(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """The body of a row. A new field is added at the end and with a default, or VERSION is raised."""

    game: str
    match_id: str
    player_ids: tuple[str, ...]
    places: tuple[int, ...]
    after: tuple[tuple[RatingAfter, RatingAfter], ...] = ()
    """Each player's ratings after the game: in the list of all games, and in that of this game; empty while unknown."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(RatedBody).decode


def row_of(game: RatedGame, after: tuple[tuple[RatingAfter, RatingAfter], ...] = ()) -> IndexRow:
    """Return the row of a game, with the ratings after it if they are known."""
    tags = {game_tag(game.game)}
    for player_id in game.player_ids:
        tags |= {player_tag(player_id), pair_tag(player_tag(player_id), game_tag(game.game))}
    if not after:
        tags.add(UNRATED)
    body = _encode(RatedBody(game.game, game.match_id, game.player_ids, game.places, after))
    return IndexRow(INDEX, _key(game), game.ended_ms, tuple(sorted(tags)), (), VERSION, body)


def empty_row(game: RatedGame, *, is_rated: bool = False) -> IndexRow:
    """Return the row of a game that rates nobody any longer. `is_rated`: later games were rated again without it."""
    body = _encode(RatedBody(game.game, game.match_id, game.player_ids, ()))
    return IndexRow(INDEX, _key(game), game.ended_ms, () if is_rated else (UNRATED,), (), VERSION, body)


def is_empty(row: IndexRow) -> bool:
    """Return whether the row's game rates nobody any longer."""
    return not game_or_empty_of(row).places


def unrated_row(row: IndexRow) -> IndexRow:
    """Return the row for the same game, tagged as unrated."""
    return row_of(game_or_empty_of(row))


def game_of(row: IndexRow) -> RatedGame | None:
    """Return the game of a row; None if the game rates nobody any longer."""
    game = game_or_empty_of(row)
    return game if game.places else None


def game_or_empty_of(row: IndexRow) -> RatedGame:
    """Return the game of a row; without places if the game rates nobody any longer."""
    body = _decode(BODIES.read(row))
    tournament_id, _, place = row.key.partition("/")
    number, _, replay = place.partition(".")
    return RatedGame(
        game=body.game,
        match_id=body.match_id,
        ended_ms=row.order,
        tournament_id=tournament_id,
        number=int(number),
        replay=int(replay),
        player_ids=body.player_ids,
        places=body.places,
    )


def ratings_after_of(row: IndexRow, player_id: str) -> tuple[RatingAfter, RatingAfter]:
    """Return a player's ratings after the game of a row: in the list of all games, and in that of the game."""
    body = _decode(BODIES.read(row))
    return body.after[body.player_ids.index(player_id)]


def all_ratings_after_of(row: IndexRow) -> tuple[tuple[RatingAfter, RatingAfter], ...]:
    """Return the ratings of all players after the game of a row; empty while they are not known."""
    return _decode(BODIES.read(row)).after


def rows_of(tournament: Tournament) -> list[IndexRow]:
    """Return the rows of all games of the tournament that rate their players."""
    return [row_of(game) for pairing in tournament.pairings if (game := rated_game_of(tournament, pairing))]


def keys_of_unrated(tournament: Tournament) -> Iterator[str]:
    """Yield the keys of all games of the tournament that rate nobody now, but may have done so earlier."""
    for pairing in tournament.pairings:
        is_rated = rated_game_of(tournament, pairing) is not None
        for replay in range(pairing.replays + (not is_rated)):
            yield _key_of(tournament.id, pairing.number, replay)


def rows_after(tournament: Tournament, records: Sequence[pb.TournamentRecord]) -> list[IndexRow]:
    """Return the rows of rated games to write with these new records, which the tournament does not have yet.

    A pairing that ended by a rated game has its row; one whose rated game is replayed or no longer rated has an empty
    row. Other records have none.
    """
    rows = []
    for record in records:
        number = record.pairing_ended.number or record.pairing_replayed.number
        if not number:
            continue
        pairing = tournament.pairings[number - 1]
        before, now = rated_game_of(tournament, pairing), _rated_after(tournament, pairing, record)
        if now is not None:
            rows.append(row_of(now))
        elif before is not None:
            rows.append(empty_row(before))
    return rows


def _rated_after(tournament: Tournament, pairing: Pairing, record: pb.TournamentRecord) -> RatedGame | None:
    """Return the game to rate for a pairing after this new record; None if there is none."""
    if not record.HasField("pairing_ended"):
        return None
    ended = msgspec.structs.replace(pairing)
    end_pairing(ended, record.pairing_ended)
    return rated_game_of(tournament, ended)


def player_tag(player_id: str) -> str:
    """Return the tag of the rows of all rated games in which the player played."""
    return f"player:{player_id}"


def game_tag(game: str) -> str:
    """Return the tag of the rows of all rated matches of one game, such as "earth"."""
    return f"game:{game}"


def _key(game: RatedGame) -> str:
    """Return the key of a game's row. Keys order the games that ended in the same millisecond."""
    return _key_of(game.tournament_id, game.number, game.replay)


def _key_of(tournament_id: str, number: int, replay: int) -> str:
    """Return the key of the row of a rated pairing: the tournament, its number there, and how often it was replayed
    before.
    """
    return f"{tournament_id}/{number:08}.{replay}"
