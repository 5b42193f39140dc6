"""The ledger remembers the first record of every request, in little memory."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from tilth_server.tables.ledger import Ledger

taken = st.lists(st.tuples(st.booleans(), st.integers(0, 2), st.sampled_from("abcdefgh")), max_size=40)
"""Requests one record after the other: an answer or an undo, of a seat, by a request id."""


@given(taken, st.integers(0, 45))
def test_it_tells_the_first_record_of_each_request_that_has_not_been_undone_by_a_failure(
    requests: list[tuple[bool, int, str]], length: int
) -> None:
    ledger = Ledger(3)
    firsts: dict[tuple[bool, int, str], int] = {}
    for record, request in enumerate(requests):
        undo, seat, name = request
        (ledger.undid if undo else ledger.answered)(seat, name, record)
        firsts.setdefault(request, record)
    for _ in range(2):
        for undo in (False, True):
            for seat in range(3):
                for name in "abcdefgh":
                    found = (ledger.undo_of if undo else ledger.answer_of)(seat, name)
                    assert found == firsts.get((undo, seat, name))
        assert ledger.undos == sum(undo for undo, _, _ in firsts)
        ledger.back_to(length)
        firsts = {request: record for request, record in firsts.items() if record < length}


def test_a_long_match_costs_it_some_bytes_a_request() -> None:
    requests = 3000
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        ledger = Ledger(5)
        for record in range(requests):
            ledger.answered(record % 5, f"a request id as long as they are {record}", record)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert ledger.answer_of(4, "a request id as long as they are 4") == 4
    assert (after - before) / requests < 20
