"""Single calls and server streams as gRPC-Web."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.server.web.browser import Browser, Refused, WebServer, browsing, ended, framed
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, play_pb2

LIST = "LobbyService/ListMatches"
MAX_BYTES = 1 << 20


async def test_a_single_call(browser: Browser) -> None:
    match_id = await browser.new_match()
    request = lobby_pb2.GetMatchRequest(match_id=match_id)
    reply = await browser.call("LobbyService/GetMatch", request, lobby_pb2.GetMatchResponse)
    assert reply.match.id == match_id


async def test_a_stream_ends_with_its_match(server: WebServer, browser: Browser) -> None:
    match_id = await browser.new_match()
    opening = play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id))
    watching = asyncio.create_task(browser.calls("PlayService/Watch", opening))
    await asyncio.sleep(0.2)
    cancel = operations_pb2.CancelMatchRequest(match_id=match_id)
    async with browsing(server.url, server.process.operator_token) as operator:
        await operator.call("OperationsService/CancelMatch", cancel, operations_pb2.CancelMatchResponse)
    frames = [frame for raw in await watching for frame in play_pb2.AttendResponse.FromString(raw).frames]
    assert frames[0].HasField("opened")
    assert frames[-1].HasField("ended")


async def test_a_call_that_streams_to_the_server_takes_its_messages_from_the_body(browser: Browser) -> None:
    pieces = [framed(archive_pb2.ImportMatchRequest(chunk=b"no match").SerializeToString())] * 3
    _, headers, body = await browser.post("ArchiveService/ImportMatch", b"".join(pieces))
    with pytest.raises(Refused) as refused:
        ended(headers, body)
    assert refused.value.reason == "FILE_INVALID"


async def test_a_refusal_has_its_reason_and_details(browser: Browser) -> None:
    request = lobby_pb2.GetMatchRequest(match_id="nowhere")
    with pytest.raises(Refused) as refused:
        await browser.call("LobbyService/GetMatch", request, lobby_pb2.GetMatchResponse)
    assert (refused.value.status, refused.value.reason) == (5, "MATCH_NOT_FOUND")


async def test_a_call_without_a_good_token_is_refused_before_its_body_is_read(server: WebServer) -> None:
    async with browsing(server.url) as stranger:
        with pytest.raises(Refused) as missing:
            await stranger.call(LIST, b"", lobby_pb2.ListMatchesResponse)
        assert (missing.value.status, missing.value.reason) == (16, "TOKEN_MISSING")
        for bad in ("wrong", "wr\xf6ng", "x" * 5000):
            with pytest.raises(Refused) as invalid:
                await stranger.call(LIST, b"", lobby_pb2.ListMatchesResponse, Authorization=f"Bearer {bad}")
            assert invalid.value.status == 16
        never_ends = asyncio.Event()

        async def body() -> AsyncIterator[bytes]:
            yield framed(b"")[:3]
            await never_ends.wait()

        _, headers, reply = await stranger.post(LIST, body())
        with pytest.raises(Refused) as unread:
            ended(headers, reply)
        assert unread.value.reason == "TOKEN_MISSING"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the call came without a message"),
        (framed(b"x")[:3], "the body ends within the five bytes before a message"),
        (framed(b"xyz")[:-1], "the message is cut: 2 of the 3 bytes that it says"),
        (framed(b"\xff\xff"), "these bytes are not a message of the type this call takes"),
        (framed(b"", flag=1), "the message is compressed, or is no message: its flag has to be 0"),
    ],
)
async def test_a_body_that_is_no_message_is_malformed(browser: Browser, body: bytes, message: str) -> None:
    _, headers, reply = await browser.post(LIST, body)
    with pytest.raises(Refused) as refused:
        ended(headers, reply)
    assert (refused.value.status, refused.value.reason) == (3, "MALFORMED")
    assert refused.value.message == message


async def test_a_message_that_is_too_long_is_refused_by_the_limits_name(browser: Browser) -> None:
    for body in (framed(b"x" * (MAX_BYTES + 1)), framed(b"")[:1] + b"\xff\xff\xff\xff"):
        _, headers, reply = await browser.post(LIST, body)
        with pytest.raises(Refused) as refused:
            ended(headers, reply)
        assert refused.value.reason == "LIMIT_EXCEEDED"
        assert refused.value.details["limit"] == "message_bytes"


async def test_what_is_no_call_is_refused_in_words(browser: Browser) -> None:
    with pytest.raises(Refused) as unknown:
        await browser.call("LobbyService/Nothing", b"", lobby_pb2.ListMatchesResponse)
    assert unknown.value.status == 12
    status, _, text = await browser.post(LIST, framed(b""), Content_Type="application/json")
    assert (status, text) == (415, b"calls are POST requests of the type application/grpc-web+proto\n")
    async with browser.session.get(f"{browser.url}tilth.v1.{LIST}") as got:
        assert got.status == 415


async def test_the_clients_time_limit_is_kept(browser: Browser) -> None:
    match_id = await browser.new_match()
    opening = play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id))
    with pytest.raises(Refused) as over:
        await browser.calls("PlayService/Watch", opening, grpc_timeout="300m")
    assert over.value.status == 4


async def test_operators_see_a_call_of_a_browser(server: WebServer, browser: Browser) -> None:
    match_id = await browser.new_match()
    opening = play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id))
    watching = asyncio.create_task(browser.calls("PlayService/Watch", opening))
    async with browsing(server.url, server.process.operator_token) as operator:
        listed = await operator.call("OperationsService/ListCalls", b"", operations_pb2.ListCallsResponse)
    watching.cancel()
    watches = [call for call in listed.calls if call.method.endswith("/Watch")]
    assert [call.peer.rpartition(":")[0] for call in watches] == ["ipv4:127.0.0.1"]
