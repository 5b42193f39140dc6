"""The rounds of a bracket as clients draw them: who met at each table, with which points, and who advanced."""

from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import groups, knockout
from tilth_server.tournaments.formats.bracket import PARTS, Bracket, BracketState
from tilth_server.tournaments.paired_tables import tables_of
from tilth_server.tournaments.pairing import Pairing, Round
from tilth_server.tournaments.points import games_per_set
from tilth_server.tournaments.tournament import Tournament

MAX_ENTRANTS: Final = 512
"""The largest number of entrants of a bracket that is drawn. A larger one could not be read."""


def drawn_rounds(tournament: Tournament) -> list[pb.BracketRound]:
    """Return the rounds of the tournament's knockout that have been paired; none if it has no knockout, or too many
    entrants."""
    bracket = _bracket_of(tournament)
    if bracket is None or len(bracket.field) > MAX_ENTRANTS:
        return []
    return [_drawn_round(bracket, *each) for each in bracket.history()]


def _bracket_of(tournament: Tournament) -> Bracket | None:
    """Return the bracket of a knockout that has started, or of groups whose games have ended; else None."""
    match tournament.settings.WhichOneof("format"):
        case "knockout" if tournament.started_ms:
            return knockout.bracket_of(tournament)
        case "groups" if groups.groups_have_ended(tournament):
            return groups.bracket_of(tournament)
    return None


def _drawn_round(
    bracket: Bracket, played: Round, before: BracketState, after: BracketState | None
) -> pb.BracketRound:
    """Return a round with its tables in order."""
    drawn = pb.BracketRound(round=played.number, byes=played.byes, decided=after is not None)
    for number, games in tables_of(played).items():
        drawn.tables.append(_drawn_table(bracket, number, games, before, after))
    return drawn


def _drawn_table(
    bracket: Bracket, number: int, games: list[Pairing], before: BracketState, after: BracketState | None
) -> pb.BracketTable:
    """Return a table with its entrants, the best first; entrants who only fill a seat come last."""
    settings = bracket.tournament.settings
    order = bracket.table_ranking(before, games, games[0].round)
    order += [each for each in games[0].seats if each not in before.lost]
    points, _, _ = bracket.table_totals(games)
    sets = len(games) // games_per_set(settings)
    drawn = pb.BracketTable(
        table=number,
        lost_lives=games[0].stage - bracket.stage,
        further_sets=sets - max(1, settings.sets),
    )
    for entrant in order:
        drawn.entrants.add(
            entrant=entrant,
            points=points[entrant] / PARTS,
            advances=after is not None and after.lost.get(entrant) == before.lost.get(entrant, -1),
            out=after is not None and entrant not in after.lost,
        )
    return drawn
