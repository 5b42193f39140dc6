"""The guard of operator calls: a caller needs a role for them, and each is recorded in the audit before it runs.

The class of a service lists its calls by name:

    FOR_OPERATORS = True            all calls are for operators only, and each is recorded before it runs ...
    READ_ONLY = ("GetStatus",)      ... except these, which change nothing
    BY_OPERATORS_TOO = ("Start",)   in a service for everybody: operators may do more, and their calls are recorded
    AUDITED_INSIDE = ("Import",)    the same, but the subject is known only later: the call uses `record` by itself
    FOR_MODERATORS = ("Kick",)      of all these, those for which the role of a moderator is enough ...
    FOR_AUDITORS = ("GetStatus",)   ... or that of an auditor

So a new call is for operators alone until it is listed for others, and it is guarded and recorded without further
code. Its subject is the field of its request that SUBJECTS names, its reason the field
`reason`; all other fields are its details. In a call that is not listed a player with a role has the rights of any
player: the gate sets `CallContext.caller.operator` accordingly.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from inspect import iscoroutinefunction
from types import MappingProxyType
from typing import Any, Final

from google.protobuf.json_format import Error as UnwritableError
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from tilth.v1.operations_pb2 import AuditRecord
from tilth_server.api.call_context import CallContext
from tilth_server.operations.audit import Audit
from tilth_server.players import Role
from tilth_server.reasons import MALFORMED, OPERATORS_ONLY
from tilth_server.refusal import Refusal

SUBJECTS: Final = ("tournament_id", "match_id", "player_id", "invitation_id", "ban_id", "report_number")
"""The fields that name the subject of an operator action; the first that a request has counts."""

UNRECORDED_FIELDS: Final = ("seed", "new_name", "label")
"""Fields that no entry holds: a seed is a secret, and a name in an entry could not be erased. A label may be one."""

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
Handler = Callable[..., Any]


WHO_MAY: Final = {
    Role.AUDITOR: "an operator, a moderator or an auditor",
    Role.MODERATOR: "an operator or a moderator",
    Role.OPERATOR: "an operator",
}


def refusal_for_role(needed: Role, field: str = "") -> Refusal:
    """Return the refusal of a caller whose role is smaller than `needed`."""
    message = f"only {WHO_MAY[needed]} may do this"
    return Refusal(OPERATORS_ONLY, message, field=field, details={"role": needed.name.lower()})


class OperatorGuard:
    """The guard between a call and its handler: it checks the roles of callers and records their actions."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit

    @staticmethod
    def operator_role(implementation: Any, method: str) -> Role | None:
        """Return the smallest role that gives more rights than other players have in this call; None if none does."""
        kind = type(implementation)
        named = *getattr(kind, "BY_OPERATORS_TOO", ()), *getattr(kind, "AUDITED_INSIDE", ())
        if getattr(kind, "FOR_OPERATORS", False) is not True and method not in named:
            return None
        if method in getattr(kind, "FOR_AUDITORS", ()):
            return Role.AUDITOR
        return Role.MODERATOR if method in getattr(kind, "FOR_MODERATORS", ()) else Role.OPERATOR

    def guard(self, implementation: Any, method: str, handler: Handler) -> Handler:
        """Return the handler with a guard that refuses callers without the right and records operator actions."""
        kind = type(implementation)
        only = getattr(kind, "FOR_OPERATORS", False) is True
        if not only and method not in getattr(kind, "BY_OPERATORS_TOO", ()):
            return handler
        unrecorded = *getattr(kind, "READ_ONLY", ()), *getattr(kind, "AUDITED_INSIDE", ())
        reads = only and method in unrecorded
        needed = self.operator_role(implementation, method)

        async def check_and_record(request: Any, call: CallContext) -> None:
            if call.caller.operator and not reads:
                await self._record_request(call, method, request)
            elif only and not call.caller.operator:
                raise refusal_for_role(needed or Role.OPERATOR)

        if iscoroutinefunction(handler):

            async def reply_once(request: Any, call: CallContext) -> Any:
                await check_and_record(request, call)
                return await handler(request, call)

            return reply_once

        async def stream_replies(request: Any, call: CallContext) -> AsyncIterator[Any]:
            await check_and_record(request, call)
            async for reply in handler(request, call):
                yield reply

        return stream_replies

    async def record(
        self,
        call: CallContext,
        action: str,
        *,
        subject: str = "",
        reason: str = "",
        details: Mapping[str, str] = NOTHING,
    ) -> None:
        """Record the operator's action in the audit; return when the entry is durable."""
        record = AuditRecord(
            operator_id=call.caller.player_id,
            action=action,
            subject=subject,
            reason=reason,
            peer=call.address,
            details=details,
            role=call.caller.role.message,
        )
        await self._audit.record(record)

    async def _record_request(self, call: CallContext, action: str, request: Any) -> None:
        """Record the action with the fields of its request; a streamed request is recorded without fields."""
        if not isinstance(request, Message):
            await self.record(call, action)
            return
        try:
            fields = MessageToDict(_without_unrecorded(request), preserving_proto_field_name=True)
        except UnwritableError:
            # The audit can't hold a time beyond all calendars, so a request with such a time is refused.
            raise Refusal(MALFORMED, "a time lies between 1970 and 9999") from None
        field = next((name for name in SUBJECTS if name in request.DESCRIPTOR.fields_by_name), "")
        subject, reason = fields.pop(field, ""), fields.pop("reason", "")
        details = {
            name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()
        }
        await self.record(call, action, subject=subject, reason=reason, details=details)


def _without_unrecorded(request: Message) -> Message:
    """Return a copy of the request without the fields named in UNRECORDED_FIELDS, also in nested messages. Messages in
    lists are copied whole.
    """
    kept = type(request)()
    kept.CopyFrom(request)
    for field, value in kept.ListFields():
        if field.name in UNRECORDED_FIELDS:
            kept.ClearField(field.name)
        elif isinstance(value, Message):
            value.CopyFrom(_without_unrecorded(value))
    return kept
