"""The checker finds each kind of fault in a tournament that fits together without it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.campaign.checker import Diaries
from tests.campaign.tournament_checks import check_tournaments
from tilth.v1.decision_pb2 import Result
from tilth.v1.record_pb2 import MatchCreated, MatchFinished, MatchStarted, Record
from tilth.v1.tournaments_pb2 import (
    NewPairing,
    PairingState,
    TournamentCreated,
    TournamentEntered,
    TournamentFinished,
    TournamentPaired,
    TournamentPairingEnded,
    TournamentRecord,
    TournamentStarted,
)

CUP = "cup"
PLAYERS = ["ann", "bo"]
RESULTS = [Result(places=[1, 2], scores=[9, 5]), Result(places=[1, 1], scores=[7, 7])]


class Story:
    """A tournament of two entrants and two games, as two nodes tell it, and its games."""

    def __init__(self) -> None:
        self.games = {
            f"game {number}": [
                Record(created=MatchCreated(seat_count=2, tournament_id=CUP, pairing_number=number)),
                Record(started=MatchStarted(player_ids=PLAYERS)),
                Record(finished=MatchFinished(result=result)),
            ]
            for number, result in enumerate(RESULTS, 1)
        }
        pairings = [NewPairing(number=number, table=1, seats=[0, 1]) for number in (1, 2)]
        self.log = [
            TournamentRecord(created=TournamentCreated(seed=b"secret")),
            *(TournamentRecord(entered=TournamentEntered(player_id=player)) for player in PLAYERS),
            TournamentRecord(started=TournamentStarted()),
            TournamentRecord(paired=TournamentPaired(round=1, pairings=pairings)),
            *(
                TournamentRecord(
                    pairing_ended=TournamentPairingEnded(
                        number=number, match_id=f"game {number}", state=PairingState.PAIRING_STATE_FINISHED,
                        result=result, record_count=3,
                    )
                )
                for number, result in enumerate(RESULTS, 1)
            ),
            TournamentRecord(finished=TournamentFinished(ranking=[0, 1])),
        ]  # fmt: skip
        self.lines = [line("tournament", players=PLAYERS)]
        for number, record in enumerate(self.log):
            shown = TournamentRecord()
            shown.CopyFrom(record)
            shown.created.ClearField("seed") if shown.HasField("created") else None
            content = shown.SerializeToString(deterministic=True).hex()
            self.lines.append(line("entry", node="one", expected=number, record=number, content=content))
        for node in ("one", "two"):
            self.lines.append(line("state", node=node, state="TOURNAMENT_STATE_FINISHED", records=8))
            for number, result in enumerate(RESULTS, 1):
                self.lines.append(
                    line(
                        "pairing", node=node, number=number, seats=[0, 1], game=f"game {number}",
                        state="PAIRING_STATE_FINISHED", places=list(result.places), scores=list(result.scores),
                    )
                )  # fmt: skip
            counts = [(1.5, [2, 1, 1, 0]), (0.5, [2, 0, 1, 1])]
            for entrant, (points, games) in enumerate(counts):
                self.lines.append(
                    line(
                        "standing", node=node, entrant=entrant, player=PLAYERS[entrant], place=entrant + 1,
                        points=points, games=games,
                    )
                )  # fmt: skip
                self.lines.append(
                    line(
                        "rating", node=node, player=PLAYERS[entrant], rating=[25.0, 8.0, 2, games[1]],
                        games=["game 1", "game 2"],
                    )
                )  # fmt: skip

    def of(self, event: str, **fields: Any) -> dict[str, Any]:
        """Return the first line with these fields."""
        return next(each for each in self.lines if each["event"] == event and fields.items() <= each.items())

    def faults(self) -> list[str]:
        """Return what the checker finds."""
        diaries = Diaries.of(self.lines)
        return check_tournaments(diaries.of_tournaments, {CUP: self.log}, self.games)


def line(event: str, **fields: Any) -> dict[str, Any]:
    """Return a line of a diary."""
    return {"t": 0.0, "event": event, "tournament": CUP, **fields}


def test_a_tournament_that_fits_has_no_fault() -> None:
    assert Story().faults() == []


def paired_twice(story: Story) -> None:
    story.log.insert(5, copy.deepcopy(story.log[4]))


def ended_twice(story: Story) -> None:
    story.log.insert(6, copy.deepcopy(story.log[5]))


def ended_early(story: Story) -> None:
    del story.log[6]


def entered_twice(story: Story) -> None:
    story.log.insert(2, copy.deepcopy(story.log[1]))


def started_twice(story: Story) -> None:
    story.log.insert(4, copy.deepcopy(story.log[3]))


def made_twice(story: Story) -> None:
    story.games["other"] = copy.deepcopy(story.games["game 1"])


def of_no_pairing(story: Story) -> None:
    story.games["game 1"][0].created.pairing_number = 7


def of_others(story: Story) -> None:
    story.games["game 1"][1].started.player_ids[:] = ["bo", "ann"]


def forgotten(story: Story) -> None:
    del story.log[6:]


def other_result(story: Story) -> None:
    story.log[5].pairing_ended.result.scores[0] = 8


def earlier_result(story: Story) -> None:
    story.log[5].pairing_ended.record_count = 2


def left_out(story: Story) -> None:
    story.of("entry", record=4)["expected"] = 3


def not_stored(story: Story) -> None:
    story.lines.append(story.of("entry", record=7) | {"record": 8, "expected": 8})


def stored_otherwise(story: Story) -> None:
    story.of("entry", record=5)["content"] = story.of("entry", record=6)["content"]


def behind(story: Story) -> None:
    story.of("state", node="two")["records"] = 7


def not_listed(story: Story) -> None:
    story.lines.remove(story.of("pairing", node="two", number=2))


def listed_otherwise(story: Story) -> None:
    story.of("pairing", node="two", number=2)["places"] = [2, 1]


def counted_twice(story: Story) -> None:
    story.of("standing", node="two", entrant=0)["points"] = 2.5


def placed_otherwise(story: Story) -> None:
    story.of("standing", node="two", entrant=0)["place"] = 2


def rated_twice(story: Story) -> None:
    rating = story.of("rating", node="two", player="ann")
    rating["games"] = ["game 1", "game 2", "game 2"]
    rating["rating"][2] = 3


def not_rated(story: Story) -> None:
    story.lines.remove(story.of("rating", node="two", player="bo"))


def rated_otherwise(story: Story) -> None:
    story.of("rating", node="two", player="bo")["rating"][0] = 24.0


def never_stored(story: Story) -> None:
    story.lines.append(line("tournament", players=PLAYERS) | {"tournament": "other"})


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (paired_twice, "record 5 makes pairing 1 a second time"),
        (ended_twice, "record 6 ends pairing 1 a second time"),
        (ended_early, "has finished without the pairings [2]"),
        (entered_twice, "record 2 enters ann a second time"),
        (started_twice, "record 4 starts the tournament a second time"),
        (made_twice, "pairing 1 has 2 matches: game 1, other"),
        (of_no_pairing, "pairing 7 has the match game 1, and was not made"),
        (of_others, "its match game 1 was started with [['bo', 'ann']]"),
        (forgotten, "pairing 2 has no result, and its match game 2 has finished"),
        (other_result, "pairing 1 has the result [1, 2] after 3 records"),
        (
            earlier_result,
            "pairing 1 has the result [1, 2] after 2 records, and its match game 1 [1, 2] after 3",
        ),
        (left_out, "record 4, which node one has shown, came when record 3 was due"),
        (not_stored, "record 8, which node one has shown, is not stored: the log has 8 records"),
        (stored_otherwise, "record 5, which node one has shown, is stored otherwise"),
        (behind, "node two says ('TOURNAMENT_STATE_FINISHED', 7)"),
        (not_listed, "node two lists pairing 2 0 times"),
        (listed_otherwise, "node two lists pairing 2 as"),
        (counted_twice, "at node two entrant 0 stands as ('ann', 2.5, [2, 1, 1, 0])"),
        (placed_otherwise, "nodes place entrant 0 as [1, 2]"),
        (rated_twice, "node two has rated the games {'game 1': 1, 'game 2': 2}"),
        (not_rated, "player bo: node two has rated the games {}"),
        (rated_otherwise, "player bo: nodes rate the player as"),
        (never_stored, "tournament other: was created, and is not stored"),
    ],
)
def test_the_checker_finds_in_a_tournament(harm: Callable[[Story], None], sentence: str) -> None:
    story = Story()
    harm(story)
    assert any(sentence in fault for fault in story.faults()), story.faults()
