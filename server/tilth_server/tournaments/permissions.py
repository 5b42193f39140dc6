"""Checks of the player and the tournament's state before an action on a tournament."""

from tilth_server import reasons
from tilth_server.refusal import Refusal
from tilth_server.tournaments.context import Actor
from tilth_server.tournaments.tournament import State, Tournament


def check_organiser(tournament: Tournament, actor: Actor) -> None:
    """Refuse everybody but the organiser and operators."""
    if not actor.operator and actor.player_id != tournament.organiser_id:
        raise Refusal(reasons.NOT_ORGANISER, "only the tournament's organiser or an operator can do this")


def check_not_ended(tournament: Tournament) -> None:
    """Refuse an action on a finished or cancelled tournament."""
    if tournament.state.has_ended:
        raise Refusal(reasons.TOURNAMENT_NOT_RUNNING, f"tournament {tournament.id} has ended")


def check_started(tournament: Tournament, actor: Actor) -> None:
    """Refuse everybody but the organiser and operators, and everything before the start and after the end."""
    check_organiser(tournament, actor)
    if tournament.state not in (State.RUNNING, State.PAUSED):
        raise Refusal(
            reasons.TOURNAMENT_NOT_RUNNING, f"tournament {tournament.id} has not started, or has ended"
        )


def check_correctable(tournament: Tournament, actor: Actor) -> None:
    """Refuse corrections by anybody but the organiser and operators, before the start, and after a cancellation. A
    finished tournament may be corrected.
    """
    if tournament.state is State.FINISHED:
        check_organiser(tournament, actor)
    else:
        check_started(tournament, actor)
