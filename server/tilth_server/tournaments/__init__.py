"""Tournaments: contests of many matches. Each is a stream of its own, driven by a director that may be killed."""
