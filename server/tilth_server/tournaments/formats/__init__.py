"""Formats: who sits down with whom next. Pure functions of a contest: the same contest gives the same tables, so that
a director that was killed and began anew pairs as it would have."""

from tilth_server.tournaments.formats.format import Finished, Format, Table, Tables, Wait
from tilth_server.tournaments.formats.of import format_of

__all__ = ["Finished", "Format", "Table", "Tables", "Wait", "format_of"]
