'''The effects of cards, and how a card gets one.

`content/cards.json` holds the cost, the prerequisites and the points of a card, and most of its effects as clauses,
which `vocabulary/` turns into registered functions. An effect that no clause can express is a short function in a
module of `functions/`, registered under the card's id. The steps of the game know no card: they open moments, ask
rules, and put offers to seats.

**At a moment** (`moments.py` lists them) a card acts. `registry.on` registers a function:

    @on("E166", TOOK, wants=lambda state, call: call.facts.space == DAY_LABOURER)
    def undergardener(table: Table, call: Call) -> None:
        """The owner gets a vegetable with a day's wages."""
        gain(table, call.seat, ((VEGETABLE, 1),), card=call.card)

- `call.seat` is the card's owner. `call.facts` (`moment_facts.py`) are the facts of the moment: the seat that acts, the
  space, the card that caused it, the haul, a count. Facts are settled when the moment opens.
- `wants(state, call)` returns whether there is anything to do. It must follow from public facts (the size of a hand is
  one, its cards are none), and is called again when the card's turn comes.
- `whose` is OWN (the default: the owner acts), OTHERS or ANYBODY. A moment in which no seat acts (a round begins, a
  harvest) is every seat's own, each in turn from the starting player on.
- `optional=True`: the owner is asked for the next card, or "done". Such a function is called when the owner has chosen
  the card.
- `price` is the price of an optional card, as goods or as a function of state and call. Its owner is asked if the price
  is at hand or can be after exchanges that are open then (`means.within_reach`), and can choose the card once it is at
  hand. The function itself takes the price (`goods.lose`).
- `late=True`: the card acts when all other effects of the moment have ended.
- `limit` is a scope: within it the card acts once. The use is counted before the function is called.
- Only the card itself hears PLAY. A card hears HOUSED when it has come into play and whenever the house changes.
  A card hears DUE if it has laid a mark (good 0, amount 0) on the space of this round, in play or not.

A function changes the state by `table.emit` alone and pushes the next steps by `table.then`. Goods come and go
through `goods.gain`, `goods.lose` and `goods.hand_over`, with `card=call.card`. Cards can do the acts of spaces, too:
`parts.carry_out(table, act, facts)` with `facts.via` set to the card, or the steps themselves
(`BuildFences(facts, ...)`, `Plough(facts, most, plain=True)`, `Sow`, `BakeBread`, `Grow`, `Improve`,
`PlayOccupation`, `Breed`).

**A question of a card's own** is registered once, and pushed as a step. The card keeps plain numbers that it must
remember in `call.memo`:

    WHOSE = question("I223", Question(ask_whose, take_whose))        # ask(state, call), take(table, call, picks)
    table.then(CardAsks(msgspec.structs.replace(call, memo=(3,)), WHOSE))

`ask` is pure, returns None if there is nothing to ask, and takes its options from `moves/numbers.py`, where each
number always means the same move. To ask a seat other than the owner, name that seat in the `Choose`.
`questions.use_question` and `questions.yes_or_no` ask whether a card is used at all. On a question with `owed=True` no
offers ride.

**A sequel** is an effect that follows steps which a card has pushed. It is registered and pushed in the same way:

    KNOCK_DOWN = sequel("I239", knock_down)                          # knock_down(table, call)
    table.then(CardGoesOn(call, KNOCK_DOWN))

**Several seats asked at the same time** are asked in sealed lanes, with `owed` questions. A seat that agrees emits
`SeatAgreed(seat)`, which nobody else sees; a sequel reads `state.agreed` and emits `AgreementsShown` (`dealings.py`).
`pledge("I239", may)` registers `may(state, seat)`, which returns whether a seat can have said yes: in another world it
may have.

**Offers** ride on every decision put to the owner. `offer("E17", Offer(act, ready))`: `ready(state, call)` returns
whether the offer can be taken, `act(table, call)` carries it out. `between=True` is for effects that other seats can
feel. `exchanges` returns the goods that it gives and takes, so that prices can be paid with them. `limit` and `times`
work as above. If a card offers several things, or may act in several ways at one moment, each way has words of its own:
`content/ways.py` makes them from clauses, and `content/wording.json` has those of functions under "ways".

**Rules** are questions that a step asks of a seat's cards; `rule("E36", PRICE)` registers the answer. A step asks by
`for card, answer in answers(state, mine, PRICE)` (`registry.answers`). Answers are pure.

    rule           is asked with                        and answers
    PRICE          state, seat, purchase                changes of the price (prices.Base, Swap, Less); none is dearer
    KIND           state, seat                          majors that may be played as minors
    OCC_FOOD       state, seat                          food that comes before an occupation is paid for
    FENCING        state, seat                          fences.FenceEffect: fence numbers that are free, and so on
    HOLD           state, seat, capacities              the Capacities (farm/housing.py), changed
    BREED          state, seat, animal, count           the number of young of this many animals
    PLOT           state, seat                          (good, plots): the crops of the card
    STACK          state, seat, plot, good              how much more lies on a plot that is sown
    PLOUGH         state, owner, facts                  fields.PloughEffect; all seats' cards, facts.seat ploughs
    REAP           state, seat                          goods that are reaped from the supply
    COOK           state, seat                          food for a (sheep, boar, cattle, vegetable)
    COOK_BONUS     state, seat, counts                  food on top, for one occasion
    BAKE           state, seat                          (food for a grain, how many grain; 0 for any number)
    APPETITE       state, seat, adults, newborns, need  the food needed
    FEEDS_LAST     -                                    any answer is enough
    ENTRY          state, seat, space                   whether the owner may enter although a person is there
    TOLL           state, owner, space                  goods that others pay to the owner
    PEOPLE         state, seat, left                    how many people may still be placed
    MAY_RENOVATE   state, seat, facts                   more houses that a renovation may lead to
    MAY_GROW       state, facts                         whether the family may grow without a free room
    MAJOR_TOO      state, facts, mark                   whether an action for a minor improvement serves for a major
    DRAWN          state, seat                          the sequel that draws an occupation instead of choosing it
    SPACES_TOO     state, seat                          spaces that only the owner may enter yet
    SCORE          state, seat                          points
    COMPARE        state, seat                          points for every seat, a list
    LAST_WORD      state, seat, sheets                  points, with all sheets (scoring.py) at hand

Memory: `CardNoted(seat, card, numbers)` keeps numbers that a card must remember (`state.seats[seat].notes`),
`CardSpent` counts uses, `state.since` has the round in which a card was played, `PointsNoted` notes points, and
`GoodsLaidOut` lays goods on round spaces.

Everything that waits in a step or stands in an event is stored: plain ints, strings and tuples, no subclasses of
them. Functions of the registry are found by a number within a card: the `slot` of a listener (at its moment) or of an
offer, the `stage` of a question or a sequel. The number is 0 unless it is written (`@on("E149", BAKED, slot=1)`, or
`"slot": 1` in a clause). It never changes, and is never used for another part: `make check` compares
(tools/baseline.py).'''
