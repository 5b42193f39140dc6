"""The events of a match. Each changes the state by its fields and by nothing else."""
