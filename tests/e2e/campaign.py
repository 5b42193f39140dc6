"""Load on a server that dies again and again, and what has to hold of it in the end.

Several people play many matches at once: on one stream each, and by single calls; they answer, undo, make matches and
take seats. Everything is sent with a request id, and what has no reply when the server dies is sent again, unchanged,
to the next one. A `Diary` keeps what was confirmed; `assess` compares it with the logs.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc

from tests.e2e.client_log import ClientLog
from tests.e2e.people import (
    Person,
    Stream,
    assert_proven,
    channel_to,
    log_of,
    match_of,
    refusal_of,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess
from tilth.v1 import lobby_pb2, play_pb2, record_pb2

GONE = (grpc.aio.AioRpcError, asyncio.InvalidStateError, AssertionError)
"""Errors that a client may get while the server is gone."""


@dataclass
class Founding:
    """The making of one match, step by step; each is sent again until it has its reply."""

    title: str
    players: list[int]
    by_calls: bool
    draft: bool
    match_id: str = ""
    taken: int = 1
    client_logs: dict[int, ClientLog] = field(default_factory=dict)

    async def go_on(self, people: list[Person]) -> None:
        request = lobby_pb2.CreateMatchRequest(
            request_id=f"create {self.title}",
            game="petrichor",
            seat_count=len(self.players),
            settings={"draft": "true"} if self.draft else {},
            title=self.title,
            take_seats=[0],
            start_when_full=True,
        )
        made = (await people[self.players[0]].lobby.CreateMatch(request)).match
        assert self.match_id in ("", made.id), "the same request made another match"
        self.match_id = made.id
        while self.taken < len(self.players):
            seat = self.taken
            taking = lobby_pb2.TakeSeatRequest(
                request_id=f"take {seat}",
                match_id=self.match_id,
                seat=seat if Random(f"{self.title}/take {seat}").random() < 0.7 else None,
            )
            reply = await people[self.players[seat]].lobby.TakeSeat(taking)
            assert reply.seat == seat, "the same request took another seat"
            self.taken += 1
        for seat in range(len(self.players)):
            self.client_logs[seat] = ClientLog(self.match_id, seat, Random(f"{self.title}/{seat}"))

    @property
    def is_made(self) -> bool:
        return bool(self.client_logs)

    @property
    def is_over(self) -> bool:
        return self.is_made and all(client_log.over for client_log in self.client_logs.values())


@dataclass
class Spare:
    """A match that is made, joined and left, and never begins: so that something of the lobby's is always under way."""

    title: str
    match_id: str = ""
    joined: bool = False
    left: bool = False

    async def go_on(self, maker: Person, guest: Person) -> None:
        creating = lobby_pb2.CreateMatchRequest(
            request_id=f"create {self.title}",
            game="petrichor",
            seat_count=2,
            title=self.title,
            take_seats=[0],
        )
        made = (await maker.lobby.CreateMatch(creating)).match
        assert self.match_id in ("", made.id), "the same request made another match"
        self.match_id = made.id
        if not self.joined:
            taking = lobby_pb2.TakeSeatRequest(request_id="take", match_id=self.match_id)
            assert (await guest.lobby.TakeSeat(taking)).seat == 1
            self.joined = True
        leaving = lobby_pb2.LeaveSeatRequest(request_id="leave", match_id=self.match_id, seat=1)
        await guest.lobby.LeaveSeat(leaving)
        self.left = True


class Campaign:
    """Three people and all that they play."""

    def __init__(self, server: ServerProcess, seed: int, at_once: int = 6) -> None:
        self.server = server
        self.random = Random(seed)
        self.at_once = at_once
        self.people: list[Person] = []
        self.foundings: list[Founding] = []
        self.spares: list[Spare] = []
        self.ending = False
        """Begin no new matches."""
        self.errors: list[BaseException] = []

    def has_seen(self, *, matches: int = 0, spares: int = 0, shown_again: int = 0, stops: int = 0) -> bool:
        """Return whether at least this many matches, spares, repeated records and stops were seen."""
        client_logs = [
            client_log for founding in self.foundings for client_log in founding.client_logs.values()
        ]
        return (
            sum(bool(founding.match_id) for founding in self.foundings) >= matches
            and sum(spare.left for spare in self.spares) >= spares
            and sum(client_log.shown_again for client_log in client_logs) >= shown_again
            and sum(client_log.cut_offs.count("SERVER_STOPPING") for client_log in client_logs) >= stops
        )

    async def register(self) -> None:
        async with channel_to(self.server.address) as channel:
            self.people = [await somebody(channel, f"player {number}") for number in range(3)]

    async def live(self, killer: Callable[[], Coroutine[Any, Any, None]] | None) -> None:
        """One life of the server, from its start until the killer has done its work; without one, to the end."""
        channels = [channel_to(self.server.address) for _ in self.people]
        people = [person.on(channel) for person, channel in zip(self.people, channels, strict=True)]
        attendances = [Attendance(self, number, person) for number, person in enumerate(people)]
        work = [
            self._lobby(people, attendances),
            self._calls(people),
            self._spare(people),
            *(each.run() for each in attendances),
        ]
        tasks = [asyncio.create_task(self._until_gone(each)) for each in work]
        try:
            if killer is not None:
                await killer()
            else:
                self.ending = True
                self.foundings = [founding for founding in self.foundings if founding.match_id]
            await asyncio.wait_for(asyncio.gather(*tasks), 200)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(channel.close() for channel in channels))

    async def _until_gone(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except GONE as error:
            if isinstance(error, AssertionError) or not self.server.doomed:
                raise

    @property
    def is_over(self) -> bool:
        return self.ending and all(founding.is_over for founding in self.foundings)

    async def _lobby(self, people: list[Person], attendances: list["Attendance"]) -> None:
        while not self.is_over and not self.server.doomed:
            under_way = [founding for founding in self.foundings if not founding.is_over]
            if not self.ending and len(under_way) < self.at_once:
                players = self.random.sample(range(3), self.random.randint(2, 3))
                title = f"match {len(self.foundings)}"
                by_calls, draft = self.random.random() < 0.25, self.random.random() < 0.4
                self.foundings.append(Founding(title, players, by_calls, draft))
            for founding in [each for each in self.foundings if not each.is_made]:
                await founding.go_on(people)
                if not founding.by_calls:
                    for seat, player in enumerate(founding.players):
                        attendances[player].join(founding.client_logs[seat])
            await asyncio.sleep(0.01)

    async def _spare(self, people: list[Person]) -> None:
        while not self.ending and not self.server.doomed:
            if not self.spares or self.spares[-1].left:
                self.spares.append(Spare(f"spare {len(self.spares)}"))
            await self.spares[-1].go_on(*people[:2])

    async def _calls(self, people: list[Person]) -> None:
        """Play the matches whose seats use no stream."""
        while not self.is_over and not self.server.doomed:
            for founding in self.foundings:
                if founding.by_calls and founding.is_made and not founding.is_over:
                    for seat, client_log in founding.client_logs.items():
                        await self._call(people[founding.players[seat]], client_log)
            await asyncio.sleep(0.005)

    async def _call(self, person: Person, client_log: ClientLog) -> None:
        if client_log.pending is None:
            view = await standing(person, client_log.match_id, client_log.seat)
            client_log.live = True
            client_log.decision = view.decision if view.HasField("decision") else None
            client_log.undoable = view.undoable
            if not view.pending_seats:
                client_log.over = True
                return
            client_log.next_commands()
        if client_log.pending is None:
            return
        request_id = client_log.pending_id
        try:
            if client_log.pending.HasField("undo"):
                undo = play_pb2.UndoRequest(
                    match_id=client_log.match_id, seat=client_log.seat, request_id=request_id
                )
                record = (await person.play.Undo(undo)).record
            else:
                answer = play_pb2.AnswerRequest(
                    match_id=client_log.match_id, seat=client_log.seat, answers=[client_log.pending.answer]
                )
                (record,) = (await person.play.Answer(answer)).records
        except grpc.aio.AioRpcError as error:
            refusal = refusal_of(error)
            if not refusal.reason:
                raise
            client_log.refuse(request_id, refusal.reason)
        else:
            client_log.confirm(request_id, record)


class Attendance:
    """One person's stream in one life of the server."""

    def __init__(self, campaign: Campaign, number: int, person: Person) -> None:
        self.campaign = campaign
        self.person = person
        self.client_logs: dict[int, ClientLog] = {}
        self.call: Any = None
        self._unsent: asyncio.Queue[play_pb2.Command] = asyncio.Queue()
        for founding in campaign.foundings:
            if founding.is_made and not founding.by_calls:
                for seat, player in enumerate(founding.players):
                    if player == number and not founding.client_logs[seat].over:
                        self.join(founding.client_logs[seat])

    def join(self, client_log: ClientLog) -> None:
        channel = len(self.client_logs) + 1
        self.client_logs[channel] = client_log
        self._send(channel, client_log.resume())

    async def run(self) -> None:
        self.call = self.person.play.Attend()
        writer = asyncio.create_task(self._write())
        watch = asyncio.create_task(self._end_with_campaign())
        try:
            async for frame in Stream(self.call):
                self._send(frame.channel, self.client_logs[frame.channel].receive(frame))
        except asyncio.CancelledError:
            if not self.campaign.is_over:
                raise
        finally:
            watch.cancel()
            writer.cancel()
            await asyncio.gather(writer, watch, return_exceptions=True)

    def _send(self, channel: int, commands: list[play_pb2.Command]) -> None:
        for each in commands:
            numbered = play_pb2.Command()
            numbered.CopyFrom(each)
            numbered.channel = channel
            self._unsent.put_nowait(numbered)

    async def _write(self) -> None:
        while True:
            commands = [await self._unsent.get()]
            while not self._unsent.empty():
                commands.append(self._unsent.get_nowait())
            await self.call.write(play_pb2.AttendRequest(commands=commands))

    async def _end_with_campaign(self) -> None:
        while not self.campaign.is_over:  # noqa: ASYNC110 - what it waits for is a state of many client_logs
            await asyncio.sleep(0.02)
        self.call.cancel()


async def assess(campaign: Campaign) -> Counter[str]:
    """Every confirmed answer is in its log, once, as it was given; nothing refused is; every match is proven."""
    counted: Counter[str] = Counter()
    async with channel_to(campaign.server.address) as channel:
        people = [person.on(channel) for person in campaign.people]
        titles = await _titles(people[0])
        assert not [title for title, number in titles.items() if number > 1], "a match was made twice"
        for founding in campaign.foundings:
            assert titles[founding.title] == 1
            match = await match_of(people[0], founding.match_id)
            assert match.state == lobby_pb2.MATCH_STATE_FINISHED
            assert [seat.player_id for seat in match.seats] == [
                campaign.people[player].id for player in founding.players
            ]
            log = await log_of(people[0], founding.match_id)
            for client_log in founding.client_logs.values():
                _assess_seat(client_log, log)
                counted.update(
                    answers=len(client_log.confirmed),
                    refused=len(client_log.refused),
                    shown_again=client_log.shown_again,
                    seats=1,
                )
                counted.update({f"cut off: {reason}": 1 for reason in client_log.cut_offs})
            counted.update(matches=1, records=len(log))
            await assert_proven(people[0], founding.match_id)
        for spare in [spare for spare in campaign.spares if spare.left]:
            assert titles[spare.title] == 1
            match = await match_of(people[0], spare.match_id)
            assert [bool(seat.player_id) for seat in match.seats] == [True, False]
            assert match.record_count == 4, "made, joined (twice, by two), left: each once"
            counted.update(spares=1)
    return counted


def _assess_seat(client_log: ClientLog, log: list[record_pb2.Record]) -> None:
    found: dict[str, list[int]] = {}
    for number, record in enumerate(log):
        cause = getattr(record, record.WhichOneof("cause") or "")
        if record.WhichOneof("cause") in ("answered", "undone") and cause.seat == client_log.seat:
            found.setdefault(cause.request_id, []).append(number)
    doubled = {request_id: numbers for request_id, numbers in found.items() if len(numbers) > 1}
    assert not doubled, f"taken twice: {doubled}"
    for request_id, number in client_log.confirmed.items():
        assert found.get(request_id) == [number], f"{request_id} was confirmed as record {number}: {found}"
        command = client_log.sent[request_id]
        if command.HasField("answer"):
            answered = log[number].answered
            assert answered.decision_id == command.answer.decision_id
            assert list(answered.picks) == list(command.answer.picks)
    assert not found.keys() & client_log.refused.keys(), "what was refused has happened"
    for number, (cause, *_) in client_log.shown.items():
        assert play_pb2.Cause.Name(cause).removeprefix("CAUSE_").lower() == log[number].WhichOneof("cause")


async def _titles(person: Person) -> Counter[str]:
    titles: Counter[str] = Counter()
    request = lobby_pb2.ListMatchesRequest()
    while True:
        page = await person.lobby.ListMatches(request)
        titles.update(match.title for match in page.matches)
        if not page.next_page_token:
            return titles
        request.page_token = page.next_page_token
