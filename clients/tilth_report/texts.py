"""A tournament's settings and figures in words, for the page and for the terminal alike."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from betterproto2 import Message, which_one_of

from tilth_dataclasses.tilth.v1 import (
    Benchmark,
    ClockSettings,
    EntryRule,
    ForfeitCause,
    GameSetup,
    Gauntlet,
    Groups,
    Knockout,
    Ladder,
    Pairing,
    PairingState,
    RoundRobin,
    Series,
    Sprt,
    Swiss,
    TieBreak,
    TimeoutRule,
    Tournament,
    TournamentSettings,
)
from tilth_report.messages import Translate

FORMATS: dict[str, type[Message]] = {
    "round_robin": RoundRobin,
    "swiss": Swiss,
    "knockout": Knockout,
    "groups": Groups,
    "ladder": Ladder,
    "series": Series,
    "gauntlet": Gauntlet,
    "benchmark": Benchmark,
}
"""The messages of the formats, by the names of their fields in TournamentSettings."""
USUAL_AT_ONCE = 64
USUAL_ABSENCE_MS = 60_000
USUAL_RISK = 0.05
USUAL_DEALS = 100


def format_text(settings: TournamentSettings, tr: Translate) -> str:
    """Return the name of the tournament's format with its settings, separated by commas: "Swiss, rounds: 9"."""
    _, chosen = which_one_of(settings, "format")
    return ", ".join([format_name(settings, tr), *_details(chosen, tr)])


def format_name(settings: TournamentSettings, tr: Translate) -> str:
    """Return the name of a tournament's format; a knockout with two lives has a name of its own."""
    name, chosen = which_one_of(settings, "format")
    if isinstance(chosen, Knockout):
        name = "knockout_double" if chosen.lives > 1 else "knockout"
    return tr(f"format-{name or 'none'}")


def _details(chosen: Message | None, tr: Translate) -> Iterator[str]:
    """Yield the settings of a tournament's format as texts, such as its rounds, games, duration or test."""
    match chosen:
        case RoundRobin():
            yield tr("format-cycles", count=chosen.cycles or 1)
        case Gauntlet():
            yield tr("format-challengers", count=chosen.challengers or 1)
            yield tr("format-cycles", count=chosen.cycles or 1)
        case Benchmark():
            yield tr("format-deals", count=chosen.deals or USUAL_DEALS)
        case Swiss() if chosen.rounds:
            yield tr("format-rounds", count=chosen.rounds)
        case Groups():
            yield from _groups(chosen, tr)
        case Knockout() if chosen.max_further_sets:
            yield tr("format-further", count=chosen.max_further_sets)
        case Ladder() | Series() if chosen.games:
            yield tr("format-games", count=chosen.games)
    if isinstance(chosen, Ladder) and chosen.duration_ms:
        yield span_text(timedelta(milliseconds=chosen.duration_ms), tr)
    if isinstance(chosen, Series) and chosen.sprt is not None:
        yield sprt_text(chosen.sprt, tr)


def _groups(chosen: Groups, tr: Translate) -> Iterator[str]:
    """Yield the settings of a group stage as texts: groups, advancing entrants, cycles, whether the knockout is
    double, and its further sets."""
    if chosen.groups:
        yield tr("format-groups_count", count=chosen.groups)
    yield tr("format-advance", count=chosen.advance or 2)
    yield tr("format-cycles", count=chosen.cycles or 1)
    if chosen.lives > 1:
        yield tr("format-double")
    if chosen.max_further_sets:
        yield tr("format-further", count=chosen.max_further_sets)


def sprt_text(sprt: Sprt, tr: Translate) -> str:
    """Return the hypotheses and error probabilities of a sequential test as text; probabilities that are not set are
    shown as USUAL_RISK."""
    alpha, beta = sprt.alpha or USUAL_RISK, sprt.beta or USUAL_RISK
    return tr(
        "format-sprt", elo0=f"{sprt.elo0:g}", elo1=f"{sprt.elo1:g}", alpha=f"{alpha:g}", beta=f"{beta:g}"
    )


def settings_rows(tournament: Tournament, tr: Translate) -> list[tuple[str, str]]:
    """Return the name and the value of each setting, default values included; settings without a value are left out."""
    settings = tournament.settings or TournamentSettings()
    rotates = settings.rotate is not False
    rows = {
        "format": format_text(settings, tr),
        "games": "; ".join(game_text(game) for game in settings.game_setups),
        "table_seats": str(settings.table_seats),
        "rotate": tr("settings-rotates" if rotates else "settings-balances"),
        "duplicate": tr("settings-same_deal" if settings.duplicate else "settings-own_deal"),
        "sets": str(settings.sets or 1),
        "clock": clock_text(settings.clock, tr),
        "absence": tr(
            "settings-absent", seconds=f"{(settings.absence_timeout_ms or USUAL_ABSENCE_MS) / 1000:g}"
        ),
        "entry": tr("settings-by_invitation" if settings.entry is EntryRule.INVITATION else "settings-open"),
        "entry_closes": moment_text(settings.entry_closes_at),
        "entrants": _bounds(settings),
        "tie_breaks": ", ".join(tie_break_text(each, tr) for each in settings.tie_breaks)
        or tr("settings-usual_tie_breaks"),
        "at_once": str(settings.max_running_pairings or USUAL_AT_ONCE),
        "per_entrant": str(settings.games_per_entrant or ""),
    }
    return [(tr(f"settings-{name}"), value) for name, value in rows.items() if value]


def game_text(game: GameSetup) -> str:
    """Return a game's name with the options that it is set up with: "agricola name=value"."""
    return " ".join([game.game, *(f"{name}={value}" for name, value in sorted(game.settings.items()))])


def clock_text(clock: ClockSettings | None, tr: Translate) -> str:
    """Return clock settings as text: the times for a decision, the bank and the increment in seconds, and what happens
    when time runs out."""
    if clock is None or not (clock.decision_ms or clock.bank_ms):
        return tr("settings-no_clock")
    rule = "resign" if clock.on_timeout is TimeoutRule.RESIGN else "default"
    return tr(
        f"settings-clock_{rule}",
        decision=f"{clock.decision_ms / 1000:g}",
        bank=f"{clock.bank_ms / 1000:g}",
        increment=f"{clock.increment_ms / 1000:g}",
    )


def tie_break_text(tie_break: TieBreak, tr: Translate) -> str:
    """Return the name of a tie-break in the report's language."""
    return tr(f"tie_break-{(TieBreak(tie_break).name or 'unspecified').lower()}")


def _bounds(settings: TournamentSettings) -> str:
    """Return the allowed number of entrants as text: "2 – 16", "≥ 4", or "" without bounds."""
    return (
        f"{settings.min_entrants or 2} – {settings.max_entrants}"
        if settings.max_entrants
        else (f"≥ {settings.min_entrants}" if settings.min_entrants else "")
    )


def moment_text(at: datetime | None) -> str:
    """Return a time in UTC; an empty text for None."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if at else ""


def span_text(span: timedelta, tr: Translate) -> str:
    """Return a span of time in two units at most: "1 h 5 min"."""
    seconds = span.total_seconds()
    if seconds < 60:
        return tr("span-seconds", seconds=f"{seconds:.3g}")
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return tr("span-minutes", minutes=minutes, seconds=rest)
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return tr("span-hours", hours=hours, minutes=minutes)
    return tr("span-days", days=hours // 24, hours=hours % 24)


def number_text(value: float) -> str:
    """Return points as text: 7, 7.5, 7.33."""
    return f"{round(value, 2):g}" if math.isfinite(value) else ("∞" if value > 0 else "-∞")


def elo_text(value: float) -> str:
    """Return an Elo difference with its sign."""
    return f"{round(value):+d}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")


def margin_text(reach: float) -> str:
    """Return the half-width of an interval as text; `± ∞` if it is infinite."""
    return f"± {reach:.0f}" if math.isfinite(reach) else "± ∞"


def score_margin_text(reach: float) -> str:
    """Return the half-width of an interval of scores as text, with a digit after the point."""
    return f"± {reach:.1f}" if math.isfinite(reach) else "± ∞"


def reason_text(game: Pairing, tr: Translate) -> str:
    """Return the reason for a game's end: the forfeits with their causes in the reader's language, or the server's text
    if the game has no causes or was adjudicated."""
    if not game.forfeit_causes or game.state is PairingState.ADJUDICATED:
        return game.reason
    forfeits = "; ".join(
        tr(f"forfeit-{(ForfeitCause(each.cause).name or 'unspecified').lower()}", seat=each.seat)
        + (f" ({each.detail})" if each.detail else "")
        for each in game.forfeit_causes
    )
    return tr("forfeit-all", seats=forfeits) if game.state is PairingState.VOID else forfeits
