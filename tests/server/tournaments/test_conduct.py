"""The conduct of entrants in standings and pairings: versions, times, forfeits by cause, builds and rules."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.serve.games import orchard
from tests.server.tournaments.sheets import Result, Sheet
from tests.server.tournaments.stage import Stage, crashing, staged, until
from tests.server.tournaments.test_interrupted import written
from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.record_pb2 import FORFEIT_CAUSE_CRASH, FORFEIT_CAUSE_TIME, FORFEIT_CAUSE_UNSPECIFIED
from tilth_bots import random_bot
from tilth_build import build_name, commit_of
from tilth_client import Answer, Decision, Refused
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.pairing import PairingState
from tilth_server.tournaments.standings import standings

THINKS_S = 0.03
CLOCK = record_pb2.ClockSettings(decision_ms=200)


async def slow(view: Any, decision: Decision) -> Answer:
    await asyncio.sleep(THINKS_S)
    return decision.default


async def standings_by_name(stage: Stage, tournament_id: str) -> dict[str, pb.Standing]:
    found = await stage.organiser.tournaments.standings(tournament_id)
    return {standing.player_name: standing for standing in found.standings}


async def test_thinking_times_are_those_that_the_bots_took(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        bots = {"slow": slow, "fast": random_bot(1)}
        made = await stage.begun(pb.RoundRobin(cycles=2), bots, game="orchard")
        await stage.finished(made.id)
        lines = await standings_by_name(stage, made.id)
        games = await stage.games(made.id)
        for info in await stage.matches(made.id):
            head = (await stage.server.store.head(info.stream)).hash
            entries = [entry async for entry in stage.organiser.tournaments.watch(made.id, once=True)]
            ended = [each.record.pairing_ended for each in entries if each.record.HasField("pairing_ended")]
            assert head == next(each.match_head for each in ended if each.match_id == info.id)
    for name, thinking in ((name, line.thinking) for name, line in lines.items()):
        seats = [each for game in games for each in game.thinking if each.seat == _seat(made, game, name)]
        assert thinking.answers == sum(each.answers for each in seats) > 0
        assert thinking.mean_ms == sum(each.total_ms for each in seats) / thinking.answers
        assert thinking.longest_ms == max(each.longest_ms for each in seats)
        assert thinking.mean_ms <= thinking.p99_ms <= thinking.longest_ms
        assert thinking.timeouts == 0
    assert lines["slow"].thinking.mean_ms >= 1000 * THINKS_S
    assert lines["fast"].thinking.mean_ms < 1000 * THINKS_S


def _seat(tournament: pb.Tournament, game: pb.Pairing, name: str) -> int:
    (number,) = (each.number for each in tournament.entrants if each.player_name == name)
    return list(game.seats).index(number)


async def test_timeouts_and_forfeits_are_counted_by_cause(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        bots = {"well": random_bot(1), "crashing": crashing(after=1)}
        made = await stage.begun(pb.RoundRobin(cycles=2), bots, game="orchard")
        tardy = await stage.begun(
            pb.RoundRobin(), {"good": random_bot(2), "nobody": None}, game="orchard", clock=CLOCK
        )
        await stage.finished(made.id)
        await stage.finished(tardy.id)
        lines = await standings_by_name(stage, made.id)
        late = await standings_by_name(stage, tardy.id)
    found = [(each.cause, each.games) for each in lines["crashing"].forfeit_causes]
    assert found == [(FORFEIT_CAUSE_CRASH, lines["crashing"].forfeits)]
    assert lines["crashing"].forfeits == 4
    assert not lines["well"].forfeit_causes
    assert late["nobody"].thinking.timeouts > 0
    assert late["nobody"].thinking.answers == 0 == late["good"].thinking.timeouts


def test_a_forfeit_without_a_recorded_cause_is_counted_as_such() -> None:
    sheet = Sheet("ab", pb.TournamentSettings(round_robin=pb.RoundRobin()))
    sheet.round([Result("ab", (1, 2), forfeits=(1,))])
    sheet.round([Result("ab", (), forfeits=(1,), state=PairingState.VOID)])
    sheet.tournament.pairings[1].forfeit_causes = ()
    last = standings(sheet.tournament, format_of(sheet.tournament.settings), str).standings[-1]
    assert [(each.cause, each.games) for each in last.forfeit_causes] == [(FORFEIT_CAUSE_UNSPECIFIED, 2)]
    assert FORFEIT_CAUSE_TIME not in {each.cause for each in last.forfeit_causes}


async def test_an_entrant_states_a_version_and_may_change_it(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        made = await stage.organiser.tournaments.create(pb.RoundRobin(), "orchard")
        tilth = await stage.player("Ann")
        await stage.player("Bob")
        await tilth.tournaments.enter(made.id, version="1.0", max_running=3)
        for version in ("", "1.0", "1.1", "2.0", "1.0"):
            await tilth.tournaments.enter(made.id, version=version)
        await stage.organiser.tournaments.enter(made.id, stage.ids["Bob"], version="b")
        with pytest.raises(Refused, match="at most 100 characters"):
            await tilth.tournaments.enter(made.id, version="x" * 101)
        ann, bob = (await stage.organiser.tournaments.get(made.id)).entrants
        lines = await standings_by_name(stage, made.id)
        entries = [entry async for entry in tilth.tournaments.watch(made.id, once=True)]
    assert (ann.version, list(ann.earlier_versions), ann.max_running_pairings) == ("1.0", ["1.1", "2.0"], 3)
    assert (bob.version, list(bob.earlier_versions)) == ("b", [])
    assert (lines["Ann"].version, list(lines["Ann"].earlier_versions)) == ("1.0", ["1.1", "2.0"])
    stated = [each.record.entered.version for each in entries if each.record.HasField("entered")]
    assert stated == ["1.0", "1.1", "2.0", "1.0", "b"]


async def test_games_say_under_which_build_and_rules_they_were_played(tmp_path: Path) -> None:
    """Between two runs of the server another build runs the tournament, which leaves only its record here."""
    async with staged(tmp_path, orchard()) as stage:
        bots = {"a": random_bot(1), "b": None}
        made = await stage.begun(pb.RoundRobin(cycles=2), bots, game="orchard", max_running=1)
        await stage.some_game(made.id, pb.PAIRING_STATE_RUNNING)
        tokens = [stage.tilths[name].token for name in "ab"]
    other = pb.TournamentContinued(build="0.0.1+other")
    await written(tmp_path, made.id, pb.TournamentRecord(continued=other))
    async with staged(tmp_path, orchard()) as stage:
        people = [await stage.connected(token) for token in tokens]
        serving = [asyncio.create_task(tilth.play_all(random_bot(1))) for tilth in people]
        await stage.finished(made.id)
        games = await stage.games(made.id)
        found = await stage.organiser.tournaments.standings(made.id)
        await until(lambda: stage.games(made.id))
        for task in serving:
            task.cancel()
    assert list(games[0].builds) == [build_name(), "0.0.1+other", build_name()]
    assert [list(game.builds) for game in games[1:]] == [[build_name()]] * 3
    assert {game.rules_version for game in games} == {orchard()["orchard"].game.version}
    assert [(list(each.builds), each.game, each.games) for each in found.played_under] == [
        ([build_name()], "orchard", 3),
        ([build_name(), "0.0.1+other", build_name()], "orchard", 1),
    ]


def test_the_commit_of_a_working_copy_is_found_wherever_git_keeps_it(tmp_path: Path) -> None:
    git = tmp_path / "main" / ".git"
    linked = git / "worktrees" / "copy"
    linked.mkdir(parents=True)
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / ".git").write_text(f"gitdir: {linked}\n")
    (linked / "commondir").write_text("../..\n")
    (linked / "HEAD").write_text("ref: refs/heads/copy\n")
    (git / "packed-refs").write_text("# pack-refs\n" + "2" * 40 + " refs/heads/copy\n")
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "refs" / "heads" / "main").write_text("1" * 40 + "\n")
    assert commit_of(str(tmp_path / "main")) == "1" * 40
    assert commit_of(str(copy)) == "2" * 40
    (git / "HEAD").write_text("3" * 40 + "\n")
    assert commit_of(str(tmp_path / "main")) == "3" * 40
    assert commit_of(str(tmp_path)) == ""
