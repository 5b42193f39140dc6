"""What abilities do, whoever has them: plants, terrain, islands, climates and events."""

from collections.abc import Sequence

from tilth_rules.earth.book import Use, book_of
from tilth_rules.earth.card_events import CompostLookedAt, CompostPutBack, TakenFromCompost
from tilth_rules.earth.goods import gain, pay, payable
from tilth_rules.earth.goods_events import AbilityCopied
from tilth_rules.earth.moves import TAKING, CopyAbility, KeepCard, PutBack, TakeAmount, taken
from tilth_rules.earth.sharing import Share
from tilth_rules.earth.state import Seat, State
from tilth_rules.earth.words import ALL, AUTOMATIC, LESS, SHARED
from tilth_rules.kernel import Act, Ask, Choose, Table


def use_ability(table: Table, seat: int, place: int, face: int, slot: int, taking: int, source: int) -> bool:
    """Begin an ability. Whether anything of it is still to come."""
    return UseAbility(seat, place, face, slot, taking, source).go(table)


class UseAbility(Act, tag=20):
    """An ability: first its whole price, then what it gives, each in the order that is printed."""

    seat: int
    place: int
    """Where its effect is reckoned from: the card's own place, or the one of the card that copies it."""
    face: int
    slot: int
    taking: int
    source: int
    at: int = 0
    """How much of prices and gains is done."""
    amounts: tuple[int, ...] = ()
    """What is taken of each gain, if not all."""

    def act(self, table: Table) -> None:
        self.go(table)

    def go(self, table: Table) -> bool:
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
        times = planted_such(state.seats[self.seat], use)
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
        return UseAbility(
            self.seat, self.place, self.face, self.slot, self.taking, self.source, at, self.amounts
        )


def planted_such(mine: Seat, use: Use) -> int:
    """How often an ability gives what it gives: once, or once for each card planted in this turn that it means."""
    fits = use.planted
    return 1 if fits is None else sum(fits[card] for card in mine.planted)


def ask_how_much(seat: int, goods: Sequence[int], most: Sequence[int], taking: int) -> Choose:
    """How much is taken of these goods; or, where a mate gets a share, how much is put into the shared area."""
    if taking == SHARED:
        return Choose(seat, "share-amounts", goods, 0, sum(most), most)
    return Choose(seat, "amounts", goods, 0, sum(most), most)


class TakeAmounts(Ask, tag=21):
    """Whatever is gained can be taken in part. Of what needs no question otherwise, say how much."""

    seat: int
    place: int
    face: int
    slot: int
    taking: int
    source: int

    def ask(self, state: State) -> Choose:
        goods, most = self._offered(state)
        return ask_how_much(self.seat, goods, most, self.taking)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        use = book_of(state.options.values).slots[self.face][self.slot]
        times = planted_such(state.seats[self.seat], use)
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
        use = book_of(state.options.values).slots[self.face][self.slot]
        times = planted_such(state.seats[self.seat], use)
        gains = [(good, count * times) for good, count in use.gain if good in AUTOMATIC]
        return [good for good, _ in gains], [count for _, count in gains]

    @classmethod
    def move(cls, option: int) -> TakeAmount:
        return TakeAmount(option)


# Copying


class ChooseCopied(Ask, tag=22):
    """One ability of this colour, of another card of the own field, is used as if it stood here: any, whether used
    already or not, if its price can be paid."""

    seat: int
    place: int
    colour: int
    source: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "copy", copyable(state, self.seat, self.colour))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        from_place, taking = taken(picks[0])
        face = state.seats[self.seat].area.spots[from_place]
        use = book_of(state.options.values).uses[self.colour][face]
        assert use is not None
        table.emit(AbilityCopied(self.seat, self.place, face))
        table.then(UseAbility(self.seat, self.place, face, use.slot, taking, self.source))

    @classmethod
    def move(cls, option: int) -> CopyAbility:
        return CopyAbility(*taken(option))


def copyable(state: State, seat: int, colour: int) -> list[int]:
    """The places of cards whose ability of this colour a wild card can copy."""
    uses = book_of(state.options.values).uses[colour]
    mine = state.seats[seat]
    options: list[int] = []
    for at in mine.places:
        use = uses[mine.area.spots[at]]
        if use is not None and not use.copies and usable(state, seat, use):
            add_ways(options, state, at, use)
    return options


def usable(state: State, seat: int, use: Use) -> bool:
    """Whether an ability can be used now: it is the right turn for it, its whole price is at hand, and it does
    anything at all."""
    mine = state.seats[seat]
    if use.pay and not payable(mine, use.pay):
        return False
    if use.active and (seat != state.active or state.gaia_acts):
        return False
    if use.copies:
        return bool(copyable(state, seat, use.copies))
    return use.planted is None or bool(use.pay) or planted_such(mine, use) > 0


def add_ways(options: list[int], state: State, option: int, use: Use | None) -> None:
    """The option, and the other ways of taking what it gives: less of it, or for the team."""
    options.append(option)
    if use is not None and use.automatic:
        options.append(option + TAKING * (LESS - ALL))
        if state.options.teams:
            options.append(option + TAKING * (SHARED - ALL))


# Looking into the own compost


def look_into_compost(table: Table, seat: int, use: Use) -> bool:
    """The topmost cards of the own compost are taken up and looked at. Some may be kept; the others go back."""
    compost = table.state.seats[seat].area.compost
    count = min(use.look, len(compost))
    if not count:
        return False
    table.emit(CompostLookedAt(seat, count, tuple(compost[-count:])))
    table.then(KeepOfCompost(seat, use.keep), OrderCompost(seat))
    return True


class KeepOfCompost(Ask, tag=23):
    """Of the cards taken up from the compost, up to so many go to the hand."""

    seat: int
    keep: int

    def ask(self, state: State) -> Choose:
        looked = tuple(state.seats[self.seat].looked)
        return Choose(self.seat, "keep-compost", looked, 0, min(self.keep, len(looked)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(TakenFromCompost(self.seat, len(picks), tuple(picks)))

    @classmethod
    def move(cls, option: int) -> KeepCard:
        return KeepCard(option)


class OrderCompost(Ask, tag=24):
    """The others go back onto the compost in any order: the first one named lies on top."""

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
