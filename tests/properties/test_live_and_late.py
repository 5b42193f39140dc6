"""What is told live, told late, replayed and archived is one and the same thing, whatever people do at a match."""

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
from tests.e2e.serving import ServerProcess, assert_calm, running
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2

Shown = tuple[Any, ...]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    data = tmp_path_factory.mktemp("server") / "data"
    with running(
        data, "--calls-per-second", "100000", "--idle-seconds", "1", "--open-matches-per-player", "1000"
    ) as process:
        yield process


@pytest.fixture
async def channel(server: ServerProcess) -> AsyncIterator[grpc.aio.Channel]:
    async with channel_to(server.address) as channel:
        yield channel


@dataclass
class Witness:
    """Follows a match as one viewer; keeps what it was told live, and what it was told late."""

    seat: int | None
    live: dict[int, Shown] = field(default_factory=dict)
    views: dict[int, bytes] = field(default_factory=dict)
    waiting: dict[int, list[int]] = field(default_factory=dict)
    ended: bytes = b""

    def hear(self, told: play_pb2.Told) -> None:
        happened = told.happened
        if told.HasField("happened"):
            self.live[told.record] = shown(told)
            if happened.view:
                self.views[told.record] = happened.view
                self.waiting[told.record] = list(happened.waiting)
        elif told.HasField("ended"):
            self.ended = told.ended.SerializeToString(deterministic=True)


def shown(told: play_pb2.Told) -> Shown:
    """Of a record, what does not depend on when it is told."""
    happened = told.happened
    seat = happened.seat if happened.HasField("seat") else None
    return (
        happened.cause,
        seat,
        tuple(happened.events),
        tuple(happened.texts),
        tuple(happened.takes_back),
    )


async def backlog(
    person: Person, match_id: str, seat: int | None, first: int = 0
) -> tuple[dict[int, Shown], bytes]:
    """The whole match, told late."""
    witness = Witness(seat)
    async with attending(person) as stream:
        await stream.open(1, match_id, seat, from_record=first, texts=True, language="ru")
        async for told in stream:
            witness.hear(told)
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
        self.said = 0
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
        async for told in stream:
            what = told.WhichOneof("what")
            self.witness.hear(told)
            if what == "ended":
                self.over = True
                return
            if what == "happened" and told.happened.accepted:
                self._confirm(told.happened.accepted, told.record)
            elif what == "accepted":
                self._confirm(told.accepted.request_id, told.record)
            now = told.happened if what == "happened" else told.caught_up
            if now.HasField("asked") or (now.undoable and self.random.random() < self.habits.undo):
                await self._say(stream, now)
            if self.random.random() < self.habits.leave:
                return

    def _confirm(self, request_id: str, record: int) -> None:
        assert self.confirmed.setdefault(request_id, record) == record

    async def _say(self, stream: Stream, now: Any) -> None:
        self.said += 1
        request_id = f"{self.seat}-{self.said}"
        if now.undoable and self.undos < 15 and self.random.random() < self.habits.undo:
            self.undos += 1
            await stream.say(3, undo=play_pb2.Undo(request_id=request_id))
        elif now.HasField("asked"):
            answer = answer_to(now.asked, request_id, self.random)
            if self.random.random() < self.habits.together:
                guess = play_pb2.Answer(
                    request_id=f"{request_id}b",
                    decision=answer.decision + 1,
                    chosen=[self.random.randint(0, 9)],
                )
                await stream.say(3, together=play_pb2.AnswerTogether(answers=[answer, guess]))
                # Whatever became of the two, the decision may be open still.
                await stream.say(3, answer=play_pb2.Answer(request_id=f"{request_id}c", decision=1))
                await self._go_on(stream)
            else:
                await stream.say(3, answer=answer)
                if self.random.random() < self.habits.repeat:
                    await stream.say(3, answer=answer)
        if self.random.random() < self.habits.resign and self.seat:
            request = lobby_pb2.ResignMatchRequest(match_id=self.match_id, seat=self.seat)
            await self.person.lobby.ResignMatch(request)

    async def _go_on(self, stream: Stream) -> None:
        """Answer what is open after a pair, as it stands then."""
        view = await standing(self.person, self.match_id, self.seat)
        if view.asked.id:
            answer = answer_to(view.asked, f"{self.seat}-{self.said}d", self.random)
            await stream.say(3, answer=answer)


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
    max_examples=12,
    phases=(Phase.explicit, Phase.generate),  # to shrink a whole match would take for ever
    deadline=None,
    derandomize=True,
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
            async for told in stream:
                onlooker.hear(told)
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
        assert late == witness.live, "told late it is something else"
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
    """The archive shows the same view of a moment as was shown then."""
    viewer = archive_pb2.Viewer(spectator=True)
    if witness.seat is not None:
        viewer = archive_pb2.Viewer(seat=witness.seat)
    numbers = sorted(witness.views)
    for number in random.sample(numbers, min(12, len(numbers))):
        request = archive_pb2.ViewAtRequest(match_id=match_id, record=number, viewer=viewer)
        then = await person.archive.ViewAt(request)
        assert then.view == witness.views[number], f"record {number}"
        assert list(then.waiting) == witness.waiting[number]


async def test_a_replay_tells_what_was_told(server: ServerProcess, channel: grpc.aio.Channel) -> None:
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
            for told in reply.told:
                witness.hear(told)
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
                while waiting := (await standing(ann, match_id)).waiting:
                    person = (ann, bo)[waiting[0]]
                    asked = (await standing(person, match_id, waiting[0])).asked
                    answer = answer_to(asked, f"{waiting[0]}/{asked.id}", random)
                    if line is channel:
                        request = play_pb2.AnswerRequest(match_id=match_id, seat=waiting[0], answers=[answer])
                        await person.play.Answer(request)
                    else:
                        async with attending(person) as stream:
                            await stream.open(1, match_id, waiting[0])
                            await stream.say(1, answer=answer)
                            await stream.next("happened", "accepted")
                records = await log_of(ann, match_id)
                for record in records:
                    record.ClearField("at")
                logs.append([record.SerializeToString(deterministic=True) for record in records[3:]])
                assert all(
                    record.events or record.HasField("closed") or record.answered for record in records
                )
    started = [log.pop(0) for log in logs]
    assert started[0] != started[1], "the players are others"
    assert logs[0] == logs[1]
    assert len(logs[0]) > 50
