"""Two tables that differ only in what is hidden from a viewer are the same to that viewer, byte for byte."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest

from tests.e2e.people import (
    Person,
    Refusal,
    answer_to,
    attending,
    channel_to,
    give,
    new_match,
    refused,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2, record_pb2
from tilth_rules.kernel import SPECTATOR, Seeded, Table
from tilth_rules.petrichor import game
from tilth_rules.petrichor.options import Options


@dataclass
class Twins:
    """Two seeds that a viewer can't tell apart, and answers that are legal at both tables."""

    options: dict[str, str]
    viewer: int
    seeds: tuple[bytes, bytes]
    answers: list[tuple[int, list[int]]] = field(default_factory=list)


def table_of(options: Options, seed: bytes) -> Table:
    table = Table(game, options, 2, Seeded(seed))
    table.start()
    return table


def eyes_of(table: Table, viewer: int) -> tuple[str, ...]:
    """All that a viewer sees of a table, to be compared."""
    return (repr(game.view(table.state, viewer)), repr(table.open.get(viewer)), repr(table.waiting))


def twins(viewer: int, draft: bool, least: int) -> Twins:
    """Searches seeds, then plays both tables until something is drawn or shown that differs: `least` answers."""
    options = Options(first_layout=True, draft=draft)
    found: dict[tuple[str, ...], bytes] = {}
    for number in range(60_000):
        seed = sha256(number.to_bytes(4, "big")).digest()
        table = table_of(options, seed)
        key = eyes_of(table, viewer)
        twin = found.setdefault(key, seed)
        if twin is seed:
            continue
        other = table_of(options, twin)
        somebody_else = 1 - max(viewer, 0)
        if game.view(table.state, somebody_else) == game.view(other.state, somebody_else):
            continue
        answers = _common_answers(other, table, viewer)
        if len(answers) >= least:
            settings = {"first_layout": "true", "draft": "true" if draft else "false"}
            return Twins(settings, viewer, (twin, seed), answers)
    raise AssertionError("no twins")


def _common_answers(here: Table, there: Table, viewer: int) -> list[tuple[int, list[int]]]:
    answers: list[tuple[int, list[int]]] = []
    while here.waiting and len(answers) < 30:
        seat = here.waiting[0]
        common = _legal_at_both(here, there, seat)
        if common is None:
            return answers
        tries = here.clone(), there.clone()
        mine = tries[0].answer(seat, common)
        theirs = tries[1].answer(seat, common)
        assert mine is not None
        assert theirs is not None
        if mine.draws or mine.seen_by(viewer) != theirs.seen_by(viewer):
            return answers
        here.answer(seat, common)
        there.answer(seat, common)
        answers.append((seat, list(common)))
    return answers


def _legal_at_both(here: Table, there: Table, seat: int) -> list[int] | None:
    mine: Any = here.open[seat]
    theirs: Any = there.open[seat]
    assert (mine.least, mine.most) == (theirs.least, theirs.most)
    common = [option for option in mine.options if option in theirs.options]
    if len(common) < mine.least:
        return None
    return common[-max(1, mine.least) :] if common and mine.most else []


async def what_is_seen(
    server: ServerProcess, people: Sequence[Person], seed: bytes, twin: Twins
) -> list[Any]:
    """Plays the answers and gives all that the viewer, or (viewer SPECTATOR) a spectator, was sent; without ids,
    times and the commitment, which is another for another seed."""
    match_id = await new_match(*people[:2], seed=seed, settings=twin.options)
    watcher = people[twin.viewer] if twin.viewer != SPECTATOR else people[2]
    seat = twin.viewer if twin.viewer != SPECTATOR else None
    seen: list[Any] = []
    async with attending(watcher) as stream:
        await stream.open(1, match_id, seat, from_record=0, views=True, texts=True)
        seen += [await stream.next() for _ in range(2 + 4)]
        for at, (answering, chosen) in enumerate(twin.answers):
            asked = (await standing(people[answering], match_id, answering)).asked
            answer = play_pb2.Answer(request_id=f"r{at}", decision=asked.id, chosen=chosen)
            await give(people[answering], match_id, answering, answer)
            told = await stream.next()
            assert told.WhichOneof("what") == "happened"
            seen.append(told)
            seen += await _probes(watcher, match_id, seat, at)
    log = archive_pb2.ReadLogRequest(match_id=match_id, seat=seat)
    async for page in watcher.archive.ReadLog(log):
        for entry in page.entries:
            record = record_pb2.Record.FromString(entry.record)
            record.ClearField("at")
            record.created.ClearField("seed_commitment")
            seen.append(record)
    match = (await watcher.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))).match
    for name in ("created_at", "started_at", "seed_commitment"):
        match.ClearField(name)
    seen.append(match)
    return [_without(each, match_id) for each in seen]


async def _probes(watcher: Person, match_id: str, seat: int | None, at: int) -> list[Any]:
    """What a curious viewer tries between two answers."""
    view = await standing(watcher, match_id, seat)
    answer = answer_to(view.asked, f"probe {at}")
    answer.chosen.extend([99, 99, 99, 99, 99, 99, 99])
    spying = play_pb2.AnswerRequest(match_id=match_id, seat=seat or 0, answers=[answer])
    early = play_pb2.Answer(request_id=f"early {at}", decision=at + 50, chosen=[0])
    ahead = play_pb2.AnswerRequest(match_id=match_id, seat=seat or 0, answers=[early, answer])
    return [
        view,
        await refused(watcher.play.Answer(spying)),
        await refused(watcher.play.Answer(ahead)),
        await refused(
            watcher.play.GetView(play_pb2.GetViewRequest(match_id=match_id, seat=1 if not seat else 0))
        ),
        await refused(watcher.archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match_id))),
    ]


def _without(each: Any, match_id: str) -> bytes:
    if isinstance(each, play_pb2.Told):
        each.opened.ClearField("seed_commitment")
    if isinstance(each, Refusal):
        return repr(each).replace(match_id, "MATCH").encode()
    whole: bytes = each.SerializeToString(deterministic=True)
    return whole.replace(match_id.encode(), b"MATCH")


@pytest.mark.parametrize(
    ("viewer", "draft", "least"),
    [(0, False, 20), (1, False, 20), (SPECTATOR, False, 17), (1, True, 1), (SPECTATOR, True, 5)],
)
async def test_two_tables_that_differ_in_what_is_hidden_are_the_same_to_a_viewer(
    server: ServerProcess, viewer: int, draft: bool, least: int
) -> None:
    twin = twins(viewer, draft, least)
    async with channel_to(server.address) as channel:
        people = [await somebody(channel) for _ in range(3)]
        here, there = [await what_is_seen(server, people, seed, twin) for seed in twin.seeds]
        assert len(here) > 15
        assert here == there
        hidden = Twins(twin.options, 1 - max(viewer, 0), twin.seeds, twin.answers)
        one, other = [await what_is_seen(server, people, seed, hidden) for seed in twin.seeds]
        assert one != other, "the tables do not differ at all"
