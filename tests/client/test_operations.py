"""Operator calls through the SDK."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.client.conftest import Join
from tests.client.serving import ServerProcess
from tilth.v1.lobby_pb2 import Notice
from tilth.v1.players_pb2 import OPERATOR_ROLE_AUDITOR
from tilth_client import Refused, Tilth, connect


def operator(server: ServerProcess) -> Tilth:
    token = (server.log.with_suffix("") / "operator.token").read_text().strip()
    return connect(server.address, token=token, retry_seconds=20)


async def test_an_operator_watches_kicks_bans_pauses_and_reads_it_all_again(
    own_server: ServerProcess, join: Join
) -> None:
    ann, bob = await join(own_server.address), await join(own_server.address)
    match = await ann.create_match("petrichor", 2, take=[0])
    await bob.take_seat(match.id)
    bobs = (await bob.me()).id
    async with operator(own_server) as tilth:
        operations = tilth.operations
        async with ann.attend(match.id, 0) as seat:
            await anext(aiter(seat))
            async for snapshot in operations.watch(0.2):
                if snapshot.matches and snapshot.matches[0].channels:
                    assert snapshot.matches[0].match_id == match.id
                    break
            (call,) = await operations.calls((await ann.me()).id)
            assert call.method.endswith("Attend")
            assert await operations.kick(call.player_id, "too loud") == 1
            with pytest.raises(Refused) as kicked:
                async for _ in seat:
                    pass
            assert kicked.value.reason == "KICKED"
        await operations.pause(match.id, "tea")
        assert (await operations.status()).paused_matches == 1
        await operations.resume(match.id)
        until = datetime.now(UTC) + timedelta(hours=1)
        await operations.ban(bobs, "rude", until=until)
        with pytest.raises(Refused) as banned:
            await bob.me()
        assert banned.value.reason == "PLAYER_BANNED"
        assert banned.value.details == {"until": until.isoformat(timespec="seconds")}
        await operations.unban(bobs)
        assert (await bob.me()).id == bobs
        actions = [entry.record.action async for entry in operations.audit()]
        assert actions == ["KickPlayer", "PauseMatch", "ResumeMatch", "BanPlayer", "UnbanPlayer"]
        async for entry in operations.audit(4, follow=True):
            if entry.number == 5:
                assert entry.record.action == "Drain"
                break
            await operations.drain(stop=True)


async def test_an_operator_finds_and_ends_a_match_that_is_stuck(
    own_server: ServerProcess, join: Join
) -> None:
    ann, bob = await join(own_server.address), await join(own_server.address)
    match = await ann.create_match("petrichor", 2, take=[0])
    await bob.take_seat(match.id)
    async with operator(own_server) as tilth:
        operations = tilth.operations
        (row,) = (await operations.idle_matches()).matches
        assert row.match.id == match.id
        asked = row.match.seats[row.pending_seats[0]].player_id
        assert (await operations.idle_matches(asked)).match_count == 1
        assert (await operations.idle_matches(idle_seconds=3600)).match_count == 0
        await operations.resign_seat(match.id, 0, "away")
        assert (await ann.match(match.id)).seats[0].resigned
        await operations.adjudicate(match.id, [2, 1], "Ann is away")
        ended = await ann.match(match.id)
        assert (list(ended.result.places), ended.adjudication_reason) == ([2, 1], "Ann is away")


async def test_an_operator_gives_roles(own_server: ServerProcess, join: Join) -> None:
    ann = await join(own_server.address)
    me = await ann.me()
    async with operator(own_server) as tilth:
        await tilth.operations.set_role(me.id, OPERATOR_ROLE_AUDITOR, "helps")
        assert [one.name for one in await tilth.operations.operators()] == ["operator", me.name]
    assert (await ann.me()).role == OPERATOR_ROLE_AUDITOR
    assert (await ann.operations.status()).players == 2
    with pytest.raises(Refused) as refused:
        await ann.operations.drain()
    assert (refused.value.reason, refused.value.details) == ("OPERATORS_ONLY", {"role": "operator"})


async def test_invitations_are_made_listed_and_revoked(own_server: ServerProcess, join: Join) -> None:
    async with operator(own_server) as tilth:
        until = datetime.now(UTC) + timedelta(hours=1)
        made = await tilth.operations.create_invitation("club", uses=2, until=until)
        (shown,) = [one async for one in tilth.moderation.invitations(valid_only=True)]
        assert (shown.id, shown.label, shown.uses) == (made.invitation_id, "club", 2)
        await tilth.moderation.revoke_invitation(shown.id, "leaked")
        assert [one async for one in tilth.moderation.invitations(valid_only=True)] == []
        assert [one.revoked async for one in tilth.moderation.invitations()] == [True]
        assert [one async for one in tilth.moderation.invited_players(shown.id, tree=True)] == []
        me = await tilth.me()
        assert (await tilth.moderation.player(me.id)).tokens == 1


async def test_harm_is_reported_seen_and_stopped(own_server: ServerProcess, join: Join) -> None:
    ann, bob = await join(own_server.address), await join(own_server.address)
    me, bobs = await ann.me(), await bob.me()
    match = await ann.create_match("petrichor", 2, title="A bad title")
    await bob.report_player(me.id, "shouts")
    await bob.report_player(me.id, name=True)
    await bob.report_title(match_id=match.id)
    async with operator(own_server) as tilth:
        found = [one async for one in tilth.moderation.reports()]
        assert [one.reported_name for one in found] == [me.name, me.name, "A bad title"]
        await tilth.moderation.resolve_report(1, "seen", upheld=True)
        assert [one.number async for one in tilth.moderation.reports(player_id=me.id)] == [2]
        assert {one.player_id for one in await tilth.moderation.load()} >= {me.id, bobs.id}
        (address,) = await tilth.moderation.load(by_address=True, by_refusals=True)
        assert address.players == 3
        until = datetime.now(UTC) + timedelta(hours=1)
        ban = await tilth.moderation.ban_address("203.0.113.7", "floods", until=until)
        made = await tilth.operations.create_invitation("club")
        assert await tilth.moderation.ban_invitation(made.invitation_id, "spam", until=until) == 0
        assert {one.id async for one in tilth.moderation.bans()} == {ban.id, made.invitation_id}
        for ban_id in (ban.id, made.invitation_id):
            await tilth.moderation.lift_ban(ban_id)
        assert [one async for one in tilth.moderation.bans()] == []


async def test_notices_come_on_streams(own_server: ServerProcess, join: Join) -> None:
    ann, bob = await join(own_server.address), await join(own_server.address)
    match = await ann.create_match("petrichor", 2, take=[0])
    await bob.take_seat(match.id)
    notices: list[Notice] = []
    stop_came = asyncio.Event()

    def on_notice(notice: Notice) -> None:
        notices.append(notice)
        if notice.HasField("stops_at"):
            stop_came.set()

    ann.on_notice(on_notice)
    async with operator(own_server) as tilth:
        await tilth.operations.announce("Tea at five", until=datetime.now(UTC) + timedelta(hours=1))
        async with ann.attend(match.id, 0) as seat:
            await anext(aiter(seat))
            assert [one.announcement for one in notices] == ["Tea at five"]
            stops_at = datetime.now(UTC) + timedelta(minutes=30)
            assert await tilth.operations.drain(stops_at=stops_at, reason="new build")
            async with asyncio.timeout(20):
                await stop_came.wait()
            assert 1790 < notices[-1].stops_in.ToSeconds() <= 1800
            assert (await bob.server_info()).notice.stop_reason == "new build"
        await tilth.operations.announce("")
        assert not await tilth.operations.drain(stop=True)
        assert not (await bob.server_info()).HasField("notice")
