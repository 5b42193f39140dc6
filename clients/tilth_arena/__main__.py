"""The launcher, as a program (launcher.py)."""

from tilth_arena.launcher import main

main()
