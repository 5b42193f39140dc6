"""Checks that a tournament fits its matches: seeds, players, hashes, results, and the ranking that follows from them.

VerifyTournament and imports make them. The matches themselves are checked as every match is.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from tilth.v1 import tournament_archive_pb2 as pb
from tilth.v1.tournaments_pb2 import TournamentPairingEnded
from tilth_rules.kernel import commitment
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.match_info import State as MatchState
from tilth_server.store import StoreClosed, StoreError, Streams
from tilth_server.tournaments.compute import compute
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.match_setup import seed_of
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.pairing_results import result_of
from tilth_server.tournaments.standings import ranking
from tilth_server.tournaments.tournament import State, Tournament, end_pairing

AT_ONCE: Final = 8
"""Matches that are read at the same time."""

Findings = list[pb.TournamentFinding]


async def check_tournament(
    tournament: Tournament, matches: Sequence[MatchInfo], streams: Streams
) -> tuple[int, Findings]:
    """Return how many matches were compared with an ended tournament, and everything that does not fit. `matches` are
    those that are stored under the tournament's id."""
    found: Findings = []
    if commitment(tournament.seed) != tournament.seed_commitment:
        found.append(pb.TournamentFinding(message="the seed does not fit the hash that was published before"))
    stored = {info.id: info for info in matches}
    played = [pairing for pairing in tournament.pairings if pairing.match_id]
    intact = {match_id for match_id, info in stored.items() if info.damage is None}
    checked = sum(pairing.match_id in intact for pairing in played)
    for start in range(0, len(played), AT_ONCE):
        some = played[start : start + AT_ONCE]
        faults = await asyncio.gather(
            *(_fault_of(tournament, each, stored.get(each.match_id), streams) for each in some)
        )
        found += [
            pb.TournamentFinding(pairing=pairing.number, message=fault)
            for pairing, fault in zip(some, faults, strict=True)
            if fault
        ]
    if tournament.state is State.FINISHED:
        order = await compute(tournament, partial(ranking, tournament, format_of(tournament.settings)))
        if order != list(tournament.ranking):
            found.append(pb.TournamentFinding(message="the ranking does not follow from the results"))
    return checked, found


async def _fault_of(
    tournament: Tournament, pairing: Pairing, info: MatchInfo | None, streams: Streams
) -> str:
    """Return what does not fit between a pairing and its match; "" if they fit."""
    if info is None or info.damage is not None:
        is_needed = pairing.state.counts or bool(pairing.match_head)
        return f"match {pairing.match_id} is missing or damaged" if is_needed else ""
    if info.seed != seed_of(tournament, pairing.deal):
        return "the match was dealt from another seed"
    if info.player_ids != [tournament.entrants[entrant].player_id for entrant in pairing.seats]:
        return "the match has other players"
    again = None
    if pairing.state is PairingState.FINISHED:
        again = (await result_of(tournament, info, streams)).pairing_ended
    if pairing.match_head:
        is_same_length = again is not None and info.record_count == pairing.record_count
        head = (
            again.match_head
            if again and is_same_length
            else await _head_of(info, pairing.record_count, streams)
        )
        if head != pairing.match_head:
            return "the match has other records than when its result was written"
    return "" if again is None else _result_fault(pairing, info, again)


async def _head_of(info: MatchInfo, record_count: int, streams: Streams) -> bytes:
    """Return the hash of the record before `record_count`; b"" if the match does not have it."""
    try:
        async for stored in streams.read(info.stream, max(0, record_count - 1), 1):
            return stored.hash
    except StoreClosed:
        raise
    except StoreError:
        pass
    return b""


def _result_fault(pairing: Pairing, info: MatchInfo, ended: TournamentPairingEnded) -> str:
    """Return what does not fit between a recorded result and the one that the match gives; "" if they fit."""
    if info.state is not MatchState.FINISHED:
        return "the match has no result"
    again = Pairing(
        pairing.number, pairing.round, pairing.table, pairing.seats, pairing.game_setup, pairing.deal
    )
    end_pairing(again, ended)
    if (again.state, again.places, again.scores) != (pairing.state, pairing.places, pairing.scores):
        return "the match gives another result"
    if again.forfeits != pairing.forfeits or (
        # Earlier builds recorded no causes.
        pairing.forfeit_causes and again.forfeit_causes != pairing.forfeit_causes
    ):
        return "the match gives other forfeits"
    if pairing.thinking and again.thinking != pairing.thinking:
        return "the match gives other thinking times"
    if pairing.rules_version not in (0, info.rules_version):
        return "the match was played under another version of the rules"
    return ""
