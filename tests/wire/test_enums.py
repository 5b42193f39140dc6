"""Numbers of the rules that the schema has an enum for."""

from tilth.games.agricola.v1 import agricola_pb2
from tilth_rules.agricola import codes
from tilth_rules.agricola.cards import moments
from tilth_rules.agricola.farm import yard
from tilth_rules.agricola.moves import numbers
from tilth_rules.agricola.view import players


def test_the_schema_names_each_part_that_the_rules_number() -> None:
    numbered: dict[str, int] = {
        name: number for name, number in vars(numbers).items() if name.startswith("PART_")
    }
    actions: dict[str, int] = {
        name: number for name, number in agricola_pb2.Part.items() if number >= numbers.PART_TAKE
    }
    assert numbered == actions


def test_the_parts_that_are_goods_have_the_numbers_of_the_goods() -> None:
    goods: dict[str, int] = {
        name.removeprefix("GOOD_"): number for name, number in agricola_pb2.Good.items() if number
    }
    parts: dict[str, int] = {
        name.removeprefix("PART_"): number
        for name, number in agricola_pb2.Part.items()
        if 0 < number < numbers.PART_TAKE
    }
    assert parts == goods


def test_the_schema_names_each_kind_of_plot_and_person() -> None:
    assert dict(agricola_pb2.PlotKind.items()) == {
        "PLOT_KIND_UNSPECIFIED": yard.EMPTY,
        "PLOT_KIND_ROOM": yard.ROOM,
        "PLOT_KIND_FIELD": yard.FIELD,
        "PLOT_KIND_CARD": players.ON_CARD,
    }
    assert dict(agricola_pb2.PersonKind.items()) == {
        "PERSON_KIND_UNSPECIFIED": 0,
        "PERSON_KIND_FAMILY": codes.FAMILY,
        "PERSON_KIND_GUEST": codes.GUEST,
        "PERSON_KIND_LODGER": codes.LODGER,
    }


def test_the_schema_names_each_source_of_goods_that_an_event_can_have() -> None:
    sources = {
        f"SOURCE_{name.removeprefix('BY_')}": number
        for name, number in vars(codes).items()
        # Goods from another seat have an event of their own.
        if name.startswith(("BY_", "FOR_", "WITHOUT_")) and name != "BY_SEAT"
    }
    assert dict(agricola_pb2.Source.items()) == {"SOURCE_UNSPECIFIED": 0, **sources}


def test_the_schema_names_each_scope_of_a_cards_uses() -> None:
    assert dict(agricola_pb2.Scope.items()) == {
        "SCOPE_UNSPECIFIED": 0,
        "SCOPE_TURN": moments.PER_TURN,
        "SCOPE_ROUND": moments.PER_ROUND,
        "SCOPE_HARVEST": moments.PER_HARVEST,
        "SCOPE_MATCH": moments.PER_GAME,
    }
