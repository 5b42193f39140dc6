"""One player within all limits who opens the same long match thousands of times, with texts."""

from typing import Any

from tests.attack.attack import Target
from tests.attack.grpc_calls import Stream, loops
from tests.attack.stage import FINISHED_EARTHS, Stage
from tilth.v1 import play_pb2

STREAMS = 20
CHANNELS = 500
CONNECTIONS = 4


class Backlogs:
    """Every stream opens its channels from the first record; when all of them have ended, again."""

    name = "backlogs"
    finding = "D2"
    is_raw = False

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {"token": await stage.player()}

    async def run(self, target: Target) -> None:
        openings = [_openings(match_id) for match_id in FINISHED_EARTHS]
        channels = [target.channel() for _ in range(CONNECTIONS)]
        try:
            token = target.given["token"]
            streams = [Stream(target, channels[each % CONNECTIONS], token) for each in range(STREAMS)]
            await loops(
                STREAMS, lambda each: self._open_all(target, streams[each], openings[each % len(openings)])
            )
        finally:
            for channel in channels:
                await channel.close()

    async def _open_all(self, target: Target, stream: Stream, openings: bytes) -> None:
        ended = 0

        def all_ended(raw: bytes) -> bool:
            nonlocal ended
            for frame in play_pb2.AttendResponse.FromString(raw).frames:
                kind = frame.WhichOneof("payload") or ""
                ended += kind in ("ended", "refused")
                if kind == "refused":
                    target.seen[f"refused {frame.refused.reason}"] += 1
            return target.is_sink or ended >= CHANNELS

        await stream.talk(openings, all_ended)


def _openings(match_id: str) -> bytes:
    request = play_pb2.AttendRequest()
    for channel in range(1, CHANNELS + 1):
        opening = play_pb2.OpenChannel(match_id=match_id, from_record=0, texts=True, language="en")
        request.commands.add(channel=channel, open=opening)
    return request.SerializeToString()
