"""The tables of a page."""

from tilth_dataclasses.tilth.v1 import HeadToHead, Pairing, SprtDecision, Standing
from tilth_report.columns import Column, pick, without_empty
from tilth_report.conduct import CONDUCT
from tilth_report.figures import RowFigures, seat_figures
from tilth_report.html import Markup, column_table, join, pairs, table, tag
from tilth_report.messages import Translate
from tilth_report.texts import elo_text, reason_text
from tilth_report.tournament_columns import (
    STANDING,
    crosstable_columns,
    has_several_games,
    pairing_columns,
    strength_columns,
    tie_break_columns,
)
from tilth_report.tournament_data import TournamentData


def standings(data: TournamentData, tr: Translate) -> Markup:
    """Return the standings as an HTML table, with a note behind the names of withdrawn entrants; optional columns
    without values are left out."""
    columns = [
        *pick(STANDING, "place", "player_name", "stage", "points", "games", "wins", "draws", "losses"),
        *pick(STANDING, "forfeits", "byes"),
        *tie_break_columns(data.standings),
        *strength_columns(data.standings),
    ]

    def name(standing: Standing) -> str:
        if not standing.withdrawn:
            return standing.player_name
        return join([standing.player_name, " ", tag("span", tr("standings-withdrawn"), class_="faint")])

    return column_table(without_empty(columns, data.ranked), data.ranked, tr, {"player_name": name})


def conduct(data: TournamentData, tr: Translate) -> Markup:
    """Return an HTML table of how the entrants played: versions, thinking times and forfeits by cause."""
    columns = [*pick(STANDING, "player_name"), *CONDUCT]
    return column_table(without_empty(columns, data.ranked), data.ranked, tr)


def crosstable(data: TournamentData, tr: Translate) -> Markup:
    """Return the crosstable as an HTML table, with each entrant's points and games against each other one."""
    return column_table(crosstable_columns(data.standings), list(enumerate(data.standings.crosstable)), tr)


def duel(data: TournamentData, found: HeadToHead, tr: Translate) -> Markup:
    """Return the head-to-head figures of the two entrants: wins, draws and losses, the Elo difference, the
    probability of superiority and, if there is one, the state of the sequential test."""
    first, second = (data.names.get(number, "") for number in found.entrants or (0, 1))
    rows = [
        (tr("duel-score"), tr("duel-wins", wins=found.wins, draws=found.draws, losses=found.losses)),
        (
            tr("duel-elo"),
            tr(
                "duel-between",
                elo=elo_text(found.elo),
                low=elo_text(found.elo_low),
                high=elo_text(found.elo_high),
            ),
        ),
        (tr("duel-superiority"), f"{found.superiority:.1%}"),
    ]
    if found.sprt is not None:
        decision = (SprtDecision(found.sprt.decision).name or "UNSPECIFIED").lower()
        ratio = tr(
            "duel-ratio",
            ratio=f"{found.sprt.log_likelihood_ratio:.2f}",
            low=f"{found.sprt.lower_bound:.2f}",
            high=f"{found.sprt.upper_bound:.2f}",
        )
        rows.append((tr("duel-sprt"), f"{ratio}: {tr(f'sprt-{decision}')}"))
    return join([tag("p", tr("duel-who", first=first, second=second)), pairs(rows)])


def seats(data: TournamentData, tr: Translate) -> Markup:
    """Return an HTML table with a row for each seat: games, victories alone and shared, share of wins with its
    interval, and points per game."""
    columns = [
        tr(f"seats-{name}") for name in ("seat", "games", "alone", "together", "share", "interval", "points")
    ]
    rows = [
        [
            str(seat.seat),
            str(seat.games),
            str(seat.won),
            str(seat.shared),
            f"{seat.wins.value:.1%}",
            f"{seat.wins.low:.1%} – {seat.wins.high:.1%}",
            f"{seat.points:.3f}",
        ]
        for seat in seat_figures(data)
    ]
    return table(columns, rows)


def score_rows(data: TournamentData, figures: RowFigures, tr: Translate) -> Markup:
    """Return an HTML table with a line for each entrant: the mean of every row of the score sheet, and the sum of these
    means. Entrants without figures are left out."""
    columns = [tr("column-player"), *figures.texts, tr("rows-sum")]
    rows = [
        [standing.player_name, *(f"{mean:.1f}" for mean in means), f"{sum(means):.1f}"]
        for standing in data.ranked
        if (means := figures.means.get(standing.entrant))
    ]
    return table(columns, rows, text_columns=(0,))


def games(data: TournamentData, tr: Translate) -> Markup:
    """Return an HTML table of all games, with a column for each seat; the game's name is shown if there are several
    setups."""
    declared = pairing_columns(data.tournament, tr)
    kind = ["game_setup"] if has_several_games(data.tournament) else []
    (state,) = pick(declared, "state")

    def state_and_reason(game: Pairing) -> str:
        text = state.text_of(game)
        return f"{text}: {reason_text(game, tr)}" if game.reason else text

    def match(game: Pairing) -> str:
        return tag("code", game.match_id) if game.match_id else ""

    seats = range(max((len(game.seats) for game in data.games), default=0))
    columns = [
        *pick(declared, "number", "round", "table", *kind),
        *(_seat_column(data, seat, tr) for seat in seats),
        *pick(declared, "state", "record_count", "duration", "match_id"),
    ]
    return column_table(columns, data.games, tr, {"state": state_and_reason, "match_id": match})


def _seat_column(data: TournamentData, seat: int, tr: Translate) -> Column[Pairing]:
    """Return the column with one seat's player and result; its cells are empty in games without this seat."""
    return Column(
        f"seat_{seat}",
        text=lambda game: _seat(data, game, seat, tr) if seat < len(game.seats) else "",
        heading=lambda tr: tr("column-seat", seat=seat),
        is_left=True,
    )


def _seat(data: TournamentData, game: Pairing, seat: int, tr: Translate) -> Markup:
    """Return the name of a game's player at a seat, with place, score and forfeit as far as they are known; names at
    place 1 are bold."""
    tournament = []
    if game.result is not None and seat < len(game.result.places):
        tournament.append(tr("games-place", place=game.result.places[seat]))
        if seat < len(game.result.scores):
            tournament.append(tr("games-score", score=game.result.scores[seat]))
    if seat in game.forfeits:
        tournament.append(tr("games-forfeit"))
    name = data.names.get(game.seats[seat], "")
    won = bool(tournament) and game.result is not None and game.result.places[seat] == 1
    return join([tag("b", name) if won else name, " ", tag("span", ", ".join(tournament), class_="faint")])
