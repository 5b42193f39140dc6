"""Matches as text: the headers and lines of a file that people read, and that this server reads again."""
