"""The playing of cards: major improvements from the board, minor ones and occupations from the hand."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.actions.quick_checks import can_pay_major
from tilth_rules.agricola.cards.counted import holds_always
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import (
    HOLD,
    HOUSED,
    IMPROVED,
    KIND,
    MAJOR_TOO,
    OCCED,
    PLAY,
    PLAYED,
    PLOT,
    PRICE,
)
from tilth_rules.agricola.cards.registry import answers, answers_of
from tilth_rules.agricola.cards.steps import CardActs, acts_of, listeners_with_work, push_moment
from tilth_rules.agricola.codes import NO_CARD, NOBODY
from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION, LENDER, MAJORS
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.events.cards import CardGivenUp, CardKnown, CardPassed, CardPlayed, MajorBuilt
from tilth_rules.agricola.events.farm import PlotsOpened
from tilth_rules.agricola.events.goods import LaidGoodsReturned
from tilth_rules.agricola.events.rounds import SpaceClosed
from tilth_rules.agricola.moves.numbers import GIVE_UP_CARD, OPTIONS, PLAY_CARD
from tilth_rules.agricola.paying.purchases import (
    IMPROVEMENT,
    PayFor,
    Purchase,
    can_buy_card,
    can_pay,
    price_facts,
)
from tilth_rules.agricola.state import Seat, State, in_hand
from tilth_rules.kernel import Act, Ask, Choose, Step, Table, TextFacts

# Marks that cards put on an action for improvements.
AGAIN: Final = 1
"""The action repeats the one before it."""
SECOND: Final = 2
"""The action is a part of the one before it."""


def held_count(seat: Seat, occupation: bool) -> int:
    """Return how many occupations, or minor improvements, a seat holds. The cards' backs show it to everybody."""
    return len(in_hand(seat, occupation))


def majors(state: State, seat: int) -> list[int]:
    """Return the major improvements that no seat owns and that the seat can pay for now, also at a price that its cards
    change."""
    return [card for card in MAJORS if state.owner[card] == NOBODY and can_buy_card(state, seat, card)]


def majors_as_minors(state: State, seat: int) -> list[int]:
    """Return the major improvements that no seat owns, that the seat's cards let it play as minor ones, and that it can
    pay for as such."""
    mine = state.seats[seat]
    named = (major for _, answered in answers(state, mine, KIND) for major in answered(state, seat))
    return [
        major
        for major in dict.fromkeys(named)
        if state.owner[major] == NOBODY and can_pay(state, seat, Purchase(IMPROVEMENT, major, as_minor=True))
    ]


def minors(state: State, seat: int) -> list[int]:
    """Return the minor improvements in the seat's hand that it can play now. Only the seat knows them."""
    return [
        card
        for card in state.seats[seat].hand
        if not IS_OCCUPATION[card] and can_play_minor(state, seat, card)
    ]


def can_play_minor(state: State, seat: int, card: int) -> bool:
    """Return whether the seat can pay for a minor improvement of its hand, and its prerequisite holds."""
    if not can_buy_card(state, seat, card):
        return False
    printed = content_of(state.options.values).cards[card]
    if printed.prerequisite and not holds_always(printed.prerequisite)(state, seat):
        return False
    given = printed.costs[0].improvements
    return not given or sum(not IS_OCCUPATION[one] for one in state.seats[seat].cards) >= given


def improvements(state: State, seat: int, minor: bool, major: bool) -> list[int]:
    """Return the cards that the seat can play now with an action for minor improvements (`minor`), major ones (`major`)
    or both; no minor ones in the family game."""
    found = majors(state, seat) if major else []
    if minor and not state.options.family:
        found += [card for card in majors_as_minors(state, seat) if card not in found]
        found += minors(state, seat)
    return found


def has_improvement(state: State, seat: int, minor: bool, major: bool) -> bool:
    """Return whether the seat can play any improvement of these kinds, without building the list of `improvements`."""
    if major and can_build_major(state, seat):
        return True
    if not minor or state.options.family:
        return False
    for card in state.seats[seat].hand:
        if not IS_OCCUPATION[card] and can_play_minor(state, seat, card):
            return True
    return bool(majors_as_minors(state, seat))


def can_build_major(state: State, seat: int) -> bool:
    """Return whether the seat can build a major improvement, without building the list of `majors`."""
    mine = state.seats[seat]
    if can_pay_major(state, mine):
        return True
    owner = state.owner
    return bool(mine.rules[PRICE]) and any(
        owner[card] == NOBODY and can_pay(state, seat, Purchase(IMPROVEMENT, card)) for card in MAJORS
    )


def serves_for_majors(state: State, facts: Facts, mark: int = 0) -> bool:
    """Return whether one of the seat's cards lets it build a major improvement with an action for a minor one."""
    return any(may(state, facts, mark) for _, may in answers(state, state.seats[facts.seat], MAJOR_TOO))


def surely_improves(state: State, seat: int, minor: bool, major: bool) -> bool:
    """Return whether everybody can see that the seat can play an improvement of these kinds."""
    return bool((major and can_build_major(state, seat)) or (minor and majors_as_minors(state, seat)))


def may_improve(state: State, seat: int, minor: bool, major: bool) -> bool:
    """Return whether the seat may be able to play an improvement of these kinds, as far as everybody knows."""
    holds_minors = minor and not state.options.family and held_count(state.seats[seat], False) > 0
    return holds_minors or surely_improves(state, seat, minor, major)


class Improve(Ask, tag=90):
    """The question to a seat which improvement it plays, minor or major as the action allows: one of its hand or a
    major one of the board that it can pay for; or none, unless it must (`need`). The card is shown, paid for and laid
    down, and acts at once (PlayImprovement). Not asked if it cannot have any. An option's text shows the card's price.
    """

    facts: Facts
    minor: bool
    major: bool
    need: bool = True
    mark: int = 0
    """The mark that cards have put on this action; 0 for none."""

    @property
    def owed(self) -> bool:
        """True if the seat must play a card: it has one, and must not convert away the goods for it."""
        return self.need

    def ask(self, state: State) -> Choose | None:
        seat = self.facts.seat
        major = self.major or serves_for_majors(state, self.facts, self.mark)
        if not may_improve(state, seat, self.minor, major):
            return None
        found = improvements(state, seat, self.minor, major)
        return Choose(
            seat, "improvement", [PLAY_CARD.option(card) for card in found], min_picks=1 if self.need else 0
        )

    def question_facts(self, state: State, seat: int) -> TextFacts:
        major = self.major or serves_for_majors(state, self.facts, self.mark)
        return {"minor": self.minor and not state.options.family, "major": major}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        card = PLAY_CARD.part(option)
        as_minor = self.minor and card in majors_as_minors(state, seat)
        facts = price_facts(state, seat, Purchase(IMPROVEMENT, card, as_minor=as_minor))
        return {**facts, "given_cards": CARDS[card].costs[0].improvements, "occupation": False}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            facts = self.facts
            card = PLAY_CARD.part(picks[0])
            as_minor = (
                self.minor
                and CARDS[card].kind == "major"
                and card in majors_as_minors(table.state, facts.seat)
            )
            show_card(table, facts.seat, card)
            table.then(PlayImprovement(facts, card, as_minor))
            minor = as_minor or CARDS[card].kind == "minor"
            kinds = (int(self.minor), int(self.major), self.mark)
            push_moment(
                table,
                PLAYED,
                Facts(facts.seat, facts.space, facts.via, card, facts.person, count=int(minor), more=kinds),
            )

    numbers = OPTIONS


def show_card(table: Table, seat: int, card: int) -> None:
    """Show a minor improvement or an occupation from the hand to everybody before it is paid for; do nothing for a
    major improvement, which all know."""
    if CARDS[card].kind != "major":
        table.emit(CardKnown(seat, card))


class PlayImprovement(Act, tag=91):
    """Let a seat pay for an improvement and lay it down, so that it acts at once. Improvements that the price names are
    given up first. A passing improvement then goes into the left neighbour's hand."""

    facts: Facts
    card: int
    as_minor: bool = False

    def act(self, table: Table) -> None:
        seat = self.facts.seat
        printed = CARDS[self.card]
        given = printed.costs[0].improvements
        table.then(
            *(GiveUpImprovement(seat, self.card) for _ in range(given)),
            PayFor(seat, Purchase(IMPROVEMENT, self.card, as_minor=self.as_minor)),
            LayDown(self.facts, self.card),
        )
        if printed.passing:
            table.then(PassOn(seat, self.card))


class GiveUpImprovement(Ask, tag=92):
    """The question to a seat which of its improvements it gives up as a part of a card's price. The improvement leaves
    play.

    The goods that it has laid on later rounds go back to the supply, and the space that it brought is closed; animals
    that it held must find room.
    """

    seat: int
    card: int = NO_CARD
    """The card whose price asks for it."""

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"card": None if self.card == NO_CARD else self.card}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"price": ()}

    def ask(self, state: State) -> Choose:
        own = [card for card in state.seats[self.seat].cards if not IS_OCCUPATION[card]]
        return Choose(self.seat, "give-up", [GIVE_UP_CARD.option(card) for card in own])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        given = GIVE_UP_CARD.part(picks[0])
        for _, seat, card, good, amount, _ in tuple(state.laid):
            if (seat, card) == (self.seat, given):
                table.emit(LaidGoodsReturned(seat, card, good, amount))
        table.emit(CardGivenUp(self.seat, given))
        for space, lender in LENDER.items():
            if lender == given:
                table.emit(SpaceClosed(space))
        if answers_of(state, given, HOLD):
            table.then(KeepAnimals(self.seat))

    numbers = OPTIONS


class LayDown(Act, tag=93):
    """Put a card that has been paid for into play before a seat: its plots are opened, it acts at once, animals that it
    makes room for or takes room from are checked, and other cards notice that it was played."""

    facts: Facts
    card: int

    def act(self, table: Table) -> None:
        card = self.card
        facts = self.facts
        seat = facts.seat
        kind = CARDS[card].kind
        table.emit(MajorBuilt(seat, card) if kind == "major" else CardPlayed(seat, card))
        played = Facts(seat, facts.space, facts.via, card, facts.person)
        open_plots(table, seat, card)
        table.then(*acts_at_once(table.state, seat, card, played))
        if answers_of(table.state, card, HOLD):
            table.then(KeepAnimals(seat))
        push_moment(table, OCCED if kind == "occupation" else IMPROVED, played)


def open_plots(table: Table, seat: int, card: int) -> None:
    """Create the plots of a card that has come into play, on which goods can be sown; do nothing for a card without
    plots."""
    for answered in answers_of(table.state, card, PLOT):
        table.emit(PlotsOpened(seat, card, answered(table.state, seat)[1]))


def acts_at_once(state: State, seat: int, card: int, played: Facts) -> list[Step]:
    """Return the steps of the effects that a card has when it is laid down: those for being played, then those that it
    has for a house (the moment HOUSED), if they have work now."""
    housed = [
        CardActs(call)
        for call, _ in listeners_with_work(state, seat, HOUSED, Facts(seat))
        if call.card == card
    ]
    return [*acts_of(seat, card, PLAY, played), *housed]


class PassOn(Act, tag=94):
    """Give a passing minor improvement that a seat has played into the left neighbour's hand. In a solo match it leaves
    the match. Nothing happens if it is no longer in play."""

    seat: int
    card: int

    def act(self, table: Table) -> None:
        """Move the card, if it is still in play, to the left neighbour's hand or out of the match."""
        state: State = table.state
        if state.owner[self.card] != self.seat:
            return
        alone = len(state.seats) == 1
        table.emit(CardPassed(self.seat, self.card, None if alone else (self.seat + 1) % len(state.seats)))
