"""The marks on a sheet, section by section, and the bonuses that they give."""
