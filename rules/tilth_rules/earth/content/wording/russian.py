"""Cards in Russian, in the words of the Russian rulebook: a sprout is «побег», growth «росток», points «ПО»."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.earth.content.faces import (
    Ability,
    AllTypes,
    Amount,
    Copy,
    CostCut,
    CountCards,
    CountChain,
    CountGaps,
    CountLines,
    CountPool,
    CountRichest,
    CountSets,
    Each,
    Face,
    Filter,
    ForbidAction,
    GaiaAction,
    GaiaGain,
    GaiaLeaf,
    LookCompost,
    Measure,
    Operation,
    PayWith,
    ReplaceOnPlant,
    Start,
    Table,
    Target,
)
from tilth_rules.earth.content.wording.russian_words import (
    ACTIONS,
    CARD,
    COLOURS,
    GAIA_EACH,
    GAIA_NOUNS,
    GAIA_WHERE,
    GROWTH,
    HABITATS,
    KINDS,
    LEVELS,
    LINES,
    MARKS,
    NAMED,
    NOUNS,
    PAID_WITH,
    PIECES,
    POOLS,
    RULES,
    SET,
    SIDE,
    SOIL,
    SPROUT,
    TARGETS,
    TOP_CARD,
    WHENS,
    WITHIN,
    Noun,
)
from tilth_rules.earth.content.wording.sentences import Counted, Wording, steps

BRINGS_ONE: Final = ", которая приносит"
"""A quality whose form changes with the number of cards. Only cards have it, and their noun is feminine."""
BRINGS_SEVERAL: Final = ", которые приносят"


class Russian(Wording):
    """The words of card texts in Russian: each method returns the phrase or sentence for one part of a card (a price, a
    gain, an ability's label, an award), in the right cases."""

    def label(self, ability: Ability) -> str:
        """Return the words before an ability: its moment, such as «при посадке», or its colour, such as «зелёная» or
        «зелёная, только в свой ход»."""
        if ability.when != "activate":
            return WHENS[ability.when]
        colour = "разноцветная" if ability.multicolour else COLOURS[ability.colours[0]][0]
        return f"{colour}, только в свой ход" if ability.active else colour

    def printed(self, face: Face) -> Sequence[str]:
        """Return seven phrases for the print of a card, "" for each that it lacks, such as («дерево», «влажная»,
        «стоимость 3», «2 ПО», «до 2 побегов», «до 3 ростков (верхушка 5 ПО)», "")."""
        kind = NOUNS[face.types[0]].one if face.types else KINDS.get(face.kind, "")
        return (
            "любой тип" if len(face.types) > 1 else kind,
            ", ".join(HABITATS[habitat][0] for habitat in face.habitats),
            "" if face.cost is None else f"стоимость {face.cost}",
            "" if face.vp is None else f"{face.vp} ПО",
            f"до {SPROUT.up_to(face.sprouts)}" if face.sprouts else "",
            f"до {GROWTH.up_to(face.growth)} (верхушка {face.canopy} ПО)" if face.growth else "",
            f"в названии {' и '.join(MARKS[mark] for mark in face.marks)}" if face.marks else "",
        )

    def in_order(self, gains: Sequence[str]) -> str:
        """Return phrases for gains joined by «, затем»: «возьмите 2 жетона почвы, затем возьмите 1 карту на руку»."""
        return ", затем ".join(gains)

    def traded(self, prices: Sequence[str], gains: str) -> str:
        """Return phrases for prices, joined by «и», an arrow, and the phrase for the gains: «заплатите 2 жетона почвы →
        возьмите 1 карту на руку»."""
        return f"{' и '.join(prices)} → {gains}"

    def for_planted(self, wanted: Filter, gains: str) -> str:
        """Return the phrase for gains, followed by the planted cards for each of which they come: «возьмите 1 жетон
        почвы за каждое дерево из посаженных вами в этот ход»."""
        return f"{gains} за {_each(wanted)} из посаженных вами в этот ход"

    def gain(self, amount: Amount, target: Target | None) -> str:
        """Return a phrase for one gain, with the cards that take its pieces if there is a target: «возьмите 2 карты на
        руку», «разместите 1 побег на каждое дерево в этом ряду, включая эту карту»."""
        good, n = amount
        match good:
            case "soil":
                return f"возьмите {SOIL.number(n)}"
            case "draw":
                return f"возьмите {CARD.number(n)} на руку"
            case "compost hand" if n == 1:
                return "можете отправить в компост 1 карту с руки"
            case "compost hand":
                return f"отправьте в компост до {CARD.up_to(n)} с руки"
            case "compost deck":
                return f"отправьте в компост {CARD.number(n)} из колоды"
        piece = SPROUT if good == "sprout" else GROWTH
        if target is None:
            return f"разместите {piece.number(n)}"
        if target.each:
            where = TARGETS[target.within]
            return f"разместите {piece.number(n)} на {_each(target.of)} {where}, включая эту карту"
        return f"разместите до {piece.up_to(n)} на любые {_all(target.of)} вокруг этой карты, кроме неё самой"

    def price(self, amount: Amount) -> str:
        """Return a phrase for one amount that is paid: «заплатите 2 жетона почвы», «уберите 1 побег»."""
        good, n = amount
        match good:
            case "soil":
                return f"заплатите {SOIL.number(n)}"
            case "sprout":
                return f"уберите {SPROUT.number(n)}"
            case "growth":
                return f"уберите {GROWTH.number(n)}"
            case "compost hand":
                return f"отправьте в компост {CARD.number(n)} с руки"
            case _:
                return f"сбросьте {TOP_CARD.form(1) if n == 1 else TOP_CARD.number(n)} своего компоста"

    def operation(self, op: Operation) -> str:
        """Return the sentence, without a full stop, for an effect that is no gain or trade: «травы обходятся вам на 1
        жетон почвы дешевле»."""
        match op:
            case Copy():
                which = COLOURS[op.colour][2]
                return (
                    f"используйте {which} способность другой карты на вашем поле, как если бы она была здесь"
                )
            case ReplaceOnPlant():
                return (
                    f"вместо этой карты можно посадить {_one(op.of)}, не платя стоимости;"
                    f" эта карта уходит в ваш компост, затем возьмите {CARD.number(op.draw)} на руку"
                )
            case ForbidAction():
                action = f"{COLOURS[op.action][3]} действие ({ACTIONS[op.action]})"
                return f"в свой ход вы не можете выбрать {action}"
            case PayWith():
                return f"любую часть стоимости этой карты можно оплатить {PAID_WITH[op.what]}"
            case LookCompost():
                return (
                    f"посмотрите {TOP_CARD.number(op.look)} своего компоста, {op.keep} возьмите на руку,"
                    " остальные верните наверх в любом порядке"
                )
            case CostCut():
                return f"{_all(op.of)} обходятся вам на {SOIL.number(op.by)} дешевле"
            case Start():
                composted = f" ({op.compost} из них в компост)" if op.compost else ""
                return f"{CARD.number(op.cards)}{composted} и {SOIL.number(op.soil)}"
            case AllTypes():
                return "это одновременно дерево, трава, гриб и куст"

    def counted(self, measure: Measure) -> Counted:
        """Return three forms of the words for the thing that a measure counts: «каждое дерево на вашем поле», «4 дерева
        на вашем поле» (by the number), «деревьев на вашем поле»."""
        match measure:
            case CountCards():
                where, note = WITHIN[measure.within]
                return _things(_noun(measure.of), where, *_qualities(measure.of), note)
            case CountRichest():
                where, note = "у игрока, у которого таких карт больше всего", "(остров и климат считаются)"
                return _things(_noun(measure.of), *_qualities(measure.of), where, note)
            case CountGaps():
                return _things(SIDE, "этой карты без соседней карты (край поля тоже считается)")
            case CountPool():
                return _things(*POOLS[measure.of])
            case CountChain():
                joined = "соединённых сторонами" if measure.steps == "orthogonal" else "соединённых углами"
                through = ", через эту карту" if measure.through_self else ""
                cards = " ".join((_noun(measure.of).many, *_qualities(measure.of)))
                return _things(CARD, f"вашего самого длинного пути из {cards}, {joined}{through}")
            case CountLines():
                return _things(LINES[measure.within], RULES[measure.rule])
            case CountSets():
                members = ", ".join(" ".join((_noun(one).one, *_qualities(one))) for one in measure.of)
                return _things(SET, f"из разных карт: {members} (остров, климат и события считаются)")

    def points_each(self, award: Each, counted: Counted) -> str:
        """Return words for points for each counted thing or every few, with their limit: «2 ПО за каждое дерево на
        вашем поле», «3 ПО за каждые 2 карты у вас на руке, но не больше 9 ПО»."""
        things = counted.each if award.every == 1 else f"каждые {counted.of(award.every)}"
        return f"{award.vp} ПО за {things}" + (f", но не больше {award.most} ПО" if award.most else "")

    def points_by_number(self, award: Table, counted: Counted) -> str:
        """Return words for a table of points, without numbers that give none: «ПО по числу карт у вас на руке: 2 – 4
        ПО, 3+ – 7 ПО»."""
        return f"ПО по числу {counted.plenty}: {', '.join(f'{n} – {vp} ПО' for n, vp in steps(award))}"

    def goal(self, counted: str) -> str:
        """Return words for the goal of a fauna card; `counted` is the number with its noun: «цель: хотя бы 4 дерева на
        вашем поле»."""
        return f"цель: хотя бы {counted}"

    def gaia_acts(self, turn: GaiaAction) -> str:
        """Return the text of a solo card on which Gaia acts: «вы выполняете зелёное действие (посадка) как один из
        остальных игроков и активируете способности; Гея получает 2 жетона почвы»."""
        gains = " и ".join(self.gaia_gain(gain) for gain in turn.gains)
        action = f"{COLOURS[turn.action][3]} действие ({ACTIONS[turn.action]})"
        return f"вы выполняете {action} как один из остальных игроков и активируете способности; Гея получает {gains}"

    def gaia_claims(self, turn: GaiaLeaf) -> str:
        """Return the text of a solo card on which Gaia claims a fauna card: «Гея кладёт лист на карту фауны верхнего
        ряда; ...», then the levels on which she skips a turn or gains something."""
        row = "верхнего" if turn.row == "upper" else "нижнего"
        text = f"Гея кладёт лист на карту фауны {row} ряда; если можно на обе, выбираете вы"
        skipping = [level for level, skips in zip(LEVELS, turn.skips, strict=True) if skips]
        if skipping:
            text += f". {_levels(skipping)}: она пропускает свой следующий ход"
        taking = [level for level, n in zip(LEVELS, turn.left.n, strict=True) if n]
        if taking:
            left, right = self.gaia_gain(turn.left), self.gaia_gain(turn.right)
            text += f". {_levels(taking)}: она получает {left} за левую карту, {right} за правую"
        return text

    def gaia_gain(self, gain: GaiaGain) -> str:
        """Return words for one gain of Gaia's, with the largest of its amounts over the levels: «3 жетона почвы», «3
        жетона почвы и ещё 1 за каждую вашу карту с синей способностью»."""
        noun, most = GAIA_NOUNS[gain.what], max(gain.n)
        text = f"{noun.number(most)}{GAIA_WHERE.get(gain.what, '')}" if most else ""
        if gain.each is None:
            return text
        return f"{f'{text} и ещё 1' if text else noun.number(1)} за {GAIA_EACH[gain.each]}"


def _levels(some: Sequence[str]) -> str:
    """Return these levels of the solo game, joined by commas, with the word for level, as the beginning of a
    sentence."""
    return f"{', '.join(some)} уровень".capitalize()


def _things(noun: Noun, *tail: str) -> Counted:
    """Return the forms of a counted thing: each one, a number of them, and many. `tail` are words that follow the noun,
    such as its place; empty ones are left out."""
    after = "".join(f" {one}" for one in tail if one).replace(f" {BRINGS_ONE}", BRINGS_ONE)
    several = after.replace(BRINGS_ONE, BRINGS_SEVERAL)
    return Counted(
        f"{noun.each}{after}",
        lambda n: f"{noun.number(n)}{after if n == 1 else several}",
        f"{noun.many}{several}",
    )


def _noun(wanted: Filter) -> Noun:
    """Return the noun for the kind of cards that the filter fits."""
    return NOUNS[wanted.is_]


def _each(wanted: Filter) -> str:
    """Return the words for each card that the filter fits, as in "for each tree with growth"."""
    return " ".join((_noun(wanted).each, *_qualities(wanted)))


def _one(wanted: Filter) -> str:
    """Return the words for one card that the filter means, in the accusative, as in "to plant a card"."""
    return " ".join((_noun(wanted).form(1), *_qualities(wanted)))


def _all(wanted: Filter) -> str:
    """Return the words for all cards that the filter fits, in the plural."""
    return " ".join((_noun(wanted).all, *_qualities(wanted)))


def _qualities(wanted: Filter) -> Sequence[str]:
    """Return the filter's conditions in words that follow the noun and do not change with its case, such as its
    habitat, colour and numbers."""
    qualities = (
        (wanted.habitat, f"{HABITATS[wanted.habitat][1]} средой" if wanted.habitat else ""),
        (wanted.colour, f"с {COLOURS[wanted.colour][1]} способностью" if wanted.colour else ""),
        (wanted.multicolour, "с разноцветной способностью"),
        (wanted.named, NAMED.get(wanted.named or "")),
        (wanted.arrows, "с указателями"),
        (wanted.parity, f"с {'чётным' if wanted.parity == 'even' else 'нечётным'} числом ПО"),
        (wanted.pieces, PIECES.get(wanted.pieces or "")),
    )
    ranges = (
        ("стоимостью {}", wanted.cost_least, wanted.cost_most),
        (f"{BRINGS_ONE} {{}} ПО", wanted.vp_least, wanted.vp_most),
        ("с числом способностей {}", wanted.abilities_least, None),
        ("с числом сред обитания {}", wanted.habitats_least, wanted.habitats_most),
        ("с числом ячеек для побегов {}", wanted.sprout_spaces, wanted.sprout_spaces),
        ("с числом ячеек для побегов {}", None, wanted.sprout_spaces_most),
        ("с максимумом ростков {}", wanted.growth_limit_least, wanted.growth_limit_most),
        ("с верхушкой, которая даёт {} ПО", wanted.canopy_vp_least, wanted.canopy_vp_most),
        ("с числом побегов {}", wanted.sprouts_least, None),
        ("с числом ростков {}", wanted.growth_least, None),
    )
    numbers = (_range(*one) for one in ranges)
    return [*(words for there, words in qualities if there and words), *filter(None, numbers)]


def _range(phrase: str, least: int | None, most: int | None) -> str:
    """Return the phrase with the words for a number between two bounds, of which one may be None; "" without bounds."""
    if least is None:
        return "" if most is None else phrase.format(f"не больше {most}")
    if most is None:
        return phrase.format(f"не меньше {least}")
    return phrase.format(str(least) if least == most else f"от {least} до {most}")
