"""Slots: the choice of the scheduled pairings that may begin now.

A pairing may begin when all its entrants are free: each of them plays fewer games than they may play at once, and all
of them attend. Other pairings are passed over, so a slow or absent entrant delays nobody else.
"""

from collections import Counter

import msgspec

from tilth_server.matches.presence import Presence
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.effective_settings import absence_timeout_ms, games_of_entrant
from tilth_server.tournaments.tournament import LAST_SEAT_WINS, Tournament
from tilth_server.tournaments.unfinished import UnfinishedPairings


class SlotChoice(msgspec.Struct):
    """The pairings that may begin, and the reasons why others wait."""

    begin: list[int]
    """Numbers of pairings."""
    missing: list[int]
    """Entrants who don't attend, and keep pairings waiting."""
    until_ms: int = 0
    """The time at which the first of them is no longer waited for; 0 if no pairing waits."""


class Slots:
    """The choice of the pairings of one tournament that may begin now: their entrants are free and attend."""

    def __init__(
        self, context: TournamentContext, tournament: Tournament, unfinished: UnfinishedPairings
    ) -> None:
        self._context = context
        self._tournament = tournament
        self._unfinished = unfinished
        self._opened_ms = 0

    def open(self) -> None:
        """Note the time of the server's start: the waiting for an absent entrant begins no earlier."""
        self._opened_ms = self._context.now_ms()

    def choose(self, room: int) -> SlotChoice:
        """Return the scheduled pairings that may begin, at most `room` of them, and the absent entrants.

        Pairings wait for an absent entrant as long as a seat may be unattended. That time counts from when the entrant
        left, but at the earliest from the start of the tournament and of the server. After it, their games begin
        without them, and they forfeit.
        """
        tournament, presence = self._tournament, self._context.presence
        playing: Counter[int] = Counter()
        for number in self._unfinished.running:
            playing.update(tournament.pairings[number - 1].seats)
        now_ms = self._context.now_ms()
        waited_ms = absence_timeout_ms(tournament.settings)
        since_ms = now_ms - max(tournament.started_ms, self._opened_ms)
        waiting = waits_for_absent(tournament)
        missing: dict[int, int] = {}
        """Milliseconds for which each missing entrant is still waited for."""
        begin: list[int] = []
        for number in self._unfinished.scheduled:
            if len(begin) >= room:
                break
            seats = [
                each
                for each in tournament.pairings[number - 1].seats
                if not tournament.entrants[each].withdrawn
            ]
            waits = False
            for entrant in seats if waiting else ():
                player_id = tournament.entrants[entrant].player_id
                left_ms = waited_ms - min(since_ms, presence.away_ms(player_id))
                if left_ms > 0 and not presence.is_here(player_id):
                    missing[entrant] = left_ms
                    waits = True
            if waits or any(playing[each] >= games_of_entrant(tournament, each) for each in seats):
                continue
            playing.update(seats)
            begin.append(number)
        until_ms = now_ms + min(missing.values()) if missing else 0
        return SlotChoice(begin, sorted(missing), until_ms)


def waits_for_absent(tournament: Tournament) -> bool:
    """Return whether pairings of this tournament wait for entrants without an open stream, before they begin."""
    return tournament.waits and tournament.forfeit_rules >= LAST_SEAT_WINS


def nobody_attends(tournament: Tournament, presence: Presence) -> bool:
    """Return whether no active entrant has a stream open."""
    return not any(presence.is_here(entrant.player_id) for entrant in tournament.active())
