"""The exception that the server's parts raise to refuse a request."""

from tilth_server.reasons import LIMIT_EXCEEDED


class Refusal(Exception):
    """A refused request, which has changed nothing. `reason` is stable and machine-readable, `message` is for people.

    `field` names the field of the request that is at fault, if there is one; `details` are sent with the reason, as
    text.
    """

    def __init__(
        self, reason: str, message: str, *, field: str = "", details: dict[str, str] | None = None
    ) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason
        self.message = message
        self.field = field
        self.details = details or {}


def over_limit(name: str, value: int) -> Refusal:
    """Return the refusal of a request that is over the limit `name`, whose value is `value`."""
    return Refusal(
        LIMIT_EXCEEDED, f"over the limit {name} ({value})", details={"limit": name, "value": str(value)}
    )
