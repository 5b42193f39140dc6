"""The gRPC services: they authenticate callers, parse messages, call the matches, and turn failures into statuses."""
