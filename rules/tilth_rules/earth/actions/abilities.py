"""The use of abilities, whichever card has them: a plant, a terrain, an island, a climate or an event."""

from collections.abc import Sequence

from tilth_rules.earth.actions.goods import gain, pay, payable
from tilth_rules.earth.actions.sharing import Share
from tilth_rules.earth.codes import ALL, AUTOMATIC, CLIMATE, ISLAND, LESS, SHARED
from tilth_rules.earth.content.compiled.abilities import Use, book_of
from tilth_rules.earth.events.cards import CompostLookedAt, CompostPutBack, TakenFromCompost
from tilth_rules.earth.events.goods import AbilityCopied
from tilth_rules.earth.moves import COPIES, KeepCard, PutBack, TakeAmount, taken_thing, with_taking
from tilth_rules.earth.state import Seat, State, amounts_by_good
from tilth_rules.kernel import Act, Ask, Choose, Move, Table, TextFacts


def use_ability(table: Table, seat: int, place: int, face: int, slot: int, taking: int, source: int) -> bool:
    """Begin to use the ability in `slot` of a face: pay its price, then gain. Return whether a part of it still waits
    on the stack."""
    return UseAbility(seat, place, face, slot, taking, source).go(table)


class UseAbility(Act, tag=20):
    """The use of an ability by a seat: it pays the whole price first, then gains, each in the printed order. An ability
    that copies asks which (ChooseCopied), one that looks into the compost looks there; if something has to be asked,
    the step continues from there after the answer."""

    seat: int
    place: int
    """The place from which the effect is counted: the card's own place, or that of the card that copies it."""
    face: int
    slot: int
    taking: int
    source: int
    at: int = 0
    """The number of prices and gains that are done."""
    amounts: tuple[int, ...] = ()
    """The amount taken of each gain; empty for all of each."""

    def act(self, table: Table) -> None:
        self.go(table)

    def go(self, table: Table) -> bool:
        """Pay and gain, from number `at` on, until something has to be asked. Return whether a step was pushed."""
        state: State = table.state
        use = book_of(state.options.values).slots[self.face][self.slot]
        if use.copies:
            table.then(ChooseCopied(self.seat, self.place, use.copies, self.source))
            return True
        if use.look:
            return look_into_compost(table, self.seat, use)
        prices = len(use.pay)
        for at in range(self.at, prices):
            good, count = use.pay[at]
            if pay(table, self.seat, good, count):
                table.then(self._from(at + 1))
                return True
        if self.taking != ALL and use.automatic and not self.amounts:
            table.then(TakeAmounts(self.seat, self.place, self.face, self.slot, self.taking, self.source))
            return True
        times = gain_count(state.seats[self.seat], use)
        where = (self.place, self.face, self.slot) if use.within else (-1, -1, -1)
        for at in range(max(self.at - prices, 0), len(use.gain)):
            good, count = use.gain[at]
            count = self.amounts[at] if self.amounts else count * times
            if gain(table, self.seat, good, count, self.source, where):
                if at + 1 < len(use.gain):
                    table.then(self._from(prices + at + 1))
                return True
        return False

    def _from(self, at: int) -> "UseAbility":
        """Return the step that continues this ability with its price or gain of number `at`."""
        return UseAbility(
            self.seat, self.place, self.face, self.slot, self.taking, self.source, at, self.amounts
        )


def gain_count(mine: Seat, use: Use) -> int:
    """Return how often the ability gives its gains: once, or once per card planted this turn that fits its filter."""
    fits = use.planted
    return 1 if fits is None else sum(fits[card] for card in mine.planted)


def ask_how_much(seat: int, goods: Sequence[int], most: Sequence[int], taking: int) -> Choose:
    """Return the decision in which a seat says how much of each of these goods it takes, or puts into the shared area
    if `taking` is SHARED: from none to `most`, which has the greatest amount of each good."""
    if taking == SHARED:
        return Choose(seat, "share-amounts", goods, 0, sum(most), most)
    return Choose(seat, "amounts", goods, 0, sum(most), most)


def face_on(state: State, seat: int, place: int) -> int:
    """Return the face that lies on a place of the seat: on its field, or its island or climate."""
    area = state.seats[seat].area
    return area.island if place == ISLAND else area.climate if place == CLIMATE else area.spots[place]


class TakeAmounts(Ask, tag=21):
    """The question to a seat that takes less than the whole gain of an ability, or shares a part, how much it takes (or
    shares) of each good that comes without another question; it may be none. The ability then gives these amounts. The
    text shows the card and the amounts offered, an option's the most of its good."""

    seat: int
    place: int
    face: int
    slot: int
    taking: int
    source: int

    def ask(self, state: State) -> Choose:
        goods, most = self._offered(state)
        return ask_how_much(self.seat, goods, most, self.taking)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"goods": amounts_by_good(zip(*self._offered(state), strict=True)), "card": self.face}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"limit": dict(zip(*self._offered(state), strict=True))[option]}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        use = book_of(state.options.values).slots[self.face][self.slot]
        times = gain_count(state.seats[self.seat], use)
        gains = [(good, count * times) for good, count in use.gain]
        if self.taking == SHARED:
            table.then(*(Share(self.seat, good, picks.count(good)) for good, _ in gains if good in AUTOMATIC))
            amounts = tuple(count - picks.count(good) for good, count in gains)
        else:
            amounts = tuple(picks.count(good) if good in AUTOMATIC else count for good, count in gains)
        table.then(
            UseAbility(self.seat, self.place, self.face, self.slot, ALL, self.source, len(use.pay), amounts)
        )

    def _offered(self, state: State) -> tuple[list[int], list[int]]:
        """Return the goods that the ability gives without a question, and the amount of each."""
        use = book_of(state.options.values).slots[self.face][self.slot]
        times = gain_count(state.seats[self.seat], use)
        gains = [(good, count * times) for good, count in use.gain if good in AUTOMATIC]
        return [good for good, _ in gains], [count for _, count in gains]

    @classmethod
    def move(cls, option: int) -> TakeAmount:
        return TakeAmount(option)


# Copying


class ChooseCopied(Ask, tag=22):
    """The question to the owner of a wild card which other card of the same field it copies: one with an ability of
    this colour whose price is payable, even if it was used already. The ability is then used as if it stood on the wild
    card; the option also names the way to take its gain (all, less, or a part shared). An option's text names the
    copied card."""

    seat: int
    place: int
    colour: int
    source: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "copy", copyable(state, self.seat, self.colour))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"action": self.colour}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"card": face_on(state, seat, taken_thing(option)[0])}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        from_place, taking = taken_thing(picks[0])
        face = state.seats[self.seat].area.spots[from_place]
        use = book_of(state.options.values).uses[self.colour][face]
        assert use is not None
        table.emit(AbilityCopied(self.seat, self.place, face))
        table.then(UseAbility(self.seat, self.place, face, use.slot, taking, self.source))

    @classmethod
    def move(cls, option: int) -> Move:
        return COPIES.move(option)


def copyable(state: State, seat: int, colour: int) -> list[int]:
    """Return the options for a wild card: the places in the seat's field whose card has an ability of this colour to
    copy, with the ways to take its gains."""
    uses = book_of(state.options.values).uses[colour]
    mine = state.seats[seat]
    options: list[int] = []
    for at in mine.places:
        use = uses[mine.area.spots[at]]
        if use is not None and not use.copies and can_use_ability(state, seat, use):
            add_option_variants(options, state, at, use)
    return options


def can_use_ability(state: State, seat: int, use: Use) -> bool:
    """Return whether the seat can use an ability now: the turn allows it, the seat can pay the whole price, and the
    ability has an effect."""
    mine = state.seats[seat]
    if use.pay and not payable(mine, use.pay):
        return False
    if use.active and (seat != state.active or state.gaia_acts):
        return False
    if use.copies:
        return bool(copyable(state, seat, use.copies))
    return use.planted is None or bool(use.pay) or gain_count(mine, use) > 0


def add_option_variants(options: list[int], state: State, option: int, use: Use | None) -> None:
    """Append the option to `options`; if the ability gains soil, cards or compost of the deck, also its variant to
    take less of them, and in teams that to put them into the shared area. `use` is None for a card without an
    ability."""
    options.append(option)
    if use is not None and use.automatic:
        options.append(with_taking(option, LESS))
        if state.options.teams:
            options.append(with_taking(option, SHARED))


# Cards looked at in a seat's own compost


def look_into_compost(table: Table, seat: int, use: Use) -> bool:
    """Let the seat look at the topmost `use.look` cards of its own compost, keep some in its hand, and order the
    others. Return False, and do nothing, if the compost is empty."""
    compost = table.state.seats[seat].area.compost
    count = min(use.look, len(compost))
    if not count:
        return False
    table.emit(CompostLookedAt(seat, count, tuple(compost[-count:])))
    table.then(KeepOfCompost(seat, use.keep), OrderCompost(seat))
    return True


class KeepOfCompost(Ask, tag=23):
    """The question to a seat which of the cards that it took off its compost to look at go into its hand: none, or up
    to `keep` (Use.keep of the ability). The text shows how many it looks at."""

    seat: int
    keep: int

    def ask(self, state: State) -> Choose:
        looked = tuple(state.seats[self.seat].looked)
        return Choose(self.seat, "keep-compost", looked, 0, min(self.keep, len(looked)))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"looked": len(state.seats[seat].looked)}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(TakenFromCompost(self.seat, len(picks), tuple(picks)))

    @classmethod
    def move(cls, option: int) -> KeepCard:
        return KeepCard(option)


class OrderCompost(Ask, tag=24):
    """The question to a seat in which order the cards that it still looks at go back onto its compost: all of them, the
    first one picked on top. Not asked if none is left."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        looked = tuple(state.seats[self.seat].looked)
        return (
            Choose(self.seat, "put-back", looked, len(looked), len(looked), ordered=True) if looked else None
        )

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CompostPutBack(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> PutBack:
        return PutBack(option)
