"""Entering a tournament and withdrawing from it."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from tilth.v1 import tournaments_pb2 as pb
from tilth_server import reasons
from tilth_server.refusal import Refusal
from tilth_server.tournaments import effective_settings
from tilth_server.tournaments.context import Actor, TournamentContext
from tilth_server.tournaments.formats import Format, gauntlet, round_robin
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.pairing_matches import PairingMatches
from tilth_server.tournaments.permissions import check_not_ended, check_organiser
from tilth_server.tournaments.tournament import LAST_SEAT_WINS, State, Tournament

WithdrawnResults: TypeAlias = "pb.WithdrawnResults.ValueType"

LONGEST_VERSION: Final = 100
ALL_GAMES: Final[Mapping[str, Callable[[Tournament, int], float]]] = {
    "round_robin": round_robin.games_of_one,
    "gauntlet": gauntlet.games_of_one,
}
"""Formats that can annul results, because they do not pair by them: the function that returns how many games an entrant
has in all."""


class Entries:
    """The entries and withdrawals of one tournament. Callers hold the turn."""

    def __init__(
        self, context: TournamentContext, log: TournamentLog, matches: PairingMatches, played_as: Format
    ) -> None:
        self._context = context
        self._log = log
        self._tournament = log.tournament
        self._matches = matches
        self._format = played_as
        self._capacity = effective_settings.capacity(log.tournament.settings)

    async def enter(self, actor: Actor, player_id: str, max_running_pairings: int, version: str) -> None:
        """Make the player an active entrant, also after a withdrawal.

        For an active entrant only the number of games they play at once and the version of their program change; 0 and
        "" leave them as they are.
        """
        tournament = self._tournament
        number = tournament.numbers.get(player_id)
        known = None if number is None else tournament.entrants[number]
        if max_running_pairings > effective_settings.MAX_AT_ONCE:
            message = f"an entrant plays at most {effective_settings.MAX_AT_ONCE} games at once"
            raise Refusal(reasons.TOURNAMENT_INVALID, message, field="max_running_pairings")
        if len(version) > LONGEST_VERSION or not version.isprintable():
            message = f"a version has at most {LONGEST_VERSION} characters, all of them printable"
            raise Refusal(reasons.TOURNAMENT_INVALID, message, field="version")
        if known is not None and not known.withdrawn:
            if max_running_pairings in (0, known.max_running_pairings) and version in ("", known.version):
                return
            max_running_pairings = max_running_pairings or known.max_running_pairings
            check_not_ended(tournament)
            if player_id != actor.player_id:
                check_organiser(tournament, actor)
        else:
            self._check_may_enter(actor, player_id)
        entered = pb.TournamentEntered(
            player_id=player_id,
            actor_id=actor.player_id,
            max_running_pairings=max_running_pairings,
            version=version,
        )
        await self._log.append(pb.TournamentRecord(entered=entered))

    async def withdraw(self, actor: Actor, player_id: str, results: WithdrawnResults) -> None:
        """Resign the player's running games, and count later ones as lost.

        `results` lets the results of earlier games stand or annuls them; unspecified leaves it to FIDE's rule.
        """
        tournament = self._tournament
        if player_id != actor.player_id:
            check_organiser(tournament, actor)
        number = tournament.numbers.get(player_id)
        if number is None:
            raise Refusal(
                reasons.NOT_ENTRANT, f"player {player_id} has not entered the tournament", field="player_id"
            )
        if tournament.entrants[number].withdrawn:
            return
        check_not_ended(tournament)
        withdrawn = pb.TournamentWithdrawn(
            player_id=player_id, actor_id=actor.player_id, results=self._decided_results(number, results)
        )
        await self._log.append(pb.TournamentRecord(withdrawn=withdrawn))
        self._matches.needs_clean_up = True

    def _check_may_enter(self, actor: Actor, player_id: str) -> None:
        """Refuse the entry of a player who is not an active entrant."""
        tournament = self._tournament
        player = self._context.players.get(player_id)
        if player.revoked:
            raise Refusal(reasons.PLAYER_REVOKED, f"{player.name} has been revoked", field="player_id")
        if player.bot:
            message = f"{player.name} is a bot of this server: such bots enter no tournament"
            raise Refusal(reasons.PLAYER_IS_BOT, message, field="player_id")
        if player_id != actor.player_id:
            check_organiser(tournament, actor)
        elif not self._is_invited(actor):
            raise Refusal(reasons.NOT_INVITED, "only invited players can enter this tournament")
        begun = tournament.state is not State.ENTRY
        if tournament.state.has_ended or (begun and not self._format.takes_late_entries):
            raise Refusal(
                reasons.ENTRY_CLOSED, "the tournament takes no more entrants: it has started or ended"
            )
        is_new = player_id not in tournament.numbers
        most = effective_settings.MAX_ENTRANTS
        if len(tournament.active()) >= self._capacity or (is_new and len(tournament.entrants) >= most):
            raise Refusal(reasons.ENTRY_CLOSED, "the tournament is full")

    def _is_invited(self, actor: Actor) -> bool:
        """Return whether the player may enter on their own: all may, unless the tournament is for invited players
        only."""
        settings = self._tournament.settings
        return (
            settings.entry != pb.ENTRY_RULE_INVITATION
            or actor.player_id in settings.invited_player_ids
            or actor.player_id == self._tournament.organiser_id
            or actor.operator
        )

    def _decided_results(self, number: int, asked: WithdrawnResults) -> WithdrawnResults:
        """Return whether the entrant's results stand or are annulled: as asked, or by FIDE's rule.

        By that rule results stand if the entrant has played at least half of their games. Only a round robin and a
        gauntlet can annul results, because other formats have paired by them.
        """
        tournament = self._tournament
        all_games = ALL_GAMES.get(tournament.settings.WhichOneof("format") or "")
        if asked == pb.WITHDRAWN_RESULTS_ANNULLED and all_games is None:
            message = "only a round robin or a gauntlet can annul results: other formats have paired by them"
            raise Refusal(reasons.TOURNAMENT_INVALID, message, field="results")
        if asked not in pb.WithdrawnResults.values():
            raise Refusal(
                reasons.TOURNAMENT_INVALID, f"there is no rule {asked} for results", field="results"
            )
        by_rule = tournament.started_ms and tournament.forfeit_rules >= LAST_SEAT_WINS
        if asked or all_games is None or not by_rule:
            return asked or pb.WITHDRAWN_RESULTS_STAND
        played = sum(number in pairing.seats for pairing in tournament.counted())
        is_half = 2 * played >= all_games(tournament, number)
        return pb.WITHDRAWN_RESULTS_STAND if is_half else pb.WITHDRAWN_RESULTS_ANNULLED
