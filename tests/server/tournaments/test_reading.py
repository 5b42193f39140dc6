"""Tournaments as everybody reads them: lists, pages, records, what is refused, and what is damaged."""

import asyncio
import sqlite3
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tests.server.tournaments.stage import Stage, check_books, staged
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1 import tournaments_pb2_grpc as rpc
from tilth_bots import random_bot
from tilth_client import LimitReached, NotFound, Refused, ServerError
from tilth_server.api import tournaments_service as api
from tilth_server.api.page_tokens import page_token
from tilth_server.refused_words import RefusedWords
from tilth_server.settings import Limits
from tilth_server.tournaments.effective_settings import AT_ONCE
from tilth_server.tournaments.paired_tables import LOWEST_SUBTRACTED
from tilth_server.tournaments.ratings import rating_list


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path, orchard()) as here:
        yield here


async def make(stage: Stage, **settings: Any) -> pb.Tournament:
    return await stage.organiser.tournaments.create(pb.RoundRobin(), "orchard", **settings)


async def wrong(
    stage: Stage, form: Any = None, games: Any = "orchard", **settings: Any
) -> tuple[str, list[str]]:
    with pytest.raises(Refused) as error:
        await stage.organiser.tournaments.create(form or pb.RoundRobin(), games, **settings)
    return error.value.reason, list(error.value.fields)


async def test_nonsensical_requests_are_refused_with_their_field(stage: Stage) -> None:
    bad = "TOURNAMENT_INVALID"
    assert await wrong(stage, games="chess") == ("GAME_NOT_FOUND", ["settings.game_setups[0].game"])
    assert await wrong(stage, games=[]) == (bad, ["settings.game_setups"])
    assert await wrong(stage, seats=6) == (bad, ["settings.table_seats"])
    assert await wrong(stage, seats=4) == ("SEAT_COUNT_INVALID", ["settings.table_seats"])
    assert await wrong(stage, title="a\nb") == ("TITLE_INVALID", ["settings.title"])
    assert await wrong(stage, title="a\u2800b") == ("TITLE_INVALID", ["settings.title"])
    assert await wrong(stage, seed=b"short") == ("SEED_INVALID", ["settings.seed"])
    assert await wrong(stage, max_running=1_000_000) == (bad, ["settings.max_running_pairings"])
    assert await wrong(stage, absence_timeout_ms=1 << 50) == (bad, ["settings.absence_timeout_ms"])
    assert await wrong(stage, tie_breaks=[99]) == (bad, ["settings.tie_breaks"])
    assert await wrong(stage, pb.Swiss(), max_entrants=50_000) == ("LIMIT_EXCEEDED", [])
    assert await wrong(stage, pb.Swiss(), sets=1_000, max_entrants=21) == (bad, ["settings.max_entrants"])
    closes = pb.TournamentSettings(
        game_setups=[pb.GameSetup(game="orchard")],
        table_seats=2,
        swiss=pb.Swiss(),
        entry_closes_at=Timestamp(seconds=1, nanos=-1),
    )
    for nanos in (-1, 1_000_000_000):
        closes.entry_closes_at.nanos = nanos
        with pytest.raises(Refused) as error:
            await stage.organiser.tournaments.create(settings=closes)
        assert list(error.value.fields) == ["settings.entry_closes_at"]
    assert await wrong(stage, invited=["nobody"]) == ("PLAYER_NOT_FOUND", ["player_id"])
    basket = pb.GameSetup(game="orchard", settings={"baskets": "9"})
    assert await wrong(stage, games=[basket]) == (bad, ["settings.game_setups[0].settings.baskets"])
    basket.settings["baskets"] = "2" + " " * 1_000
    assert await wrong(stage, games=[basket]) == (bad, ["settings.game_setups[0].settings"])
    with pytest.raises(ValueError, match="needs its format"):
        await stage.organiser.tournaments.create()
    with pytest.raises(Refused) as error:
        await stage.organiser.tournaments.create(settings=pb.TournamentSettings(table_seats=2))
    assert list(error.value.fields) == ["settings.format"]


async def test_the_same_request_makes_one_tournament(stage: Stage) -> None:
    first, again = await asyncio.gather(make(stage, request_id="r1"), make(stage, request_id="r1"))
    assert first.id == again.id
    assert (await make(stage, request_id="r2")).id != first.id


async def test_tournaments_are_listed_the_newest_first_in_pages_and_by_state_and_player(stage: Stage) -> None:
    ids = []
    for number in range(5):
        ids.append((await make(stage, title=f"number {number}")).id)
        await asyncio.sleep(0.002)  # they are ordered by the millisecond they were made in
    ann = await stage.player("Ann")
    await ann.tournaments.enter(ids[2])
    await stage.organiser.tournaments.cancel(ids[4], "no")

    async def listed(**filters: Any) -> list[str]:
        stub = rpc.TournamentsServiceStub(ann._connection.channel)
        found, token = [], ""
        while True:
            request = pb.ListTournamentsRequest(page_size=2, page_token=token, **filters)
            page = await stub.ListTournaments(request, metadata=ann._connection.metadata)
            assert all(not each.entrants for each in page.tournaments)
            found += [each.id for each in page.tournaments]
            token = page.next_page_token
            if not token:
                return found

    assert await listed() == ids[::-1]
    assert await listed(state=pb.TOURNAMENT_STATE_CANCELLED) == [ids[4]]
    assert await listed(player_id=stage.ids["Ann"]) == [ids[2]]
    assert [each.id async for each in ann.tournaments.list()] == ids[::-1]
    with pytest.raises(NotFound):
        await ann.tournaments.get("none")
    stub = rpc.TournamentsServiceStub(ann._connection.channel)
    for token in ("x", page_token("tournaments", "a/b"), page_token("matches", "1/b")):
        request = pb.ListTournamentsRequest(page_token=token)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await stub.ListTournaments(request, metadata=ann._connection.metadata)
        assert reason_of(error.value)[0] == "PAGE_TOKEN_INVALID"


async def test_the_number_of_a_players_unfinished_tournaments_is_limited(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard(), Limits(unfinished_tournaments_per_player=2)) as stage:
        made = [await make(stage) for _ in range(2)]
        with pytest.raises(LimitReached) as error:
            await make(stage)
        assert error.value.details["limit"] == "unfinished_tournaments_per_player"
        await stage.organiser.tournaments.cancel(made[0].id, "")
        await make(stage)


async def test_games_are_listed_by_round_player_and_state(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), dict.fromkeys(["Ann", "Bo", "Cy", "Di"]), game="orchard")
    await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    await stage.seen(begun.id, lambda now: now.running_pairings == 12)
    games = await stage.games(begun.id)
    assert await stage.games(begun.id, in_round=2) == [game for game in games if game.round == 2]
    cy = [game for game in games if 2 in game.seats]
    assert len(cy) == 6
    assert await stage.games(begun.id, player_id=stage.ids["Cy"]) == cy
    assert await stage.games(begun.id, player_id="nobody") == []
    assert await stage.games(begun.id, state=pb.PAIRING_STATE_FINISHED) == []
    seen = await stage.organiser.tournaments.get(begun.id)
    assert (seen.running_pairings, seen.pairing_count, seen.round_count) == (12, 12, 3)


async def test_a_watcher_receives_every_record_in_order_and_the_seed_only_at_the_end(stage: Stage) -> None:
    made = await make(stage)
    live: list[pb.TournamentLogEntry] = []

    async def follow() -> None:
        live.extend([entry async for entry in stage.organiser.tournaments.watch(made.id)])

    following = asyncio.create_task(follow())
    (once,) = [entry async for entry in stage.organiser.tournaments.watch(made.id, once=True)]
    assert once.number == 0
    assert not once.record.created.seed
    assert not once.stored
    for name in ("Ann", "Bo"):
        tilth = await stage.player(name, random_bot(1))
        await tilth.tournaments.enter(made.id)
    assert not (await stage.organiser.tournaments.get(made.id)).seed
    await stage.organiser.tournaments.start(made.id)
    over = await stage.finished(made.id)
    await asyncio.wait_for(following, 30)
    assert [entry.number for entry in live] == list(range(over.record_count))
    assert not live[0].record.created.seed
    assert live[-1].record.HasField("finished")
    stored = [entry async for entry in stage.organiser.tournaments.watch(made.id)]
    assert stored[0].record.created.seed == over.seed
    assert stored[0].record.created.points_in_play_formula == LOWEST_SUBTRACTED
    assert [pb.TournamentRecord.FromString(entry.stored) for entry in stored] == [e.record for e in stored]
    assert [entry.record for entry in stored[1:]] == [entry.record for entry in live[1:]]
    with pytest.raises(Refused):
        _ = [entry async for entry in stage.organiser.tournaments.watch(made.id, over.record_count + 1)]


async def test_a_seed_given_by_the_organiser_makes_the_same_deals_and_is_shown_as_given(
    stage: Stage,
) -> None:
    seeds = []
    for cup in "AB":
        bots = {f"{cup}{number}": random_bot(number) for number in range(2)}
        begun = await stage.begun(pb.RoundRobin(), bots, game="orchard", seed=bytes(range(32)))
        assert begun.seed_given
        assert not begun.settings.seed
        over = await stage.finished(begun.id)
        await check_books(stage, over)
        assert over.seed == bytes(range(32))
        seeds.append(sorted((info.pairing_number, info.seed) for info in await stage.matches(begun.id)))
        assert all(info.seed_given for info in await stage.matches(begun.id))
    assert seeds[0] == seeds[1]


async def test_a_tournament_continues_after_a_restart_of_the_server(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        begun = await stage.begun(
            pb.RoundRobin(cycles=2), dict.fromkeys(["Ann", "Bo"]), game="orchard", max_running=2
        )
        await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
        tokens = {name: stage.tilths[name].token for name in ("Ann", "Bo")}
        before = await stage.organiser.tournaments.get(begun.id)
    async with staged(tmp_path, orchard()) as stage:
        after = await stage.organiser.tournaments.get(begun.id)
        assert after.record_count == before.record_count
        again = [await stage.connected(token) for token in tokens.values()]
        serving = [asyncio.create_task(tilth.play_all(random_bot(1))) for tilth in again]
        await check_books(stage, await stage.finished(begun.id))
        ratings = [each async for each in stage.organiser.tournaments.ratings(history=True)]
        for task in serving:
            task.cancel()
    async with staged(tmp_path, orchard()) as stage:
        assert [each async for each in stage.organiser.tournaments.ratings(history=True)] == ratings


async def test_a_tournament_whose_game_is_no_longer_installed_waits_and_gives_the_reason(
    tmp_path: Path,
) -> None:
    """One has not begun, of the other half the games are being played."""
    async with staged(tmp_path, orchard()) as stage:
        begun = await stage.begun(
            pb.RoundRobin(), dict.fromkeys(["Ann", "Bo"]), game="orchard", max_running=1
        )
        made = await make(stage)
        for name in ("Ann", "Bo"):
            await stage.tilths[name].tournaments.enter(made.id)
        await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
        tokens = [tilth.token for tilth in stage.tilths.values()]
    async with staged(tmp_path, {}) as stage:
        await stage.organiser.tournaments.start(made.id)
        for tournament_id in (made.id, begun.id):
            waiting = await stage.seen(tournament_id, lambda now: bool(now.blocked_reason))
            assert waiting.blocked_reason == "this server has no game 'orchard'"
        await asyncio.sleep(1.5)  # longer than a tick, which looks at who is absent
        assert len(await stage.matches(begun.id)) == 1
    async with staged(tmp_path, orchard()) as stage:
        await stage.back(tokens)
        await stage.some_game(made.id, pb.PAIRING_STATE_RUNNING)
        await stage.organiser.tournaments.cancel(begun.id, "enough")
        assert [info.cancelled for info in await stage.matches(begun.id)] == ["enough"]


async def test_a_damaged_stream_is_named_and_stops_nothing_else(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        damaged, whole = await make(stage), await make(stage)
        await (await stage.player("Ann")).tournaments.enter(damaged.id)
    with sqlite3.connect(tmp_path / "data" / "tilth.db") as database:
        where = "stream = (SELECT id FROM streams WHERE name = ?) AND number = 1"
        database.execute(f"UPDATE records SET body = x'00' WHERE {where}", (f"tournament/{damaged.id}",))
    database.close()
    async with staged(tmp_path, orchard()) as stage:
        for call in (
            stage.organiser.tournaments.get(damaged.id),
            stage.organiser.tournaments.start(damaged.id),
            stage.organiser.tournaments.standings(damaged.id),
        ):
            with pytest.raises((Refused, ServerError)) as error:
                await call
            assert "record 1 of stream" in str(error.value)
        listed = {each.id: each.damage async for each in stage.organiser.tournaments.list()}
        assert "record 1" in listed.pop(damaged.id)
        assert listed == {whole.id: ""}
        assert stage.server.tournaments.counts()["damaged"] == 1
        await stage.organiser.tournaments.cancel(whole.id, "")


async def test_an_operators_seed_stands_in_no_audit(stage: Stage) -> None:
    seed = bytes(range(32))
    made = await stage.operator.tournaments.create(pb.RoundRobin(), "orchard", title="Cup", seed=seed)
    assert made.seed_given
    audit = b"".join([stored.body async for stored in stage.server.store.read("audit")])
    assert b"CreateTournament" in audit
    assert b"Cup" in audit
    assert b64encode(seed) not in audit
    assert b64encode(seed)[:20] not in audit


async def test_ratings_with_their_histories_come_in_shorter_pages(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_list, "POINTS_AT_ONCE", 3)
    bots = {f"bot {number}": random_bot(number) for number in range(4)}
    begun = await stage.begun(pb.RoundRobin(), bots, "orchard")
    await stage.finished(begun.id)
    asked = pb.ListRatingsRequest(page_size=50, history=True)
    service = api.TournamentsService(stage.server.tournaments, stage.server.players, RefusedWords())
    pages: list[list[int]] = []
    while not pages or asked.page_token:
        reply = await service.ListRatings(asked, None)  # type: ignore[arg-type]  # neither matters
        pages.append([len(each.history) for each in reply.ratings])
        asked.page_token = reply.next_page_token
    assert pages == [[6], [6], [6], [6]]
    asked.history = False
    reply = await service.ListRatings(asked, None)  # type: ignore[arg-type]
    assert len(reply.ratings) == 4


async def test_many_games_at_once_are_made_some_at_a_time(stage: Stage) -> None:
    """The matches are created in batches of a limited size, so that other players' requests are served in between."""
    most = 0

    async def looking() -> None:
        nonlocal most
        while True:
            most = max(most, len(stage.server.matches.lobby._being_created))
            await asyncio.sleep(0)

    look = asyncio.create_task(looking())
    begun = await stage.begun(
        pb.RoundRobin(cycles=100), {"Ann": None, "Bo": None}, "orchard", max_running=200
    )
    await stage.seen(begun.id, lambda now: now.running_pairings == 200)
    look.cancel()
    assert 0 < most <= AT_ONCE


async def test_lists_stay_short_whatever_an_organiser_sends(stage: Stage) -> None:
    """Unknown fields are not kept, and the list leaves out the invited players, which a request for the tournament
    returns."""
    ann = await stage.player("Ann")
    settings = pb.TournamentSettings(
        game_setups=[pb.GameSetup(game="orchard")],
        table_seats=2,
        round_robin=pb.RoundRobin(),
        invited_player_ids=[stage.ids["Ann"]] * 900,
    )
    unknown = b"\xfa\x7f" + b"\x80\x80\x10" + b"x" * (1 << 18)
    settings.MergeFromString(unknown)
    assert settings.ByteSize() > 1 << 18
    made = await stage.organiser.tournaments.create(settings=settings)
    assert len(made.settings.invited_player_ids) == 900
    assert made.ByteSize() < 1 << 17
    (listed,) = [each async for each in ann.tournaments.list()]
    assert listed.id == made.id
    assert listed.ByteSize() < 1_000
