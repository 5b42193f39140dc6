"""The campaign: faults of nodes, databases and networks under load, and a checker that compares what clients were told
with what is stored."""
