"""How strong players are: tests between two, ratings of a contest's entrants, and ratings over all contests."""
