"""The tiny game under every law, over whatever hypothesis comes up with."""

from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.bazaar import Options, bazaar, plate
from tests.seeds import examples
from tilth_rules.conformance import conforms

TABLES = st.sampled_from([(2, False), (3, False), (4, False), (4, True)])


@examples(12, 60)
@given(table=TABLES, seed=st.integers(0, 2**32))
def test_bazaar_conforms_whatever_is_played(table: tuple[int, bool], seed: int) -> None:
    seats, teams = table
    play = conforms(bazaar, Options(teams=teams), seats, seed, ask_outside=plate)
    state = play.table.state
    assert sum(map(len, (*state.hands, *state.packs))) + len(state.deck) + len(state.gone) == 24
