"""Lists, maps and texts of a request are bounded, and counted before a message is made of its bytes."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.serve.full_server import full_server
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2, players_pb2, tournaments_pb2
from tilth_server.api.sizes import FIXED_LIMITS, READ_OVER_LIMIT, TEXT_BYTES, SizeLimits
from tilth_server.refusal import Refusal

ANSWERS = 100
MAX_COMMANDS = ANSWERS * READ_OVER_LIMIT
ENTRIES = FIXED_LIMITS["list_entries"]


def limit_of(request: Any) -> str:
    """Return the limit that the request is over, or "" where it is within all of them."""
    try:
        SizeLimits(request.DESCRIPTOR, ANSWERS).check(request.SerializeToString())
    except Refusal as refusal:
        return refusal.details["limit"]
    return ""


def together(count: int) -> play_pb2.AnswerBatch:
    return play_pb2.AnswerBatch(answers=[play_pb2.Answer()] * count)


def saying(**command: Any) -> play_pb2.AttendRequest:
    return play_pb2.AttendRequest(commands=[play_pb2.Command(channel=1, **command)])


@pytest.mark.parametrize(
    ("most", "make", "limit"),
    [
        (ENTRIES, lambda n: lobby_pb2.CreateMatchRequest(settings={f"k{i}": "" for i in range(n)}), "list_entries"),
        (ENTRIES, lambda n: lobby_pb2.ListMatchesRequest(settings={f"k{i}": "" for i in range(n)}), "list_entries"),
        (ENTRIES, lambda n: lobby_pb2.CreateMatchRequest(take_seats=[300] * n), "list_entries"),
        (ENTRIES, lambda n: lobby_pb2.CreateMatchRequest(invited_player_ids=["ann"] * n), "list_entries"),
        (ENTRIES, lambda n: play_pb2.AnswerRequest(answers=[play_pb2.Answer(numbers=[-1] * n)]), "list_entries"),
        (ENTRIES, lambda n: saying(answer=play_pb2.Answer(picks=range(n))), "list_entries"),
        (MAX_COMMANDS, lambda n: play_pb2.AttendRequest(commands=[play_pb2.Command()] * n), "commands_per_message"),
        (MAX_COMMANDS, lambda n: saying(answer_batch=together(n)), "commands_per_message"),
        (MAX_COMMANDS, lambda n: play_pb2.AnswerRequest(answers=[play_pb2.Answer()] * n), "commands_per_message"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: lobby_pb2.CreateMatchRequest(options=b"x" * n), "text_bytes"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: lobby_pb2.CreateMatchRequest(settings={"values": "x" * n}), "text_bytes"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: lobby_pb2.CreateMatchRequest(settings={"x" * n: ""}), "text_bytes"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: lobby_pb2.CreateMatchRequest(title="x" * n), "text_bytes"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: lobby_pb2.CreateMatchRequest(invited_player_ids=["x" * n]), "text_bytes"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: saying(answer=play_pb2.Answer(request_id="x" * n)), "text_bytes"),
        (FIXED_LIMITS[TEXT_BYTES], lambda n: players_pb2.RegisterRequest(name="x" * n), "text_bytes"),
    ],
)  # fmt: skip
def test_a_request_at_a_limit_passes_and_one_more_is_refused_by_the_limits_name(
    most: int, make: Callable[[int], Any], limit: str
) -> None:
    assert limit_of(make(most)) == ""
    assert limit_of(make(most + 1)) == limit


def test_files_are_as_long_as_a_message_may_be() -> None:
    assert limit_of(archive_pb2.ImportTextRequest(text="x" * 1_000_000)) == ""
    assert limit_of(archive_pb2.ImportMatchRequest(chunk=b"x" * 1_000_000)) == ""


def test_a_list_that_comes_in_pieces_is_counted_as_one() -> None:
    """Protobuf puts together what is sent twice, so a bound of each piece would be none."""
    piece = saying(answer_batch=together(MAX_COMMANDS // 2))
    pieces = piece.commands[0].SerializeToString() * 3
    assert len(play_pb2.Command.FromString(pieces).answer_batch.answers) == 3 * (MAX_COMMANDS // 2)
    whole = b"\x0a" + bytes([len(pieces) & 0x7F | 0x80, len(pieces) >> 7]) + pieces
    with pytest.raises(Refusal) as refused:
        SizeLimits(play_pb2.AttendRequest.DESCRIPTOR, ANSWERS).check(whole)
    assert refused.value.details["limit"] == "commands_per_message"


@pytest.mark.parametrize("unknown", [b"\xf8\x06\x01", b"\xfa\x06\x00", b"\xfd\x06abcd", b"\xf9\x06abcdefgh"])
def test_unknown_fields_are_counted_too(unknown: bytes) -> None:
    sizes = SizeLimits(play_pb2.AttendRequest.DESCRIPTOR, ANSWERS)
    sizes.check(unknown * ENTRIES)
    with pytest.raises(Refusal):
        sizes.check(unknown * (ENTRIES + 1))


@given(st.binary(min_size=1001, max_size=1100))
def test_any_bytes_are_looked_at_without_a_fault(raw: bytes) -> None:
    for descriptor in (play_pb2.AttendRequest.DESCRIPTOR, tournaments_pb2.CreateTournamentRequest.DESCRIPTOR):
        with suppress(Refusal):
            SizeLimits(descriptor, ANSWERS).check(raw)


async def test_a_match_with_sixty_thousand_settings_is_refused_by_name(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Ann")
        request = lobby_pb2.CreateMatchRequest(game="orchard", settings={f"k{n}": "v" for n in range(60_000)})
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await ann.lobby.CreateMatch(request)
        assert reason_of(error.value)[:2] == ("LIMIT_EXCEEDED", {"limit": "list_entries", "value": "1000"})
