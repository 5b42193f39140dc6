"""Worker processes: programs beside the server that answer requests over their pipes.

`outside` computes outside facts in them, and `archive.verify` verifies matches. The server's side is
`worker_pool.WorkerPool`, the side of the process `request_loop.answer_requests`. This module imports nothing, so that
the processes start quickly.
"""
