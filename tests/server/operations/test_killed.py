"""The audit of a server that is killed: what was done stands in it, and nothing was done that doesn't."""

import itertools
import threading
from pathlib import Path

import grpc
import pytest

from tests.e2e.serving import ServerProcess, running
from tests.server.serve.one_service import bearer
from tilth.v1 import operations_pb2 as pb
from tilth.v1 import operations_pb2_grpc, players_pb2, players_pb2_grpc

SECONDS = 30


def entries(channel: grpc.Channel, token: str) -> list[pb.AuditEntry]:
    stub = operations_pb2_grpc.OperationsServiceStub(channel)
    replies = stub.ReadAudit(pb.ReadAuditRequest(once=True), metadata=bearer(token), timeout=SECONDS)
    return [entry for reply in replies for entry in reply.entries]


def banning(server: ServerProcess, player_id: str, acknowledged: list[str], enough: threading.Event) -> None:
    """Ban the player again and again, until the server is gone."""
    with grpc.insecure_channel(server.address) as channel:
        stub = operations_pb2_grpc.OperationsServiceStub(channel)
        metadata = bearer(server.operator_token)
        for number in itertools.count():
            reason = str(number)
            try:
                ban = pb.BanPlayerRequest(player_id=player_id, reason=reason)
                stub.BanPlayer(ban, metadata=metadata, timeout=SECONDS)
            except grpc.RpcError:
                return
            acknowledged.append(reason)
            if number == 20:
                enough.set()


@pytest.mark.parametrize("time", range(3))
def test_an_acknowledged_ban_holds_and_is_in_the_audit_after_a_kill(tmp_path: Path, time: int) -> None:
    with running(tmp_path / "data") as server:
        with grpc.insecure_channel(server.address) as channel:
            register = players_pb2_grpc.PlayersServiceStub(channel)
            ann = register.Register(players_pb2.RegisterRequest(name="Ann"), timeout=SECONDS)
        acknowledged: list[str] = []
        enough = threading.Event()
        thread = threading.Thread(target=banning, args=(server, ann.player.id, acknowledged, enough))
        thread.start()
        assert enough.wait(SECONDS)
        server.kill()
        thread.join()
        server.start()
        with grpc.insecure_channel(server.address) as channel:
            written = [entry.record.reason for entry in entries(channel, server.operator_token)]
            assert written[: len(acknowledged)] == acknowledged
            assert len(written) <= len(acknowledged) + 1
            stub = players_pb2_grpc.PlayersServiceStub(channel)
            with pytest.raises(grpc.RpcError) as refused:
                stub.GetMe(players_pb2.GetMeRequest(), metadata=bearer(ann.token), timeout=SECONDS)
            details = refused.value.details() or ""
            banned_for = details.rpartition(": ")[2]
            assert banned_for in written[len(acknowledged) - 1 :], "no action without its entry, none lost"
