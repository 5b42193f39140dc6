"""What a creator asks for, checked: no match is made that could not be played."""

import secrets
from typing import Any, Final

from tilth.v1 import record_pb2
from tilth_rules.kernel import commitment
from tilth_rules.kernel.chance import SEED_BYTES
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import reasons
from tilth_server.tables.matches import ClockSettings, NewMatch
from tilth_server.wire import GameWire

LONGEST_TITLE: Final = 100
LONGEST_TIME_MS: Final = 365 * 24 * 3600 * 1000
MOST_INVITED: Final = 100


def created(creator_id: str, new: NewMatch, wire: GameWire) -> record_pb2.MatchCreated:
    """The first record of the match; raises Refusal, or the kernel's OptionsRefused."""
    options = checked(new, wire)
    seed = new.seed or secrets.token_bytes(SEED_BYTES)
    made = record_pb2.MatchCreated(
        game=new.game,
        options=wire.encode_options(wire.game.pinned(options)),
        seat_count=new.seat_count,
        creator_id=creator_id,
        title=new.title,
        start_when_full=new.start_when_full,
        invited_ids=new.invited_ids,
        seed_commitment=commitment(seed),
        seed=seed,
        seed_given=bool(new.seed) and not new.seed_secret,
        rules_version=wire.game.version,
        request_id=new.request_id,
        tournament_id=new.tournament_id,
        tournament_game=new.tournament_game,
    )
    if new.clock.runs:
        made.clock.CopyFrom(_clock(new.clock))
    return made


def checked(new: NewMatch, wire: GameWire) -> Any:
    """The options, if such a match can be made; raises Refusal, or the kernel's OptionsRefused."""
    _check(new, wire)
    options = wire.options_from(new.options, new.settings)
    wire.game.check(options, new.seat_count)
    return options


def _check(new: NewMatch, wire: GameWire) -> None:
    seats = new.seat_count
    if seats not in wire.game.seats:
        counts = ", ".join(map(str, wire.game.seats))
        raise Refusal(reasons.BAD_SEAT_COUNT, f"{new.game} is played by {counts}", field="seat_count")
    if len(new.title) > LONGEST_TITLE or not new.title.isprintable():
        what = f"a title has up to {LONGEST_TITLE} characters, all of them printable"
        raise Refusal(reasons.BAD_TITLE, what, field="title")
    if new.seed and len(new.seed) != SEED_BYTES:
        raise Refusal(reasons.BAD_SEED, f"a seed has {SEED_BYTES} bytes", field="seed")
    taken = new.take_seats
    if len(set(taken)) < len(taken) or not all(0 <= seat < seats for seat in taken):
        raise Refusal(reasons.NO_SEAT, f"seats are numbered from 0 to {seats - 1}", field="take_seats")
    if len(new.invited_ids) > MOST_INVITED:
        raise over_limit("invited_per_match", MOST_INVITED)
    clock = new.clock
    if max(clock.decision_ms, clock.bank_ms, clock.increment_ms) > LONGEST_TIME_MS:
        raise Refusal(reasons.BAD_CLOCK, "no time is longer than a year", field="clock")
    if clock.increment_ms and not clock.runs:
        raise Refusal(reasons.BAD_CLOCK, "an increment needs a bank or a time for decisions", field="clock")


def _clock(settings: ClockSettings) -> record_pb2.ClockSettings:
    return record_pb2.ClockSettings(
        decision_ms=settings.decision_ms,
        bank_ms=settings.bank_ms,
        increment_ms=settings.increment_ms,
        on_timeout=(
            record_pb2.TIMEOUT_RULE_RESIGN if settings.resigns else record_pb2.TIMEOUT_RULE_DEFAULT_ANSWER
        ),
    )
