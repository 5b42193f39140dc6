"""The register of players: names, tokens, invitations, and that a restart knows all of it."""

import asyncio
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest

from tilth_server import reasons
from tilth_server.players import PlayerRegistry, operator
from tilth_server.players.tokens import hash_of_secret
from tilth_server.reasons import REQUEST_ID_REUSED
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store import BrokenChain, OlderStore, engine_of
from tilth_server.store.sqlite import SqliteStreams


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStreams]:
    opened = await SqliteStreams.open(tmp_path)
    yield opened
    await opened.close()


async def register_of(store: SqliteStreams, registration: Registration = Registration.OPEN) -> PlayerRegistry:
    register = PlayerRegistry(store, registration)
    await register.load()
    return register


async def test_a_token_names_its_player_and_is_not_stored(store: SqliteStreams, tmp_path: Path) -> None:
    register = await register_of(store)
    ann, token = await register.register("Ann")
    assert register.player_of_token(token) == ann
    assert register.player_of_token(token[:-1]) is None
    assert register.player_of_token("") is None
    await store.close()
    assert token.encode() not in (tmp_path / "tilth.db").read_bytes()


async def test_a_restart_knows_everybody_and_every_token(store: SqliteStreams) -> None:
    before = await register_of(store)
    ann, first = await before.register("Ann")
    second = await before.renew_token(ann.id)
    bob, bobs = await before.register("Bob")
    await before.revoke(bob.id, by=ann.id, reason="rude")
    after = await register_of(store)
    assert after.player_of_token(second) == before.get(ann.id)
    assert after.player_of_token(first) is None
    assert after.player_of_token(bobs) is None
    assert after.get(bob.id).revoked
    carol, _ = await after.register("Carol")
    assert carol.id not in {ann.id, bob.id}


@pytest.mark.parametrize("again", ["Ann", "ANN", "ann", "\uff21nn"])
async def test_names_that_look_alike_are_the_same(store: SqliteStreams, again: str) -> None:
    register = await register_of(store)
    await register.register("Ann")
    with pytest.raises(Refusal) as refused:
        await register.register(again)
    assert (refused.value.reason, refused.value.field) == (reasons.NAME_TAKEN, "name")


@pytest.mark.parametrize("name", ["", "x" * 41, " Ann", "Ann\n", "An\x00n", "An\u202en"])
async def test_a_name_that_cannot_be_one_is_refused(store: SqliteStreams, name: str) -> None:
    register = await register_of(store)
    with pytest.raises(Refusal) as refused:
        await register.register(name)
    assert refused.value.reason == reasons.NAME_INVALID


async def test_a_renewed_token_ends_the_old_one_and_calls_back(store: SqliteStreams) -> None:
    register = await register_of(store)
    lost: list[str] = []
    register.on_token_lost(lost.append)
    ann, first = await register.register("Ann")
    second = await register.renew_token(ann.id)
    assert register.player_of_token(first) is None
    assert register.player_of_token(second) == ann
    assert lost == [ann.id]


async def test_an_invitation_is_good_for_one_registration(store: SqliteStreams) -> None:
    open_one = await register_of(store)
    invitation, _ = await open_one.invitations.create(by="p1")
    register = await register_of(store, Registration.INVITATION)
    for given, reason in (("", reasons.INVITATION_REQUIRED), ("guessed", reasons.INVITATION_INVALID)):
        with pytest.raises(Refusal) as refused:
            await register.register("Ann", given)
        assert refused.value.reason == reason
    results = await asyncio.gather(
        register.register("Ann", invitation), register.register("Bob", invitation), return_exceptions=True
    )
    assert sum(isinstance(result, Refusal) for result in results) == 1
    again = await register_of(store, Registration.INVITATION)
    with pytest.raises(Refusal):
        await again.register("Carol", invitation)


async def test_a_refused_name_does_not_use_up_the_invitation(store: SqliteStreams) -> None:
    register = await register_of(store, Registration.INVITATION)
    invitation, _ = await register.invitations.create(by="p1")
    await register.make_operator(lambda _: None)
    with pytest.raises(Refusal):
        await register.register("operator", invitation)
    await register.register("Ann", invitation)


async def test_a_server_with_closed_registration_takes_nobody(store: SqliteStreams) -> None:
    register = await register_of(store, Registration.CLOSED)
    with pytest.raises(Refusal) as refused:
        await register.register("Ann")
    assert refused.value.reason == reasons.REGISTRATION_CLOSED


async def test_a_repeated_request_gets_the_same_player_and_token(store: SqliteStreams) -> None:
    register = await register_of(store)
    once, again = await asyncio.gather(
        register.register("Ann", request_id="r1", peer="a"),
        register.register("Ann", request_id="r1", peer="a"),
    )
    assert once == again
    assert len(register) == 1
    with pytest.raises(Refusal):
        await register.register("Ann", request_id="r1", peer="somebody else's address")
    with pytest.raises(Refusal):
        await register.register("Ann", request_id="r2", peer="a")


async def test_a_token_of_the_clients_own_finds_the_same_player_again_also_after_a_restart(
    store: SqliteStreams,
) -> None:
    register = await register_of(store)
    own = sha256(b"made by the client").digest()
    (ann, token), once_more = await asyncio.gather(
        register.register("Ann", request_id="r1", token_hash=own),
        register.register("Ann", request_id="r2", peer="elsewhere", token_hash=own),
    )
    assert (ann, token) == once_more == (ann, "")
    assert register.player_of_token("made by the client") == ann
    renamed = await register.rename(ann.id, "Anna", by="p9")
    later = await register_of(store, Registration.CLOSED)
    again, _ = await later.register("Ann", token_hash=own)
    assert (again.id, again.name, len(later)) == (ann.id, renamed, 1)
    for name in ("Ben", "Anna"):
        with pytest.raises(Refusal) as refused:
            await later.register(name, token_hash=own)
        assert (refused.value.reason, refused.value.field) == (REQUEST_ID_REUSED, "token_hash")


async def test_nobody_registers_with_the_hash_of_a_token_that_the_server_gave(store: SqliteStreams) -> None:
    register = await register_of(store)
    ann, token = await register.register("Ann")
    with pytest.raises(Refusal) as refused:
        await register.register("Ben", token_hash=hash_of_secret(token))
    assert refused.value.reason == REQUEST_ID_REUSED
    assert register.player_of_token(token) == ann
    with pytest.raises(Refusal) as refused:
        await register.register("Ben", token_hash=b"short")
    assert refused.value.reason == reasons.TOKEN_HASH_INVALID


async def test_ids_follow_from_a_secret_that_stays_with_the_store(
    store: SqliteStreams, tmp_path: Path
) -> None:
    first = (await register_of(store)).ids
    again = (await register_of(store)).ids
    assert first.match_id("p1", "r1") == again.match_id("p1", "r1")
    assert len({first.match_id(*request) for request in (("p1", "r1"), ("p1", "r2"), ("p2", "r1"))}) == 3
    assert first.match_id("p1", "") != first.match_id("p1", "")
    other = await SqliteStreams.open(tmp_path / "other")
    assert (await register_of(other)).ids.match_id("p1", "r1") != first.match_id("p1", "r1")
    await other.close()


async def test_a_request_that_was_refused_may_succeed_later(store: SqliteStreams) -> None:
    register = await register_of(store, Registration.CLOSED)
    with pytest.raises(Refusal):
        await register.register("Ann", request_id="r1")
    register.registration = Registration.OPEN
    ann, _ = await register.register("Ann", request_id="r1")
    assert ann.name == "Ann"


async def test_pages_go_through_all_names_in_their_order(store: SqliteStreams) -> None:
    register = await register_of(store)
    for name in ("dora", "Ann", "carol", "Bob", "Eve"):
        await register.register(name)
    seen: list[str] = []
    after = ""
    while True:
        page, after = register.page(after, 2)
        seen += [player.name for player in page]
        if not after:
            break
    assert seen == ["Ann", "Bob", "carol", "dora", "Eve"]


async def test_a_revoked_player_is_not_listed_but_keeps_the_name(store: SqliteStreams) -> None:
    register = await register_of(store)
    ann, _ = await register.register("Ann")
    await register.revoke(ann.id, by="p9", reason="")
    assert register.page("", 10) == ([], "")
    assert register.name(ann.id) == "Ann"
    with pytest.raises(Refusal) as refused:
        await register.register("ann")
    assert refused.value.reason == reasons.NAME_TAKEN
    with pytest.raises(Refusal) as refused:
        await register.renew_token(ann.id)
    assert refused.value.reason == reasons.PLAYER_REVOKED


async def test_the_operator_is_made_once_and_the_file_is_private(
    store: SqliteStreams, tmp_path: Path
) -> None:
    register = await register_of(store)
    token = await operator.ensure_operator(register, tmp_path, engine_of(f"sqlite:{tmp_path}"))
    assert token is not None
    file = tmp_path / operator.FILE
    assert file.read_text().strip() == token
    assert file.stat().st_mode & 0o777 == 0o600
    holder = register.player_of_token(token)
    assert holder is not None
    assert holder.operator
    assert (
        await operator.ensure_operator(await register_of(store), tmp_path, engine_of(f"sqlite:{tmp_path}"))
        is None
    )
    renewed = await operator.renew_token(register, holder.id, tmp_path)
    assert file.read_text().strip() == renewed


async def test_the_token_file_of_a_lost_store_is_not_overwritten(
    store: SqliteStreams, tmp_path: Path
) -> None:
    (tmp_path / operator.FILE).write_text("precious\n")
    with pytest.raises(OlderStore, match="its database is empty"):
        await operator.ensure_operator(await register_of(store), tmp_path, engine_of(f"sqlite:{tmp_path}"))
    assert (tmp_path / operator.FILE).read_text() == "precious\n"
    token = await operator.ensure_operator(
        await register_of(store), tmp_path, engine_of(f"sqlite:{tmp_path}"), accept_older=True
    )
    assert (tmp_path / operator.FILE).read_text() == f"{token}\n"
    assert (tmp_path / operator.SET_ASIDE).read_text() == "precious\n"


async def test_a_server_killed_on_its_first_start_finds_its_operators_token_on_the_next(
    store: SqliteStreams, tmp_path: Path
) -> None:
    """The file arrives before the player, for a token that nobody knows opens nothing."""
    (tmp_path / operator.ARRIVING).write_text("never stored\n")
    register = await register_of(store)
    token = await operator.ensure_operator(register, tmp_path, engine_of(f"sqlite:{tmp_path}"))
    (tmp_path / operator.FILE).rename(tmp_path / operator.ARRIVING)
    assert (
        await operator.ensure_operator(await register_of(store), tmp_path, engine_of(f"sqlite:{tmp_path}"))
        is None
    )
    assert (tmp_path / operator.FILE).read_text() == f"{token}\n"
    assert not (tmp_path / operator.ARRIVING).exists()


async def test_the_last_operator_cannot_be_revoked(store: SqliteStreams, tmp_path: Path) -> None:
    register = await register_of(store)
    await operator.ensure_operator(register, tmp_path, engine_of(f"sqlite:{tmp_path}"))
    assert register.operator is not None
    with pytest.raises(Refusal) as refused:
        await register.revoke(register.operator.id, by=register.operator.id, reason="")
    assert refused.value.reason == reasons.LAST_OPERATOR


async def test_a_token_that_could_not_be_kept_makes_no_operator(store: SqliteStreams, tmp_path: Path) -> None:
    register = await register_of(store)
    with pytest.raises(OSError, match="nowhere"):
        await operator.ensure_operator(register, tmp_path / "nowhere", engine_of(f"sqlite:{tmp_path}"))
    assert register.operator is None
    assert await operator.ensure_operator(register, tmp_path, engine_of(f"sqlite:{tmp_path}")) is not None


async def test_an_altered_stream_of_players_is_refused(tmp_path: Path) -> None:
    import sqlite3

    store = await SqliteStreams.open(tmp_path)
    register = await register_of(store)
    await register.register("Ann")
    await register.register("Bob")
    await store.close()
    with sqlite3.connect(tmp_path / "tilth.db") as file:
        file.execute("UPDATE records SET body = x'00' WHERE number = 0")
    file.close()
    store = await SqliteStreams.open(tmp_path)
    with pytest.raises(BrokenChain, match="record 0 of stream 'players'"):
        await register_of(store)
    await store.close()


async def test_a_registration_that_is_cancelled_is_not_overtaken_by_the_next(store: SqliteStreams) -> None:
    """A client that goes away while its record is being written must not let another be written in its place."""
    register = await register_of(store)
    for number in range(20):
        leaving = asyncio.create_task(register.register(f"leaving {number}"))
        await asyncio.sleep(0)
        staying = asyncio.create_task(register.register(f"staying {number}"))
        await asyncio.sleep(0)
        leaving.cancel()
        player, _ = await staying
        assert player.name == f"staying {number}"
    after = await register_of(store)
    assert len(after) == len(register) == 40
