"""The setup of the matches of pairings: options, title and seed."""

from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.matches.match_info import NewMatch, clock_of
from tilth_server.matches.new_match import LONGEST_TITLE
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.tournament import LAST_SEAT_WINS, Tournament

DEAL: Final = b"tilth game"


def seed_of(tournament: Tournament, deal: int) -> bytes:
    """Return the seed that all matches of this deal share, as docs/explanation/fairness.md describes."""
    return sha256(DEAL + tournament.seed + deal.to_bytes(4, "big")).digest()


def new_match(tournament: Tournament, pairing: Pairing) -> NewMatch:
    """Return everything that the match of a pairing is created with, but its players."""
    settings = tournament.settings
    return replace(
        match_of(settings, settings.game_setups[pairing.game_setup]),
        title=match_title(tournament, pairing),
        seed=seed_of(tournament, pairing.deal),
        seed_secret=not tournament.seed_given,
        tournament_id=tournament.id,
        pairing_number=pairing.number,
        request_id=pairing.request_id(pairing.replays),
        last_seat_wins=tournament.forfeit_rules >= LAST_SEAT_WINS and settings.table_seats > 1,
    )


def match_title(tournament: Tournament, pairing: Pairing) -> str:
    """Return the title of a pairing's match: the tournament's, or "Tournament" without one, and the pairing's number,
    such as "Spring Cup, 12". A long title is cut.
    """
    title = tournament.settings.title or "Tournament"
    return f"{title[: LONGEST_TITLE - 12]}, {pairing.number}"


def match_of(settings: pb.TournamentSettings, game: pb.GameSetup) -> NewMatch:
    """Return a new match with what all pairings of a game setup have in common: the game and its settings from `game`,
    the number of seats and the clock from the tournament's `settings`. It has no title, seed or players yet.
    """
    return NewMatch(
        game=game.game,
        seat_count=settings.table_seats,
        settings=dict(game.settings),
        clock=clock_of(settings.clock),
    )
