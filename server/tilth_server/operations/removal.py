"""The removal of a player from the server and from their seats, so that the other players can continue."""

import structlog

from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.registry import Matches
from tilth_server.players import PlayerRegistry

log = structlog.get_logger()

PAGE = 500


async def remove_player(
    matches: Matches, players: PlayerRegistry, player_id: str, by: str, reason: str
) -> None:
    """Revoke the player's token, leave their open seats, and resign their running ones.

    A second call finishes a removal that a crash interrupted.
    """
    await players.revoke(player_id, by, reason)
    await vacate_seats(matches, player_id)
    log.info("player removed", player=player_id, reason=reason)


async def vacate_seats(matches: Matches, player_id: str) -> None:
    """Leave the player's seats in open matches, and resign their seats in running ones."""
    matches.index.check_complete()
    for match in await _matches_of(matches, player_id, State.OPEN):
        for seat in _seats_of(match, player_id):
            await matches.seats.leave_seat(player_id, match.id, seat, "")
    for match in await _matches_of(matches, player_id, State.RUNNING):
        for seat in _seats_of(match, player_id):
            if seat not in match.resigned:
                await matches.seats.resign(player_id, match.id, seat, "")


async def _matches_of(matches: Matches, player_id: str, state: State) -> list[MatchInfo]:
    """Return all of the player's matches in this state. They are read before any is changed, because a changed match
    leaves the pages."""
    found: list[MatchInfo] = []
    after = ""
    while True:
        page, after = await matches.list_page(MatchFilter(player_id=player_id, state=state), PAGE, after)
        found += page
        if not after:
            return found


def _seats_of(match: MatchInfo, player_id: str) -> list[int]:
    """Return the player's seats in the match; none in a damaged match, because nobody can play it."""
    if match.damage is not None:
        return []
    return [seat for seat, holder in enumerate(match.player_ids) if holder == player_id]
