"""From where and under which name the listener may be reached, and how much one address may ask for."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.server.web.browser import (
    MANY,
    SUBPROTOCOL,
    Browser,
    Refused,
    WebServer,
    browsing,
    raw_exchange,
    web_running,
)
from tilth.v1 import lobby_pb2, operations_pb2
from tilth_server.settings import Address
from tilth_server.web.connections import HEAD_BYTES, IDLE_SECONDS
from tilth_server.web.origins import BadOrigin, Origins

FORWARDED = "X_Forwarded_For"
LIST = "LobbyService/ListMatches"


async def got(browser: Browser, path: str = "", **headers: str) -> tuple[int, str]:
    async with browser.session.get(f"{browser.url}{path}", headers=headers) as response:
        return response.status, await response.text()


async def test_a_foreign_host_is_refused_by_name(browser: Browser) -> None:
    reply = "this server is not reached as 'evil.example': name that address with --web-origin\n"
    assert await got(browser, Host="evil.example") == (421, reply)
    assert await got(browser, "attend", Host="evil.example") == (421, reply)
    status, _, text = await browser.post(LIST, b"", Host="evil.example")
    assert (status, text) == (421, reply.encode())
    port = browser.url.rpartition(":")[2].strip("/")
    assert (await got(browser, Host=f"localhost:{port}"))[0] == 200
    assert (await got(browser, Host="localhost:1"))[0] == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://localhost:1"])
async def test_a_wrong_origin_is_refused_by_name(browser: Browser, origin: str) -> None:
    reply = f"pages of {origin!r} may not call this server: name it with --web-origin\n"
    assert await got(browser, Origin=origin) == (403, reply)
    status, _, text = await browser.post(LIST, b"", Origin=origin)
    assert (status, text) == (403, reply.encode())
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        async with browser.socket(headers={"Origin": origin}):
            pass
    assert refused.value.status == 403


async def test_the_own_origin_may_call(browser: Browser) -> None:
    own = browser.url.rstrip("/")
    await browser.call(LIST, b"", lobby_pb2.ListMatchesResponse, Origin=own)
    async with browser.attend(headers={"Origin": own}) as attending:
        await attending.open(1, await browser.new_match())
        assert (await anext(attending.frames())).HasField("opened")


async def test_the_health_address_has_no_name_to_check(browser: Browser) -> None:
    assert await got(browser, "healthz", Host="10.0.0.7") == (200, "serving\n")


async def test_a_named_origin_may_call_also_below_its_path(tmp_path: Path) -> None:
    flags = ("--web-origin", "https://games.example/tilth", "--web-origin", "http://other.example:81", *MANY)
    with web_running(tmp_path / "data", *flags) as server:
        async with browsing(server.url) as browser:
            named = {"Host": "games.example", "Origin": "https://games.example"}
            assert (await got(browser, "tilth/", **named))[0] == 200
            assert (await got(browser, "", **named))[0] == 200, "a proxy may take the path away"
            assert (await got(browser, "tilthy/", **named))[0] == 404
            assert (await got(browser, "", Host="other.example:81"))[0] == 200
            assert (await got(browser, "", Host="other.example"))[0] == 421
            await browser.register()
            below = Browser(browser.session, f"{server.url}tilth/", browser.token)
            async with below.attend(headers=named) as attending:
                await attending.open(1, await below.new_match())
                assert (await anext(attending.frames())).HasField("opened")


@pytest.mark.parametrize("text", ["games.example", "ftp://x", "https://", "https://x/?a", "https://x/#a"])
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(BadOrigin, match="is no origin; write it as https://host"):
        Origins(Address("127.0.0.1", 1), (text,))


def test_an_address_for_every_interface_is_no_name() -> None:
    origins = Origins(Address("0.0.0.0", 80))
    assert not origins.has_host("0.0.0.0")
    assert origins.has_host("localhost")
    assert Origins(Address("192.0.2.7", 8080)).has_host("192.0.2.7:8080")
    assert Origins(Address("::1", 8080)).has_origin("http://[::1]:8080")


async def test_a_trusted_proxys_word_counts_for_the_limits_and_in_the_log(tmp_path: Path) -> None:
    flags = ("--trusted-proxy", "127.0.0.1", "--stranger-calls-per-second", "2")
    with web_running(tmp_path / "data", *flags) as server:
        async with browsing(server.url) as browser:

            async def reason(address: str) -> str:
                headers = {FORWARDED: address, "Authorization": "Bearer x"}
                with pytest.raises(Refused) as refused:
                    await browser.call(LIST, b"", lobby_pb2.ListMatchesResponse, **headers)
                return refused.value.reason

            reasons = await asyncio.gather(*(reason("203.0.113.7, 198.51.100.1") for _ in range(12)))
            assert reasons.count("LIMIT_EXCEEDED") >= 6
            assert await reason("198.51.100.2") == "TOKEN_INVALID"
            async with browsing(server.url, server.process.operator_token) as operator:
                headers = {FORWARDED: "198.51.100.3"}
                listed = await operator.call(
                    "OperationsService/ListCalls", b"", operations_pb2.ListCallsResponse, **headers
                )
        assert [call.peer for call in listed.calls] == ["ipv4:198.51.100.3"]
        failed = [line for line in server.process.log() if line["event"] == "authentication failed"]
        assert {line["address"] for line in failed} == {"ipv4:198.51.100.1", "ipv4:198.51.100.2"}


async def test_without_a_trusted_proxy_the_header_is_not_believed(tmp_path: Path) -> None:
    with web_running(tmp_path / "data", "--web-requests-per-second", "3") as server:
        async with browsing(server.url) as browser:
            asked = (got(browser, "healthz", **{"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(12))
            replies = await asyncio.gather(*asked)
    over = (429, "over the limit web_requests_per_second (3)\n")
    assert replies.count((200, "serving\n")) in (6, 7, 8)
    assert replies.count(over) == len(replies) - replies.count((200, "serving\n"))


async def test_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    with web_running(tmp_path / "data", "--web-connections-per-address", "2") as server:
        async with browsing(server.url) as browser:
            await browser.register()
            async with browser.socket(), browser.socket():
                reply = await raw_exchange(server.url)
                assert reply.startswith(b"HTTP/1.1 429 ")
                assert reply.endswith(b"over the limit web_connections_per_address: 2\n")
            await asyncio.sleep(0.2)
            assert (await got(browser))[0] == 200


async def test_sockets_that_wait_for_their_token_are_limited(server: WebServer) -> None:
    connector = aiohttp.TCPConnector(limit=0)
    async with browsing(server.url, connector=connector) as browser:
        sockets = [browser.socket() for _ in range(50)]
        await asyncio.gather(*(socket.__aenter__() for socket in sockets))
        headers = {
            "Connection": "upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Protocol": SUBPROTOCOL,
        }
        reply = "50 sockets of this address wait for their token already\n"
        assert await got(browser, "attend", **headers) == (429, reply)
        await asyncio.gather(*(socket.__aexit__(None, None, None) for socket in sockets))
        await asyncio.sleep(0.2)
        async with browser.socket():
            pass


async def test_a_slow_head_is_cut_off(server: WebServer) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    slow = ((b"",), (b"GET / HT",), (b"GET / HTTP/1.1\r\nHost: ", *([b"x"] * 60)))
    cut = await asyncio.gather(*(raw_exchange(server.url, *pieces, pause=0.1) for pieces in slow))
    assert cut == [b""] * 3
    assert IDLE_SECONDS - 1 < loop.time() - began < 3 * IDLE_SECONDS


async def test_a_long_head_is_cut_off(server: WebServer) -> None:
    lines = b"".join(b"x%d: %s\r\n" % (number, b"y" * 4000) for number in range(2 * HEAD_BYTES // 4000))
    loop = asyncio.get_running_loop()
    began = loop.time()
    assert await raw_exchange(server.url, b"GET / HTTP/1.1\r\n", lines, pause=0.2) == b""
    assert loop.time() - began < IDLE_SECONDS - 1, "a slow one would take as long"
    assert (await raw_exchange(server.url, b"GET /" + b"x" * 9000)).startswith(b"HTTP/1.0 400")
    many = b"".join(b"x%d: y\r\n" % number for number in range(101))
    assert (await raw_exchange(server.url, b"GET / HTTP/1.1\r\n" + many + b"\r\n")).startswith(
        b"HTTP/1.0 400"
    )
