"""Looking ahead: steps are rehearsed on a clone, as far as a viewer can foresee what they do."""

from collections.abc import Sequence

import pytest

from tests.kernel import bazaar as b
from tests.kernel.bazaar import DONE, POLISH, Options, bazaar
from tilth_rules.kernel import (
    EVERYTHING,
    SPECTATOR,
    Act,
    Choose,
    Rehearsal,
    Step,
    Table,
    Unforeseeable,
    outcomes,
)


class Grant(Act, tag=900):
    """Gems for a seat, and then those steps."""

    seat: int
    gems: int
    then: tuple[Step, ...] = ()

    def act(self, t: Table) -> None:
        t.emit(b.GemsFound(self.seat, self.gems))
        t.then(*self.then)


class GrantIfNothingWaits(Act, tag=901):
    """A gem, and one more if nothing has been pushed by the same step."""

    seat: int

    def act(self, t: Table) -> None:
        first = t.pushed
        t.then(Grant(self.seat, 1))
        if t.pushed and not first:
            t.then(Grant(self.seat, 1))


class Whisper(Act, tag=902):
    """A card goes to a hand; only that seat sees which."""

    seat: int

    def act(self, t: Table) -> None:
        t.emit(b.CardDrawn(self.seat, t.state.deck[0]))


def bare() -> b.State:
    state, _ = bazaar.start(Options(), 2)
    assert isinstance(state, b.State)
    return state


def rehearsed(*steps: Step, state: b.State | None = None, viewer: int = 0) -> Rehearsal:
    return Rehearsal(state or bare(), steps, 2, 0, viewer)


def gems(found: Sequence[b.State]) -> list[int]:
    return [state.gems[0] for state in found]


def test_a_rehearsal_leaves_the_state_as_it_is() -> None:
    state = bare()
    before = state.clone()
    tried = rehearsed(Grant(0, 3, (Grant(0, 1),)), state=state)
    assert tried.decision is None
    assert tried.state.gems[0] == 4
    assert state == before


def test_a_rehearsal_stops_at_a_question_and_continues_from_it_any_number_of_times() -> None:
    tried = rehearsed(Grant(0, 2), b.Polish(0), Grant(0, 5))
    assert isinstance(tried.decision, Choose)
    assert tried.decision.kind == "polish"
    none, one = tried.after(()), tried.after((1,))
    assert (none.state.gems[0], one.state.gems[0]) == (7, 6)
    assert one.decision is None
    assert tried.decision.kind == "polish", "it stays where it is"
    assert tried.state.gems[0] == 2


def test_a_step_can_tell_in_a_rehearsal_whether_it_has_pushed_anything_as_at_a_table() -> None:
    assert rehearsed(GrantIfNothingWaits(0), GrantIfNothingWaits(0)).state.gems[0] == 4


def test_outcomes_try_every_option_and_the_empty_answer_if_it_is_legal() -> None:
    steps = (Grant(0, 2), b.Polish(0))
    found = list(outcomes(bare(), steps, 2, 0, 0))
    assert sorted(state.shelves[:3] for state in found) == [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]


def test_outcomes_leave_out_the_states_that_cannot_be_foreseen() -> None:
    """Digging draws chance; polishing and being done can be foreseen."""
    found = list(outcomes(bare(), (Grant(0, 1), b.Dig(0)), 2, 0, 0, deep=1))
    assert gems(found) == [1], "done"
    assert list(outcomes(bare(), (Grant(0, 1), b.Dig(0)), 2, 0, 0, deep=0)) == []


def test_outcomes_follow_a_given_number_of_questions() -> None:
    steps = (Grant(0, 1), b.Dig(0))
    for deep in (1, 3, 5):
        found = list(outcomes(bare(), steps, 2, 0, 0, deep))
        assert min(gems(found)) == (1 if deep < 3 else 0)


@pytest.mark.parametrize(
    "step",
    [b.Draft(), b.Land(0, 0, 3), b.OpenDigs(False), b.Polish(1), b.TeamDig((0, 1)), b.Deal()],
    ids=["sealed lanes", "an outside fact", "lanes", "another seat", "several seats", "chance"],
)
def test_a_rehearsal_goes_no_further_than_can_be_foreseen(step: Step) -> None:
    with pytest.raises(Unforeseeable):
        rehearsed(Grant(1, 1), step)
    assert list(outcomes(bare(), (Grant(1, 1), step), 2, 0, 0)) == []


@pytest.mark.parametrize("viewer", [0, EVERYTHING])
def test_an_event_that_the_viewer_sees_can_be_foreseen_though_it_is_hidden_from_others(viewer: int) -> None:
    state = bare()
    state.deck = (4,)
    assert rehearsed(Whisper(0), state=state, viewer=viewer).state.hands[0] == (4,)


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_an_event_that_is_hidden_from_the_viewer_cannot_be_foreseen(viewer: int) -> None:
    state = bare()
    state.deck = (4,)
    with pytest.raises(Unforeseeable):
        rehearsed(Whisper(0), state=state, viewer=viewer)


def test_a_rehearsal_agrees_with_the_table() -> None:
    table = Table(bazaar, Options(), 1, _Never(), journal=False)  # type: ignore[arg-type]
    table.main.steps = [b.Dig(0), Grant(0, 2)]
    table.start()
    tried = rehearsed(Grant(0, 2), b.Dig(0))
    for picks in ((POLISH,), (1, 1), (DONE,)):
        table.answer(0, picks)
        tried = tried.after(picks)
        assert tried.state.gems[0] == table.state.gems[0]
        assert tried.state.shelves[:3] == table.state.shelves[:3]
    assert table.over
    assert tried.decision is None


class _Never:
    def draw(self, purpose: str, place: int, count: int) -> object:
        raise AssertionError(purpose)
