"""How the command can end."""

FAILED, MISUSED = 1, 2
INTERRUPTED, UNREAD, TERMINATED = 130, 141, 143


class Stopped(Exception):
    """The command ends here, and there is nothing more to say about it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
