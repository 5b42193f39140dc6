"""The configuration of the documentation's site."""
