"""Ratings of players: tests between two, ratings of a tournament's entrants, and ratings over all tournaments."""
