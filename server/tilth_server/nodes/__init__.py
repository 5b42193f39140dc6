"""The nodes: processes that serve one store together, in PostgreSQL, and are one server to their clients."""
