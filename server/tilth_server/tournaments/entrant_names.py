"""The names of a tournament's entrants. For an imported tournament, whose players are registered elsewhere, they are
the names in its matches."""

from tilth_server.players import PlayerRegistry
from tilth_server.tournaments.tournament import Tournament


class EntrantNames:
    """The names of one tournament's entrants, as they are shown now."""

    def __init__(self, tournament: Tournament, players: PlayerRegistry) -> None:
        self._tournament = tournament
        self._players = players
        self._match_of: dict[str, str] = {}
        """A match of each player who is not registered here."""
        self._made_at = -1

    def of(self, player_id: str) -> str:
        """Return the name of a player of this server, or else the name that the tournament's matches give; the id if no
        match gives one."""
        if self._players.knows(player_id):
            return self._players.name(player_id)
        if self._made_at != self._tournament.record_count:
            self._made_at = self._tournament.record_count
            for pairing in self._tournament.pairings:
                for entrant in pairing.seats if pairing.match_id else ():
                    self._match_of[self._tournament.entrants[entrant].player_id] = pairing.match_id
        match_id = self._match_of.get(player_id)
        return player_id if match_id is None else self._players.names.in_match(match_id, player_id).name
