"""Bots of the server as players: chosen, marked, seated and refused."""

from pathlib import Path
from random import Random
from time import monotonic

import grpc
import pytest

from tests.server.bots.tables import Tables, lines_of, until_next
from tests.server.serve.full_server import Person, answer, full_server, open_decision
from tilth.v1 import lobby_pb2, play_pb2, players_pb2, tournaments_pb2, tournaments_pb2_grpc
from tilth_server.serving import Server, StartupFailed
from tilth_server.settings import Address, Settings
from tilth_server.wire import load_games


def reason_of(error: pytest.ExceptionInfo[grpc.aio.AioRpcError]) -> str:
    return str(error.value.details())


async def test_bots_are_listed_with_the_games_that_they_know(tables: Tables) -> None:
    found = {bot.name: bot for bot in await tables.bots()}
    assert {"random", "first", "gardener", "farmer", "naturalist", "sharpshooter", "thinker"} <= set(found)
    assert (found["farmer"].text, list(found["farmer"].games)) == (
        "Plays Agricola with the food for the next harvest in mind.",
        ["agricola"],
    )
    assert found["thinker"].text == "Gives default answers, and takes its time."
    assert not {"broken", "Not A Name"} & set(found)
    names = [bot.name for bot in await tables.bots(game="petrichor", seat_count=2)]
    assert names[:2] == ["gardener", "thinker"]
    assert "farmer" not in names
    assert "thinker" not in [bot.name for bot in await tables.bots(game="petrichor", seat_count=4)]


async def test_a_bot_is_a_player_that_everybody_knows_as_one(tables: Tables) -> None:
    bea = await tables.running.person("Bea")
    match = await tables.new("first", "")
    shown = (await bea.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
    assert [(seat.bot, seat.player_name) for seat in shown.seats] == [("first", "first"), ("", "Ann")]
    player = await bea.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=shown.seats[0].player_id))
    assert player.player.bot == "first"
    listed = (await bea.players.ListPlayers(players_pb2.ListPlayersRequest())).players
    assert [one.name for one in listed if one.bot] == ["first"]
    opening = play_pb2.OpenChannel(match_id=match, from_record=0)
    call = bea.play.Watch(play_pb2.WatchRequest(open=opening))
    frames = [*(await call.read()).frames]
    while len(frames) < 4:
        frames += (await call.read()).frames
    call.cancel()
    assert list(frames[0].opened.bots) == ["first", ""]
    assert [one.update.bot for one in frames if one.update.cause == play_pb2.CAUSE_SEAT_TAKEN] == [
        "first",
        "",
    ]
    (listed_bot,) = [bot for bot in await tables.bots() if bot.name == "first"]
    assert listed_bot.player_id == shown.seats[0].player_id


async def test_a_person_of_the_same_name_keeps_it(tables: Tables) -> None:
    await tables.running.person("first")
    match = await tables.new("first", "")
    seats = (await tables.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.seats
    assert (seats[0].player_name, seats[0].bot) == ("first bot", "first")


async def test_one_bot_holds_several_seats_and_plays_a_match_alone(tables: Tables) -> None:
    ended = await tables.ended(await tables.new("random", "random", "gardener"))
    assert len({seat.player_id for seat in ended.seats}) == 2
    assert len(ended.result.places) == 3
    assert min(ended.result.places) == 1


async def test_a_bot_waits_before_each_answer_if_the_operator_wants_it(tmp_path: Path) -> None:
    games = {"petrichor": load_games()["petrichor"]}
    async with full_server(tmp_path, games, bot_delay=0.3) as running:
        tables = Tables(running, await running.person("Ann"))
        began = monotonic()
        match = await tables.new("first", "first")
        while True:
            seats = [one.answered.seat for one in await tables.records(match) if one.HasField("answered")]
            if seats.count(0) >= 4:
                break
            await until_next()
        assert monotonic() - began >= 4 * 0.3


async def test_more_seats_than_places_share_them(tables: Tables) -> None:
    matches = [await tables.new("random", "gardener", "random") for _ in range(3)]
    for match in matches:
        await tables.ended(match)
    for _ in range(200):
        if not tables.server.bots.seats._seats:
            break
        await until_next()
    assert not tables.server.bots.seats._seats
    assert len(tables.server.bots.seats.slots.taken) == 0


async def test_the_creator_gives_seats_of_an_open_match_to_bots_and_takes_them_back(tables: Tables) -> None:
    bea = await tables.running.person("Bea")
    lobby = tables.ann.lobby
    made = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0], start_when_full=True)
    match = (await lobby.CreateMatch(made)).match.id
    request = lobby_pb2.AddBotRequest(request_id="a", match_id=match, bot="gardener")
    with pytest.raises(grpc.aio.AioRpcError) as stranger:
        await bea.lobby.AddBot(request)
    assert stranger.value.code() is grpc.StatusCode.PERMISSION_DENIED
    with pytest.raises(grpc.aio.AioRpcError) as unknown:
        await lobby.AddBot(lobby_pb2.AddBotRequest(match_id=match, bot="nobody"))
    assert unknown.value.code() is grpc.StatusCode.NOT_FOUND
    with pytest.raises(grpc.aio.AioRpcError) as other_game:
        await lobby.AddBot(lobby_pb2.AddBotRequest(match_id=match, bot="farmer"))
    assert "does not play petrichor with 2 seats" in reason_of(other_game)
    with pytest.raises(grpc.aio.AioRpcError) as taken:
        await lobby.AddBot(lobby_pb2.AddBotRequest(match_id=match, bot="gardener", seat=0))
    assert taken.value.code() is grpc.StatusCode.ALREADY_EXISTS
    added = await lobby.AddBot(request)
    assert (added.seat, added.match.state) == (1, lobby_pb2.MATCH_STATE_RUNNING)
    assert (await lobby.AddBot(request)).seat == 1
    for _ in range(3):
        while (decision := await open_decision(tables.ann, match, 0)) is None:
            await until_next()
        await answer(tables.ann, match, 0, decision, Random(1))


async def test_the_creator_frees_a_bots_seat_and_nobody_else_does(tables: Tables) -> None:
    bea = await tables.running.person("Bea")
    made = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=3, take_seats=[0], bots={1: "first"})
    match = (await tables.ann.lobby.CreateMatch(made)).match.id
    leaving = lobby_pb2.LeaveSeatRequest(match_id=match, seat=1)
    with pytest.raises(grpc.aio.AioRpcError):
        await bea.lobby.LeaveSeat(leaving)
    assert not (await tables.ann.lobby.LeaveSeat(leaving)).match.seats[1].player_id


async def test_seats_that_are_taken_or_missing_are_refused(tables: Tables) -> None:
    for bots, status in (({0: "first"}, "ALREADY_EXISTS"), ({2: "first"}, "INVALID_ARGUMENT")):
        made = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0], bots=bots)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await tables.ann.lobby.CreateMatch(made)
        assert refused.value.code().name == status


async def test_a_bot_enters_no_tournament_and_has_no_token(tables: Tables) -> None:
    match = await tables.new("first", "")
    seats = (await tables.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.seats
    stub = tournaments_pb2_grpc.TournamentsServiceStub(tables.running.channel)
    metadata = (("authorization", f"Bearer {tables.ann.token}"),)
    settings = tournaments_pb2.TournamentSettings(
        title="cup",
        table_seats=2,
        game_setups=[tournaments_pb2.GameSetup(game="petrichor")],
        round_robin=tournaments_pb2.RoundRobin(),
    )
    created = await stub.CreateTournament(
        tournaments_pb2.CreateTournamentRequest(settings=settings), metadata=metadata
    )
    entry = tournaments_pb2.EnterTournamentRequest(
        tournament_id=created.tournament.id, player_id=seats[0].player_id
    )
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.EnterTournament(entry, metadata=metadata)
    assert "enter no tournament" in reason_of(refused)
    rated = await stub.ListRatings(tournaments_pb2.ListRatingsRequest(), metadata=metadata)
    assert seats[0].player_id not in {one.player_id for one in rated.ratings}


async def test_a_class_gets_everything_in_order_and_is_made_once_a_seat(tables: Tables, notes: Path) -> None:
    await tables.ended(await tables.new("first", "diary"))
    for _ in range(100):
        if "ended 2" in lines_of(notes):
            break
        await until_next()
    lines = lines_of(notes)
    assert lines[:3] == ["made", "started 1 petrichor", "updated 0 False False"]
    assert lines[-1] == "ended 2"
    records = [
        int(line.split()[1]) for line in lines if line.startswith("updated") and line.endswith("False")
    ]
    assert records == list(range(len(records)))
    assert len([line for line in lines if line.startswith("decide")]) > 5
    assert not [line for line in lines if line.startswith("decide") and not line.endswith("None")]


async def test_a_banned_bot_is_not_chosen(tables: Tables) -> None:
    match = await tables.new("first", "")
    seats = (await tables.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.seats
    operator = tables.server.players.operator
    await tables.server.players.ban(seats[0].player_id, operator.id, "it is tired")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await tables.new("first", "")
    assert "banned" in reason_of(refused)


async def test_the_operator_chooses_the_bots(tmp_path: Path) -> None:
    games = {"petrichor": load_games()["petrichor"]}
    async with full_server(tmp_path / "some", games, bots=("first",)) as running:
        ann = await running.person("Ann")
        listed = (await ann.lobby.ListBots(lobby_pb2.ListBotsRequest())).bots
        assert [bot.name for bot in listed] == ["first"]
    async with full_server(tmp_path / "none", games, bots=("none",)) as running:
        ann = await running.person("Ann")
        assert not (await ann.lobby.ListBots(lobby_pb2.ListBotsRequest())).bots
        made = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, bots={0: "first"})
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await ann.lobby.CreateMatch(made)
        assert "runs no bots" in reason_of(refused)
    settings = Settings(data=tmp_path / "other", listen=Address("127.0.0.1", 0), bots=("nobody",))
    with pytest.raises(StartupFailed, match="nobody: no such bot is installed"):
        await Server.start(settings, games)


async def test_a_bot_that_is_gone_after_a_restart_gets_default_answers(tmp_path: Path) -> None:
    games = {"petrichor": load_games()["petrichor"]}
    async with full_server(tmp_path, games) as running:
        ann = await running.person("Ann")
        match = await Tables(running, ann).new("first", "")
    async with full_server(tmp_path, games, bots=("none",)) as running:
        ann = Person(running.channel, ann.token, ann.id)
        tables = Tables(running, ann)
        found: list[str] = []
        for _ in range(500):
            decision = await open_decision(ann, match, 1)
            if decision is not None:
                await answer(ann, match, 1, decision, Random(1))
            found = [one.defaulted.detail for one in await tables.records(match) if one.HasField("defaulted")]
            if found:
                break
            await until_next()
        assert "no longer runs the bot first" in found[0]


async def test_bots_continue_after_a_restart(tmp_path: Path) -> None:
    games = {"petrichor": load_games()["petrichor"]}
    async with full_server(tmp_path, games) as running:
        ann = await running.person("Ann")
        match = await Tables(running, ann).new("random", "gardener")
    async with full_server(tmp_path, games) as running:
        ended = await Tables(running, Person(running.channel, ann.token, ann.id)).ended(match)
        assert sorted(ended.result.places) == [1, 2]
