"""Tournaments that move from one server to another, as one file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.tournaments.stage import Stage, crashing, staged
from tilth.v1 import tournament_archive_pb2 as archive_pb
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.archive_pb2 import BundlePart, TournamentHeader
from tilth_bots import random_bot
from tilth_client import Refused, Tilth
from tilth_server.archive.bundle_file import TOURNAMENT_FORMAT, BundleReader, BundleWriter
from tilth_server.store.chain import link, root

Change = Callable[[list[pb.TournamentRecord]], None]


async def played(stage: Stage) -> str:
    """A tournament with forfeits, a withdrawal, a replay, a correction and a later title."""
    bots = {"a": random_bot(1), "b": random_bot(2), "crashing": crashing(after=2), "leaving": random_bot(3)}
    made = await stage.begun(pb.RoundRobin(cycles=4), bots, rotate=False, title="Cup", max_running=2)
    tournaments = stage.organiser.tournaments
    game = await stage.some_game(made.id, pb.PAIRING_STATE_FINISHED)
    await tournaments.pause(made.id, "a game is looked at")
    await tournaments.replay(made.id, game.number, "the hall was dark")
    await stage.tilths["leaving"].tournaments.withdraw(made.id)
    await tournaments.resume(made.id)
    await stage.finished(made.id)
    await tournaments.void(made.id, game.number, "it was dark again")
    return made.id


async def file_of(stage: Stage, tournament_id: str) -> bytes:
    return b"".join([piece async for piece in stage.organiser.tournaments.export(tournament_id)])


async def imported(tilth: Tilth, file: bytes) -> archive_pb.ImportTournamentResponse:
    pieces = [file[at : at + 50_000] for at in range(0, len(file), 50_000)]
    return [reply async for reply in tilth.tournaments.import_file(pieces)][-1]


async def all_shown(stage: Stage, tournament_id: str) -> list[object]:
    """Everything that a tournament shows, but for what depends on who is connected."""
    calls = stage.organiser.tournaments
    tournament = await calls.get(tournament_id)
    for entrant in tournament.entrants:
        entrant.attending = False
    return [
        tournament,
        await calls.standings(tournament_id),
        [game async for game in calls.pairings(tournament_id)],
        [entry async for entry in calls.watch(tournament_id)],
        [rating async for rating in calls.ratings(tournament_id=tournament_id, history=True)],
        [rating async for rating in calls.ratings(history=True)],
        [rating async for rating in calls.ratings("petrichor", history=True)],
    ]


async def test_a_tournament_is_elsewhere_what_it_was_and_verifies(tmp_path: Path) -> None:
    async with staged(tmp_path / "one") as one:
        tournament_id = await played(one)
        file = await file_of(one, tournament_id)
        assert await file_of(one, tournament_id) == file
        shown = await all_shown(one, tournament_id)
        verdict = await one.organiser.tournaments.verify(tournament_id)
        known = await imported(one.operator, file)
        assert (known.tournament_id, known.already_present) == (tournament_id, True)
    assert not verdict.findings
    assert verdict.matches_checked > 5
    async with staged(tmp_path / "two") as two:
        with pytest.raises(Refused) as refused:
            await imported(two.organiser, file)
        assert refused.value.reason == "OPERATORS_ONLY"
        reply = await imported(two.operator, file)
        assert (reply.tournament_id, reply.already_present) == (tournament_id, False)
        again = await imported(two.operator, file)
        assert again.already_present
        assert again.matches.already_present == again.matches.matches_done > 5
        assert await all_shown(two, tournament_id) == shown
        assert await two.organiser.tournaments.verify(tournament_id) == verdict
        assert not await two.organiser.archive.verify_matches()
        assert await file_of(two, tournament_id) == file
        (listed,) = [each async for each in two.organiser.tournaments.list()]
        assert listed.id == tournament_id
    async with staged(tmp_path / "two") as two:
        assert await all_shown(two, tournament_id) == shown


async def test_only_an_ended_tournament_is_exported_and_verified(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        made = await stage.begun(pb.RoundRobin(), {"a": None, "b": None})
        for call in (file_of(stage, made.id), stage.organiser.tournaments.verify(made.id)):
            with pytest.raises(Refused) as refused:
                await call
            assert refused.value.reason == "MATCH_NOT_FINISHED"
        await stage.organiser.tournaments.cancel(made.id, "rain")
        assert not (await stage.organiser.tournaments.verify(made.id)).findings
        file = await file_of(stage, made.id)
    async with staged(tmp_path / "two") as two:
        await imported(two.operator, file)
        assert (await two.organiser.tournaments.get(made.id)).cancel_reason == "rain"


def forged(file: bytes, change: Change) -> bytes:
    """The file with changed records of the tournament, whose hashes are made to fit again."""
    reader, writer = BundleReader(1 << 30, TOURNAMENT_FORMAT), BundleWriter(TOURNAMENT_FORMAT)
    parts: list[BundlePart] = [part for some in reader.parts(file) for part in some]
    made: list[bytes] = []
    matches = [at for at, part in enumerate(parts) if part.HasField("match")]
    for begin, end in zip(matches, [*matches[1:], len(parts)], strict=True):
        made += writer.add(
            parts[begin].match, [part.record for part in parts[begin:end] if part.HasField("record")]
        )
    bodies = [part.tournament_record for part in parts if part.HasField("tournament_record")]
    records = [pb.TournamentRecord.FromString(body) for body in bodies]
    change(records)
    (header,) = (part.tournament for part in parts if part.HasField("tournament"))
    bodies = [record.SerializeToString() for record in records]
    hashed = root(f"tournament/{header.tournament_id}")
    for body in bodies:
        hashed = link(hashed, body)
    made += writer.add_tournament(
        TournamentHeader(tournament_id=header.tournament_id, record_count=len(bodies), head=hashed), bodies
    )
    return b"".join([*made, writer.finish()])


def ended(records: list[pb.TournamentRecord]) -> pb.TournamentPairingEnded:
    """The last recorded result of a match that was simply played."""
    found = [
        each.pairing_ended
        for each in records
        if each.pairing_ended.thinking and not each.pairing_ended.forfeits
    ]
    return found[-1]


def another_winner(records: list[pb.TournamentRecord]) -> None:
    places = ended(records).result.places
    places[:] = reversed(places)


def another_time(records: list[pb.TournamentRecord]) -> None:
    ended(records).thinking[0].longest_ms += 1


def another_head(records: list[pb.TournamentRecord]) -> None:
    ended(records).match_head = bytes(32)


def another_seed(records: list[pb.TournamentRecord]) -> None:
    records[0].created.seed = bytes(32)


def another_ranking(records: list[pb.TournamentRecord]) -> None:
    for each in records:
        if each.HasField("finished"):
            each.finished.ranking[:] = reversed(each.finished.ranking)


def another_deal(records: list[pb.TournamentRecord]) -> None:
    number = ended(records).number
    for each in records:
        for pairing in each.paired.pairings:
            if pairing.number == number:
                pairing.deal += 1000


def another_match(records: list[pb.TournamentRecord]) -> None:
    ended(records).match_id = "0123456789abcdef"


def no_end(records: list[pb.TournamentRecord]) -> None:
    while not records[-1].HasField("pairing_ended"):
        records.pop()
    kept = [each for each in records if not each.HasField("finished")]
    records[:] = kept


def no_such_pairing(records: list[pb.TournamentRecord]) -> None:
    ended(records).number = 1000


FORGERIES = {
    another_winner: "gives another result",
    another_time: "gives other thinking times",
    another_head: "has other records",
    another_seed: "hash that was published",
    another_ranking: "ranking does not follow",
    another_deal: "dealt from another seed",
    another_match: "is missing or damaged",
    no_end: "has not ended",
    no_such_pairing: "of its tournament",
}


async def test_a_forged_tournament_is_refused_and_not_stored(tmp_path: Path) -> None:
    async with staged(tmp_path / "one") as one:
        made = await one.begun(pb.RoundRobin(), {"a": random_bot(1), "b": random_bot(2)}, duplicate=True)
        await one.finished(made.id)
        file = await file_of(one, made.id)
    assert forged(file, lambda records: None) == file
    async with staged(tmp_path / "two") as two:
        for change, message in FORGERIES.items():
            with pytest.raises(Refused, match=message) as refused:
                await imported(two.operator, forged(file, change))
            assert refused.value.reason == "FILE_INVALID", change
        with pytest.raises(Refused, match="incomplete"):
            await imported(two.operator, file[:-100])
        with pytest.raises(Refused, match="ImportTournament takes"):
            [reply async for reply in two.operator.archive.import_matches([file])]
        assert not [each async for each in two.organiser.tournaments.list()]
        assert not [each async for each in two.organiser.tournaments.ratings()]
        assert not (await imported(two.operator, file)).already_present

        def other_title(records: list[pb.TournamentRecord]) -> None:
            records[0].created.settings.title = "Another"

        with pytest.raises(Refused) as conflict:
            await imported(two.operator, forged(file, other_title))
        assert conflict.value.reason == "MATCH_ID_CONFLICT"
