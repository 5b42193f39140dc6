"""The page in a real Chromium, served by a real server."""
