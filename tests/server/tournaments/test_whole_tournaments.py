"""Every format from entry to end, with bots that play on, fail, hang, cheat, stay away and leave."""

import asyncio
from pathlib import Path

import pytest

from tests.seeds import Seeds, thinned
from tests.server.tournaments.stage import check_books, crashing, hanging, illegal, staged
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot
from tilth_client import Bot, ClockSettings, Refused, TimeoutRule
from tilth_client.tournaments import Format

CLOCK = ClockSettings(decision_ms=4000, on_timeout=TimeoutRule.Value("TIMEOUT_RULE_RESIGN"))
ABSENCE_MS = 1500

FORMS: dict[str, Format] = {
    "round robin": pb.RoundRobin(),
    "swiss": pb.Swiss(rounds=3),
    "knockout": pb.Knockout(),
    "double knockout": pb.Knockout(lives=2),
    "knockout with further sets": pb.Knockout(max_further_sets=2),
    "groups": pb.Groups(groups=2, advance=1),
    "ladder": pb.Ladder(games=14, widen_after_ms=200),
    "gauntlet": pb.Gauntlet(challengers=4),
}


def steady(count: int) -> dict[str, Bot | None]:
    return {f"bot {number}": random_bot(number) for number in range(count)}


@pytest.mark.parametrize("form", FORMS)
async def test_a_tournament_is_played_to_its_end_whatever_its_bots_do(
    tmp_path: Path, form: str, seeds: Seeds
) -> None:
    """The bad ones lose their own games, and delay nobody else's."""
    async with staged(tmp_path) as stage:
        # On a short ladder a single one may meet nobody, and a bad one be first.
        bots = steady(3 if form == "ladder" else seeds.often(1, 3)) | {
            "crashing": crashing(after=2),
            "hanging": hanging(after=2),
            "illegal": illegal,
            "absent": None,
            "leaving": random_bot(9),
        }
        begun = await stage.begun(
            FORMS[form],
            bots,
            rotate=form not in ("round robin", "ladder"),
            clock=CLOCK,
            absence_timeout_ms=ABSENCE_MS,
        )
        await stage.some_game(begun.id, pb.PAIRING_STATE_FINISHED)
        await stage.tilths["leaving"].tournaments.withdraw(begun.id)
        over = await stage.finished(begun.id)
        games = await check_books(stage, over)
        numbers = {entrant.player_name: entrant.number for entrant in over.entrants}
        for name in ("crashing", "hanging", "illegal", "absent"):
            theirs = [game for game in games if numbers[name] in game.seats and game.match_id]
            assert theirs, name
            for game in theirs:
                seat = list(game.seats).index(numbers[name])
                # Unless the other one forfeited before them.
                assert game.forfeits, (name, game)
                assert seat in game.forfeits or game.result.places[seat] == 1, (name, game)
                assert f"seat {game.forfeits[0]} " in game.reason, (name, game)
        standings = await stage.organiser.tournaments.standings(begun.id)
        # In so short a ladder a bad bot may meet only worse ones.
        first = {"ladder": ("bot", "leaving", "crashing")}.get(form, ("bot", "leaving"))
        assert standings.standings[0].player_name.startswith(first)
        (left,) = (each for each in standings.standings if each.player_name == "leaving")
        assert left.withdrawn


@pytest.mark.parametrize(
    "form", thinned(["round robin", "swiss", "knockout", "groups", "ladder", "gauntlet"], 2)
)
async def test_tables_of_three_are_played_to_the_end(tmp_path: Path, form: str) -> None:
    small: dict[str, Format] = {
        "groups": pb.Groups(groups=2, advance=2),
        "gauntlet": pb.Gauntlet(challengers=2),
    }
    asked = small.get(form, FORMS[form])
    async with staged(tmp_path) as stage:
        begun = await stage.begun(asked, steady(6), seats=3, duplicate=True, rotate=form != "round robin")
        games = await check_books(stage, await stage.finished(begun.id))
        assert all(len(game.seats) == 3 for game in games)


async def test_every_table_plays_each_rotation_and_duplicate_deals_it_the_same(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        begun = await stage.begun(pb.RoundRobin(), steady(3), duplicate=True, sets=2)
        await check_books(stage, await stage.finished(begun.id))
        tables: dict[frozenset[int], list[tuple[tuple[int, ...], bytes]]] = {}
        seeds = {info.pairing_number: info.seed for info in await stage.matches(begun.id)}
        for game in await stage.games(begun.id):
            played = tuple(game.seats), seeds[game.number]
            tables.setdefault(frozenset(game.seats), []).append(played)
        assert len(tables) == 3
        for played_here in tables.values():
            assert len(played_here) == 4
            dealt: dict[bytes, set[tuple[int, ...]]] = {}
            for seats, seed in played_here:
                dealt.setdefault(seed, set()).add(seats)
            assert [len(rotations) for rotations in dealt.values()] == [2, 2]


async def test_a_series_ends_by_itself_when_its_test_has_decided(tmp_path: Path) -> None:
    """One of the two always gives up, so the test needs few of the games."""
    async with staged(tmp_path) as stage:
        form = pb.Series(games=400, sprt=pb.Sprt(elo0=0, elo1=200))
        bots: dict[str, Bot | None] = {"good": random_bot(1), "bad": illegal}
        begun = await stage.begun(form, bots, max_running=4)
        over = await stage.finished(begun.id)
        games = await check_books(stage, over)
        assert len(games) < 100
        duel = (await stage.organiser.tournaments.standings(begun.id)).head_to_head
        assert duel.sprt.decision == pb.SPRT_DECISION_H1
        assert duel.wins == duel.games > 0


@pytest.mark.parametrize("seats", [3, pytest.param(5, marks=pytest.mark.sweep)])
async def test_versions_are_tested_in_the_game_that_they_will_play(tmp_path: Path, seats: int) -> None:
    """The other seats are taken by fill-ins, one fill-in leaves, and another one is absent."""
    async with staged(tmp_path) as stage:
        form = pb.Series(games=400, sprt=pb.Sprt(elo0=0, elo1=200))
        bots = {"good": random_bot(1), "bad": illegal, **steady(seats), "absent": None}
        begun = await stage.begun(
            form,
            bots,
            game="earth",
            seats=seats,
            max_running=4,
            absence_timeout_ms=ABSENCE_MS,
            duplicate=True,
        )
        await stage.some_game(begun.id, pb.PAIRING_STATE_FINISHED)
        await stage.tilths["bot 0"].tournaments.withdraw(begun.id)
        over = await stage.finished(begun.id)
        games = await check_books(stage, over)
        assert len(games) < 100
        assert all({0, 1} <= set(game.seats) and len(game.seats) == seats for game in games)
        found = await stage.organiser.tournaments.standings(begun.id)
        assert found.head_to_head.sprt.decision == pb.SPRT_DECISION_H1
        assert list(found.head_to_head.entrants) == [0, 1]
        assert [each.player_name for each in found.standings][:2] == ["good", "bad"]
        assert {each.stage for each in found.standings[2:]} == {"fill-in"}


@pytest.mark.parametrize("game", ["petrichor", "agricola"])
async def test_a_benchmark_compares_bots_that_play_alone(tmp_path: Path, game: str) -> None:
    """Default answers end forfeited games; a replay has the same deal; nothing is rated."""
    async with staged(tmp_path) as stage:
        bots = steady(2) | {"crashing": crashing(after=2), "absent": None, "leaving": random_bot(9)}
        begun = await stage.begun(
            pb.Benchmark(deals=4), bots, game=game, clock=CLOCK, absence_timeout_ms=ABSENCE_MS, max_running=4
        )
        first = await stage.some_game(begun.id, pb.PAIRING_STATE_FINISHED)
        again = await stage.organiser.tournaments.replay(begun.id, first.number, "power failure")
        assert again.replays == 1
        with pytest.raises(Refused, match="scores"):
            await stage.organiser.tournaments.adjudicate(begun.id, first.number, [1], "no")
        await stage.tilths["leaving"].tournaments.withdraw(begun.id)
        await stage.finished(begun.id)
        games = await stage.games(begun.id)
        assert all(each.state > pb.PAIRING_STATE_RUNNING for each in games)
        assert len(await stage.matches(begun.id)) == len([each for each in games if each.match_id]) + 1
        seeds: dict[int, set[bytes]] = {}
        rounds = {each.number: each.round for each in games}
        for info in await stage.matches(begun.id):
            seeds.setdefault(rounds[info.pairing_number], set()).add(info.seed)
        assert [len(seeds[number]) for number in range(1, 5)] == [1, 1, 1, 1]
        assert len(set.union(*seeds.values())) == 4
        played = [each for each in games if each.state == pb.PAIRING_STATE_FINISHED]
        assert {len(each.seats) for each in games} == {1}
        assert all(each.result.scores for each in played)
        found = await stage.organiser.tournaments.standings(begun.id)
        lines = {each.player_name: each for each in found.standings}
        assert lines["crashing"].forfeits == lines["absent"].forfeits == 4
        assert (lines["bot 0"].games, lines["bot 1"].games, lines["crashing"].games) == (4, 4, 4)
        assert found.standings[-1].player_name == "leaving"
        assert all(each.score_margin > 0 for each in found.standings[:4])
        assert [each async for each in stage.organiser.tournaments.ratings(tournament_id=begun.id)] == []


async def test_a_mix_of_games_takes_turns(tmp_path: Path) -> None:
    kinds = [
        pb.GameSetup(game="petrichor"),
        pb.GameSetup(game="petrichor", settings={"long_form": "true"}),
    ]
    async with staged(tmp_path) as stage:
        made = await stage.organiser.tournaments.create(pb.RoundRobin(cycles=2), kinds, sets=2, seats=2)
        for name, bot in steady(2).items():
            await (await stage.player(name, bot)).tournaments.enter(made.id)
        await stage.organiser.tournaments.start(made.id)
        games = await check_books(stage, await stage.finished(made.id))
        assert {game.game_setup for game in games} == {0, 1}
        options = {info.pairing_number: info.options for info in await stage.matches(made.id)}
        for game in games:
            assert bool(options[game.number]) is (game.game_setup == 1)


async def test_many_games_run_at_once_but_no_more_than_allowed(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        most = 0
        begun = await stage.begun(pb.RoundRobin(cycles=2), steady(4), max_running=5)
        following = asyncio.create_task(stage.finished(begun.id))
        while not following.done():
            running = sum(not info.ended_ms for info in await stage.matches(begun.id))
            most = max(most, running)
            await asyncio.sleep(0.005)
        assert most == 5
        await check_books(stage, following.result())


async def test_games_that_ask_outside_are_played_to_the_end_too(tmp_path: Path) -> None:
    """Sonora's discs are flicked in other processes, also for those who stay away or leave."""
    async with staged(tmp_path) as stage:
        bots = steady(2) | {"absent": None, "leaving": random_bot(9)}
        begun = await stage.begun(
            pb.RoundRobin(), bots, game="sonora", clock=CLOCK, absence_timeout_ms=ABSENCE_MS, max_running=3
        )
        await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
        await stage.tilths["leaving"].tournaments.withdraw(begun.id)
        over = await stage.finished(begun.id)
        games = await check_books(stage, over)
        absent = next(each.number for each in over.entrants if each.player_name == "absent")
        theirs = [game for game in games if absent in game.seats and game.match_id]
        assert theirs
        assert all(game.forfeits for game in theirs)
        assert sum(list(game.seats).index(absent) in game.forfeits for game in theirs) >= len(theirs) / 2
