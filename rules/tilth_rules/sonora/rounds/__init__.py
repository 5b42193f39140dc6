"""The match: rounds of two phases, a module for each, and their order in `match.py`."""
