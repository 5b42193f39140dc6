"""The rules of Tilth: a kernel, and one package a game. Pure: no I/O, no clock, no protocol."""
