"""Cards in English."""

from collections.abc import Sequence

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
from tilth_rules.earth.content.wording.english_words import (
    ACTIONS,
    GAIA_EACH,
    GAIA_GAINS,
    LEVELS,
    MARKS,
    NOUNS,
    PIECES,
    PLURALS,
    POOLS,
    RULES,
    WHENS,
    WITHIN,
)
from tilth_rules.earth.content.wording.sentences import Counted, Wording, steps


class English(Wording):
    """The words of card texts in English: each method returns the phrase or sentence for one part of a card, such as
    "pay 2 soil" for a price, "draw 2 cards" for a gain, or "green, in your own turn" for an ability's label."""

    def label(self, ability: Ability) -> str:
        """Return the words before an ability: its moment, such as "when planted", or its colour, such as "green" or
        "green, in your own turn"."""
        if ability.when != "activate":
            return WHENS[ability.when]
        colour = "multicoloured" if ability.multicolour else ability.colours[0]
        return f"{colour}, in your own turn" if ability.active else colour

    def printed(self, face: Face) -> Sequence[str]:
        """Return seven phrases for the print of a card, "" for each that it lacks, such as ("tree", "wet", "cost 3", "2
        VP", "up to 2 sprouts", "growth up to 3 (canopy 5 VP)", "")."""
        return (
            "any type" if len(face.types) > 1 else face.types[0] if face.types else face.kind,
            ", ".join(face.habitats),
            "" if face.cost is None else f"cost {face.cost}",
            "" if face.vp is None else f"{face.vp} VP",
            f"up to {_number(face.sprouts, 'sprout')}" if face.sprouts else "",
            f"growth up to {face.growth} (canopy {face.canopy} VP)" if face.growth else "",
            f"{' and '.join(MARKS[mark] for mark in face.marks)} in its name" if face.marks else "",
        )

    def in_order(self, gains: Sequence[str]) -> str:
        """Return phrases for gains joined by ", then ": "take 2 soil, then draw 1 card"."""
        return ", then ".join(gains)

    def traded(self, prices: Sequence[str], gains: str) -> str:
        """Return phrases for prices, joined by "and", an arrow, and the phrase for the gains: "pay 2 soil → draw 1
        card"."""
        return f"{' and '.join(prices)} → {gains}"

    def for_planted(self, wanted: Filter, gains: str) -> str:
        """Return the phrase for gains, followed by the planted cards for each of which they come: "take 1 soil for each
        tree that you planted this turn"."""
        return f"{gains} for each {_cards(wanted, 1)} that you planted this turn"

    def gain(self, amount: Amount, target: Target | None) -> str:
        """Return a phrase for one gain, with the cards that take its pieces if there is a target: "draw 2 cards",
        "place 1 sprout on each tree in this row, itself included"."""
        good, n = amount
        match good:
            case "soil":
                return f"take {n} soil"
            case "draw":
                return f"draw {_number(n, 'card')}"
            case "compost hand" if n == 1:
                return "you may compost a card from your hand"
            case "compost hand":
                return f"compost up to {n} cards from your hand"
            case "compost deck":
                return f"compost {_number(n, 'card')} from the deck"
        pieces = _number(n, good) if good == "sprout" else f"{n} growth"
        if target is None:
            return f"place {pieces}"
        if target.each:
            return f"place {pieces} on each {_cards(target.of, 1)} in this {target.within}, itself included"
        return f"place up to {pieces} on {_cards(target.of, 2)} around this card, itself excluded"

    def price(self, amount: Amount) -> str:
        """Return a phrase for one amount that is paid: "pay 2 soil", "remove 1 sprout", "discard the top card of your
        compost"."""
        good, n = amount
        match good:
            case "soil":
                return f"pay {n} soil"
            case "sprout":
                return f"remove {_number(n, 'sprout')}"
            case "growth":
                return f"remove {n} growth"
            case "compost hand":
                return f"compost {_number(n, 'card')} from your hand"
            case _:
                return f"discard the top {'card' if n == 1 else f'{n} cards'} of your compost"

    def operation(self, op: Operation) -> str:
        """Return the sentence, without a full stop, for an effect that is no gain or trade: "herbs cost you 1 soil less
        to plant"."""
        match op:
            case Copy():
                return f"use a {op.colour} ability of another card in your field as if it stood here"
            case ReplaceOnPlant():
                return (
                    f"you may plant a {_cards(op.of, 1)} on this card, without its cost;"
                    f" then this card goes into your compost and you draw {_number(op.draw, 'card')}"
                )
            case ForbidAction():
                return f"in your own turn you cannot choose the {op.action} action ({ACTIONS[op.action]})"
            case PayWith():
                goods = {
                    "sprout": "sprouts",
                    "growth": "growth",
                    "compost hand": "cards composted from your hand",
                }
                return f"any part of this card's cost can be paid with {goods[op.what]}, each for 1 soil"
            case LookCompost():
                return (
                    f"look at the top {op.look} cards of your compost, take {op.keep} into your hand"
                    " and put the others back on top in any order"
                )
            case CostCut():
                return f"{_cards(op.of, 2)} cost you {op.by} soil less to plant"
            case Start():
                cards = _number(op.cards, "card")
                composted = f" ({op.compost} of them into your compost)" if op.compost else ""
                return f"{cards}{composted} and {op.soil} soil"
            case AllTypes():
                return "it is a tree, a herb, a mushroom and a bush at once"

    def counted(self, measure: Measure) -> Counted:
        """Return three forms of the words for the thing that a measure counts: "each tree in your field", "4 trees in
        your field" (by the number), "trees in your field"."""
        match measure:
            case CountCards():
                where, note = WITHIN[measure.within]
                return _these(measure.of, where, note)
            case CountRichest():
                where = "of the player who has the most of them (island and climate count)"
                return _things(_cards(measure.of, 1), _cards(measure.of, 2), where)
            case CountGaps():
                return _things(
                    "side", "sides", "of this card with no card beside it (at the rim of the field too)"
                )
            case CountPool():
                return _things(*POOLS[measure.of])
            case CountChain():
                steps = "side by side" if measure.steps == "orthogonal" else "corner to corner"
                through = " that runs through this card" if measure.through_self else ""
                return _things(
                    "card", "cards", f"of your longest path of {_cards(measure.of, 2)} {steps}{through}"
                )
            case CountLines():
                line = f"full {measure.within}"
                return _things(line, f"{line}s", RULES[measure.rule])
            case CountSets():
                members = ", ".join(_cards(one, 1) for one in measure.of)
                return _things(
                    "set", "sets", f"of separate cards: {members} (island, climate and events count)"
                )

    def points_each(self, award: Each, counted: Counted) -> str:
        """Return words for points for each counted thing or every few, with their limit: "2 VP for each tree in your
        field", "3 VP for every 2 cards in your hand, 9 VP at most"."""
        things = counted.each if award.every == 1 else f"every {counted.of(award.every)}"
        return f"{award.vp} VP for {things}" + (f", {award.most} VP at most" if award.most else "")

    def points_by_number(self, award: Table, counted: Counted) -> str:
        """Return words for a table of points, without numbers that give none: "VP by the number of cards in your hand:
        2 – 4 VP, 3+ – 7 VP"."""
        return (
            f"VP by the number of {counted.plenty}: {', '.join(f'{n} – {vp} VP' for n, vp in steps(award))}"
        )

    def goal(self, counted: str) -> str:
        """Return words for the goal of a fauna card; `counted` is the number with its noun: "goal: at least 4 trees in
        your field"."""
        return f"goal: at least {counted}"

    def gaia_acts(self, turn: GaiaAction) -> str:
        """Return the text of a solo card on which Gaia acts: "you take the green action (Plant) as one of the others
        and use your abilities; then Gaia takes 2 soil"."""
        gains = " and ".join(self.gaia_gain(gain) for gain in turn.gains)
        action = f"the {turn.action} action ({ACTIONS[turn.action]})"
        return f"you take {action} as one of the others and use your abilities; then Gaia takes {gains}"

    def gaia_claims(self, turn: GaiaLeaf) -> str:
        """Return the text of a solo card on which Gaia claims a fauna card: "Gaia puts a leaf on a fauna card of the
        upper row; ...", then the levels on which she skips a turn or gains something."""
        text = f"Gaia puts a leaf on a fauna card of the {turn.row} row; you choose which, if she may on both"
        skipping = [level for level, skips in zip(LEVELS, turn.skips, strict=True) if skips]
        if skipping:
            text += f". {_levels(skipping)}: she skips her next turn"
        taking = [level for level, n in zip(LEVELS, turn.left.n, strict=True) if n]
        if taking:
            left, right = self.gaia_gain(turn.left), self.gaia_gain(turn.right)
            text += f". {_levels(taking)}: she takes {left} for the left card, {right} for the right one"
        return text

    def gaia_gain(self, gain: GaiaGain) -> str:
        """Return words for one gain of Gaia's, with the largest of its amounts over the levels: "3 soil", "3 soil and 1
        more for each card you drew this turn, events aside"."""
        text = GAIA_GAINS[gain.what].format(max(gain.n)) if any(gain.n) else ""
        if gain.each is None:
            return text
        one = "1 more" if text else "1 soil"
        return f"{text}{' and ' if text else ''}{one} for {GAIA_EACH[gain.each]}"


def _levels(some: Sequence[str]) -> str:
    """Return these levels of the solo game, joined by commas, with the word "level", as the beginning of a sentence."""
    return f"{', '.join(some)} level".capitalize()


def _these(wanted: Filter, where: str, note: str) -> Counted:
    """Return the words for the cards that a filter means, singular and plural, with the words for their place and a
    note."""
    one, many = (
        " ".join(filter(None, (_noun(wanted, n), where, *_qualities(wanted, n), note))) for n in (1, 2)
    )
    return _things(one, many)


def _things(one: str, many: str, where: str = "") -> Counted:
    """Return the forms of a counted thing: each one, a number of them, and many; `where` stands behind each."""
    tail = f" {where}" if where else ""
    return Counted(f"each {one}{tail}", lambda n: f"{n} {one if n == 1 else many}{tail}", f"{many}{tail}")


def _number(n: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1."""
    return f"{n} {noun if n == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    """Return the plural of a noun: its own, or the noun with an s."""
    return PLURALS.get(noun, noun + "s")


def _cards(wanted: Filter, n: int) -> str:
    """Return the words for `n` cards that the filter fits, without the number."""
    return " ".join((_noun(wanted, n), *_qualities(wanted, n)))


def _noun(wanted: Filter, n: int) -> str:
    """Return the noun for `n` cards that the filter fits, singular or plural, behind the habitat if the filter names
    one."""
    noun = NOUNS.get(wanted.is_) or str(wanted.is_)
    if n != 1:
        noun = _plural(noun)
    return f"{wanted.habitat} {noun}" if wanted.habitat else noun


def _qualities(wanted: Filter, n: int) -> Sequence[str]:
    """Return the filter's conditions, except kind and habitat, as words that follow the noun."""
    qualities = (
        (wanted.colour, f"with a {wanted.colour} ability"),
        (wanted.multicolour, "with a multicoloured ability"),
        (wanted.named, f"with {MARKS.get(wanted.named or '')} in {'its name' if n == 1 else 'their names'}"),
        (wanted.arrows, "with arrows"),
        (wanted.parity, f"worth an {wanted.parity} number of VP"),
        (wanted.pieces, PIECES.get(wanted.pieces or "")),
    )
    ranges = (
        ("costing", "", wanted.cost_least, wanted.cost_most),
        ("worth", "VP", wanted.vp_least, wanted.vp_most),
        ("with", "ability", wanted.abilities_least, None),
        ("with", "habitat", wanted.habitats_least, wanted.habitats_most),
        ("with room for", "sprout", wanted.sprout_spaces, wanted.sprout_spaces),
        ("with room for", "sprout", None, wanted.sprout_spaces_most),
        ("with a growth limit of", "", wanted.growth_limit_least, wanted.growth_limit_most),
        ("with a canopy of", "VP", wanted.canopy_vp_least, wanted.canopy_vp_most),
        ("with", "sprout", wanted.sprouts_least, None),
        ("with", "growth", wanted.growth_least, None),
    )
    numbers = (_range(*one) for one in ranges)
    return [*(words for there, words in qualities if there and words), *filter(None, numbers)]


def _range(before: str, noun: str, least: int | None, most: int | None) -> str:
    """Return a phrase for a number between two bounds, such as "costing at least 3"; "" without bounds."""
    number = least if most is None else most
    if number is None:
        return ""
    amount = _number(number, noun) if noun else str(number)
    if least is None:
        amount = f"at most {amount}"
    elif most is None:
        amount = f"at least {amount}"
    elif least != most:
        amount = f"{least} to {amount}"
    return f"{before} {amount}"
