"""Decisions of every shape, as the kernel knows them and as a client is sent them."""

from hypothesis import strategies as st

from tilth.v1 import decision_pb2
from tilth_client import Context, Decision
from tilth_rules.kernel import Choose, Measure, Quantity

OFFER = 9000


@st.composite
def chooses(draw: st.DrawFn) -> Choose:
    options = draw(st.lists(st.integers(0, 30), max_size=6, unique=True))
    each = draw(st.sampled_from(((), tuple(1 + option % 3 for option in options))))
    room = sum(each) if each else len(options)
    least = draw(st.integers(0, room))
    most = draw(st.integers(least, room))
    return Choose(0, "choose", options, least, most, each, draw(st.booleans()))


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    quantities: list[Quantity] = []
    for number in range(draw(st.integers(1, 3))):
        low = draw(st.integers(-20, 20))
        quantities.append(Quantity(f"quantity {number}", low, low + draw(st.integers(0, 10))))
    return Measure(0, "measure", tuple(quantities))


def as_sent(decision: Choose | Measure, number: int = 1, offers: bool = False) -> Decision:
    """Return the decision as a client gets it."""
    message = decision_pb2.Decision(id=number, seat=decision.seat, kind=decision.kind)
    if isinstance(decision, Choose):
        message.min_picks, message.max_picks, message.ordered = (
            decision.min_picks,
            decision.max_picks,
            decision.ordered,
        )
        message.options.extend(decision_pb2.Option(id=option) for option in decision.options)
        message.max_each.extend(decision.max_each)
        message.default_picks.extend(decision.default_answer())
    else:
        for quantity in decision.quantities:
            message.quantities.add(
                name=quantity.name, min=quantity.min, max=quantity.max, scale=quantity.scale
            )
        message.default_numbers.extend(decision.default_answer())
    if offers:
        message.offers.add(id=OFFER)
    return Decision(message, Context())
