"""What can be picked, by what it is picked on: a space, a cell of a farmyard, a card."""

from typing import Final

from betterproto2 import Message

from tilth_cli.games.picks import Labels, labels_by
from tilth_cli.looks import Look
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


def by_space(look: Look) -> Labels:
    return labels_by(look, lambda move: move.space if isinstance(move, UseSpace) else None)


def by_card(look: Look) -> Labels:
    return labels_by(look, lambda move: move.card if isinstance(move, ON_CARDS) else None)


def by_plot(look: Look, seat: int) -> Labels:
    """Cells of a seat's farmyard, and plots of its cards."""

    def plot(move: Message) -> int | None:
        match move:
            case ChoosePlot(owner=owner, plot=plot):
                return plot if owner == seat else None
            case SowPlot(plot=plot):
                return plot if look.seat == seat else None
            case _ if isinstance(move, ON_CELLS):
                return move.cell if look.seat == seat else None
            case _:
                return None

    return labels_by(look, plot)
