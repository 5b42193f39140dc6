"""Two matches that differ only in what is hidden from a viewer look the same to that viewer, to the byte."""

from hashlib import sha256
from typing import Any

import pytest

from tests.server.tables.market import BUY, DONE, LOOK
from tests.server.tables.tables import PLAYERS, Listener, Tables
from tilth.v1 import play_pb2 as pb
from tilth_server.tables import calls


async def card_of(house: Tables, match: str, seat: int) -> int:
    table = house.house.awake(house.house.live(match))
    card: int = table.state.cards[seat]
    return card


async def worlds(house: Tables) -> tuple[str, str]:
    """Two matches in which Ann's cards are the same, the first and the second, and Ben's are not."""
    found: dict[Any, tuple[str, int]] = {}
    for number in range(200):
        seed = sha256(bytes([number])).digest()
        match = await house.match(seed=seed, settings={"rounds": "1"})
        mine, theirs = await card_of(house, match, 0), await card_of(house, match, 1)
        other = found.setdefault(mine, (match, theirs))
        if other[1] != theirs:
            return other[0], match
    raise AssertionError("no two worlds in 200")


async def play(house: Tables, match: str) -> dict[str, bytes]:
    """Ben looks at his cards, shops, is refused, undoes, shows nothing; Ann and a spectator see it all."""
    ann = house.attend(PLAYERS[0])
    ann.open(1, match, seat=0, from_record=0, views=True, texts=True)
    watcher = house.attend("watcher")
    watcher.open(1, match, from_record=0, views=True, texts=True)
    ben = await house.seated(match, 1)
    written = {"ann": b"", "watcher": b"", "calls": b""}

    async def hear(count: int = 1) -> None:
        for name, listener in (("ann", ann), ("watcher", watcher)):
            told = await listener.hear_until("happened", count)
            written[name] += b"".join(_shown(each) for each in told)
        written["calls"] += await calls.view(house.house, PLAYERS[0], match, 0, "en")
        written["calls"] += await calls.view(house.house, "watcher", match, None, "en")
        await ben.hear_until("happened", count)

    for listener in (ann, watcher):
        await listener.hear_until("caught_up")
        name = "ann" if listener is ann else "watcher"
        written[name] += b"".join(_shown(each) for each in listener.heard)
    for listener in (ann, ben, ann, ben):
        listener.listen()
        if listener.asked[1].quantities:
            listener.answer(measured=[1])
        else:
            listener.answer(1)
        await hear()
    for deed in (BUY, LOOK, DONE):
        ben.answer(deed)
        await hear()
    ben.answer(77)
    await ben.next("refused")
    ben.undo()
    await hear()
    for listener, deeds in ((ben, (DONE, DONE)), (ann, (DONE, DONE))):
        for deed in deeds:
            listener.answer(deed)
            await hear()
    ann.answer(4711)
    written["ann"] += _shown(await ann.next("refused"))
    ann.answer()
    await hear()
    return written


def _shown(told: pb.Told) -> bytes:
    """The frame but for what names the match."""
    told = pb.Told.FromString(told.SerializeToString())
    told.opened.match_id = "" if told.HasField("opened") else told.opened.match_id
    if told.HasField("opened"):
        told.opened.seed_commitment = b""
    return told.SerializeToString(deterministic=True)


async def test_what_is_hidden_changes_nothing_that_others_are_told(house: Tables) -> None:
    one, other = await worlds(house)
    assert await card_of(house, one, 1) != await card_of(house, other, 1)
    assert await play(house, one) == await play(house, other)


async def test_a_seat_is_told_its_own_secrets_and_nobody_else_is(house: Tables) -> None:
    match = await house.match()
    card = await card_of(house, match, 1)
    seen: dict[str, list[bytes]] = {}
    for name, player, opening in (
        ("ann", PLAYERS[0], {"seat": 0}),
        ("ben", PLAYERS[1], {"seat": 1}),
        ("watcher", "watcher", {}),
    ):
        listener: Listener = house.attend(player)
        listener.open(1, match, from_record=3, **opening)
        told = await listener.hear_until("caught_up")
        seen[name] = list(told[1].happened.events)
    dealt = house.house.wires["market"].decode_event
    assert [dealt(each).card for each in seen["ben"][:2]] == [0, card]  # type: ignore[attr-defined]
    assert [dealt(each).card for each in seen["watcher"][:2]] == [0, 0]  # type: ignore[attr-defined]
    assert dealt(seen["ann"][1]).card == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("opening", [{"seat": 0}, {"seat": 1}, {}])
async def test_the_seed_is_told_to_nobody_while_the_match_goes_on(
    house: Tables, opening: dict[str, int]
) -> None:
    match = await house.match(seed=b"\xee" * 32)
    listener = house.attend(PLAYERS[opening.get("seat", 2)])
    listener.open(1, match, from_record=0, views=True, texts=True, **opening)
    told = await listener.hear_until("caught_up")
    assert all(b"\xee" * 32 not in each.SerializeToString() for each in told)
