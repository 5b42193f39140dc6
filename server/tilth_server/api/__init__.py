"""gRPC in and out, and nothing else: who is it, is the message well-formed, what does a failure mean as a status."""
