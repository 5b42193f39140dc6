"""Programs that build, check and document the repository. None of them is installed."""
