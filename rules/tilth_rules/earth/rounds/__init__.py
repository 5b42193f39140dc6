"""Rounds and turns, from the set-up to the end, and the goals that are claimed after a turn."""
