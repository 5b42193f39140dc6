"""The actions of the four cards, and their consequences for clouds and crops."""
