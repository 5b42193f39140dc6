"""What is printed on the components, as data."""
