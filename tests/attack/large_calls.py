"""Single calls that are as long as a message may be: hundreds of thousands of entries, each of next to nothing."""

import json
from typing import Any

from tests.attack.attack import Target
from tests.attack.grpc_calls import Stream, loops, unary
from tests.attack.stage import Stage
from tilth.games.agricola.v1 import agricola_pb2
from tilth.games.sonora.v1 import sonora_pb2
from tilth.v1 import lobby_pb2

OWN_CARDS = 400_000
KEYS = 60_000
COMMANDS = 500_000
CREATE_MATCH = "/tilth.v1.LobbyService/CreateMatch"
EMPTY_COMMAND = b"\n\x00"


def with_own_cards() -> bytes:
    options = agricola_pb2.Options(own_cards=[""] * OWN_CARDS)
    return _match("agricola", options=options.SerializeToString())


def with_settings() -> bytes:
    return _match("petrichor", settings={f"k{number}": "v" for number in range(KEYS)})


def with_values() -> bytes:
    options = sonora_pb2.Options(values=json.dumps({f"k{number}": 1 for number in range(KEYS)}))
    return _match("sonora", options=options.SerializeToString())


def _match(game: str, **more: Any) -> bytes:
    return lobby_pb2.CreateMatchRequest(game=game, seat_count=2, **more).SerializeToString()


class LargeCalls:
    """Matches with far too many options, and streams with half a million empty commands in a message."""

    name = "large-calls"
    finding = "D3"
    is_raw = False

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {"token": await stage.player()}

    async def run(self, target: Target) -> None:
        requests = [with_own_cards(), with_settings(), with_values()]
        token = target.given["token"]
        async with target.channel() as channel, target.channel() as other:
            stream = Stream(target, other, token)

            async def act(each: int) -> None:
                if each < len(requests):
                    await unary(target, channel, CREATE_MATCH, requests[each], token)
                else:
                    await stream.talk(EMPTY_COMMAND * COMMANDS, lambda _: target.is_sink)

            await loops(len(requests) + 1, act)
