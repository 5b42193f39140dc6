"""Several answers in one message: in order, all or none, cut after the first that reveals something."""

from collections.abc import Sequence

from tilth.v1 import play_pb2
from tilth_rules.kernel import Refused
from tilth_rules.kernel.decisions import BEYOND_REVEAL
from tilth_server.refusal import Refusal
from tilth_server.tables import reasons
from tilth_server.tables.channels import Speaker
from tilth_server.tables.flights import Flight
from tilth_server.tables.inquiries import Act
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import State
from tilth_server.tables.playing import Playing

Answers = Sequence[play_pb2.Answer]


def answer_together(
    house: Playing, flight: Flight, match: LiveMatch, seat: int, answers: Answers, speaker: Speaker
) -> None:
    """Every answer gets its reply, those that are not read too."""
    refuse = house.refusing(match, speaker, *(answer.request_id for answer in answers))
    act = Act(lambda flight: _answer(house, flight, match, seat, answers, speaker), refuse, flight.now, seat)
    house.act(flight, match, act)


def _answer(
    house: Playing, flight: Flight, match: LiveMatch, seat: int, answers: Answers, speaker: Speaker
) -> None:
    mark = None
    at = 0
    try:
        if _is_repeated(house, match, seat, answers[0]):
            _reply_again(house, match, seat, answers, speaker)
            return
        if len({answer.request_id for answer in answers}) < len(answers):
            raise Refusal(reasons.BAD_REQUEST_ID, "two answers of one message have the same request id")
        table = house.table_for(match)
        mark = house.mark(flight, match)
        before = table.clone()
        try:
            for at, answer in enumerate(answers):  # noqa: B007 - tells which one was refused
                if house.give(flight, match, table, seat, answer, speaker) or table.over:
                    break
        except (Refused, Refusal):
            house.back_to(mark, flight, match, before)
            raise
        house.settle(flight, match)
    except Exception as error:  # noqa: BLE001 - it is judged, and logged where it is a fault of the rules
        culprit = house.judged(flight, match, seat, answers[at], mark, error)
        _refuse(house, match, seat, answers, at, culprit, speaker)
    else:
        unread = Refusal(BEYOND_REVEAL, "an answer before it revealed something, so it was not read")
        for answer in answers[at + 1 :]:
            match.replied(seat, answer.request_id, unread)
            house.reply(match, speaker, answer.request_id, -1, unread)


def _is_repeated(house: Playing, match: LiveMatch, seat: int, first: play_pb2.Answer) -> bool:
    """Whether these very answers have been taken, or refused, before."""
    if match.first_reply(seat, first.request_id) is not None:
        return True
    if match.info.state is State.RUNNING:
        house.table_for(match)
    return house.ledger_of(match).answer_of(seat, first.request_id) is not None


def _reply_again(house: Playing, match: LiveMatch, seat: int, answers: Answers, speaker: Speaker) -> None:
    unread = Refusal(BEYOND_REVEAL, "it was sent together with others before, and not read")
    for answer in answers:
        first = match.first_reply(seat, answer.request_id)
        if first is None:
            record = house.ledger_of(match).answer_of(seat, answer.request_id)
            first = unread if record is None else record
        house.reply_again(match, speaker, answer.request_id, first)


def _refuse(
    house: Playing,
    match: LiveMatch,
    seat: int,
    answers: Answers,
    at: int,
    culprit: Refusal | int,
    speaker: Speaker,
) -> None:
    """All of them, because of one."""
    others = Refusal(reasons.REFUSED_TOGETHER, f"the answer at place {at} of the same message was refused")
    for place, answer in enumerate(answers):
        if place == at:
            house.reply_again(match, speaker, answer.request_id, culprit)
        else:
            match.replied(seat, answer.request_id, others)
            house.reply(match, speaker, answer.request_id, -1, others)
