"""The match: rounds of four phases, a module for each, and their order in `match.py`."""
