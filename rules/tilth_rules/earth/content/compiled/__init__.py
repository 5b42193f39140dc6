"""The faces as the rules use them: tables of numbers, and abilities with words turned into numbers."""
