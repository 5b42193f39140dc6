"""A tournament's settings and figures in words, for the page and for the terminal alike."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from betterproto2 import Message, which_one_of

from tilth_dataclasses.tilth.v1 import (
    ClockSettings,
    EntryRule,
    Groups,
    Knockout,
    Ladder,
    RoundRobin,
    Series,
    Sprt,
    Swiss,
    TieBreak,
    TimeoutRule,
    Tournament,
    TournamentGame,
    TournamentSettings,
)
from tilth_report.words import Say

FORMATS: dict[str, type[Message]] = {
    "round_robin": RoundRobin,
    "swiss": Swiss,
    "knockout": Knockout,
    "groups": Groups,
    "ladder": Ladder,
    "series": Series,
}
"""By the names of their fields in TournamentSettings."""
USUAL_AT_ONCE = 64
USUAL_ABSENCE_MS = 60_000
USUAL_RISK = 0.05


def format_text(settings: TournamentSettings, say: Say) -> str:
    """As "Swiss, rounds: 9"."""
    _, chosen = which_one_of(settings, "format")
    return ", ".join([format_name(settings, say), *_details(chosen, say)])


def format_name(settings: TournamentSettings, say: Say) -> str:
    name, chosen = which_one_of(settings, "format")
    if isinstance(chosen, Knockout):
        name = "knockout_double" if chosen.lives > 1 else "knockout"
    return say(f"format.{name or 'none'}")


def _details(chosen: Message | None, say: Say) -> Iterator[str]:
    match chosen:
        case RoundRobin():
            yield say("format.cycles", count=chosen.cycles or 1)
        case Swiss() if chosen.rounds:
            yield say("format.rounds", count=chosen.rounds)
        case Groups():
            yield from _groups(chosen, say)
        case Ladder() | Series() if chosen.games:
            yield say("format.games", count=chosen.games)
    if isinstance(chosen, Ladder) and chosen.duration_ms:
        yield span_text(timedelta(milliseconds=chosen.duration_ms), say)
    if isinstance(chosen, Series) and chosen.sprt is not None:
        yield sprt_text(chosen.sprt, say)


def _groups(chosen: Groups, say: Say) -> Iterator[str]:
    if chosen.groups:
        yield say("format.groups_count", count=chosen.groups)
    yield say("format.advance", count=chosen.advance or 2)
    yield say("format.cycles", count=chosen.cycles or 1)
    if chosen.lives > 1:
        yield say("format.double")


def sprt_text(sprt: Sprt, say: Say) -> str:
    alpha, beta = sprt.alpha or USUAL_RISK, sprt.beta or USUAL_RISK
    return say(
        "format.sprt", elo0=f"{sprt.elo0:g}", elo1=f"{sprt.elo1:g}", alpha=f"{alpha:g}", beta=f"{beta:g}"
    )


def settings_rows(tournament: Tournament, say: Say) -> list[tuple[str, str]]:
    """What each setting is called, and what it is; the usual ones are told, too."""
    settings = tournament.settings or TournamentSettings()
    rotates = settings.rotate is not False
    rows = {
        "format": format_text(settings, say),
        "games": "; ".join(game_text(game) for game in settings.games),
        "table_seats": str(settings.table_seats),
        "rotate": say("settings.rotates" if rotates else "settings.balances"),
        "duplicate": say("settings.same_deal" if settings.duplicate else "settings.own_deal"),
        "sets": str(settings.sets or 1),
        "clock": clock_text(settings.clock, say),
        "absence": say("settings.absent", seconds=f"{(settings.absence_ms or USUAL_ABSENCE_MS) / 1000:g}"),
        "entry": say("settings.by_invitation" if settings.entry is EntryRule.INVITATION else "settings.open"),
        "entry_closes": moment_text(settings.entry_closes_at),
        "entrants": _bounds(settings),
        "tie_breaks": ", ".join(tie_break_text(each, say) for each in settings.tie_breaks)
        or say("settings.usual_tie_breaks"),
        "at_once": str(settings.games_at_once or USUAL_AT_ONCE),
    }
    return [(say(f"settings.{name}"), value) for name, value in rows.items() if value]


def game_text(game: TournamentGame) -> str:
    return " ".join([game.game, *(f"{name}={value}" for name, value in sorted(game.settings.items()))])


def clock_text(clock: ClockSettings | None, say: Say) -> str:
    if clock is None or not (clock.decision_ms or clock.bank_ms):
        return say("settings.no_clock")
    rule = "resign" if clock.on_timeout is TimeoutRule.RESIGN else "default"
    return say(
        f"settings.clock_{rule}",
        decision=f"{clock.decision_ms / 1000:g}",
        bank=f"{clock.bank_ms / 1000:g}",
        increment=f"{clock.increment_ms / 1000:g}",
    )


def tie_break_text(tie_break: TieBreak, say: Say) -> str:
    return say(f"tie_break.{(TieBreak(tie_break).name or 'unspecified').lower()}")


def _bounds(settings: TournamentSettings) -> str:
    return (
        f"{settings.least_entrants or 2} – {settings.most_entrants}"
        if settings.most_entrants
        else (f"≥ {settings.least_entrants}" if settings.least_entrants else "")
    )


def moment_text(at: datetime | None) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if at else ""


def span_text(span: timedelta, say: Say) -> str:
    """Two units at most: "1 h 5 min"."""
    seconds = span.total_seconds()
    if seconds < 60:
        return say("span.seconds", seconds=f"{seconds:.3g}")
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return say("span.minutes", minutes=minutes, seconds=rest)
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return say("span.hours", hours=hours, minutes=minutes)
    return say("span.days", days=hours // 24, hours=hours % 24)


def number_text(value: float) -> str:
    """Points: 7, 7.5, 7.33."""
    return f"{round(value, 2):g}" if math.isfinite(value) else ("∞" if value > 0 else "-∞")


def elo_text(value: float) -> str:
    return f"{round(value):+d}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")


def margin_text(reach: float) -> str:
    """The half-width of an interval; where there is none, nothing."""
    return f"± {reach:.0f}" if math.isfinite(reach) else "± ∞"
