"""The steps in which seats act in their lanes of a turn, and the goods that they gain and pay."""
