"""The costs of the next steps, and the goods that become food: a room, the next house, animals and vegetables, grain.

a room W5R2  the next house C2R1  cooking v2 s2 b2 c3  baking F5(1) F2
"""

from collections.abc import Iterator
from typing import Final

from betterproto2 import Message
from rich.text import Text

from tilth_cli.dials import Dials
from tilth_cli.draw_context import DrawContext, seat_mark, seat_style
from tilth_cli.games.agricola.goods import counted, heap
from tilth_cli.games.lines import listed
from tilth_cli.games.players import own
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import CookingRates, Good, Player, Price, View

COOKED: Final = {
    "vegetables": Good.VEGETABLE,
    "sheep": Good.SHEEP,
    "boar": Good.BOAR,
    "cattle": Good.CATTLE,
}
"""The quantities of a decision to cook, each with its good."""
BAKED: Final = "grain"
"""The quantity of a decision to bake bread."""
MAX_PRICES: Final = 2
"""The most ways to pay that are shown. A question names all of them."""


def prices_lines(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return what lies on a field after sowing, and each player's costs and rates, each player beginning a line."""
    sown = Text(" ").join(counted(crop.good, crop.amount) for crop in view.crops)
    lines = [Text(f"{tr('agricola-prices-sowing')} ").append_text(sown)] if view.crops else []
    for player in view.players:
        mine = listed(seat_mark(player.seat), _means(player, context), width)
        mine[0].stylize(seat_style(player.seat), 0, 1)
        lines += mine
    return lines


def own_prices(player: Player | None, context: DrawContext, width: int) -> list[Text]:
    """Return the viewer's costs and rates after a title; empty for a spectator."""
    return listed(tr("agricola-prices"), _means(player, context), width) if player is not None else []


def _means(player: Player, context: DrawContext) -> Iterator[Text]:
    """Yield up to four texts: the price of a room, the price of a renovation, the food for each good that is cooked,
    and the food for grain that is baked. A text is left out if the player cannot do that."""
    if player.room:
        yield Text(f"{tr('agricola-prices-room')} ").append_text(_prices(player.room, context))
    if player.renovation:
        yield Text(f"{tr('agricola-prices-house')} ").append_text(_prices(player.renovation, context))
    cooked = [counted(good, food) for good, food in _rates(player).items() if food]
    if cooked:
        yield Text(f"{tr('agricola-prices-cooking')} ").append_text(Text(" ").join(cooked))
    if player.ovens:
        baked = (
            counted(Good.FOOD, oven.food).append(f"({oven.most})" if oven.most else "")
            for oven in player.ovens
        )
        yield Text(f"{tr('agricola-prices-baking')} ").append_text(Text(" ").join(baked))


def _rates(player: Player) -> dict[Good, int]:
    """Return the food that the player gets for cooking one vegetable, sheep, boar and cattle; 0 if it cannot be
    cooked."""
    found = player.cooking or CookingRates()
    return {
        Good.VEGETABLE: found.vegetable,
        Good.SHEEP: found.sheep,
        Good.BOAR: found.boar,
        Good.CATTLE: found.cattle,
    }


def _prices(prices: list[Price], context: DrawContext) -> Text:
    """Return the first MAX_PRICES ways to pay, joined by "or", with "…" if there are more."""
    texts = Text(f" {tr('agricola-prices-or')} ").join(
        _price(price, context) for price in prices[:MAX_PRICES]
    )
    return texts.append(" …") if len(prices) > MAX_PRICES else texts


def _price(price: Price, context: DrawContext) -> Text:
    """Return one way to pay: its goods and the cards to give back, or 0 food if it costs nothing."""
    given_up = (Text(context.labels.text("card", card)) for card in price.returns)
    parts = [*([heap(price.goods)] if price.goods else []), *given_up]
    return Text(" ").join(parts) if parts else counted(Good.FOOD, 0)


def _food(view: Message, context: DrawContext) -> str:
    """Return the food that the numbers being set amount to; "" if they are not for cooking or baking."""
    assert isinstance(view, View)
    player = own(view.players, context)
    if player is None:
        return ""
    if context.numbers.keys() == {BAKED}:
        return tr("agricola-cooked", food=_from_ovens(player, context.numbers[BAKED]))
    if context.numbers.keys() != set(COOKED):
        return ""
    rates = _rates(player)
    return tr(
        "agricola-cooked", food=sum(context.numbers[name] * rates[good] for name, good in COOKED.items())
    )


def _from_ovens(player: Player, grain: int) -> int:
    """Return the food for this much grain. The ovens are used in the view's order, each for as much grain as it
    takes."""
    food = 0
    for oven in player.ovens:
        taken = min(grain, oven.most) if oven.most else grain
        food += taken * oven.food
        grain -= taken
    return food


DIALS: Final = Dials(remark=_food)
