"""Taking a player off the server without holding up those who play with them: for good, or for a time."""

import structlog

from tilth_server.players import Register
from tilth_server.tables.filters import Filter
from tilth_server.tables.house import House
from tilth_server.tables.matches import MatchInfo, State

log = structlog.get_logger()

PAGE = 500


async def remove(house: House, register: Register, player_id: str, by: str, reason: str) -> None:
    """The token is worth nothing any more, open seats are left, and running ones resign.

    Done once more it finishes what a crash left half done.
    """
    await register.revoke(player_id, by, reason)
    await give_up_seats(house, player_id)
    log.info("player removed", removed=player_id, reason=reason)


async def give_up_seats(house: House, player_id: str) -> None:
    """Open seats are left, and running ones resign."""
    for match in _matches_of(house, player_id, State.OPEN):
        for seat in _seats(match, player_id):
            await house.leave_seat(player_id, match.id, seat, "")
    for match in _matches_of(house, player_id, State.RUNNING):
        for seat in _seats(match, player_id):
            if seat not in match.resigned:
                await house.resign(player_id, match.id, seat, "")


def _matches_of(house: House, player_id: str, state: State) -> list[MatchInfo]:
    """All of them at once: what is done to them takes them out of the pages."""
    found: list[MatchInfo] = []
    after = ""
    while True:
        page, after = house.page(Filter(player_id=player_id, state=state), PAGE, after)
        found += page
        if not after:
            return found


def _seats(match: MatchInfo, player_id: str) -> list[int]:
    """Those they hold; none of a damaged match, which nobody plays on."""
    if match.damage is not None:
        return []
    return [seat for seat, holder in enumerate(match.player_ids) if holder == player_id]
