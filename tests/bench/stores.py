"""Large stores, written by the store's own code and not by playing."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.derived_ids import DerivedIds
from tilth_server.index_progress import INDEX, NO_STREAM, IndexingState
from tilth_server.matches import indexing, match_rows
from tilth_server.matches.match_info import MatchInfo, apply_record, match_from, stream_of
from tilth_server.matches.match_orders import rows_of
from tilth_server.store import Append, IndexRow, StoreError, open_store
from tilth_server.tournaments import indexing as tournament_indexing
from tilth_server.tournaments import tournament_rows
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.ratings.rated_game import rated_game_of
from tilth_server.tournaments.ratings.rated_rows import RatingAfter
from tilth_server.tournaments.tournament import apply_record as apply_tournament_record
from tilth_server.tournaments.tournament import tournament_from

AT_ONCE = 500
SIDE_BY_SIDE = 64
PLAYERS = 1000
IDS = DerivedIds(bytes(32))
"""The matches here were made by no request of a client, so any secret will do."""

Match = tuple[str, Sequence[bytes]]
"""An id and the records."""


async def write_matches(data: Path | str, matches: Iterable[Match]) -> None:
    """Write a store, given by its directory or its URL, that holds these matches, with their rows."""
    await _write(
        data, (Append(stream_of(key), 0, bodies, rows=_rows(key, bodies)) for key, bodies in matches)
    )


async def write_side_by_side(data: Path, matches: Sequence[Match]) -> None:
    """Write a store that holds these matches, with their rows. They are played at the same time, SIDE_BY_SIDE of them,
    and their records lie in the order of play.
    """
    await _write(data, _in_turns(matches))


def _in_turns(matches: Sequence[Match]) -> Iterable[Append]:
    for first in range(0, len(matches), SIDE_BY_SIDE):
        some = matches[first : first + SIDE_BY_SIDE]
        for at in range(max(len(bodies) for _, bodies in some)):
            for key, bodies in some:
                if at < len(bodies):
                    rows = _rows(key, bodies) if at == len(bodies) - 1 else ()
                    yield Append(stream_of(key), at, bodies[at : at + 1], rows=rows)


async def write_rows(data: Path, infos: Iterable[MatchInfo]) -> None:
    """Write a store that holds rows of matches, and no records."""
    await _write(data, (Append(info.stream, 0, (), rows=rows_of(info, IDS)) for info in infos))


async def write_tournaments(data: Path, count: int) -> None:
    """Write a store that holds finished tournaments of two players and one game, with their rows."""
    await _write(data, (_tournament(f"{number:016x}", number) for number in range(count)))


async def _write(data: Path | str, appends: Iterable[Append]) -> None:
    store = await open_store(data if isinstance(data, str) else f"sqlite:{data}")
    row, of_tournaments = (
        IndexRow(INDEX, key, 0, body=msgspec.msgpack.encode(IndexingState(version, True, True)))
        for key, version in (
            (indexing.KEY, match_rows.VERSION),
            (tournament_indexing.KEY, tournament_rows.VERSION),
        )
    )
    store.put((Append(NO_STREAM, 0, (), rows=(row, of_tournaments)),), _raised)
    for number, append in enumerate(appends):
        store.put((append,), _raised)
        if number % AT_ONCE == AT_ONCE - 1:
            await store.head("until these are stored")
            await asyncio.sleep(0)
    await store.close()


def _rows(match_id: str, bodies: Sequence[bytes]) -> tuple[IndexRow, ...]:
    info = match_from(match_id, bodies[0])
    for body in bodies[1:]:
        apply_record(info, body)
    return rows_of(info, IDS)


def _tournament(tournament_id: str, made_ms: int) -> Append:
    players = [f"p{made_ms % PLAYERS:016x}", f"p{(made_ms + 1) % PLAYERS:016x}"]
    settings = pb.TournamentSettings(table_seats=2, series=pb.Series(games=1))
    settings.game_setups.add(game="petrichor")
    ended = pb.TournamentPairingEnded(number=1, state=pb.PAIRING_STATE_FINISHED, match_id=tournament_id)
    ended.result.places.extend((1, 2))
    ended.ended_at.FromMilliseconds(made_ms)
    records = [
        pb.TournamentRecord(created=pb.TournamentCreated(settings=settings, organiser_id=players[0])),
        *(pb.TournamentRecord(entered=pb.TournamentEntered(player_id=each)) for each in players),
        pb.TournamentRecord(started=pb.TournamentStarted()),
        pb.TournamentRecord(
            paired=pb.TournamentPaired(round=1, pairings=[pb.NewPairing(number=1, table=1, seats=(0, 1))])
        ),
        pb.TournamentRecord(pairing_ended=ended),
        pb.TournamentRecord(finished=pb.TournamentFinished(ranking=(0, 1))),
    ]
    for record in records:
        record.at.FromMilliseconds(made_ms)
    tournament = tournament_from(tournament_id, records[0])
    for record in records[1:]:
        apply_tournament_record(tournament, record)
    after = RatingAfter(25.0, 8.0, 1, 1)
    game = rated_game_of(tournament, tournament.pairings[0])
    assert game is not None
    rows = [
        tournament_rows.row_of(tournament, is_settled=True),
        *tournament_rows.entrant_rows(tournament),
        rated_rows.row_of(game, ((after, after), (after, after))),
    ]
    return Append(tournament.stream, 0, [record.SerializeToString() for record in records], rows=rows)


def _raised(error: StoreError | None, _: object) -> None:
    if error is not None:
        raise error
