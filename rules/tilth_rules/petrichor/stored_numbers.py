"""The numbers of tiles and wind icons, which stored matches hold (`Game.stored_numbers`)."""

from tilth_rules.petrichor.codes import CROPS
from tilth_rules.petrichor.content.compiled import read


def stored_numbers() -> dict[str, dict[str, int]]:
    """Return the numbers of tiles that stored matches hold, by crop and priority. Tiles that are alike are counted."""
    tiles: dict[str, int] = {}
    for number, (crop, priority) in enumerate(read("").tiles):
        name = f"{CROPS[crop]}, priority {priority}"
        alike = sum(known.startswith(name) for known in tiles)
        tiles[f"{name} ({alike + 1})"] = number
    return {"tile": tiles}
