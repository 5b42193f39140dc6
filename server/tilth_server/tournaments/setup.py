"""What an organiser asks for, checked: no tournament is made whose games could not be played. And its games, as the
house is asked to make them."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_rules.kernel import OptionsRefused, commitment
from tilth_rules.kernel.chance import SEED_BYTES
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import reasons as tables
from tilth_server.tables.matches import NewMatch, clock_of
from tilth_server.tables.setup import LONGEST_TIME_MS, LONGEST_TITLE, checked
from tilth_server.times import is_time
from tilth_server.tournaments.contest import Contest, Game
from tilth_server.tournaments.formats import of as formats
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.wire import GameWire

MOST_ENTRANTS: Final = 10_000
MOST_GAMES: Final = 16
"""Kinds of games that take turns in one tournament."""
LONGEST_SETTING: Final = 250
MOST_AT_ONCE: Final = 10_000
AT_ONCE: Final = 64
ABSENCE_MS: Final = 60_000
DEAL: Final = b"tilth game"


def created(
    organiser_id: str, settings: pb.TournamentSettings, request_id: str, wires: Mapping[str, GameWire]
) -> pb.TournamentCreated:
    """The first record of the tournament; raises Refusal, or the kernel's OptionsRefused."""
    check(settings, wires)
    seed = settings.seed or secrets.token_bytes(SEED_BYTES)
    made = pb.TournamentCreated(
        settings=settings,
        organiser_id=organiser_id,
        seed=seed,
        seed_commitment=commitment(seed),
        seed_given=bool(settings.seed),
        request_id=request_id,
    )
    made.settings.ClearField("seed")
    # What this server doesn't know it hasn't checked either.
    made.settings.DiscardUnknownFields()
    return made


def check(settings: pb.TournamentSettings, wires: Mapping[str, GameWire]) -> None:
    """Raises Refusal, or the kernel's OptionsRefused, for what can't be played."""
    if len(settings.title) > LONGEST_TITLE or not settings.title.isprintable():
        what = f"a title has up to {LONGEST_TITLE} characters, all of them printable"
        raise Refusal(tables.BAD_TITLE, what, field="settings.title")
    formats.check(settings)
    _check_games(settings, wires)
    _check_entry(settings)
    _check_bounds(settings)


def _check_games(settings: pb.TournamentSettings, wires: Mapping[str, GameWire]) -> None:
    if len(settings.games) > MOST_GAMES:
        raise _bad("games", f"a tournament has at most {MOST_GAMES} games to take turns")
    if settings.clock.on_timeout not in record_pb2.TimeoutRule.values():
        what = f"there is no timeout rule {settings.clock.on_timeout}"
        raise Refusal(tables.BAD_CLOCK, what, field="settings.clock.on_timeout")
    if settings.seed and len(settings.seed) != SEED_BYTES:
        raise Refusal(tables.BAD_SEED, f"a seed has {SEED_BYTES} bytes", field="settings.seed")
    for place, game in enumerate(settings.games):
        wire = wires.get(game.game)
        if wire is None:
            what = f"this server has no game {game.game!r}"
            raise Refusal(tables.NO_GAME, what, field=f"settings.games[{place}].game")
        if any(len(text) > LONGEST_SETTING for text in game.settings.values()):
            what = f"no setting is longer than {LONGEST_SETTING} characters"
            raise _bad(f"games[{place}].settings", what)
        try:
            checked(replace(_match(settings, game), seed=settings.seed), wire)
        except Refusal as refusal:
            refusal.field = f"settings.{_FIELDS.get(refusal.field, refusal.field)}"
            raise
        except OptionsRefused as refused:
            what = f"{game.game}: {refused}"
            raise _bad(f"games[{place}].settings.{refused.field}", what) from refused


_FIELDS: Final = {"seat_count": "table_seats"}


def _check_entry(settings: pb.TournamentSettings) -> None:
    if settings.entry not in pb.EntryRule.values():
        raise _bad("entry", f"there is no entry rule {settings.entry}")
    if max(settings.most_entrants, settings.least_entrants, len(settings.invited_ids)) > MOST_ENTRANTS:
        raise over_limit("entrants_per_tournament", MOST_ENTRANTS)
    at_once = formats.most_at_once(settings)
    if settings.most_entrants > at_once:
        what = f"more than {formats.MOST_AT_ONCE} games a round: {at_once} entrants are the most"
        raise _bad("most_entrants", what)
    if not is_time(settings.entry_closes_at):
        raise _bad("entry_closes_at", "this is no time")


def _check_bounds(settings: pb.TournamentSettings) -> None:
    if settings.games_at_once > MOST_AT_ONCE:
        raise _bad("games_at_once", f"at most {MOST_AT_ONCE} games go on at once")
    if settings.absence_ms > LONGEST_TIME_MS:
        raise _bad("absence_ms", "no time is longer than a year")
    if not set(settings.tie_breaks) <= {*pb.TieBreak.values()} - {0}:
        raise _bad("tie_breaks", "there is no such tie-break")


def capacity(settings: pb.TournamentSettings) -> int:
    """So many may take part."""
    return min(formats.most_entrants(settings), MOST_ENTRANTS)


def games_at_once(settings: pb.TournamentSettings) -> int:
    return settings.games_at_once or AT_ONCE


def absence_ms(settings: pb.TournamentSettings) -> int:
    return settings.absence_ms or ABSENCE_MS


def seed_of(contest: Contest, deal: int) -> bytes:
    """The seed of every game of this deal: docs/fairness.md."""
    return sha256(DEAL + contest.seed + deal.to_bytes(4, "big")).digest()


def new_match(contest: Contest, game: Game) -> NewMatch:
    """The game's match as the house is asked for it."""
    settings = contest.settings
    title = settings.title or "Tournament"
    return replace(
        _match(settings, settings.games[game.game]),
        title=f"{title[: LONGEST_TITLE - 12]}, {game.number}",
        seed=seed_of(contest, game.deal),
        seed_secret=not contest.seed_given,
        tournament_id=contest.id,
        tournament_game=game.number,
    )


def _match(settings: pb.TournamentSettings, game: pb.TournamentGame) -> NewMatch:
    return NewMatch(
        game=game.game,
        seat_count=settings.table_seats,
        settings=dict(game.settings),
        clock=clock_of(settings.clock),
    )


def _bad(field: str, what: str) -> Refusal:
    return Refusal(BAD_TOURNAMENT, what, field=f"settings.{field}")
