"""The matches of one tournament's pairings. A tournament calls the server's matches only here."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import structlog

from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.match_info import State as MatchState
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.effective_settings import AT_ONCE, absence_timeout_ms
from tilth_server.tournaments.match_setup import match_title, new_match, seed_of
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.tournament import State, Tournament
from tilth_server.tournaments.unfinished import UnfinishedPairings

log = structlog.get_logger()

Action = Callable[[], Awaitable[None]]


class PairingMatches:
    """The matches of one tournament's pairings. It creates them, finds them, and ends those that no longer count."""

    def __init__(
        self, context: TournamentContext, tournament: Tournament, unfinished: UnfinishedPairings
    ) -> None:
        self.needs_clean_up = False
        """True if seats may have to be resigned for players who have withdrawn, or matches cancelled that no longer
        count."""
        self._matches = context.matches
        self._tournament = tournament
        self._unfinished = unfinished
        self._not_playable: set[int] = set()
        """Pairings whose match this build can't play, so that it is logged once."""

    async def match_of(self, pairing: Pairing) -> MatchInfo | None:
        """Return the match of the pairing's latest attempt, from the index of matches; None if there is none. An
        imported match that only claims to be it does not count.
        """
        info = await self._created_for(pairing, pairing.replays)
        return info if info is not None and self.is_match_of(info, pairing) else None

    def is_match_of(self, info: MatchInfo, pairing: Pairing) -> bool:
        """Return whether the match has the seed and players of the pairing, and so was really created for it. An
        imported match may claim so, but can't have the seed.
        """
        seed = seed_of(self._tournament, pairing.deal)
        return info.seed == seed and info.player_ids == self._player_ids(pairing)

    def blocked_reason(self) -> str:
        """Return the reason why no match can be created or played now; "" if there is none."""
        for setup in self._tournament.settings.game_setups:
            if setup.game not in self._matches.cache.wires:
                return f"this server has no game {setup.game!r}"
        full = self._unfinished.scheduled and self._matches.lobby.draining
        return "the server takes no new matches for now" if full else ""

    async def create(self, pairing: Pairing) -> MatchInfo:
        """Create and start the match of a pairing, unless it exists already. Return the match."""
        new = new_match(self._tournament, pairing)
        return await self._matches.lobby.create_started(new, self._player_ids(pairing))

    async def resign_absent(self) -> list[MatchInfo]:
        """Resign seats that were not attended for too long, and end matches that have only one seat left. Return the
        matches that have ended by now.
        """
        allowed_ms = absence_timeout_ms(self._tournament.settings)
        running = {match_id: number for number, match_id in self._unfinished.running.items()}
        if not running:
            return []
        found = await self._matches.actions.look_after(list(running), allowed_ms)
        for match_id in found.damaged:
            broken = await self._damage_of(match_id)
            if broken is not None:
                self._unfinished.lost[running[match_id]] = broken
        for match_id, error in found.not_playable.items():
            # This build can't play the match. An operator cancels it, or the organiser adjudicates the pairing.
            if running[match_id] not in self._not_playable:
                self._not_playable.add(running[match_id])
                log.error(
                    "absence check failed",
                    tournament=self._tournament.id,
                    match=match_id,
                    exc_info=error,
                )
        return [await self._matches.fetch(match_id) for match_id in found.ended]

    async def retitle(self, actor_id: str) -> int:
        """Give the matches titles with the tournament's present title. Return how many had other titles."""
        pairings = list(self._tournament.pairings)
        changed = 0
        for start in range(0, len(pairings), AT_ONCE):
            actions = (self._retitle_matches_of(each, actor_id) for each in pairings[start : start + AT_ONCE])
            changed += sum(await asyncio.gather(*actions))
        return changed

    async def clean_up(self) -> None:
        """Resign the seats of players who have withdrawn, and cancel matches whose results no longer count."""
        self.needs_clean_up = True
        actions = [
            action for pairing in self._tournament.pairings async for action in self._actions_for(pairing)
        ]
        for start in range(0, len(actions), AT_ONCE):
            await asyncio.gather(*(action() for action in actions[start : start + AT_ONCE]))
        self.needs_clean_up = False

    async def _created_for(self, pairing: Pairing, replay: int) -> MatchInfo | None:
        """Return the match that an attempt at the pairing created, if any; attempt 0 is the first. An imported match
        may claim to be it.
        """
        return await self._matches.index.find_created_by(self._tournament.id, pairing.request_id(replay))

    def _player_ids(self, pairing: Pairing) -> list[str]:
        """Return the ids of the pairing's players, by seat."""
        return [self._tournament.entrants[entrant].player_id for entrant in pairing.seats]

    async def _damage_of(self, match_id: str) -> BrokenChain | None:
        """Return the damage of a match."""
        try:
            info = await self._matches.fetch(match_id)
            await self._matches.index.look_for_damage(info)
        except BrokenChain as broken:
            return broken
        return info.damage

    async def _retitle_matches_of(self, pairing: Pairing, actor_id: str) -> int:
        """Retitle the match of a pairing, and the matches of earlier attempts at it; return how many had other titles.
        Damaged matches are left out, and a refusal is only logged.
        """
        title = match_title(self._tournament, pairing)
        changed = 0
        for replay in range(pairing.replays + 1):
            info = await self._created_for(pairing, replay)
            if info is None or info.damage is not None:
                continue
            try:
                changed += await self._matches.actions.retitle(actor_id, info.id, title)
            except Refusal as refusal:
                log.warning("match retitle failed", match=info.id, error=refusal.message)
        return changed

    async def _actions_for(self, pairing: Pairing) -> AsyncIterator[Action]:
        """Yield the actions that the running matches of a pairing still need: cancel those of earlier attempts, and the
        one of a pairing with a result or of a cancelled tournament; otherwise resign the seats of withdrawn entrants.
        """
        tournament, matches = self._tournament, self._matches
        for replay in range(pairing.replays):
            before = await self._created_for(pairing, replay)
            if before is not None and before.state is MatchState.RUNNING and before.damage is None:
                yield partial(matches.actions.cancel, before.id, "the pairing is played again")
        info = None if pairing.state is PairingState.FINISHED else await self.match_of(pairing)
        if info is None or info.state is not MatchState.RUNNING or info.damage is not None:
            return
        if pairing.state.has_ended:
            yield partial(matches.actions.cancel, info.id, pairing.reason or "the pairing has a result")
        elif tournament.state is State.CANCELLED:
            yield partial(matches.actions.cancel, info.id, tournament.cancelled)
        else:
            for seat, entrant in enumerate(pairing.seats):
                if tournament.entrants[entrant].withdrawn and seat not in info.resigned:
                    yield partial(matches.actions.resign_withdrawn, info.id, seat)
