"""The contract of `Streams`: every engine of the store passes these tests.

An engine's test module subclasses `StreamsContract` as a `Test...` class and gives it an `engine` fixture.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from hashlib import sha256
from random import Random
from typing import Protocol

import pytest

from tests.seeds import Seeds
from tilth_server.store import (
    Append,
    BrokenChain,
    Head,
    HeadConflict,
    KeptValue,
    LengthConflict,
    PutDone,
    StoreClosed,
    StoredRecord,
    StoreError,
    Streams,
)


class Engine(Protocol):
    """One set of data, as an operator holds it: it can be opened, and harmed while it is closed."""

    async def open(self) -> Streams: ...

    def alter(self, stream: str, number: int, body: bytes) -> None:
        """Put other bytes in a record's place, leaving its hash."""

    def remove(self, stream: str, number: int) -> None:
        """Take a record away, leaving the others."""


def chain_of(stream: str, bodies: Sequence[bytes]) -> list[bytes]:
    """The hashes as the documentation tells them, worked out without the store's own code."""
    hashes = [sha256(b"tilth stream\0" + stream.encode()).digest()]
    for body in bodies:
        hashes.append(sha256(hashes[-1] + body).digest())
    return hashes[1:]


def bodies(count: int, first: int = 0) -> list[bytes]:
    return [b"body %d" % number for number in range(first, first + count)]


async def read_all(streams: Streams, stream: str, start: int = 0, limit: int | None = None) -> list[bytes]:
    return [record.body async for record in streams.read(stream, start, limit)]


def set_outcome_of(outcome: asyncio.Future[StoreError | None]) -> PutDone:
    """Return a callback of a put that gives its error to the future."""
    return lambda error, _: outcome.set_result(error)


async def put_all(streams: Streams, puts: Sequence[Sequence[Append]]) -> list[StoreError | None]:
    """Queue all of them at once; how each ended."""
    outcomes: list[asyncio.Future[StoreError | None]] = []
    for appends in puts:
        outcome: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        outcomes.append(outcome)
        streams.put(appends, set_outcome_of(outcome))
    return await asyncio.gather(*outcomes)


async def append(streams: Streams, one: Append) -> None:
    """Put one append and wait until it is durable."""
    (outcome,) = await put_all(streams, [[one]])
    if outcome is not None:
        raise outcome


async def take(records: AsyncIterator[StoredRecord], count: int) -> list[bytes]:
    return [(await anext(records)).body for _ in range(count)]


class StreamsContract:
    """The tests that each engine of the store passes."""

    @pytest.fixture
    async def streams(self, engine: Engine) -> AsyncIterator[Streams]:
        streams = await engine.open()
        yield streams
        await streams.close()

    # Appending

    async def test_appended_records_are_read_back_numbered_from_nought(self, streams: Streams) -> None:
        await streams.append("match/1", 0, [b"start"])
        await streams.append("match/1", 1, [b"answer", b"another"])
        records = [record async for record in streams.read("match/1")]
        assert [(record.number, record.body) for record in records] == [
            (0, b"start"),
            (1, b"answer"),
            (2, b"another"),
        ]

    async def test_a_stream_nobody_wrote_is_empty(self, streams: Streams) -> None:
        assert await read_all(streams, "match/none") == []
        assert await streams.names() == []
        root = sha256(b"tilth stream\0match/none").digest()
        assert await streams.head("match/none") == Head(0, root)
        assert await streams.verify("match/none") == Head(0, root)

    @pytest.mark.parametrize("expected", [0, 1, 3, 100])
    async def test_an_append_to_another_length_is_refused_and_changes_nothing(
        self, streams: Streams, expected: int
    ) -> None:
        await streams.append("match/1", 0, bodies(2))
        with pytest.raises(LengthConflict) as conflict:
            await streams.append("match/1", expected, [b"late"])
        assert (conflict.value.stream, conflict.value.expected, conflict.value.actual) == (
            "match/1",
            expected,
            2,
        )
        assert await read_all(streams, "match/1") == bodies(2)
        await streams.append("match/1", 2, [b"in time"])

    async def test_a_first_append_that_expects_records_is_refused_and_begins_no_stream(
        self, streams: Streams
    ) -> None:
        with pytest.raises(LengthConflict):
            await streams.append("match/1", 1, [b"late"])
        assert await streams.names() == []
        await streams.append("match/1", 0, [b"first"])
        assert await streams.names() == [("match/1", 1)]

    async def test_an_append_of_nothing_only_asks_for_the_length(self, streams: Streams) -> None:
        await streams.append("match/1", 0, [])
        assert await streams.names() == []
        with pytest.raises(LengthConflict):
            await streams.append("match/1", 1, [])

    async def test_any_bytes_and_any_name_come_back_as_they_were(self, streams: Streams) -> None:
        awkward = [b"", b"\0", b"\xff\xfe", bytes(range(256)), b"x" * 1_000_000, b"'; DROP TABLE records; --"]
        for name in ["", "a'b\"c", "имя/партии", "a\0b", "%_*?", "match/\U0001f331", "x" * 500]:
            await streams.append(name, 0, awkward)
            assert await read_all(streams, name) == awkward
            assert (await streams.verify(name)).length == len(awkward)

    async def test_sixty_four_writers_at_once_each_get_their_own_records(self, streams: Streams) -> None:
        async def write(which: int) -> None:
            for number in range(20):
                await streams.append(f"match/{which}", number, [b"%d/%d" % (which, number)])

        await asyncio.gather(*(write(which) for which in range(64)))
        for which in range(64):
            assert await read_all(streams, f"match/{which}") == [b"%d/%d" % (which, n) for n in range(20)]

    async def test_to_stop_waiting_does_not_take_an_append_back(self, streams: Streams) -> None:
        failed: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
        waiting = asyncio.ensure_future(streams.append("match/1", 0, [b"queued"]))
        await asyncio.sleep(0)
        waiting.cancel()
        await streams.append("match/1", 1, [b"next"])
        assert await read_all(streams, "match/1") == [b"queued", b"next"]
        assert failed == []

    async def test_an_append_that_expects_another_head_is_refused(self, streams: Streams) -> None:
        root, first = sha256(b"tilth stream\0match/1").digest(), chain_of("match/1", bodies(1))[0]
        with pytest.raises(HeadConflict, match=r"stream 'match/1' has other records .* before record 0"):
            await append(streams, Append("match/1", 0, bodies(1), expected_head=first))
        assert await streams.names() == []
        await append(streams, Append("match/1", 0, bodies(1), expected_head=root))
        with pytest.raises(HeadConflict):
            await append(streams, Append("match/1", 1, [b"x"], expected_head=root))
        await append(streams, Append("match/1", 1, bodies(1, first=1), expected_head=first))
        assert await read_all(streams, "match/1") == bodies(2)

    async def test_the_outcome_of_an_append_is_seen_by_its_hashes(self, streams: Streams) -> None:
        """A caller that got OutcomeUnknown can settle it: the same append again is refused if it was stored."""
        lost = Append("match/1", 0, bodies(3))
        streams.put((lost,), lambda _, __: None)
        with pytest.raises(LengthConflict):
            await append(streams, lost)
        stored = [record.hash async for record in streams.read("match/1", 0, 3)]
        assert stored == chain_of("match/1", bodies(3)), "it was stored"
        other = Append("match/2", 0, bodies(3))
        await streams.append("match/2", 0, [b"another writer's", b"records", b"here"])
        with pytest.raises(LengthConflict):
            await append(streams, other)
        stored = [record.hash async for record in streams.read("match/2", 0, 3)]
        assert stored != chain_of("match/2", bodies(3)), "it was not"

    # Puts

    async def test_a_put_reports_the_heads_of_its_streams(self, streams: Streams) -> None:
        reported: list[tuple[StoreError | None, Sequence[Head]]] = []
        put = [Append("match/1", 0, bodies(2)), Append("match/2", 0, bodies(1)), Append("match/1", 2, [])]
        streams.put(put, lambda error, heads: reported.append((error, list(heads))))
        streams.put(
            [Append("match/1", 5, [b"x"])], lambda error, heads: reported.append((error, list(heads)))
        )
        await streams.append("match/1", 2, bodies(1, first=2))
        one, two = Head(2, chain_of("match/1", bodies(2))[-1]), Head(1, chain_of("match/2", bodies(1))[0])
        assert reported[0] == (None, [one, two, one])
        assert type(reported[1][0]) is LengthConflict
        assert reported[1][1] == []

    async def test_one_put_stores_appends_to_several_streams(self, streams: Streams) -> None:
        put = [Append("match/1", 0, [b"a"]), Append("match/2", 0, [b"b", b"c"]), Append("match/1", 1, [b"d"])]
        assert await put_all(streams, [put]) == [None]
        assert await read_all(streams, "match/1") == [b"a", b"d"]
        assert await read_all(streams, "match/2") == [b"b", b"c"]

    async def test_one_conflict_leaves_nothing_of_its_put_and_all_of_the_others(
        self, streams: Streams
    ) -> None:
        await streams.append("old", 0, [b"0"])
        outcomes = await put_all(
            streams,
            [
                [Append("old", 1, [b"1"])],
                [Append("old", 2, [b"x"]), Append("new", 0, [b"x"]), Append("old", 2, [b"x"])],
                [Append("old", 2, [b"2"]), Append("other", 0, [b"0"])],
            ],
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), LengthConflict, type(None)]
        assert str(outcomes[1]) == "stream 'old' has 3 records, the append expected 2"
        assert await read_all(streams, "old") == [b"0", b"1", b"2"]
        assert await streams.names() == [("old", 3), ("other", 1)]
        await streams.append("new", 0, [b"not begun before"])

    async def test_a_put_sees_the_puts_queued_before_it(self, streams: Streams) -> None:
        puts = [[Append("match/1", number, [b"%d" % number])] for number in range(300)]
        assert await put_all(streams, puts) == [None] * 300
        assert await read_all(streams, "match/1") == [b"%d" % number for number in range(300)]

    async def test_puts_are_reported_in_the_order_they_were_put_and_never_at_once(
        self, streams: Streams
    ) -> None:
        reported: list[int] = []
        finished = asyncio.Event()

        def tell(number: int) -> PutDone:
            def done(_: StoreError | None, __: Sequence[Head]) -> None:
                reported.append(number)
                if number < 1500 and number % 500 == 0:
                    streams.put([Append(f"late/{number}", 0, [b"0"])], tell(5000 + number))
                if len(reported) == 3003:
                    finished.set()

            return done

        for number in range(3000):
            before = len(reported)
            streams.put([Append(f"match/{number % 7}", number // 7, [b"x"])], tell(number))
            assert len(reported) == before
            if number % 1000 == 0:
                await asyncio.sleep(0)
        await finished.wait()
        queued = [number for number in reported if 0 <= number < 5000]
        assert queued == list(range(3000))
        assert [number for number in reported if number >= 5000] == [5000, 5500, 6000]

    async def test_a_callback_that_fails_keeps_nothing_from_the_others(self, streams: Streams) -> None:
        failed: list[object] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: failed.append(context["exception"])
        )
        fault = RuntimeError("a watcher's fault")

        def fail(_: StoreError | None, __: Sequence[Head]) -> None:
            raise fault

        streams.put([Append("match/1", 0, [b"a"])], fail)
        await streams.append("match/1", 1, [b"b"])
        assert failed == [fault]
        assert await read_all(streams, "match/1") == [b"a", b"b"]

    @pytest.mark.parametrize("run", range(3))
    async def test_any_mix_of_puts_ends_as_a_dictionary_of_lists_would(
        self, engine: Engine, seeds: Seeds, run: int
    ) -> None:
        random = Random(seeds.first + run)
        streams = await engine.open()
        model: dict[str, list[bytes]] = {}
        puts: list[list[Append]] = []
        fits: list[bool] = []
        for count in range(200):
            copy = {name: list(held) for name, held in model.items()}
            put = []
            good = True
            for _ in range(random.choice([1, 1, 1, 2, 4])):
                held = copy.setdefault(random.choice("abcde"), [])
                name = next(name for name in copy if copy[name] is held)
                expected = len(held) + random.choice([0] * 12 + [1, -1])
                added = [b"%d.%d" % (count, which) for which in range(random.choice([0, 1, 1, 1, 3]))]
                good = good and expected == len(held)
                held.extend(added)
                put.append(Append(name, expected, added))
            puts.append(put)
            fits.append(good)
            if good:
                model = copy
        half = random.randrange(200)
        outcomes = await put_all(streams, puts[:half])
        await streams.close()
        streams = await engine.open()
        outcomes += await put_all(streams, puts[half:])
        assert [outcome is None for outcome in outcomes] == fits
        assert any(fits)
        assert not all(fits)
        expected_names = [(name, len(held)) for name, held in sorted(model.items()) if held]
        assert await streams.names() == expected_names
        for name, held in model.items():
            assert await read_all(streams, name) == held
            assert (await streams.verify(name)).length == len(held)
        await streams.close()

    async def test_an_empty_put_is_reported_in_its_turn(self, streams: Streams) -> None:
        assert (
            await put_all(streams, [[Append("match/1", 0, [b"a"])], [], [Append("match/1", 1, [b"b"])]])
            == [None] * 3
        )

    # The chain

    async def test_hashes_are_chained_as_documented(self, streams: Streams) -> None:
        written = bodies(7)
        await streams.append("match/1", 0, written[:3])
        await streams.append("match/1", 3, written[3:])
        expected = chain_of("match/1", written)
        assert [record.hash async for record in streams.read("match/1")] == expected
        assert await streams.head("match/1") == Head(7, expected[-1])
        assert await streams.verify("match/1") == Head(7, expected[-1])

    async def test_the_lengths_of_several_streams_are_in_their_order(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(1))
        await streams.append("match/2", 0, bodies(2))
        wanted = ["match/2", "match/none", "match/1", "match/2"]
        assert await streams.lengths(wanted) == [2, 0, 1, 2]
        assert await streams.lengths([]) == []

    async def test_the_same_records_in_another_stream_have_other_hashes(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(1))
        await streams.append("match/2", 0, bodies(1))
        assert (await streams.head("match/1")).hash != (await streams.head("match/2")).hash

    async def test_an_altered_record_is_named_and_the_rest_is_served(self, engine: Engine) -> None:
        await self._fill(engine, {"match/1": 10, "match/2": 10})
        engine.alter("match/1", 4, b"body 5")
        streams = await engine.open()
        async with aclosing(streams.read("match/1")) as records:
            assert await take(records, 4) == bodies(4)
            with pytest.raises(BrokenChain) as broken:
                await anext(records)
        assert (broken.value.stream, broken.value.number) == ("match/1", 4)
        assert str(broken.value).startswith("record 4 of stream 'match/1' is not what was written")
        assert await read_all(streams, "match/1", 5) == bodies(5, first=5)
        assert await read_all(streams, "match/1", 1, limit=3) == bodies(3, first=1)
        assert await read_all(streams, "match/2") == bodies(10)
        with pytest.raises(BrokenChain, match="record 4 of stream 'match/1'"):
            await streams.verify("match/1")
        assert (await streams.verify("match/2")).length == 10
        await streams.close()

    @pytest.mark.parametrize("missing", [0, 4, 9])
    async def test_a_missing_record_is_named(self, engine: Engine, missing: int) -> None:
        await self._fill(engine, {"match/1": 10, "match/2": 10})
        engine.remove("match/1", missing)
        streams = await engine.open()
        for look in (streams.verify("match/1"), read_all(streams, "match/1")):
            with pytest.raises(
                BrokenChain, match=f"record {missing} of stream 'match/1' is missing"
            ) as broken:
                await look
            assert broken.value.number == missing
        assert await read_all(streams, "match/1", 0, limit=missing) == bodies(missing)
        assert await read_all(streams, "match/1", missing + 2) == bodies(
            max(0, 8 - missing), first=missing + 2
        )
        assert await read_all(streams, "match/2") == bodies(10)
        await streams.close()

    async def test_a_record_whose_neighbour_before_is_missing_is_not_served(self, engine: Engine) -> None:
        await self._fill(engine, {"match/1": 10})
        engine.remove("match/1", 4)
        streams = await engine.open()
        with pytest.raises(BrokenChain, match="record 4 of stream 'match/1' is missing"):
            await read_all(streams, "match/1", 5, limit=1)
        await streams.close()

    async def test_a_tail_stops_at_a_broken_record(self, engine: Engine) -> None:
        await self._fill(engine, {"match/1": 10})
        engine.alter("match/1", 4, b"altered")
        streams = await engine.open()
        async with aclosing(streams.tail("match/1", 2)) as records:
            assert await take(records, 2) == bodies(2, first=2)
            with pytest.raises(BrokenChain):
                await anext(records)
        await streams.close()

    async def test_a_stream_whose_end_is_missing_is_not_written_on_and_others_are(
        self, engine: Engine
    ) -> None:
        await self._fill(engine, {"match/1": 10, "match/2": 10})
        engine.remove("match/1", 9)
        streams = await engine.open()
        for turn in (0, 1):
            outcomes = await put_all(
                streams,
                [
                    [Append("match/2", 10 + turn, [b"x"])],
                    [Append("match/1", 9 + turn, [b"x"])],
                    [Append("match/3", turn, [b"x"])],
                ],
            )
            assert [type(outcome) for outcome in outcomes] == [type(None), BrokenChain, type(None)]
        await streams.close()

    # Reading

    async def test_reading_starts_and_stops_at_the_given_records(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(10))
        assert await read_all(streams, "match/1", 7) == bodies(3, first=7)
        assert await read_all(streams, "match/1", 2, 3) == bodies(3, first=2)
        assert await read_all(streams, "match/1", 9, 5) == bodies(1, first=9)
        assert await read_all(streams, "match/1", 0, 0) == []
        assert await read_all(streams, "match/1", 10) == []
        assert await read_all(streams, "match/1", 11) == []

    async def test_a_long_stream_is_read_whole_while_it_grows(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(3000))
        read: list[bytes] = []
        async for record in streams.read("match/1"):
            if record.number % 400 == 0:
                await streams.append("match/1", 3000 + record.number // 400, [b"later"])
            read.append(record.body)
        assert read == bodies(3000)
        assert (await streams.verify("match/1")).length == 3008

    async def test_large_records_are_read_whole(self, streams: Streams) -> None:
        large = [bytes([number]) * 700_000 for number in range(8)]
        await streams.append("match/1", 0, large)
        assert await read_all(streams, "match/1") == large
        assert await read_all(streams, "match/1", 3, 4) == large[3:7]

    async def test_names_come_in_order_in_pages_with_their_lengths(self, streams: Streams) -> None:
        names = ["match/b", "match/a", "match/%", "match", "matchless", "player/1", "match/\u00e9", "Match/z"]
        for length, name in enumerate(names, start=1):
            await streams.append(name, 0, bodies(length))
        lengths = {name: length for length, name in enumerate(names, start=1)}
        assert await streams.names() == sorted(lengths.items())
        matches = [(name, lengths[name]) for name in ("match/%", "match/a", "match/b", "match/\u00e9")]
        assert await streams.names("match/") == matches
        assert await streams.names("match/", limit=2) == matches[:2]
        assert await streams.names("match/", after="match/a", limit=2) == matches[2:]
        assert await streams.names("match/", after="match/\u00e9") == []
        assert await streams.names("m_tch") == []
        assert await streams.names("zebra") == []

    # Tailing

    async def test_a_tail_gives_stored_records_and_then_appended_ones(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(5))
        async with aclosing(streams.tail("match/1", 3)) as records:
            assert await take(records, 2) == bodies(2, first=3)
            following = asyncio.ensure_future(anext(records))
            await asyncio.sleep(0.02)
            assert not following.done()
            await streams.append("match/2", 0, [b"of another stream"])
            await streams.append("match/1", 5, bodies(3, first=5))
            assert (await following).body == b"body 5"
            assert await take(records, 2) == bodies(2, first=6)

    async def test_a_tail_waits_for_a_stream_nobody_wrote_and_for_a_number_to_come(
        self, streams: Streams
    ) -> None:
        async with aclosing(streams.tail("match/1", 2)) as records:
            following = asyncio.ensure_future(anext(records))
            await asyncio.sleep(0.01)
            await streams.append("match/1", 0, bodies(1))
            await asyncio.sleep(0.01)
            await streams.append("match/1", 1, bodies(2, first=1))
            record = await following
            assert (record.number, record.body) == (2, b"body 2")

    async def test_tails_of_a_growing_stream_have_no_gap_and_no_double(self, streams: Streams) -> None:
        async def follow(start: int) -> list[int]:
            async with aclosing(streams.tail("match/1", start)) as records:
                return [(await anext(records)).number for _ in range(1000 - start)]

        async def write() -> None:
            for number in range(0, 1000, 5):
                await streams.append("match/1", number, bodies(5, first=number))
                if number % 50 == 0:
                    await asyncio.sleep(0)

        starts = [0, 0, 1, 137, 600, 999]
        writing = asyncio.ensure_future(write())
        followed = []
        for start in starts:
            followed.append(asyncio.ensure_future(follow(start)))
            await asyncio.sleep(0.002)
        assert await asyncio.gather(*followed) == [list(range(start, 1000)) for start in starts]
        await writing

    async def test_a_tail_misses_nothing_that_comes_while_it_reads(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(400))
        for length in range(400, 500):
            async with aclosing(streams.tail("match/1")) as records, asyncio.timeout(60):
                following = asyncio.ensure_future(take(records, length + 1))
                await asyncio.sleep(0)
                await streams.append("match/1", length, bodies(1, first=length))
                assert await following == bodies(length + 1)

    async def test_a_cancelled_tail_leaves_the_others_running(self, streams: Streams) -> None:
        async with aclosing(streams.tail("match/1")) as stays, aclosing(streams.tail("match/1")) as leaves:
            following = asyncio.ensure_future(anext(stays))
            cancelled = asyncio.ensure_future(anext(leaves))
            await asyncio.sleep(0.01)
            cancelled.cancel()
            with pytest.raises(asyncio.CancelledError):
                await cancelled
            await streams.append("match/1", 0, bodies(1))
            assert (await following).body == b"body 0"

    # Values beside the streams

    async def test_a_value_is_kept_replaced_and_erased(self, engine: Engine) -> None:
        streams = await engine.open()
        await streams.append(
            "players", 0, bodies(1), [KeptValue("player/1", b"Ann"), KeptValue("player/2", b"Bob")]
        )
        await streams.append("players", 1, [], [KeptValue("player/1", b"Anna"), KeptValue("other", b"value")])
        assert await streams.kept_values("player/") == {"player/1": b"Anna", "player/2": b"Bob"}
        await streams.append("players", 1, [], [KeptValue("player/2", b"")])
        await streams.close()
        streams = await engine.open()
        assert await streams.kept_values() == {"player/1": b"Anna", "other": b"value"}
        assert await read_all(streams, "players") == bodies(1)
        await streams.close()

    async def test_values_are_kept_only_with_the_appends_that_they_come_with(self, streams: Streams) -> None:
        await streams.append("players", 0, bodies(1))
        with pytest.raises(LengthConflict):
            await streams.append("players", 0, bodies(1), [KeptValue("player/1", b"Ann")])
        assert await streams.kept_values() == {}

    async def test_to_scrub_changes_nothing_that_is_stored(self, streams: Streams) -> None:
        await streams.append("match/1", 0, bodies(3), [KeptValue("player/1", b"Ann")])
        assert await streams.scrub()
        assert await read_all(streams, "match/1") == bodies(3)
        assert await streams.kept_values() == {"player/1": b"Ann"}

    # Closing and opening again

    async def test_durable_records_are_there_when_the_store_is_opened_again(self, engine: Engine) -> None:
        await self._fill(engine, {"match/1": 3, "player/1": 2})
        streams = await engine.open()
        assert await streams.names() == [("match/1", 3), ("player/1", 2)]
        await streams.append("match/1", 3, bodies(1, first=3))
        assert await streams.head("match/1") == Head(4, chain_of("match/1", bodies(4))[-1])
        assert await read_all(streams, "match/1") == bodies(4)
        await streams.close()

    async def test_closing_commits_queued_puts_and_reports_them(self, engine: Engine) -> None:
        streams = await engine.open()
        reported: list[StoreError | None] = []
        for number in range(2500):
            streams.put(
                [Append("match/1", number, [b"%d" % number])], lambda error, _: reported.append(error)
            )
        await streams.close()
        assert reported == [None] * 2500
        streams = await engine.open()
        assert (await streams.verify("match/1")).length == 2500
        await streams.close()

    async def test_a_closed_store_says_so(self, engine: Engine) -> None:
        streams = await engine.open()
        await streams.append("match/1", 0, bodies(1))
        records = streams.tail("match/1", 1)
        following = asyncio.ensure_future(anext(records))
        await asyncio.sleep(0.01)
        await asyncio.gather(streams.close(), streams.close())
        await streams.close()
        with pytest.raises(StoreClosed):
            await following
        with pytest.raises(StoreClosed):
            await streams.append("match/1", 1, [b"late"])
        for late in (
            streams.names(),
            streams.head("match/1"),
            streams.verify("match/1"),
            anext(streams.tail("match/1")),
            read_all(streams, "match/1"),
        ):
            with pytest.raises(StoreClosed):
                await late

    async def _fill(self, engine: Engine, lengths: dict[str, int]) -> None:
        streams = await engine.open()
        for name, length in lengths.items():
            await streams.append(name, 0, bodies(length))
        await streams.close()
