"""Reading the log of a match: its owner and another node read the same, also right after a record."""

import shutil
from random import Random

from tests.e2e.people import Person, channel_to, match_of, new_match, play_on, play_out, refused, somebody
from tests.postgres.node_processes import NodeProcess, start
from tests.postgres.test_nodes import at_each, check
from tests.server.archive.test_receipts import stated
from tilth.v1 import archive_pb2
from tilth.v1.receipt_pb2 import Receipt


def view_request(match_id: str, record: int, seat: int | None) -> archive_pb2.ViewAtRequest:
    """Return the request for a view as a seat or, without one, as a spectator."""
    viewer = archive_pb2.Viewer(spectator=True) if seat is None else archive_pb2.Viewer(seat=seat)
    return archive_pb2.ViewAtRequest(match_id=match_id, record=record, viewer=viewer, texts=True)


async def receipt_of(person: Person, match_id: str) -> Receipt:
    reply = await person.archive.GetReceipt(archive_pb2.GetReceiptRequest(match_id=match_id))
    receipt: Receipt = reply.receipt
    return receipt


async def read(person: Person, match_id: str, seat: int) -> list[bytes]:
    """Return everything that a node reads from the log for a person, who holds this seat."""
    last = (await match_of(person, match_id)).record_count - 1
    views = [
        await person.archive.ViewAt(view_request(match_id, record, viewer))
        for record in (3, last // 2, last)
        for viewer in (seat, None)
    ]
    bookmarks = await person.archive.ListBookmarks(archive_pb2.ListBookmarksRequest(match_id=match_id))
    assert bookmarks.bookmarks, "the match has come that far"
    statement = stated(await receipt_of(person, match_id))
    assert statement.record_count == last + 1
    if statement.hidden_head:
        # The time at which a running match's receipt was asked for.
        statement.ClearField("at")
    return [message.SerializeToString() for message in (*views, bookmarks, statement)]


async def test_what_is_read_from_a_log_is_the_same_at_every_node(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two, _ = servers
    two.data.mkdir(parents=True)
    shutil.copy(one.data / "signing.key", two.data)
    await start([one, two], two)
    async with channel_to(one.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    async with at_each([one, two], people) as nodes:
        here, there = nodes
        match_id = await new_match(*here)
        for place in range(6):
            # What both nodes have read before is too old each time.
            given = await play_on(match_id, nodes[place % 2], 7, Random(place))
            assert given == 7
            first, second = [
                [await read(persons[seat], match_id, seat) for seat in range(2)] for persons in nodes
            ]
            assert first == second
            for persons in nodes:
                other = await refused(persons[0].archive.ViewAt(view_request(match_id, 3, 1)))
                assert other.reason == "NOT_YOUR_SEAT"
        await play_out(match_id, there, Random(7))
        receipts = [await receipt_of(persons[0], match_id) for persons in nodes]
        assert receipts[0] == receipts[1], "of a match that has ended everybody has the same bytes"
        # Nothing of it is hidden any longer, at whichever node.
        first, second = [[await read(persons[0], match_id, seat) for seat in range(2)] for persons in nodes]
        assert first == second
    await check([one, two], postgres_url)
