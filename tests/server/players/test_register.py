"""The register of players: names, tokens, invitations, and that a restart knows all of it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tilth_server.players import Register, operator, reasons
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store import BrokenChain, SqliteStreams


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStreams]:
    opened = await SqliteStreams.open(tmp_path)
    yield opened
    await opened.close()


async def register_of(store: SqliteStreams, registration: Registration = Registration.OPEN) -> Register:
    register = Register(store, registration)
    await register.load()
    return register


async def test_a_token_names_its_player_and_is_not_stored(store: SqliteStreams, tmp_path: Path) -> None:
    register = await register_of(store)
    ann, token = await register.register("Ann")
    assert register.holder(token) == ann
    assert register.holder(token[:-1]) is None
    assert register.holder("") is None
    await store.close()
    assert token.encode() not in (tmp_path / "tilth.db").read_bytes()


async def test_a_restart_knows_everybody_and_every_token(store: SqliteStreams) -> None:
    before = await register_of(store)
    ann, first = await before.register("Ann")
    second = await before.renew_token(ann.id)
    bob, bobs = await before.register("Bob")
    await before.revoke(bob.id, by=ann.id, reason="rude")
    after = await register_of(store)
    assert after.holder(second) == before.get(ann.id)
    assert after.holder(first) is None
    assert after.holder(bobs) is None
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
    assert refused.value.reason == reasons.BAD_NAME


async def test_a_renewed_token_ends_the_old_one_and_says_so(store: SqliteStreams) -> None:
    register = await register_of(store)
    told: list[str] = []
    register.on_token_lost(told.append)
    ann, first = await register.register("Ann")
    second = await register.renew_token(ann.id)
    assert register.holder(first) is None
    assert register.holder(second) == ann
    assert told == [ann.id]


async def test_an_invitation_is_good_for_one_registration(store: SqliteStreams) -> None:
    open_one = await register_of(store)
    invitation = await open_one.make_invitation(by="p1")
    register = await register_of(store, Registration.INVITATION)
    for given, reason in (("", reasons.INVITATION_NEEDED), ("guessed", reasons.BAD_INVITATION)):
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
    invitation = await register.make_invitation(by="p1")
    await register.make_operator(lambda _: None)
    with pytest.raises(Refusal):
        await register.register("operator", invitation)
    await register.register("Ann", invitation)


async def test_a_closed_register_takes_nobody(store: SqliteStreams) -> None:
    register = await register_of(store, Registration.CLOSED)
    with pytest.raises(Refusal) as refused:
        await register.register("Ann")
    assert refused.value.reason == reasons.REGISTRATION_CLOSED


async def test_the_same_request_again_gets_the_same_player_and_token(store: SqliteStreams) -> None:
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


async def test_whoever_is_revoked_is_listed_no_more_but_keeps_the_name(store: SqliteStreams) -> None:
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
    assert refused.value.reason == reasons.REVOKED


async def test_the_operator_is_made_once_and_the_file_is_private(
    store: SqliteStreams, tmp_path: Path
) -> None:
    register = await register_of(store)
    token = await operator.make_sure(register, tmp_path)
    assert token is not None
    file = tmp_path / operator.FILE
    assert file.read_text().strip() == token
    assert file.stat().st_mode & 0o777 == 0o600
    holder = register.holder(token)
    assert holder is not None
    assert holder.operator
    assert await operator.make_sure(await register_of(store), tmp_path) is None
    renewed = await operator.renew(register, holder.id, tmp_path)
    assert file.read_text().strip() == renewed


async def test_the_last_operator_cannot_be_revoked(store: SqliteStreams, tmp_path: Path) -> None:
    register = await register_of(store)
    await operator.make_sure(register, tmp_path)
    assert register.operator is not None
    with pytest.raises(Refusal) as refused:
        await register.revoke(register.operator.id, by=register.operator.id, reason="")
    assert refused.value.reason == reasons.LAST_OPERATOR


async def test_a_token_that_could_not_be_kept_makes_no_operator(store: SqliteStreams, tmp_path: Path) -> None:
    register = await register_of(store)
    with pytest.raises(OSError, match="nowhere"):
        await operator.make_sure(register, tmp_path / "nowhere")
    assert register.operator is None
    assert await operator.make_sure(register, tmp_path) is not None


async def test_an_altered_register_is_not_believed(tmp_path: Path) -> None:
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
