"""Replies to requests. A reply is sent when all records that it may follow from are durable."""

from collections.abc import Callable

from tilth_server.matches.channels import Channel, ReplyTarget, send_reply
from tilth_server.matches.commits import Committer
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.request_ids import FirstReply
from tilth_server.refusal import Refusal


class ReplySender:
    """The sender of replies, which counts the refusals on streams. The gate counts those of unary calls."""

    def __init__(self, commits: Committer) -> None:
        self._commits = commits

    def send_when_durable(
        self, match: LiveMatch, target: ReplyTarget, request_id: str, reply: FirstReply
    ) -> None:
        """Send the target the record that took its request, or the refusal, as soon as all records of the match that
        are pending now are durable: at once if none is. A refusal is counted if the target is a channel.
        """
        refusal = reply if isinstance(reply, Refusal) else None
        if refusal is not None:
            self._count_refusal_of(match, target, refusal)
        later = target, request_id, -1 if isinstance(reply, Refusal) else reply, refusal
        if match.next_record > match.durable:
            match.pending[-1].replies.append(later)
        else:
            send_reply(*later)

    def refuser(self, match: LiveMatch, target: ReplyTarget, *request_ids: str) -> Callable[[Refusal], None]:
        """Return a function that sends one refusal for each of these requests, and counts them."""

        def refuse(refusal: Refusal) -> None:
            for request_id in request_ids:
                self._count_refusal_of(match, target, refusal)
                target.refused(refusal, request_id)

        return refuse

    def count_refusal(self, player_id: str, reason: str) -> None:
        """Count a refusal on a stream of the player."""
        self._commits.metrics.refusals[reason] += 1
        for observer in self._commits.observers:
            observer.refused(player_id, reason)

    def _count_refusal_of(self, match: LiveMatch, target: ReplyTarget, refusal: Refusal) -> None:
        """Count a refusal on a stream for its player. The gate counts those of unary calls."""
        if isinstance(target, Channel):
            self.count_refusal(match.info.player_ids[target.seat], refusal.reason)
