"""Tables, games, decisions, records and stacks print as an author of a game reads them, and show nothing hidden."""

from tests.kernel.bazaar import Options, bazaar, plate
from tilth_rules.kernel import (
    SPECTATOR,
    Choose,
    Measure,
    Quantity,
    Record,
    Rehearsal,
    SeededChance,
    StackChange,
    Started,
    Table,
)

SEED = bytes(range(32))


def table() -> Table:
    return Table(bazaar, Options(), 2, SeededChance(SEED), outside=plate)


def test_a_table_prints_its_game_its_last_record_and_the_open_questions() -> None:
    before = table()
    assert repr(before) == "<Table of bazaar, 2 seats: asks nothing yet>"
    before.start()
    asked = ", ".join(f"seat {seat} {decision.kind!r}" for seat, decision in sorted(before.open.items()))
    assert asked
    assert repr(before) == f"<Table of bazaar, 2 seats, record 0: asks {asked}>"


def test_a_table_prints_that_its_match_has_ended() -> None:
    played = table()
    played.start()
    while not played.over:
        played.answer_default(played.pending_seats[0], "timeout")
    assert repr(played) == f"<Table of bazaar, 2 seats, record {played.number}: ended>"


def test_a_table_prints_neither_its_seed_nor_its_state() -> None:
    started = table()
    started.start()
    shown = repr(started) + repr(started.main) + repr(started.chance)
    assert SEED.hex() not in shown
    assert repr(SEED) not in shown
    assert repr(started.state) not in shown


def test_a_game_prints_its_name_and_its_version() -> None:
    assert repr(bazaar) == f"<Bazaar: bazaar, rules version {bazaar.version}>"


def test_a_stack_prints_its_steps_in_the_order_in_which_they_run() -> None:
    started = table()
    assert repr(started.main).startswith("<own stack: ")
    steps = [repr(step) for step in reversed(started.main.steps)]
    assert repr(started.main) == f"<own stack: {', then '.join(steps)}>"


def test_decisions_print_only_what_is_not_the_default() -> None:
    assert repr(Choose(0, "turn", (1, 2))) == "Choose(seat=0, kind='turn', options=(1, 2))"
    aim = Quantity("aim", -45, 45)
    assert repr(Measure(1, "flick", (aim,))) == (
        "Measure(seat=1, kind='flick', quantities=(Quantity(name='aim', min=-45, max=45),))"
    )


def test_records_print_only_what_is_not_the_default() -> None:
    record = Record(0, Started(), (), stack_changes=(StackChange(0, 0, ()),))
    change = "StackChange(stack=0, kept_steps=0, added_steps=())"
    assert repr(record) == f"Record(number=0, cause=Started(), events=(), stack_changes=({change},))"


def test_a_rehearsal_prints_its_question() -> None:
    state, _ = bazaar.start(Options(), 2)
    rehearsal = Rehearsal(state, (), 2, 0, SPECTATOR)
    assert repr(rehearsal) == "<Rehearsal, 2 seats: ended>"
