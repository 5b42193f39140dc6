"""The standard reflection service: it describes every service and every type, including those of the games."""

from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection import aio
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionResponse

from tilth_server.api.call_context import CallContext
from tilth_server.api.gate import RequestStream

V1 = "grpc.reflection.v1.ServerReflection"
"""The newer name of the service, which newer tools ask for first. The messages are the same."""
OLD_PACKAGE, NEW_PACKAGE = "grpc.reflection.v1alpha", "grpc.reflection.v1"


def describe_v1() -> None:
    """Add reflection's own schema under its newer name to the pool, so that every listed service is described.

    The library ships the schema under the older name only; the two differ in the name of the package.
    """
    older = FileDescriptorProto()
    reflection_pb2.DESCRIPTOR.CopyToProto(older)
    file = FileDescriptorProto.FromString(older.SerializeToString())
    file.name = file.name.replace("v1alpha", "v1")
    file.package = NEW_PACKAGE
    for message in file.message_type:
        for field in message.field:
            if field.type_name:
                field.type_name = field.type_name.replace(f".{OLD_PACKAGE}.", f".{NEW_PACKAGE}.")
    for service in file.service:
        for method in service.method:
            method.input_type = method.input_type.replace(f".{OLD_PACKAGE}.", f".{NEW_PACKAGE}.")
            method.output_type = method.output_type.replace(f".{OLD_PACKAGE}.", f".{NEW_PACKAGE}.")
    descriptor_pool.Default().Add(file)


class ReflectionService:
    """The reflection service. It answers from the default descriptor pool, which holds every imported schema."""

    def __init__(self, services: Iterable[str]) -> None:
        describe_v1()
        self._answers: Any = aio.ReflectionServicer(services)

    def ServerReflectionInfo(
        self, requests: RequestStream, call: CallContext
    ) -> AsyncIterator[ServerReflectionResponse]:
        """Answer the client's questions about services and types, such as "which messages does this file define", on
        one stream.
        """
        return cast(
            AsyncIterator[ServerReflectionResponse], self._answers.ServerReflectionInfo(requests, call)
        )
