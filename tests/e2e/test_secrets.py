"""Tokens, codes, invitations and seeds come out nowhere: a whole run with faults, and a search of all it said."""

import asyncio
import os
import signal
import sqlite3
import urllib.request
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager, closing, suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any

import grpc
from google.protobuf.text_encoding import CEscape

from tests.e2e.serving import own_port
from tests.server.serve.full_server import Person, answer, new_match, open_decision, play_randomly
from tests.server.serve.one_service import bearer
from tests.server.serve.process import Serving, ended, serving
from tests.server.serve.test_tracing import Collector, collecting
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, players_pb2
from tilth.v1 import tournaments_pb2 as cups
from tilth.v1.record_pb2 import Record
from tilth_bots import random_bot
from tilth_client import connect

GIVEN_SEED = bytes(range(100, 132))
SECONDS = 60.0
CODES_MADE = 3
FLAGS = ("--log-format", "json", "--registration", "invitation", "--calls-per-second", "2000")


class Output:
    """The output of the server and its commands for readers who may see no secret."""

    def __init__(self, collector: Collector, metrics_port: int) -> None:
        self.collector = collector
        self.parts: list[bytes] = []
        self._metrics = f"http://127.0.0.1:{metrics_port}/metrics"

    def add(self, *texts: str | bytes) -> None:
        self.parts += [text.encode() if isinstance(text, str) else text for text in texts]

    async def scrape(self) -> None:
        def scraped() -> bytes:
            with urllib.request.urlopen(self._metrics, timeout=SECONDS) as reply:
                return bytes(reply.read())

        self.add(await asyncio.to_thread(scraped))

    async def refusal(self, call: Awaitable[Any]) -> None:
        """Make a call that is refused, and keep all that the refusal says."""
        try:
            await call
        except grpc.aio.AioRpcError as error:
            details = [value for _, value in error.trailing_metadata() or ()]
            self.add(error.details() or "", error.debug_error_string() or "", *details)
        else:
            raise AssertionError("it was not refused")

    def everything(self) -> bytes:
        return b"\n".join([*self.parts, *(span.SerializeToString() for span in self.collector.spans)])


class Run:
    """A server that was set up to tell as much as it can, its operator and two players."""

    def __init__(self, server: Serving, data: Path, channel: grpc.aio.Channel, output: Output) -> None:
        self.server = server
        self.data = data
        self.channel = channel
        self.output = output
        self.operator = Person(channel, (data / "operator.token").read_text().strip())
        self.words = {self.operator.token}
        """Every token and invitation that was ever made."""
        self.codes: set[str] = set()
        """Every code for another device."""

    async def invitation(self) -> str:
        made = await self.operator.operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
        self.words.add(made.invitation)
        invitation: str = made.invitation
        return invitation

    async def person(self, name: str) -> Person:
        request = players_pb2.RegisterRequest(name=name, invitation=await self.invitation())
        reply = await Person(self.channel, "").players.Register(request)
        self.words.add(reply.token)
        return Person(self.channel, reply.token, reply.player.id, name)

    def workers(self) -> list[int]:
        pid = self.server.process.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def command_lines(self) -> Iterable[bytes]:
        for pid in (self.server.process.pid, *self.workers()):
            with suppress(OSError):
                yield Path(f"/proc/{pid}/cmdline").read_bytes()


@asynccontextmanager
async def observed_run(data: Path, output: Output, number: int, *flags: str) -> AsyncIterator[Run]:
    async with serving(data, *flags) as server, grpc.aio.insecure_channel(server.address) as channel:
        output.add(server.first_line)
        run = Run(server, data, channel, output)
        yield run
        output.add(*run.command_lines(), *names(data))
        await output.scrape()
        _, _, out, err = await server.stop(number)
        output.add(out, err)


async def refusals(run: Run, ann: Person, bob: Person, match: str) -> None:
    """Everything that can be got wrong with a secret in hand."""
    output, channel = run.output, run.channel
    for wrong in (ann.token + "x", ann.token[:-1], ann.token.swapcase()):
        stranger = Person(channel, wrong)
        await output.refusal(stranger.players.GetMe(players_pb2.GetMeRequest()))
    spent = players_pb2.RegisterRequest(name="Zed", invitation=next(iter(run.words - {run.operator.token})))
    await output.refusal(Person(channel, "").players.Register(spent))
    unused = await run.invitation()
    clash = players_pb2.RegisterRequest(name="Ann", invitation=unused)
    await output.refusal(Person(channel, "").players.Register(clash))
    await output.refusal(
        Person(channel, "").players.Register(players_pb2.RegisterRequest(name=ann.token, invitation=unused))
    )
    create = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, seed=GIVEN_SEED[:-1])
    await output.refusal(ann.lobby.CreateMatch(create))
    first = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, seed=GIVEN_SEED, request_id="one")
    await ann.lobby.CreateMatch(first)
    first.seed = GIVEN_SEED[::-1]
    await output.refusal(ann.lobby.CreateMatch(first))
    await output.refusal(ann.lobby.CreateMatch(lobby_pb2.CreateMatchRequest(game="chess", seed=GIVEN_SEED)))
    await output.refusal(ann.play.GetView(play_pb2.GetViewRequest(match_id=match, seat=1)))
    wrong_answer = play_pb2.AnswerRequest(
        match_id=match, answers=[play_pb2.Answer(decision_id=9, picks=[99])]
    )
    await output.refusal(ann.play.Answer(wrong_answer))
    await output.refusal(bob.operations.CreateInvitation(operations_pb2.CreateInvitationRequest()))
    garbage: Any = channel.unary_unary("/tilth.v1.LobbyService/CreateMatch")
    await output.refusal(
        garbage(first.SerializeToString() + b"\xff", metadata=bearer(ann.token), timeout=SECONDS)
    )


async def other_devices(run: Run, ann: Person, bob: Person) -> None:
    """A code is used, used again, guessed and left; an operator issues a token."""
    output, stranger = run.output, Person(run.channel, "")
    left = players_pb2.RedeemDeviceCodeRequest()
    for person in (ann, bob, run.operator):
        made = await person.players.CreateDeviceCode(players_pb2.CreateDeviceCodeRequest())
        run.codes.add(made.code)
        token = token_urlsafe(32)
        run.words.add(token)
        token_hash = sha256(token.encode()).digest()
        request = players_pb2.RedeemDeviceCodeRequest(code=made.code, token_hash=token_hash)
        mistyped = players_pb2.RedeemDeviceCodeRequest(code=made.code[::-1], token_hash=token_hash)
        await output.refusal(stranger.players.RedeemDeviceCode(mistyped))
        if person is bob:
            left = request
        else:
            await stranger.players.RedeemDeviceCode(request)
            await output.refusal(stranger.players.RedeemDeviceCode(request))
    issue = operations_pb2.IssueTokenRequest(player_id=bob.id, reason="lost")
    run.words.add((await run.operator.operations.IssueToken(issue)).token)
    await output.refusal(stranger.players.RedeemDeviceCode(left))
    async for reply in run.operator.operations.ReadAudit(operations_pb2.ReadAuditRequest(once=True)):
        output.add(reply.SerializeToString())


async def tournament(run: Run, ann: Person, bob: Person) -> None:
    """A small one, played by bots to its end."""
    async with (
        connect(run.server.address, token=ann.token) as one,
        connect(run.server.address, token=bob.token) as two,
    ):
        made = await one.tournaments.create(cups.RoundRobin(), "petrichor", title="cup", seed=GIVEN_SEED)
        for each in (one, two):
            await each.tournaments.enter(made.id)
        bots = [
            asyncio.create_task(each.play_all(random_bot(place))) for place, each in enumerate((one, two))
        ]
        try:
            await one.tournaments.start(made.id)
            async for _ in one.tournaments.watch(made.id):
                pass
        finally:
            for bot in bots:
                bot.cancel()
            await asyncio.gather(*bots, return_exceptions=True)


async def a_worker_dies(run: Run, ann: Person, bob: Person) -> None:
    """The match that asked for a fact continues."""
    match = await new_match(ann, bob, game="sonora")
    workers = run.workers()
    assert workers, "nobody would work out a flick"
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    random = Random(1)
    given = 0
    while given < 4:
        for seat, person in enumerate((ann, bob)):
            if decision := await open_decision(person, match, seat):
                await answer(person, match, seat, decision, random)
                given += 1
        await asyncio.sleep(0.02)


async def look_around(run: Run, match: str) -> None:
    """Read everything that operators can see: no token, no invitation, no seed of a running match may be in it."""
    stub, output = run.operator.operations, run.output
    output.add((await stub.GetStatus(operations_pb2.GetStatusRequest())).SerializeToString())
    output.add((await stub.ListCalls(operations_pb2.ListCallsRequest())).SerializeToString())
    output.add(
        (await run.operator.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).SerializeToString()
    )
    async for reply in stub.ReadAudit(operations_pb2.ReadAuditRequest(once=True)):
        output.add(reply.SerializeToString())
    watching = stub.WatchServer(operations_pb2.WatchServerRequest(interval_ms=200))
    output.add((await watching.read()).SerializeToString())
    watching.cancel()


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def seeds_of(data: Path) -> list[bytes]:
    """Return the seeds of all matches and tournaments of the store."""
    with closing(sqlite3.connect(data / "tilth.db")) as store:
        firsts = store.execute(
            "SELECT name, body FROM streams JOIN records ON stream = streams.id AND number = 0"
        )
        found: dict[str, bytes] = dict(firsts.fetchall())
    matches = [
        Record.FromString(body).created.seed for name, body in found.items() if name.startswith("match/")
    ]
    made = [
        cups.TournamentRecord.FromString(body).created.seed
        for name, body in found.items()
        if name.startswith("tournament/")
    ]
    assert len(matches) >= 4
    assert made
    return [*matches, *made]


def forms(secret: bytes) -> set[bytes]:
    """Return the ways in which bytes are written into texts and messages, by this server or by a library."""
    return {
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        b64encode(secret).rstrip(b"="),
        urlsafe_b64encode(secret).rstrip(b"="),
        repr(secret)[2:-1].encode(),
        CEscape(secret, as_utf8=False).encode(),
        str(int.from_bytes(secret, "big")).encode(),
    }


async def test_a_whole_run_with_faults_shows_no_token_no_code_no_invitation_and_no_seed(
    tmp_path: Path,
) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    await asyncio.to_thread(copies.mkdir)
    port = own_port()
    async with collecting() as (collector, trace):
        flags = [*FLAGS, "--metrics", f"127.0.0.1:{port}", "--trace", str(trace)]
        output = Output(collector, port)
        async with observed_run(data, output, signal.SIGKILL, *flags) as run:
            ann, bob = await run.person("Ann"), await run.person("Bob")
            played = await new_match(ann, bob, game="petrichor", seed=GIVEN_SEED)
            await play_randomly(played, ann, bob)
            running = await new_match(ann, bob, game="petrichor")
            await refusals(run, ann, bob, running)
            await tournament(run, ann, bob)
            await a_worker_dies(run, ann, bob)
            await look_around(run, running)
            await other_devices(run, ann, bob)
            renewed = await ann.players.RenewToken(players_pb2.RenewTokenRequest())
            run.words.add(renewed.token)
            await output.refusal(ann.players.GetMe(players_pb2.GetMeRequest()))
            output.add(*(await ended("backup", "--data", str(data), str(copies / "copy")))[1:])
            async for piece in run.operator.operations.CreateBackup(operations_pb2.CreateBackupRequest()):
                assert piece.chunk
            words, codes = run.words, run.codes
        async with observed_run(data, output, signal.SIGTERM, *flags) as again:
            await again.operator.operations.GetStatus(operations_pb2.GetStatusRequest())
            words |= again.words
        code, _, err = await ended("operator-token", "--data", str(data))
        assert code == 0
        output.add(err)
        words.add((data / "operator.token").read_text().strip())
        output.add(*(await ended("restore", "--data", str(tmp_path / "restored"), str(copies / "copy")))[1:])
        output.add(
            *(file.name for folder in (copies, data, tmp_path / "restored") for file in folder.iterdir())
        )
        everything = output.everything()
    assert played.encode() in everything, "logs and spans were not searched at all"
    assert b"tilth_" in everything, "metrics were not searched at all"
    assert collector.spans, "no span was searched"
    assert b'"request refused"' in everything
    for word in words:
        raw = urlsafe_b64decode(word + "=" * (-len(word) % 4))
        for form in {word.encode(), *forms(raw)}:
            assert form not in everything, word
    assert len(codes) == CODES_MADE
    for letters in codes:
        shown = f"{letters[:4]}-{letters[4:]}"
        for spelt in (letters, letters.lower(), shown, sha256(letters.encode()).hexdigest()):
            assert spelt.encode() not in everything, letters
    for seed in {*seeds_of(data), GIVEN_SEED, GIVEN_SEED[::-1]}:
        for form in forms(seed):
            assert form not in everything, seed.hex()
