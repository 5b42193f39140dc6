"""The columns of a tournament's tables, for the terminal, CSV and reports."""

from tilth_dataclasses.tilth.v1 import (
    CrosstableRow,
    GetStandingsResponse,
    Pairing,
    PairingState,
    Rating,
    Standing,
    TieBreak,
    Tournament,
)
from tilth_report.catalogue import Translate
from tilth_report.columns import Column, pick
from tilth_report.figures import Z, duration
from tilth_report.texts import elo_text, game_text, margin_text, number_text, score_margin_text, span_text

STANDING: tuple[Column[Standing], ...] = (
    Column("place"),
    Column("entrant"),
    Column("player_id"),
    Column("player_name", heading="column-player", is_left=True),
    Column("withdrawn"),
    Column("stage", is_left=True, is_optional=True),
    Column("points", text=lambda one: number_text(one.points)),
    Column("games"),
    Column("won_drawn_lost", lambda one: f"{one.wins}-{one.draws}-{one.losses}"),
    Column("wins"),
    Column("draws"),
    Column("losses"),
    Column("forfeits", is_optional=True),
    Column("byes", is_optional=True),
    Column("mean_score", text=lambda one: f"{one.mean_score:.1f}"),
    Column(
        "score_margin",
        text=lambda one: score_margin_text(one.score_margin) if one.games else "",
        heading="column-margin",
        is_optional=True,
    ),
    Column("elo", text=lambda one: elo_text(one.elo) if one.games else ""),
    Column(
        "elo_margin",
        text=lambda one: margin_text(one.elo_margin) if one.games else "",
        heading="column-margin",
    ),
)


def strength_columns(found: GetStandingsResponse) -> list[Column[Standing]]:
    """Return the columns that compare the strength of entrants: the mean score with its margin in a benchmark, where
    nobody has met anybody, otherwise the mean score and Elo."""
    if found.standings and not any(one.elo_margin for one in found.standings):
        return pick(STANDING, "mean_score", "score_margin")
    return pick(STANDING, "mean_score", "elo", "elo_margin")


def tie_break_columns(found: GetStandingsResponse) -> list[Column[Standing]]:
    """Return a column for each tie-break of the standings, in their order."""
    return [
        _tie_break_column(number, (TieBreak(each).name or str(each)).lower())
        for number, each in enumerate(found.tie_breaks)
    ]


def _tie_break_column(number: int, name: str) -> Column[Standing]:
    """Return the column of a tie-break by its number; a standing without this tie-break has an empty cell."""

    def value(one: Standing) -> float | None:
        return one.tie_breaks[number] if number < len(one.tie_breaks) else None

    def text(one: Standing) -> str:
        return "" if (found := value(one)) is None else number_text(found)

    return Column(name, value, text, heading=f"tie_break-{'unspecified' if name.isdigit() else name}")


def crosstable_columns(found: GetStandingsResponse) -> list[Column[tuple[int, CrosstableRow]]]:
    """Return the columns of a crosstable, whose rows are numbered from 0: the number, the player, and a column for each
    opponent with the points against them and the games."""
    names = {standing.entrant: standing.player_name for standing in found.standings}
    is_benchmark = not any(standing.elo_margin for standing in found.standings)
    return [
        Column("number", lambda row: row[0] + 1, heading=lambda _tr: ""),
        Column("player", lambda row: names.get(row[1].entrant, ""), is_left=True),
        *(_opponent_column(number, is_benchmark) for number in range(len(found.crosstable))),
    ]


def _opponent_column(opponent: int, is_benchmark: bool) -> Column[tuple[int, CrosstableRow]]:
    """Return the column of the crosstable for one opponent, with points and games against it, such as `1.5/2`; in a
    benchmark the difference of scores with its margin, such as `+3.5 ± 1.2`; empty if they have not met."""

    def text(row: tuple[int, CrosstableRow]) -> str:
        number, cells = row[0], row[1].cells
        if number == opponent:
            return "·"
        cell = cells[opponent]
        if cell.games and is_benchmark:
            return f"{cell.score_difference:+.1f} {score_margin_text(cell.score_margin)}"
        return f"{number_text(cell.points)}/{cell.games}" if cell.games else ""

    name = str(opponent + 1)
    return Column(name, text, heading=lambda _tr: name)


def pairing_columns(tournament: Tournament, tr: Translate) -> tuple[Column[Pairing], ...]:
    """Return the columns of a tournament's games that do not depend on a seat, such as number, round, state and
    duration."""
    kinds = tournament.settings.game_setups if tournament.settings else []
    return (
        Column("number"),
        Column("round"),
        Column("table"),
        Column(
            "game_setup",
            text=lambda game: game_text(kinds[game.game_setup]) if game.game_setup < len(kinds) else "",
            heading="column-game",
            is_left=True,
        ),
        Column("state", text=lambda game: _state_text(game, tr), is_left=True),
        Column("started_at"),
        Column("ended_at"),
        Column("duration", duration, lambda game: _duration_text(game, tr)),
        Column("record_count", text=lambda game: str(game.record_count or ""), heading="column-records"),
        Column("match_id", heading="column-match", is_left=True),
        Column("reason", is_left=True),
        Column("rules_version"),
        Column("builds", lambda game: " ".join(build or "?" for build in game.builds)),
    )


def _state_text(game: Pairing, tr: Translate) -> str:
    """Return the name of a pairing's state in the reader's language."""
    return tr(f"game_state-{(PairingState(game.state).name or 'unspecified').lower()}")


def _duration_text(game: Pairing, tr: Translate) -> str:
    """Return how long a pairing's match took; an empty text if that is unknown."""
    span = duration(game)
    return span_text(span, tr) if span is not None else ""


def has_several_games(tournament: Tournament) -> bool:
    """Return whether the tournament has more than one game setup, so that a table of games names each."""
    return tournament.settings is not None and len(tournament.settings.game_setups) > 1


RATING: tuple[Column[Rating], ...] = (
    Column("player_id"),
    Column("player_name", heading="column-player", is_left=True),
    Column("mu", text=lambda one: f"{one.mu:.2f}"),
    Column("sigma", text=lambda one: f"± {Z * one.sigma:.2f}", heading="column-margin"),
    Column("ordinal", text=lambda one: f"{one.ordinal:.2f}"),
    Column("games"),
    Column("wins"),
)
