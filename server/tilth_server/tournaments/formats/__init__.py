"""Formats of tournaments. A format chooses the tables that are played next.

It is a pure function of the tournament: the same tournament gives the same tables. So a director that was killed and
started again pairs as it would have.
"""

from tilth_server.tournaments.formats.format import Finished, Format, Table, Tables, Wait
from tilth_server.tournaments.formats.lookup import format_of

__all__ = ["Finished", "Format", "Table", "Tables", "Wait", "format_of"]
