"""Calls that are short to send and long to serve: verifying, reading and writing out a long finished match."""

from typing import Any

from tests.attack.attack import Target
from tests.attack.grpc_calls import loops, read_all, unary
from tests.attack.stage import FINISHED_EARTH, Stage
from tilth.v1 import archive_pb2

ARCHIVE = "/tilth.v1.ArchiveService/"
STREAMS = {
    "VerifyMatch": archive_pb2.VerifyMatchRequest(match_id=FINISHED_EARTH),
    "ReadLog": archive_pb2.ReadLogRequest(match_id=FINISHED_EARTH),
    "ExportMatch": archive_pb2.ExportMatchRequest(match_id=FINISHED_EARTH),
}
CALLS = {
    "ListBookmarks": archive_pb2.ListBookmarksRequest(match_id=FINISHED_EARTH),
    "GetScoreBreakdown": archive_pb2.GetScoreBreakdownRequest(match_id=FINISHED_EARTH),
    "ViewAt": archive_pb2.ViewAtRequest(match_id=FINISHED_EARTH, record=900, texts=True),
    "ExportText": archive_pb2.ExportTextRequest(match_id=FINISHED_EARTH),
}
LOOPS_EACH = 3


class LongCalls:
    """Each of them again and again, a few at a time."""

    name = "long-calls"
    finding = "D3"
    is_raw = False

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {"token": await stage.player()}

    async def run(self, target: Target) -> None:
        token = target.given["token"]
        kinds = [(read_all, name, request) for name, request in STREAMS.items()]
        kinds += [(unary, name, request) for name, request in CALLS.items()]
        async with target.channel() as channel:

            async def act(each: int) -> None:
                way, name, request = kinds[each % len(kinds)]
                await way(target, channel, ARCHIVE + name, request.SerializeToString(), token)

            await loops(LOOPS_EACH * len(kinds), act)
