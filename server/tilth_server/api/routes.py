"""Which node does a call: every method of the protocol has one of these routes. A server that runs alone does all."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from google.protobuf.descriptor import MethodDescriptor

from tilth_server.api.call_context import CallContext
from tilth_server.api.node_replies import MERGED
from tilth_server.derived_ids import DerivedIds
from tilth_server.tournaments.handover import RATINGS

MATCHES: Final = ("PlayService", "LobbyService", "OperationsService")
"""Services whose calls about one match go to its owner. The others read the store, where nothing is out of date."""
TOURNAMENTS: Final = frozenset(("TournamentsService", "RetitleTournament"))
"""The service and the call of another one whose calls about one tournament go to its owner, which directs it."""
RATED: Final = (
    "ListRatings",
    "CompareRatings",
    "SetSeason",
    "ListSeasons",
    "ListRatingPools",
    "ListPoolRatings",
)
"""Calls about ratings and seasons, which one node keeps."""
OPERATORS: Final = ("OperationsService", "ModerationService")

Key = Callable[[Any, CallContext], str]


def key_of(method: MethodDescriptor, ids: DerivedIds) -> Key | None:
    """Return the function that reads off a call what it is about; None for a call that any node does.

    Its owner does the call. With an empty key any node does it, too.
    """
    match method.name:
        case "CreateMatch":
            # The match is created at its owner.
            return lambda request, call: (
                ids.match_id(call.caller.player_id, request.request_id) if request.request_id else ""
            )
        case "Register":
            # The reply with the token is kept for a repeated request.
            return lambda request, call: "" if request.token_hash else str(request.request_id)
        case "CreateDeviceCode":
            # A player's earlier code is replaced.
            return lambda request, call: call.caller.player_id
    if method.name in RATED:
        return lambda request, call: RATINGS
    service, fields = method.containing_service.name, method.input_type.fields_by_name
    if not TOURNAMENTS.isdisjoint((service, method.name)):
        # Watching reads the store, which has every record.
        is_owners = "tournament_id" in fields and not method.server_streaming
        return (lambda request, call: str(request.tournament_id)) if is_owners else None
    if service in MATCHES and "match_id" in fields:
        return lambda request, call: str(request.match_id)
    return None


class Route(Enum):
    """Which node does a call."""

    HERE = "here"
    """The node that the client is connected to."""
    OWNER = "owner"
    """The node that owns the match, or keeps what the call is about."""
    CHANNELS = "owner of each channel's match"
    ALL = "all"
    """Every node does it for itself. The node that was called makes one reply of theirs."""
    FIRST = "here, then the others"
    """The first node that does not refuse it."""


def route_of(method: MethodDescriptor) -> Route:
    """Return the route of a method."""
    service = method.containing_service.name
    if method.name == "Attend":
        return Route.CHANNELS
    if service in OPERATORS and (method.name in MERGED or method.name == "WatchServer"):
        return Route.ALL
    if method.name == "RedeemDeviceCode":
        return Route.FIRST
    if (service, method.name) == ("PlayService", "Watch") or key_of(method, DerivedIds()) is not None:
        return Route.OWNER
    return Route.HERE


def reads_first(method: MethodDescriptor) -> bool:
    """Return whether a node looks at what others have written before it does the call: operators see their own
    changes at every node."""
    return method.containing_service.name in OPERATORS and route_of(method) is Route.HERE
