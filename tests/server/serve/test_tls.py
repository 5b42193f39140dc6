"""TLS and client certificates."""

from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from grpc import StatusCode

from tests.server.serve.certificates import Certificates
from tests.server.serve.full_server import ANY_PORT, Person
from tests.server.serve.games import orchard
from tilth.v1 import players_pb2
from tilth_server.serving import Server
from tilth_server.settings import Settings, Tls


def channel_to(server: Server, authority: Path, own: Tls | None = None) -> grpc.aio.Channel:
    credentials = grpc.ssl_channel_credentials(
        root_certificates=authority.read_bytes(),
        private_key=own.key.read_bytes() if own else None,
        certificate_chain=own.certificate.read_bytes() if own else None,
    )
    return grpc.aio.secure_channel(str(server.address), credentials)


async def registers(channel: grpc.aio.Channel, name: str) -> str:
    async with channel:
        reply = await Person(channel, "").players.Register(players_pb2.RegisterRequest(name=name))
    return str(reply.player.name)


async def cannot_reach(channel: grpc.aio.Channel) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await registers(channel, "Nobody")
    assert error.value.code() is StatusCode.UNAVAILABLE


async def test_a_client_that_trusts_the_certificate_reaches_the_server(tmp_path: Path) -> None:
    ours, theirs = Certificates(tmp_path, "ours"), Certificates(tmp_path, "theirs")
    settings = Settings(data=tmp_path / "data", listen=ANY_PORT, tls=ours.server("server"))
    server = await Server.start(settings, orchard())
    try:
        assert await registers(channel_to(server, ours.file), "Ann") == "Ann"
        await cannot_reach(channel_to(server, theirs.file))
        await cannot_reach(grpc.aio.insecure_channel(str(server.address)))
    finally:
        await server.stop()


async def test_with_a_client_ca_only_its_clients_are_let_in(tmp_path: Path) -> None:
    ours, clients, theirs = (Certificates(tmp_path, name) for name in ("ours", "clients", "theirs"))
    tls = replace(ours.server("server"), client_ca=clients.file)
    server = await Server.start(Settings(data=tmp_path / "data", listen=ANY_PORT, tls=tls), orchard())
    try:
        assert await registers(channel_to(server, ours.file, clients.server("ann")), "Ann") == "Ann"
        await cannot_reach(channel_to(server, ours.file))
        await cannot_reach(channel_to(server, ours.file, theirs.server("eve")))
    finally:
        await server.stop()
