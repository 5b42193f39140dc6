"""Batches of answers: applied in order, all or none, and cut after the first that reveals something."""

from collections.abc import Sequence
from functools import partial

from tilth.v1 import play_pb2
from tilth_rules.kernel.decisions import AFTER_REVEAL
from tilth_server import reasons
from tilth_server.matches.channels import ReplyTarget
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_facts import PendingAction
from tilth_server.matches.match_info import State
from tilth_server.matches.play import MatchPlay
from tilth_server.matches.request_ids import FirstReply
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.reasons import REQUEST_ID_REUSED
from tilth_server.refusal import Refusal
from tilth_server.request_content import content_hash

Answers = Sequence[play_pb2.Answer]


class AnswerBatches:
    """The handler of batches: several answers of one seat in one message, which are taken in order."""

    def __init__(self, play: MatchPlay) -> None:
        self._play = play
        self._cache = play.cache
        self._replies = play.replies

    def answer(
        self, work: UnitOfWork, match: LiveMatch, seat: int, answers: Answers, target: ReplyTarget
    ) -> None:
        """Take a batch of answers of a seat, now or when the match's queue reaches it. Each answer gets a reply,
        read or not.
        """
        refuse = self._replies.refuser(match, target, *(answer.request_id for answer in answers))
        run = partial(self._answer_now, match, seat, answers, target)
        self._play.facts.run(work, match, PendingAction(run, refuse, work.now, seat))

    def _answer_now(
        self, match: LiveMatch, seat: int, answers: Answers, target: ReplyTarget, work: UnitOfWork
    ) -> None:
        """Take the answers of a batch up to the first that reveals something; if one is invalid, refuse all.

        A repeated batch gets its replies again.
        """
        play = self._play
        at = 0
        try:
            for at, answer in enumerate(answers):  # noqa: B007 - tells which one was refused
                self._check_content(match, seat, answer)
            at = 0
            if self._is_repeated(match, seat, answers[0]):
                self._reply_again(match, seat, answers, target)
                return
            if len({answer.request_id for answer in answers}) < len(answers):
                raise Refusal(
                    reasons.REQUEST_ID_INVALID, "two answers of one message have the same request id"
                )
            with play.commits.step(match, work, all_or_none=True) as step:
                table = play.table_to_play(match)
                for at, answer in enumerate(answers):  # noqa: B007 - tells which one was refused
                    if play.apply_answer(step, table, seat, answer, target) or table.over:
                        break
                play.autoplay.run(step, table)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            culprit = play.reply_for(match, seat, answers[at], error)
            self._refuse_all(match, seat, answers, at, culprit, target)
        else:
            unread = Refusal(AFTER_REVEAL, "an answer before it revealed something, so it was not read")
            for answer in answers[at + 1 :]:
                self._refuse_one(match, seat, answer, unread, target)

    def _check_content(self, match: LiveMatch, seat: int, answer: play_pb2.Answer) -> None:
        """Raise Refusal if the answer's request id was used with other content."""
        first = match.replies.find(seat, answer.request_id, answer)
        if isinstance(first, Refusal) and first.reason == REQUEST_ID_REUSED:
            raise first
        self._cache.request_ids_of(match).answer_of(seat, answer.request_id, content_hash(answer))

    def _is_repeated(self, match: LiveMatch, seat: int, first: play_pb2.Answer) -> bool:
        """Return whether the batch came before, by its `first` answer: that has a reply or a record already."""
        if match.replies.find(seat, first.request_id, first) is not None:
            return True
        if match.info.state is State.RUNNING:
            self._play.table_to_play(match)
        request_ids = self._cache.request_ids_of(match)
        return request_ids.answer_of(seat, first.request_id, content_hash(first)) is not None

    def _reply_again(self, match: LiveMatch, seat: int, answers: Answers, target: ReplyTarget) -> None:
        """Send the first replies to the answers of a repeated batch."""
        unread = Refusal(AFTER_REVEAL, "it was sent together with others before, and not read")
        for answer in answers:
            reply = match.replies.find(seat, answer.request_id, answer)
            if reply is None:
                request_ids = self._cache.request_ids_of(match)
                record = request_ids.answer_of(seat, answer.request_id, content_hash(answer))
                reply = unread if record is None else record
            self._replies.send_when_durable(match, target, answer.request_id, reply)

    def _refuse_all(
        self,
        match: LiveMatch,
        seat: int,
        answers: Answers,
        at: int,
        culprit: FirstReply,
        target: ReplyTarget,
    ) -> None:
        """Refuse all answers with BATCH_REFUSED, but the one at place `at`, which caused it: that gets the reply
        `culprit`.
        """
        others = Refusal(reasons.BATCH_REFUSED, f"the answer at place {at} of the same message was refused")
        for place, answer in enumerate(answers):
            if place == at:
                self._replies.send_when_durable(match, target, answer.request_id, culprit)
            else:
                self._refuse_one(match, seat, answer, others, target)

    def _refuse_one(
        self, match: LiveMatch, seat: int, answer: play_pb2.Answer, refusal: Refusal, target: ReplyTarget
    ) -> None:
        """Refuse one answer of a batch, and remember the refusal for its request id."""
        match.replies.add(seat, answer.request_id, content_hash(answer), refusal)
        self._replies.send_when_durable(match, target, answer.request_id, refusal)
