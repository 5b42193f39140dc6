"""The deck: how cards are drawn, and which cards a lane may draw."""
