"""The plots of a page. Each function takes the tournament's data and the messages, and returns None without data."""

from tilth_report.plots.lengths import match_lengths
from tilth_report.plots.matrix import score_matrix
from tilth_report.plots.ratings import final_ratings, ratings_over_time
from tilth_report.plots.seats import seat_scores

__all__ = ["final_ratings", "match_lengths", "ratings_over_time", "score_matrix", "seat_scores"]
