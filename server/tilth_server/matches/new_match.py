"""The checks on new matches, so that no match is created that cannot be played."""

import secrets
from typing import Any, Final

from tilth.v1 import record_pb2
from tilth_rules.kernel import commitment
from tilth_rules.kernel.chance import SEED_BYTES
from tilth_server import reasons
from tilth_server.matches.match_info import ClockSettings, NewMatch
from tilth_server.refusal import Refusal, over_limit
from tilth_server.wire import GameWire

LONGEST_TITLE: Final = 100
LONGEST_TIME_MS: Final = 365 * 24 * 3600 * 1000
MAX_INVITED: Final = 100


def creation_record(creator_id: str, new: NewMatch, wire: GameWire) -> record_pb2.MatchCreated:
    """Return the first record of the match. Raise Refusal, or the kernel's OptionsRefused."""
    options = checked_options(new, wire)
    seed = new.seed or secrets.token_bytes(SEED_BYTES)
    made = record_pb2.MatchCreated(
        game=new.game,
        options=wire.encode_options(wire.game.with_fixed_values(options)),
        seat_count=new.seat_count,
        creator_id=creator_id,
        title=new.title,
        start_when_full=new.start_when_full,
        invited_player_ids=new.invited_player_ids,
        seed_commitment=commitment(seed),
        seed=seed,
        seed_given=bool(new.seed) and not new.seed_secret,
        rules_version=wire.game.version,
        request_id=new.request_id,
        request_hash=new.request_hash,
        tournament_id=new.tournament_id,
        pairing_number=new.pairing_number,
        last_seat_wins=new.last_seat_wins,
    )
    if new.clock.runs:
        made.clock.CopyFrom(_clock(new.clock))
    return made


def checked_options(new: NewMatch, wire: GameWire) -> Any:
    """Return the options if the match can be created. Raise Refusal, or the kernel's OptionsRefused."""
    _check(new, wire)
    options = wire.options_from(new.options, new.settings)
    wire.game.check(options, new.seat_count)
    return options


def check_title(title: str, field: str) -> None:
    """Refuse a title that is too long, or holds characters that cannot be printed."""
    if len(title) > LONGEST_TITLE or not title.isprintable():
        message = f"a title has up to {LONGEST_TITLE} characters, all of them printable"
        raise Refusal(reasons.TITLE_INVALID, message, field=field)


def _check(new: NewMatch, wire: GameWire) -> None:
    """Refuse a new match with a wrong number of seats, a bad title, seed, seat or clock, or too many invited
    players.
    """
    seats = new.seat_count
    if seats not in wire.game.seats:
        counts = ", ".join(map(str, wire.game.seats))
        raise Refusal(reasons.SEAT_COUNT_INVALID, f"{new.game} is played by {counts}", field="seat_count")
    check_title(new.title, "title")
    if new.seed and len(new.seed) != SEED_BYTES:
        raise Refusal(reasons.SEED_INVALID, f"a seed has {SEED_BYTES} bytes", field="seed")
    taken = new.take_seats
    if len(set(taken)) < len(taken) or not all(0 <= seat < seats for seat in taken):
        raise Refusal(reasons.SEAT_NOT_FOUND, f"seats are numbered from 0 to {seats - 1}", field="take_seats")
    if not all(0 <= seat < seats for seat in new.bot_seats):
        raise Refusal(reasons.SEAT_NOT_FOUND, f"seats are numbered from 0 to {seats - 1}", field="bots")
    if both := sorted(new.bot_seats.keys() & set(taken)):
        raise Refusal(reasons.SEAT_TAKEN, f"seat {both[0]} is yours and a bot's", field="bots")
    if len(new.invited_player_ids) > MAX_INVITED:
        raise over_limit("invitations_per_match", MAX_INVITED)
    clock = new.clock
    if max(clock.decision_ms, clock.bank_ms, clock.increment_ms) > LONGEST_TIME_MS:
        raise Refusal(reasons.CLOCK_INVALID, "no time is longer than a year", field="clock")
    if clock.increment_ms and not clock.runs:
        raise Refusal(
            reasons.CLOCK_INVALID, "an increment needs a bank or a time for decisions", field="clock"
        )


def _clock(settings: ClockSettings) -> record_pb2.ClockSettings:
    """Return clock settings as the message that is recorded."""
    return record_pb2.ClockSettings(
        decision_ms=settings.decision_ms,
        bank_ms=settings.bank_ms,
        increment_ms=settings.increment_ms,
        on_timeout=(
            record_pb2.TIMEOUT_RULE_RESIGN if settings.resigns else record_pb2.TIMEOUT_RULE_DEFAULT_ANSWER
        ),
    )
