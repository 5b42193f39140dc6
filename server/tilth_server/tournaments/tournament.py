"""A tournament as it follows from its records. It decides nothing: formats read it and decide what comes next."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.matches.match_info import TOURNAMENTS
from tilth_server.tournaments.pairing import Forfeit, Pairing, PairingState, Round
from tilth_server.tournaments.thinking import thinking_of

LAST_SEAT_WINS: Final = 1
"""The rules of forfeits for new tournaments: a game ends when one seat is left, which wins it. Records of tournaments
from earlier builds hold 0: the others play such a game to its end."""

KEPT_VERSIONS: Final = 20
"""The number of earlier versions of an entrant that are shown, the latest of them. Records have all."""


def stream_of(tournament_id: str) -> str:
    """Return the name of the tournament's stream in the store."""
    return TOURNAMENTS + tournament_id


class State(IntEnum):
    """The state of a tournament, with the numbers of tilth.v1.TournamentState."""

    ENTRY = 1
    RUNNING = 2
    PAUSED = 3
    FINISHED = 4
    CANCELLED = 5

    @property
    def has_ended(self) -> bool:
        """True if the tournament is finished or cancelled."""
        return self in (State.FINISHED, State.CANCELLED)


class Entrant(msgspec.Struct):
    """A player who has entered the tournament, and may have withdrawn."""

    number: int
    """Number from 0, in the order of entry. Before any result, lower numbers count as stronger."""
    player_id: str
    entered_ms: int
    withdrawn: bool = False
    max_running_pairings: int = 0
    """The largest number of games that the entrant plays at once; 0: as many as the tournament allows."""
    annulled: bool = False
    """True if the entrant has withdrawn and none of their games counts in the standings."""
    version: str = ""
    """The version of the program that plays, as the entrant states it; "" if they state none."""
    earlier_versions: tuple[str, ...] = ()
    """Versions stated before, the oldest first."""
    left_after: int = 0
    """The last round that was paired when the entrant withdrew; 0 if none was."""

    def is_active_after(self, round_number: int) -> bool:
        """Return whether the entrant had not withdrawn by the end of this round."""
        return not self.withdrawn or self.left_after > round_number


class Tournament(msgspec.Struct, weakref=True):
    """One tournament as its records give it. `apply_record` applies the next record to it."""

    id: str
    settings: pb.TournamentSettings
    organiser_id: str
    seed: bytes
    seed_commitment: bytes
    request_id: str
    created_ms: int
    seed_given: bool = False
    """True if the organiser gave the seed, and so knows every deal."""
    request_hash: int = 0
    """Hash of the request that created the tournament."""
    points_in_play_formula: int = 0
    """The formula in `paired_tables.score_shares`: LOWEST_SUBTRACTED, or 0 in records of earlier builds."""
    forfeit_rules: int = 0
    """The rules of forfeits: LAST_SEAT_WINS, or 0 in records of earlier builds."""
    nobody_attends: bool = False
    """True if the server paused the tournament because no entrant attended."""
    waits: bool = True
    """True if games wait for absent entrants. False once the tournament was resumed after a pause because nobody
    attended."""
    state: State = State.ENTRY
    entrants: list[Entrant] = []
    rounds: list[Round] = []
    """Rounds in order. A ladder has one for each time at which it paired."""
    pairings: list[Pairing] = []
    """Pairings in order; number n is at n - 1."""
    started_ms: int = 0
    starters: tuple[int, ...] = ()
    """Entrants who were active at the start, in order of entry."""
    ended_ms: int = 0
    cancelled: str = ""
    """The reason for which the tournament was cancelled; "" if it was not."""
    ranking: tuple[int, ...] = ()
    record_count: int = 0
    corrections: int = 0
    """Number of times that a recorded result was changed or annulled."""
    has_annulled: bool = False
    """True if the results of some entrant are annulled."""
    next_deal: int = 0
    """The first deal that no pairing has."""
    numbers: dict[str, int] = {}
    """Numbers of entrants by player id."""
    builds: tuple[tuple[int, str], ...] = ()
    """The builds of the server that have run the tournament, each with the time in ms from which on it did; "" is one
    that recorded no name."""

    @property
    def stream(self) -> str:
        """The name of the tournament's stream in the store."""
        return stream_of(self.id)

    @property
    def last_round(self) -> int:
        """The number of the round that was paired last; 0 before the first round."""
        return self.rounds[-1].number if self.rounds else 0

    def active(self) -> list[Entrant]:
        """Return the entrants who have not withdrawn."""
        return [entrant for entrant in self.entrants if not entrant.withdrawn]

    def counted(self) -> Iterator[Pairing]:
        """Return an iterator over the pairings whose results count: not void, and without annulled entrants."""
        return (pairing for pairing in self.pairings if self.counts(pairing))

    def counts(self, pairing: Pairing) -> bool:
        """Return whether the pairing has a result, and no entrant at it is annulled."""
        return pairing.state.counts and not (self.has_annulled and self.is_annulled(pairing))

    def builds_of(self, pairing: Pairing) -> list[str]:
        """Return the builds that ran while the match of a pairing was played, the oldest first; none without one."""
        if not (pairing.started_ms and pairing.ended_ms):
            return []
        ends = [*(since_ms for since_ms, _ in self.builds[1:]), pairing.ended_ms + 1]
        return [
            build
            for (since_ms, build), end_ms in zip(self.builds, ends, strict=True)
            if since_ms <= pairing.ended_ms and end_ms > pairing.started_ms
        ]

    def is_annulled(self, pairing: Pairing) -> bool:
        """Return whether the results of an entrant at this pairing are annulled."""
        return any(self.entrants[entrant].annulled for entrant in pairing.seats)


def tournament_from(tournament_id: str, record: pb.TournamentRecord) -> Tournament:
    """Return the tournament that the first record creates."""
    made = record.created
    return Tournament(
        id=tournament_id,
        settings=made.settings,
        organiser_id=made.organiser_id,
        seed=made.seed,
        seed_commitment=made.seed_commitment,
        seed_given=made.seed_given,
        points_in_play_formula=made.points_in_play_formula,
        forfeit_rules=made.forfeit_rules,
        request_id=made.request_id,
        request_hash=made.request_hash,
        created_ms=record.at.ToMilliseconds(),
        builds=((record.at.ToMilliseconds(), made.build),),
        record_count=1,
    )


def copy_of(tournament: Tournament) -> Tournament:
    """Return a copy of the tournament. Records that are applied to it leave the original as it is."""
    copied = msgspec.structs.replace
    settings = pb.TournamentSettings()
    settings.CopyFrom(tournament.settings)
    pairings = [copied(pairing) for pairing in tournament.pairings]
    return copied(
        tournament,
        settings=settings,
        entrants=[copied(entrant) for entrant in tournament.entrants],
        pairings=pairings,
        rounds=[
            copied(each, pairings=[pairings[pairing.number - 1] for pairing in each.pairings])
            for each in tournament.rounds
        ],
        numbers={**tournament.numbers},
    )


def apply_record(tournament: Tournament, record: pb.TournamentRecord) -> None:
    """Change the tournament by its next record, and count the record. Raise ValueError for a cause that this build does
    not know.
    """
    tournament.record_count += 1
    at_ms = record.at.ToMilliseconds()
    match record.WhichOneof("cause"):
        case "entered":
            _enter(tournament, record.entered, at_ms)
        case "withdrawn":
            _withdraw(tournament, record.withdrawn)
        case "started":
            tournament.state = State.RUNNING
            tournament.started_ms = at_ms
            tournament.starters = tuple(entrant.number for entrant in tournament.active())
        case "paired":
            _pair(tournament, record.paired)
        case "pairing_ended":
            pairing = tournament.pairings[record.pairing_ended.number - 1]
            tournament.corrections += pairing.state.has_ended
            end_pairing(pairing, record.pairing_ended)
        case "pairing_replayed":
            _replay(tournament, record.pairing_replayed)
        case "paused":
            tournament.state = State.PAUSED
            tournament.nobody_attends = record.paused.nobody_attends
        case "resumed":
            tournament.state = State.RUNNING
            tournament.waits &= not tournament.nobody_attends
            tournament.nobody_attends = False
        case "cancelled" | "finished":
            _end(tournament, record, at_ms)
        case "retitled":
            tournament.settings.title = record.retitled.title
        case "continued":
            tournament.builds = (*tournament.builds, (at_ms, record.continued.build))
        case cause:
            raise ValueError(f"tournament {tournament.id} holds a record this server can't read: {cause}")


def _enter(tournament: Tournament, entered: pb.TournamentEntered, at_ms: int) -> None:
    """Add an entrant, or make one active again who had withdrawn."""
    player_id = entered.player_id
    known = tournament.numbers.get(player_id)
    if known is None:
        known = tournament.numbers[player_id] = len(tournament.entrants)
        tournament.entrants.append(Entrant(known, player_id, at_ms))
    entrant = tournament.entrants[known]
    entrant.withdrawn = False
    entrant.max_running_pairings = entered.max_running_pairings
    if entered.version and entrant.version and entered.version != entrant.version:
        two = (entrant.version, entered.version)
        earlier = [each for each in entrant.earlier_versions if each not in two]
        entrant.earlier_versions = (*earlier, entrant.version)[-KEPT_VERSIONS:]
    entrant.version = entered.version or entrant.version


def _withdraw(tournament: Tournament, withdrawn: pb.TournamentWithdrawn) -> None:
    """Withdraw an entrant, and annul their results if the record says so."""
    entrant = tournament.entrants[tournament.numbers[withdrawn.player_id]]
    entrant.withdrawn = True
    if withdrawn.results == pb.WITHDRAWN_RESULTS_ANNULLED:
        entrant.annulled = tournament.has_annulled = True
        tournament.corrections += 1
    entrant.left_after = tournament.last_round


def _pair(tournament: Tournament, paired: pb.TournamentPaired) -> None:
    """Add a round with its pairings and byes to the tournament, or further pairings to the last round; the next deal is
    one that no pairing has.
    """
    pairings = [
        Pairing(
            number=game.number,
            round=paired.round,
            table=game.table,
            seats=tuple(game.seats),
            game_setup=game.game_setup,
            deal=game.deal,
            stage=game.stage,
        )
        for game in paired.pairings
    ]
    tournament.pairings += pairings
    tournament.next_deal = max([tournament.next_deal, *(pairing.deal + 1 for pairing in pairings)])
    if paired.round == tournament.last_round:
        tournament.rounds[-1].pairings += pairings
    else:
        tournament.rounds.append(Round(paired.round, pairings, tuple(paired.byes)))


def _end(tournament: Tournament, record: pb.TournamentRecord, at_ms: int) -> None:
    """End the tournament: cancelled with a reason, or finished with a ranking, which a correction changes later."""
    if record.HasField("cancelled"):
        tournament.state = State.CANCELLED
        tournament.cancelled = record.cancelled.reason
        tournament.ended_ms = at_ms
        return
    tournament.state = State.FINISHED
    tournament.ranking = tuple(record.finished.ranking)
    tournament.ended_ms = tournament.ended_ms or at_ms


def end_pairing(pairing: Pairing, ended: pb.TournamentPairingEnded) -> None:
    """Give the pairing the result that the record holds."""
    if ended.thinking or ended.match_id != pairing.match_id:
        # A correction of a result leaves what was read off the match.
        pairing.thinking = tuple(map(thinking_of, ended.thinking))
        pairing.match_head = ended.match_head
    pairing.rules_version = ended.rules_version or pairing.rules_version
    pairing.state = PairingState(ended.state)
    pairing.match_id = ended.match_id
    pairing.places = tuple(ended.result.places)
    pairing.scores = tuple(ended.result.scores)
    pairing.forfeits = tuple(ended.forfeits)
    pairing.forfeit_causes = tuple(
        Forfeit(each.seat, each.cause, each.detail) for each in ended.forfeit_causes
    )
    pairing.reason = ended.reason
    pairing.started_ms = ended.started_at.ToMilliseconds()
    pairing.ended_ms = ended.ended_at.ToMilliseconds()
    pairing.record_count = ended.record_count


def _replay(tournament: Tournament, replayed: pb.TournamentPairingReplayed) -> None:
    """Reset the pairing to the state before its first match, with another deal."""
    pairing = tournament.pairings[replayed.number - 1]
    tournament.corrections += 1
    tournament.next_deal = max(tournament.next_deal, replayed.deal + 1)
    pairing.state = PairingState.SCHEDULED
    pairing.deal = replayed.deal
    pairing.replays += 1
    pairing.replayed_by = replayed.request_id
    pairing.match_id = pairing.reason = ""
    pairing.places = pairing.scores = pairing.forfeits = ()
    pairing.forfeit_causes = ()
    pairing.thinking = ()
    pairing.match_head = b""
    pairing.rules_version = 0
    pairing.started_ms = pairing.ended_ms = pairing.record_count = 0
