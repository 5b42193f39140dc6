"""Errors for unreadable bytes, and for a game whose structs and schema differ."""


class Unreadable(Exception):
    """Bytes are not a message of the expected type, or hold a class or number that this build does not have."""


class SchemaMismatch(Exception):
    """A game's structs and its messages differ. The error comes when the game is loaded, never later."""
