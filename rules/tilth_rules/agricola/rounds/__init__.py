"""A round from its beginning to its end: its phases, the work of the people, the harvest."""
