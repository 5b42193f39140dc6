"""Cards are played: major improvements from the board, minor ones and occupations from the hand."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.actions.glances import can_pay_major
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import CardActs, acts_of, heard, opens
from tilth_rules.agricola.cards.values import standing
from tilth_rules.agricola.cards.words import (
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
from tilth_rules.agricola.choices import GIVE_UP_AT, PLAY_AT, move_of
from tilth_rules.agricola.content.cards import CARDS, FIRST_OCCUPATION, LENDER, MAJORS
from tilth_rules.agricola.events.cards import CardGivenUp, CardKnown, CardPassed, CardPlayed, MajorBuilt
from tilth_rules.agricola.events.farm import PlotsOpened
from tilth_rules.agricola.events.goods import LaidReturned
from tilth_rules.agricola.events.rounds import SpaceClosed
from tilth_rules.agricola.paying.purchases import (
    IMPROVEMENT,
    PayFor,
    Purchase,
    can_buy_card,
    can_pay,
)
from tilth_rules.agricola.state import Seat, State, in_hand
from tilth_rules.agricola.words import NOBODY
from tilth_rules.kernel import Act, Ask, Choose, Move, Step, Table

# What cards have made of an action for improvements.
AGAIN: Final = 1
"""It is the same action once more."""
SECOND: Final = 2
"""It is a part of the action before it."""


def held(seat: Seat, occupation: bool) -> int:
    """How many cards of a kind a seat holds: the backs tell it to all."""
    return len(in_hand(seat, occupation))


def majors(state: State, seat: int) -> list[int]:
    """The major improvements that the seat can build now. All can see that."""
    return [card for card in MAJORS if state.owner[card] == NOBODY and can_buy_card(state, seat, card)]


def majors_as_minors(state: State, seat: int) -> list[int]:
    """Major improvements that the seat's cards let it play as minor ones, and that it can pay for."""
    mine = state.seats[seat]
    named = (
        major
        for card in mine.rules[KIND]
        for answered in ANSWERS[KIND][card]
        for major in answered(state, seat)
    )
    return [
        major
        for major in dict.fromkeys(named)
        if state.owner[major] == NOBODY and can_pay(state, seat, Purchase(IMPROVEMENT, major, as_minor=True))
    ]


def minors(state: State, seat: int) -> list[int]:
    """The minor improvements in the hand that can be played now. Only the seat knows."""
    return [
        card
        for card in state.seats[seat].hand
        if card < FIRST_OCCUPATION and can_play_minor(state, seat, card)
    ]


def can_play_minor(state: State, seat: int, card: int) -> bool:
    if not can_buy_card(state, seat, card):
        return False
    printed = CARDS[card]
    if printed.prerequisite and not standing(printed.prerequisite)(state, seat):
        return False
    given = printed.costs[0].improvements
    return not given or sum(one < FIRST_OCCUPATION for one in state.seats[seat].cards) >= given


def improvements(state: State, seat: int, minor: bool, major: bool) -> list[int]:
    """What an improvement action can play."""
    found = majors(state, seat) if major else []
    if minor and not state.options.family:
        found += [card for card in majors_as_minors(state, seat) if card not in found]
        found += minors(state, seat)
    return found


def improves(state: State, seat: int, minor: bool, major: bool) -> bool:
    """Whether the seat has anything to play: whether there are any `improvements`, as far as the first one."""
    if major and builds_major(state, seat):
        return True
    if not minor or state.options.family:
        return False
    for card in state.seats[seat].hand:
        if card < FIRST_OCCUPATION and can_play_minor(state, seat, card):
            return True
    return bool(majors_as_minors(state, seat))


def builds_major(state: State, seat: int) -> bool:
    """Whether the seat can build a major improvement: whether there are any of `majors`, found without a call each."""
    mine = state.seats[seat]
    if can_pay_major(state, mine):
        return True
    owner = state.owner
    return bool(mine.rules[PRICE]) and any(
        owner[card] == NOBODY and can_pay(state, seat, Purchase(IMPROVEMENT, card)) for card in MAJORS
    )


def serves_for_majors(state: State, facts: Facts, mark: int = 0) -> bool:
    """Whether a card lets a major improvement be built by an action for a minor one."""
    rules = state.seats[facts.seat].rules[MAJOR_TOO]
    return bool(rules) and any(may(state, facts, mark) for card in rules for may in ANSWERS[MAJOR_TOO][card])


def surely_improves(state: State, seat: int, minor: bool, major: bool) -> bool:
    """Whether everybody can see that there is something to play."""
    return bool((major and builds_major(state, seat)) or (minor and majors_as_minors(state, seat)))


def may_improve(state: State, seat: int, minor: bool, major: bool) -> bool:
    """Whether, for all that everybody knows, there may be something to play."""
    holds_minors = minor and not state.options.family and held(state.seats[seat], False) > 0
    return holds_minors or surely_improves(state, seat, minor, major)


class Improve(Ask, tag=90):
    """One improvement is played, at its own price."""

    facts: Facts
    minor: bool
    major: bool
    need: bool = True
    mark: int = 0
    """What cards have made of it."""

    @property
    def owed(self) -> bool:
        """Whoever was let in to play a card has one, and must not make it impossible to play."""
        return self.need

    def ask(self, state: State) -> Choose | None:
        seat = self.facts.seat
        major = self.major or serves_for_majors(state, self.facts, self.mark)
        if not may_improve(state, seat, self.minor, major):
            return None
        found = improvements(state, seat, self.minor, major)
        return Choose(seat, "improvement", [PLAY_AT + card for card in found], least=1 if self.need else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            facts = self.facts
            card = picks[0] - PLAY_AT
            as_minor = (
                self.minor
                and CARDS[card].kind == "major"
                and card in majors_as_minors(table.state, facts.seat)
            )
            show(table, facts.seat, card)
            table.then(PlayImprovement(facts, card, as_minor))
            minor = as_minor or CARDS[card].kind == "minor"
            what = (int(self.minor), int(self.major), self.mark)
            opens(
                table,
                PLAYED,
                Facts(facts.seat, facts.space, facts.via, card, facts.person, count=int(minor), more=what),
            )

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def show(table: Table, seat: int, card: int) -> None:
    """A card from the hand is shown before it is paid for: from here on everybody knows it."""
    if CARDS[card].kind != "major":
        table.emit(CardKnown(seat, card))


class PlayImprovement(Act, tag=91):
    """It is paid for, lies before its owner, and does what it does at once. A passing one then goes on to the left."""

    facts: Facts
    card: int
    as_minor: bool = False

    def act(self, table: Table) -> None:
        seat = self.facts.seat
        printed = CARDS[self.card]
        given = printed.costs[0].improvements
        table.then(
            *(GiveUpImprovement(seat) for _ in range(given)),
            PayFor(seat, Purchase(IMPROVEMENT, self.card, as_minor=self.as_minor)),
            LayDown(self.facts, self.card),
        )
        if printed.passing:
            table.then(PassOn(seat, self.card))


class GiveUpImprovement(Ask, tag=92):
    """An improvement is given up, whichever it is, as a part of the price, and with it what it has laid for rounds to
    come, and the space that it is."""

    seat: int

    def ask(self, state: State) -> Choose:
        own = [card for card in state.seats[self.seat].cards if card < FIRST_OCCUPATION]
        return Choose(self.seat, "give-up", [GIVE_UP_AT + card for card in own])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        given = picks[0] - GIVE_UP_AT
        for _, seat, card, good, amount, _ in tuple(state.laid):
            if (seat, card) == (self.seat, given):
                table.emit(LaidReturned(seat, card, good, amount))
        table.emit(CardGivenUp(self.seat, given))
        for space, lender in LENDER.items():
            if lender == given:
                table.emit(SpaceClosed(space))
        if ANSWERS[HOLD][given]:
            table.then(KeepAnimals(self.seat))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class LayDown(Act, tag=93):
    """The card is in play: it acts, then the house is looked at, then others notice that it was played."""

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
        if ANSWERS[HOLD][card]:
            table.then(KeepAnimals(seat))
        opens(table, OCCED if kind == "occupation" else IMPROVED, played)


def open_plots(table: Table, seat: int, card: int) -> None:
    """What can be sown on a card is there as soon as the card is."""
    for answered in ANSWERS[PLOT][card]:
        table.emit(PlotsOpened(seat, card, answered(table.state, seat)[1]))


def acts_at_once(state: State, seat: int, card: int, played: Facts) -> list[Step]:
    """What a card does as soon as it lies there, each in turn."""
    housed = [CardActs(call) for call, _ in heard(state, seat, HOUSED, Facts(seat)) if call.card == card]
    return [*acts_of(seat, card, PLAY, played), *housed]


class PassOn(Act, tag=94):
    """The card goes into the left neighbour's hand; alone at the table it leaves the match."""

    seat: int
    card: int

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.owner[self.card] != self.seat:
            return
        alone = len(state.seats) == 1
        table.emit(CardPassed(self.seat, self.card, None if alone else (self.seat + 1) % len(state.seats)))
