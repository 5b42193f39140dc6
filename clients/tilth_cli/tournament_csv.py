"""Tournaments in CSV: the columns of their tables, and rows that only CSV has."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from tilth_cli.messages import language
from tilth_dataclasses.tilth.v1 import (
    CrosstableCell,
    Entrant,
    Forfeit,
    ForfeitCause,
    GetStandingsResponse,
    Pairing,
    Rating,
    RatingPoint,
    SeatThinking,
    Standing,
    Tournament,
)
from tilth_report.columns import Column, pick
from tilth_report.conduct import CONDUCT
from tilth_report.messages import translator
from tilth_report.tournament_columns import STANDING, pairing_columns, tie_break_columns

STANDING_COLUMNS = (
    *("place", "entrant", "player_id", "player_name", "withdrawn", "points", "games", "wins", "draws"),
    *("losses", "forfeits", "byes", "elo", "elo_margin", "mean_score", "score_margin", "stage"),
)
"""The columns of standings: the schema's fields but its lists, whose items are columns of their own."""
PAIRING_COLUMNS = (
    *("number", "round", "table", "game_setup", "match_id", "state", "started_at", "ended_at"),
    *("record_count", "reason", "rules_version", "builds"),
)
"""The columns of a game."""


def standings_columns(found: GetStandingsResponse) -> list[Column[Standing]]:
    """Return the columns of standings in CSV: the usual ones, one for each tie-break, and one for each seat with the
    games played there."""
    seats = max((len(standing.seats) for standing in found.standings), default=0)
    return [
        *pick(STANDING, *STANDING_COLUMNS),
        *tie_break_columns(found),
        *(_seat_column(seat) for seat in range(seats)),
        *CONDUCT,
    ]


def _seat_column(seat: int) -> Column[Standing]:
    """Return the column with the number of games that an entrant has played in one seat."""
    return Column(f"seat_{seat}", lambda one: one.seats[seat] if seat < len(one.seats) else 0)


class Meeting(NamedTuple):
    """A row of a crosstable in CSV: two players who met."""

    one: Standing
    other: Standing
    cell: CrosstableCell


MEETING: tuple[Column[Meeting], ...] = (
    Column("player_id", lambda row: row.one.player_id),
    Column("player_name", lambda row: row.one.player_name),
    Column("other_player_id", lambda row: row.other.player_id),
    Column("other_player_name", lambda row: row.other.player_name),
    Column("points", lambda row: row.cell.points),
    Column("games", lambda row: row.cell.games),
    Column("score_difference", lambda row: row.cell.score_difference),
    Column("score_margin", lambda row: row.cell.score_margin),
)


def meetings(found: GetStandingsResponse) -> Iterator[Meeting]:
    """Yield a row for each entrant and each opponent that they have met, so each pair has two rows."""
    by_entrant = {standing.entrant: standing for standing in found.standings}
    order = [by_entrant[row.entrant] for row in found.crosstable]
    for one, row in zip(order, found.crosstable, strict=True):
        for other, cell in zip(order, row.cells, strict=True):
            if cell.games:
                yield Meeting(one, other, cell)


class PairingSeat(NamedTuple):
    """A row of games in CSV: a seat of a game."""

    game: Pairing
    seat: int


def pairing_seat_columns(tournament: Tournament) -> list[Column[PairingSeat]]:
    """Return the columns of games in CSV: those of the game, then those of the seat."""
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    nobody = Entrant()

    def entrant(row: PairingSeat) -> Entrant:
        return entrants.get(row.game.seats[row.seat], nobody)

    def thinking(row: PairingSeat) -> SeatThinking | None:
        return next((each for each in row.game.thinking if each.seat == row.seat), None)

    def forfeit(row: PairingSeat) -> Forfeit | None:
        return next((each for each in row.game.forfeit_causes if each.seat == row.seat), None)

    declared = pick(pairing_columns(tournament, translator(language())), *PAIRING_COLUMNS)
    return [
        *(column.inside(lambda row: row.game) for column in declared),
        Column("seat"),
        Column("player_id", lambda row: entrant(row).player_id),
        Column("player_name", lambda row: entrant(row).player_name),
        Column("place", lambda row: _at(row.game.result.places if row.game.result else [], row.seat)),
        Column("score", lambda row: _at(row.game.result.scores if row.game.result else [], row.seat)),
        Column("points", lambda row: _at(row.game.points, row.seat)),
        Column("forfeit", lambda row: row.seat in row.game.forfeits),
        Column(
            "forfeit_cause",
            lambda row: (ForfeitCause(found.cause).name or "").lower() if (found := forfeit(row)) else "",
        ),
        Column("forfeit_detail", lambda row: found.detail if (found := forfeit(row)) else ""),
        *(
            Column[PairingSeat](name, partial(_of, thinking, name))
            for name in ("answers", "total_ms", "longest_ms", "timeouts")
        ),
    ]


def _of(found: Callable[[PairingSeat], object | None], name: str, row: PairingSeat) -> Any:
    """Return an attribute of what is found for a seat, or an empty text if there is nothing."""
    one = found(row)
    return "" if one is None else getattr(one, name)


def _at(values: Sequence[Any], seat: int) -> Any:
    """Return a seat's value, or an empty text if there is none."""
    return values[seat] if seat < len(values) else ""


class RatingChange(NamedTuple):
    """A row of rating histories in CSV: a rating and a point of its history."""

    rating: Rating
    point: RatingPoint


RATING_CHANGE: tuple[Column[RatingChange], ...] = (
    Column("player_id", lambda row: row.rating.player_id),
    Column("player_name", lambda row: row.rating.player_name),
    Column("at", lambda row: row.point.at),
    Column("mu", lambda row: row.point.mu),
    Column("sigma", lambda row: row.point.sigma),
    Column("match_id", lambda row: row.point.match_id),
)
