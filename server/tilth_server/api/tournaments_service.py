"""tilth.v1.TournamentsService."""

from collections.abc import AsyncIterator
from typing import Final, TypeVar

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.page_tokens import number_of_key, page_key, page_size, page_token
from tilth_server.api.tournament_messages import (
    damaged_message,
    head_to_head_message,
    pairing_message,
    pairing_state,
    rating_message,
    tournament_message,
)
from tilth_server.matches.play import check_request_id
from tilth_server.players import PlayerRegistry
from tilth_server.reasons import MALFORMED
from tilth_server.refusal import Refusal
from tilth_server.refused_words import RefusedWords
from tilth_server.tournaments.context import Actor
from tilth_server.tournaments.live import LiveTournament
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.ratings.rating_list import count_with_histories
from tilth_server.tournaments.registry import Listed, Tournaments
from tilth_server.tournaments.tournament import State
from tilth_server.tournaments.tournament_index import TournamentFilter

S = TypeVar("S", State, PairingState)

PAGES = "tournaments"
PAIRINGS = "games"
RATINGS = "ratings"
MAX_SCANNED = 5000
"""Limit on the pairings examined for one page. A page may end early because of it; the next page continues."""


class TournamentsService:
    """The calls of tournaments, their pairings and the ratings."""

    BY_OPERATORS_TOO: Final = (
        "CreateTournament",
        "EnterTournament",
        "WithdrawFromTournament",
        "StartTournament",
        "PauseTournament",
        "ResumeTournament",
        "CancelTournament",
        "AdjudicatePairing",
        "VoidPairing",
        "ReplayPairing",
    )
    FOR_MODERATORS: Final = BY_OPERATORS_TOO

    def __init__(
        self, tournaments: Tournaments, players: PlayerRegistry, refused_words: RefusedWords
    ) -> None:
        self._tournaments = tournaments
        self._refused_words = refused_words
        self._players = players

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, call: CallContext
    ) -> pb.CreateTournamentResponse:
        """Create a tournament to which players can enter, with the caller as its organiser.

        Refuse settings that cannot be played and a title with words the operator forbids. A repeated request id returns
        the one that exists.
        """
        self._refused_words.check_title(request.settings.title, "settings.title")
        made = await self._tournaments.create(_actor(call.caller), request.settings, request.request_id)
        return pb.CreateTournamentResponse(tournament=self._message(made))

    async def GetTournament(
        self, request: pb.GetTournamentRequest, call: CallContext
    ) -> pb.GetTournamentResponse:
        """Return one tournament as it is now; refuse an unknown id."""
        return pb.GetTournamentResponse(
            tournament=self._message(await self._tournaments.fetch(request.tournament_id))
        )

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, call: CallContext
    ) -> pb.ListTournamentsResponse:
        """Return one page of the tournaments in a state, or of a player, the newest first; refuse an unknown state or
        page token.
        """
        wanted = TournamentFilter(_state(State, request.state), request.player_id)
        key = page_key(PAGES, request.page_token)
        found, last = await self._tournaments.list_page(wanted, page_size(request.page_size), key)
        return pb.ListTournamentsResponse(
            tournaments=[_listed(*each) for each in found.items()],
            next_page_token=page_token(PAGES, last),
            incomplete=self._tournaments.index_progress is not None,
        )

    async def EnterTournament(
        self, request: pb.EnterTournamentRequest, call: CallContext
    ) -> pb.EnterTournamentResponse:
        """Enter the caller in a tournament, or, for its organiser, the named player; change how many games they play at
        once, and the version of their program.

        Refuse a full tournament, one whose entry is closed, and callers who are not invited.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        await live.enter(
            _actor(call.caller),
            request.player_id or call.caller.player_id,
            request.max_running_pairings,
            request.version,
        )
        return pb.EnterTournamentResponse(tournament=self._message(live))

    async def WithdrawFromTournament(
        self, request: pb.WithdrawFromTournamentRequest, call: CallContext
    ) -> pb.WithdrawFromTournamentResponse:
        """Withdraw the caller from a tournament, or, for its organiser, the named entrant; their running games are
        resigned.

        Refuse a player who has not entered, and a tournament that has ended.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        await live.withdraw(_actor(call.caller), request.player_id or call.caller.player_id, request.results)
        return pb.WithdrawFromTournamentResponse(tournament=self._message(live))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, call: CallContext
    ) -> pb.StartTournamentResponse:
        """Close the entry and begin play. Only the organiser or an operator may; refuse too few entrants."""
        live = await self._tournaments.fetch(request.tournament_id)
        await live.start(_actor(call.caller))
        return pb.StartTournamentResponse(tournament=self._message(live))

    async def PauseTournament(
        self, request: pb.PauseTournamentRequest, call: CallContext
    ) -> pb.PauseTournamentResponse:
        """Create no new matches of a started tournament until it is resumed; running matches continue. For organiser
        and operators.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        await live.pause(_actor(call.caller), request.reason)
        return pb.PauseTournamentResponse(tournament=self._message(live))

    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, call: CallContext
    ) -> pb.ResumeTournamentResponse:
        """Create matches of a paused tournament again. Only the organiser or an operator may."""
        live = await self._tournaments.fetch(request.tournament_id)
        await live.resume(_actor(call.caller))
        return pb.ResumeTournamentResponse(tournament=self._message(live))

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, call: CallContext
    ) -> pb.CancelTournamentResponse:
        """End a tournament and the matches that are being played for it; results so far stay. For the organiser or an
        operator.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        await live.cancel(_actor(call.caller), request.reason)
        return pb.CancelTournamentResponse(tournament=self._message(live))

    async def AdjudicatePairing(
        self, request: pb.AdjudicatePairingRequest, call: CallContext
    ) -> pb.AdjudicatePairingResponse:
        """Set the places of a pairing's seats by decision of the organiser or an operator, in place of a result, if it
        has one.

        Refuse a missing reason for changing a result, and a result by which a later round was paired already.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        pairing = await live.adjudicate(_actor(call.caller), request.pairing, request.places, request.reason)
        return pb.AdjudicatePairingResponse(pairing=await pairing_message(live, pairing))

    async def VoidPairing(self, request: pb.VoidPairingRequest, call: CallContext) -> pb.VoidPairingResponse:
        """Make a pairing count for nobody, by decision of the organiser or an operator; refuse a missing reason."""
        live = await self._tournaments.fetch(request.tournament_id)
        pairing = await live.void(_actor(call.caller), request.pairing, request.reason)
        return pb.VoidPairingResponse(pairing=await pairing_message(live, pairing))

    async def ReplayPairing(
        self, request: pb.ReplayPairingRequest, call: CallContext
    ) -> pb.ReplayPairingResponse:
        """Have a pairing played again with another deal, by decision of the organiser or an operator.

        Refuse a missing reason and a finished tournament, whose seed is public. A repeated request id changes nothing.
        """
        if request.request_id:
            check_request_id(request.request_id)
        live = await self._tournaments.fetch(request.tournament_id)
        pairing = await live.replay(_actor(call.caller), request.pairing, request.reason, request.request_id)
        return pb.ReplayPairingResponse(pairing=await pairing_message(live, pairing))

    async def GetStandings(self, request: pb.GetStandingsRequest, call: CallContext) -> bytes:
        """Return the encoded standings of a tournament, with the crosstable."""
        return await (await self._tournaments.fetch(request.tournament_id)).standings()

    async def ListPairings(
        self, request: pb.ListPairingsRequest, call: CallContext
    ) -> pb.ListPairingsResponse:
        """Return one page of a tournament's pairings in order of their numbers, in a round, state or with an entrant if
        asked.

        A call looks at no more than MAX_SCANNED pairings, so a page with a next token may be short or empty.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        games = live.tournament.pairings
        wanted = _PairingFilter(live, request)
        at = number_of_key(page_key(PAIRINGS, request.page_token))
        last = min(len(games), at + MAX_SCANNED)
        size = page_size(request.page_size)
        found: list[Pairing] = []
        while at < last and len(found) < size:
            if wanted.holds(games[at]):
                found.append(games[at])
            at += 1
        return pb.ListPairingsResponse(
            pairings=[await pairing_message(live, game) for game in found],
            next_page_token=page_token(PAIRINGS, str(at) if at < len(games) else ""),
        )

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, call: CallContext
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        """Send the records of a tournament from `from_record` on, then new ones until it ends; with `once` only those
        there are.
        """
        live = await self._tournaments.fetch(request.tournament_id)
        async for piece in live.read_log(request.from_record, request.once):
            yield piece

    async def ListRatings(self, request: pb.ListRatingsRequest, call: CallContext) -> pb.ListRatingsResponse:
        """Return one page of players' ratings, the best first: over all tournaments, or of one tournament, in all games
        or one.
        """
        ratings = await self._tournaments.ratings()
        size, key = page_size(request.page_size), page_key(RATINGS, request.page_token)
        if request.tournament_id:
            live = await self._tournaments.fetch(request.tournament_id)
            table = await ratings.of_tournament(live.tournament, request.game)
            first = number_of_key(key)
            page, following = table[first : first + size], ""
            if request.history:
                page = page[: count_with_histories(page)]
            if first + len(page) < len(table):
                following = str(first + len(page))
        else:
            page, following = await ratings.page(request.game, size, key, with_histories=request.history)
        return pb.ListRatingsResponse(
            ratings=[
                rating_message(each, await self._tournaments.rated_name(each.player_id), request.history)
                for each in page
            ],
            next_page_token=page_token(RATINGS, following),
        )

    async def CompareRatings(
        self, request: pb.CompareRatingsRequest, call: CallContext
    ) -> pb.CompareRatingsResponse:
        """Compare two players by the tournament matches that they played with each other; refuse an unknown player."""
        for player_id in (request.player_id, request.other_player_id):
            self._players.get(player_id)
        ratings = await self._tournaments.ratings()
        duel = await ratings.head_to_head(request.player_id, request.other_player_id, request.game)
        return pb.CompareRatingsResponse(head_to_head=head_to_head_message(duel))

    def _message(self, live: LiveTournament) -> pb.Tournament:
        """Return the message that describes a tournament, with the names of its players."""
        return tournament_message(live, has_entrants=True)


def _listed(tournament_id: str, listed: Listed) -> pb.Tournament:
    """Return the message of a tournament in a list: made from a loaded one, taken as stored, or with the damage that it
    has.

    Entrants are left out of a list.
    """
    match listed:
        case LiveTournament():
            return tournament_message(listed, has_entrants=False)
        case pb.Tournament():
            return listed
        case _:
            return damaged_message(tournament_id, listed)


class _PairingFilter:
    """A filter for the pairings of one tournament by round, entrant and state; an unset field matches all."""

    def __init__(self, live: LiveTournament, request: pb.ListPairingsRequest) -> None:
        self._live = live
        self._round = request.round
        self._state = _state(PairingState, request.state)
        self._entrant: int | None = None
        if request.player_id:
            self._entrant = live.tournament.numbers.get(request.player_id, -1)

    def holds(self, pairing: Pairing) -> bool:
        """Return whether the pairing is in the wanted round, has the wanted entrant, and is in the wanted state; unset
        ones match.
        """
        return (
            (not self._round or pairing.round == self._round)
            and (self._entrant is None or self._entrant in pairing.seats)
            and (self._state is None or pairing_state(self._live, pairing) is self._state)
        )


def _actor(caller: Caller) -> Actor:
    """Return the caller as the actor of a tournament's changes: the player id, and whether they are an operator."""
    return Actor(caller.player_id, caller.operator)


def _state(states: type[S], number: int) -> S | None:
    """Return the member of `states` with this number; None for 0, which means any state. Refuse a number that is no
    state.
    """
    if number == 0:
        return None
    try:
        return states(number)
    except ValueError:
        raise Refusal(MALFORMED, f"there is no state {number}", field="state") from None
