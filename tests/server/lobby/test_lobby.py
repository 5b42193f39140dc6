"""The lobby as a client sees it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from grpc import StatusCode

from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import lobby_pb2 as pb
from tilth.v1 import record_pb2


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


async def refused(call: Any) -> tuple[StatusCode, str, list[str]]:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    reason, _, fields = reason_of(error.value)
    return error.value.code(), reason, fields


def creation(**given: Any) -> pb.CreateMatchRequest:
    wanted: dict[str, Any] = {"game": "orchard", "seat_count": 2} | given
    return pb.CreateMatchRequest(**wanted)


async def test_games_are_listed_with_their_options_and_types(running: RunningServer) -> None:
    ann = await running.person("Ann")
    (game,) = (await ann.lobby.ListGames(pb.ListGamesRequest(language="en"))).games
    assert game.name == "orchard"
    assert list(game.seat_counts) == list(orchard()["orchard"].game.seats)
    assert game.view_type.endswith(".View")
    options = {option.name: option for option in game.options}
    assert options["baskets"].kind == "int"
    assert options["form"].kind == "choice"


async def test_a_games_words_are_listed_by_kind_and_number_with_their_forms(
    running: RunningServer,
) -> None:
    ann = await running.person("Ann")
    russian = (await ann.lobby.ListLabels(pb.ListLabelsRequest(game="orchard", language="ru-RU"))).labels
    fruits = [(word.number, word.text, dict(word.forms)) for word in russian if word.kind == "fruit"]
    assert fruits[:3] == [
        (0, "фрукт", {"of": "фрукта"}),
        (1, "яблоко", {"of": "яблока"}),
        (2, "груша", {"of": "груши"}),
    ]
    english = (await ann.lobby.ListLabels(pb.ListLabelsRequest(game="orchard", language="tlh"))).labels
    assert [word.text for word in english if word.kind == "fruit"] == ["fruit", "apple", "pear", "plum"]
    assert [(word.kind, word.number) for word in english] == [(word.kind, word.number) for word in russian]


async def test_the_schema_of_a_game_is_complete_and_holds_its_messages(running: RunningServer) -> None:
    ann = await running.person("Ann")
    reply = await ann.lobby.GetGameSchema(pb.GetGameSchemaRequest(game="orchard"))
    pool = DescriptorPool()
    for file in FileDescriptorSet.FromString(reply.file_descriptor_set).file:
        pool.AddSerializedFile(file.SerializeToString())
    (game,) = (await ann.lobby.ListGames(pb.ListGamesRequest())).games
    assert pool.FindMessageTypeByName(game.view_type).fields_by_name
    unknown = ann.lobby.GetGameSchema(pb.GetGameSchemaRequest(game="chess"))
    assert await refused(unknown) == (StatusCode.NOT_FOUND, "GAME_NOT_FOUND", ["game"])


async def test_labels_that_a_client_has_kept_are_not_sent_again(running: RunningServer) -> None:
    ann = await running.person("Ann")
    first = await ann.lobby.ListLabels(pb.ListLabelsRequest(game="orchard", language="en"))
    assert first.version
    assert first.labels
    assert not first.not_modified
    request = pb.ListLabelsRequest(game="orchard", language="en", known_version=first.version)
    again = await ann.lobby.ListLabels(request)
    assert again == pb.ListLabelsResponse(version=first.version, not_modified=True)
    request.language = "ru"
    russian = await ann.lobby.ListLabels(request)
    assert russian.labels
    assert russian.version != first.version


async def test_words_of_a_game_that_is_not_here_are_refused(running: RunningServer) -> None:
    ann = await running.person("Ann")
    wanted = pb.ListLabelsRequest(game="chess", language="en")
    assert await refused(ann.lobby.ListLabels(wanted)) == (StatusCode.NOT_FOUND, "GAME_NOT_FOUND", ["game"])


async def test_a_match_is_made_found_and_listed_as_it_was_asked_for(running: RunningServer) -> None:
    ann = await running.person("Ann")
    made = (
        await ann.lobby.CreateMatch(
            creation(title="Evening", settings={"baskets": "3"}, take_seats=[1], seat_count=2)
        )
    ).match
    assert made.state == pb.MATCH_STATE_OPEN
    assert dict(made.settings) == {"baskets": "3"}
    assert [seat.player_name for seat in made.seats] == ["", "Ann"]
    assert made.creator_id == ann.id
    assert len(made.seed_commitment) == 32
    assert not made.seed_given
    assert not made.HasField("clock")
    assert not made.HasField("started_at")
    assert made.record_count == 2
    assert (await ann.lobby.GetMatch(pb.GetMatchRequest(match_id=made.id))).match == made
    assert list((await ann.lobby.ListMatches(pb.ListMatchesRequest())).matches) == [made]


async def test_the_same_request_makes_one_match(running: RunningServer) -> None:
    ann = await running.person("Ann")
    first = await ann.lobby.CreateMatch(creation(request_id="r1"))
    again = await ann.lobby.CreateMatch(creation(request_id="r1"))
    assert again == first
    other = await ann.lobby.CreateMatch(creation(request_id="r2"))
    assert other.match.id != first.match.id


async def test_a_match_starts_by_itself_when_it_is_full(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    found = (await bob.lobby.GetMatch(pb.GetMatchRequest(match_id=match))).match
    assert found.state == pb.MATCH_STATE_RUNNING
    assert found.HasField("started_at")


async def test_a_seat_can_be_left_and_taken_by_another(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, start=False)
    left = await ann.lobby.LeaveSeat(pb.LeaveSeatRequest(match_id=match, seat=0))
    assert [seat.player_id for seat in left.match.seats] == ["", ""]
    taken = await bob.lobby.TakeSeat(pb.TakeSeatRequest(match_id=match))
    assert taken.seat == 0
    assert taken.match.seats[0].player_name == "Bob"


async def test_the_creator_starts_the_match(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob, start=False)
    code, reason, _ = await refused(bob.lobby.StartMatch(pb.StartMatchRequest(match_id=match)))
    assert (code, reason) == (StatusCode.PERMISSION_DENIED, "NOT_YOUR_MATCH")
    started = await ann.lobby.StartMatch(pb.StartMatchRequest(match_id=match))
    assert started.match.state == pb.MATCH_STATE_RUNNING


async def test_a_match_played_to_its_end_shows_its_result(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    await play_randomly(match, ann, bob)
    over = (await ann.lobby.GetMatch(pb.GetMatchRequest(match_id=match))).match
    assert over.state == pb.MATCH_STATE_FINISHED
    assert len(over.result.places) == 2
    assert over.HasField("ended_at")


async def test_a_seat_that_resigns_is_marked_and_the_others_finish(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    resigned = await ann.lobby.ResignMatch(pb.ResignMatchRequest(match_id=match, seat=0))
    assert [seat.resigned for seat in resigned.match.seats] == [True, False]
    code, reason, _ = await refused(bob.lobby.ResignMatch(pb.ResignMatchRequest(match_id=match, seat=0)))
    assert (code, reason) == (StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    await play_randomly(match, ann, bob)
    over = (await bob.lobby.GetMatch(pb.GetMatchRequest(match_id=match))).match
    assert list(over.result.places) == [2, 1]


async def test_lists_are_filtered_and_come_in_pages_the_newest_first(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    made = []
    for players in ((), (), (), (bob,)):
        made.append(await new_match(ann, *players, start=bool(players)))
        await asyncio.sleep(0.002)  # matches are ordered by the millisecond they were made in
    *opened, started = made

    async def ids(**filters: Any) -> list[str]:
        found: list[str] = []
        token = ""
        while True:
            request = pb.ListMatchesRequest(page_size=2, page_token=token, **filters)
            reply = await ann.lobby.ListMatches(request)
            assert len(reply.matches) <= 2
            found += [match.id for match in reply.matches]
            token = reply.next_page_token
            if not token:
                return found

    assert await ids() == [started, *reversed(opened)]
    assert await ids(state=pb.MATCH_STATE_RUNNING) == [started]
    assert await ids(player_id=bob.id) == [started]
    assert await ids(game="chess") == []


async def test_a_clock_is_shown_as_it_was_set(running: RunningServer) -> None:
    ann = await running.person("Ann")
    clock = record_pb2.ClockSettings(
        decision_ms=1000, bank_ms=60_000, increment_ms=500, on_timeout=record_pb2.TIMEOUT_RULE_RESIGN
    )
    made = (await ann.lobby.CreateMatch(creation(clock=clock))).match
    assert made.clock == clock


@pytest.mark.parametrize(
    ("given", "code", "reason"),
    [
        ({"game": "chess"}, StatusCode.NOT_FOUND, "GAME_NOT_FOUND"),
        ({"seat_count": 0}, StatusCode.INVALID_ARGUMENT, "SEAT_COUNT_INVALID"),
        ({"seat_count": 4_000_000_000}, StatusCode.INVALID_ARGUMENT, "SEAT_COUNT_INVALID"),
        ({"settings": {"baskets": "many"}}, StatusCode.INVALID_ARGUMENT, "OPTIONS_INVALID"),
        ({"settings": {"no such thing": "1"}}, StatusCode.INVALID_ARGUMENT, "OPTIONS_INVALID"),
        ({"options": b"\xff"}, StatusCode.INVALID_ARGUMENT, "OPTIONS_INVALID"),
        ({"seed": b"short"}, StatusCode.INVALID_ARGUMENT, "SEED_INVALID"),
        ({"title": "x" * 10_000}, StatusCode.INVALID_ARGUMENT, "TITLE_INVALID"),
        ({"title": "Ann\ufe0f"}, StatusCode.INVALID_ARGUMENT, "TITLE_INVALID"),
        ({"title": "\u3164"}, StatusCode.INVALID_ARGUMENT, "TITLE_INVALID"),
        ({"take_seats": [7]}, StatusCode.INVALID_ARGUMENT, "SEAT_NOT_FOUND"),
        (
            {"clock": record_pb2.ClockSettings(on_timeout=7)},  # type: ignore[arg-type]
            StatusCode.INVALID_ARGUMENT,
            "CLOCK_INVALID",
        ),
    ],
)
async def test_a_match_that_cannot_be_is_refused(
    running: RunningServer, given: dict[str, Any], code: StatusCode, reason: str
) -> None:
    ann = await running.person("Ann")
    assert (await refused(ann.lobby.CreateMatch(creation(**given))))[:2] == (code, reason)
    assert not (await ann.lobby.ListMatches(pb.ListMatchesRequest())).matches


@pytest.mark.parametrize(
    ("request_", "reason", "field"),
    [
        (pb.ListMatchesRequest(page_token="nonsense"), "PAGE_TOKEN_INVALID", "page_token"),
        (pb.ListMatchesRequest(page_token="\u00e9"), "PAGE_TOKEN_INVALID", "page_token"),
        (pb.ListMatchesRequest(state=17), "MALFORMED", "state"),  # type: ignore[arg-type]
    ],
)
async def test_a_list_that_makes_no_sense_names_the_field(
    running: RunningServer, request_: pb.ListMatchesRequest, reason: str, field: str
) -> None:
    ann = await running.person("Ann")
    code, given_reason, fields = await refused(ann.lobby.ListMatches(request_))
    assert code is StatusCode.INVALID_ARGUMENT
    assert (given_reason, fields) == (reason, [field])


async def test_unknown_matches_games_and_seats_are_not_found(running: RunningServer) -> None:
    ann = await running.person("Ann")
    for call in (
        ann.lobby.GetMatch(pb.GetMatchRequest(match_id="nowhere")),
        ann.lobby.TakeSeat(pb.TakeSeatRequest(match_id="nowhere")),
        ann.lobby.StartMatch(pb.StartMatchRequest()),
    ):
        code, reason, fields = await refused(call)
        assert (code, reason, fields) == (StatusCode.NOT_FOUND, "MATCH_NOT_FOUND", ["match_id"])


async def test_somebody_elses_seat_is_theirs(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, start=False)
    code, reason, _ = await refused(bob.lobby.TakeSeat(pb.TakeSeatRequest(match_id=match, seat=0)))
    assert (code, reason) == (StatusCode.ALREADY_EXISTS, "SEAT_TAKEN")
    code, reason, _ = await refused(bob.lobby.LeaveSeat(pb.LeaveSeatRequest(match_id=match, seat=0)))
    assert (code, reason) == (StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")


async def test_only_the_invited_may_sit_down(running: RunningServer) -> None:
    ann, bob, eve = [await running.person(name) for name in ("Ann", "Bob", "Eve")]
    made = (await ann.lobby.CreateMatch(creation(invited_player_ids=[ann.id, bob.id], take_seats=[0]))).match
    code, reason, _ = await refused(eve.lobby.TakeSeat(pb.TakeSeatRequest(match_id=made.id)))
    assert (code, reason) == (StatusCode.PERMISSION_DENIED, "NOT_INVITED")
    await bob.lobby.TakeSeat(pb.TakeSeatRequest(match_id=made.id))


async def test_too_many_open_matches_name_the_limit(tmp_path: Path) -> None:
    from tilth_server.settings import Limits

    async with full_server(tmp_path, orchard(), limits=Limits(unfinished_matches_per_player=2)) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        for _ in range(2):
            await ann.lobby.CreateMatch(creation())
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await ann.lobby.CreateMatch(creation())
        assert error.value.code() is StatusCode.RESOURCE_EXHAUSTED
        assert reason_of(error.value)[1]["limit"] == "unfinished_matches_per_player"
        await bob.lobby.CreateMatch(creation())


async def test_a_restarted_server_knows_every_match(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob)
        await play_randomly(match, ann, bob, max_answers=2)
        before = (await ann.lobby.GetMatch(pb.GetMatchRequest(match_id=match))).match
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = (Person(running.channel, person.token, person.id) for person in (ann, bob))
        assert (await ann.lobby.GetMatch(pb.GetMatchRequest(match_id=match))).match == before
        await play_randomly(match, ann, bob)
