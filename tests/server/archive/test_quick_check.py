"""The quick quick of a match: it never says yes to what an examination finds wanting, and never no to a sound match."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from tests.seeds import Seeds
from tests.server.archive.made import Bodies, Made
from tests.server.archive.test_text_format import games, info_of, random_match
from tilth.v1.record_pb2 import Record
from tilth_server.archive.verify.detailed import DetailedCheck
from tilth_server.archive.verify.quick import QuickCheck
from tilth_server.archive.verify.verify import verify_records
from tilth_server.matches.match_info import MatchInfo
from tilth_server.wire import GameWire


def passes_detailed_check(info: MatchInfo, wire: GameWire, bodies: Bodies) -> bool:
    check = DetailedCheck(info, wire)
    for number, body in enumerate(bodies):
        check.add(number, body)

    async def holds() -> bool:
        return check.check_seed() and await check.check_fold() and await check.check_rules() is True

    return asyncio.run(holds())


@pytest.mark.parametrize("game", ["orchard", "market", "petrichor", "agricola"])
def test_valid_matches_pass_the_quick_check(game: str) -> None:
    for seed in range(10):
        bodies = random_match(game, seed)
        assert QuickCheck(info_of("m", bodies), games()[game], bodies).run()


@pytest.mark.parametrize("game", ["orchard", "market", "petrichor", "agricola"])
def test_an_altered_match_that_passes_the_quick_check_passes_the_detailed_one(
    game: str, seeds: Seeds
) -> None:
    chance = Random(f"{game} {seeds.first}" if seeds.first else game)
    wire = games()[game]
    claimed = 0
    for seed in range(seeds.often(200 if game == "market" else 50, 400)):
        bodies = random_match(game, seed % 6)
        number = chance.randrange(3, len(bodies))
        body = bytearray(bodies[number])
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(body))
            kind = chance.randrange(3)
            if kind == 0:
                body[at] = chance.randrange(256)
            elif kind == 1:
                body.insert(at, chance.randrange(256))
            elif len(body) > 1:
                del body[at]
        bodies[number] = bytes(body)
        try:
            info = info_of("m", bodies)
        except Exception:  # noqa: BLE001 - such a log is not even listed
            continue
        if QuickCheck(info, wire, bodies).run():
            claimed += 1
            assert passes_detailed_check(info, wire, bodies), (seed, number)
    assert claimed, "an alteration of a time is sound"


def _more_events(record: Record) -> None:
    record.events.append(record.events[0])


def _fewer_events(record: Record) -> None:
    del record.events[-1]


def _another_decision(record: Record) -> None:
    record.answered.decision_id += 1


def _no_decision(record: Record) -> None:
    record.answered.decision_id = 0


def _other_steps(record: Record) -> None:
    del record.stack_changes[:]


@pytest.mark.parametrize(
    "alter", [_more_events, _fewer_events, _another_decision, _no_decision, _other_steps]
)
def test_the_record_at_fault_is_found(alter: Callable[[Record], None]) -> None:
    wire = games()["petrichor"]
    bodies = Made(wire, 3, Random(5)).play().bodies
    records = [Record.FromString(body) for body in bodies]
    number = next(
        n
        for n, record in enumerate(records)
        if n > 60 and record.HasField("answered") and record.events and record.stack_changes
    )
    alter(records[number])
    bodies[number] = records[number].SerializeToString()
    verdict = asyncio.run(verify_records(info_of("m", bodies), wire, list(enumerate(bodies))))
    assert not verdict.is_ok
    assert [finding.record for finding in verdict.findings] == [number]


def test_a_record_with_the_same_content_in_other_bytes_is_valid() -> None:
    wire = games()["petrichor"]
    bodies = Made(wire, 2, Random(6)).play().bodies
    number = next(
        n for n, body in enumerate(bodies) if n > 20 and Record.FromString(body).HasField("answered")
    )
    record = Record.FromString(bodies[number])
    at = Record(at=record.at).SerializeToString()
    record.ClearField("at")
    bodies[number] = record.SerializeToString() + at
    info = info_of("m", bodies)
    assert QuickCheck(info, wire, bodies).run()
    record.answered.request_id = "r" * 200
    bodies[number] = at + record.SerializeToString()
    assert QuickCheck(info, wire, bodies).run()
