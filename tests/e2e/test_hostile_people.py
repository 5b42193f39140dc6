"""Attempts to act as somebody else: tokens, names, other people's rights."""

import asyncio
import os
from pathlib import Path

import grpc
import pytest

from tests.e2e.hostile_client import METHODS, OPERATIONS, assert_nothing_left, raw_call, unharmed
from tests.e2e.people import (
    Person,
    attending,
    channel_to,
    how_it_ended,
    match_of,
    new_match,
    play_on,
    refused,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess, assert_calm, running
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, play_pb2, players_pb2

OPEN_TO_ALL = (
    "/tilth.v1.PlayersService/Register",
    "/tilth.v1.PlayersService/RedeemDeviceCode",
    "/tilth.v1.LobbyService/GetServerInfo",
)
PRIVATE = [path for path in METHODS if path not in OPEN_TO_ALL]


async def test_every_call_but_three_wants_a_token(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        for path in PRIVATE:
            refusal = await raw_call(channel, path, [b""], "")
            assert refusal is not None, path
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING"), path


@pytest.mark.parametrize("path", PRIVATE)
async def test_a_token_that_nobody_holds_opens_nothing(server: ServerProcess, ann: Person, path: str) -> None:
    half = ann.token[: len(ann.token) // 2]
    for token in ("x", half, ann.token + "x", ann.token.swapcase(), ann.id, ann.name, "null", "A" * 3000):
        refusal = await raw_call(ann.channel, path, [b""], token)
        assert refusal is not None
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")


@pytest.mark.parametrize(
    "words",
    ["{}", "bearer {}", "Basic {}", "Bearer", "Bearer  {}", "Bearer {} ", "Token {}", "Bearer {},{}", ""],
)
async def test_only_bearer_and_the_token_is_a_token(ann: Person, words: str) -> None:
    metadata = (("authorization", words.replace("{}", ann.token)),)
    call = ann.channel.unary_unary("/tilth.v1.PlayersService/GetMe")(b"", metadata=metadata)
    assert (await refused(call)).code is grpc.StatusCode.UNAUTHENTICATED


async def test_the_first_of_two_tokens_counts_and_a_wrong_one_is_not_skipped(ann: Person) -> None:
    right = ("authorization", f"Bearer {ann.token}")
    wrong = ("authorization", "Bearer x")
    call = ann.channel.unary_unary("/tilth.v1.PlayersService/GetMe")(b"", metadata=(wrong, right))
    assert (await refused(call)).reason == "TOKEN_INVALID"


async def test_another_servers_token_is_worth_nothing_here(ann: Person, own_server: ServerProcess) -> None:
    async with channel_to(own_server.address) as channel:
        stranger = Person(channel, ann.token)
        assert (await refused(stranger.players.GetMe(players_pb2.GetMeRequest()))).reason == "TOKEN_INVALID"


async def test_a_revoked_player_is_out_at_once_and_for_good(own_server: ServerProcess) -> None:
    async with channel_to(own_server.address) as channel:
        operator = Person(channel, own_server.operator_token)
        mallory, ann = await somebody(channel), await somebody(channel)
        running_match = await new_match(mallory, ann)
        waiting = await mallory.lobby.CreateMatch(
            lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0])
        )
        async with attending(mallory) as stream:
            await stream.open(1, running_match, 0)
            await stream.next("caught_up")
            revoking = operations_pb2.RevokePlayerRequest(player_id=mallory.id, reason="cheats")
            await operator.operations.RevokePlayer(revoking)
            assert (await how_it_ended(stream.call)).reason == "TOKEN_INVALID"
        for _ in range(2):
            assert (
                await refused(mallory.players.GetMe(players_pb2.GetMeRequest()))
            ).reason == "TOKEN_INVALID"
            match = await match_of(ann, running_match)
            assert match.seats[0].resigned
            assert not (await match_of(ann, waiting.match.id)).seats[0].player_id
            taken = players_pb2.RegisterRequest(name=mallory.name)
            assert (await refused(Person(channel, "").players.Register(taken))).reason == "NAME_TAKEN"
            own_server.kill()
            own_server.start()
        assert_calm(own_server)


async def test_a_renewed_token_makes_the_old_one_worthless_on_open_streams_too(server: ServerProcess) -> None:
    log = server.log_size()
    async with channel_to(server.address) as channel:
        ann = await somebody(channel)
        match_id = await new_match(ann, ann)
        async with attending(ann) as stream:
            await stream.open(1, match_id, 0)
            await stream.next("caught_up")
            renewed = await ann.players.RenewToken(players_pb2.RenewTokenRequest())
            assert (await how_it_ended(stream.call)).reason == "TOKEN_INVALID"
        assert (await refused(ann.players.GetMe(players_pb2.GetMeRequest()))).reason == "TOKEN_INVALID"
        again = Person(channel, renewed.token)
        assert (await again.players.GetMe(players_pb2.GetMeRequest())).player.id == ann.id
    assert_calm(server, log)


async def test_a_revoked_player_who_never_reads_is_out_as_well(own_server: ServerProcess) -> None:
    """The write that is pending for them must not get in the way."""
    small = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1 << 12))
    async with channel_to(own_server.address) as channel, channel_to(own_server.address, *small) as slow:
        operator = Person(channel, own_server.operator_token)
        ann, mallory = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, ann)
        await play_on(match_id, [ann, ann], 40)
        call = mallory.on(slow).play.Attend()
        commands = [
            play_pb2.Command(
                channel=number,
                open=play_pb2.OpenChannel(match_id=match_id, from_record=0, views=True, texts=True),
            )
            for number in range(300)
        ]
        await call.write(play_pb2.AttendRequest(commands=commands))
        await asyncio.sleep(0.3)
        await operator.operations.RevokePlayer(operations_pb2.RevokePlayerRequest(player_id=mallory.id))
        await assert_nothing_left(own_server, channel)
        call.cancel()
        await asyncio.sleep(0.1)
    assert_calm(own_server)


async def test_only_an_operator_operates(server: ServerProcess, ann: Person) -> None:
    for path in METHODS:
        if path.startswith(OPERATIONS):
            refusal = await raw_call(ann.channel, path, [b""], ann.token)
            assert refusal is not None
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "OPERATORS_ONLY")


async def test_a_player_cannot_do_what_belongs_to_another(server: ServerProcess) -> None:
    async with unharmed(server) as victims, channel_to(server.address) as channel:
        mallory = await somebody(channel)
        match_id = victims.match_id
        attempts = {
            "NOT_YOUR_SEAT": [
                mallory.lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match_id, seat=0)),
                mallory.play.GetView(play_pb2.GetViewRequest(match_id=match_id, seat=0)),
                mallory.play.Undo(play_pb2.UndoRequest(match_id=match_id, seat=0, request_id="u")),
                mallory.play.Watch(
                    play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id, seat=0))
                ),
                mallory.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=match_id, seat=0)),
                mallory.archive.ViewAt(
                    archive_pb2.ViewAtRequest(match_id=match_id, record=5, viewer=archive_pb2.Viewer(seat=0))
                ),
                mallory.archive.Replay(
                    archive_pb2.ReplayRequest(match_id=match_id, viewer=archive_pb2.Viewer(seat=0))
                ),
            ],
            "NOT_YOUR_MATCH": [mallory.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=match_id))],
            "MATCH_NOT_OPEN": [
                mallory.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match_id)),
                mallory.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match_id, seat=0)),
                mallory.lobby.LeaveSeat(lobby_pb2.LeaveSeatRequest(match_id=match_id, seat=0)),
            ],
            "MATCH_NOT_FINISHED": [
                mallory.archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match_id)),
            ],
        }
        for reason, calls in attempts.items():
            for call in calls:
                assert (await refused(call)).reason == reason


async def test_a_player_who_is_not_invited_takes_no_seat(ann: Person, bo: Person) -> None:
    mallory = await somebody(ann.channel)
    request = lobby_pb2.CreateMatchRequest(
        game="petrichor", seat_count=2, take_seats=[0], invited_player_ids=[bo.id], start_when_full=True
    )
    match_id = (await ann.lobby.CreateMatch(request)).match.id
    taking = lobby_pb2.TakeSeatRequest(match_id=match_id)
    assert (await refused(mallory.lobby.TakeSeat(taking))).reason == "NOT_INVITED"
    taking.seat = 0
    assert (await refused(bo.lobby.TakeSeat(taking))).reason == "SEAT_TAKEN"
    leaving = lobby_pb2.LeaveSeatRequest(match_id=match_id, seat=0)
    assert (await refused(mallory.lobby.LeaveSeat(leaving))).reason == "NOT_YOUR_SEAT"
    await bo.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match_id))
    assert (await standing(bo, match_id, 1)).next_record > 0


# Names and titles ---------------------------------------------------------------------------------------------

UNPRINTABLE = [
    "",
    " ",
    "a\x00b",
    "a\nb",
    "\r",
    "\t",
    "\x1b[31mred",
    "\u202eright to left",
    "a\u200bb",
    "\x7f",
    "n" * 41,
]


@pytest.mark.parametrize("name", [*UNPRINTABLE, " ann", "ann ", "\u2028", "\ufeff", "\ue000"])
async def test_a_name_that_cannot_be_shown_is_refused(server: ServerProcess, ann: Person, name: str) -> None:
    log = server.log_size()
    nobody = Person(ann.channel, "")
    refusal = await refused(nobody.players.Register(players_pb2.RegisterRequest(name=name)))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "NAME_INVALID")
    assert_calm(server, log)


async def test_a_name_that_looks_like_anothers_is_taken(ann: Person) -> None:
    nobody = Person(ann.channel, "")
    await nobody.players.Register(players_pb2.RegisterRequest(name="Wanda Wheat"))
    for name in ("wanda wheat", "WANDA WHEAT", "Ｗanda Wheat", "wanda ｗheat"):
        refusal = await refused(nobody.players.Register(players_pb2.RegisterRequest(name=name)))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "NAME_TAKEN")


@pytest.mark.parametrize(
    "title", [title for title in UNPRINTABLE if title.strip() and len(title) < 41] + ["t" * 101]
)
async def test_a_title_that_cannot_be_shown_is_refused(ann: Person, title: str) -> None:
    request = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, title=title)
    refusal = await refused(ann.lobby.CreateMatch(request))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "TITLE_INVALID")


async def test_names_and_titles_never_become_paths(tmp_path: Path) -> None:
    def files() -> set[str]:
        return {str(Path(folder) / name) for folder, _, names in os.walk(tmp_path) for name in names}

    (tmp_path / "deep").mkdir()
    with running(tmp_path / "deep" / "data") as server:
        before = files()
        async with channel_to(server.address) as channel:
            for name in (
                "../../up",
                "/etc/passwd",
                "..",
                ".",
                "~root",
                "$(id)",
                "`id`",
                "a;b",
                "%2e%2e%2f",
                "CON",
            ):
                person = await somebody(channel, name)
                match_id = await new_match(person, person, title=name)
                assert (await match_of(person, match_id)).title == name
                for wrong in (f"../{match_id}", f"{match_id}/", f"match/{match_id}", match_id.upper() + "x"):
                    asked = lobby_pb2.GetMatchRequest(match_id=wrong)
                    assert (await refused(person.lobby.GetMatch(asked))).reason == "MATCH_NOT_FOUND"
        assert {path for path in files() if "tilth.db" not in path} == {
            path for path in before if "tilth.db" not in path
        }
        assert_calm(server)


async def test_no_token_and_no_invitation_stands_in_the_log_or_the_files(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--registration", "invitation") as server:
        async with channel_to(server.address) as channel:
            operator = Person(channel, server.operator_token)
            made = await operator.operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
            request = players_pb2.RegisterRequest(name="Ann", invitation=made.invitation)
            nobody = Person(channel, "")
            registered = await nobody.players.Register(request)
            ann = Person(channel, registered.token)
            match_id = await new_match(ann, ann)
            await play_on(match_id, [ann, ann], 5)
            await refused(Person(channel, ann.token + "x").players.GetMe(players_pb2.GetMeRequest()))
            assert (await refused(nobody.players.Register(request))).reason in (
                "INVITATION_INVALID",
                "NAME_TAKEN",
            )
        secrets = [registered.token, made.invitation, server.operator_token]
        assert server.stop() == 0
        for file in server.data.parent.rglob("*"):
            if file.is_file() and file.name != "operator.token":
                found = file.read_bytes()
                assert not [secret for secret in secrets if secret.encode() in found], file
        assert (server.data / "operator.token").stat().st_mode & 0o777 == 0o600
        assert server.data.stat().st_mode & 0o777 == 0o700
