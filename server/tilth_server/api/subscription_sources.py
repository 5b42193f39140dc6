"""The sources of subscriptions on Attend: replays, tournaments and lists of matches."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Any

from tilth.v1 import archive_pb2, play_pb2
from tilth_server.api.fair_turns import in_turns
from tilth_server.api.match_lists import MatchLists
from tilth_server.api.statuses import internal_error, refusal_of
from tilth_server.archive.replays import Replays
from tilth_server.matches.subscriptions import Piece
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tournaments.registry import Tournaments
from tilth_server.wire import frames


class SubscriptionSources:
    """The sources of all streams, with the number of subscriptions that each player has."""

    def __init__(
        self, replays: Replays, tournaments: Tournaments, lists: MatchLists, max_per_player: int
    ) -> None:
        self._replays = replays
        self._tournaments = tournaments
        self._lists = lists
        self._max_per_player = max_per_player
        self._by_player: Counter[str] = Counter()

    def enter(self, player_id: str) -> None:
        """Count a subscription of the player. Raise Refusal if the player has too many of them."""
        if self._by_player[player_id] >= self._max_per_player:
            raise over_limit("subscriptions_per_player", self._max_per_player)
        self._by_player[player_id] += 1

    def leave(self, player_id: str) -> None:
        """Count a subscription of the player no longer."""
        self._by_player[player_id] -= 1
        if not self._by_player[player_id]:
            del self._by_player[player_id]

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Return a task that does the work in the turns of the call that starts it."""
        task = asyncio.create_task(in_turns(work))
        # A task that is cancelled before its first step never begins the work.
        task.add_done_callback(lambda _: work.close())
        return task

    def refusal_for(self, error: Exception) -> Refusal:
        """Return the refusal that tells the client of an error. A fault of the server is logged."""
        return refusal_of(error) or internal_error(error)

    def pieces(self, command: play_pb2.Command, player_id: str) -> AsyncGenerator[Piece]:
        """Yield the pieces of the subscription that this command opens; raise Refusal if it can't be opened."""
        match command.WhichOneof("payload"):
            case "open_replay":
                return self._replay(command.open_replay, player_id)
            case "open_tournament":
                return self._tournament(command.open_tournament)
            case _:
                return self._lists.follow(command.open_matches.filter, player_id)

    async def _replay(self, opening: play_pb2.OpenReplay, player_id: str) -> AsyncGenerator[Piece]:
        """Yield the frames of a replay."""
        request = archive_pb2.ReplayRequest(
            match_id=opening.match_id,
            from_record=opening.from_record,
            interval_ms=opening.interval_ms,
            speed_percent=opening.speed_percent,
            max_pause_ms=opening.max_pause_ms,
            views=opening.views,
            texts=opening.texts,
            language=opening.language,
        )
        if opening.HasField("seat"):
            request.viewer.seat = opening.seat
        elif opening.spectator:
            request.viewer.spectator = True
        async with aclosing(self._replays.replay(request, player_id)) as replayed:
            async for piece in replayed:
                is_last = play_pb2.Frame.FromString(piece.frames[-1]).HasField("ended")
                yield Piece(piece.frames, piece.next_record, is_last)

    async def _tournament(self, opening: play_pb2.OpenTournament) -> AsyncGenerator[Piece]:
        """Yield the records of a tournament, those that there are and new ones."""
        live = await self._tournaments.fetch(opening.tournament_id)
        position = opening.from_record
        known = live.tournament.record_count
        async with aclosing(live.read_log(position, once=False)) as log:
            yield Piece((frames.subscribed(tournament_id=opening.tournament_id),), position)
            is_caught_up = position >= known
            if is_caught_up:
                yield Piece((frames.caught_up(position),), position)
            async for response in log:
                position = response.entries[-1].number + 1
                queued = [frames.tournament_update(position, response.SerializeToString())]
                if not is_caught_up and position >= known:
                    is_caught_up = True
                    queued.append(frames.caught_up(position))
                yield Piece(queued, position)
