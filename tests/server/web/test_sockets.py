"""`Attend` on a WebSocket."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.people import answer_to
from tests.server.web.browser import (
    MANY,
    SUBPROTOCOL,
    Attending,
    Browser,
    WebServer,
    browsing,
    refusal_of,
    web_running,
)
from tilth.v1 import operations_pb2, play_pb2, players_pb2
from tilth_server.web.attend_socket import TOKEN_SECONDS

TABS = 10
MAX_BYTES = 1 << 20


async def play(attending: Attending, match_id: str, seat: int) -> int:
    """Answer for the seat until the match ends; return the number of answers."""
    await attending.open(1, match_id, seat)
    answers = 0
    async for frame in attending.frames():
        assert not frame.HasField("refused"), frame
        if frame.HasField("ended"):
            return answers
        holder = frame.caught_up if frame.HasField("caught_up") else frame.update
        if holder.HasField("decision"):
            answers += 1
            answer = answer_to(holder.decision, f"{seat}-{answers}")
            await attending.send(play_pb2.Command(channel=1, answer=answer))
    raise AssertionError("the socket was closed before the match had ended")


async def test_two_tabs_play_a_whole_match(browser: Browser) -> None:
    match_id = await browser.new_match(2)
    async with browser.attend() as one, browser.attend() as other:
        answers = await asyncio.gather(play(one, match_id, 0), play(other, match_id, 1))
    assert min(answers) > 10


async def test_ten_tabs_of_one_player_work_within_the_limits(tmp_path: Path) -> None:
    with web_running(tmp_path / "data") as server:
        async with browsing(server.url) as browser:
            await browser.register()
            match_id = await browser.new_match()

            async def tab() -> str:
                async with browsing(server.url, browser.token) as own, own.attend() as attending:
                    await own.call("PlayersService/GetMe", b"", players_pb2.GetMeResponse)
                    await attending.open(1, match_id)
                    return str((await anext(attending.frames())).WhichOneof("payload"))

            assert await asyncio.gather(*(tab() for _ in range(TABS))) == ["opened"] * TABS


async def test_a_socket_counts_as_a_stream(tmp_path: Path) -> None:
    with web_running(tmp_path / "data", "--streams-per-player", "2") as server:
        async with browsing(server.url) as browser:
            await browser.register()
            async with browser.attend() as one, browser.attend() as two, browser.attend() as three:
                match_id = await browser.new_match()
                code, reply = await refusal_of(three.socket)
                assert (code, reply["reason"]) == (4008, "LIMIT_EXCEEDED")
                assert reply["details"] == {"limit": "streams_per_player", "value": "2"}
                async with browsing(server.url, server.process.operator_token) as operator:
                    status = await operator.call(
                        "OperationsService/GetStatus", b"", operations_pb2.GetStatusResponse
                    )
                    assert status.streams == 2
                for attending in (one, two):
                    await attending.open(1, match_id)
                    assert (await anext(attending.frames())).HasField("opened")


async def test_a_socket_without_a_token_is_closed_after_five_seconds(server: WebServer) -> None:
    async with browsing(server.url) as stranger, stranger.socket() as socket:
        began = asyncio.get_running_loop().time()
        code, reply = await refusal_of(socket)
        assert asyncio.get_running_loop().time() - began >= TOKEN_SECONDS - 0.1
    assert (code, reply["code"], reply["reason"]) == (4016, "UNAUTHENTICATED", "TOKEN_MISSING")
    assert reply["message"] == ("a socket's first message is a text, Bearer and the token, within 5 seconds")


@pytest.mark.parametrize("token", ["Bearer nobody's", "Bearer ", "", "nobody's", "Bearer п" * 500])
async def test_a_socket_with_a_bad_token_is_closed(server: WebServer, token: str) -> None:
    async with browsing(server.url) as stranger, stranger.socket() as socket:
        await socket.send_str(token)
        code, reply = await refusal_of(socket)
    assert (code, reply["reason"]) == (4016, "TOKEN_INVALID")


async def test_a_token_is_not_taken_from_the_address_or_a_header(browser: Browser) -> None:
    headers = {"Authorization": f"Bearer {browser.token}"}
    async with browser.socket(headers=headers, params={"token": browser.token}) as socket:
        await socket.send_bytes(b"")
        assert (await refusal_of(socket))[1]["reason"] == "TOKEN_MISSING"


async def test_a_header_of_a_proxy_does_not_hide_the_token(browser: Browser) -> None:
    match_id = await browser.new_match()
    async with browser.attend(headers={"Authorization": "Basic eDp5"}) as attending:
        await attending.open(1, match_id)
        assert (await anext(attending.frames())).HasField("opened")


@pytest.mark.parametrize("protocols", [(), ("tilth.v2.attend",), ("chat", "graphql-ws")])
async def test_an_unknown_subprotocol_is_refused_by_name(
    browser: Browser, protocols: tuple[str, ...]
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        async with browser.socket(protocols=protocols):
            pass
    assert refused.value.status == 400
    async with browser.session.get(
        f"{browser.url}attend", headers={"Upgrade": "websocket", "Connection": "upgrade"}
    ) as response:
        assert await response.text() == f"the subprotocol is {SUBPROTOCOL}\n"


async def test_a_request_that_is_no_websocket_is_refused_in_words(browser: Browser) -> None:
    async with browser.session.get(f"{browser.url}attend") as response:
        assert (response.status, await response.text()) == (426, "this address speaks WebSocket only\n")
    headers = {"Upgrade": "websocket", "Connection": "upgrade", "Sec-WebSocket-Protocol": SUBPROTOCOL}
    async with browser.session.get(f"{browser.url}attend", headers=headers) as response:
        assert response.status == 400


async def test_messages_that_are_none_are_malformed(browser: Browser) -> None:
    async with browser.attend() as attending:
        await attending.socket.send_str("hello")
        code, reply = await refusal_of(attending.socket)
        assert (code, reply["reason"]) == (4003, "MALFORMED")
        assert reply["message"] == "messages after the token are binary: AttendRequest"
    async with browser.attend() as attending:
        await attending.socket.send_bytes(b"\xff\xff\xff")
        assert (await refusal_of(attending.socket))[1]["reason"] == "MALFORMED"


async def test_a_message_cut_in_the_middle_is_malformed(browser: Browser) -> None:
    match_id = await browser.new_match()
    opening = play_pb2.Command(channel=1, open=play_pb2.OpenChannel(match_id=match_id))
    whole = play_pb2.AttendRequest(commands=[opening]).SerializeToString()
    async with browser.attend() as attending:
        await attending.socket.send_bytes(whole[: len(whole) // 2])
        code, reply = await refusal_of(attending.socket)
    assert (code, reply["reason"]) == (4003, "MALFORMED")


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 8 * MAX_BYTES])
async def test_a_message_that_is_too_long_is_refused_by_the_limits_name(browser: Browser, size: int) -> None:
    async with browser.attend() as attending:
        await attending.socket.send_bytes(b"x" * size)
        code, reply = await refusal_of(attending.socket)
    assert (code, reply["reason"], reply["details"]["limit"]) == (4008, "LIMIT_EXCEEDED", "message_bytes")


async def test_compression_is_not_agreed_to(browser: Browser) -> None:
    async with browser.attend(compress=15) as attending:
        assert attending.socket.compress == 0


async def test_a_replaced_token_closes_the_socket(browser: Browser) -> None:
    async with browser.attend() as attending:
        match_id = await browser.new_match()
        await attending.open(1, match_id)
        assert (await anext(attending.frames())).HasField("opened")
        renewed = await browser.call("PlayersService/RenewToken", b"", players_pb2.RenewTokenResponse)
        code, reply = await refusal_of(attending.socket)
        assert (code, reply["reason"]) == (4016, "TOKEN_INVALID")
    browser.token = renewed.token
    async with browser.attend() as attending:
        await attending.open(1, match_id)
        assert (await anext(attending.frames())).HasField("opened")


async def test_a_server_that_stops_closes_each_socket_with_the_reason(tmp_path: Path) -> None:
    with web_running(tmp_path / "data", *MANY) as server:
        async with browsing(server.url) as browser:
            await browser.register()
            match_id = await browser.new_match()
            async with browser.attend() as idle, browser.attend() as watching, browser.socket() as new:
                await watching.open(1, match_id)
                assert (await anext(watching.frames())).HasField("opened")
                server.process.tell_to_stop()
                code, reply = await refusal_of(idle.socket)
                assert (code, reply["reason"]) == (4014, "SERVER_STOPPING")
                frames = [frame async for frame in watching.frames()]
                assert frames[-1].cut_off.reason == "SERVER_STOPPING"
                assert watching.socket.close_code in (4014, None)
                await refusal_of(new)
        assert server.process.wait() == 0
