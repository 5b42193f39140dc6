"""What a room of the server raises when it is asked for something that can't be."""


class Refusal(Exception):
    """Nothing has changed. `reason` is stable and machine-readable, `what` is for people.

    `field` names the field of the request that is at fault, if one is; `details` go with the reason, as text.
    """

    def __init__(
        self, reason: str, what: str, *, field: str = "", details: dict[str, str] | None = None
    ) -> None:
        super().__init__(f"{reason}: {what}")
        self.reason = reason
        self.what = what
        self.field = field
        self.details = details or {}


LIMIT = "limit"
"""Over one of the server's limits; the details name it."""


def over_limit(name: str, value: int) -> Refusal:
    """The refusal of what goes over the limit `name`."""
    return Refusal(LIMIT, f"over the limit {name} ({value})", details={"limit": name, "value": str(value)})
