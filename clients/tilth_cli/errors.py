"""The error that ends a command with a message for its user."""

from tilth_cli.stopped import FAILED


class UserError(Exception):
    """An error that ends the command. Its text is one line for the person who typed it."""

    def __init__(self, text: str, reason: str = "") -> None:
        super().__init__(" ".join(text.split()))
        self.reason = reason
        self.code = FAILED
        """The exit code of the command."""
