"""New tournaments: checks on their settings, and the first record.

The checks let no tournament be created whose games could not be played.
"""

import secrets
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_build import build_name
from tilth_rules.kernel import OptionsRefused, commitment
from tilth_rules.kernel.chance import SEED_BYTES
from tilth_server import reasons
from tilth_server.matches.new_match import LONGEST_TIME_MS, check_title, checked_options
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal, over_limit
from tilth_server.request_content import content_hash
from tilth_server.timestamps import is_valid_time
from tilth_server.tournaments.effective_settings import MAX_AT_ONCE, MAX_ENTRANTS
from tilth_server.tournaments.formats import lookup as formats
from tilth_server.tournaments.match_setup import match_of
from tilth_server.tournaments.paired_tables import LOWEST_SUBTRACTED
from tilth_server.tournaments.tournament import LAST_SEAT_WINS
from tilth_server.wire import GameWire

MAX_GAME_SETUPS: Final = 16
"""The largest number of games that take turns in one tournament."""
LONGEST_SETTING: Final = 250
"""The largest number of characters of a game's setting."""


def creation_record(
    organiser_id: str, settings: pb.TournamentSettings, request_id: str, wires: Mapping[str, GameWire]
) -> pb.TournamentCreated:
    """Return the first record of a tournament with these settings.

    Raises Refusal, or the kernel's OptionsRefused, if they can't be played.
    """
    check_settings(settings, wires)
    seed = settings.seed or secrets.token_bytes(SEED_BYTES)
    made = pb.TournamentCreated(
        settings=settings,
        organiser_id=organiser_id,
        seed=seed,
        seed_commitment=commitment(seed),
        seed_given=bool(settings.seed),
        request_id=request_id,
        request_hash=content_hash(settings) if request_id else 0,
        points_in_play_formula=LOWEST_SUBTRACTED,
        forfeit_rules=LAST_SEAT_WINS,
        build=build_name(),
    )
    made.settings.ClearField("seed")
    # Fields that this server doesn't know were not checked either.
    made.settings.DiscardUnknownFields()
    return made


def check_settings(settings: pb.TournamentSettings, wires: Mapping[str, GameWire]) -> None:
    """Raise Refusal, or the kernel's OptionsRefused, if these settings can't be played."""
    check_title(settings.title, "settings.title")
    formats.check(settings)
    _check_games(settings, wires)
    _check_entry(settings)
    _check_bounds(settings)


def _check_games(settings: pb.TournamentSettings, wires: Mapping[str, GameWire]) -> None:
    """Refuse games, options, clocks or seeds that no match could be created with."""
    if len(settings.game_setups) > MAX_GAME_SETUPS:
        raise _invalid("game_setups", f"a tournament has at most {MAX_GAME_SETUPS} games")
    if settings.clock.on_timeout not in record_pb2.TimeoutRule.values():
        message = f"there is no timeout rule {settings.clock.on_timeout}"
        raise Refusal(reasons.CLOCK_INVALID, message, field="settings.clock.on_timeout")
    if settings.seed and len(settings.seed) != SEED_BYTES:
        raise Refusal(reasons.SEED_INVALID, f"a seed has {SEED_BYTES} bytes", field="settings.seed")
    for place, game in enumerate(settings.game_setups):
        wire = wires.get(game.game)
        if wire is None:
            message = f"this server has no game {game.game!r}"
            raise Refusal(reasons.GAME_NOT_FOUND, message, field=f"settings.game_setups[{place}].game")
        if any(len(text) > LONGEST_SETTING for text in game.settings.values()):
            message = f"a setting has at most {LONGEST_SETTING} characters"
            raise _invalid(f"game_setups[{place}].settings", message)
        try:
            checked_options(replace(match_of(settings, game), seed=settings.seed), wire)
        except Refusal as refusal:
            refusal.field = f"settings.{_FIELDS.get(refusal.field, refusal.field)}"
            raise
        except OptionsRefused as refused:
            message = f"{game.game}: {refused}"
            raise _invalid(f"game_setups[{place}].settings.{refused.field}", message) from refused


_FIELDS: Final = {"seat_count": "table_seats"}


def _check_entry(settings: pb.TournamentSettings) -> None:
    """Refuse invalid settings of the entry: its rule, its end, and the numbers of entrants."""
    if settings.entry not in pb.EntryRule.values():
        raise _invalid("entry", f"there is no entry rule {settings.entry}")
    if max(settings.max_entrants, settings.min_entrants, len(settings.invited_player_ids)) > MAX_ENTRANTS:
        raise over_limit("entrants_per_tournament", MAX_ENTRANTS)
    at_once = formats.max_entrants_per_round(settings)
    if settings.max_entrants > at_once:
        message = f"a round would have more than {formats.MAX_GAMES_PER_ROUND} games: at most {at_once} entrants fit"
        raise _invalid("max_entrants", message)
    if not is_valid_time(settings.entry_closes_at):
        raise _invalid("entry_closes_at", "the entry's end is not a valid time")


def _check_bounds(settings: pb.TournamentSettings) -> None:
    """Refuse numbers and times beyond their bounds, and unknown tie-breaks."""
    if settings.max_running_pairings > MAX_AT_ONCE:
        raise _invalid("max_running_pairings", f"at most {MAX_AT_ONCE} games run at once")
    if settings.games_per_entrant > MAX_AT_ONCE:
        raise _invalid("games_per_entrant", f"at most {MAX_AT_ONCE} games run at once")
    if settings.absence_timeout_ms > LONGEST_TIME_MS:
        raise _invalid("absence_timeout_ms", "the longest time is a year")
    if not set(settings.tie_breaks) <= {*pb.TieBreak.values()} - {0}:
        raise _invalid("tie_breaks", "an unknown tie-break is listed")


def _invalid(field: str, message: str) -> Refusal:
    """Return the refusal of a new tournament's settings, for this field of them."""
    return Refusal(TOURNAMENT_INVALID, message, field=f"settings.{field}")
