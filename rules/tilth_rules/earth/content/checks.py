"""What every face must be, so that the rules know what to do with it."""

from collections.abc import Iterable
from typing import Final

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
from tilth_rules.kernel import OptionsRefused

WHENS: Final[dict[str, tuple[When, ...]]] = {
    "flora": ("activate", "on_plant", "always"),
    "terrain": ("activate", "on_plant", "always", "scoring"),
    "event": ("on_play",),
    "island": ("setup", "activate", "always", "event_played"),
    "climate": ("activate", "always", "event_played"),
}
"""When the abilities of a kind speak; other kinds have none."""

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
"""Moments at which the one ability that speaks then is used."""
CHOSEN: Final[tuple[When, ...]] = ("activate", "on_play")
"""When nobody has to use an ability."""
ACTED: Final = frozenset(("green", "red", "blue", "yellow"))
PAID: Final = frozenset(("soil", "sprout", "growth", "compost hand", "compost"))
GAINED: Final = frozenset(("soil", "sprout", "growth", "draw", "compost hand", "compost deck"))


def check(faces: Iterable[Face]) -> None:
    """Raises OptionsRefused naming the face and the field that doesn't fit."""
    rows: set[str] = set()
    """Rows of fauna cards for which Gaia has a card: two for one would find no place for their leaves."""
    for face in faces:
        _check_numbers(face)
        _check_words(face)
        _check_goals(face)
        colours = [colour for ability in face.abilities for colour in ability.colours]
        _unless(len(colours) == len(set(colours)), face, "abilities", "each colour once")
        at_once = [ability.when for ability in face.abilities if ability.when in AT_ONCE]
        _unless(len(at_once) == len(set(at_once)), face, "abilities", "one for each moment")
        ops = [type(ability.op) for ability in face.abilities if ability.op is not None]
        _unless(len(ops) == len(set(ops)), face, "abilities", "each operation once")
        if isinstance(face.gaia, GaiaLeaf):
            _unless(face.gaia.row not in rows, face, "gaia.row", "one card for each row")
            rows.add(face.gaia.row)
        for ability in face.abilities:
            _check_ability(face, ability)


def _unless(holds: bool, face: Face, field: str, why: str) -> None:
    if not holds:
        raise OptionsRefused(f"values.{face.id}.{field}", why)


def _check_numbers(face: Face) -> None:
    planted = face.kind in ("flora", "terrain")
    _unless(
        (face.cost is not None) == planted, face, "cost", "a number for what is planted, for nothing else"
    )
    valued = planted or face.kind in ("event", "island", "climate")
    _unless(
        (face.vp is not None) == valued, face, "vp", "a number for what lies before a seat, for nothing else"
    )
    if face.kind != "flora":
        _unless(not face.sprouts, face, "sprouts", "only plants hold sprouts")
        _unless(not face.growth, face, "growth", "only plants grow")
    _unless(
        (face.canopy is not None) == bool(face.growth), face, "canopy", "points just where something grows"
    )


def _check_words(face: Face) -> None:
    shown = (("name.en", face.name.en), ("name.ru", face.name.ru), ("latin", face.latin or ""))
    for field, text in shown:
        _unless(
            text.isprintable(), face, field, "printable characters, for it goes to other people's screens"
        )
    for field, words in (("types", face.types), ("habitats", face.habitats), ("marks", face.marks)):
        _unless(len(words) == len(set(words)), face, field, "each once")
    _unless(
        len(face.types) in ((1, 4) if face.kind == "flora" else (0,)),
        face,
        "types",
        "one, or all four; of plants",
    )
    _unless(face.kind == "flora" or not face.marks, face, "marks", "only names of plants have marks")
    lives = face.kind in ("flora", "terrain", "island", "climate")
    _unless(lives or not face.habitats, face, "habitats", "only of plants, terrain, islands and climates")


def _check_goals(face: Face) -> None:
    aims = face.kind in ("ecosystem", "fauna")
    _unless(
        (face.objective is not None) == aims,
        face,
        "objective",
        "of ecosystems and fauna, and of nothing else",
    )
    if face.objective is not None:
        goal = isinstance(face.objective.award, Goal)
        looks = isinstance(face.objective.measure, CountRichest)
        _unless(not (goal and looks), face, "objective.measure", "a goal looks at no other seat")
        _unless(
            goal == (face.kind == "fauna"), face, "objective.award", "a goal for fauna, points for ecosystems"
        )
        _unless(
            not _is_placed(face.objective.measure),
            face,
            "objective.measure",
            "seen from no card of the field",
        )
    _unless(
        (face.gaia is not None) == (face.kind == "gaia"), face, "gaia", "of Gaia's cards, and of nothing else"
    )
    starts = [ability for ability in face.abilities if isinstance(ability.op, Start)]
    _unless(
        len(starts) == (face.kind == "island"),
        face,
        "abilities",
        "an island begins with something, nothing else",
    )


def _check_ability(face: Face, ability: Ability) -> None:
    def unless(holds: bool, why: str) -> None:
        _unless(holds, face, "abilities", why)

    unless(ability.when in WHENS.get(face.kind, ()), f"nothing of this kind speaks {ability.when}")
    _check_colours(face, ability)
    for amounts in (ability.pay, ability.gain):
        unless(len(amounts) == len({what for what, _ in amounts}), "each good once")
    unless(not ability.pay or ability.when in CHOSEN, "a price only where one may do without")
    unless(ability.op is not None or ability.when not in ("always", "setup"), "an operation")
    unless({what for what, _ in ability.pay} <= PAID, "paid with soil, sprouts, growth or compost")
    unless({what for what, _ in ability.gain} <= GAINED, "compost is gained from the hand or the deck")
    unless((ability.score is not None) == (ability.when == "scoring"), "a score just at the scoring")
    unless(
        ability.score is None or not isinstance(ability.score.award, Goal),
        "a terrain scores points, and has no goal",
    )
    if ability.op is not None:
        unless(OPERATIONS[type(ability.op)] == ability.when, f"its operation doesn't speak {ability.when}")
        unless(not ability.pay and not ability.gain, "an operation neither pays nor gains besides")
    elif ability.score is None:
        unless(bool(ability.gain), "an ability that does something")
    if ability.active or ability.planted or ability.target:
        unless(
            ability.when == "activate" and bool(ability.gain),
            "conditions and targets are of gains when activated",
        )
    if ability.target is not None:
        unless({what for what, _ in ability.gain} <= {"sprout", "growth"}, "pieces go to targets")
        unless(face.kind == "flora" or face.kind == "terrain", "targets are seen from the field")
        unless(ability.target.each == (ability.target.within != "around"), "one each in lines, freely around")
    _check_operation(face, ability)


def _check_operation(face: Face, ability: Ability) -> None:
    op = ability.op
    if isinstance(op, Start):
        _unless(op.compost <= op.cards, face, "abilities", "not more into the compost than are drawn")
    if isinstance(op, LookCompost):
        _unless(op.keep <= op.look, face, "abilities", "not more kept than looked at")
    if isinstance(op, Copy):
        _unless(ability.colours == (op.colour,), face, "abilities", "the copied colour is the card's own")
        _unless(face.kind == "flora", face, "abilities", "only plants copy")
    if isinstance(op, PayWith):
        _unless(face.kind == "flora", face, "abilities", "only plants are paid with goods")
    if isinstance(op, ForbidAction):
        _unless(op.action != "green", face, "abilities", "planting is never forbidden")
    if isinstance(op, ReplaceOnPlant | ForbidAction):
        _unless(face.kind == "terrain", face, "abilities", "only terrains are replaced and forbid")
    if isinstance(op, AllTypes):
        _unless(len(face.types) == 4, face, "types", "all four, as its ability says")


def _check_colours(face: Face, ability: Ability) -> None:
    colours = ability.colours
    one_or_several = len(colours) == 1 or colours == SEVERAL
    _unless(one_or_several, face, "abilities", f"one colour, or {', '.join(SEVERAL)}")
    acts = ability.when == "activate"
    _unless(
        (set(colours) <= ACTED) == acts, face, "abilities", "black and brown are never activated, others are"
    )


def _is_placed(measure: Measure) -> bool:
    """Whether it counts from the place of its card."""
    match measure:
        case CountCards():
            return measure.within in ("row", "column", "beside", "corners")
        case CountChain():
            return measure.through_self
        case _:
            return isinstance(measure, CountGaps)
