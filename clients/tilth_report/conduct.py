"""The conduct of entrants: the version of their program, their thinking times, and their forfeits by cause; and the
builds and rules that the matches were played under."""

from collections.abc import Iterator

from tilth_dataclasses.tilth.v1 import ForfeitCause, GetStandingsResponse, PlayedUnder, Standing, ThinkingTime
from tilth_report.catalogue import Translate
from tilth_report.columns import Column

CAUSES = tuple(ForfeitCause)
NO_TIMES = ThinkingTime()


def _times(one: Standing) -> ThinkingTime:
    """Return the thinking times of an entrant; without answers if none are known."""
    return one.thinking or NO_TIMES


def seconds_text(ms: float) -> str:
    """Return a time in seconds, with as many digits as it needs: 0.004, 1.25, 61."""
    seconds = ms / 1000
    return f"{seconds:.0f}" if seconds >= 60 else f"{seconds:.3g}" if seconds >= 1 else f"{seconds:.3f}"


def _time_column(name: str) -> Column[Standing]:
    """Return the column of one thinking time, in milliseconds for machines and in seconds for people."""

    def value(one: Standing) -> float | None:
        times = _times(one)
        return getattr(times, name) if times.answers else None

    def text(one: Standing) -> str:
        return "" if (found := value(one)) is None else seconds_text(found)

    return Column(name, value, text)


def _cause_column(cause: ForfeitCause) -> Column[Standing]:
    """Return the column with the number of an entrant's forfeits for one cause."""
    name = f"forfeits_{(cause.name or 'unspecified').lower()}"

    def count(one: Standing) -> int:
        return sum(each.games for each in one.forfeit_causes if each.cause == cause)

    return Column(name, count, lambda one: str(count(one) or ""), is_optional=True)


CONDUCT: tuple[Column[Standing], ...] = (
    Column("version", is_left=True, is_optional=True),
    Column("answers", lambda one: _times(one).answers, is_optional=True),
    _time_column("mean_ms"),
    _time_column("p99_ms"),
    _time_column("longest_ms"),
    Column(
        "timeouts",
        lambda one: _times(one).timeouts,
        lambda one: str(_times(one).timeouts or ""),
        is_optional=True,
    ),
    *map(_cause_column, CAUSES),
)
"""The columns of an entrant's conduct: all of them are in CSV, in this order."""


def has_conduct(found: GetStandingsResponse) -> bool:
    """Return whether anything is known of how the entrants played."""
    return any(one.version or one.forfeit_causes or _times(one).answers for one in found.standings)


def build_text(builds: list[str], tr: Translate) -> str:
    """Return the builds that ran while a match was played, in order."""
    return " → ".join(build or tr("under-unknown") for build in builds)


def under_text(under: PlayedUnder, tr: Translate) -> str:
    """Return a line about matches that were played under the same builds and rules."""
    rules = str(under.rules_version) if under.rules_version else tr("under-unknown")
    return tr(
        "under-line",
        games=under.games,
        game=under.game,
        rules=rules,
        build=build_text(under.builds, tr) or tr("under-unknown"),
    )


def warnings(found: GetStandingsResponse, tr: Translate) -> Iterator[str]:
    """Yield a warning for each thing that differs between matches and may make results incomparable: the build of the
    server, the rules of a game, the version of an entrant's program."""
    if len({tuple(under.builds) for under in found.played_under}) > 1:
        yield tr("under-builds_differ")
    rules: dict[str, set[int]] = {}
    for under in found.played_under:
        rules.setdefault(under.game, set()).add(under.rules_version)
    for game, versions in rules.items():
        if len(versions) > 1:
            yield tr("under-rules_differ", game=game)
    for one in found.standings:
        if one.earlier_versions:
            stated = ", ".join([*one.earlier_versions, one.version])
            yield tr("under-versions_differ", player=one.player_name, versions=stated)
