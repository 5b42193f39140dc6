"""The listener for browsers: HTTP in and out, in the same process and event loop as gRPC.

It serves the page's files, single calls as gRPC-Web, and `Attend` as a WebSocket. Calls go through the same gate.
"""
