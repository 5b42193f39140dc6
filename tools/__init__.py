"""What the repository needs to build itself; none of it is installed."""
