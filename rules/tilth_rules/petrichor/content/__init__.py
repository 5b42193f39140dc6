"""The values printed on the components, as data."""
