"""Everything that can happen, each event with its `apply`."""
