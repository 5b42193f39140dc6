"""The SDK raises an exception of its own for each failure, with one line that says what to do."""

import asyncio
from pathlib import Path

import grpc
import pytest

from tests.client.conftest import Join
from tests.client.serving import Line, ServerProcess, running
from tests.server.serve.certificates import Certificates
from tilth_client import BadToken, ConnectionFailed, LimitReached, NotFound, Refused, Tls, connect


async def complaint(address: str, **how: object) -> str:
    with pytest.raises(ConnectionFailed) as problem:
        async with connect(address, **how):  # type: ignore[arg-type]
            pass
    assert "\n" not in str(problem.value)
    return str(problem.value)


async def test_a_dead_address_says_how_to_start_a_server() -> None:
    assert "No server answers at 127.0.0.1:1; check the address" in await complaint("127.0.0.1:1")


async def test_an_unknown_host_says_to_check_the_address() -> None:
    assert "check the address" in await complaint("nobody.invalid:4030")


async def test_tls_to_a_server_without_it_says_so(server: ServerProcess) -> None:
    assert "doesn't speak TLS as asked" in await complaint(server.address, tls=True)


async def test_a_missing_certificate_file_is_named(server: ServerProcess, tmp_path: object) -> None:
    assert "nothing.pem" in await complaint(server.address, tls=Tls(ca=f"{tmp_path}/nothing.pem"))  # type: ignore[arg-type]


async def test_a_server_of_another_kind_says_to_check_the_address() -> None:
    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    other = await asyncio.start_server(web, "127.0.0.1", 0)
    async with other:
        assert "hung up; check the address" in await complaint(
            f"127.0.0.1:{other.sockets[0].getsockname()[1]}"
        )


async def test_a_call_that_a_stopping_server_cancelled_is_asked_again() -> None:
    """The server's side is a bare gRPC server, as no stopping server of ours cancels a call whenever we like."""
    asked: list[str] = []

    async def reply(request: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        asked.append("games")
        if len(asked) == 1:
            await context.abort(grpc.StatusCode.CANCELLED)
        return b""

    list_games: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "ListGames": grpc.unary_unary_rpc_method_handler(reply)
    }
    other = grpc.aio.server()
    other.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler("tilth.v1.LobbyService", list_games)]
    )
    port = other.add_insecure_port("127.0.0.1:0")
    await other.start()
    try:
        async with connect(f"127.0.0.1:{port}", token="any") as tilth:
            assert await tilth.games() == []
    finally:
        await other.stop(None)
    assert len(asked) == 2


async def test_a_server_that_is_slow_to_take_a_connection_is_waited_for(server: ServerProcess) -> None:
    async with Line(server.address) as line:
        line.late = 1.5
        async with connect(line.address) as tilth:
            assert (await tilth.register("behind a slow line")).id


async def test_a_server_with_tls_is_reached_with_its_authority_and_not_without(tmp_path: Path) -> None:
    authority = Certificates(tmp_path)
    files, client = authority.server("server"), authority.server("client")
    flags = (
        "--tls-cert",
        str(files.certificate),
        "--tls-key",
        str(files.key),
        "--client-ca",
        str(authority.file),
    )
    with running(tmp_path / "data", *flags) as process:
        known = Tls(ca=authority.file, certificate=client.certificate, key=client.key)
        async with connect(process.address, tls=known) as tilth:
            await tilth.register("somebody")
        assert "isn't trusted" in await complaint(process.address, tls=True)
        assert "wants TLS" in await complaint(process.address)


async def test_a_wrong_token_says_to_register(server: ServerProcess) -> None:
    async with connect(server.address, token="wrong") as tilth:
        with pytest.raises(BadToken, match="Register") as refused:
            await tilth.games()
    assert refused.value.reason == "TOKEN_INVALID"


async def test_no_token_says_so_before_anything_is_asked(server: ServerProcess) -> None:
    async with connect(server.address) as tilth:
        with pytest.raises(BadToken, match="register first"):
            await tilth.me()


async def test_a_wrong_token_ends_an_attended_match_too(server: ServerProcess) -> None:
    async with connect(server.address, token="wrong") as tilth:
        with pytest.raises(BadToken):
            await anext(aiter(tilth.watch("nowhere")))


async def test_a_match_that_is_not_there_is_not_found(join: Join) -> None:
    tilth = await join()
    with pytest.raises(NotFound) as refused:
        await tilth.match("nowhere")
    assert refused.value.reason == "MATCH_NOT_FOUND"
    with pytest.raises(Refused) as watched:
        await anext(aiter(tilth.watch("nowhere")))
    assert watched.value.reason == "MATCH_NOT_FOUND"


async def test_wrong_options_name_the_field(join: Join) -> None:
    tilth = await join()
    with pytest.raises(Refused) as refused:
        await tilth.create_match("petrichor", 2, {"long_form": "perhaps"})
    assert list(refused.value.fields) == ["settings.long_form"]


async def test_over_a_limit_the_limit_is_named(join: Join) -> None:
    tilth = await join()

    async def flood() -> None:
        while True:
            await asyncio.gather(*(tilth.me() for _ in range(100)))

    with pytest.raises(LimitReached) as refused:
        await asyncio.wait_for(flood(), 60)
    assert refused.value.details["limit"] == "calls_per_second"
