"""The values printed on the board and the sheets."""
