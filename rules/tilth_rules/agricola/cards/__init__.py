'''How a card is made to do something.

What a card costs, asks for beforehand and is worth stands in `content/cards.json`, and most of what it does does,
too: `vocabulary/` turns its clauses into what this page describes. What clauses cannot say is a short function in a
module of `functions/`, registered under the card's id. The steps of the game know no card: they open moments, ask
rules, and let offers be taken up.

**At a moment** (`words.py` lists them) a card acts. `registry.on` registers a function:

    @on("E166", TOOK, wants=lambda state, call: call.facts.space == DAY_LABOURER)
    def undergardener(table: Table, call: Call) -> None:
        """A vegetable to go with a day's wages."""
        gain(table, call.seat, ((VEGETABLE, 1),), card=call.card)

- `call.seat` is the card's owner, `call.facts` (`facts.py`) what the moment is about: who acts, on which space,
  because of which card, the haul, a count. Facts are settled when the moment opens.
- `wants(state, call)` says whether there is anything to do. It must follow from public facts (the size of a hand is
  one, its cards are none), and is asked again when the card's turn comes.
- `whose` is OWN (the default: the moment is the owner's own doing), OTHERS or ANYBODY. A moment that is nobody's
  doing (a round begins, a harvest) is everybody's own, each seat's in turn from the starting player on.
- `optional=True`: the owner is asked which card is next, or "done". Such a function is called when the owner has said
  yes.
- `limit` is a scope: within it the card acts once. The use is counted before the function is called.
- PLAY is heard by the card alone. HOUSED is heard when the card has come into play and whenever the house changes.
  DUE is heard by a card that has laid a mark (good 0, amount 0) on the space of this round, be it still in play or not.

A function changes the state by `table.emit` alone and pushes what comes next by `table.then`. Goods come and go
through `supply.gain`, `supply.lose` and `supply.hand_over`, with `card=call.card`. What the acts of spaces do, cards
can do, too: `parts.carry_out(table, act, facts)` with `facts.via` set to the card, or the steps themselves
(`BuildFences(facts, ...)`, `Plough(facts, most, plain=True)`, `Sow`, `BakeBread`, `Grow`, `Improve`,
`PlayOccupation`, `Breed`).

**A question of a card's own** is registered once, and pushed as a step; what the card has to remember goes into
`call.memo`, plain numbers:

    WHOSE = question("I223", Question(ask_whose, take_whose))        # ask(state, call), take(table, call, picks)
    table.then(CardAsks(msgspec.structs.replace(call, memo=(3,)), WHOSE))

`ask` is pure, gives None where there is nothing to ask, and takes its options from `choices.py`, where each number
means one move for ever. To ask a seat other than the owner, name that seat in the `Choose`. Whether a card is used
at all is asked by `asking.may_use` and `asking.yes_or_no`. On a question with `owed=True` no offers ride.

**What comes after** something that a card has led to is a sequel, registered and pushed likewise:

    KNOCK_DOWN = sequel("I239", knock_down)                          # knock_down(table, call)
    table.then(CardGoesOn(call, KNOCK_DOWN))

**Several seats asked at the same time** are asked in sealed lanes, with `owed` questions. Whoever says yes emits
`Pledged(seat)`, which nobody else sees; a sequel reads `state.pledged` and emits `PledgesShown` (`dealings.py`).

**Offers** ride on every decision put to the owner. `offer("E17", Offer(act, ready))`: `ready(state, call)` says
whether it can be taken up, `act(table, call)` does it. `between=True` for what others can feel. `limit` and `times`
as above. Where a card offers several things, or may act in several ways at one moment, each way has words of its own:
`content/ways.py` makes them of clauses, those of functions stand in `content/wording.json` under "ways".

**Rules** are questions that a step asks of a seat's cards; `rule("E36", PRICE)` registers the answer. Answers are
pure.

    rule           is asked with                        and answers
    PRICE          state, seat, purchase                changes of the price (prices.Base, Swap, Less); none is dearer
    KIND           state, seat                          majors that may be played as minors
    OCC_FOOD       state, seat                          food that comes before an occupation is paid for
    FENCING        state, seat                          fences.Fencing: fence numbers that are free, and so on
    HOLD           state, seat, keeping                 the Keeping (farm/keeping.py), changed
    BREED          state, seat, animal, count           how many young so many animals have
    PLOT           state, seat                          (good, plots): what grows on the card
    STACK          state, seat, plot, good              how much more lies on a plot that is sown
    PLOUGH         state, owner, facts                  fields.Ploughing; of everybody's cards, facts.seat ploughs
    REAP           state, seat                          goods that are reaped from the supply
    COOK           state, seat                          food for a (sheep, boar, cattle, vegetable)
    COOK_BONUS     state, seat, counts                  food on top, for one occasion
    BAKE           state, seat                          (food for a grain, how many grain; 0 for any number)
    APPETITE       state, seat, adults, newborns, need  the food needed
    FEEDS_LAST     -                                    that it answers is enough
    ENTRY          state, seat, space                   whether the owner may enter though somebody is there
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

Memory: `CardNoted(seat, card, numbers)` keeps what a card has to remember (`state.seats[seat].notes`), `CardSpent`
counts uses, `state.since` tells when a card was played, `PointsNoted` notes points, `LaidOut` lays goods on round
spaces.

Everything that waits in a step or stands in an event is stored: plain ints, strings and tuples, no subclasses of
them. Functions of the registry are found by their order within a card (slot, stage), so that order never changes; all
of a card stands in one module, so it is the order of that module's lines (`book.py`).'''
