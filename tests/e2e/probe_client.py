"""Somebody else at the same server, in a process of their own.

    python -m tests.e2e.probe_client ADDRESS TOKEN MATCH SEAT PID

It asks for its view again and again. A line on stdin makes it say how it fared since the last one: how many calls, the
longest of them, what failed. Of a call's time does not count what the server (PID) or itself was ready to run and had
no core, for that is other programs' doing.
"""

import json
import os
import select
import sys
import time
from pathlib import Path
from typing import Any

import grpc

from tilth.v1 import play_pb2, play_pb2_grpc

PAUSE_S = 0.01
FRESH = {"calls": 0, "longest": 0.0, "failed": "", "changed": False}


def without_a_core(pid: int) -> float:
    """Return the seconds for which the first thread of a process was ready to run, and did not."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9


def main() -> None:
    address, token, match_id, seat, server = sys.argv[1:]

    def now() -> float:
        """Seconds, less those without a core."""
        return time.monotonic() - without_a_core(int(server)) - without_a_core(os.getpid())

    play = play_pb2_grpc.PlayServiceStub(grpc.insecure_channel(address))
    request = play_pb2.GetViewRequest(match_id=match_id, seat=int(seat))
    metadata = (("authorization", f"Bearer {token}"),)
    first = None
    fared: dict[str, Any] = dict(FRESH)
    while True:
        began = now()
        try:
            view = play.GetView(request, metadata=metadata, timeout=60).view
            first = first or view
            fared["changed"] = view != first
        except grpc.RpcError as error:
            fared["failed"] = str(error)
        fared["calls"] += 1
        fared["longest"] = max(fared["longest"], now() - began)
        if select.select([sys.stdin], [], [], PAUSE_S)[0]:
            if not sys.stdin.readline():
                return
            print(json.dumps(fared), flush=True)
            fared = dict(FRESH)
            first = None


if __name__ == "__main__":
    main()
