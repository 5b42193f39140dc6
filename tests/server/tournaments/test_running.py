"""Changes that an organiser, the entrants and an operator make to a running tournament."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from time import process_time

import pytest

from tests.server.tournaments.stage import Stage, check_books, hanging, staged
from tilth.v1 import lobby_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.record_pb2 import FORFEIT_CAUSE_ABSENCE, FORFEIT_CAUSE_TIME
from tilth_bots import random_bot
from tilth_client import ClockSettings, NotFound, Refused, TimeoutRule
from tilth_server.matches.match_info import MatchInfo
from tilth_server.tournaments import effective_settings
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.pairing_matches import PairingMatches


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as here:
        yield here


async def refused(call: object) -> str:
    with pytest.raises(Refused) as error:
        await call  # type: ignore[misc]
    return error.value.reason


async def test_a_paused_tournament_creates_no_matches_until_it_is_resumed(stage: Stage) -> None:
    begun = await stage.begun(
        pb.RoundRobin(cycles=3), {f"bot {number}": random_bot(number) for number in range(3)}, max_running=2
    )
    await stage.some_game(begun.id, pb.PAIRING_STATE_FINISHED)
    paused = await stage.organiser.tournaments.pause(begun.id, "lunch")
    assert paused.state == pb.TOURNAMENT_STATE_PAUSED
    made = len(await stage.matches(begun.id))
    await stage.seen(begun.id, lambda now: not now.running_pairings)
    await asyncio.sleep(0.1)
    assert len(await stage.matches(begun.id)) == made < 18
    assert (await stage.organiser.tournaments.pause(begun.id)).record_count == (
        await stage.organiser.tournaments.get(begun.id)
    ).record_count
    await stage.organiser.tournaments.resume(begun.id)
    await check_books(stage, await stage.finished(begun.id))


async def test_a_cancelled_tournament_ends_its_matches_and_says_why(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None, "Cy": None})
    await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    over = await stage.organiser.tournaments.cancel(begun.id, "rain")
    assert over.state == pb.TOURNAMENT_STATE_CANCELLED
    assert over.cancel_reason == "rain"
    assert sha256(over.seed).digest() == over.seed_commitment
    assert all(info.cancelled == "rain" for info in await stage.matches(begun.id))
    assert {game.state for game in await stage.games(begun.id)} == {pb.PAIRING_STATE_VOID}
    assert (await stage.organiser.tournaments.cancel(begun.id, "again")).cancel_reason == "rain"
    assert await refused(stage.organiser.tournaments.start(begun.id)) == "TOURNAMENT_NOT_RUNNING"
    assert await refused(stage.organiser.tournaments.resume(begun.id)) == "TOURNAMENT_NOT_RUNNING"


async def test_an_adjudicated_game_has_its_actor_and_reason_and_its_match_ends(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None})
    running = await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    judged = await stage.organiser.tournaments.adjudicate(begun.id, running.number, (1, 1), "both agreed")
    assert judged.state == pb.PAIRING_STATE_ADJUDICATED
    assert list(judged.result.places) == [1, 1]
    assert list(judged.points) == [0.5, 0.5]
    assert judged.reason == "both agreed"
    (match,) = (info for info in await stage.matches(begun.id) if info.pairing_number == running.number)
    assert match.cancelled == "both agreed"
    again = await stage.organiser.tournaments.adjudicate(begun.id, running.number, (1, 1), "again")
    assert again == judged
    other = stage.organiser.tournaments.adjudicate(begun.id, running.number, (1, 2))
    assert await refused(other) == "TOURNAMENT_INVALID", "a correction has a reason"
    corrected = await stage.organiser.tournaments.adjudicate(begun.id, running.number, (1, 2), "a typo")
    assert (list(corrected.result.places), corrected.reason) == ([1, 2], "a typo")
    assert (
        await refused(stage.organiser.tournaments.adjudicate(begun.id, 2, (1, 2, 3))) == "TOURNAMENT_INVALID"
    )
    with pytest.raises(NotFound):
        await stage.organiser.tournaments.adjudicate(begun.id, 99, (1, 2))
    await stage.operator.tournaments.adjudicate(begun.id, 2, (4, 7), "as I say")
    over = await stage.finished(begun.id)
    _, second = await check_books(stage, over)
    assert list(second.result.places) == [1, 2]
    records = [entry.record async for entry in stage.organiser.tournaments.watch(begun.id)]
    by = [record.pairing_ended.actor_id for record in records if record.HasField("pairing_ended")]
    organiser = stage.ids["organiser"]
    assert by == [organiser, organiser, (await stage.operator.me()).id]


async def test_a_game_that_is_still_due_is_adjudicated_without_a_match(stage: Stage) -> None:
    bots = {"Ann": random_bot(1), "Bo": random_bot(2)}
    begun = await stage.begun(pb.RoundRobin(cycles=2), bots, max_running=1)
    await stage.organiser.tournaments.pause(begun.id)
    due = (await stage.games(begun.id, state=pb.PAIRING_STATE_SCHEDULED))[-1]
    judged = await stage.organiser.tournaments.adjudicate(begun.id, due.number, (2, 1), "a bet")
    assert not judged.match_id
    await stage.organiser.tournaments.resume(begun.id)
    games = await check_books(stage, await stage.finished(begun.id))
    assert games[due.number - 1] == judged


async def test_a_match_that_an_operator_cancels_counts_for_nobody(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None})
    running = await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    await stage.operator.operations.cancel(running.match_id, "a broken table")
    void = await stage.some_game(begun.id, pb.PAIRING_STATE_VOID)
    assert void.number == running.number
    assert void.reason == "a broken table"
    assert not void.points
    await stage.organiser.tournaments.adjudicate(begun.id, 3 - running.number, (2, 1), "")
    await check_books(stage, await stage.finished(begun.id))
    standings = await stage.organiser.tournaments.standings(begun.id)
    assert [each.games for each in standings.standings] == [1, 1]


async def test_a_withdrawal_resigns_running_games_and_loses_later_ones(stage: Stage) -> None:
    bots = {"Ann": None, "Bo": random_bot(2)}
    begun = await stage.begun(pb.RoundRobin(cycles=2), bots, max_running=1)
    await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    left = await stage.tilths["Ann"].tournaments.withdraw(begun.id)
    assert [entrant.withdrawn for entrant in left.entrants] == [True, False]
    games = await check_books(stage, await stage.finished(begun.id))
    assert games[0].match_id
    assert list(games[0].forfeits) == [list(games[0].seats).index(0)]
    for game in games[1:]:
        assert game.state == pb.PAIRING_STATE_ADJUDICATED
        assert not game.match_id
        assert game.reason == f"seat {list(game.seats).index(0)} withdrew before the match"
        assert game.points[list(game.seats).index(1)] == 1


async def test_a_player_who_is_removed_from_the_server_is_withdrawn(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": random_bot(2), "Cy": random_bot(3)})
    await stage.operator.operations.revoke(stage.ids["Ann"], "cheating")
    over = await stage.finished(begun.id)
    assert [entrant.withdrawn for entrant in over.entrants] == [True, False, False]
    await check_books(stage, over)


async def test_a_ladder_takes_late_entries_and_a_round_robin_does_not(stage: Stage) -> None:
    bots = {f"bot {number}": random_bot(number) for number in range(2)}
    ladder = await stage.begun(pb.Ladder(games=20, widen_after_ms=100), bots)
    late = await stage.player("late", random_bot(5))
    entered = await late.tournaments.enter(ladder.id)
    assert entered.entrant_count == 3
    games = await check_books(stage, await stage.finished(ladder.id))
    assert any(2 in game.seats for game in games)
    robin = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None})
    assert await refused(late.tournaments.enter(robin.id)) == "ENTRY_CLOSED"


async def test_entry_is_open_by_invitation_or_full(stage: Stage) -> None:
    make = stage.organiser.tournaments.create
    ann, bo, cy = [await stage.player(name) for name in ("Ann", "Bo", "Cy")]
    invited = await make(pb.RoundRobin(), "petrichor", invited=[stage.ids["Ann"]])
    await ann.tournaments.enter(invited.id)
    assert await refused(bo.tournaments.enter(invited.id)) == "NOT_INVITED"
    assert await refused(bo.tournaments.enter(invited.id, stage.ids["Cy"])) == "NOT_ORGANISER"
    await stage.organiser.tournaments.enter(invited.id, stage.ids["Bo"])
    assert (await ann.tournaments.enter(invited.id)).entrant_count == 2
    full = await make(pb.Swiss(rounds=2), "petrichor", max_entrants=2)
    await ann.tournaments.enter(full.id)
    await bo.tournaments.enter(full.id)
    assert await refused(cy.tournaments.enter(full.id)) == "ENTRY_CLOSED"
    await ann.tournaments.withdraw(full.id)
    await cy.tournaments.enter(full.id)
    assert await refused(stage.organiser.tournaments.withdraw(full.id)) == "NOT_ENTRANT"


async def test_only_the_organiser_or_an_operator_runs_it(stage: Stage) -> None:
    made = await stage.organiser.tournaments.create(pb.RoundRobin(), "petrichor")
    assert await refused(stage.organiser.tournaments.start(made.id)) == "TOO_FEW_ENTRANTS"
    ann, bo = [await stage.player(name) for name in ("Ann", "Bo")]
    for tilth in (ann, bo):
        await tilth.tournaments.enter(made.id)
    for call in (
        ann.tournaments.start(made.id),
        ann.tournaments.cancel(made.id, ""),
        ann.tournaments.withdraw(made.id, stage.ids["Bo"]),
    ):
        assert await refused(call) == "NOT_ORGANISER"
    assert await refused(stage.organiser.tournaments.pause(made.id)) == "TOURNAMENT_NOT_RUNNING"
    assert (await stage.operator.tournaments.start(made.id)).state == pb.TOURNAMENT_STATE_RUNNING
    assert await refused(ann.tournaments.pause(made.id)) == "NOT_ORGANISER"
    assert await refused(ann.tournaments.adjudicate(made.id, 1, (1, 2))) == "NOT_ORGANISER"


async def test_a_tournament_begins_by_itself_when_entry_closes_or_is_cancelled_with_too_few(
    stage: Stage,
) -> None:
    people = [await stage.player(name) for name in ("Ann", "Bo")]

    async def made_and_entered(seconds: float) -> list[pb.Tournament]:
        """One that two are enough for, and one that wants three."""
        soon = datetime.now(UTC) + timedelta(seconds=seconds)
        make = stage.organiser.tournaments.create
        cups = [
            await make(pb.RoundRobin(), "petrichor", entry_closes_at=soon, min_entrants=least)
            for least in (0, 3)
        ]
        for cup in cups:
            for tilth in people:
                await tilth.tournaments.enter(cup.id)
        return cups

    for seconds in (1, 5, 25):
        try:
            begins, fails = await made_and_entered(seconds)
            break
        except Refused as late:
            if late.reason != "ENTRY_CLOSED":  # a slow machine needs more time
                raise
    else:
        pytest.fail("it closed before two could enter")
    await stage.some_game(begins.id, pb.PAIRING_STATE_RUNNING)
    over = await stage.finished(fails.id)
    assert over.state == pb.TOURNAMENT_STATE_CANCELLED
    assert over.cancel_reason == "too few entrants: the tournament needs 3 entrants, and has 2"


async def test_ratings_follow_from_its_games(stage: Stage) -> None:
    begun = await stage.begun(
        pb.RoundRobin(cycles=2), {f"bot {number}": random_bot(number) for number in range(3)}
    )
    games = await check_books(stage, await stage.finished(begun.id))
    overall = [rating async for rating in stage.organiser.tournaments.ratings(history=True)]
    assert sum(rating.games for rating in overall) == 2 * len(games)
    assert [rating.ordinal for rating in overall] == sorted((r.ordinal for r in overall), reverse=True)
    assert all(len(rating.history) == rating.games for rating in overall)
    own = [rating async for rating in stage.organiser.tournaments.ratings(tournament_id=begun.id)]
    assert [(each.player_id, each.mu) for each in own] == [(each.player_id, each.mu) for each in overall]
    assert [r async for r in stage.organiser.tournaments.ratings("chess")] == []
    first, second = stage.ids["bot 0"], stage.ids["bot 1"]
    duel = await stage.organiser.tournaments.compare(first, second, "petrichor")
    there = await stage.organiser.tournaments.compare(second, first)
    assert (duel.wins, duel.draws, duel.losses) == (there.losses, there.draws, there.wins)
    assert duel.games == 4
    with pytest.raises(NotFound):
        await stage.organiser.tournaments.compare(first, "nobody")


async def test_draining_holds_games_up_and_the_tournament_says_so(stage: Stage) -> None:
    await stage.operator.operations.drain()
    begun = await stage.begun(pb.RoundRobin(), {"Ann": random_bot(1), "Bo": random_bot(2)})
    await stage.seen(begun.id, lambda now: bool(now.blocked_reason))
    assert not await stage.matches(begun.id)
    await stage.operator.operations.drain(stop=True)
    over = await stage.finished(begun.id)
    await check_books(stage, over)
    assert not over.blocked_reason


async def test_matches_of_a_tournament_say_which_game_they_are(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None}, title="Spring Cup")
    running = await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    match = await stage.organiser.match(running.match_id)
    assert match.tournament_id == begun.id
    assert match.pairing_number == running.number
    assert match.title == f"Spring Cup, {running.number}"
    assert match.state == lobby_pb2.MATCH_STATE_RUNNING
    assert not match.seed_given


async def test_an_operators_action_on_a_tournament_is_in_the_audit(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None})
    await stage.operator.tournaments.cancel(begun.id, "no permit")
    audit = [entry.record async for entry in stage.operator.operations.audit()]
    assert [(each.action, each.subject, each.reason) for each in audit] == [
        ("CancelTournament", begun.id, "no permit")
    ]


async def test_an_absent_entrant_forfeits_after_a_while_with_the_cause(stage: Stage) -> None:
    bots = {"absent": None, "hanging": hanging(after=0), "playing": random_bot(3)}
    # An entrant who attends has some seconds, for slow machines; the absent one forfeits before its clock runs out.
    clock = ClockSettings(decision_ms=8_000, on_timeout=TimeoutRule.Value("TIMEOUT_RULE_RESIGN"))
    begun = await stage.begun(pb.RoundRobin(), bots, rotate=False, absence_timeout_ms=3_000, clock=clock)
    games = await check_books(stage, await stage.finished(begun.id))
    why: dict[int, set[int]] = {}
    for game in games:
        for forfeit in game.forfeit_causes:
            why.setdefault(game.seats[forfeit.seat], set()).add(forfeit.cause)
            words = "was absent" if forfeit.cause == FORFEIT_CAUSE_ABSENCE else "ran out of time"
            assert f"seat {forfeit.seat} {words}" in game.reason
    assert why == {0: {FORFEIT_CAUSE_ABSENCE}, 1: {FORFEIT_CAUSE_TIME}}


async def test_places_by_the_ten_thousand_hold_nobody_up(stage: Stage) -> None:
    begun = await stage.begun(pb.RoundRobin(), {"Ann": None, "Bo": None})
    await stage.some_game(begun.id, pb.PAIRING_STATE_RUNNING)
    places = [1] * 250_000
    began = process_time()
    stranger = stage.tilths["Ann"].tournaments.adjudicate(begun.id, 1, places)
    assert await refused(stranger) == "LIMIT_EXCEEDED"
    assert await refused(stage.organiser.tournaments.adjudicate(begun.id, 1, places)) == "LIMIT_EXCEEDED"
    assert (
        await refused(stage.organiser.tournaments.adjudicate(begun.id, 1, [1] * 900)) == "TOURNAMENT_INVALID"
    )
    assert process_time() - began < 10


async def test_entering_and_withdrawing_again_and_again_is_bounded(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effective_settings, "MAX_ENTRANTS", 2)
    made = await stage.organiser.tournaments.create(pb.Swiss(), "petrichor")
    for name in ("Ann", "Bo"):
        await (await stage.player(name)).tournaments.enter(made.id)
    ann = stage.tilths["Ann"].tournaments
    await ann.withdraw(made.id)
    assert await refused((await stage.player("Cy")).tournaments.enter(made.id)) == "ENTRY_CLOSED"
    assert (await ann.enter(made.id)).entrant_count == 2


async def test_a_match_that_ends_while_the_next_one_is_created_is_recorded(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The director is in the middle of a step then, and has to take another."""
    begun = await stage.begun(pb.RoundRobin(cycles=3), {"Ann": None, "Bo": None}, max_running=2, rotate=False)
    await stage.seen(begun.id, lambda now: now.running_pairings == 2)
    first, second = await stage.matches(begun.id)
    create = PairingMatches.create

    async def create_after_an_end(matches: PairingMatches, pairing: Pairing) -> MatchInfo:
        await stage.server.matches.lobby.cancel("", second.id, "rain")
        return await create(matches, pairing)

    monkeypatch.setattr(PairingMatches, "create", create_after_an_end)
    await stage.server.matches.lobby.cancel("", first.id, "rain")
    await stage.seen(begun.id, lambda now: now.finished_pairings == 2)
    games = await stage.games(begun.id)
    assert [(game.number, game.state) for game in games] == [
        (1, pb.PAIRING_STATE_VOID),
        (2, pb.PAIRING_STATE_VOID),
        (3, pb.PAIRING_STATE_RUNNING),
    ]
