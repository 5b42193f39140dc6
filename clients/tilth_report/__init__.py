"""Reports on tournaments: as texts and tables (`texts`), and as one self-contained page with plots (`page`).

Only the page needs matplotlib, which is the extra `tilth-games[report]`. The caller
fetches the server's replies and passes them in.
"""
