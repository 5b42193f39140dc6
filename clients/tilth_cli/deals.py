"""Checking a deal on this machine: the checker for auditors runs on the export, in a process of its own."""

import asyncio
import importlib.resources
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.errors import UserError
from tilth_cli.messages import tr

PACKAGE = "tilth_deal"
Report = dict[str, Any]
"""The report that `check_deal.py --json` prints."""


async def check_deal(file: Path, commitment: str, head: str) -> Report:
    """Return the checker's report on an exported match. The checker runs in a process of its own, with the commitment
    and the last hash (`head`) to compare if given. Raise UserError if it prints no report."""
    program = importlib.resources.files(PACKAGE) / "check_deal.py"
    shown = [f"--{name}={given}" for name, given in (("commitment", commitment), ("head", head)) if given]
    # `tilth` runs on asyncio's own loop, which does not fork for this.
    process = await asyncio.create_subprocess_exec(  # noqa: TID251
        sys.executable,
        str(program),
        str(file),
        "--json",
        *shown,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    try:
        report: Report = json.loads(output)
    except ValueError:
        last = errors.decode(errors="replace").strip().rpartition("\n")[2]
        raise UserError(tr("deal-failed", error=last), "DEAL_CHECK_FAILED") from None
    return report


def report_text(report: Report) -> RenderableType:
    """Return the report as text for people: a title, the three checks, the draws by purpose, the findings, and remarks
    on what was not checked."""
    counts = {"derived": sum(report["draws"].values()), "drawn": report["drawn"]}
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    _row(table, report["chain_ok"], tr("verify-chain"))
    _row(table, report["seed_ok"], tr("verify-seed"))
    _row(table, report["draws_ok"], tr("deal-draws", **counts))
    for purpose, count in report["draws"].items():
        table.add_row("", Text(f"{purpose}: {count}", style="dim"))
    for finding in report["findings"]:
        where = "" if finding["record"] < 0 else tr("deal-record", record=finding["record"]) + " "
        table.add_row(
            Text("NO", style="bold red"), where + tr(f"deal-not-{finding['kind']}", **finding["details"])
        )
    notes = [
        tr(f"deal-{name}", hash=report[name], compared=_compared(name, report))
        for name in ("commitment", "head")
    ]
    notes.append(tr("deal-unchecked-rules", match=report["match_id"]))
    if len(report["compared"]) < len(("commitment", "head")):
        notes.append(tr("deal-unchecked-shown"))
    return Group(Text(tr("deal-title", **report)), table, *(Text(note, style="dim") for note in notes))


def _compared(name: str, report: Report) -> str:
    """Return a remark on whether the match's `name` (commitment or head) is the one that the user gave; "" if the user
    gave none."""
    if name not in report["compared"]:
        return ""
    differs = name in {finding["kind"] for finding in report["findings"]}
    return tr("deal-differs") if differs else tr("deal-same")


def _row(table: Table, holds: bool, text: str) -> None:
    """Add a check to the table: "ok" or "NO", and the text of the check."""
    table.add_row(Text("ok", style="green") if holds else Text("NO", style="bold red"), text)
