"""The operator's desk: who may sit at it, and that nothing is done there before it stands in the audit.

The class of a service says about its calls, by name:

    FOR_OPERATORS = True            all of them are for operators only, and each is written down before it is done ...
    READ_ONLY = ("GetStatus",)      ... but these, which change nothing
    BY_OPERATORS_TOO = ("Start",)   of a service for everybody: operators may more, and what they do is written down
    SIGNED_WITHIN = ("Import",)     the same, but what is done shows only later: the call uses `sign` by itself

So a new call of operators is guarded and written down without another word: what it is done to and why are the
fields `tournament_id`, `match_id` or `player_id`, and `reason`, of its request; all others are its details. To a call
that isn't named here an operator is a player like all others: the gate says so in `Caller.operator`.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from inspect import iscoroutinefunction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from google.protobuf.json_format import Error as UnwritableError
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from tilth.v1.operations_pb2 import AuditRecord
from tilth_server.api.reasons import MALFORMED, OPERATORS_ONLY
from tilth_server.operations.audit import Audit
from tilth_server.refusal import Refusal

if TYPE_CHECKING:
    from tilth_server.api.service import Call, Caller

SUBJECTS: Final = ("tournament_id", "match_id", "player_id")
"""The fields that say what a deed is done to, the first that a request has."""

SEED: Final = "seed"

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
Behave = Callable[..., Any]


class Desk:
    """Stands between a call and what it does."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit

    @staticmethod
    def heeds_operators(implementation: Any, method: str) -> bool:
        """Whether an operator may more here than others."""
        kind = type(implementation)
        named = *getattr(kind, "BY_OPERATORS_TOO", ()), *getattr(kind, "SIGNED_WITHIN", ())
        return getattr(kind, "FOR_OPERATORS", False) is True or method in named

    def guarded(self, implementation: Any, method: str, behave: Behave) -> Behave:
        """The same, for who may; and written down first, where it is a deed of an operator's."""
        kind = type(implementation)
        only = getattr(kind, "FOR_OPERATORS", False) is True
        if not only and method not in getattr(kind, "BY_OPERATORS_TOO", ()):
            return behave
        reads = only and method in getattr(kind, "READ_ONLY", ())

        async def admitted(request: Any, caller: "Caller") -> None:
            if caller.operator and not reads:
                await self._sign(caller, method, request)
            elif only and not caller.operator:
                raise Refusal(OPERATORS_ONLY, "only an operator may do this")

        if iscoroutinefunction(behave):

            async def replying(request: Any, caller: "Caller", call: "Call") -> Any:
                await admitted(request, caller)
                return await behave(request, caller, call)

            return replying

        async def streaming(request: Any, caller: "Caller", call: "Call") -> AsyncIterator[Any]:
            await admitted(request, caller)
            async for reply in behave(request, caller, call):
                yield reply

        return streaming

    async def sign(
        self,
        caller: "Caller",
        action: str,
        *,
        subject: str = "",
        reason: str = "",
        details: Mapping[str, str] = NOTHING,
    ) -> None:
        """Write down what the operator is about to do; return when that is durable."""
        record = AuditRecord(
            operator_id=caller.player_id,
            operator_name=caller.name,
            action=action,
            subject=subject,
            reason=reason,
            peer=caller.peer,
            details=details,
        )
        await self._audit.write(record)

    async def _sign(self, caller: "Caller", action: str, request: Any) -> None:
        """What is asked for stands in the request. Of one that streams in nothing is known yet."""
        if not isinstance(request, Message):
            await self.sign(caller, action)
            return
        try:
            asked = MessageToDict(_without_seeds(request), preserving_proto_field_name=True)
        except UnwritableError:
            # A time beyond all calendars can't be written down, so what it is asked with can't be done.
            raise Refusal(MALFORMED, "a time lies between 1970 and 9999") from None
        field = next((name for name in SUBJECTS if name in request.DESCRIPTOR.fields_by_name), "")
        subject, reason = asked.pop(field, ""), asked.pop("reason", "")
        details = {
            name: value if isinstance(value, str) else json.dumps(value) for name, value in asked.items()
        }
        await self.sign(caller, action, subject=subject, reason=reason, details=details)


def _without_seeds(request: Message) -> Message:
    """A copy in which no seed stands: the audit is read by others than who knows it."""
    told = type(request)()
    told.CopyFrom(request)
    for field, value in told.ListFields():
        if field.name == SEED:
            told.ClearField(field.name)
        elif isinstance(value, Message):
            value.CopyFrom(_without_seeds(value))
    return told
