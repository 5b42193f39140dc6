"""The campaign: faults of nodes, databases and networks under load, and a checker of what clients were sent."""
