"""One player whose every answer is refused, as many in a message as may be."""

import asyncio
from typing import Any

from tests.attack.attack import Target
from tests.attack.grpc_calls import Stream, loops
from tests.attack.stage import Stage
from tilth.v1 import play_pb2

ANSWERS = 900
NO_DECISION = 1_000_000
CONNECTIONS = 4


class RefusedAnswers:
    """Messages full of answers to a decision that isn't open, on a number of streams."""

    finding = "D2"
    is_raw = False

    def __init__(self, streams: int) -> None:
        self.name = f"refused-answers-{streams}"
        self._streams = streams

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        token = await stage.player()
        return {"token": token, "match_id": await stage.match(token)}

    async def run(self, target: Target) -> None:
        channels = [target.channel() for _ in range(CONNECTIONS)]
        opening = play_pb2.Command(
            channel=1, open=play_pb2.OpenChannel(match_id=target.given["match_id"], seat=0)
        )
        answers = [
            play_pb2.Command(
                channel=1, answer=play_pb2.Answer(request_id=f"refused {number}", decision_id=NO_DECISION)
            )
            for number in range(ANSWERS)
        ]
        # An opening in each message, because the stream may be a new one; where it isn't, it is refused, too.
        request = play_pb2.AttendRequest(commands=[opening, *answers]).SerializeToString()
        try:
            token = target.given["token"]
            streams = [Stream(target, channels[each % CONNECTIONS], token) for each in range(self._streams)]
            await loops(self._streams, lambda each: self._flood(target, streams[each], request))
        finally:
            await asyncio.gather(*(channel.close() for channel in channels))

    async def _flood(self, target: Target, stream: Stream, request: bytes) -> None:
        refused = 0

        def all_refused(raw: bytes) -> bool:
            nonlocal refused
            for frame in play_pb2.AttendResponse.FromString(raw).frames:
                if frame.HasField("refused"):
                    refused += 1
                    target.seen[f"refused {frame.refused.reason}"] += 1
            return target.is_sink or refused >= ANSWERS

        await stream.talk(request, all_refused)
