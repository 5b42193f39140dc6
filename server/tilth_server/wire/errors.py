"""What can be wrong with bytes, and with a game's schema."""


class Unreadable(Exception):
    """Bytes that are no message of the expected type, or hold what this build's rules do not know."""


class SchemaMismatch(Exception):
    """A game's structs and its messages differ; found when the game is loaded, never later."""
