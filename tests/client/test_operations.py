"""What operators do through the SDK."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.client.conftest import Join
from tests.client.serving import ServerProcess
from tilth_client import Refused, Tilth, connect


def operator(server: ServerProcess) -> Tilth:
    token = (server.log.with_suffix("") / "operator.token").read_text().strip()
    return connect(server.address, token=token, patience=20)


async def test_an_operator_watches_kicks_bans_pauses_and_reads_it_all_again(
    own_server: ServerProcess, join: Join
) -> None:
    ann, bob = await join(own_server.address), await join(own_server.address)
    match = await ann.create("petrichor", 2, take=[0])
    await bob.take(match.id)
    bobs = (await bob.me()).id
    async with operator(own_server) as tilth:
        desk = tilth.operations
        async with ann.attend(match.id, 0) as seat:
            await anext(aiter(seat))
            async for snapshot in desk.watch(0.2):
                if snapshot.matches and snapshot.matches[0].followers:
                    assert snapshot.matches[0].match_id == match.id
                    break
            (call,) = await desk.calls((await ann.me()).id)
            assert call.method.endswith("Attend")
            assert await desk.kick(call.player_id, "too loud") == 1
            with pytest.raises(Refused) as kicked:
                async for _ in seat:
                    pass
            assert kicked.value.reason == "kicked"
        await desk.pause(match.id, "tea")
        assert (await desk.status()).paused_matches == 1
        await desk.resume(match.id)
        until = datetime.now(UTC) + timedelta(hours=1)
        await desk.ban(bobs, "rude", until=until)
        with pytest.raises(Refused) as banned:
            await bob.me()
        assert banned.value.reason == "banned"
        assert banned.value.details == {"until": until.isoformat(timespec="seconds")}
        await desk.unban(bobs)
        assert (await bob.me()).id == bobs
        actions = [entry.record.action async for entry in desk.audit()]
        assert actions == ["KickPlayer", "PauseMatch", "ResumeMatch", "BanPlayer", "UnbanPlayer"]
        async for entry in desk.audit(4, follow=True):
            if entry.number == 5:
                assert entry.record.action == "Drain"
                break
            await desk.drain(undo=True)
