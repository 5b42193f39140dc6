"""The quick proof of a match: it never says yes to what an examination finds wanting, and never no to a sound match."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from tests.server.archive.made import Bodies, Made
from tests.server.archive.test_text import games, random_match, told
from tilth.v1.record_pb2 import Record
from tilth_server.archive.examination import Examination
from tilth_server.archive.proof import Proof
from tilth_server.archive.verification import judged
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire


def examined(info: MatchInfo, wire: GameWire, bodies: Bodies) -> bool:
    exam = Examination(info, wire)
    for number, body in enumerate(bodies):
        exam.take_up(number, body)

    async def holds() -> bool:
        return exam.seed_holds() and await exam.fold_holds() and await exam.rules_hold() is True

    return asyncio.run(holds())


@pytest.mark.parametrize("game", ["orchard", "market", "petrichor", "agricola"])
def test_sound_matches_are_proved(game: str) -> None:
    for seed in range(10):
        bodies = random_match(game, seed)
        assert Proof(told("m", bodies), games()[game], bodies).run()


@pytest.mark.parametrize("game", ["orchard", "market", "petrichor", "agricola"])
def test_whatever_is_altered_the_proof_claims_no_more_than_the_examination(game: str) -> None:
    chance = Random(game)
    wire = games()[game]
    claimed = 0
    for seed in range(200):
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
            info = told("m", bodies)
        except Exception:  # noqa: BLE001 - such a log is not even listed
            continue
        if Proof(info, wire, bodies).run():
            claimed += 1
            assert examined(info, wire, bodies), (seed, number)
    assert claimed, "an alteration of a time is sound"


def _more_events(record: Record) -> None:
    record.events.append(record.events[0])


def _fewer_events(record: Record) -> None:
    del record.events[-1]


def _another_decision(record: Record) -> None:
    record.answered.decision += 1


def _no_decision(record: Record) -> None:
    record.answered.decision = 0


def _other_steps(record: Record) -> None:
    del record.waiting[:]


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
        if n > 60 and record.HasField("answered") and record.events and record.waiting
    )
    alter(records[number])
    bodies[number] = records[number].SerializeToString()
    verdict = asyncio.run(judged(told("m", bodies), wire, list(enumerate(bodies))))
    assert not verdict.sound
    assert [finding.record for finding in verdict.findings] == [number]


def test_a_record_in_other_bytes_that_say_the_same_is_sound() -> None:
    wire = games()["petrichor"]
    bodies = Made(wire, 2, Random(6)).play().bodies
    number = next(
        n for n, body in enumerate(bodies) if n > 20 and Record.FromString(body).HasField("answered")
    )
    record = Record.FromString(bodies[number])
    at = Record(at=record.at).SerializeToString()
    record.ClearField("at")
    bodies[number] = record.SerializeToString() + at
    info = told("m", bodies)
    assert Proof(info, wire, bodies).run()
    record.answered.request_id = "r" * 200
    bodies[number] = at + record.SerializeToString()
    assert Proof(info, wire, bodies).run()
