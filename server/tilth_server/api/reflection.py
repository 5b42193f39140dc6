"""The standard reflection service: whoever asks learns every service and every type, the games' own included."""

from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

from grpc_reflection.v1alpha.reflection import aio
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionResponse

from tilth_server.api.service import Call, Caller, Requests

V1 = "grpc.reflection.v1.ServerReflection"
"""The same messages under the newer name, which newer tools ask for first."""


class ReflectionService:
    """Answers from the default pool of descriptors, where the stubs of everything that is imported lie."""

    def __init__(self, services: Iterable[str]) -> None:
        self._answers: Any = aio.ReflectionServicer(services)

    def ServerReflectionInfo(
        self, requests: Requests, caller: Caller, call: Call
    ) -> AsyncIterator[ServerReflectionResponse]:
        return cast(
            AsyncIterator[ServerReflectionResponse], self._answers.ServerReflectionInfo(requests, call)
        )
