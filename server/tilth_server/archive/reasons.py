"""Why the archive refuses."""

from typing import Final

NO_RECORD: Final = "no_record"
"""The log is shorter than that."""
NOT_STARTED: Final = "not_started"
"""Nothing has been played yet at this record."""
NOT_OVER: Final = "not_over"
"""Shown when the match is over: what it says would give secrets away."""
BAD_FILE: Final = "bad_file"
"""What was sent is no exported match, or one that does not hold."""
OTHER_MATCH: Final = "other_match"
"""A match of this id is here already, and it is another one."""
FOREIGN_ONLY: Final = "foreign_only"
"""A match of this server's own players is only taken in from an operator."""
