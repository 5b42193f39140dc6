"""The contract of `StreamIndex`: every engine of the store passes these tests.

An engine's test module subclasses `StreamIndexContract` as a `Test...` class and gives it an `engine` fixture.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from random import Random
from typing import Protocol

import pytest

from tests.contracts.streams import append
from tests.seeds import Seeds
from tilth_server.store import (
    Append,
    BodyVersions,
    Head,
    IndexRow,
    KeyTaken,
    LengthConflict,
    NewerIndexRow,
    Position,
    Store,
    StoreClosed,
    pair_tag,
)

INDEX = "match"


class IndexEngine(Protocol):
    """One set of data: it can be opened, and its index be harmed while it is closed."""

    async def open(self) -> Store: ...

    def harm_row(self, index: str, key: str, body: bytes) -> None:
        """Put another body in a row's place."""

    def lose_entry(self, index: str, key: str, tag: str) -> None:
        """Take a row from the list of one of its tags."""


def row(key: str, order: int, *tags: str, unique_keys: Sequence[str] = (), body: bytes = b"body") -> IndexRow:
    return IndexRow(INDEX, key, order, tuple(sorted(tags)), tuple(sorted(unique_keys)), 1, body)


async def put(store: Store, stream: str, length: int, *rows: IndexRow, records: int = 1) -> None:
    """Append records with these rows."""
    await append(store, Append(stream, length, [b"record"] * records, rows=rows))


async def fill(store: Store, rows: Iterable[IndexRow]) -> None:
    await asyncio.gather(*(put(store, f"match/{each.key}", 0, each) for each in rows))


async def listed(store: Store, *tags: str, size: int = 100, **bounds: int) -> list[str]:
    """Return the keys of all pages."""
    keys: list[str] = []
    after: Position | None = None
    while True:
        page = await store.index.page(INDEX, tags, size=size, after=after, **bounds)
        assert len(page.rows) <= size
        keys += [each.key for each in page.rows]
        after = page.next
        if after is None:
            return keys


async def some(rows: Iterable[IndexRow]) -> AsyncIterator[IndexRow]:
    for each in rows:
        yield each


class StreamIndexContract:
    """The tests that each engine of the store passes."""

    @pytest.fixture
    async def store(self, engine: IndexEngine) -> AsyncIterator[Store]:
        store = await engine.open()
        yield store
        await store.close()

    # Rows and their records

    async def test_a_row_is_found_as_it_was_written_with_its_records(self, store: Store) -> None:
        written = row("a", 5, "game:earth", "state:open", unique_keys=["name:ann"], body=b"\0any\xff")
        await put(store, "match/a", 0, written)
        assert await store.index.find(INDEX, "a") == written
        assert await store.index.find_unique(INDEX, "name:ann") == written
        assert await store.index.find(INDEX, "b") is None
        assert await store.index.find("tournament", "a") is None
        assert await store.index.find_unique(INDEX, "name:bob") is None
        assert (await store.head("match/a")).length == 1

    async def test_a_later_row_replaces_the_one_under_its_key(self, store: Store) -> None:
        await put(store, "match/a", 0, row("a", 5, "state:open", "game:earth", unique_keys=["name:ann"]))
        changed = row("a", 7, "state:running", "game:earth", unique_keys=["name:anna"], body=b"changed")
        await put(store, "match/a", 1, changed)
        assert await store.index.find(INDEX, "a") == changed
        assert await listed(store, "state:open") == []
        assert await listed(store, "state:running") == ["a"]
        assert await listed(store, "game:earth") == ["a"]
        assert await listed(store) == ["a"]
        assert await store.index.find_unique(INDEX, "name:ann") is None
        assert await store.index.count(INDEX) == 1
        await put(store, "match/b", 0, row("b", 8, unique_keys=["name:ann"]))

    async def test_rows_are_stored_only_with_the_records_they_come_with(self, store: Store) -> None:
        await put(store, "match/a", 0, row("a", 5, "state:open"))
        with pytest.raises(LengthConflict):
            await put(store, "match/a", 0, row("a", 6, "state:running"), row("b", 6))
        assert await listed(store) == ["a"]
        assert await listed(store, "state:running") == []

    async def test_an_append_of_nothing_writes_the_row_of_a_stream_that_has_not_moved(
        self, store: Store
    ) -> None:
        await store.append("match/a", 0, [b"one", b"two"])
        with pytest.raises(LengthConflict):
            await put(store, "match/a", 1, row("a", 1), records=0)
        await put(store, "match/a", 2, row("a", 2), records=0)
        assert await listed(store) == ["a"]
        assert (await store.head("match/a")).length == 2

    async def test_puts_that_are_queued_together_leave_the_row_of_the_last(self, store: Store) -> None:
        states = ["open", "running", "finished"]
        puts = [
            put(store, "match/a", number, row("a", 5, f"state:{state}"))
            for number, state in enumerate(states)
        ]
        await asyncio.gather(*puts)
        assert await listed(store, "state:finished") == ["a"]
        assert await store.index.counts(INDEX, "state:") == {"state:finished": 1}

    async def test_rows_are_there_when_the_store_is_opened_again(self, engine: IndexEngine) -> None:
        store = await engine.open()
        rows = [row(f"{number:03}", number, f"game:{number % 3}") for number in range(50)]
        await fill(store, rows)
        await store.close()
        store = await engine.open()
        assert await listed(store, "game:1") == [each.key for each in reversed(rows) if "game:1" in each.tags]
        assert await store.index.count(INDEX) == 50
        await store.close()

    # Unique keys

    async def test_a_taken_unique_key_fails_its_put_and_no_other(self, store: Store) -> None:
        await put(store, "match/a", 0, row("a", 1, unique_keys=["name:ann"]))
        outcomes = await asyncio.gather(
            put(store, "match/b", 0, row("b", 2)),
            put(
                store, "match/c", 0, row("d", 3), row("c", 3, "game:x", unique_keys=["name:cay", "name:ann"])
            ),
            put(store, "match/e", 0, row("e", 4)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), KeyTaken, type(None)]
        assert "name:ann" in str(outcomes[1])
        assert (await store.head("match/c")).length == 0
        assert await listed(store) == ["e", "b", "a"]
        assert await store.index.find_unique(INDEX, "name:cay") is None
        assert await store.index.count(INDEX, "game:x") == 0
        await put(store, "match/c", 0, row("c", 3, unique_keys=["name:cay"]))

    async def test_the_first_of_several_puts_at_once_has_a_unique_key(self, store: Store) -> None:
        outcomes = await asyncio.gather(
            *(put(store, f"match/{key}", 0, row(key, 1, unique_keys=["name:ann"])) for key in "abc"),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), KeyTaken, KeyTaken]

    async def test_a_unique_key_binds_one_index_only(self, store: Store) -> None:
        await put(store, "match/a", 0, row("a", 1, unique_keys=["name:ann"]))
        other = IndexRow("player", "p", 1, (), ("name:ann",))
        await put(store, "players", 0, other)
        assert await store.index.find_unique("player", "name:ann") == other

    async def test_pages_go_through_a_list_newest_first_and_by_key_where_equal(self, store: Store) -> None:
        random = Random(3)
        rows = [row(f"{number:03}", random.randrange(20), f"game:{number % 2}") for number in range(90)]
        await fill(store, rows)
        expected = [each.key for each in sorted(rows, key=lambda each: (each.order, each.key), reverse=True)]
        for size in (1, 7, 90, 200):
            assert await listed(store, size=size) == expected
        odd = [key for key in expected if int(key) % 2]
        assert await listed(store, "game:1", size=7) == odd
        page = await store.index.page(INDEX, ["game:1"], size=45)
        assert page.next is None

    async def test_a_page_continues_where_the_last_one_ended_whatever_was_added(self, store: Store) -> None:
        await fill(store, [row(f"{number:03}", number) for number in range(10)])
        first = await store.index.page(INDEX, size=4)
        await fill(store, [row("new", 100), row("003x", 3)])
        rest = await store.index.page(INDEX, size=100, after=first.next)
        assert [each.key for each in rest.rows] == ["005", "004", "003x", "003", "002", "001", "000"]

    async def test_bounds_of_the_order_are_included(self, store: Store) -> None:
        await fill(store, [row(f"{number:03}", number, f"game:{number % 2}") for number in range(-5, 10)])
        assert await listed(store, min_order=3, max_order=5) == ["005", "004", "003"]
        assert await listed(store, "game:1", min_order=3, size=2) == ["009", "007", "005", "003"]
        assert await listed(store, max_order=-4, size=1) == ["-04", "-05"]
        assert await listed(store, min_order=5, max_order=4) == []
        assert await listed(store, min_order=-(1 << 63), max_order=(1 << 63) - 1, size=4) == await listed(
            store
        )

    async def test_rows_with_several_tags_are_those_that_have_each_of_them(
        self, store: Store, seeds: Seeds
    ) -> None:
        random = Random(seeds.first)
        rows = []
        for number in range(200):
            tags = {f"game:{random.randrange(3)}", f"state:{random.choice('aaaab')}"}
            tags |= {f"player:{random.randrange(12)}" for _ in range(4)}
            rows.append(row(f"{number:03}", random.randrange(50), *tags))
        await fill(store, rows)
        expected = sorted(rows, key=lambda each: (each.order, each.key), reverse=True)
        for asked in [("game:1", "state:b"), ("player:3", "player:4"), ("game:0", "state:a", "player:5")]:
            for size in (1, 5, 300):
                wanted = [each.key for each in expected if {*asked} <= {*each.tags}]
                assert await listed(store, *asked, size=size) == wanted
                late = [each.key for each in expected if {*asked} <= {*each.tags} and 10 <= each.order <= 30]
                assert await listed(store, *asked, size=size, min_order=10, max_order=30) == late
        assert await listed(store, "game:1", "game:none") == []
        assert await listed(store, "game:1", "game:1") == await listed(store, "game:1")

    async def test_a_page_of_several_tags_looks_at_no_more_entries_than_it_may(self, store: Store) -> None:
        rows = [row(f"{number:03}", number, f"half:{number % 2}", "all") for number in range(300)]
        rows += [row("old", -1, "half:0", "half:1", "all")]
        await fill(store, rows)
        page = await store.index.page(INDEX, ["half:0", "half:1"], size=5, max_examined=40)
        assert page.rows == []
        assert page.examined == 40
        assert page.next is not None
        found: list[str] = []
        pages = 1
        while page.next is not None:
            page = await store.index.page(
                INDEX, ["half:0", "half:1"], size=5, max_examined=40, after=page.next
            )
            found += [each.key for each in page.rows]
            pages += 1
        assert found == ["old"]
        assert pages == 4

    async def test_a_tag_of_a_pair_lists_the_rows_that_have_it(self, store: Store) -> None:
        both = pair_tag("game:earth", "state:open")
        assert both == pair_tag("state:open", "game:earth")
        await fill(store, [row("a", 1, "game:earth", "state:open", both), row("b", 2, "game:earth")])
        assert await listed(store, both) == ["a"]

    async def test_any_tag_and_any_key_come_back_as_they_were(self, store: Store) -> None:
        awkward = [
            "",
            "a'b\"c",
            "\u0438\u043c\u044f",
            "a\0b",
            "%_*?",
            "\U0001f331",
            "x" * 500,
            "a\nb",
            "&",
            "[]",
        ]
        rows = [row(name, at, *awkward[1:], unique_keys=[name]) for at, name in enumerate(awkward)]
        await fill(store, rows)
        for name in awkward:
            found = await store.index.find(INDEX, name)
            assert found is not None
            assert found.tags == tuple(sorted(awkward[1:]))
            assert len(await listed(store, name)) == len(awkward)
            assert await store.index.find_unique(INDEX, name) == found

    # Sums

    async def test_sums_follow_every_change(self, store: Store) -> None:
        random = Random(5)
        held: dict[str, IndexRow] = {}
        lengths: dict[str, int] = {}
        for _ in range(300):
            key = str(random.randrange(40))
            tags = random.sample(["a", "b", "c", "s:1", "s:2"], random.randrange(5))
            held[key] = row(key, random.randrange(9), *tags)
            await put(store, f"match/{key}", lengths.get(key, 0), held[key])
            lengths[key] = lengths.get(key, 0) + 1
        assert await store.index.count(INDEX) == len(held)
        for tag in ["a", "b", "c", "s:1", "s:2", "none"]:
            assert await store.index.count(INDEX, tag) == sum(tag in each.tags for each in held.values())
        counts = {tag: sum(tag in each.tags for each in held.values()) for tag in ("s:1", "s:2")}
        assert await store.index.counts(INDEX, "s:") == counts
        assert await store.index.counts("tournament", "") == {}
        assert await store.index.verify(INDEX, some(held.values())) == []

    async def test_the_names_of_indexes_are_those_that_have_rows(self, store: Store) -> None:
        assert await store.index.names() == []
        await put(store, "match/a", 0, row("a", 1), IndexRow("tournament", "t", 1, ("x",)))
        await put(store, "match/b", 0, IndexRow("entry", "e", 1))
        assert await store.index.names() == ["entry", INDEX, "tournament"]
        await store.index.rebuild(INDEX, some([]))
        assert await store.index.names() == ["entry", "tournament"]

    # Rebuilding and verifying

    async def test_a_rebuilt_index_holds_the_rows_that_were_given_and_no_other(self, store: Store) -> None:
        await fill(
            store, [row(f"{number:03}", number, "old", unique_keys=[f"u{number}"]) for number in range(20)]
        )
        await put(store, "players", 0, IndexRow("player", "p", 1, ("old",)))
        rows = [row(f"{number:04}", number, "new", unique_keys=[f"u{number}"]) for number in range(1100)]
        assert await store.index.rebuild(INDEX, some(rows)) == 1100
        assert await store.index.count(INDEX, "old") == 0
        assert await listed(store, "new", size=1000) == [each.key for each in reversed(rows)]
        assert await store.index.verify(INDEX, some(rows)) == []
        assert await store.index.count("player", "old") == 1
        await put(store, "match/x", 0, row("x", 5, "new"))
        assert await store.index.count(INDEX) == 1101

    async def test_verify_names_rows_that_are_missing_other_or_too_many(self, store: Store) -> None:
        await fill(store, [row("a", 1, "t"), row("b", 2, "t"), row("c", 3, unique_keys=["k"])])
        expected = [row("a", 1, "t"), row("b", 2, "u", body=b"other"), row("d", 4)]
        faults = await store.index.verify(INDEX, some(expected))
        assert [(fault.key, fault.why) for fault in faults] == [
            ("b", "has another body, tags than its stream says"),
            ("d", "is missing"),
            ("c", "follows from no stream"),
        ]

    async def test_verify_finds_harm_done_to_the_index(self, engine: IndexEngine) -> None:
        store = await engine.open()
        rows = [row("a", 1, "t"), row("b", 2, "t")]
        await fill(store, rows)
        await store.close()
        engine.harm_row(INDEX, "a", b"harmed")
        engine.lose_entry(INDEX, "b", "t")
        store = await engine.open()
        faults = [(fault.key, fault.why) for fault in await store.index.verify(INDEX, some(rows))]
        assert ("a", "has another body than its stream says") in faults
        assert ("b", "is not listed under its tag 't'") in faults
        assert any("counted 2 times" in why for _, why in faults)
        assert await store.index.rebuild(INDEX, some(rows)) == 2
        assert await store.index.verify(INDEX, some(rows)) == []
        await store.close()

    # Bodies and closing

    async def test_bodies_of_earlier_versions_are_read_as_the_newest(self, store: Store) -> None:
        await put(store, "match/a", 0, IndexRow(INDEX, "a", 1, version=1, body=b"1"))
        await put(store, "match/b", 0, IndexRow(INDEX, "b", 1, version=3, body=b"3"))
        versions = BodyVersions(3, {1: lambda body: body + b">2", 2: lambda body: body + b">3"})
        old, new = await store.index.find(INDEX, "a"), await store.index.find(INDEX, "b")
        assert old is not None
        assert new is not None
        assert (versions.read(old), versions.read(new)) == (b"1>2>3", b"3")
        with pytest.raises(
            NewerIndexRow, match="row 'b' of the index 'match' has version 3, this server knows 2"
        ):
            BodyVersions(2, {1: bytes}).read(new)
        with pytest.raises(ValueError, match="no upgrade from version 2"):
            BodyVersions(3, {1: bytes})

    async def test_a_closed_store_says_so(self, engine: IndexEngine) -> None:
        store = await engine.open()
        await store.close()
        for late in (store.index.find(INDEX, "a"), store.index.page(INDEX), store.index.count(INDEX)):
            with pytest.raises(StoreClosed):
                await late

    async def test_a_put_with_rows_reports_the_same_heads_as_without(self, store: Store) -> None:
        reported: asyncio.Future[Sequence[Head]] = asyncio.get_running_loop().create_future()
        appends = (Append("match/a", 0, [b"1"], rows=[row("a", 1)]), Append("match/b", 0, [b"2", b"3"]))
        store.put(appends, lambda _, heads: reported.set_result(heads))
        assert list(await reported) == [await store.head("match/a"), await store.head("match/b")]
