"""Two matches that differ only in what is hidden from a viewer look the same to that viewer, to the byte."""

from hashlib import sha256
from typing import Any

import pytest

from tests.server.matches.market import BUY, DONE, LOOK
from tests.server.matches.match_host import PLAYERS, Listener, MatchHost
from tests.server.matches.test_backlog import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import unary


async def card_of(host: MatchHost, match: str, seat: int) -> int:
    table = host.matches.cache.table_of(host.matches.cache.get(match))
    card: int = table.state.cards[seat]
    return card


async def worlds(host: MatchHost) -> tuple[str, str]:
    """Two matches in which Ann's cards are the same, the first and the second, and Ben's are not."""
    found: dict[Any, tuple[str, int]] = {}
    for number in range(200):
        seed = sha256(bytes([number])).digest()
        match = await host.match(seed=seed, settings={"rounds": "1"})
        mine, theirs = await card_of(host, match, 0), await card_of(host, match, 1)
        other = found.setdefault(mine, (match, theirs))
        if other[1] != theirs:
            return other[0], match
    raise AssertionError("no two worlds in 200")


async def play(host: MatchHost, match: str) -> dict[str, bytes]:
    """Ben looks at his cards, shops, is refused, undoes, shows nothing; Ann and a spectator see it all."""
    ann = host.attend(PLAYERS[0])
    ann.open(1, match, seat=0, from_record=0, views=True, texts=True)
    watcher = host.attend("watcher")
    watcher.open(1, match, from_record=0, views=True, texts=True)
    ben = await host.seated(match, 1)
    written = {"ann": b"", "watcher": b"", "calls": b""}

    async def hear(count: int = 1) -> None:
        for name, listener in (("ann", ann), ("watcher", watcher)):
            received = await listener.receive_until("update", count)
            written[name] += b"".join(_shown(each) for each in received)
        written["calls"] += await unary.view(host.matches, PLAYERS[0], match, 0, "en")
        written["calls"] += await unary.view(host.matches, "watcher", match, None, "en")
        await ben.receive_until("update", count)

    for listener in (ann, watcher):
        await listener.receive_until("caught_up")
        name = "ann" if listener is ann else "watcher"
        written[name] += b"".join(_shown(each) for each in listener.received)
    for listener in (ann, ben, ann, ben):
        listener.listen()
        if listener.decisions[1].quantities:
            listener.answer(numbers=[1])
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


def _shown(received: pb.Frame) -> bytes:
    """The frame but for what names the match."""
    received = pb.Frame.FromString(received.SerializeToString())
    received.opened.match_id = "" if received.HasField("opened") else received.opened.match_id
    if received.HasField("opened"):
        received.opened.seed_commitment = b""
    return received.SerializeToString(deterministic=True)


async def test_hidden_cards_change_nothing_in_the_frames_of_others(host: MatchHost) -> None:
    one, other = await worlds(host)
    assert await card_of(host, one, 1) != await card_of(host, other, 1)
    assert await play(host, one) == await play(host, other)


async def test_only_a_seat_itself_gets_its_secrets(host: MatchHost) -> None:
    match = await host.match()
    card = await card_of(host, match, 1)
    seen: dict[str, list[bytes]] = {}
    for name, player, opening in (
        ("ann", PLAYERS[0], {"seat": 0}),
        ("ben", PLAYERS[1], {"seat": 1}),
        ("watcher", "watcher", {}),
    ):
        listener: Listener = host.attend(player)
        listener.open(1, match, from_record=3, **opening)
        received = await listener.receive_until("caught_up")
        seen[name] = list(received[1].update.events)
    dealt = host.matches.cache.wires["market"].decode_event
    assert [dealt(each).card for each in seen["ben"][:2]] == [0, card]  # type: ignore[attr-defined]
    assert [dealt(each).card for each in seen["watcher"][:2]] == [0, 0]  # type: ignore[attr-defined]
    assert dealt(seen["ann"][1]).card == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("opening", [{"seat": 0}, {"seat": 1}, {}])
async def test_no_frame_holds_the_seed_while_the_match_runs(host: MatchHost, opening: dict[str, int]) -> None:
    match = await host.match(seed=b"\xee" * 32)
    listener = host.attend(PLAYERS[opening.get("seat", 2)])
    listener.open(1, match, from_record=0, views=True, texts=True, **opening)
    received = await listener.receive_until("caught_up")
    assert all(b"\xee" * 32 not in each.SerializeToString() for each in received)


@pytest.mark.parametrize("looks", [0, 1])
async def test_without_a_view_too_a_card_is_shown_to_the_seat_alone_that_looks_at_it(
    host: MatchHost, looks: int
) -> None:
    match = await host.match()
    seated = await shop_for_long(host, match, 0)
    watcher = await host.watching(match)
    seated[looks].answer(LOOK)
    received = [(await listener.next("update")).update for listener in (*seated, watcher)]
    dealt = host.matches.cache.wires["market"].decode_event
    cards = [dealt(update.events[0]).card for update in received]  # type: ignore[attr-defined]
    assert cards.pop(looks) == await card_of(host, match, looks)
    assert cards == [0, 0]
