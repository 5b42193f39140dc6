"""Causes, points and decisions of a league, as programs and people read them."""

import csv
import io
import os
import sys
from pathlib import Path

from tests.e2e.league import League, league
from tests.warm import run
from tilth.v1 import play_pb2
from tilth.v1 import tournaments_pb2 as pb

CRASHING = """
async def bot(view, decision):
    raise RuntimeError("no more")
"""


def tilth(cup: League, *words: str, language: str = "en") -> str:
    done = run(
        [sys.executable, "-m", "tilth_cli.main", *words, "--server", cup.server.address],
        env=os.environ | {"TILTH_TOKEN": cup.organiser.token, "TILTH_LANG": language, "COLUMNS": "200"},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_causes_and_points_are_in_tables_of_both_languages_and_in_csv(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("crashing", source=CRASHING)
        await cup.bot("good", "random")
        begun = await cup.begin(pb.Series(games=2), "crashing", "good", title="Spring")
        await cup.finished(begun.id)
        games = tilth(cup, "tournament", "pairings", begun.id)
        assert "crashed (RuntimeError: no more)" in games
        assert "сбой программы" in tilth(cup, "tournament", "pairings", begun.id, language="ru")
        rows = list(csv.DictReader(io.StringIO(tilth(cup, "tournament", "pairings", begun.id, "--csv"))))
        assert {(row["player_name"], row["forfeit_cause"]) for row in rows} == {
            ("crashing", "crash"),
            ("good", ""),
        }
        assert {row["forfeit_detail"] for row in rows} == {"RuntimeError: no more", ""}
        (listed,) = csv.DictReader(io.StringIO(tilth(cup, "tournament", "list", "--csv")))
        assert (listed["id"], listed["title"], listed["format"]) == (begun.id, "Spring", "series")
        assert listed["finished_pairings"] == "2"
        tilth(cup, "new", "petrichor", "--seats", "2", "--option", "long_form=true")
        (match,) = [each async for each in cup.organiser.matches() if not each.tournament_id]
        assert match.settings["long_form"] == "true"


async def test_a_replay_of_a_seat_has_the_decisions_that_it_was_asked(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("one", "random")
        await cup.bot("two", "random")
        begun = await cup.begin(pb.Series(games=1), "one", "two", rotate=False)
        await cup.finished(begun.id)
        (game,) = await cup.games(begun.id)
        answered = [
            record.answered.decision_id
            for record in await cup.records(game.match_id)
            if record.HasField("answered") and record.answered.seat == 1
        ]
        async with cup.attending("one" if game.seats[1] == 0 else "two") as tilth_client:
            asked = []
            async for update in tilth_client.archive.replay(game.match_id, seat=1, interval_ms=1):
                if update.decision is not None:
                    asked.append(update.decision.id)
                    assert update.decision.allows(update.decision.default)
                if update.cause == play_pb2.CAUSE_ANSWERED and update.seat == 1:
                    assert asked
            assert asked == answered
            late = [
                update.decision.id
                async for update in tilth_client.archive.replay(
                    game.match_id, game.record_count // 2, seat=1, interval_ms=1
                )
                if update.decision is not None
            ]
            assert late == asked[-len(late) :]
