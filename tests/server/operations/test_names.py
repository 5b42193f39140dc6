"""Operators keep names and titles in order: they refuse some by a list, and give players other names."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode

from tests.server.operations.helpers import audit, refused
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tilth.v1 import archive_pb2, lobby_pb2, players_pb2, tournaments_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.refused_words import RefusedWords, RefusedWordsUnreadable


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "data", orchard()) as here:
        yield here


def renaming(player_id: str, name: str) -> pb.RenamePlayerRequest:
    return pb.RenamePlayerRequest(player_id=player_id, new_name=name, reason="asked for it")


async def test_a_renamed_player_has_the_new_name_everywhere_and_after_a_restart(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob)
        await play_randomly(match, ann, bob)
        reply = await running.operator.operations.RenamePlayer(renaming(ann.id, "Nina"))
        assert reply.name == "Nina"
        operator = running.operator.token
        await everybody_sees_nina(running, ann.token, match)
        await running.person("ann")
    async with full_server(tmp_path, orchard()) as again:
        await everybody_sees_nina(again, ann.token, match)
        request = archive_pb2.VerifyMatchRequest(match_id=match)
        verified = [reply async for reply in Person(again.channel, operator).archive.VerifyMatch(request)]
        assert verified[-1].finished
        assert not verified[-1].findings
        names = [entry.record.details for entry in await audit(Person(again.channel, operator))]
        assert names == [{}], "a name could not be erased from the audit"


async def everybody_sees_nina(running: RunningServer, token: str, match: str) -> None:
    nina = Person(running.channel, token)
    assert (await nina.players.GetMe(players_pb2.GetMeRequest())).player.name == "Nina"
    listed = (await nina.players.ListPlayers(players_pb2.ListPlayersRequest())).players
    assert "Nina" in [player.name for player in listed]
    seen = (await nina.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
    assert [seat.player_name for seat in seen.seats] == ["Nina", "Bob"]
    code, reason = await refused(running.person("nina"))
    assert (code, reason) == (StatusCode.ALREADY_EXISTS, "NAME_TAKEN")


async def test_an_export_holds_the_name_that_a_match_began_with(tmp_path: Path) -> None:
    async with full_server(tmp_path / "here", orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob)
        await play_randomly(match, ann, bob)
        await running.operator.operations.RenamePlayer(renaming(ann.id, "Nina"))
        exported = [
            reply async for reply in ann.archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match))
        ]
        assert b"Ann" in b"".join(reply.SerializeToString() for reply in exported)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Bob", "NAME_TAKEN"), ("Воb", "NAME_INVALID"), ("", "NAME_INVALID"), ("\u3164", "NAME_INVALID")],
)
async def test_a_new_name_has_to_be_valid_like_any_other(
    running: RunningServer, name: str, reason: str
) -> None:
    ann, _ = await running.person("Ann"), await running.person("Bob")
    assert (await refused(running.operator.operations.RenamePlayer(renaming(ann.id, name))))[1] == reason
    assert (await ann.players.GetMe(players_pb2.GetMeRequest())).player.name == "Ann"


async def test_a_name_can_be_written_another_way_and_a_stranger_has_none(running: RunningServer) -> None:
    ann = await running.person("Ann")
    assert (await running.operator.operations.RenamePlayer(renaming(ann.id, "ANN"))).name == "ANN"
    assert (await refused(running.operator.operations.RenamePlayer(renaming("p9", "X"))))[
        1
    ] == "PLAYER_NOT_FOUND"
    assert (await refused(ann.operations.RenamePlayer(renaming(ann.id, "X"))))[1] == "OPERATORS_ONLY"


async def test_a_renamed_player_is_erased_under_every_name(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Annabella")
        await running.operator.operations.RenamePlayer(renaming(ann.id, "Clementine"))
        await running.operator.operations.ErasePlayer(pb.ErasePlayerRequest(player_id=ann.id))
        code, reason = await refused(running.operator.operations.RenamePlayer(renaming(ann.id, "Again")))
        assert (code, reason) == (StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND")
    stored = (tmp_path / "tilth.db").read_bytes()
    assert b"Annabella" not in stored
    assert b"Clementine" not in stored
    async with full_server(tmp_path, orchard()) as again:
        for name in ("Annabella", "Clementine"):
            await again.person(name)


async def test_listed_names_and_titles_are_refused(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("# what we do not want\nadmin\n*spam*  # in anything\n\n")
    async with full_server(tmp_path / "data", orchard(), refused_words=words) as running:
        for name in ("Admin", "ADMIN", "the spammer", "5 SPAM"):
            assert await refused(running.person(name)) == (StatusCode.INVALID_ARGUMENT, "NAME_INVALID")
        ann = await running.person("administrator")
        words.write_text("*spam*\nrude\n")
        running.server.reload_files()
        await running.person("admin")
        assert await refused(running.person("Rude")) == (StatusCode.INVALID_ARGUMENT, "NAME_INVALID")
        words.rename(tmp_path / "elsewhere")
        running.server.reload_files()
        assert await refused(running.person("Rude")) == (StatusCode.INVALID_ARGUMENT, "NAME_INVALID")
        create = lobby_pb2.CreateMatchRequest(game="orchard", seat_count=2, title="buy sparn")
        assert await refused(ann.lobby.CreateMatch(create)) == (StatusCode.INVALID_ARGUMENT, "TITLE_INVALID")
        settings = tournaments_pb2.TournamentSettings(title="Spam cup")
        request = tournaments_pb2.CreateTournamentRequest(settings=settings)
        stub: Any = running.channel.unary_unary(
            "/tilth.v1.TournamentsService/CreateTournament",
            request_serializer=tournaments_pb2.CreateTournamentRequest.SerializeToString,
        )
        call = stub(request, metadata=(("authorization", f"Bearer {ann.token}"),))
        assert await refused(call) == (StatusCode.INVALID_ARGUMENT, "TITLE_INVALID")


def test_a_list_is_read_again_and_a_bad_file_leaves_the_old_one_in_force(tmp_path: Path) -> None:
    file = tmp_path / "words"
    file.write_text("")
    words = RefusedWords(file)
    words.check_name("admin")
    file.write_text("ADMIN\n")
    words.read()
    file.unlink()
    with pytest.raises(RefusedWordsUnreadable, match="cannot be read"):
        words.read()
    with pytest.raises(Exception, match="does not take this name"):
        words.check_name("admin")
