"""A client made of nothing but what the server says of itself: no stub and no schema of ours is on its path.

    python -S reflecting_client.py SITE_PACKAGES ADDRESS

(-S keeps the editable install of this repository out.) It registers, makes a match for two and plays both seats to
the end by default answers on one Attend stream. Prints the match's id and the result's places as JSON.
"""

import json
import queue
import sys
from importlib.util import find_spec
from typing import Any

sys.path.append(sys.argv[1])

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

for ours in ("tilth", "tilth_dataclasses", "tilth_client", "tilth_server"):
    assert find_spec(ours) is None, f"{ours} is on the path"

channel = grpc.insecure_channel(sys.argv[2])
database = ProtoReflectionDescriptorDatabase(channel)
pool = DescriptorPool(database)
services = [name for name in database.get_services() if name.startswith("tilth.")]
methods = {
    f"{method.name}": (f"/{service}/{method.name}", method)
    for service in services
    for method in pool.FindServiceByName(service).methods
}
metadata: Any = ()


def message(kind: str, **fields: Any) -> Any:
    return GetMessageClass(pool.FindMessageTypeByName(f"tilth.v1.{kind}"))(**fields)


def call(called: str, **fields: Any) -> Any:
    path, method = methods[called]
    request, reply = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
    stub = channel.unary_unary(path, request.SerializeToString, reply.FromString)
    return stub(request(**fields), metadata=metadata, timeout=60)


def attend(requests: Any) -> Any:
    path, method = methods["Attend"]
    request, reply = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
    stub = channel.stream_stream(path, request.SerializeToString, reply.FromString)
    return stub(iter(requests.get, None), metadata=metadata)


token = call("Register", name=f"made of reflections {sys.argv[2]}").token
metadata = (("authorization", f"Bearer {token}"),)
game = next(game for game in call("ListGames").games if 2 in game.seat_counts)
match = call("CreateMatch", game=game.name, seat_count=2, take_seats=[0, 1], start_when_full=True).match
requests: queue.Queue[Any] = queue.Queue()
requests.put(
    message(
        "AttendRequest",
        commands=[
            message(
                "Command",
                channel=seat + 1,
                open=message("OpenChannel", match_id=match.id, seat=seat, from_record=0, views=True),
            )
            for seat in (0, 1)
        ],
    )
)
event_type = GetMessageClass(pool.FindMessageTypeByName(game.event_type))
view_type: Any = GetMessageClass(pool.FindMessageTypeByName(game.view_type))
ended: dict[int, list[int]] = {}
events = views = 0
for response in attend(requests):
    for frame in response.frames:
        payload = frame.WhichOneof("payload")
        assert payload != "refused", frame
        now = getattr(frame, payload)
        if payload == "ended":
            ended[frame.channel] = list(now.result.places)
        if payload == "update":
            events += sum(bool(event_type.FromString(event).ListFields()) for event in now.events)
        if payload in ("update", "caught_up") and now.view:
            views += bool(view_type.FromString(now.view).ListFields())
        if payload in ("update", "caught_up") and now.decision.id:
            answer = message(
                "Answer",
                request_id=f"{frame.channel}/{now.decision.id}",
                decision_id=now.decision.id,
                picks=now.decision.default_picks,
                numbers=now.decision.default_numbers,
            )
            requests.put(
                message("AttendRequest", commands=[message("Command", channel=frame.channel, answer=answer)])
            )
    if len(ended) == 2:
        break
assert ended[1] == ended[2]
print(json.dumps({"match_id": match.id, "places": ended[1], "events": events, "views": views}))
requests.put(None)
