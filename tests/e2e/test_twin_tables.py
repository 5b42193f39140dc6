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
from tilth_rules.kernel import SPECTATOR, SeededChance, Table
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
    table = Table(game, options, 2, SeededChance(seed))
    table.start()
    return table


def seen_by(table: Table, viewer: int) -> tuple[str, ...]:
    """Return everything that a viewer sees of a table, in a form that can be compared."""
    return (repr(game.view(table.state, viewer)), repr(table.open.get(viewer)), repr(table.pending_seats))


def twins(viewer: int, draft: bool, min_answers: int) -> Twins:
    """Search seeds for two tables that a viewer sees alike, and play both for at least `min_answers` answers, until
    something that is drawn or shown differs."""
    options = Options(first_layout=True, draft=draft)
    found: dict[tuple[str, ...], bytes] = {}
    for number in range(60_000):
        seed = sha256(number.to_bytes(4, "big")).digest()
        table = table_of(options, seed)
        key = seen_by(table, viewer)
        twin = found.setdefault(key, seed)
        if twin is seed:
            continue
        other = table_of(options, twin)
        somebody_else = 1 - max(viewer, 0)
        if game.view(table.state, somebody_else) == game.view(other.state, somebody_else):
            continue
        answers = _common_answers(other, table, viewer)
        if len(answers) >= min_answers:
            settings = {"first_layout": "true", "draft": "true" if draft else "false"}
            return Twins(settings, viewer, (twin, seed), answers)
    raise AssertionError("no twins")


def _common_answers(here: Table, there: Table, viewer: int) -> list[tuple[int, list[int]]]:
    answers: list[tuple[int, list[int]]] = []
    while here.pending_seats and len(answers) < 30:
        seat = here.pending_seats[0]
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
    assert (mine.min_picks, mine.max_picks) == (theirs.min_picks, theirs.max_picks)
    common = [option for option in mine.options if option in theirs.options]
    if len(common) < mine.min_picks:
        return None
    return common[-max(1, mine.min_picks) :] if common and mine.max_picks else []


async def what_is_seen(
    server: ServerProcess, people: Sequence[Person], seed: bytes, twin: Twins
) -> list[Any]:
    """Play the answers and return all that the viewer, or (viewer SPECTATOR) a spectator, was sent.

    Left out are ids and times, and what follows from them or from the seed alone: the commitment to the seed, and the
    hashes of the players' names, whose salts belong to the match's id.
    """
    match_id = await new_match(*people[:2], seed=seed, settings=twin.options)
    watcher = people[twin.viewer] if twin.viewer != SPECTATOR else people[2]
    seat = twin.viewer if twin.viewer != SPECTATOR else None
    seen: list[Any] = []
    async with attending(watcher) as stream:
        await stream.open(1, match_id, seat, from_record=0, views=True, texts=True)
        seen += [await stream.next() for _ in range(2 + 4)]
        for at, (answering, chosen) in enumerate(twin.answers):
            asked = (await standing(people[answering], match_id, answering)).decision
            answer = play_pb2.Answer(request_id=f"r{at}", decision_id=asked.id, picks=chosen)
            await give(people[answering], match_id, answering, answer)
            frame = await stream.next()
            assert frame.WhichOneof("payload") == "update"
            seen.append(frame)
            seen += await _probes(watcher, match_id, seat, at)
    log = archive_pb2.ReadLogRequest(match_id=match_id, seat=seat)
    async for page in watcher.archive.ReadLog(log):
        for entry in page.entries:
            record = record_pb2.Record.FromString(entry.record)
            record.ClearField("at")
            record.created.ClearField("seed_commitment")
            for named in record.created.name_hashes:
                assert len(named.hash) == 32
                named.ClearField("hash")
            seen.append(record)
    match = (await watcher.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))).match
    for name in ("created_at", "started_at", "seed_commitment"):
        match.ClearField(name)
    seen.append(match)
    return [_without(each, match_id) for each in seen]


async def _probes(watcher: Person, match_id: str, seat: int | None, at: int) -> list[Any]:
    """Return the replies to the calls that a curious viewer tries between two answers."""
    view = await standing(watcher, match_id, seat)
    answer = answer_to(view.decision, f"probe {at}")
    answer.picks.extend([99, 99, 99, 99, 99, 99, 99])
    spying = play_pb2.AnswerRequest(match_id=match_id, seat=seat or 0, answers=[answer])
    early = play_pb2.Answer(request_id=f"early {at}", decision_id=at + 50, picks=[0])
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
    if isinstance(each, play_pb2.Frame):
        each.opened.ClearField("seed_commitment")
    if isinstance(each, Refusal):
        return repr(each).replace(match_id, "MATCH").encode()
    whole: bytes = each.SerializeToString(deterministic=True)
    return whole.replace(match_id.encode(), b"MATCH")


@pytest.mark.parametrize(
    ("viewer", "draft", "min_answers"),
    [(0, False, 20), (1, False, 20), (SPECTATOR, False, 17), (1, True, 1), (SPECTATOR, True, 5)],
)
async def test_two_tables_that_differ_in_what_is_hidden_are_the_same_to_a_viewer(
    server: ServerProcess, viewer: int, draft: bool, min_answers: int
) -> None:
    twin = twins(viewer, draft, min_answers)
    async with channel_to(server.address) as channel:
        people = [await somebody(channel) for _ in range(3)]
        here, there = [await what_is_seen(server, people, seed, twin) for seed in twin.seeds]
        assert len(here) > 15
        assert here == there
        hidden = Twins(twin.options, 1 - max(viewer, 0), twin.seeds, twin.answers)
        one, other = [await what_is_seen(server, people, seed, hidden) for seed in twin.seeds]
        assert one != other, "the tables do not differ at all"
