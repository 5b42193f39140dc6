"""Roles: what a player may do for the server besides playing."""

from enum import IntEnum

from tilth.v1 import players_pb2 as pb
from tilth_server.reasons import MALFORMED
from tilth_server.refusal import Refusal


class Role(IntEnum):
    """A player's role. A greater one may do what a smaller one may. The numbers are stored: those of OperatorRole."""

    NONE = pb.OPERATOR_ROLE_UNSPECIFIED
    AUDITOR = pb.OPERATOR_ROLE_AUDITOR
    MODERATOR = pb.OPERATOR_ROLE_MODERATOR
    OPERATOR = pb.OPERATOR_ROLE_OPERATOR

    @property
    def message(self) -> pb.OperatorRole.ValueType:
        """The role as the protocol writes it."""
        return pb.OperatorRole.ValueType(int(self))


def role_of(number: int) -> Role:
    """Return the role with this number. Raises Refusal if this build knows none."""
    try:
        return Role(number)
    except ValueError:
        raise Refusal(MALFORMED, f"there is no role {number}", field="role") from None
