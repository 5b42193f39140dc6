"""The page: one file that asks for nothing else, readable in light and dark, on paper and without scripts."""

import hashlib
import importlib.resources
from collections.abc import Iterator

from tilth_dataclasses.tilth.v1 import TournamentState
from tilth_report import plots, tables
from tilth_report.canvas import Picture
from tilth_report.contest import Contest
from tilth_report.html import Markup, join, pairs, tag
from tilth_report.telling import format_text, game_text, moment_text, settings_rows, span_text
from tilth_report.words import Say, speaker

GAMES_OPEN = 60
"""A longer list of games is folded up."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Whatever stood in the page by mistake: the browser would load nothing for it."""


def page(contest: Contest, language: str = "en") -> str:
    say = speaker(language)
    title = contest.settings.title or say("page.untitled", id=contest.tournament.id)
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
    sections = list(_sections(contest, say))
    links = (tag("a", heading, href=f"#{name}") for name, heading, _ in sections)
    body = join(
        [
            tag("header", tag("h1", title), tag("p", _subtitle(contest, say)), pairs(_summary(contest, say))),
            tag("nav", *links),
            tag(
                "main",
                *(tag("section", tag("h2", heading), inside, id=name) for name, heading, inside in sections),
            ),
        ]
    )
    return f'<!doctype html>\n<html lang="{language}">{tag("head", head)}{tag("body", body)}</html>\n'


def _style() -> str:
    return importlib.resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")


def _subtitle(contest: Contest, say: Say) -> str:
    games = ", ".join(game_text(game) for game in contest.settings.games)
    return f"{games} · {format_text(contest.settings, say)}"


def _summary(contest: Contest, say: Say) -> list[tuple[str, str]]:
    told = contest.tournament
    state = TournamentState(told.state)
    counts = f"{told.games_over} / {told.game_count}" if told.game_count else str(told.games_over)
    rows = [
        ("state", say(f"state.{(state.name or 'unspecified').lower()}")),
        ("leader", ", ".join(standing.player_name for standing in contest.ranked if standing.place == 1)),
        ("entrants", str(len(told.entrants))),
        ("games_over", counts),
        ("rounds", str(told.round or "")),
        ("started", moment_text(told.started_at)),
        ("ended", moment_text(told.ended_at)),
    ]
    if told.started_at is not None and told.ended_at is not None:
        rows.append(("lasted", span_text(told.ended_at - told.started_at, say)))
    rows.append(("cancelled", told.cancelled))
    winner = "winner" if contest.standings.finished else "leader"
    return [(say(f"page.{winner if name == 'leader' else name}"), value) for name, value in rows if value]


def _sections(contest: Contest, say: Say) -> Iterator[tuple[str, str, Markup]]:
    """Name, heading and content of each."""
    yield "standings", say("standings.title"), _standings(contest, say)
    found = contest.standings.duel
    if found is not None and found.games:
        yield "duel", say("duel.title"), tables.duel(contest, found, say)
    yield _drawn("ratings", say("ratings.title"), plots.ratings_over_time(contest, say), say)
    yield _drawn("final", say("final.title"), plots.final_ratings(contest, say), say)
    if contest.standings.crosstable:
        yield _drawn("matrix", say("matrix.title"), plots.score_matrix(contest, say), say)
    name, heading, picture = _drawn("seats", say("seats.title"), plots.seat_scores(contest, say), say)
    yield name, heading, join([picture, tables.seats(contest, say)]) if contest.counted else picture
    yield _drawn("lengths", say("lengths.title"), plots.match_lengths(contest, say), say)
    yield (
        "crosstable",
        say("crosstable.title"),
        _crosstable(contest, say),
    )
    yield "games", say("games.title"), _games(contest, say)
    yield "settings", say("settings.title"), pairs(settings_rows(contest.tournament, say))
    yield "seed", say("seed.title"), _seed(contest, say)


def _crosstable(contest: Contest, say: Say) -> Markup:
    if not contest.standings.crosstable:
        return tag("p", say("crosstable.none"), class_="faint")
    return join([tag("p", say("crosstable.caption"), class_="faint"), tables.crosstable(contest, say)])


def _standings(contest: Contest, say: Say) -> Markup:
    return join([tables.standings(contest, say), tag("p", say("standings.caption"), class_="faint")])


def _drawn(name: str, heading: str, picture: Picture | None, say: Say) -> tuple[str, str, Markup]:
    if picture is None:
        return name, heading, tag("p", say("page.nothing_yet"), class_="faint")
    svg = Markup(picture.svg.replace("<svg", f'<svg role="img" aria-label="{heading}"', 1))
    return name, heading, tag("figure", svg, tag("figcaption", picture.caption))


def _games(contest: Contest, say: Say) -> Markup:
    listed = tables.games(contest, say)
    summary = tag("summary", say("games.count", count=len(contest.games)))
    if len(contest.games) > GAMES_OPEN:
        return tag("details", summary, listed)
    return tag("details", summary, listed, open="")


def _seed(contest: Contest, say: Say) -> Markup:
    told = contest.tournament
    rows: list[tuple[str, str]] = [(say("seed.commitment"), tag("code", told.seed_commitment.hex()))]
    if told.seed_given:
        rows.append((say("seed.given"), say("seed.given_by")))
    if told.seed:
        rows.append((say("seed.seed"), tag("code", told.seed.hex())))
        holds = hashlib.sha256(told.seed).digest() == told.seed_commitment
        return join([tag("p", say("seed.holds" if holds else "seed.broken")), pairs(rows)])
    return join([tag("p", say("seed.later")), pairs(rows)])
