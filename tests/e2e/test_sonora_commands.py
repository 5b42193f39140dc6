"""A match of Sonora that is over, in the hands of somebody with the `tilth` command; and Sonora beside another game."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.cli.conftest import Place
from tests.e2e.serving import ServerProcess, assert_calm, running
from tests.e2e.sonora_campaign import FLAGS, MATCH_S, SEED, begun, people, played
from tilth_bots import first_bot, random_bot
from tilth_client import MATCH_STATE_FINISHED, RoundRobin

LINE = re.compile(r"^\d+\. \+\d+ seat (\d): (?:= -?\d+ -?\d+ -?\d+ -?\d+ \{place .*\} .*fact \"\{.*\}\"|.+)$")


@dataclass
class Shelf:
    """Two matches with one deal, the second of which was answered otherwise, and where they lie."""

    server: ServerProcess
    ada: Place
    matches: list[str]
    count: int
    player_id: str
    """Of somebody who played both."""


@pytest.fixture(scope="module")
def shelf(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    async def play() -> tuple[list[str], int, str]:
        async with people(server.address, 2) as tilths:
            matches = []
            for bot in (first_bot, random_bot):
                match = await begun(tilths, rounds="5")
                await played(tilths, match.id, [random_bot(0), bot(1)])
                matches.append(match.id)
            count = (await tilths[0].match(matches[0])).record_count
            return matches, count, (await tilths[0].me()).id

    played_so = asyncio.run(play())
    ada = Place(server.address, tmp_path_factory.mktemp("shelf"))
    ada.registered("Ada")
    return Shelf(server, ada, *played_so)


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Another server, and a player of it."""
    place = tmp_path_factory.mktemp("elsewhere")
    with running(place / "data", *FLAGS) as server:
        bo = Place(server.address, place)
        bo.registered("Bo")
        yield bo
        assert_calm(server)


def test_the_text_of_a_match_holds_every_flick_and_is_the_same_match_on_another_server(
    shelf: Shelf, elsewhere: Place
) -> None:
    match, file = shelf.matches[0], shelf.ada.home / "match.txt"
    assert shelf.ada.tilth("export", "--text", match, "-o", str(file)).code == 0
    text = file.read_text()
    answers = [line for line in text.splitlines() if re.match(r"\d+\. \+\d+ seat \d: ", line)]
    assert all(LINE.match(line) for line in answers)
    flicks = [line for line in answers if " seat " in line and ": = " in line]
    assert len(flicks) >= 2 * 5 * 5
    assert all(line.endswith('}"') and "{place " in line for line in flicks)
    assert [f"; Round {number}" in text for number in range(1, 6)] == [True] * 5
    assert elsewhere.tilth("import", str(file)).code == 0
    again = elsewhere.tilth("export", "--text", match, "-o", "-")
    assert again.out.rstrip() == text.rstrip()


def test_two_matches_of_one_deal_part_where_somebody_answers_otherwise(shelf: Shelf) -> None:
    one, other = shelf.matches
    file = shelf.ada.home / "one.tilth"
    assert shelf.ada.tilth("export", one, "-o", str(file)).code == 0
    same = shelf.ada.tilth("diff", one, str(file))
    assert (same.code, "alike" in same.out) == (0, True)
    parted = shelf.ada.tilth("diff", one, other)
    assert parted.code == 1
    assert "they differ at record" in parted.out
    assert "other answers" in parted.out


def test_a_season_of_it_is_taken_in_elsewhere_and_holds(shelf: Shelf, elsewhere: Place) -> None:
    file = shelf.ada.home / "all.season"
    asked = ("--game", "sonora", "--option", "rounds=5", "--player", shelf.player_id)
    exported = shelf.ada.tilth("matches", "export", *asked, "-o", str(file), "--json")
    assert exported.code == 0, exported.err
    assert elsewhere.tilth("matches", "import", str(file)).code == 0
    held = elsewhere.tilth("matches", "verify", *asked)
    assert (held.code, "2 matches" in held.out) == (0, True)


def test_positions_of_a_match_are_found_by_record_round_and_score(shelf: Shelf) -> None:
    match, ada = shelf.matches[0], shelf.ada

    def at(*where: str) -> dict[str, object]:
        found: dict[str, object] = ada.tilth("replay", match, *where, "--json").document()
        return found

    assert at("--at", "20")["record"] == 20
    third = at("--round", "3")
    assert third["view"]["round"] == 3  # type: ignore[index]
    assert all(disc["where"] == "IN_HAND" for disc in third["view"]["discs"])  # type: ignore[index]
    first, last = at("--score-change", "1", "--score-seat", "0"), at("--score-change", "-1")
    assert 3 < int(str(first["record"])) < int(str(third["record"])) < int(str(last["record"])) < shelf.count


async def test_a_tournament_of_two_games_runs_to_its_end(server: ServerProcess) -> None:
    async with people(server.address, 4) as (organiser, *entrants):
        made = await organiser.tournaments.create(
            RoundRobin(cycles=2), ["petrichor", "sonora"], rotate=True, max_running=3, seed=SEED
        )
        for entrant in entrants:
            await entrant.tournaments.enter(made.id)
        serving = [
            asyncio.create_task(entrant.play_all(random_bot(number)))
            for number, entrant in enumerate(entrants)
        ]
        await organiser.tournaments.start(made.id)

        async def ended() -> None:
            async for _ in organiser.tournaments.watch(made.id):
                pass

        await asyncio.wait_for(ended(), MATCH_S)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        assert (await organiser.tournaments.standings(made.id)).finished
        games = [game async for game in organiser.tournaments.pairings(made.id)]
        assert not [game.forfeits for game in games if game.forfeits]
        kinds: Counter[str] = Counter()
        for game in games:
            match = await organiser.match(game.match_id)
            assert match.state == MATCH_STATE_FINISHED
            assert not (await organiser.archive.verify(match.id)).findings
            kinds[match.game] += 1
        assert kinds.keys() == {"petrichor", "sonora"}
