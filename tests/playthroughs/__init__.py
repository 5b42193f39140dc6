"""Golden playthroughs: whole matches as text, kept, and read in review when they change.

`python -m tests.playthroughs` writes them anew.
"""
