"""The page: one file that asks for nothing else, readable in light and dark, on paper and without scripts."""

import hashlib
import importlib.resources
from collections.abc import Iterator

from tilth_dataclasses.tilth.v1 import TournamentState
from tilth_report import bracket, plots, tables
from tilth_report.canvas import Picture
from tilth_report.conduct import has_conduct, under_text, warnings
from tilth_report.figures import RowFigures, row_figures
from tilth_report.html import Markup, join, pairs, tag
from tilth_report.messages import Translate, translator
from tilth_report.texts import format_text, game_text, moment_text, settings_rows, span_text
from tilth_report.tournament_data import TournamentData

GAMES_OPEN = 60
"""The number of games from which on their list is folded."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy: the browser loads nothing for the page, even if the page refers to something."""


def page(data: TournamentData, language: str = "en") -> str:
    """Return the report of a tournament as one HTML page, with texts in this language."""
    tr = translator(language)
    title = data.settings.title or tr("page-untitled", id=data.tournament.id)
    head = join(
        [
            Markup('<meta charset="utf-8">'),
            Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
            Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            Markup('<meta name="color-scheme" content="light dark">'),
            tag("title", title),
            tag("style", Markup(_style())),
        ]
    )
    sections = list(_sections(data, tr))
    links = (tag("a", heading, href=f"#{name}") for name, heading, _ in sections)
    body = join(
        [
            tag("header", tag("h1", title), tag("p", _subtitle(data, tr)), pairs(_summary(data, tr))),
            tag("nav", *links),
            tag(
                "main",
                *(tag("section", tag("h2", heading), inside, id=name) for name, heading, inside in sections),
            ),
        ]
    )
    return f'<!doctype html>\n<html lang="{language}">{tag("head", head)}{tag("body", body)}</html>\n'


def _style() -> str:
    """Return the page's style sheet."""
    return importlib.resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")


def _subtitle(data: TournamentData, tr: Translate) -> str:
    """Return a line with the tournament's games and their settings, and its format."""
    games = ", ".join(game_text(game) for game in data.settings.game_setups)
    return f"{games} · {format_text(data.settings, tr)}"


def _summary(data: TournamentData, tr: Translate) -> list[tuple[str, str]]:
    """Return the names and values at the top of the page, such as state, leader and number of games; values that are
    empty are left out."""
    tournament = data.tournament
    state = TournamentState(tournament.state)
    counts = (
        f"{tournament.finished_pairings} / {tournament.pairing_count}"
        if tournament.pairing_count
        else str(tournament.finished_pairings)
    )
    rows = [
        ("state", tr(f"state-{(state.name or 'unspecified').lower()}")),
        ("leader", ", ".join(standing.player_name for standing in data.ranked if standing.place == 1)),
        ("entrants", str(len(tournament.entrants))),
        ("finished_pairings", counts),
        ("rounds", str(tournament.round or "")),
        ("started", moment_text(tournament.started_at)),
        ("ended", moment_text(tournament.ended_at)),
    ]
    if tournament.started_at is not None and tournament.ended_at is not None:
        rows.append(("lasted", span_text(tournament.ended_at - tournament.started_at, tr)))
    rows.append(("cancelled", tournament.cancel_reason))
    winner = "winner" if data.standings.finished else "leader"
    return [(tr(f"page-{winner if name == 'leader' else name}"), value) for name, value in rows if value]


def _sections(data: TournamentData, tr: Translate) -> Iterator[tuple[str, str, Markup]]:
    """Yield the id, the heading and the content of each section. Head-to-head, bracket and score rows are left out if
    there are none; the matrix is left out if there is no crosstable. Ratings and seats are left out in a benchmark."""
    yield "standings", tr("standings-title"), _standings(data, tr)
    if has_conduct(data.standings):
        yield "conduct", tr("conduct-title"), _conduct(data, tr)
    found = data.standings.head_to_head
    if found is not None and found.games:
        yield "duel", tr("duel-title"), tables.duel(data, found, tr)
    if data.standings.bracket:
        yield "bracket", tr("bracket-title"), _bracket(data, tr)
    if not data.is_benchmark:
        yield _drawn("ratings", tr("ratings-title"), plots.ratings_over_time(data, tr), tr)
        yield _drawn("final", tr("final-title"), plots.final_ratings(data, tr), tr)
    if data.standings.crosstable:
        yield _drawn("matrix", tr("matrix-title"), plots.score_matrix(data, tr), tr)
    if not data.is_benchmark:
        name, heading, picture = _drawn("seats", tr("seats-title"), plots.seat_scores(data, tr), tr)
        yield name, heading, join([picture, tables.seats(data, tr)]) if data.counted else picture
    rows = row_figures(data)
    if rows:
        yield "rows", tr("rows-title"), join(_score_rows(data, figures, tr) for figures in rows)
    yield _drawn("lengths", tr("lengths-title"), plots.match_lengths(data, tr), tr)
    yield (
        "crosstable",
        tr("crosstable-title"),
        _crosstable(data, tr),
    )
    yield "games", tr("games-title"), _games(data, tr)
    yield "settings", tr("settings-title"), pairs(settings_rows(data.tournament, tr))
    yield "seed", tr("seed-title"), _seed(data, tr)


def _conduct(data: TournamentData, tr: Translate) -> Markup:
    """Return the table of how the entrants played, a line for each build and rules that were played under, and warnings
    if they differ."""
    lines = [tag("p", under_text(under, tr), class_="faint") for under in data.standings.played_under]
    lines += [tag("p", tag("b", warning)) for warning in warnings(data.standings, tr)]
    return join([tables.conduct(data, tr), tag("p", tr("conduct-caption"), class_="faint"), *lines])


def _crosstable(data: TournamentData, tr: Translate) -> Markup:
    """Return the crosstable with a caption, or a note if the tournament has none."""
    if not data.standings.crosstable:
        return tag("p", tr("crosstable-none"), class_="faint")
    caption = tr("crosstable-benchmark" if data.is_benchmark else "crosstable-caption")
    return join([tag("p", caption, class_="faint"), tables.crosstable(data, tr)])


def _bracket(data: TournamentData, tr: Translate) -> Markup:
    """Return the drawing of the knockout, which scrolls if it is wide, with a caption below it."""
    drawn = tag("div", bracket.drawing(data.standings, data.names, tr), class_="wide")
    return join([drawn, tag("p", tr("bracket-caption"), class_="faint")])


def _standings(data: TournamentData, tr: Translate) -> Markup:
    """Return the table of standings with a caption below it."""
    caption = tr("standings-benchmark" if data.is_benchmark else "standings-caption")
    return join([tables.standings(data, tr), tag("p", caption, class_="faint")])


def _drawn(name: str, heading: str, picture: Picture | None, tr: Translate) -> tuple[str, str, Markup]:
    """Return the id, the heading and the content of a section with a plot; the content is a note if there is no plot
    yet."""
    if picture is None:
        return name, heading, tag("p", tr("page-nothing_yet"), class_="faint")
    svg = Markup(picture.svg.replace("<svg", f'<svg role="img" aria-label="{heading}"', 1))
    return name, heading, tag("figure", svg, tag("figcaption", picture.caption))


def _score_rows(data: TournamentData, figures: RowFigures, tr: Translate) -> Markup:
    """Return the table of mean points by row of the score sheet for one setup, with a heading if there are several
    setups."""
    kinds = data.settings.game_setups
    heading = [tag("h3", game_text(kinds[figures.game]))] if len(kinds) > 1 else []
    caption = tag("p", tr("rows-caption", matches=figures.matches), class_="faint")
    return join([*heading, tables.score_rows(data, figures, tr), caption])


def _games(data: TournamentData, tr: Translate) -> Markup:
    """Return the table of games in an element that can be folded, and is folded at first if there are more than
    GAMES_OPEN."""
    listed = tables.games(data, tr)
    summary = tag("summary", tr("games-count", count=len(data.games)))
    if len(data.games) > GAMES_OPEN:
        return tag("details", summary, listed)
    return tag("details", summary, listed, open="")


def _seed(data: TournamentData, tr: Translate) -> Markup:
    """Return the seed's commitment and, when the seed has been published, the seed with a sentence on whether its hash
    is the commitment."""
    tournament = data.tournament
    rows: list[tuple[str, str]] = [(tr("seed-commitment"), tag("code", tournament.seed_commitment.hex()))]
    if tournament.seed_given:
        rows.append((tr("seed-given"), tr("seed-given_by")))
    if tournament.seed:
        rows.append((tr("seed-seed"), tag("code", tournament.seed.hex())))
        holds = hashlib.sha256(tournament.seed).digest() == tournament.seed_commitment
        return join([tag("p", tr("seed-holds" if holds else "seed-broken")), pairs(rows)])
    return join([tag("p", tr("seed-later")), pairs(rows)])
