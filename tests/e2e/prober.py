"""Somebody else at the same server, in a process of their own: `python -m tests.e2e.prober ADDRESS TOKEN MATCH SEAT`.

It asks for its view again and again. A line on stdin makes it say how it fared since the last one: how many calls, the
longest of them, what failed.
"""

import json
import select
import sys
import time
from typing import Any

import grpc

from tilth.v1 import play_pb2, play_pb2_grpc

PAUSE_S = 0.01
FRESH = {"calls": 0, "longest": 0.0, "failed": "", "changed": False}


def main() -> None:
    address, token, match_id, seat = sys.argv[1:]
    play = play_pb2_grpc.PlayServiceStub(grpc.insecure_channel(address))
    request = play_pb2.GetViewRequest(match_id=match_id, seat=int(seat))
    metadata = (("authorization", f"Bearer {token}"),)
    first = None
    fared: dict[str, Any] = dict(FRESH)
    while True:
        began = time.monotonic()
        try:
            view = play.GetView(request, metadata=metadata, timeout=20).view
            first = first or view
            fared["changed"] = view != first
        except grpc.RpcError as error:
            fared["failed"] = str(error)
        fared["calls"] += 1
        fared["longest"] = max(fared["longest"], time.monotonic() - began)
        if select.select([sys.stdin], [], [], PAUSE_S)[0]:
            if not sys.stdin.readline():
                return
            print(json.dumps(fared), flush=True)
            fared = dict(FRESH)
            first = None


if __name__ == "__main__":
    main()
