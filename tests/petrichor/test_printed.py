"""The view says what is printed on the components, and what a correction makes of it."""

import json

from tilth_rules.kernel import SPECTATOR
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import CACTUS, COFFEE, CORN, CROPS, DEVELOPED, LAKE, RICE, WHEAT
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.printed import Printed, PrintedCrop
from tilth_rules.petrichor.rounds.harvest import scores
from tilth_rules.petrichor.view import View


def printed(options: Options | None = None) -> Printed:
    view = game.view(game.start(options or Options(), 2)[0], SPECTATOR)
    assert isinstance(view, View)
    return view.printed


def crop(number: int, options: Options | None = None) -> PrintedCrop:
    return next(one for one in printed(options).crops if one.crop == number)


def test_every_crop_is_printed_but_the_lake() -> None:
    assert [one.crop for one in printed().crops] == [at for at in range(1, len(CROPS)) if at != LAKE]


def test_a_harvest_pays_the_printed_points() -> None:
    values = values_of(Options())
    for one in printed().crops:
        for place, drops in enumerate(((4, 3, 2, 1), (3, 4, 2, 1))):
            paid = scores(values, one.crop, DEVELOPED, drops, fertile=False)[0]
            if one.crop == RICE:
                assert paid == one.per_drop * drops[0]
            elif one.crop == CORN:
                assert paid == one.by_company[len(drops) - 1]
            else:
                assert paid == one.developed[place]


def test_the_crops_with_more_than_one_state_print_each() -> None:
    assert crop(COFFEE).sprouting == (5, 3, 2, 1)
    assert crop(COFFEE).developed == (10, 6, 4, 2)
    assert crop(CACTUS).overwatered == (2, 1, 2, 1)
    assert crop(CACTUS).overwatered_at == 4


def test_corrected_values_are_printed() -> None:
    corrections = {
        "crops": {"wheat": {"threshold": {"value": 4, "tag": "S"}, "first": {"value": 9, "tag": "S"}}},
        "lake": {"wind_adds": {"value": 1, "tag": "S"}},
    }
    options = Options(values=json.dumps(corrections))
    assert crop(WHEAT, options).need == 4
    assert crop(WHEAT, options).developed == (9, 3, 3, 3)
    assert printed(options).lake_adds == 1
