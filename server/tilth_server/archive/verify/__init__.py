"""Verification: the rules run again on the stored answers, and their records compared with the stored ones."""
