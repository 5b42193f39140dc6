"""Labels of the offered moves, by the object that a move picks: a space, a cell of a farmyard, a card."""

from typing import Final

from betterproto2 import Message

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.picks import PickLabels, labels_by
from tilth_dataclasses.tilth.games.agricola.v1 import (
    BuildRoom,
    BuildStable,
    ChoosePlot,
    DiscardCard,
    GiveUpCard,
    KeepCard,
    PlayCard,
    PloughField,
    SketchCell,
    SowPlot,
    UseCard,
    UseOffer,
    UseSpace,
)

ON_CELLS: Final = (BuildRoom, BuildStable, PloughField, SketchCell)
ON_CARDS: Final = (PlayCard, GiveUpCard, KeepCard, DiscardCard, UseCard, UseOffer)


def by_space(context: DrawContext) -> PickLabels:
    """Return the labels of the options that use an action space, by space."""
    return labels_by(context, lambda move: move.space if isinstance(move, UseSpace) else None)


def by_card(context: DrawContext) -> PickLabels:
    """Return the labels of the options that pick a card, by card."""
    return labels_by(context, lambda move: move.card if isinstance(move, ON_CARDS) else None)


def by_plot(context: DrawContext, seat: int) -> PickLabels:
    """Return the labels of the options that pick a plot of this seat, by plot: cells of its farmyard and plots of its
    cards. Most moves mean the viewer's own farmyard; only ChoosePlot names the owner."""

    def plot(move: Message) -> int | None:
        match move:
            case ChoosePlot(owner=owner, plot=plot):
                return plot if owner == seat else None
            case SowPlot(plot=plot):
                return plot if context.seat == seat else None
            case _ if isinstance(move, ON_CELLS):
                return move.cell if context.seat == seat else None
            case _:
                return None

    return labels_by(context, plot)
