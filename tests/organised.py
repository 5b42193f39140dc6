"""Tournaments as their organiser follows them."""

import asyncio
from typing import Any

from tilth.v1 import tournaments_pb2 as pb
from tilth_client import Tilth


async def finished(organiser: Tilth, tournament_id: str, seconds: float) -> pb.Tournament:
    """Wait for the end of a tournament; return the tournament."""
    async with asyncio.timeout(seconds):
        async for _ in organiser.tournaments.watch(tournament_id):
            pass
    return await organiser.tournaments.get(tournament_id)


async def games_of(organiser: Tilth, tournament_id: str, **filters: Any) -> list[pb.Pairing]:
    return [game async for game in organiser.tournaments.pairings(tournament_id, **filters)]
