"""The bracket of a knockout in the terminal: a block for each round, a line for each table; and its rows in CSV."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.messages import language, tr
from tilth_dataclasses.tilth.v1 import BracketEntrant, BracketRound, BracketTable, GetStandingsResponse
from tilth_report.columns import Column
from tilth_report.messages import translator
from tilth_report.texts import number_text


def bracket_text(found: GetStandingsResponse, names: Mapping[int, str]) -> RenderableType:
    """Return the drawing of a bracket: entrants who advanced are bold with an arrow, those who are out are dim."""
    return Group(*(_round(each, names) for each in found.bracket))


def _round(one: BracketRound, names: Mapping[int, str]) -> RenderableType:
    """Return the block of a round: a heading, a line for each table, and the byes."""
    text = translator(language())
    rows = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    for table in one.tables:
        notes = []
        if table.lost_lives:
            notes.append(text("bracket-lost", lives=table.lost_lives))
        if table.further_sets:
            notes.append(text("bracket-further", sets=table.further_sets))
        entrants = Text("  ").join(_entrant(each, names) for each in table.entrants)
        rows.add_row(Text(str(table.table), style="dim"), entrants, Text(" · ".join(notes), style="dim"))
    if one.byes:
        rest = ", ".join(names.get(each, str(each)) for each in one.byes)
        rows.add_row(Text(""), Text(f"{tr('tournament-bracket_byes')} {rest}", style="dim"), Text(""))
    return Group(Text(text("bracket-round", round=one.round), style="bold"), rows)


def _entrant(one: BracketEntrant, names: Mapping[int, str]) -> Text:
    """Return an entrant's name and points at a table."""
    style = "bold" if one.advances else "dim" if one.out else ""
    name = names.get(one.entrant, str(one.entrant))
    return Text.assemble(
        ("→ " if one.advances else "", "green"), (name, style), (f" {number_text(one.points)}", "dim")
    )


class Seated(NamedTuple):
    """A row of a bracket in CSV: an entrant at a table of a round, or with a bye."""

    round: int
    table: BracketTable | None
    entrant: BracketEntrant
    player_id: str
    player_name: str


SEATED: tuple[Column[Seated], ...] = (
    Column("round"),
    Column("table", lambda row: row.table.table if row.table is not None else ""),
    Column("lost_lives", lambda row: row.table.lost_lives if row.table is not None else ""),
    Column("further_sets", lambda row: row.table.further_sets if row.table is not None else ""),
    Column("entrant", lambda row: row.entrant.entrant),
    Column("player_id"),
    Column("player_name"),
    Column("points", lambda row: row.entrant.points),
    Column("advances", lambda row: row.entrant.advances),
    Column("out", lambda row: row.entrant.out),
)


def seated(found: GetStandingsResponse) -> Iterator[Seated]:
    """Yield a row for each entrant at each table of each round, and for each bye."""
    players = {each.entrant: (each.player_id, each.player_name) for each in found.standings}
    for one in found.bracket:
        for table in one.tables:
            for each in table.entrants:
                yield Seated(one.round, table, each, *players.get(each.entrant, ("", "")))
        for entrant in one.byes:
            bye = BracketEntrant(entrant=entrant, advances=one.decided)
            yield Seated(one.round, None, bye, *players.get(entrant, ("", "")))
