"""Matches played to their end by chance, as a store keeps them: by the thousand, and without a server."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.stores import write_matches
from tilth.v1.decision_pb2 import Result
from tilth.v1.record_pb2 import MatchCreated, MatchFinished, NameHash, SeatTaken
from tilth_rules.kernel import Refused, SeededChance, Table, commitment
from tilth_rules.random_play import inside
from tilth_server.matches.places import final_places
from tilth_server.wire import CauseDetails, GameWire, encode_lobby

BEGAN_MS = 1_700_000_000_000
UNDO_ONE_IN = 12
Bodies = list[bytes]


class Made:
    """One match while it is played."""

    def __init__(self, wire: GameWire, seats: int, chance: Random, **created: Any) -> None:
        self.wire = wire
        self.chance = chance
        self.at = BEGAN_MS + chance.randrange(1_000_000)
        self.bodies: Bodies = []
        self.history: list[Any] = []
        self.answers = 0
        self.players = created.pop("players", [f"player-{seat}" for seat in range(seats)])
        options = created.pop("options", None) or wire.game.options()
        outside = created.pop("outside", None)
        self.avoid: frozenset[int] = created.pop("avoid", frozenset())
        hashes = {player: sha256(player.encode()).digest() for player in self.players}
        if not created.pop("hashed", False):
            hashes = {}
        seed = chance.randbytes(32)
        made = MatchCreated(
            game=wire.name,
            options=wire.encode_options(options),
            seat_count=seats,
            creator_id=self.players[0],
            seed=seed,
            seed_commitment=commitment(seed),
            rules_version=wire.game.version,
            request_id="made",
            request_hash=int.from_bytes(seed[:4], "big"),
            name_hashes=[NameHash(player_id=player, hash=hashed) for player, hashed in hashes.items()],
            **created,
        )
        self._lobby(made)
        for seat, player in enumerate(self.players):
            self._lobby(
                SeatTaken(
                    seat=seat,
                    player_id=player,
                    request_id=f"take {seat}",
                    name_hash=hashes.get(player, b""),
                )
            )
        more = {} if outside is None else {"outside": outside}
        self.table = Table(wire.game, options, seats, SeededChance(seed), **more)
        self._played(self.table.start(len(self.bodies)), player_ids=tuple(self.players))

    def play(self, *, undo: bool = False, give_up: bool = False, timeouts: bool = False) -> "Made":
        """Play the match to its end."""
        chance = self.chance
        while not self.table.over:
            seat = chance.choice(sorted(self.table.open))
            luck = chance.randrange(UNDO_ONE_IN)
            if undo and luck == 0 and self.table.undoable(seat) is not None:
                self.table, record = self.table.undo(seat, self.history)
                self._played(record, request_id=f"back {len(self.bodies)}")
            elif timeouts and luck == 1:
                self._played(self.table.answer_default(seat, "timeout"), spent_ms=30_000)
            elif give_up and luck == 2 and not self.table.resigned:
                self._played(self.table.resign(seat), request_id="", by_timeout=timeouts)
                for record in self.table.answer_for_resigned():
                    self._played(record)
            else:
                self._answer(seat)
            if self.table.resigned and not self.table.over:
                for record in self.table.answer_for_resigned():
                    self._played(record)
        self._close()
        return self

    def answer_at_random(self) -> None:
        """Give an answer of a seat that is asked."""
        self._answer(self.chance.choice(sorted(self.table.open)))

    def _answer(self, seat: int) -> None:
        offers = (self.table.offered or {}).get(seat, ())
        chosen, measured = inside(self.table.open[seat], self.chance, offers)
        while self.avoid.intersection((*chosen, *measured)):
            chosen, measured = inside(self.table.open[seat], self.chance, offers)
        try:
            record = self.table.answer(seat, chosen, measured)
        except Refused as refused:
            raise AssertionError("it lay inside") from refused
        self.answers += 1
        request = "" if self.chance.randrange(4) == 0 else f"{self.chance.getrandbits(64):016x}"
        self._played(record, request_id=request, spent_ms=self.chance.choice((0, 0, 1500)))

    def _close(self) -> None:
        reached = self.wire.game.result(self.table.state)
        assert reached is not None, "it is over"
        resigned = sorted(self.table.resigned)
        places = final_places(reached.places, resigned)
        self._lobby(
            MatchFinished(result=Result(places=places, scores=reached.scores), resigned_seats=resigned)
        )

    def _lobby(self, cause: Any) -> None:
        self.bodies.append(encode_lobby(cause, self._now()))

    def _played(self, record: Any, **more: Any) -> None:
        self.history.append(record)
        self.bodies.append(self.wire.records.encode(record, self._now(), CauseDetails(**more)))

    def _now(self) -> int:
        self.at += self.chance.randrange(800)
        return self.at


def made(wire: GameWire, seats: int, seed: int, **created: Any) -> Made:
    """One, played to its end."""
    return Made(wire, seats, Random(seed), **created).play()


async def stored(folder: Path, matches: Sequence[tuple[str, Bodies]]) -> None:
    """A store that holds these matches, for a server to start on."""
    await write_matches(folder, matches)
