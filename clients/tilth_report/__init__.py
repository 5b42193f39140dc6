"""Tournaments told: in words and tables (`telling`), and as one page with plots that stands alone (`page`).

Only the page needs matplotlib, which is the extra `tilth[report]`. What is told comes over the protocol: whoever asks
brings the server's replies.
"""
