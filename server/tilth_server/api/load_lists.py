"""The list of the players and addresses that caused most of late."""

from collections.abc import Callable
from heapq import nlargest

from tilth.v1 import moderation_pb2 as pb
from tilth_server.api.load_meter import OTHERS, Load, LoadMeter
from tilth_server.api.refusal_log import is_address
from tilth_server.api.row_limits import DEFAULT_ROWS, MAX_ROWS
from tilth_server.players import PlayerRegistry


def load_list(meter: LoadMeter, players: PlayerRegistry, request: pb.ListLoadRequest) -> pb.ListLoadResponse:
    """Return what the request asks for: the rows with the most work or refusals, by client or by address."""
    # The streams that other nodes of this server have here are no client's.
    loads = {
        client: load
        for client, load in meter.loads().items()
        if players.knows(client) or is_address(client) or client == OTHERS
    }
    if request.by_address:
        loads = _by_address(loads)

    def most(client: str) -> tuple[float, float]:
        load = loads[client]
        order = (float(load.refusals.total()), load.seconds)
        return order if request.by_refusals else order[::-1]

    rows = nlargest(min(request.max_rows or DEFAULT_ROWS, MAX_ROWS), loads, key=most)
    response = pb.ListLoadResponse(clients=(_row(client, loads[client], players) for client in rows))
    response.since.FromMilliseconds(round(meter.seconds * 1000))
    return response


def most_of(*, by_refusals: bool) -> Callable[[pb.ClientLoad], tuple[float, float]]:
    """Return the order of rows that are messages already: the one with the most comes last."""

    def most(row: pb.ClientLoad) -> tuple[float, float]:
        order = (float(row.refusals), row.work.ToNanoseconds() / 1e9)
        return order if by_refusals else order[::-1]

    return most


def _by_address(loads: dict[str, Load]) -> dict[str, Load]:
    """Return the loads added up by the address of each client's last call."""
    found: dict[str, Load] = {}
    for client, load in loads.items():
        address = client if is_address(client) else load.address
        total = found.setdefault(address, Load())
        total.add(load)
        total.address = address
        total.players += not is_address(client)
    return found


def _row(client: str, load: Load, players: PlayerRegistry) -> pb.ClientLoad:
    """Return the message of one row: a player, or an address."""
    is_player = players.knows(client)
    row = pb.ClientLoad(
        player_id=client if is_player else "",
        player_name=players.name(client) if is_player else "",
        address=load.address or ("" if is_player else client),
        players=load.players,
        calls=load.calls,
        refusals=load.refusals.total(),
        refusals_by_reason=load.refusals,
    )
    row.work.FromNanoseconds(int(load.seconds * 1e9))
    return row
