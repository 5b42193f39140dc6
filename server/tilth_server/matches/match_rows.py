"""The rows of the index "match": what lists show of each match, and the tags that lists are found by.

A row follows from the records of its match up to the last one that lists show something of. So an answer writes no row.
"""

from typing import Final

import msgspec

from tilth_rules.kernel import Result
from tilth_server.derived_ids import DerivedIds
from tilth_server.matches.match_info import ClockSettings, MatchInfo, State
from tilth_server.store import BodyVersions, BrokenChain, IndexRow

INDEX: Final = "match"
VERSION: Final = 3
"""Since version 2 a match that has ended has rows in the indexes of orders (match_orders.py). Since version 3 the
causes of forfeits are in the body and among the tags. Older bodies can be read without change."""
BODIES: Final = BodyVersions(VERSION, {1: lambda body: body, 2: lambda body: body})
WITH_FORFEITS: Final = 3

STATE: Final = "state:"
ACTIVE: Final = "active"
"""Running matches that continue without clients: their clocks run, or seats have resigned."""
PAUSED: Final = "paused"


class MatchBody(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """The body of a row. Fields are only added, at the end and with a default, or else VERSION is raised."""

    game: str
    rules_version: int
    options: bytes
    seat_count: int
    creator_id: str
    title: str
    clock: tuple[int, int, int, bool]
    start_when_full: bool
    invited_player_ids: tuple[str, ...]
    seed: bytes
    seed_commitment: bytes
    seed_given: bool
    request_id: str
    player_ids: tuple[str, ...]
    seat_requests: tuple[tuple[str, int], ...]
    state: int
    resigned: tuple[int, ...]
    started_ms: int
    ended_ms: int
    result: Result | None
    cancelled: str
    record_count: int
    """The number of records up to the last one that lists show something of."""
    given_up: tuple[tuple[str, str, int], ...]
    request_hash: int
    paused: str | None
    tournament_id: str
    pairing_number: int
    last_seat_wins: bool
    claimed_ids: tuple[str, ...]
    is_retitled: bool
    damage: tuple[int, str] | None
    adjudicated: str | None = None
    forfeits: tuple[tuple[int, int], ...] = ()


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(MatchBody).decode


def row_of(info: MatchInfo, ids: DerivedIds) -> IndexRow:
    """Return the index row of a match; `ids` derives ids from the secret of the store that holds the match."""
    clock, damage = info.clock, info.damage
    body = MatchBody(
        game=info.game,
        rules_version=info.rules_version,
        options=info.options,
        seat_count=info.seat_count,
        creator_id=info.creator_id,
        title=info.title,
        clock=(clock.decision_ms, clock.bank_ms, clock.increment_ms, clock.resigns),
        start_when_full=info.start_when_full,
        invited_player_ids=info.invited_player_ids,
        seed=info.seed,
        seed_commitment=info.seed_commitment,
        seed_given=info.seed_given,
        request_id=info.request_id,
        player_ids=tuple(info.player_ids),
        seat_requests=tuple(info.seat_requests),
        state=info.state,
        resigned=tuple(sorted(info.resigned)),
        started_ms=info.started_ms,
        ended_ms=info.ended_ms,
        result=info.result,
        cancelled=info.cancelled,
        record_count=info.listed_count,
        given_up=tuple(sorted((player, request, seat) for (player, request), seat in info.given_up.items())),
        request_hash=info.request_hash,
        paused=info.paused,
        tournament_id=info.tournament_id,
        pairing_number=info.pairing_number,
        last_seat_wins=info.last_seat_wins,
        claimed_ids=tuple(sorted(info.claimed_ids)),
        is_retitled=info.is_retitled,
        damage=None if damage is None else (damage.number, damage.why),
        adjudicated=info.adjudicated,
        forfeits=info.forfeits,
    )
    return IndexRow(INDEX, info.id, info.created_ms, tags_of(info, ids), (), VERSION, _encode(body))


def info_of(row: IndexRow) -> MatchInfo:
    """Return the match of a row, with the number of records that the row knows of."""
    body = _decode(BODIES.read(row))
    info = MatchInfo(
        id=row.key,
        game=body.game,
        rules_version=body.rules_version,
        options=body.options,
        seat_count=body.seat_count,
        creator_id=body.creator_id,
        title=body.title,
        clock=ClockSettings(*body.clock),
        start_when_full=body.start_when_full,
        invited_player_ids=body.invited_player_ids,
        seed=body.seed,
        seed_commitment=body.seed_commitment,
        seed_given=body.seed_given,
        request_id=body.request_id,
        created_ms=row.order,
        player_ids=list(body.player_ids),
        seat_requests=list(body.seat_requests),
        state=State(body.state),
        resigned=frozenset(body.resigned),
        started_ms=body.started_ms,
        ended_ms=body.ended_ms,
        result=body.result,
        cancelled=body.cancelled,
        record_count=body.record_count,
        listed_count=body.record_count,
        given_up={(player, request): seat for player, request, seat in body.given_up},
        request_hash=body.request_hash,
        paused=body.paused,
        tournament_id=body.tournament_id,
        pairing_number=body.pairing_number,
        last_seat_wins=body.last_seat_wins,
        claimed_ids=frozenset(body.claimed_ids),
        is_retitled=body.is_retitled,
        adjudicated=body.adjudicated,
        forfeits=body.forfeits,
    )
    if body.damage is not None:
        info.damage = BrokenChain(info.stream, *body.damage)
    return info


def tags_of(info: MatchInfo, ids: DerivedIds) -> tuple[str, ...]:
    """Return the tags of a match's row, one for each list that the match is in."""
    tags = [game_tag(info.game), state_tag(info.state)]
    tags += [player_tag(player_id) for player_id in {*info.player_ids} - info.claimed_ids if player_id]
    if info.tournament_id:
        tags.append(tournament_tag(info.tournament_id))
    tags += forfeit_tags(info)
    is_ours = info.request_id and info.creator_id not in info.claimed_ids
    if is_ours and not ids.is_derived(info.id, info.creator_id, info.request_id):
        # An earlier build created it. A later request is found by its id.
        tags.append(request_tag(info.creator_id, info.request_id))
    if info.state in (State.OPEN, State.RUNNING) and info.damage is None:
        tags.append(unfinished_tag(info.creator_id))
    if info.state is State.RUNNING:
        tags += [playing_tag(player_id) for player_id in {*info.player_ids}]
        if info.clock.runs or info.resigned:
            tags.append(ACTIVE)
        if info.paused is not None:
            tags.append(PAUSED)
    return tuple(sorted(tags))


def lacks_forfeits(row: IndexRow) -> bool:
    """Return whether seats have resigned in the row's match, and an earlier build wrote the row without the causes."""
    return row.version < WITH_FORFEITS and bool(_decode(BODIES.read(row)).resigned)


def forfeit_tags(info: MatchInfo) -> list[str]:
    """Return a tag for each cause for which a seat of the match has resigned."""
    return [forfeit_tag(cause) for cause in {cause for _, cause in info.forfeits}]


def forfeit_tag(cause: int) -> str:
    """Return the tag of all matches in which a seat has resigned for this cause."""
    return f"forfeit:{cause}"


def game_tag(game: str) -> str:
    """Return the tag of all matches of this game."""
    return f"game:{game}"


def state_tag(state: State) -> str:
    """Return the tag of all matches in this state."""
    return f"{STATE}{state.name.lower()}"


def player_tag(player_id: str) -> str:
    """Return the tag of the matches that the lists of a player show."""
    return f"player:{player_id}"


def playing_tag(player_id: str) -> str:
    """Return the tag of the running matches in which the player holds a seat."""
    return f"playing:{player_id}"


def tournament_tag(tournament_id: str) -> str:
    """Return the tag of all matches of this tournament."""
    return f"tournament:{tournament_id}"


def unfinished_tag(creator_id: str) -> str:
    """Return the tag of the matches of a creator that have not ended."""
    return f"unfinished:{creator_id}"


def request_tag(creator_id: str, request_id: str) -> str:
    """Return the tag of the match that this request has created."""
    return f"request:{creator_id}/{request_id}"
