"""A server that ended between two steps of a tournament: what the first began, its next start finishes.

The first step is a record, written here while no server runs, exactly as the server writes it before the second step.
"""

import asyncio
import sqlite3
from pathlib import Path

from tests.bench.stores import write_matches
from tests.server.serve.games import orchard
from tests.server.tournaments.stage import Stage, check_books, staged, until
from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.decision_pb2 import Result
from tilth_bots import random_bot
from tilth_client import MATCH_STATE_CANCELLED, Match
from tilth_server.store.sqlite import SqliteStreams


async def begun(folder: Path, count: int = 2) -> tuple[str, dict[str, str]]:
    """A tournament whose games are all being played, and nobody plays; the server has stopped. With players' tokens."""
    async with staged(folder, orchard()) as stage:
        names = [f"player {number}" for number in range(count)]
        made = await stage.begun(pb.RoundRobin(), dict.fromkeys(names), game="orchard")
        await stage.seen(made.id, lambda now: 0 < now.running_pairings == now.pairing_count)
        return made.id, {name: stage.tilths[name].token for name in names}


async def written(folder: Path, tournament_id: str, *records: pb.TournamentRecord) -> None:
    store = await SqliteStreams.open(folder / "data")
    try:
        stream = f"tournament/{tournament_id}"
        for record in records:
            record.at.GetCurrentTime()
        length = (await store.head(stream)).length
        await store.append(stream, length, [record.SerializeToString() for record in records])
    finally:
        await store.close()


async def match_of(stage: Stage, tournament_id: str, number: int) -> Match | None:
    for info in await stage.matches(tournament_id):
        if info.pairing_number == number:
            return await stage.organiser.match(info.id)
    return None


async def test_games_that_were_paired_are_made_once(tmp_path: Path) -> None:
    """One of them had its match, the other not yet."""
    tournament_id, tokens = await begun(tmp_path)
    games = [pb.NewPairing(number=number, table=1, seats=(0, 1), deal=number) for number in (3, 4)]
    await written(
        tmp_path, tournament_id, pb.TournamentRecord(paired=pb.TournamentPaired(round=2, pairings=games))
    )
    async with staged(tmp_path, orchard()) as stage:
        await stage.back(tokens.values())
        await stage.seen(tournament_id, lambda now: now.running_pairings == 4)
        first = {info.pairing_number: info.id for info in await stage.matches(tournament_id)}
    async with staged(tmp_path, orchard()) as stage:
        again = {info.pairing_number: info.id for info in await stage.matches(tournament_id)}
        assert again == first
        people = [await stage.connected(token) for token in tokens.values()]
        serving = [asyncio.create_task(tilth.play_all(random_bot(1))) for tilth in people]
        await check_books(stage, await stage.finished(tournament_id))
        for task in serving:
            task.cancel()


async def test_the_match_of_an_adjudicated_game_is_cancelled(tmp_path: Path) -> None:
    tournament_id, _ = await begun(tmp_path)
    ended = pb.TournamentPairingEnded(number=1, state=pb.PAIRING_STATE_ADJUDICATED, reason="a draw")
    ended.result.places.extend((1, 1))
    await written(tmp_path, tournament_id, pb.TournamentRecord(pairing_ended=ended))
    async with staged(tmp_path, orchard()) as stage:

        async def cancelled() -> Match | None:
            match = await match_of(stage, tournament_id, 1)
            return match if match is not None and match.state == MATCH_STATE_CANCELLED else None

        assert (await until(cancelled)).cancel_reason == "a draw"
        games = await stage.games(tournament_id)
        assert [game.state for game in games] == [pb.PAIRING_STATE_ADJUDICATED, pb.PAIRING_STATE_RUNNING]


async def test_the_matches_of_a_cancelled_tournament_are_cancelled(tmp_path: Path) -> None:
    tournament_id, _ = await begun(tmp_path)
    record = pb.TournamentRecord(cancelled=pb.TournamentCancelled(reason="rain"))
    await written(tmp_path, tournament_id, record)
    async with staged(tmp_path, orchard()) as stage:

        async def all_cancelled() -> bool:
            return all(info.cancelled == "rain" for info in await stage.matches(tournament_id))

        await until(all_cancelled)
        assert len(await stage.matches(tournament_id)) == 2


async def test_the_seats_of_a_withdrawn_entrant_resign(tmp_path: Path) -> None:
    tournament_id, _ = await begun(tmp_path, 3)
    async with staged(tmp_path, orchard()) as stage:
        gone = (await stage.organiser.tournaments.get(tournament_id)).entrants[1].player_id
    withdrawn = pb.TournamentWithdrawn(player_id=gone, actor_id=gone)
    await written(tmp_path, tournament_id, pb.TournamentRecord(withdrawn=withdrawn))
    async with staged(tmp_path, orchard()) as stage:
        theirs = [info for info in await stage.matches(tournament_id) if gone in info.player_ids]
        assert len(theirs) == 4

        async def all_resigned() -> bool:
            return all(info.resigned == {info.player_ids.index(gone)} for info in theirs)

        await until(all_resigned)
        others = [info for info in await stage.matches(tournament_id) if gone not in info.player_ids]
        assert not any(info.resigned for info in others)


async def test_a_game_whose_end_was_not_written_is_counted_once(tmp_path: Path) -> None:
    """Its match ends while the tournament's stream can't be written; the next start writes it."""
    tournament_id, tokens = await begun(tmp_path)
    async with staged(tmp_path, orchard()) as stage:
        tournament = await stage.server.tournaments.fetch(tournament_id)
        await tournament.close()
        people = [await stage.connected(token) for token in tokens.values()]
        serving = [asyncio.create_task(tilth.play_all(random_bot(1))) for tilth in people]

        async def all_over() -> bool:
            return all(info.ended_ms for info in await stage.matches(tournament_id))

        await until(all_over)
        assert (await stage.organiser.tournaments.get(tournament_id)).finished_pairings == 0
        for task in serving:
            task.cancel()
    async with staged(tmp_path, orchard()) as stage:
        over = await stage.finished(tournament_id)
        assert over.finished_pairings == 2
        await check_books(stage, over)
        records = [entry.record async for entry in stage.organiser.tournaments.watch(tournament_id)]
        assert sum(record.HasField("pairing_ended") for record in records) == 2


async def test_a_match_that_only_claims_to_be_of_a_tournament_decides_nothing(tmp_path: Path) -> None:
    """A match that was made elsewhere and imported can claim to be a tournament's; its pairing becomes void."""
    tournament_id, tokens = await begun(tmp_path)
    store = await SqliteStreams.open(tmp_path / "data")
    ((name, _), *_) = await store.names("match/")
    bodies = [stored.body async for stored in store.read(name)]
    forged = record_pb2.Record.FromString(bodies[0])
    forged.created.request_id, forged.created.pairing_number = "3", 3
    closed = record_pb2.Record(finished=record_pb2.MatchFinished(result=Result(places=(1, 2), scores=(9, 0))))
    for record in (forged, closed):
        record.at.GetCurrentTime()
    bodies = [forged.SerializeToString(), *bodies[1:], closed.SerializeToString()]
    await store.close()
    await write_matches(tmp_path / "data", [("forged", bodies)])
    games = [pb.NewPairing(number=3, table=1, seats=(0, 1), deal=3)]
    await written(
        tmp_path, tournament_id, pb.TournamentRecord(paired=pb.TournamentPaired(round=2, pairings=games))
    )
    async with staged(tmp_path, orchard()) as stage:
        await stage.back(tokens.values())
        void = await stage.some_game(tournament_id, pb.PAIRING_STATE_VOID)
        assert void.number == 3
        assert void.reason == "match forged was imported under this pairing's number"
        assert not await stage.games(tournament_id, state=pb.PAIRING_STATE_FINISHED)


async def test_a_game_whose_match_is_damaged_counts_for_nobody(tmp_path: Path) -> None:
    tournament_id, _ = await begun(tmp_path)
    async with staged(tmp_path, orchard()) as stage:
        (match_id,) = [info.id for info in await stage.matches(tournament_id) if info.pairing_number == 1]
    with sqlite3.connect(tmp_path / "data" / "tilth.db") as database:
        where = "stream = (SELECT id FROM streams WHERE name = ?) AND number = 3"
        database.execute(f"UPDATE records SET body = x'00' WHERE {where}", (f"match/{match_id}",))
    database.close()
    async with staged(tmp_path, orchard()) as stage:
        void = await stage.some_game(tournament_id, pb.PAIRING_STATE_VOID)
        assert (void.number, void.match_id) == (1, match_id)
        assert void.reason.startswith("its match is damaged: record 3 of stream")
