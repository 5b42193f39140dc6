"""Short digests of a match: of its records, and of what each viewer sees."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from tilth_rules.kernel import EVERYTHING, SPECTATOR, Choose, Decision, Game, Record
from tilth_rules.playthrough.playing import Playthrough


def plain(value: Any) -> Any:
    """Return a value with each struct in it replaced by a list of its fields' values, so that a renamed field changes
    no digest."""
    if isinstance(value, msgspec.Struct):
        return [plain(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


def digest(values: Iterable[Any]) -> str:
    """Return the first six hexadecimal digits of a hash of these values."""
    return sha256(msgspec.msgpack.encode(plain(list(values)))).hexdigest()[:6]


def of_decision(decision: Decision, offers: tuple[int, ...]) -> str:
    """Return a digest of a decision and its offers: its options and bounds, or its quantities, its default and the move
    that it is about."""
    if not isinstance(decision, Choose):
        return digest([decision.quantities, decision.default, decision.about])
    picks = [list(decision.options), list(decision.max_each), decision.min_picks, decision.max_picks]
    return digest([*picks, decision.ordered, decision.default, decision.about, offers])


def of_views(game: Game, state: Any, seats: int) -> str:
    """Return a digest of the views of all seats, of a spectator, and of the view that shows everything."""
    return digest(game.view(state, viewer) for viewer in (*range(seats), SPECTATOR, EVERYTHING))


def of_record(record: Record, seats: int) -> str:
    """Return a digest of a record's cause and events, and of the form in which each seat sees them."""
    seen = (record.seen_by(seat) for seat in range(seats))
    return digest([record.cause, record.events, *seen])


def trace(match: Playthrough) -> tuple[list[tuple[int, str]], frozenset[str]]:
    """Play a match. Return a digest for each of its rounds, and the kinds of the decisions that were answered.

    From the first round that differs, all digests differ.
    """
    seats, so_far = match.table.seats, ""
    rounds: dict[int, str] = {}
    kinds: set[str] = set()
    for record, answered in match.play():
        asked = ""
        if answered is not None:
            kinds.add(answered.decision.kind)
            asked = of_decision(answered.decision, answered.offers)
        so_far = digest([so_far, of_record(record, seats), asked])
        if match.round not in rounds or match.table.over:
            so_far = digest([so_far, of_views(match.game, match.table.state, seats)])
        rounds[match.round] = so_far
    return list(rounds.items()), frozenset(kinds)
