"""The exit codes and the exception that ends a command."""

FAILED, MISUSED = 1, 2
INTERRUPTED, UNREAD, TERMINATED = 130, 141, 143


class CommandStopped(Exception):
    """An exception that ends the command with an exit code and without another message."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
