"""Counts of what passes between this node and the others."""


class Traffic:
    """The counts of one node since its start."""

    __slots__ = (
        "flows",
        "forwarded",
        "match_calls",
        "received_bytes",
        "received_messages",
        "sent_bytes",
        "sent_messages",
        "served",
        "window_waits",
    )

    def __init__(self) -> None:
        self.match_calls = 0
        """Calls and commands of this node's clients about matches."""
        self.forwarded = 0
        """The calls and commands of these that went to another node."""
        self.served = 0
        """Calls and streams of other nodes' clients that were served here."""
        self.sent_bytes = 0
        self.sent_messages = 0
        self.received_bytes = 0
        self.received_messages = 0
        self.flows = 0
        """Flows that this node has opened."""
        self.window_waits = 0
        """Messages that had to wait because the other end of their flow did not read."""
