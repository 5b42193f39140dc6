"""What single cards do where clauses cannot say it. Every module is about one subject."""
