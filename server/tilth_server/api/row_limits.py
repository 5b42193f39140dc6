"""The numbers of rows in operators' lists: the defaults, and the maximum."""

from typing import Final

DEFAULT_ROWS: Final = 20
DEFAULT_IDLE_ROWS: Final = 50
MAX_ROWS: Final = 200
