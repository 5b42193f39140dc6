"""What an arena is to play: the terms as a person gives them, and the tournament that follows from them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.json_format import MessageToDict, ParseDict

from tilth.v1 import record_pb2, tournaments_pb2
from tilth_arena.limits import Limits
from tilth_arena.programs import Kind, Program, program

SHORT: Final = 36
"""Letters of a name that nobody has chosen; the server takes 40, and a number may follow."""
NAMED: Final = re.compile(r"(?P<name>[\w. -]+)=(?P<spec>.+)")
GRACE_MS: Final = 5_000
"""The match's clock is for bots that speak gRPC by themselves, and for a supervisor that is gone; the others are
measured here, without the way to the server."""
ABSENCE_MS: Final = 600_000
"""Whoever is started here is attended to as long as the arena runs."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A tournament in words. What is 0 or empty is left to the server."""

    format: str = "round-robin"
    games: tuple[str, ...] = ("petrichor",)
    options: Mapping[str, str] | None = None
    seats: int = 2
    cycles: int = 0
    rounds: int = 0
    groups: int = 0
    advance: int = 0
    length: int = 0
    """Games of a ladder or a series."""
    sets: int = 0
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
    """All that an arena needs to go on where it was."""

    players: tuple[Player, ...]
    directory: str
    """Where the arena was begun, and its bots are started."""
    settings: tournaments_pb2.TournamentSettings
    limits: Limits
    seed: int
    request_id: str

    def as_plain(self) -> dict[str, Any]:
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
        return cls(
            tuple(
                Player(one["name"], Program(Kind(one["kind"]), tuple(one["words"]), one["spec"]))
                for one in plain["players"]
            ),
            plain["directory"],
            ParseDict(plain["settings"], tournaments_pb2.TournamentSettings()),
            Limits.from_plain(plain["limits"]),
            plain["seed"],
            plain["request_id"],
        )


def tournament_settings(
    terms: Terms, limits: Limits, at_once: int, entrants: int
) -> tournaments_pb2.TournamentSettings:
    """The same in the schema's words. The server judges it."""
    settings = tournaments_pb2.TournamentSettings(
        title=terms.title,
        games=[
            tournaments_pb2.TournamentGame(game=game, settings=terms.options or {}) for game in terms.games
        ],
        table_seats=terms.seats,
        rotate=terms.rotate,
        duplicate=terms.duplicate,
        sets=terms.sets,
        entry=tournaments_pb2.ENTRY_RULE_INVITATION,
        most_entrants=entrants,
        tie_breaks=[_tie_break(name) for name in terms.tie_breaks],
        games_at_once=at_once,
        absence_ms=ABSENCE_MS,
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


def _set_format(settings: tournaments_pb2.TournamentSettings, terms: Terms) -> None:
    match terms.format:
        case "swiss":
            settings.swiss.CopyFrom(tournaments_pb2.Swiss(rounds=terms.rounds))
        case "knockout" | "double-elimination":
            settings.knockout.CopyFrom(tournaments_pb2.Knockout(lives=1 + (terms.format != "knockout")))
        case "groups":
            groups = tournaments_pb2.Groups(groups=terms.groups, advance=terms.advance, cycles=terms.cycles)
            settings.groups.CopyFrom(groups)
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
    return tournaments_pb2.TieBreak.Value(f"TIE_BREAK_{name.upper().replace('-', '_')}")


def named(specs: Iterable[str]) -> tuple[Player, ...]:
    """The bots of an arena: `SPEC` or `NAME=SPEC`. Of those with the same name the later ones are numbered."""
    players: list[Player] = []
    for text in specs:
        found = NAMED.fullmatch(text)
        one = program(found["spec"] if found else text)
        name = found["name"] if found else one.short_name[:SHORT]
        taken = {player.name for player in players}
        free = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
        players.append(Player(next(each for each in free if each not in taken), one))
    return tuple(players)
