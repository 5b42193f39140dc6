"""Tournaments: each has a stream of its own, and a director that pairs its entrants and may be killed at any time."""
