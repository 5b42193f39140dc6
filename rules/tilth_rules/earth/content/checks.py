"""Checks of every face. A face that passes them can be played by the rules."""

from collections.abc import Iterable
from typing import Final

from tilth_rules.common.value_file import unless
from tilth_rules.earth.content.faces import (
    Ability,
    AllTypes,
    Colour,
    Copy,
    CostCut,
    CountCards,
    CountChain,
    CountGaps,
    CountRichest,
    Face,
    ForbidAction,
    GaiaLeaf,
    Goal,
    LookCompost,
    Measure,
    PayWith,
    ReplaceOnPlant,
    Start,
    When,
)

WHENS: Final[dict[str, tuple[When, ...]]] = {
    "flora": ("activate", "on_plant", "always"),
    "terrain": ("activate", "on_plant", "always", "scoring"),
    "event": ("on_play",),
    "island": ("setup", "activate", "always", "event_played"),
    "climate": ("activate", "always", "event_played"),
}
"""The moments at which the abilities of a kind work, by kind; other kinds have no abilities."""

OPERATIONS: Final[dict[type, When]] = {
    Copy: "activate",
    ReplaceOnPlant: "always",
    ForbidAction: "always",
    PayWith: "always",
    LookCompost: "on_play",
    CostCut: "always",
    Start: "setup",
    AllTypes: "always",
}
SEVERAL: Final[tuple[Colour, ...]] = ("red", "blue", "yellow")
"""The colours of a multicoloured ability."""
AT_ONCE: Final[tuple[When, ...]] = ("on_plant", "on_play", "event_played")
"""Moments at which a face's only ability of that moment is used."""
OPTIONAL: Final[tuple[When, ...]] = ("activate", "on_play")
"""Moments at which a seat may leave an ability unused."""
ACTED: Final = frozenset(("green", "red", "blue", "yellow"))
PAID: Final = frozenset(("soil", "sprout", "growth", "compost hand", "compost"))
GAINED: Final = frozenset(("soil", "sprout", "growth", "draw", "compost hand", "compost deck"))


def check(faces: Iterable[Face]) -> None:
    """Check that the rules can play these faces. Raise OptionsRefused, naming the face and the field, if not."""
    rows: set[str] = set()
    """Rows of fauna cards for which Gaia has a card. A second card for a row would find no place for its leaf."""
    for face in faces:
        _check_numbers(face)
        _check_words(face)
        _check_goals(face)
        colours = [colour for ability in face.abilities for colour in ability.colours]
        _unless(len(colours) == len(set(colours)), face, "abilities", "each colour may occur only once")
        at_once = [ability.when for ability in face.abilities if ability.when in AT_ONCE]
        _unless(
            len(at_once) == len(set(at_once)),
            face,
            "abilities",
            "at most one ability may work at each of these moments",
        )
        ops = [type(ability.op) for ability in face.abilities if ability.op is not None]
        _unless(len(ops) == len(set(ops)), face, "abilities", "each operation may occur only once")
        if isinstance(face.gaia, GaiaLeaf):
            _unless(face.gaia.row not in rows, face, "gaia.row", "each row may have only one of Gaia's cards")
            rows.add(face.gaia.row)
        for ability in face.abilities:
            _check_ability(face, ability)


def _unless(holds: bool, face: Face, field: str, why: str) -> None:
    """Raise OptionsRefused for a field of the face, with this reason, unless `holds` is true."""
    unless(holds, f"{face.id}.{field}", why)


def _check_numbers(face: Face) -> None:
    """Raise OptionsRefused unless a face has the figures of its kind (cost, points, room for sprouts and growth,
    canopy), and no others."""
    planted = face.kind in ("flora", "terrain")
    _unless(
        (face.cost is not None) == planted,
        face,
        "cost",
        "plants and terrain need a cost, other cards have none",
    )
    valued = planted or face.kind in ("event", "island", "climate")
    _unless(
        (face.vp is not None) == valued,
        face,
        "vp",
        "only plants, terrain, events, islands and climates have vp",
    )
    if face.kind != "flora":
        _unless(not face.sprouts, face, "sprouts", "only plants can hold sprouts")
        _unless(not face.growth, face, "growth", "only plants can grow")
    _unless(
        (face.canopy is not None) == bool(face.growth),
        face,
        "canopy",
        "a plant that can grow needs points for its canopy, other cards have none",
    )


def _check_words(face: Face) -> None:
    """Raise OptionsRefused unless the names of a face are printable and its types, habitats and marks fit its kind,
    each once."""
    shown = (("name.en", face.name.en), ("name.ru", face.name.ru), ("latin", face.latin or ""))
    for field, text in shown:
        _unless(
            text.isprintable(),
            face,
            field,
            "must have printable characters only, because others see it on their screens",
        )
    for field, words in (("types", face.types), ("habitats", face.habitats), ("marks", face.marks)):
        _unless(len(words) == len(set(words)), face, field, "each word may occur only once")
    _unless(
        len(face.types) in ((1, 4) if face.kind == "flora" else (0,)),
        face,
        "types",
        "a plant has one type or all four, other cards have none",
    )
    _unless(face.kind == "flora" or not face.marks, face, "marks", "only names of plants have marks")
    lives = face.kind in ("flora", "terrain", "island", "climate")
    _unless(
        lives or not face.habitats,
        face,
        "habitats",
        "only plants, terrain, islands and climates have habitats",
    )


def _check_goals(face: Face) -> None:
    """Raise OptionsRefused unless a face has an objective, Gaia's action or an island's start ability exactly if its
    kind needs it."""
    aims = face.kind in ("ecosystem", "fauna")
    _unless(
        (face.objective is not None) == aims,
        face,
        "objective",
        "ecosystems and fauna need an objective, other cards have none",
    )
    if face.objective is not None:
        goal = isinstance(face.objective.award, Goal)
        looks = isinstance(face.objective.measure, CountRichest)
        _unless(not (goal and looks), face, "objective.measure", "a goal may not count another seat's cards")
        _unless(
            goal == (face.kind == "fauna"),
            face,
            "objective.award",
            "fauna needs a goal, an ecosystem needs points",
        )
        _unless(
            not _is_placed(face.objective.measure),
            face,
            "objective.measure",
            "must not count from a card of the field",
        )
    _unless(
        (face.gaia is not None) == (face.kind == "gaia"),
        face,
        "gaia",
        "only Gaia's cards have this field, and they need it",
    )
    starts = [ability for ability in face.abilities if isinstance(ability.op, Start)]
    _unless(
        len(starts) == (face.kind == "island"),
        face,
        "abilities",
        "an island needs one start ability, other cards have none",
    )


def _check_ability(face: Face, ability: Ability) -> None:
    """Raise OptionsRefused unless the rules can play an ability on this kind of card: its moment, price, gain, score,
    operation and target must fit each other."""

    def unless(holds: bool, why: str) -> None:
        _unless(holds, face, "abilities", why)

    unless(
        ability.when in WHENS.get(face.kind, ()),
        f"no ability of this kind of card works at the moment {ability.when}",
    )
    _check_colours(face, ability)
    for amounts in (ability.pay, ability.gain):
        unless(len(amounts) == len({what for what, _ in amounts}), "each good may occur only once")
    unless(
        not ability.pay or ability.when in OPTIONAL, "only an ability that may stay unused can have a price"
    )
    unless(
        ability.op is not None or ability.when not in ("always", "setup"), "this moment needs an operation"
    )
    unless({what for what, _ in ability.pay} <= PAID, "prices can be soil, sprouts, growth or compost")
    unless(
        {what for what, _ in ability.gain} <= GAINED, "compost can be gained from the hand or the deck only"
    )
    unless(
        (ability.score is not None) == (ability.when == "scoring"),
        "an ability that works at the scoring needs a score, others have none",
    )
    unless(
        ability.score is None or not isinstance(ability.score.award, Goal),
        "a terrain scores points and cannot have a goal",
    )
    if ability.op is not None:
        unless(
            OPERATIONS[type(ability.op)] == ability.when,
            f"its operation does not work at the moment {ability.when}",
        )
        unless(
            not ability.pay and not ability.gain, "an ability with an operation cannot pay or gain as well"
        )
    elif ability.score is None:
        unless(bool(ability.gain), "an ability needs an operation, a score or a gain")
    if ability.active or ability.planted or ability.target:
        unless(
            ability.when == "activate" and bool(ability.gain),
            "only gains of activated abilities can have conditions and targets",
        )
    if ability.target is not None:
        unless(
            {what for what, _ in ability.gain} <= {"sprout", "growth"},
            "only sprouts and growth can have targets",
        )
        unless(face.kind == "flora" or face.kind == "terrain", "only plants and terrain can have targets")
        unless(
            ability.target.each == (ability.target.within != "around"),
            "each must be true for rows and columns, and false for around",
        )
    _check_operation(face, ability)


def _check_operation(face: Face, ability: Ability) -> None:
    """Raise OptionsRefused unless the operation of an ability (copy, cut costs, look into the compost ...) fits its
    card and colours."""
    op = ability.op
    if isinstance(op, Start):
        _unless(op.compost <= op.cards, face, "abilities", "no more cards can be composted than are drawn")
    if isinstance(op, LookCompost):
        _unless(op.keep <= op.look, face, "abilities", "no more cards can be kept than are looked at")
    if isinstance(op, Copy):
        _unless(
            ability.colours == (op.colour,),
            face,
            "abilities",
            "the copied colour must be the ability's own colour",
        )
        _unless(face.kind == "flora", face, "abilities", "only plants can copy")
    if isinstance(op, PayWith):
        _unless(face.kind == "flora", face, "abilities", "only plants can be paid for with other goods")
    if isinstance(op, ForbidAction):
        _unless(op.action != "green", face, "abilities", "planting cannot be forbidden")
    if isinstance(op, ReplaceOnPlant | ForbidAction):
        _unless(face.kind == "terrain", face, "abilities", "only terrain can be replaced or forbid an action")
    if isinstance(op, AllTypes):
        _unless(len(face.types) == 4, face, "types", "a plant with this ability needs all four types")


def _check_colours(face: Face, ability: Ability) -> None:
    """Raise OptionsRefused unless an ability has one colour or all of SEVERAL, and colours of actions exactly if it is
    activated."""
    colours = ability.colours
    one_or_several = len(colours) == 1 or colours == SEVERAL
    _unless(one_or_several, face, "abilities", f"an ability has one colour, or {', '.join(SEVERAL)}")
    acts = ability.when == "activate"
    _unless(
        (set(colours) <= ACTED) == acts,
        face,
        "abilities",
        "black and brown abilities are never activated, all others are",
    )


def _is_placed(measure: Measure) -> bool:
    """Return whether the count of a measure depends on the place of its own card in the field."""
    match measure:
        case CountCards():
            return measure.within in ("row", "column", "beside", "corners")
        case CountChain():
            return measure.through_self
        case _:
            return isinstance(measure, CountGaps)
