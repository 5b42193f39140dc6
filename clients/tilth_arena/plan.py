"""The plan of an arena: the terms that a person gives, and the tournament that follows from them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.json_format import MessageToDict, ParseDict

from tilth.v1 import record_pb2, tournaments_pb2
from tilth_arena.limits import Limits
from tilth_arena.programs import Kind, Program, program

MAX_NAME_LENGTH: Final = 36
"""Letters of a name that nobody has chosen; the server takes 40, and a number may follow."""
NAME_AND_SPEC: Final = re.compile(r"(?P<name>[\w. -]+)=(?P<spec>.+)")
GRACE_MS: Final = 5_000
"""The match's clock is for bots that speak gRPC by themselves, and for a supervisor that is gone; the others are
measured here, without the way to the server."""
ABSENCE_MS: Final = 600_000
"""The absence timeout of the tournament. It is long, since the arena serves all its bots as long as it runs."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """A tournament as a person describes it. The server chooses every setting that is 0 or empty."""

    format: str = "round-robin"
    games: tuple[str, ...] = ("petrichor",)
    options: Mapping[str, str] | None = None
    seats: int = 2
    cycles: int = 0
    challengers: int = 0
    """The number of the first bots that play a gauntlet against all others."""
    deals: int = 0
    """The number of deals of a benchmark."""
    rounds: int = 0
    groups: int = 0
    advance: int = 0
    length: int = 0
    """The number of games of a ladder or a series."""
    sets: int = 0
    further_sets: int = 0
    """The number of sets that an undecided table of a knockout plays beyond `sets`, at most."""
    rotate: bool = True
    duplicate: bool = False
    sprt: tuple[float, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    title: str = ""
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class Player:
    """One bot in the arena, and its name there."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class Plan:
    """The data from which an arena can be resumed: its players, the tournament's settings, the limits of bots, the seed
    for their random choices, and the request id with which the tournament is created."""

    players: tuple[Player, ...]
    directory: str
    """The folder in which the arena was begun, and in which its bots are started."""
    settings: tournaments_pb2.TournamentSettings
    limits: Limits
    seed: int
    request_id: str

    def as_plain(self) -> dict[str, Any]:
        """Return the plan as a dictionary for JSON."""
        return {
            "players": [
                {
                    "name": player.name,
                    "spec": player.program.spec,
                    "kind": player.program.kind,
                    "words": player.program.words,
                }
                for player in self.players
            ],
            "directory": self.directory,
            "settings": MessageToDict(self.settings, preserving_proto_field_name=True),
            "limits": self.limits.as_plain(),
            "seed": self.seed,
            "request_id": self.request_id,
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Plan":
        """Return the plan from a dictionary that `as_plain` made."""
        return cls(
            tuple(
                Player(one["name"], Program(Kind(one["kind"]), tuple(one["words"]), one["spec"]))
                for one in plain["players"]
            ),
            plain["directory"],
            _settings_of(plain["settings"]),
            Limits.from_plain(plain["limits"]),
            plain["seed"],
            plain["request_id"],
        )


EARLIER_NAMES: Final = {
    "games": "game_setups",
    "invited_ids": "invited_player_ids",
    "least_entrants": "min_entrants",
    "most_entrants": "max_entrants",
    "games_at_once": "max_running_pairings",
    "absence_ms": "absence_timeout_ms",
}
"""Fields of settings by the names that they have in folders of earlier builds."""


def _settings_of(plain: Mapping[str, Any]) -> tournaments_pb2.TournamentSettings:
    """Return tournament settings from a dictionary of this build or of an earlier one, whose fields had other names."""
    fields = {EARLIER_NAMES.get(name, name): value for name, value in plain.items()}
    if "patience_ms" in (ladder := fields.get("ladder", {})):
        fields["ladder"] = {**ladder, "widen_after_ms": ladder["patience_ms"]}
        del fields["ladder"]["patience_ms"]
    return ParseDict(fields, tournaments_pb2.TournamentSettings())


def tournament_settings(
    terms: TournamentTerms, limits: Limits, max_running: int, entrants: int
) -> tournaments_pb2.TournamentSettings:
    """Return the terms as the schema's settings, for `entrants` bots and at most `max_running` games at once. A limit
    on an answer's time becomes the match's clock, with GRACE_MS more. The server checks the settings."""
    settings = tournaments_pb2.TournamentSettings(
        title=terms.title,
        game_setups=[
            tournaments_pb2.GameSetup(game=game, settings=terms.options or {}) for game in terms.games
        ],
        table_seats=1 if terms.format == "benchmark" else terms.seats,
        rotate=terms.rotate,
        duplicate=terms.duplicate,
        sets=terms.sets,
        entry=tournaments_pb2.ENTRY_RULE_INVITATION,
        max_entrants=entrants,
        tie_breaks=[_tie_break(name) for name in terms.tie_breaks],
        max_running_pairings=max_running,
        absence_timeout_ms=ABSENCE_MS,
        seed=terms.seed,
    )
    if limits.answer:
        settings.clock.CopyFrom(
            record_pb2.ClockSettings(
                decision_ms=round(limits.answer * 1000) + GRACE_MS,
                on_timeout=record_pb2.TIMEOUT_RULE_RESIGN,
            )
        )
    _set_format(settings, terms)
    return settings


def _set_format(settings: tournaments_pb2.TournamentSettings, terms: TournamentTerms) -> None:
    """Set the tournament's format, with its numbers of rounds, groups, games and so on, as the terms give it."""
    match terms.format:
        case "swiss":
            settings.swiss.CopyFrom(tournaments_pb2.Swiss(rounds=terms.rounds))
        case "knockout" | "double-elimination":
            settings.knockout.lives = 1 + (terms.format != "knockout")
            settings.knockout.max_further_sets = terms.further_sets
        case "groups":
            groups = tournaments_pb2.Groups(groups=terms.groups, advance=terms.advance, cycles=terms.cycles)
            groups.max_further_sets = terms.further_sets
            settings.groups.CopyFrom(groups)
        case "gauntlet":
            settings.gauntlet.challengers = terms.challengers
            settings.gauntlet.cycles = terms.cycles
        case "benchmark":
            settings.benchmark.deals = terms.deals
        case "ladder":
            settings.ladder.CopyFrom(tournaments_pb2.Ladder(games=terms.length))
        case "series":
            settings.series.CopyFrom(tournaments_pb2.Series(games=terms.length))
            if terms.sprt:
                names = ("elo0", "elo1", "alpha", "beta")
                settings.series.sprt.CopyFrom(
                    tournaments_pb2.Sprt(**dict(zip(names, terms.sprt, strict=False)))
                )
        case _:
            settings.round_robin.CopyFrom(tournaments_pb2.RoundRobin(cycles=terms.cycles))


def _tie_break(name: str) -> tournaments_pb2.TieBreak.ValueType:
    """Return the schema's number of a tie-break by its name in the terminal, such as `median-buchholz`."""
    return tournaments_pb2.TieBreak.Value(f"TIE_BREAK_{name.upper().replace('-', '_')}")


def players_from(specs: Iterable[str]) -> tuple[Player, ...]:
    """Return the bots of an arena from texts `SPEC` or `NAME=SPEC`. A bot without a name gets its program's short name.
    If several have the same name, later ones get a number after it. Raise BadProgram for a bot that does not exist."""
    players: list[Player] = []
    for text in specs:
        found = NAME_AND_SPEC.fullmatch(text)
        one = program(found["spec"] if found else text)
        name = found["name"] if found else one.short_name[:MAX_NAME_LENGTH]
        taken = {player.name for player in players}
        free = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
        players.append(Player(next(each for each in free if each not in taken), one))
    return tuple(players)
