"""Names for the numbers of Petrichor."""

from tilth_rules.petrichor import codes as words
from tilth_rules.playthrough.names import SEAT, SEATS, ByPlace, Names, Row, Word, in_grid, in_order
from tilth_rules.playthrough.names import words as named

WEATHER = in_order("frost", "sun", "wind", "rain", first=1)
BY_WEATHER = ByPlace(in_order("frost", "sun", "wind", "rain"))
CROP = in_order("none", *words.CROPS[1:])
TILE = in_grid(4)
PHASE = in_order("set-up", "action", "weather", "harvest", "clean-up", "over", first=1)
DIE = named({words.HARVEST_ICON: "harvest"})


WIND = in_order(
    *("one drop", "two drops", "a drop leaves", "new cloud", "drop into a cloud", "drop into a cloud (2)"),
    *("mixed cloud drifts", "pure cloud drifts", "reshuffle"),
    first=1,
)


def _names(seat: Word) -> Names:
    by_seat, some_seats = ByPlace(seat, zeros=True), ByPlace(seat)
    return Names(
        fields={
            "action": WEATHER,
            "card": WEATHER,
            "cards": WEATHER,
            "cloud": named({0: "none", words.LIGHT: "light", words.THUNDER: "thunder"}),
            "cloud_drops": some_seats,
            "crop": CROP,
            "CropHarvested.points": by_seat,
            "dice": Row(DIE),
            "discards": BY_WEATHER,
            "drops": some_seats,
            "FieldsLaid.crops": Row(CROP),
            "FieldsLaid.needs": Row(),
            "first_player": seat,
            "growth": named(
                {
                    0: "none",
                    words.SPROUTING: "sprouting",
                    words.DEVELOPED: "developed",
                    words.OVERWATERED: "overwatered",
                }
            ),
            "hand": WEATHER,
            "kept": WEATHER,
            "owner": seat,
            "pack": WEATHER,
            "CardsKept.pack": seat,
            "passer": seat,
            "phase": PHASE,
            "places": by_seat,
            "scores": by_seat,
            "seat": seat,
            "seats": seat,
            "shown": WEATHER,
            "source": WEATHER,
            "tile": TILE,
            "to": TILE,
            "track": Row(),
            "TrackScored.points": by_seat,
            "votes": BY_WEATHER,
            "face": DIE,
            "leading_weathers": WEATHER,
            "southern_winds": WIND,
            "weather": WEATHER,
            "weathers": WEATHER,
            "wind": WIND,
        },
        keys={"Tile": "tile", "Player": "seat"},
        left_out=frozenset({"printed"}),
    )


PETRICHOR = _names(SEAT)
SOLO = _names(in_order(SEATS[0], "neutral"))
"""Alone: the second side is the neutral player's."""
