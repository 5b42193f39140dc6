"""What the next steps cost, and what becomes food: a room, the next house, animals and vegetables, grain.

a room W5R2  the next house C2R1  cooking v2 s2 b2 c3  baking F5(1) F2
"""

from collections.abc import Iterator
from typing import Final

from betterproto2 import Message
from rich.text import Text

from tilth_cli.dials import Dials
from tilth_cli.games.agricola.goods import counted, heap
from tilth_cli.games.lines import listed
from tilth_cli.games.players import own
from tilth_cli.looks import Look, seat_mark, seat_style
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import CookingRates, Good, Player, Price, View

COOKED: Final = {
    "vegetables": Good.VEGETABLE,
    "sheep": Good.SHEEP,
    "boar": Good.BOAR,
    "cattle": Good.CATTLE,
}
"""The numbers that are asked for where something is cooked."""
BAKED: Final = "grain"
"""And where bread is baked."""
MOST_PRICES: Final = 2
"""So many ways to pay are told; a question names them all."""


def means(view: View, look: Look, width: int) -> list[Text]:
    """A line for each player."""
    lines: list[Text] = []
    for player in view.players:
        mine = listed(seat_mark(player.seat), _means(player, look), width)
        mine[0].stylize(seat_style(player.seat), 0, 1)
        lines += mine
    return lines


def own_means(player: Player | None, look: Look, width: int) -> list[Text]:
    return listed(say("agricola.means"), _means(player, look), width) if player is not None else []


def _means(player: Player, look: Look) -> Iterator[Text]:
    if player.room:
        yield Text(f"{say('agricola.means.room')} ").append_text(_prices(player.room, look))
    if player.renovation:
        yield Text(f"{say('agricola.means.house')} ").append_text(_prices(player.renovation, look))
    cooked = [counted(good, food) for good, food in _rates(player).items() if food]
    if cooked:
        yield Text(f"{say('agricola.means.cooking')} ").append_text(Text(" ").join(cooked))
    if player.ovens:
        baked = (
            counted(Good.FOOD, oven.food).append(f"({oven.most})" if oven.most else "")
            for oven in player.ovens
        )
        yield Text(f"{say('agricola.means.baking')} ").append_text(Text(" ").join(baked))


def _rates(player: Player) -> dict[Good, int]:
    found = player.cooking or CookingRates()
    return {
        Good.VEGETABLE: found.vegetable,
        Good.SHEEP: found.sheep,
        Good.BOAR: found.boar,
        Good.CATTLE: found.cattle,
    }


def _prices(prices: list[Price], look: Look) -> Text:
    told = Text(f" {say('agricola.means.or')} ").join(_price(price, look) for price in prices[:MOST_PRICES])
    return told.append(" …") if len(prices) > MOST_PRICES else told


def _price(price: Price, look: Look) -> Text:
    given_up = (Text(look.words.text("card", card)) for card in price.returns)
    parts = [*([heap(price.goods)] if price.goods else []), *given_up]
    return Text(" ").join(parts) if parts else counted(Good.FOOD, 0)


def _food(view: Message, look: Look) -> str:
    """What the numbers that are being set come to, in food."""
    assert isinstance(view, View)
    player = own(view.players, look)
    if player is None:
        return ""
    if look.setting.keys() == {BAKED}:
        return say("agricola.cooked", food=_from_ovens(player, look.setting[BAKED]))
    if look.setting.keys() != set(COOKED):
        return ""
    rates = _rates(player)
    return say("agricola.cooked", food=sum(look.setting[name] * rates[good] for name, good in COOKED.items()))


def _from_ovens(player: Player, grain: int) -> int:
    """The best ones take what they can."""
    food = 0
    for oven in player.ovens:
        taken = min(grain, oven.most) if oven.most else grain
        food += taken * oven.food
        grain -= taken
    return food


DIALS: Final = Dials(remark=_food)
