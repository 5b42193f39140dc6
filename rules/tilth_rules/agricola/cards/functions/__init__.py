"""What single cards do where clauses cannot say it. Every module is about one subject, and all of a card stands in one
module: what it does is stored by its place among the things the card does at a moment, and that place must follow from
the lines of one page."""
