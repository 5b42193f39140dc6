"""The records of a tournament on an Attend stream."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.server.serve.games import orchard
from tilth.v1 import play_pb2 as pb
from tilth.v1 import tournaments_pb2


def watching(tournament: str, channel: int = 1, from_record: int = 0) -> pb.Command:
    opening = pb.OpenTournament(tournament_id=tournament, from_record=from_record)
    return pb.Command(channel=channel, open_tournament=opening)


async def new_cup(person: Person) -> str:
    settings = tournaments_pb2.TournamentSettings(
        title="Cup",
        game_setups=[tournaments_pb2.GameSetup(game="orchard")],
        round_robin=tournaments_pb2.RoundRobin(),
        table_seats=2,
    )
    request = tournaments_pb2.CreateTournamentRequest(settings=settings)
    made: str = (await person.tournaments.CreateTournament(request)).tournament.id
    return made


async def enter(person: Person, cup: str) -> None:
    await person.tournaments.EnterTournament(tournaments_pb2.EnterTournamentRequest(tournament_id=cup))


async def cancel(person: Person, cup: str) -> None:
    request = tournaments_pb2.CancelTournamentRequest(tournament_id=cup, reason="rain")
    await person.tournaments.CancelTournament(request)


async def test_the_records_of_a_tournament_come_until_it_ends(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    cup = await new_cup(ann)
    stream = Stream(running, ben)
    await stream.send(watching(cup))
    assert (await stream.receive()).opened.tournament_id == cup
    first = await stream.receive()
    assert [entry.record.WhichOneof("cause") for entry in first.tournament.entries] == ["created"]
    assert not first.tournament.entries[0].record.created.seed
    assert (await stream.receive()).HasField("caught_up")
    for number, person in enumerate((ann, ben), 1):
        await enter(person, cup)
        frame = await stream.receive()
        (entry,) = frame.tournament.entries
        assert (entry.number, frame.record) == (number, number + 1)
        assert entry.record.entered.player_id == person.id
    await cancel(ann, cup)
    assert (await stream.receive()).tournament.entries[0].record.HasField("cancelled")
    closed = await stream.receive()
    assert (closed.WhichOneof("payload"), closed.record) == ("closed", 4)


async def test_a_tournament_is_resumed_at_the_record_that_the_last_frame_names(
    running: RunningServer,
) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    cup = await new_cup(ann)
    stream = Stream(running, ben)
    await stream.send(watching(cup))
    await stream.until("caught_up")
    await stream.send(pb.Command(channel=1, close=pb.CloseChannel()))
    closed = await stream.until("closed")
    await enter(ann, cup)
    await stream.send(watching(cup, from_record=closed.record))
    frame = await stream.until("tournament")
    assert [entry.number for entry in frame.tournament.entries] == [1]
    assert (await stream.until("caught_up")).record == 2
    await cancel(ann, cup)
    await stream.until("closed")
    await stream.send(watching(cup))
    whole = await stream.until("tournament")
    assert [entry.number for entry in whole.tournament.entries] == [0, 1, 2]
    assert all(entry.hash and entry.stored for entry in whole.tournament.entries)
    assert (await stream.until("closed")).record == 3


async def test_a_tournament_that_is_not_there_is_refused(running: RunningServer) -> None:
    ann = await running.person("Ann")
    cup = await new_cup(ann)
    stream = Stream(running, ann)
    for command, reason in (
        (watching("nothing"), "TOURNAMENT_NOT_FOUND"),
        (watching(cup, from_record=2), "RECORD_BEYOND_LOG"),
    ):
        await stream.send(command)
        refused: Any = await stream.receive()
        assert refused.refused.reason == reason


async def test_a_stopping_server_cuts_a_tournament_off_at_its_next_record(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann = await running.person("Ann")
        cup = await new_cup(ann)
        stream = Stream(running, ann)
        await stream.send(watching(cup))
        await stream.until("caught_up")
        stopping = asyncio.ensure_future(running.server.stop())
        cut = await stream.until("cut_off")
        assert (cut.record, cut.cut_off.reason) == (1, "SERVER_STOPPING")
        await stopping
