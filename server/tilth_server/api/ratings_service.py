"""tilth.v1.RatingsService."""

from typing import Final

from tilth.v1 import ratings_pb2 as pb
from tilth_server.api.call_context import CallContext
from tilth_server.api.page_tokens import number_of_key, page_key, page_size, page_token
from tilth_server.api.tournament_messages import rating_message
from tilth_server.reasons import OPERATORS_ONLY
from tilth_server.refusal import Refusal
from tilth_server.tournaments.ratings.rating_list import count_with_histories
from tilth_server.tournaments.registry import Tournaments

PAGES = "pool ratings"


class RatingsService:
    """The calls of seasons, pools, and the ratings in them."""

    BY_OPERATORS_TOO: Final = ("SetSeason",)
    LONG: Final = ("ListRatingPools", "ListPoolRatings")

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    async def SetSeason(self, request: pb.SetSeasonRequest, call: CallContext) -> pb.SetSeasonResponse:
        """Name a season, or change its times; refuse callers who are no operators, and a season without a span."""
        if not call.caller.operator:
            raise Refusal(OPERATORS_ONLY, "only an operator may set a season")
        await self._tournaments.seasons.set(call.caller.player_id, request.season)
        return pb.SetSeasonResponse(season=request.season)

    async def ListSeasons(self, request: pb.ListSeasonsRequest, call: CallContext) -> pb.ListSeasonsResponse:
        """Return the seasons, the latest first."""
        return pb.ListSeasonsResponse(seasons=self._tournaments.seasons.all())

    async def ListRatingPools(
        self, request: pb.ListRatingPoolsRequest, call: CallContext
    ) -> pb.ListRatingPoolsResponse:
        """Return the pools in which matches were rated, in a season or at any time; refuse an unknown season."""
        span = self._tournaments.seasons.span_of(request.season)
        await self._tournaments.ratings()
        return pb.ListRatingPoolsResponse(
            pools=[
                pb.RatingPool(
                    name=pool.name,
                    game=pool.game,
                    seats=pool.seats,
                    rules_version=pool.rules_version,
                    settings=dict(pool.settings),
                    games=games,
                )
                for pool, games in await self._tournaments.pools.count(span)
            ]
        )

    async def ListPoolRatings(
        self, request: pb.ListPoolRatingsRequest, call: CallContext
    ) -> pb.ListPoolRatingsResponse:
        """Return one page of the ratings in a pool, in a season or over all time; refuse an unknown season."""
        span = self._tournaments.seasons.span_of(request.season)
        await self._tournaments.ratings()
        table = await self._tournaments.pools.ratings(request.pool, span)
        first = number_of_key(page_key(PAGES, request.page_token))
        page = table[first : first + page_size(request.page_size)]
        if request.history:
            page = page[: count_with_histories(page)]
        last = first + len(page)
        return pb.ListPoolRatingsResponse(
            ratings=[
                rating_message(each, await self._tournaments.rated_name(each.player_id), request.history)
                for each in page
            ],
            next_page_token=page_token(PAGES, str(last) if last < len(table) else ""),
        )
