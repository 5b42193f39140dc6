"""The use of a space after the forced cards of a seat that enters it have acted."""

from tilth_rules.agricola.actions.parts import KNOWN
from tilth_rules.agricola.actions.spaces import usable
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import ENTER
from tilth_rules.agricola.cards.steps import CardActs, listeners_with_work
from tilth_rules.agricola.state import State
from tilth_rules.kernel import SPECTATOR, outcomes


def usable_after_entering(state: State, facts: Facts, how: int = KNOWN) -> bool:
    """Return whether cards that have to act when a person enters the space can make something possible there that is
    not possible yet.

    An optional card opens no space: its owner may be there and not use it.
    """
    if not state.listening[ENTER]:
        return False
    seat = facts.seat
    forced = [
        CardActs(call)
        for call, listener in listeners_with_work(state, seat, ENTER, facts)
        if not listener.optional
    ]
    if not forced:
        return False
    viewer = seat if how == KNOWN else SPECTATOR
    return any(usable(after, facts, how) for after in outcomes(state, forced, len(state.seats), seat, viewer))
