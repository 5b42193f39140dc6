"""Live, late, replayed and archived frames of a match are the same, whatever its players do."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.e2e.people import (
    Person,
    Stream,
    answer_to,
    assert_proven,
    attending,
    channel_to,
    log_of,
    match_of,
    new_match,
    somebody,
    standing,
)
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, running
from tests.seeds import examples
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2

Shown = tuple[Any, ...]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    data = tmp_path_factory.mktemp("server") / "data"
    with running(
        data, *MANY_CALLS, "--idle-seconds", "1", "--unfinished-matches-per-player", "1000"
    ) as process:
        yield process


@pytest.fixture
async def channel(server: ServerProcess) -> AsyncIterator[grpc.aio.Channel]:
    async with channel_to(server.address) as channel:
        yield channel


@dataclass
class Witness:
    """A viewer of a match, with everything that it received."""

    seat: int | None
    live: dict[int, Shown] = field(default_factory=dict)
    views: dict[int, bytes] = field(default_factory=dict)
    waiting: dict[int, list[int]] = field(default_factory=dict)
    ended: bytes = b""

    def receive(self, frame: play_pb2.Frame) -> None:
        update = frame.update
        if frame.HasField("update"):
            self.live[frame.record] = shown(frame)
            if update.view:
                self.views[frame.record] = update.view
                self.waiting[frame.record] = list(update.pending_seats)
        elif frame.HasField("ended"):
            self.ended = frame.ended.SerializeToString(deterministic=True)


def shown(frame: play_pb2.Frame) -> Shown:
    """Return the part of a frame that does not depend on when the frame is sent."""
    update = frame.update
    seat = update.seat if update.HasField("seat") else None
    return (
        update.cause,
        seat,
        tuple(update.events),
        tuple(update.texts),
        tuple(update.undone_records),
    )


async def backlog(
    person: Person, match_id: str, seat: int | None, first: int = 0
) -> tuple[dict[int, Shown], bytes]:
    """Return all frames of the match, as a viewer gets them afterwards."""
    witness = Witness(seat)
    async with attending(person) as stream:
        await stream.open(1, match_id, seat, from_record=first, texts=True, language="ru")
        async for frame in stream:
            witness.receive(frame)
            if witness.ended:
                break
    return witness.live, witness.ended


class Player:
    """Somebody erratic: answers, in one piece or several, takes back, repeats, leaves and comes back."""

    def __init__(self, person: Person, match_id: str, seat: int, random: Random, habits: "Habits") -> None:
        self.person = person
        self.match_id = match_id
        self.seat = seat
        self.random = random
        self.habits = habits
        self.witness = Witness(seat)
        self.confirmed: dict[str, int] = {}
        self.command_count = 0
        self.undos = 0
        self.over = False

    async def play(self) -> None:
        while not self.over:
            async with attending(self.person) as stream:
                first = max(self.witness.live, default=-1) + 1
                await stream.open(
                    3, self.match_id, self.seat, from_record=first, views=True, texts=True, language="ru"
                )
                await self._attend(stream)

    async def _attend(self, stream: Stream) -> None:
        async for frame in stream:
            what = frame.WhichOneof("payload")
            self.witness.receive(frame)
            if what == "ended":
                self.over = True
                return
            if what == "update" and frame.update.accepted_request_id:
                self._confirm(frame.update.accepted_request_id, frame.record)
            elif what == "accepted":
                self._confirm(frame.accepted.request_id, frame.record)
            now = frame.update if what == "update" else frame.caught_up
            if now.HasField("decision") or (now.undoable and self.random.random() < self.habits.undo):
                await self._act(stream, now)
            if self.random.random() < self.habits.leave:
                return

    def _confirm(self, request_id: str, record: int) -> None:
        assert self.confirmed.setdefault(request_id, record) == record

    async def _act(self, stream: Stream, now: Any) -> None:
        self.command_count += 1
        request_id = f"{self.seat}-{self.command_count}"
        if now.undoable and self.undos < 15 and self.random.random() < self.habits.undo:
            self.undos += 1
            await stream.send(3, undo=play_pb2.Undo(request_id=request_id))
        elif now.HasField("decision"):
            answer = answer_to(now.decision, request_id, self.random)
            if self.random.random() < self.habits.together:
                guess = play_pb2.Answer(
                    request_id=f"{request_id}b",
                    decision_id=answer.decision_id + 1,
                    picks=[self.random.randint(0, 9)],
                )
                await stream.send(3, answer_batch=play_pb2.AnswerBatch(answers=[answer, guess]))
                # The decision may still be open, also if both answers were refused.
                await stream.send(3, answer=play_pb2.Answer(request_id=f"{request_id}c", decision_id=1))
                await self._answer_again(stream)
            else:
                await stream.send(3, answer=answer)
                if self.random.random() < self.habits.repeat:
                    await stream.send(3, answer=answer)
        if self.random.random() < self.habits.resign and self.seat:
            request = lobby_pb2.ResignMatchRequest(match_id=self.match_id, seat=self.seat)
            try:
                await self.person.lobby.ResignMatch(request)
            except grpc.aio.AioRpcError as error:
                # Another seat may have ended the match before.
                if error.code() != grpc.StatusCode.FAILED_PRECONDITION:
                    raise

    async def _answer_again(self, stream: Stream) -> None:
        """Answer the decision that is open after a pair of answers."""
        view = await standing(self.person, self.match_id, self.seat)
        if view.decision.id:
            answer = answer_to(view.decision, f"{self.seat}-{self.command_count}d", self.random)
            await stream.send(3, answer=answer)


@dataclass(frozen=True)
class Habits:
    undo: float
    together: float
    repeat: float
    leave: float
    resign: float


PROBABILITIES = st.sampled_from((0.0, 0.05, 0.2))
HABITS = st.builds(
    Habits,
    undo=st.sampled_from((0.0, 0.1, 0.3)),
    together=PROBABILITIES,
    repeat=PROBABILITIES,
    leave=st.sampled_from((0.0, 0.02, 0.1)),
    resign=st.sampled_from((0.0, 0.0, 0.01)),
)


@settings(
    examples(2, 12),
    phases=(Phase.explicit, Phase.generate),  # shrinking a whole match would take hours
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seats=st.integers(2, 4), draft=st.booleans(), seed=st.integers(0, 1 << 32), habits=HABITS)
async def test_live_late_replayed_and_archived_are_the_same(
    server: ServerProcess, seats: int, draft: bool, seed: int, habits: Habits
) -> None:
    log = server.log_size()
    async with channel_to(server.address) as channel:
        await asyncio.wait_for(one_match(channel, seats, draft, Random(seed), habits), 200)
    assert_calm(server, log)


async def one_match(
    channel: grpc.aio.Channel, seats: int, draft: bool, random: Random, habits: Habits
) -> None:
    people = [await somebody(channel) for _ in range(seats)]
    guest = await somebody(channel)
    match_id = await new_match(*people, settings={"draft": "true" if draft else "false"})
    players = [
        Player(person, match_id, seat, Random(random.random()), habits) for seat, person in enumerate(people)
    ]
    onlooker = Witness(None)

    async def look_on() -> None:
        async with attending(guest) as stream:
            await stream.open(9, match_id, from_record=0, views=True, texts=True, language="ru")
            async for frame in stream:
                onlooker.receive(frame)
                if onlooker.ended:
                    return

    await asyncio.gather(look_on(), *(player.play() for player in players))
    await assert_proven(guest, match_id)
    whole = await log_of(guest, match_id)
    length = (await match_of(guest, match_id)).record_count
    assert len(whole) == length

    for person, witness in [(guest, onlooker), *((player.person, player.witness) for player in players)]:
        assert sorted(witness.live) == list(range(length)), "records were lost or came twice"
        late, ended = await backlog(person, match_id, witness.seat)
        assert late == witness.live, "a late viewer gets other frames"
        assert ended == witness.ended
        half = length // 2
        assert await backlog(person, match_id, witness.seat, half) == (
            {number: each for number, each in witness.live.items() if number >= half},
            ended,
        )
        await assert_views_were_true(person, match_id, witness, random)
    for player in players:
        for request_id, number in player.confirmed.items():
            cause = whole[number].WhichOneof("cause") or ""
            assert getattr(whole[number], cause).request_id == request_id


async def assert_views_were_true(person: Person, match_id: str, witness: Witness, random: Random) -> None:
    """Check that the archive shows the same view of a moment as was shown then."""
    viewer = archive_pb2.Viewer(spectator=True)
    if witness.seat is not None:
        viewer = archive_pb2.Viewer(seat=witness.seat)
    numbers = sorted(witness.views)
    for number in random.sample(numbers, min(12, len(numbers))):
        request = archive_pb2.ViewAtRequest(match_id=match_id, record=number, viewer=viewer)
        then = await person.archive.ViewAt(request)
        assert then.view == witness.views[number], f"record {number}"
        assert list(then.pending_seats) == witness.waiting[number]


async def test_a_replay_sends_the_same_frames_as_the_match(
    server: ServerProcess, channel: grpc.aio.Channel
) -> None:
    ann, bo = await somebody(channel), await somebody(channel)
    match_id = await new_match(ann, bo)
    habits = Habits(0.2, 0.0, 0.1, 0.05, 0.0)
    players = [Player(person, match_id, seat, Random(seat), habits) for seat, person in enumerate((ann, bo))]
    await asyncio.gather(*(player.play() for player in players))
    for player in players:
        viewer = archive_pb2.Viewer(seat=player.seat)
        replay = archive_pb2.ReplayRequest(
            match_id=match_id, viewer=viewer, interval_ms=1, views=True, texts=True, language="ru"
        )
        witness = Witness(player.seat)
        async for reply in player.person.archive.Replay(replay):
            for frame in reply.frames:
                witness.receive(frame)
        assert witness.live == player.witness.live
        common = witness.views.keys() & player.witness.views.keys()
        assert len(common) > 20
        for number in common:
            assert witness.views[number] == player.witness.views[number]
        assert witness.ended == player.witness.ended


async def test_the_same_seed_and_answers_make_the_same_match(
    server: ServerProcess, channel: grpc.aio.Channel, tmp_path: Path
) -> None:
    """Byte for byte, by calls or on a stream, on one server or on another."""
    logs = []
    with running(tmp_path / "other") as other:
        async with channel_to(other.address) as elsewhere:
            for line in (channel, elsewhere):
                ann, bo = await somebody(line), await somebody(line)
                match_id = await new_match(ann, bo, seed=bytes(range(32)))
                random = Random(11)
                while waiting := (await standing(ann, match_id)).pending_seats:
                    person = (ann, bo)[waiting[0]]
                    asked = (await standing(person, match_id, waiting[0])).decision
                    answer = answer_to(asked, f"{waiting[0]}/{asked.id}", random)
                    if line is channel:
                        request = play_pb2.AnswerRequest(match_id=match_id, seat=waiting[0], answers=[answer])
                        await person.play.Answer(request)
                    else:
                        async with attending(person) as stream:
                            await stream.open(1, match_id, waiting[0])
                            await stream.send(1, answer=answer)
                            await stream.next("update", "accepted")
                records = await log_of(ann, match_id)
                for record in records:
                    record.ClearField("at")
                logs.append([record.SerializeToString(deterministic=True) for record in records[3:]])
                assert all(
                    record.events or record.HasField("finished") or record.answered for record in records
                )
    started = [log.pop(0) for log in logs]
    assert started[0] != started[1], "the players are others"
    assert logs[0] == logs[1]
    assert len(logs[0]) > 50
