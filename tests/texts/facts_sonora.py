"""Facts that the texts of Sonora must hold."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from tests.sonora.habits import at_random
from tests.sonora.ports import scattered, straight
from tests.texts.law import Asked, Book, Fact, Row, SetUp
from tilth_rules.kernel import Table
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.content.compiled.values import read
from tilth_rules.sonora.state import Sheet

VALUES = read("")
IN_HAND, ON_BOARD, IN_HOLE = 1, 2, 3
RUINS, CANYON, MUD, RIVER = 1, 2, 3, 4
REFLICK, SWAP, FOX, OWL, RABBIT = 1, 2, 3, 4, 5
MARK_MUD, READY, KEPT = 20, 100, 110


def sheet_of(asked: Asked) -> Sheet:
    sheet: Sheet = asked.state.sheets[asked.seat]
    return sheet


def disc_named(asked: Asked, disc: int) -> Fact:
    """Return the word "disc" with its name: a name alone could be that of a cell."""
    name = "ABCD"[disc // 5] + str(disc % 5 + 1)
    return f"disc {name}", f"диск {name}"


def column_named(asked: Asked, column: int) -> Fact:
    return f"column {column + 1}", f"колонки {column + 1}"


def building_named(asked: Asked, building: int) -> Fact:
    return f"building {'ABCDEFGH'[building]}", f"здания {'АБВГДЕЖЗ'[building]}"


def cell_named(cell: int) -> str:
    """Return a cell of the canyon: a small letter and a number."""
    return f"{chr(97 + cell % 16)}{cell // 16 + 1}"


def number(one: int) -> Fact:
    return ("one", "1") if one == 1 else str(one)


def section(asked: Asked, which: int) -> Fact:
    return asked.word("section", which)


def lies_at(asked: Asked, disc: int) -> Fact:
    """Return the quarter of the board where a disc lies."""
    state = asked.state
    if state.where[disc] == IN_HOLE:
        return "hole", "яблочке"
    if state.where[disc] != ON_BOARD:
        return "off the board", "за пределами поля"
    for which in on_circle(asked, disc):
        return section(asked, which)
    x, y = state.xs[disc], state.ys[disc]
    if not x or not y:
        return "between two zones", "между двумя зонами"
    return section(
        asked, {(False, True): RUINS, (True, True): CANYON, (True, False): MUD}.get((x > 0, y > 0), RIVER)
    )


def on_circle(asked: Asked, disc: int) -> Iterator[int]:
    """Yield the section of the bonus circle that a disc on the board touches, if it touches one."""
    x, y = asked.state.xs[disc], asked.state.ys[disc]
    if asked.state.where[disc] == ON_BOARD:
        yield from (
            which for which, cx, cy in VALUES.circles if (x - cx) ** 2 + (y - cy) ** 2 <= VALUES.touching
        )


def corner(asked: Asked) -> Iterator[Fact]:
    """Yield the corner that turns with the board: round by round one further, anticlockwise for those who sit still."""
    state = asked.state
    seated = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[state.seats]
    yield section(asked, 1 + (seated[asked.seat] - seated[state.starter] - (state.round - 1)) % 4)


def about(asked: Asked) -> Fact:
    return disc_named(asked, asked.decision.about.disc)


def disc(asked: Asked) -> Iterable[Fact]:
    yield from corner(asked)
    yield str(asked.state.round)
    yield str(asked.state.options.rounds)


def disc_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield disc_named(asked, option)


def flick(asked: Asked) -> Iterable[Fact]:
    yield about(asked)
    yield from corner(asked)
    yield from ("0", "1")
    for english, russian in (
        ("place", "место"),
        ("depth", "глубина"),
        ("angle", "направление"),
        ("power", "сила"),
    ):
        yield asked.translated(english, russian)


def bullseye(asked: Asked) -> Iterable[Fact]:
    yield about(asked)
    yield str(asked.decision.about.disc % 5 + 1)


def section_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield section(asked, option)


def reflick(asked: Asked) -> Iterable[Fact]:
    yield about(asked)
    yield lies_at(asked, asked.decision.about.disc)
    yield number(sheet_of(asked).ready[REFLICK])
    yield asked.translated("Pick nothing", "Ничего не выбирайте")


def reflick_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield asked.translated("flick it again", "щёлкнуть снова")


def swap(asked: Asked) -> Iterable[Fact]:
    yield number(sheet_of(asked).ready[SWAP])
    yield asked.translated("Pick nothing", "Ничего не выбирайте")


def swap_option(asked: Asked, option: int) -> Iterable[Fact]:
    for which in divmod(option, 20):
        yield disc_named(asked, which)
        yield lies_at(asked, which)


def tie(asked: Asked) -> Iterable[Fact]:
    disc = asked.decision.about.disc
    if disc in own_discs(asked):
        yield about(asked)
        yield asked.translated("your disc", "ваш диск")
    else:
        yield "ABCD"[disc // 5] + str(disc % 5 + 1)
        yield asked.translated("the bot's disc", "диск бота")
    yield asked.translated("between two zones", "между двумя зонами")
    yield str(asked.decision.about.disc % 5 + 1)


def ruins(asked: Asked) -> Iterable[Fact]:
    yield (str(asked.decision.max_picks), "one cell", "одну ячейку")
    yield asked.translated("ruins", "руинах")


def ruins_option(asked: Asked, option: int) -> Iterable[Fact]:
    """Yield the building, what is left of it, and what it pays now."""
    yield building_named(asked, option)
    cells = VALUES.ruins.cells[option]
    yield str(cells)
    yield str(cells - sheet_of(asked).crossed[option])
    first_taken = any(sheet.rewards[option] for sheet in asked.state.sheets)
    if first_taken or asked.state.seats > 1:
        yield str(VALUES.ruins.bottoms[option])
    if not first_taken:
        yield str(VALUES.ruins.tops[option])
        yield asked.word("bonus", VALUES.ruins.bonuses[option])


def animal(asked: Asked, which: int, *, kept: bool) -> Iterator[Fact]:
    """Yield an animal, and what it does."""
    yield asked.word("bonus", which)
    yield {FOX: "4", OWL: "5", RABBIT: "6" if kept else "5"}[which]


def mark(asked: Asked) -> Iterable[Fact]:
    """Yield the facts that the text must name if nothing more has to be marked: the way to finish, and what is lost
    by it."""
    if asked.decision.min_picks:
        yield asked.translated("your sheet", "планшете")
        return
    yield asked.translated("Pick nothing", "Ничего не выбирайте")
    yield from ("ABCD"[one // 5] + str(one % 5 + 1) for one in own_discs(asked) if asked.state.left[one])
    for which in (FOX, OWL, RABBIT):
        if sheet_of(asked).kept[which]:
            yield ("stay", "stays", "останется", "останутся")
            yield asked.word("bonus", which)


def mark_option(asked: Asked, option: int) -> Iterable[Fact]:
    state = asked.state
    if option < MARK_MUD:
        yield disc_named(asked, option)
        yield section(asked, state.sections[option])
        yield number(option % 5 + 1)
        if state.left[option] > 1:
            yield asked.translated("again later", "ещё раз")
    elif option == MARK_MUD:
        own = [one for one in own_discs(asked) if state.left[one] and state.sections[one] == MUD]
        yield from ("ABCD"[one // 5] + str(one % 5 + 1) for one in own)
        yield number(sum((one % 5 + 1) * (2 if state.doubled[one] else 1) for one in own))
    else:
        yield from animal_option(asked, option)


def animal_option(asked: Asked, option: int) -> Iterator[Fact]:
    kept = option > KEPT
    yield from animal(asked, option - (KEPT if kept else READY), kept=kept)
    yield asked.translated("discovery", "открытие") if kept else asked.translated("gained", "бонус")


def own_discs(asked: Asked) -> range:
    colour = asked.seat if asked.state.seats > 1 else asked.state.own
    return range(5 * colour, 5 * colour + 5)


def canyon(asked: Asked) -> Iterable[Fact]:
    yield str(asked.step.number)
    yield from map(str, sheet_of(asked).cacti)


def shape_option(asked: Asked, option: int) -> Iterable[Fact]:
    """Yield the shape's number, its cells, and what is printed on them."""
    cells = asked.move(option).squares
    yield from map(cell_named, cells)
    yield ("shape", "фигуру")
    yield str({1: 1, 2: 1, 3: 2, 4: number_of_four(cells), 5: 5}[len(cells)])
    for cell in cells:
        mark = VALUES.canyon.grid[cell // 16][cell % 16]
        if mark in "abc":
            yield mark
        elif mark not in ".S#":
            yield asked.word(
                "bonus", {"R": REFLICK, "W": SWAP, "F": FOX, "O": OWL, "K": RABBIT, "D": 6}[mark]
            )


def number_of_four(cells: tuple[int, ...]) -> int:
    """Tell the T, which is a 4, from the S, which is a 3: only the T has a cell with three neighbours."""
    beside = [sum(abs(one - other) in (1, 16) for other in cells) for one in cells]
    return 4 if 3 in beside else 3


def river(asked: Asked) -> Iterable[Fact]:
    step = asked.step
    yield number(step.most)
    if step.least == step.most:
        yield ("exactly", "one cell", "путь в")
    else:
        yield str(step.least)


def river_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield str(option)
    yield from pays(asked, option)
    cell = option
    while not sheet_of(asked).river >> cell & 1:
        yield str(cell)
        cell = VALUES.river.parents[cell]


def pays(asked: Asked, cell: int) -> Iterator[Fact]:
    if VALUES.river.bonuses[cell]:
        yield asked.word("bonus", VALUES.river.bonuses[cell])
    else:
        yield number(VALUES.river.points[cell])


def mud(asked: Asked) -> Iterable[Fact]:
    left = sheet_of(asked).points
    yield ("no points", "не осталось") if left == 0 else number(left)
    yield asked.translated("Pick nothing to cross no more nodes", "больше узлов")


def mud_option(asked: Asked, option: int) -> Iterable[Fact]:
    """Yield the node, its price, and what its triangles give."""
    sheet = sheet_of(asked)
    if option >= READY:
        yield from animal_option(asked, option)
        return
    yield asked.translated(f"node {option}", f"узел {option}")
    yield number(VALUES.mud.costs[option] + sheet.small[option])
    crossed = sheet.nodes | 1 << option
    for corners, cactus, bonus in VALUES.mud.triangles:
        if corners >> option & 1 and crossed & corners == corners:
            yield asked.word("bonus", bonus) if bonus else str(cactus)


def columns(asked: Asked) -> Iterable[Fact]:
    yield number(sheet_of(asked).points)
    yield asked.translated("lost", "пропадут")
    yield asked.translated("pick nothing", "ничего не выбирайте")


def columns_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield column_named(asked, option)
    yield str(option + 2)
    yield str(option + 2 - sheet_of(asked).columns[option])
    yield asked.word("bonus", VALUES.mud.column_bonuses[option])


def discovery_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield from animal(asked, option, kept=True)
    yield str({FOX: 2, OWL: 3, RABBIT: 3}[option] - sheet_of(asked).circled[option])


def colour_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield asked.translated("colour", "цвет")
    yield from ("ABCD"[option] + str(value) for value in range(1, 6))
    yield "ABCD"[option]
    for one in range(5 * option, 5 * option + 5):
        if not asked.state.settled[one]:
            yield tuple(form.removeprefix("the ") for form in lies_at(asked, one))
            if any(on_circle(asked, one)):
                yield asked.translated("on bonus circles", "на бонусных кругах")


def bot_colour(asked: Asked) -> Iterable[Fact]:
    yield "ABCD"[asked.step.own]
    yield asked.translated("third colour", "третьего цвета")


def bot_disc_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield disc_named(asked, option)
    yield str(option % 5 + 1)


def bot_disc(asked: Asked) -> Iterable[Fact]:
    yield section(asked, asked.state.sections[asked.decision.options[0]])


def bot_canyon(asked: Asked) -> Iterable[Fact]:
    yield str(asked.step.number)


def bot_river(asked: Asked) -> Iterable[Fact]:
    yield ("cell", "ячейку") if asked.step.length == 1 else str(asked.step.length)


def bot_river_option(asked: Asked, option: int) -> Iterable[Fact]:
    yield str(option // 64)
    yield str(option % 64)


def bot_mud(asked: Asked) -> Iterable[Fact]:
    yield (str(asked.decision.max_picks), "one small cell", "маленькую ячейку")


def bot_mud_option(asked: Asked, option: int) -> Iterable[Fact]:
    small = sheet_of(asked).small[option]
    yield ("node " + str(option), "узла " + str(option))
    yield str(VALUES.mud.costs[option] + small)
    yield number(3 - small)


ROWS = {
    "disc": Row(disc, disc_option),
    "flick": Row(flick),
    "bullseye": Row(bullseye, section_option),
    "reflick": Row(reflick, reflick_option),
    "swap": Row(swap, swap_option),
    "tie": Row(tie, section_option),
    "ruins": Row(ruins, ruins_option),
    "mark": Row(mark, mark_option),
    "canyon": Row(canyon, shape_option),
    "river": Row(river, river_option),
    "mud": Row(mud, mud_option),
    "columns": Row(columns, columns_option),
    "discovery": Row(lambda asked: [asked.translated("later", "следующей")], discovery_option),
    "own-colour": Row(lambda asked: [asked.translated("your", "вашим")], colour_option),
    "bot-colour": Row(bot_colour, colour_option),
    "bot-disc": Row(bot_disc, bot_disc_option),
    "bot-canyon": Row(bot_canyon, shape_option),
    "bot-river": Row(bot_river, bot_river_option),
    "bot-mud": Row(bot_mud, bot_mud_option),
}


def evenly(table: Table, seat: int, random: Random) -> tuple[int, ...] | None:
    return at_random(table.open[seat], table.state, random)


BOOK = Book(
    setups=(
        *(
            SetUp(seats, Options(rounds=5, no_pushing=pushing), evenly, scattered)
            for pushing, seats in product((False, True), game.seats)
        ),
        SetUp(2, Options(rounds=5), evenly, straight),
        SetUp(1, Options(rounds=6, tremor=True), evenly, straight),
    ),
    rows=ROWS,
)
