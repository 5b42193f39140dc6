"""Faults that a careless change could make, each with the tests that must find it.

`make mutations` puts one after the other into a copy of the tree and runs the tests that are named.
"""
