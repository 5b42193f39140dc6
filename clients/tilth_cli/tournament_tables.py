"""Tournaments in the terminal: settings, standings, crosstable, games and ratings as tables."""

import math
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.looks import seat_mark, seat_style
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import (
    CrosstableRow,
    Duel,
    GetStandingsResponse,
    Pairing,
    PairingState,
    Rating,
    SprtDecision,
    Standing,
    TieBreak,
    Tournament,
    TournamentState,
)
from tilth_report.figures import Z, duration, share
from tilth_report.telling import (
    elo_text,
    format_name,
    game_text,
    margin_text,
    number_text,
    settings_rows,
    span_text,
)
from tilth_report.words import speaker

STATE_STYLES = {
    TournamentState.ENTRY: "yellow",
    TournamentState.RUNNING: "green",
    TournamentState.PAUSED: "yellow",
    TournamentState.CANCELLED: "red",
}
GAME_STYLES = {
    PairingState.RUNNING: "green",
    PairingState.ADJUDICATED: "yellow",
    PairingState.VOID: "red",
    PairingState.DUE: "dim",
}
SPARKS = "▁▂▃▄▅▆▇█"
SPARK_WIDTH = 16
CELL_SPACE = 2


def state_text(state: TournamentState) -> Text:
    name = (TournamentState(state).name or "unspecified").lower()
    return Text(speaker(spoken())(f"state.{name}"), style=STATE_STYLES.get(state, ""))


def list_table(found: Sequence[Tournament]) -> Table:
    columns = ("tournament", "state", "format", "entrants", "games_over", "created", "title")
    table = _table(*columns, left=("tournament", "state", "format", "created", "title"))
    table.columns[columns.index("title")].no_wrap = False
    for tournament in found:
        if tournament.settings is None:
            table.add_row(Text(tournament.id), Text(tournament.broken, style="red"), "", "", "", "", "")
            continue
        at = tournament.created_at.astimezone().strftime("%Y-%m-%d %H:%M") if tournament.created_at else ""
        table.add_row(
            Text(tournament.id),
            state_text(tournament.state),
            Text(format_name(tournament.settings, speaker(spoken()))),
            str(tournament.entrant_count),
            f"{tournament.games_over}/{tournament.game_count}",
            at,
            Text(tournament.settings.title),
        )
    return table


def tournament_text(tournament: Tournament) -> RenderableType:
    """All that is to know of a tournament, save how it stands."""
    settings = tournament.settings
    title = settings.title if settings else ""
    head = Text.assemble((tournament.id, "bold"), "  ", state_text(tournament.state), f"  {title}")
    rows = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    for name, value in settings_rows(tournament, speaker(spoken())):
        rows.add_row(Text(name[:1].lower() + name[1:], style="dim"), Text(value))
    told = {
        "round": _of(tournament.round, tournament.round_count),
        "games_over": _of(tournament.games_over, tournament.game_count),
        "games_running": str(tournament.games_running or ""),
        "held_up": tournament.held_up,
        "cancelled": tournament.cancelled,
        "commitment": tournament.seed_commitment.hex(),
        "seed": tournament.seed.hex(),
        "seed_given": say("show.seed_given") if tournament.seed_given else "",
    }
    for name, value in told.items():
        if value:
            rows.add_row(Text(say(f"tournament.{name}"), style="dim"), Text(value))
    entrants = Text(", ").join(
        Text(entrant.player_name, style="dim strike" if entrant.withdrawn else "")
        for entrant in tournament.entrants
    )
    rows.add_row(Text(say("tournament.entrants"), style="dim"), entrants)
    return Group(head, rows)


def _of(number: int, of: int) -> str:
    return f"{number}/{of}" if of else str(number or "")


def standings_table(found: GetStandingsResponse, most: int = 0) -> Table:
    """`most` rows at most; 0 shows all."""
    shown = found.standings[:most] if most else found.standings
    staged = any(standing.stage for standing in found.standings)
    byes = any(standing.byes for standing in found.standings)
    forfeits = any(standing.forfeits for standing in found.standings)
    names = ["place", "player", *(["stage"] if staged else []), "points", "games", "won_drawn_lost"]
    names += [*(["forfeits"] if forfeits else []), *(["byes"] if byes else [])]
    table = _table(*names, left=("player", "stage"))
    for tie_break in found.tie_breaks:
        name = (TieBreak(tie_break).name or "unspecified").lower()
        table.add_column(say(f"tie_short.{name}"), justify="right", no_wrap=True)
    for name in ("mean_score", "elo", "margin"):
        table.add_column(say(f"tournament.column.{name}"), justify="right", no_wrap=True)
    for standing in shown:
        table.add_row(*_standing(standing, staged, forfeits, byes))
    return table


def _standing(standing: Standing, staged: bool, forfeits: bool, byes: bool) -> list[Text | str]:
    played = standing.games > 0
    return [
        str(standing.place),
        Text(
            standing.player_name,
            style="dim strike" if standing.withdrawn else "bold" if standing.place == 1 else "",
        ),
        *([Text(standing.stage)] if staged else []),
        number_text(standing.points),
        str(standing.games),
        f"{standing.wins}-{standing.draws}-{standing.losses}",
        *([str(standing.forfeits)] if forfeits else []),
        *([str(standing.byes)] if byes else []),
        *map(number_text, standing.tie_breaks),
        f"{standing.mean_score:.1f}",
        elo_text(standing.elo) if played else "",
        margin_text(standing.elo_margin) if played else "",
    ]


def seats_text(found: GetStandingsResponse) -> Text:
    """How often each seat won, with the interval that this leaves open."""
    lines = []
    for record in found.seats:
        if record.games:
            part = share(record.wins, record.games)
            line = say(
                "tournament.seat_wins",
                wins=record.wins,
                games=record.games,
                share=f"{part.value:.0%}",
                low=f"{part.low:.0%}",
                high=f"{part.high:.0%}",
            )
            lines.append(Text.assemble((f"{seat_mark(record.seat)} ", seat_style(record.seat)), line))
    return Text("\n").join(lines)


def duel_text(duel: Duel, first: str, second: str) -> Text:
    text = Text.assemble((first, "bold"), " – ", (second, "bold"), "  ")
    text.append(say("tournament.duel_score", wins=duel.wins, draws=duel.draws, losses=duel.losses))
    elo = say(
        "tournament.duel_elo",
        elo=elo_text(duel.elo),
        low=elo_text(duel.elo_low),
        high=elo_text(duel.elo_high),
        superiority=f"{duel.superiority:.1%}",
    )
    text.append(f"\n{elo}")
    if duel.sprt is not None:
        decision = (SprtDecision(duel.sprt.decision).name or "unspecified").lower()
        sprt = say(
            "tournament.sprt",
            ratio=f"{duel.sprt.log_likelihood_ratio:.2f}",
            low=f"{duel.sprt.lower_bound:.2f}",
            high=f"{duel.sprt.upper_bound:.2f}",
            decision=speaker(spoken())(f"sprt.{decision}"),
        )
        text.append(f"\n{sprt}")
    return text


def crosstables(found: GetStandingsResponse, width: int) -> Iterator[Table]:
    """Points of the row against the column and games they met in; in parts that fit, where it is too wide."""
    names = {standing.entrant: standing.player_name for standing in found.standings}
    rows = found.crosstable
    cells = [[_cell(row, number, column) for column in range(len(rows))] for number, row in enumerate(rows)]
    cell_width = max((len(cell) for row in cells for cell in row), default=0) + CELL_SPACE
    name_width = (
        max((Text(name).cell_len for name in names.values()), default=0)
        + len(str(len(rows)))
        + 2 * CELL_SPACE
    )
    at_once = max(1, (width - name_width) // max(cell_width, len(str(len(rows))) + CELL_SPACE))
    for first in range(0, len(rows), at_once):
        table = Table(box=None, padding=(0, CELL_SPACE, 0, 0), header_style="dim")
        table.add_column("", justify="right", no_wrap=True)
        table.add_column(say("tournament.column.player"), no_wrap=True)
        for number in range(first, min(first + at_once, len(rows))):
            table.add_column(str(number + 1), justify="right", no_wrap=True)
        for number, row in enumerate(rows):
            shown = cells[number][first : first + at_once]
            table.add_row(str(number + 1), Text(names.get(row.entrant, "")), *map(Text, shown))
        yield table


def _cell(row: CrosstableRow, number: int, column: int) -> str:
    cell = row.cells[column]
    if number == column:
        return "·"
    return f"{number_text(cell.points)}/{cell.games}" if cell.games else ""


def games_table(games: Sequence[Pairing], tournament: Tournament) -> Table:
    names = {entrant.number: entrant.player_name for entrant in tournament.entrants}
    kinds = tournament.settings.games if tournament.settings else []
    mixed = len(kinds) > 1
    columns = [
        "number",
        "round",
        "table",
        *(["game"] if mixed else []),
        "seats",
        "state",
        "records",
        "duration",
        "match",
    ]
    table = _table(*columns, left=("game", "seats", "state", "match"))
    table.columns[columns.index("seats")].no_wrap = False
    for game in games:
        span = duration(game)
        name = (PairingState(game.state).name or "unspecified").lower()
        state = Text(speaker(spoken())(f"game_state.{name}"), style=GAME_STYLES.get(game.state, ""))
        if game.reason:
            state.append(f" ({game.reason})", style="dim")
        table.add_row(
            str(game.number),
            str(game.round),
            str(game.table),
            *([Text(game_text(kinds[game.game]))] if mixed else []),
            seats_of(game, names),
            state,
            str(game.record_count or ""),
            span_text(span, speaker(spoken())) if span is not None else "",
            Text(game.match_id),
        )
    return table


def seats_of(game: Pairing, names: Mapping[int, str]) -> Text:
    """Who sat where, with places and scores as far as there are any; winners in bold."""
    told = []
    for seat, entrant in enumerate(game.seats):
        text = Text.assemble((seat_mark(seat), seat_style(seat)), " ")
        place = game.result.places[seat] if game.result is not None else 0
        text.append(names.get(entrant, str(entrant)), style="bold" if place == 1 else "")
        if game.result is not None and place:
            text.append(f" {place}", style="dim")
            if seat < len(game.result.scores):
                text.append(f" ({game.result.scores[seat]})", style="dim")
        if seat in game.forfeits:
            text.append(" ×", style="red")
        told.append(text)
    return Text("  ").join(told)


def ratings_table(ratings: Sequence[Rating], history: bool) -> Table:
    columns = [
        "place",
        "player",
        "mu",
        "margin",
        "ordinal",
        "games",
        "wins",
        *(["history"] if history else []),
    ]
    table = _table(*columns, left=("player", "history"))
    for place, rating in enumerate(ratings, 1):
        table.add_row(
            str(place),
            Text(rating.player_name),
            f"{rating.mu:.2f}",
            f"± {Z * rating.sigma:.2f}",
            f"{rating.ordinal:.2f}",
            str(rating.games),
            str(rating.wins),
            *([Text(sparks([point.mu for point in rating.history]))] if history else []),
        )
    return table


def sparks(values: Sequence[float]) -> str:
    """A line of blocks, the lowest value as the lowest."""
    if not values:
        return ""
    step = max(1, math.ceil(len(values) / SPARK_WIDTH))
    kept = [*values[:-1:step], values[-1]]
    low, high = min(kept), max(kept)
    return "".join(SPARKS[round((value - low) / ((high - low) or 1) * (len(SPARKS) - 1))] for value in kept)


def _table(*columns: str, left: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in columns:
        table.add_column(
            say(f"tournament.column.{name}"), justify="left" if name in left else "right", no_wrap=True
        )
    return table
