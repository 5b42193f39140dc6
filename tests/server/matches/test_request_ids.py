"""The ledger remembers the first record of every request, in little memory."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilth_server.matches.request_ids import RequestIds
from tilth_server.refusal import Refusal
from tilth_server.request_content import UNKNOWN

CONTENT = 7

taken = st.lists(st.tuples(st.booleans(), st.integers(0, 2), st.sampled_from("abcdefgh")), max_size=40)
"""Requests one record after the other: an answer or an undo, of a seat, by a request id."""


@given(taken, st.integers(0, 45))
def test_request_ids_keep_the_first_record_of_each_request_that_no_failure_dropped(
    requests: list[tuple[bool, int, str]], length: int
) -> None:
    ledger = RequestIds(3)
    firsts: dict[tuple[bool, int, str], int] = {}
    for record, request in enumerate(requests):
        undo, seat, name = request
        if (not undo, seat, name) in firsts:
            continue  # an id is an answer's or an undo's
        if undo:
            ledger.add_undo(seat, name, record)
        else:
            ledger.add_answer(seat, name, record, CONTENT)
        firsts.setdefault(request, record)
    for _ in range(2):
        for undo in (False, True):
            for seat in range(3):
                for name in "abcdefgh":
                    if (not undo, seat, name) in firsts:
                        with pytest.raises(Refusal, match="REQUEST_ID_REUSED"):
                            _find(ledger, undo, seat, name)
                    else:
                        assert _find(ledger, undo, seat, name) == firsts.get((undo, seat, name))
        assert ledger.undo_count == sum(undo for undo, _, _ in firsts)
        ledger.forget_from(length)
        firsts = {request: record for request, record in firsts.items() if record < length}


def _find(ledger: RequestIds, undo: bool, seat: int, name: str) -> int | None:
    return ledger.undo_of(seat, name) if undo else ledger.answer_of(seat, name, CONTENT)


def test_an_answer_of_other_content_is_refused_and_one_of_an_earlier_build_is_not() -> None:
    ledger = RequestIds(1)
    ledger.add_answer(0, "new", 4, CONTENT)
    ledger.add_answer(0, "old", 5, UNKNOWN)
    with pytest.raises(Refusal, match="REQUEST_ID_REUSED"):
        ledger.answer_of(0, "new", CONTENT + 1)
    assert ledger.answer_of(0, "new", CONTENT) == 4
    assert ledger.answer_of(0, "old", CONTENT + 1) == 5


def test_a_long_match_costs_it_some_bytes_a_request() -> None:
    requests = 3000
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        ledger = RequestIds(5)
        for record in range(requests):
            ledger.add_answer(record % 5, f"a request id as long as they are {record}", record, CONTENT)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert ledger.answer_of(4, "a request id as long as they are 4", CONTENT) == 4
    assert (after - before) / requests < 24
