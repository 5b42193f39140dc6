"""The clients of a campaign: people who play many matches at once, on any node, and move on when a node fails them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any, TypeVar

import grpc

from tests.campaign.cluster import CampaignNode
from tests.campaign.diary import Diary
from tests.campaign.match import SPECTATOR, CampaignMatch, Seat
from tests.campaign.tournaments import Tournaments
from tests.e2e.people import Person, answer_to, channel_to, refusal_of, somebody, standing
from tilth.v1 import lobby_pb2, play_pb2
from tilth.v1.record_pb2 import ClockSettings

Result = TypeVar("Result")

GAMES = ("petrichor", "agricola", "earth", "sonora")
FINAL = ("DECISION_CLOSED", "NO_OPEN_DECISION", "NOTHING_TO_UNDO", "MATCH_NOT_RUNNING")
"""Refusals of a command that will never be carried out. After any other the same request is sent again."""
ILLEGAL = ("ILLEGAL_ANSWER", "INVALID_ARGUMENT", "NOT_YOUR_SEAT", "INTERNAL_ERROR", "REQUEST_ID_REUSED")
"""Refusals that no correct client may get."""
SILENT_SECONDS = 3.0
"""Seconds without any frame, while something is due, after which a client moves to another node."""
PENDING_SECONDS = 10.0
"""Seconds without a reply to one command after which it does."""
CALL_SECONDS = 6.0
AGAIN_SECONDS = 0.2
END_SECONDS = 30.0


class Crowd:
    """The clients of a campaign: they keep a number of matches running."""

    def __init__(
        self,
        nodes: Sequence[CampaignNode],
        diary: Diary,
        random: Random,
        *,
        think_seconds: float = 1.0,
        games: Sequence[str] = GAMES,
        clock: ClockSettings | None = None,
    ) -> None:
        """`think_seconds` is the mean time for which a player thinks. Every other match has the clock."""
        self.nodes = list(nodes)
        self.diary = diary
        self.random = random
        self.think_seconds = think_seconds
        self.games = games
        self.clock = clock
        self.players: list[Player] = []
        self.matches: list[CampaignMatch] = []
        self.stay_seconds = float("inf")
        """The mean time after which a player moves to another node although nothing is wrong."""
        self.made = 0
        self.confirmed = 0
        self.tournaments = Tournaments(self)
        self.faults: list[str] = []
        """Sentences about what clients found wrong by themselves."""
        self.is_closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, player: "Player") -> None:
        """Let a player come to a node, look at its matches, and answer."""
        self._spawn(player.run())

    async def register(self, players: int) -> None:
        """Register players, at the first node."""
        async with channel_to(self.nodes[0].address) as channel:
            people = [await somebody(channel) for _ in range(players)]
        self.players = [Player(self, person) for person in people]

    async def begin(self, matches: int, *, has_tournaments: bool = False) -> None:
        """Start matches, and tournaments one after the other if wanted, and play until `end`."""
        for player in self.players:
            self.start(player)
        slots = asyncio.Semaphore(8)

        async def make(place: int) -> None:
            async with slots:
                await self.new_match(self.games[place % len(self.games)])

        await asyncio.gather(*map(make, range(matches)))
        if has_tournaments:
            self._spawn(self.tournaments.run())

    async def new_match(self, game: str) -> None:
        """Create a match of two players that are drawn, and begin to play and watch it."""
        number = self.made
        self.made += 1
        first, second, third = self.random.sample(self.players, 3)
        request = lobby_pb2.CreateMatchRequest(
            request_id=f"create {number}",
            game=game,
            seat_count=2,
            take_seats=[0],
            start_when_full=True,
            title=f"campaign {number}",
        )
        clock = self.clock if number % 2 else None
        if clock is not None:
            request.clock.CopyFrom(clock)
        made = await self.patient(
            first.person, lambda person: person.lobby.CreateMatch(request, timeout=CALL_SECONDS)
        )
        take = lobby_pb2.TakeSeatRequest(request_id=f"take {number}", match_id=made.match.id, seat=1)
        await self.patient(second.person, lambda person: person.lobby.TakeSeat(take, timeout=CALL_SECONDS))
        match = CampaignMatch(made.match.id, game, [first, second])
        self.add(match, title=request.title, clock=clock)
        if number % 4 == 0:
            third.add(Seat(match, SPECTATOR))

    def add(self, match: CampaignMatch, *, title: str, clock: ClockSettings | None) -> None:
        """Begin to play a match that has been created."""
        self.diary.write(
            "created",
            match=match.id,
            game=match.game,
            title=title,
            players=[player.person.id for player in match.players],
            clock=None
            if clock is None
            else {
                "decision_ms": clock.decision_ms,
                "bank_ms": clock.bank_ms,
                "increment_ms": clock.increment_ms,
            },
        )
        self.matches.append(match)
        for seat, player in enumerate(match.players):
            player.add(Seat(match, seat))

    async def patient(self, person: Person, call: Callable[[Person], Awaitable[Result]]) -> Result:
        """Make a call, at one node after the other, until it is answered. Every such call can be repeated."""
        while True:
            node = self.random.choice(self.nodes)
            async with channel_to(node.address) as channel:
                try:
                    return await call(person.on(channel))
                except grpc.aio.AioRpcError as error:
                    reason = refusal_of(error).reason
                    if reason in ILLEGAL or reason in FINAL:
                        raise
            await asyncio.sleep(AGAIN_SECONDS)

    def think(self, match: CampaignMatch) -> float:
        """Return the seconds that a player thinks before an answer."""
        return self.random.uniform(0.2, 1.8) * self.think_seconds * match.pace

    def confirm(self, match: CampaignMatch) -> None:
        """Take note of an answer that was confirmed for the first time."""
        now = time.monotonic()
        match.confirmed_at.append(now)
        if match.tournament is not None:
            match.tournament.confirmed_at.append(now)
        self.confirmed += 1

    def end_match(self, match: CampaignMatch) -> None:
        """Take note that a match has ended, and start another one of its game."""
        if match.is_over:
            return
        match.is_over = True
        if not self.is_closing and match.tournament is None:
            self._spawn(self.new_match(match.game))

    @property
    def running(self) -> list[CampaignMatch]:
        """Return the matches that have not ended."""
        return [match for match in self.matches if not match.is_over]

    async def progress(self, seconds: float) -> list[CampaignMatch]:
        """Wait until each running match has a new confirmed answer; return those that have none in time."""
        since = time.monotonic()
        late = self.running
        while late and time.monotonic() < since + seconds:
            await asyncio.sleep(0.05)
            late = [match for match in late if not match.is_over and match.confirmed_at[-1] <= since]
        return late

    async def end(self, seconds: float = END_SECONDS) -> None:
        """Answer no more, let all that is pending be confirmed, for this time at most, and end."""
        self.is_closing = True
        until = time.monotonic() + seconds
        while any(player.has_pending for player in self.players) and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def replay(self) -> None:
        """Let each viewer see all that it was shown again, from the first record, as far as it is stored now."""
        await asyncio.gather(*(player.replay(self.random.choice(self.nodes)) for player in self.players))

    async def list_all(self) -> None:
        """Write down what each node says about every match."""
        await self.tournaments.list_all()
        person = self.players[0].person
        for node in self.nodes:
            async with channel_to(node.address) as channel:
                request = lobby_pb2.ListMatchesRequest(page_size=100)
                while True:
                    page = await person.on(channel).lobby.ListMatches(request)
                    for match in page.matches:
                        self.diary.write(
                            "listed",
                            match=match.id,
                            node=node.name,
                            title=match.title,
                            state=lobby_pb2.MatchState.Name(match.state).removeprefix("MATCH_STATE_").lower(),
                            records=match.record_count,
                            players=[seat.player_id for seat in match.seats],
                        )
                    if not page.next_page_token:
                        break
                    request.page_token = page.next_page_token

    def _spawn(self, work: Any) -> None:
        """Run a task until the end of the campaign; what it raises is a fault."""

        async def watched() -> None:
            try:
                await work
            except Exception as error:  # noqa: BLE001 - whatever a client stumbles over
                self.faults.append(f"a client failed: {error!r}"[:500])

        task = asyncio.create_task(watched())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Player:
    """One person: a stream to one node, with a channel for each seat and for each match that is watched."""

    def __init__(self, crowd: Crowd, person: Person) -> None:
        self.crowd = crowd
        self.person = person
        self.nodes = crowd.nodes
        """The nodes that the person's stream goes to."""
        self.seats: list[Seat] = []
        self._open: dict[int, Seat] = {}
        self._next_channel = 1
        self._node: CampaignNode | None = None
        self._unsent: asyncio.Queue[play_pb2.Command] = asyncio.Queue()
        self._received_at = 0.0
        self._calls: set[asyncio.Task[None]] = set()

    @property
    def has_pending(self) -> bool:
        """Return whether a request has no reply yet."""
        return any(seat.pending is not None and not seat.match.is_over for seat in self.seats)

    def add(self, seat: Seat) -> None:
        """Play or watch another match."""
        self.seats.append(seat)
        if self._node is not None:
            self._open_channel(seat)

    async def run(self) -> None:
        """Keep a stream to some node, and play."""
        try:
            while True:
                self._node = self._other_node()
                with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    async with channel_to(self._node.address) as channel:
                        await self._stay(self.person.on(channel))
                for seat in self.seats:
                    seat.is_live = False
                    seat.channel = 0
                await asyncio.sleep(self.crowd.random.uniform(0.02, AGAIN_SECONDS))
        finally:
            for call in self._calls:
                call.cancel()

    def _other_node(self) -> CampaignNode:
        """Return the node to connect to next."""
        others = [node for node in self.nodes if node is not self._node]
        return self.crowd.random.choice(others or self.nodes)

    async def _stay(self, person: Person) -> None:
        """Play on one stream until it ends, or is silent for too long."""
        self._unsent = asyncio.Queue()
        self._open.clear()
        self._received_at = time.monotonic()
        for seat in self.seats:
            self._open_channel(seat)
        call = person.play.Attend()
        tasks = [
            asyncio.create_task(self._read(call)),
            asyncio.create_task(self._write(call)),
            asyncio.create_task(self._watch()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            call.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, call: Any) -> None:
        """Take in all frames."""
        while (message := await call.read()) is not grpc.aio.EOF:
            self._received_at = time.monotonic()
            for frame in message.frames:
                seat = self._open.get(frame.channel)
                if seat is not None and seat.channel == frame.channel:
                    self._take_in(seat, frame)

    async def _write(self, call: Any) -> None:
        """Send all commands."""
        while True:
            commands = [await self._unsent.get()]
            while not self._unsent.empty():
                commands.append(self._unsent.get_nowait())
            await call.write(play_pb2.AttendRequest(commands=commands))

    async def _watch(self) -> None:
        """Return when nothing has come for too long, although something is due, or when it is time to move."""
        until = time.monotonic() + self.crowd.random.uniform(0.2, 1.8) * self.crowd.stay_seconds
        while time.monotonic() < until:
            await asyncio.sleep(0.25)
            now = time.monotonic()
            waiting = [seat for seat in self.seats if seat.pending is not None and not seat.match.is_over]
            opening = any(not seat.is_live and not seat.match.is_over for seat in self.seats)
            if (waiting or opening) and now > self._received_at + SILENT_SECONDS:
                return
            if any(now > seat.pending_since + PENDING_SECONDS for seat in waiting):
                return

    def _open_channel(self, seat: Seat) -> None:
        """Open a channel, and send what has no reply yet again."""
        if seat.match.is_over and seat.number == SPECTATOR:
            return
        seat.is_live = False
        seat.decision = None
        seat.channel = self._next_channel
        self._next_channel += 1
        self._open[seat.channel] = seat
        first = max(0, seat.next_record - 2)
        wanted = play_pb2.OpenChannel(match_id=seat.match.id, from_record=first)
        if seat.number != SPECTATOR:
            wanted.seat = seat.number
        self._log("opened", seat, record=first)
        self._send(seat, play_pb2.Command(open=wanted))
        if seat.pending is not None and not seat.is_calling:
            self._send_pending(seat)

    def _send(self, seat: Seat, command: play_pb2.Command) -> None:
        """Queue a command on the seat's channel."""
        numbered = play_pb2.Command()
        numbered.CopyFrom(command)
        numbered.channel = seat.channel
        self._unsent.put_nowait(numbered)

    def _send_pending(self, seat: Seat) -> None:
        """Send the request that has no reply yet, perhaps again."""
        assert seat.pending is not None
        seat.pending_since = time.monotonic()
        self._log_sent(seat, seat.pending)
        self._send(seat, seat.pending)

    def _take_in(self, seat: Seat, frame: play_pb2.Frame) -> None:
        """Take in a frame of a seat's channel."""
        payload = frame.WhichOneof("payload")
        if payload == "update":
            self._update(seat, frame.record, frame.update)
        elif payload == "caught_up":
            asked = frame.caught_up.decision
            self._position(seat, frame, asked.id)
            seat.is_live = True
            seat.decision = asked if asked.id else None
            seat.is_undoable = frame.caught_up.undoable
            self._consider(seat)
        elif payload == "accepted":
            self._confirm(seat, frame.accepted.request_id, frame.record)
        elif payload == "refused":
            self._refuse(seat, frame.refused.request_id, frame.refused.reason)
        elif payload == "heartbeat":
            self._position(seat, frame)
        elif payload == "cut_off":
            self._position(seat, frame)
            self._reopen_soon(seat)
        elif payload == "ended":
            self._position(seat, frame)
            seat.pending = None
            self.crowd.end_match(seat.match)

    def _position(self, seat: Seat, frame: play_pb2.Frame, decision_id: int = 0) -> None:
        """Take note of a frame that says which record is next."""
        self._log(
            "position", seat, record=frame.record, kind=frame.WhichOneof("payload"), decision=decision_id
        )

    def _update(self, seat: Seat, record: int, update: play_pb2.Update) -> None:
        """Take in a record that is shown."""
        decision_id = update.decision.id
        self._log(
            "shown",
            seat,
            record=record,
            **shown(update),
            decision=decision_id,
            banks=[clock.bank_ms for clock in update.clocks],
            running=[clock.seat for clock in update.clocks if clock.HasField("remaining_ms")],
        )
        seat.next_record = max(seat.next_record, record + 1)
        if update.accepted_request_id:
            self._confirm(seat, update.accepted_request_id, record)
        if seat.is_live:
            seat.is_undoable = update.undoable
            if decision_id:
                seat.decision = update.decision
            elif not update.open_decision_id:
                seat.decision = None
            self._consider(seat)

    def _confirm(self, seat: Seat, request_id: str, record: int) -> None:
        """Take note of a confirmed request."""
        self.crowd.diary.write(
            "accepted", match=seat.match.id, seat=seat.number, id=request_id, record=record
        )
        if request_id not in seat.confirmed:
            seat.confirmed.add(request_id)
            self.crowd.confirm(seat.match)
        if request_id == seat.pending_id:
            answered = seat.pending.answer.decision_id if seat.pending is not None else 0
            seat.pending = None
            if seat.decision is not None and seat.decision.id == answered:
                seat.decision = None
            self._consider(seat)

    def _refuse(self, seat: Seat, request_id: str, reason: str) -> None:
        """Take note of a refusal; send the same request again if that may help."""
        self.crowd.diary.write("refused", match=seat.match.id, seat=seat.number, id=request_id, reason=reason)
        if reason in ILLEGAL:
            self.crowd.faults.append(f"{seat.match.id} seat {seat.number}: {request_id!r} refused: {reason}")
        if not request_id:
            self._reopen_soon(seat)
        elif request_id == seat.pending_id:
            if reason in FINAL:
                seat.pending = None
                self._consider(seat)
            elif seat.is_live:
                self._later(AGAIN_SECONDS, self._repeat, seat, request_id, seat.channel)

    def _repeat(self, seat: Seat, request_id: str, channel: int) -> None:
        """Send a refused request again, if it was not sent on another channel before."""
        if seat.pending_id == request_id and seat.channel == channel and not seat.is_calling:
            self._send_pending(seat)

    def _reopen_soon(self, seat: Seat) -> None:
        """Open the seat's channel again in a moment."""
        seat.is_live = False
        closed = seat.channel

        def reopen() -> None:
            if seat.channel == closed:
                self._open_channel(seat)

        self._later(self.crowd.random.uniform(0.02, AGAIN_SECONDS), reopen)

    def _consider(self, seat: Seat) -> None:
        """Answer after some thought, if the seat is asked."""
        if seat.is_live and seat.pending is None and seat.decision is not None and not self.crowd.is_closing:
            self._later(self.crowd.think(seat.match), self._answer, seat, seat.decision.id)

    def _answer(self, seat: Seat, decision_id: int) -> None:
        """Answer the decision if it is still open; now and then take the last answer back instead."""
        decision = seat.decision
        if not seat.is_live or seat.pending is not None or decision is None or decision.id != decision_id:
            return
        if self.crowd.is_closing or seat.match.is_over:
            return
        random = self.crowd.random
        request_id = f"{seat.number}.{seat.count}"
        seat.count += 1
        if seat.is_undoable and random.random() < 0.05:
            seat.pending = play_pb2.Command(undo=play_pb2.Undo(request_id=request_id))
        else:
            seat.pending = play_pb2.Command(answer=answer_to(decision, request_id, random))
            if random.random() < 0.1:
                self._log_sent(seat, seat.pending)
                self._call(seat, seat.pending.answer)
                return
        self._send_pending(seat)

    def _call(self, seat: Seat, answer: play_pb2.Answer) -> None:
        """Give an answer by calls, at any node, until one is answered."""
        seat.is_calling = True

        async def call() -> None:
            request = play_pb2.AnswerRequest(match_id=seat.match.id, seat=seat.number, answers=[answer])
            try:
                reply = await self.crowd.patient(
                    self.person, lambda person: person.play.Answer(request, timeout=CALL_SECONDS)
                )
            except grpc.aio.AioRpcError as error:
                seat.is_calling = False
                self._refuse(seat, answer.request_id, refusal_of(error).reason)
            else:
                seat.is_calling = False
                self._confirm(seat, answer.request_id, reply.records[0])

        seat.pending_since = time.monotonic() + 3600
        task = asyncio.create_task(call())
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def ask(self, seat: Seat, node: CampaignNode) -> None:
        """Find out at a node what the seat is asked, and choose an answer, which is not sent yet."""
        async with channel_to(node.address) as channel:
            asked = (await standing(self.person.on(channel), seat.match.id, seat.number)).decision
        seat.pending = play_pb2.Command(
            answer=answer_to(asked, f"{seat.number}.{seat.count}", self.crowd.random)
        )
        seat.count += 1

    async def give(self, seat: Seat, node: CampaignNode, seconds: float) -> bool:
        """Give the answer that was chosen, by a call at a node; return whether it was confirmed in time."""
        assert seat.pending is not None
        answer = seat.pending.answer
        self._log_sent(seat, seat.pending)
        request = play_pb2.AnswerRequest(match_id=seat.match.id, seat=seat.number, answers=[answer])
        async with channel_to(node.address) as channel:
            try:
                reply = await self.person.on(channel).play.Answer(request, timeout=seconds)
            except grpc.aio.AioRpcError as error:
                self._refuse(seat, answer.request_id, refusal_of(error).reason)
                return False
        self._confirm(seat, answer.request_id, reply.records[0])
        return True

    async def replay(self, node: CampaignNode) -> None:
        """Read all records of all matches again, as this person's seats see them, and write them down."""
        async with channel_to(node.address) as channel:
            call = self.person.on(channel).play.Attend()
            waiting = dict(enumerate(self.seats, 1))
            for number, seat in waiting.items():
                wanted = play_pb2.OpenChannel(match_id=seat.match.id, from_record=0)
                if seat.number != SPECTATOR:
                    wanted.seat = seat.number
                await call.write(
                    play_pb2.AttendRequest(commands=[play_pb2.Command(channel=number, open=wanted)])
                )
            async with asyncio.timeout(60):
                while waiting:
                    message = await call.read()
                    assert message is not grpc.aio.EOF, "the stream ended within a replay"
                    for frame in message.frames:
                        payload = frame.WhichOneof("payload")
                        known = waiting.get(frame.channel)
                        if known is None:
                            continue
                        if payload == "update":
                            self._log("again", known, record=frame.record, **shown(frame.update))
                        elif payload in ("caught_up", "ended"):
                            self._log("replayed", known, record=frame.record)
                            del waiting[frame.channel]
                        elif payload in ("refused", "cut_off"):
                            self.crowd.faults.append(f"{known.match.id} is not shown again: {frame}")
                            del waiting[frame.channel]
            call.cancel()

    def _log(self, event: str, viewer: Seat, /, **fields: Any) -> None:
        """Write a line about a viewer's channel."""
        self.crowd.diary.write(
            event,
            match=viewer.match.id,
            viewer=viewer.number,
            who=self.person.id,
            channel=viewer.channel,
            **fields,
        )

    def _log_sent(self, seat: Seat, command: play_pb2.Command) -> None:
        """Write down a request."""
        answer = command.answer
        self.crowd.diary.write(
            "sent",
            match=seat.match.id,
            seat=seat.number,
            id=answer.request_id or command.undo.request_id,
            kind=command.WhichOneof("payload"),
            decision=answer.decision_id,
            picks=list(answer.picks),
            numbers=list(answer.numbers),
            node="" if self._node is None else self._node.name,
        )

    @staticmethod
    def _later(seconds: float, call: Callable[..., None], *arguments: Any) -> None:
        """Call a function later."""
        asyncio.get_running_loop().call_later(seconds, call, *arguments)


def shown(update: play_pb2.Update) -> dict[str, Any]:
    """Return what a record's frame shows of the record."""
    return {
        "cause": play_pb2.Cause.Name(update.cause).removeprefix("CAUSE_").lower(),
        "seat": update.seat if update.HasField("seat") else -1,
        "id": update.accepted_request_id,
        "undone": list(update.undone_records),
        "count": len(update.events),
        "events": sha256(b"".join(len(event).to_bytes(4) + event for event in update.events)).hexdigest()[
            :32
        ],
        "title": update.title,
        "name": update.player_name,
    }
