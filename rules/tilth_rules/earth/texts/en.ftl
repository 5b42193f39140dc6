title = Earth

## Words

no-seat = Gaia

action-1 = planting
    .title = Plant
action-2 = composting
    .title = Compost
action-3 = watering
    .title = Water
action-4 = growing
    .title = Grow

good-1 = soil
    .counted = { $n } soil
good-2 = sprouts
    .counted = { $n } { $n ->
        [one] sprout
       *[other] sprouts
    }
good-3 = growth
    .counted = { $n } growth
good-4 = cards
    .counted = { $n } { $n ->
        [one] card
       *[other] cards
    }
good-5 = compost from the hand
    .counted = { $n } { $n ->
        [one] card
       *[other] cards
    } from the hand into the compost
good-6 = compost from the deck
    .counted = { $n } { $n ->
        [one] card
       *[other] cards
    } for the compost
good-7 = compost
    .counted = { $n } { $n ->
        [one] card
       *[other] cards
    } of the compost

source-1 = at set-up
source-2 = by the action
source-3 = by an ability
source-4 = for an event

taking-1 = in full
taking-2 = less than all; the next question asks how much
taking-3 = with a share for your team; the next question asks how much

stage-1 = is planting
stage-2 = may draw a card
stage-3 = is choosing what to take
stage-4 = is activating
stage-5 = is done

phase-1 = Set-up
phase-2 = Turns
phase-3 = End of the match

goal-0 = the first fauna card
goal-1 = the second fauna card
goal-2 = the third fauna card
goal-3 = the fourth fauna card

# Places of the field: columns are letters, rows are numbers, in a frame of 7 by 7.
place-0 = A1
place-1 = B1
place-2 = C1
place-3 = D1
place-4 = E1
place-5 = F1
place-6 = G1
place-7 = A2
place-8 = B2
place-9 = C2
place-10 = D2
place-11 = E2
place-12 = F2
place-13 = G2
place-14 = A3
place-15 = B3
place-16 = C3
place-17 = D3
place-18 = E3
place-19 = F3
place-20 = G3
place-21 = A4
place-22 = B4
place-23 = C4
place-24 = D4
place-25 = E4
place-26 = F4
place-27 = G4
place-28 = A5
place-29 = B5
place-30 = C5
place-31 = D5
place-32 = E5
place-33 = F5
place-34 = G5
place-35 = A6
place-36 = B6
place-37 = C6
place-38 = D6
place-39 = E6
place-40 = F6
place-41 = G6
place-42 = A7
place-43 = B7
place-44 = C7
place-45 = D7
place-46 = E7
place-47 = F7
place-48 = G7
place-49 = the island
place-50 = the climate
place-51 = the shared area

## Events

event-FirstPlayerChosen = { $seat } begins
event-BoardLaid = The fauna cards are { $fauna }{ $ecosystems-count ->
    [0] { "" }
   *[other] ; the ecosystems for everybody are { $ecosystems }
}
event-SidesDealt = { $seat } chooses from { $cards }
event-SideChosen = { $seat } has chosen{ $cards-count ->
    [0] { "" }
   *[other] { " " }{ $cards }
}
event-SidesRevealed = { $seat } plays with the island { $island } and the climate { $climate }{ $ecosystem ->
    [none] { "" }
   *[other] , and scores the ecosystem { $ecosystem }
}
event-RoundBegan = Round { $round } begins
event-TurnBegan = { $seat } is the active player
event-ActionChosen = { $seat } chooses { $action }
event-StageBegan = { $seat } { $stage }
event-TurnEnded = The turn has ended
event-GoalsReached = { $seat } reaches the goal of { $goals }
event-LeafPlaced = { $seat } puts a leaf on { $goal } and scores { $points } { $points ->
    [one] point
   *[other] points
}
event-FieldFilled = { $seat } is the first to fill the field and scores { $points } { $points ->
    [one] point
   *[other] points
}
event-MatchEnded = The match has ended. Places: { $places }. Points: { $scores }. Cards: { $for_cards }. Events: { $for_events }. Compost: { $for_compost }. Sprouts: { $for_sprouts }. Growth: { $for_growth }. Terrain: { $for_terrain }. Ecosystems: { $for_ecosystems }. Fauna: { $for_fauna }
event-SoilGained = { $seat } gains { $amount } soil { $source }
event-SoilPaid = { $seat } pays { $amount } soil
event-SproutsPlaced = { $seat } places { $spots-count } { $spots-count ->
    [one] sprout
   *[other] sprouts
} on { $spots }
event-SproutsPaid = { $seat } gives back { $spots-count } { $spots-count ->
    [one] sprout
   *[other] sprouts
} from { $spots }
event-GrowthPlaced = { $seat } places { $spots-count } growth on { $spots }
event-GrowthPaid = { $seat } gives back { $spots-count } growth from { $spots }
event-SproutsExchanged = { $seat } exchanges sprouts from { $spots } for { $soil } soil
event-PriceCovered = { $seat } pays { $amount } soil of the price with other goods
event-AbilityUsed = { $seat } activates { $card } on { $place }
event-AbilityCopied = { $seat } copies the ability of { $card } for the card on { $place }
event-DeckShuffled = { $again ->
    [true] The discards are shuffled and become the new deck
   *[false] The deck is shuffled
} of { $count } { $count ->
    [one] card
   *[other] cards
}{ $cards-count ->
    [0] { "" }
   *[other] { " " }({ $cards })
}
event-PilesJoined = The deck runs dry, and the remaining cards are one pile now
event-CardsDrawn = { $seat } draws { $count } { $count ->
    [one] card
   *[other] cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CardsLookedAt = { $seat } looks at { $count } { $count ->
    [one] card
   *[other] cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CardKept = { $seat } keeps { $cards-count ->
    [0] one of them
   *[other] { $cards }
}
event-CardsComposted = { $seat } composts { $count } { $count ->
    [one] card
   *[other] cards
} from the hand{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DeckComposted = { $seat } composts { $count } { $count ->
    [one] card
   *[other] cards
} from the deck{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CompostDiscarded = { $seat } discards { $count } { $count ->
    [one] card
   *[other] cards
} from the compost
event-CompostLookedAt = { $seat } looks at { $count } { $count ->
    [one] card
   *[other] cards
} from the compost{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-TakenFromCompost = { $seat } takes { $count } { $count ->
    [one] card
   *[other] cards
} from the compost into the hand{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CompostPutBack = { $seat } puts the others back onto the compost{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-PlantingBegan = { $seat } is going to plant { $card }
event-CardPlanted = { $seat } plants { $card } on { $place } for { $soil } soil
event-CardReplaced = { $seat } plants { $card } on { $place } in place of { $replaced }
event-EventPlayed = { $seat } plays the event { $card }
event-CardsStayKnown = { $seat } undoes an answer, but everybody has seen { $cards }
event-GaiaShuffled = Gaia's cards are shuffled: { $cards }
event-GaiaTurned = Gaia turns up { $card }
event-GaiaSkipped = Gaia skips her turn
event-GaiaActed = Gaia chooses { $action }
event-GaiaGained = Gaia gains { $amount-counted }
event-GaiaSpentSoil = Gaia gives { $amount } soil back
event-GaiaComposted = Gaia composts { $count } { $count ->
    [one] card
   *[other] cards
} from the deck{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-GaiaScored = Gaia takes { $cards } into her scoring pile
event-GaiaTook = Gaia takes the cards that were not kept: { $cards }
event-GaiaPlacedLeaf = Gaia puts a leaf on { $goal } and scores { $points } { $points ->
    [one] point
   *[other] points
}
event-GaiaWillSkip = Gaia will skip { $turns } { $turns ->
    [one] turn
   *[other] turns
}
event-GaiaFinished = Gaia's cards have run out, and she scores { $points } { $points ->
    [one] point
   *[other] points
} for that
event-PutInShared = { $seat } puts { $amount-counted } into the shared area
event-CardsShared = { $seat } draws { $count } { $count ->
    [one] card
   *[other] cards
} for the team with { $mate }{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DeckShared = { $seat } puts { $count } { $count ->
    [one] card
   *[other] cards
} from the deck into the shared area as compost{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-HandShared = { $seat } puts { $count } { $count ->
    [one] card
   *[other] cards
} from the hand into the shared area as compost{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-TakenFromShared = { $seat } takes { $good-id ->
    [6] { $amount } { $amount ->
        [one] card
       *[other] cards
    } of compost
   *[other] { $amount-counted }
} from the half of the shared area of { $half }
event-CardsTakenFromShared = { $seat } takes { $count } { $count ->
    [one] card
   *[other] cards
} from the half of { $half }{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}

## Moves

# A card with everything that is printed on it.
whole-card = { $card }: { $card-facts }. { $card-text }
how-taken = { $taking-id ->
    [2] { " " }({ $taking })
    [3] { " " }({ $taking })
   *[other] { "" }
}
move-ChooseSide = play with { whole-card }
move-CompostCard = { $shared ->
    [true] put into the shared area { whole-card }
   *[other] compost { whole-card }
}
move-ChooseAction = { $action-id ->
    [1] planting: plant up to 2 cards and pay their cost, then draw 4 cards and keep 1 of them; the others plant 1 and may draw 1; then green abilities
    [2] composting: gain 5 soil and put 2 cards from the deck into your compost; the others take 2 of either; then red abilities
    [3] watering: place up to 6 sprouts and gain 2 soil; the others take 2 of either; then blue abilities
   *[4] growing: draw 4 cards and place up to 2 growth; the others take 2 of either; then yellow abilities
}{ how-taken }
move-PlantCard = plant { $card } for { $price } soil{ $good-id ->
    [2] { " " }(for each soil you may give 1 sprout instead)
    [3] { " " }(for each soil you may give 1 growth instead)
    [5] { " " }(for each soil you may compost 1 card of your hand instead)
   *[other] { "" }
}: { $card-facts }. { $card-text }{ how-taken }
move-ChoosePlace = plant it on { $place }{ $replaced ->
    [none] { "" }
   *[other] { " " }in place of { $replaced }: it costs nothing, { $replaced } goes into your compost, and you draw { $count } { $count ->
        [one] card
       *[other] cards
    }
}
move-TakeGood = take { $good-id ->
    [1] { $amount } soil
    [2] { $amount } sprouts, to be placed
    [3] { $amount } growth, to be placed
    [4] { $amount } { $amount ->
        [one] card
       *[other] cards
    } from the deck
   *[other] { $amount } { $amount ->
        [one] card
       *[other] cards
    } from the deck for your compost
}{ how-taken }
move-TakeAmount = choose { $good-id ->
    [1] 1 soil
    [4] 1 card from the deck
    [6] 1 card for the compost
   *[other] 1 of this: { $good }
} (at most { $limit ->
    [one] once
   *[other] { $limit } times
})
move-Activate = activate { $card } ({ $place }): { $card-text }{ how-taken }
move-CopyAbility = copy { $card } ({ $place }): { $card-text }{ how-taken }
# A place with its card and its room.
room-on = { $place-id ->
    [51] the shared area
   *[other] { $place }: { $card } ({ $there } of { $limit } there)
}
pieces-on = { $place }: { $card } ({ $there } there)
move-PlaceSprout = put 1 sprout on { room-on }
move-PlaceGrowth = put 1 growth on { room-on }
move-PaySprout = give back 1 sprout from { pieces-on }
move-PayGrowth = give back 1 growth from { pieces-on }
move-KeepCard = keep { whole-card }
move-PutBack = put back { whole-card }
move-PlayEvent = play the event { whole-card }{ how-taken }
move-ExchangeSprouts = exchange { $sprouts } sprouts for { $soil } soil
move-PickUpGood = take up to { $amount } { $good-id ->
    [1] soil
    [2] { $amount ->
        [one] sprout
       *[other] sprouts
    }
    [3] growth
    [4] { $amount ->
        [one] card
       *[other] cards
    }
   *[other] { $amount ->
        [one] card
       *[other] cards
    } of compost
} from the half of the shared area of { $half }
move-ChooseGoal = put Gaia's leaf on { $goal }, { $card }: { $card-text } Gaia scores { $points } { $points ->
    [one] point
   *[other] points
} there

## Questions

ask-side = Which { $kind ->
    [0] island
    [1] climate
   *[2] ecosystem
} do you play with? You keep it for the whole match.
ask-start-compost = { $most ->
    [one] Which card from your hand goes into your compost to begin with?
   *[other] Which { $most } cards from your hand go into your compost to begin with? The last one comes on top.
} Your island is { $island }, and you have { $soil } soil.
ask-action = Which action do you choose? The other players take it, too, but get less. You have { $soil } soil. If you want to take less, the next question asks how much.
ask-plant = Which card do you plant? You have { $soil } soil and can plant { $left ->
    [one] 1 card
   *[other] up to { $left } cards
} in this turn. Choose nothing to stop planting.{ $options ->
    [0] { " " }You hold no card that can be planted now.
   *[other] { "" }
}
ask-place = Where do you plant { $card }? On an empty place it costs { $price } soil.
ask-price = { $card } costs { $price } soil, and you have { $soil }. { $good-id ->
    [2] For each soil you may give 1 sprout instead.
    [3] For each soil you may give 1 growth instead.
   *[other] For each soil you may compost 1 card of your hand instead.
} What do you give instead of soil? Choose { $least ->
    [0] at most { $most }, or nothing to pay all of it in soil.
   *[other] at least { $least } and at most { $most }; the rest is paid in soil.
}{ $good-id ->
    [5] { "" }
   *[other] { " " }Choose a card once for each piece from it.
}
ask-keep = Which of these cards do you keep? { $alone ->
    [true] Gaia takes the others.
   *[other] The others are discarded, face down.
}
ask-draw = Do you draw 1 card? Choose nothing to draw none.
ask-react = Which one of these do you take for the action of { $action }? Choose nothing to take nothing.
ask-amounts = How much do you take{ $card ->
    [none] { "" }
   *[other] { " " }from { $card }
}? You can take at most { $goods }. Choose an option once for each piece; choose nothing to take nothing.
ask-activate = { $options ->
    [0] You have no ability left to activate: choose nothing to finish this turn.
   *[other] Which { $action-id ->
        [1] green
        [2] red
        [3] blue
       *[4] yellow
    } ability do you activate next? They are activated in reading order, each once: a card passes over those before it, and island and climate come before or after the whole field. Choose nothing to activate no more in this turn.
}
ask-copy = Which { $action-id ->
    [1] green
    [2] red
    [3] blue
   *[4] yellow
} ability of another card do you copy? It is used as if it stood on the card that copies it.
place-rule = { $most ->
    [one] You may also choose nothing; then the piece is lost.
   *[other] Choose a place once for each piece. Pieces that you do not place are lost; you may also choose nothing.
}
ask-sprouts = { $most ->
    [one] Where do you place 1 sprout?
   *[other] Where do you place up to { $most } sprouts?
}{ $card ->
    [none] { "" }
   *[other] { " " }{ $most ->
        [one] It comes
       *[other] They come
    } from { $card }.
} { place-rule }
ask-growth = Where do you place { $most ->
    [one] 1 growth
   *[other] up to { $most } growth
}?{ $card ->
    [none] { "" }
   *[other] { " " }It comes from { $card }.
} { place-rule }
ask-compost = { $most ->
    [one] Which card of your hand do you put into your compost? Choose nothing to compost none.
   *[other] Which cards of your hand do you put into your compost? Choose at most { $most }, or nothing to compost none. The last one comes on top.
}
ask-pay-cards = { $most ->
    [one] Which card of your hand do you compost to pay for the ability?
   *[other] Which { $most } cards of your hand do you compost to pay for the ability? The last one comes on top.
}
ask-pay-sprouts = { $most ->
    [one] Which sprout do you give back to pay for the ability?
   *[other] Which { $most } sprouts do you give back to pay for the ability? Choose a card once for each sprout from it.
}
ask-pay-growth = { $most ->
    [one] Which growth do you give back to pay for the ability?
   *[other] Which { $most } pieces of growth do you give back to pay for the ability? Choose a card once for each piece from it.
}
ask-exchange = Which { $sprouts } sprouts do you exchange for { $soil } soil? Choose a card once for each sprout from it.
ask-keep-compost = Which of these cards from your compost do you take into your hand? Choose at most { $most }, or nothing to take none; the others go back onto your compost.
ask-put-back = In which order do these cards go back onto your compost? The first one lies on top.
ask-gaia-goal = On which fauna card does Gaia put her leaf?
ask-share-compost = { $most ->
    [one] Which card of your hand do you put into the shared area as compost? Choose nothing to put none there; you may compost the card yourself.
   *[other] Which cards of your hand do you put into the shared area as compost? Choose at most { $most }, or nothing to put none there. You may compost the others yourself.
}
ask-share-amounts = How much do you put into the shared area{ $card ->
    [none] { "" }
   *[other] { " " }from the gains of { $card }
}? You can put at most { $goods } there, and you keep the rest. Choose an option once for each piece; choose nothing to keep everything.
ask-pick-up = How much do you take from the half of the shared area of { $half }? It holds { $goods }. Choose the option once for each piece.
ask-pick-up-cards = Which cards do you take into your hand from the half of the shared area of { $half }? Choose at most { $most }.
ask-pick-up-pieces = Where do you place pieces from the half of the shared area of { $half }? It holds { $goods }, and you can place at most { $most }. Choose a place once for each piece.

## Options

option-setup = Set-up: beginner, standard or advanced
option-level = Alone: Gaia's level
option-teams = Two teams: the first and third seat against the second and fourth
option-turn_limit = The most rounds a match can have
option-values = Corrections of printed cards, as JSON

## Rows of the score sheet

score-cards = Cards
score-events = Events
score-compost = Compost
score-sprouts = Sprouts
score-growth = Growth
score-terrain = Terrain
score-ecosystems = Ecosystems
score-fauna = Fauna

## Cards. All below this line is written by tools/earth_cards.py.

face-0 = Japanese Maple
    .text = Yellow: place 1 growth, then place 1 sprout.
    .facts = tree · rocky, cold · cost 3 · 2 VP · up to 4 sprouts · growth up to 3 (canopy 4 VP) · a place in its name
face-1 = Prairie
    .text = Green: draw 1 card. At the end: 3 VP for each herb in this row.
    .facts = terrain · sunny, rocky, cold · cost 4 · 2 VP
face-2 = Shrubland
    .text = Green: take 1 soil. At the end: 3 VP for each bush side by side with this card.
    .facts = terrain · sunny, wet, rocky, cold · cost 2 · 0 VP
face-3 = African Baobab
    .text = When planted: place 3 growth.
    .facts = tree · sunny, rocky · cost 6 · 4 VP · up to 2 sprouts · growth up to 5 (canopy 7 VP) · a place in its name
face-4 = Cat Grass
    .text = Blue: place 2 sprouts.
    .facts = herb · sunny, rocky · cost 0 · 0 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP) · an animal in its name
face-5 = Blackthorn
    .text = Red: take 2 soil, then you may compost a card from your hand.
    .facts = bush · wet, cold · cost 4 · 2 VP · up to 2 sprouts · growth up to 3 (canopy 4 VP) · a colour in its name
face-6 = Marula
    .text = Blue: discard the top card of your compost → take 1 soil, then place 1 sprout, then place 1 growth.
    .facts = tree · sunny · cost 4 · 1 VP · up to 5 sprouts · growth up to 3 (canopy 5 VP)
face-7 = Elephant Grass
    .text = Yellow: draw 1 card, then place 1 growth.
    .facts = herb · cost 6 · 1 VP · up to 3 sprouts · growth up to 6 (canopy 10 VP) · an animal in its name
face-8 = Roman Brown
    .text = Blue: discard the top card of your compost → take 3 soil.
    .facts = mushroom · cold · cost 2 · 2 VP · up to 3 sprouts · a place and a colour in its name
face-9 = Stiptic Fungus
    .text = Yellow: discard the top card of your compost → take 3 soil.
    .facts = mushroom · sunny, wet, rocky, cold · cost 0 · 0 VP · up to 1 sprout · growth up to 1 (canopy 1 VP)
face-10 = Penny Bun
    .text = Red: compost 1 card from your hand → take 2 soil.
    .facts = mushroom · sunny · cost 1 · 0 VP · up to 3 sprouts · growth up to 2 (canopy 2 VP)
face-11 = Mountain Ridge
    .text = At the end: 2 VP for each card of your longest path of rocky cards side by side that runs through this card.
    .facts = terrain · wet, rocky, cold · cost 9 · 0 VP
face-12 = White Oak
    .text = Yellow: draw 2 cards.
    .facts = tree · wet · cost 4 · 2 VP · up to 2 sprouts · growth up to 4 (canopy 4 VP) · a colour in its name
face-13 = Basil
    .text = Red: draw 1 card.
    .facts = herb · wet · cost 3 · 3 VP · up to 6 sprouts · growth up to 2 (canopy 2 VP)
face-14 = West India Lantana
    .text = Yellow: place 2 growth.
    .facts = bush · sunny, wet · cost 3 · 1 VP · up to 6 sprouts · growth up to 2 (canopy 3 VP) · a place in its name
face-15 = Yellow Morel
    .text = Blue: remove 2 growth → place 4 sprouts.
    .facts = mushroom · rocky, cold · cost 6 · 7 VP · up to 4 sprouts · growth up to 1 (canopy 3 VP) · a colour in its name
face-16 = Fly Agaric
    .text = Yellow: draw 1 card. Red: compost up to 2 cards from your hand.
    .facts = mushroom · wet, rocky, cold · cost 2 · 1 VP · up to 3 sprouts · growth up to 2 (canopy 2 VP) · an animal in its name
face-17 = Dragon Blood Tree
    .text = Yellow: place 1 growth. Red: take 1 soil.
    .facts = tree · sunny, rocky, cold · cost 1 · 1 VP · up to 2 sprouts · growth up to 2 (canopy 2 VP) · an animal in its name
face-18 = Tall Fescue
    .text = Red: compost 1 card from your hand → take 1 soil. Blue: discard the top card of your compost → take 2 soil.
    .facts = herb · cost 4 · 0 VP · up to 3 sprouts · growth up to 3 (canopy 4 VP)
face-19 = Heather
    .text = Yellow: draw 1 card. Red: compost up to 2 cards from your hand.
    .facts = bush · sunny · cost 2 · 2 VP · up to 2 sprouts · growth up to 3 (canopy 3 VP)
face-20 = American Sycamore
    .text = Yellow: place 1 growth. Blue: remove 1 growth → place 2 sprouts.
    .facts = tree · sunny, wet, rocky, cold · cost 3 · 1 VP · up to 4 sprouts · growth up to 3 (canopy 4 VP) · a place in its name
face-21 = Rosemary
    .text = Red: compost up to 2 cards from your hand. Blue: discard the top card of your compost → take 2 soil.
    .facts = herb · cost 3 · 1 VP · up to 5 sprouts · growth up to 1 (canopy 2 VP)
face-22 = Ram's Head
    .text = Yellow: remove 1 sprout → place 2 growth. Blue: place 1 sprout.
    .facts = mushroom · sunny, wet · cost 3 · 2 VP · up to 5 sprouts · growth up to 2 (canopy 2 VP) · an animal in its name
face-23 = Southern Magnolia
    .text = Red: remove 1 sprout → take 2 soil. Blue: place 1 sprout.
    .facts = tree · wet · cost 1 · 1 VP · up to 2 sprouts · growth up to 2 (canopy 2 VP) · a place in its name
face-24 = Oleander
    .text = Yellow: draw 1 card. Blue: place 1 sprout.
    .facts = bush · cost 1 · 1 VP · up to 3 sprouts · growth up to 2 (canopy 3 VP)
face-25 = Beach
    .text = At the end: 4 VP for each side of this card with no card beside it (at the rim of the field too).
    .facts = terrain · sunny, wet, rocky, cold · cost 7 · 9 VP
face-26 = Crater
    .text = At the end: 5 VP for each tree corner to corner with this card.
    .facts = terrain · rocky, cold · cost 9 · 10 VP
face-27 = Pasture
    .text = Green: place 1 growth. At the end: 3 VP for each herb side by side with this card.
    .facts = terrain · sunny, wet, rocky, cold · cost 2 · 1 VP
face-28 = Mountain Forest
    .text = Green: place 1 growth. At the end: 3 VP for each tree in this column.
    .facts = terrain · rocky, cold · cost 4 · 4 VP
face-29 = Rocky Mountains
    .text = At the end: 2 VP for each rocky card of the player who has the most of them (island and climate count).
    .facts = terrain · wet, rocky, cold · cost 13 · 0 VP
face-30 = Canary Island Palm
    .text = Yellow: draw 2 cards.
    .facts = tree · sunny · cost 7 · 1 VP · up to 4 sprouts · growth up to 4 (canopy 8 VP) · a place and an animal in its name
face-31 = Spearmint
    .text = Blue: place 1 sprout, then you may compost a card from your hand.
    .facts = herb · sunny, wet, rocky, cold · cost 0 · 1 VP · up to 6 sprouts
face-32 = Japanese Andromeda
    .text = Yellow: take 2 soil.
    .facts = bush · sunny · cost 0 · 1 VP · up to 3 sprouts · growth up to 1 (canopy 1 VP) · a place in its name
face-33 = Milk-Cap
    .text = Yellow: place 2 growth.
    .facts = mushroom · cold · cost 1 · 2 VP · up to 4 sprouts · growth up to 2 (canopy 2 VP)
face-34 = Reddish Corky Fungus
    .text = Red: place 1 growth, then place 1 sprout.
    .facts = mushroom · sunny, rocky, cold · cost 3 · 2 VP · up to 6 sprouts · growth up to 1 (canopy 2 VP) · a colour in its name
face-35 = Brown-Rot Fungus
    .text = Blue: place 1 growth, then place 1 sprout.
    .facts = mushroom · wet · cost 4 · 2 VP · up to 6 sprouts · growth up to 3 (canopy 4 VP) · a colour in its name
face-36 = Red Birch
    .text = Red: compost up to 2 cards from your hand. Blue: discard the top card of your compost → place 2 sprouts.
    .facts = tree · wet, rocky · cost 2 · 1 VP · up to 5 sprouts · growth up to 2 (canopy 2 VP) · a colour in its name
face-37 = European White Birch
    .text = Red: compost 1 card from your hand → take 2 soil.
    .facts = tree · cold · cost 3 · 0 VP · up to 4 sprouts · growth up to 3 (canopy 3 VP) · a place and a colour in its name
face-38 = Reed Canary Grass
    .text = Blue: discard the top card of your compost → place 3 sprouts.
    .facts = herb · sunny, rocky · cost 4 · 1 VP · up to 4 sprouts · growth up to 4 (canopy 6 VP) · an animal in its name
face-39 = Hairy Crabgrass
    .text = Red: compost up to 3 cards from your hand.
    .facts = herb · wet, rocky, cold · cost 5 · 6 VP · up to 4 sprouts · growth up to 1 (canopy 2 VP) · an animal in its name
face-40 = White Jasmine
    .text = Yellow: draw 1 card, then place 1 growth.
    .facts = bush · rocky · cost 4 · 1 VP · up to 4 sprouts · growth up to 4 (canopy 5 VP) · a colour in its name
face-41 = Winter Green Barbery
    .text = Red: draw 1 card.
    .facts = bush · cost 3 · 1 VP · up to 6 sprouts · growth up to 4 (canopy 5 VP) · a colour in its name
face-42 = Papaya
    .text = Blue: draw 1 card.
    .facts = tree · sunny · cost 4 · 3 VP · up to 5 sprouts · growth up to 3 (canopy 5 VP)
face-43 = Dog Grass
    .text = Yellow: place 2 sprouts.
    .facts = herb · rocky · cost 2 · 1 VP · up to 6 sprouts · growth up to 2 (canopy 3 VP) · an animal in its name
face-44 = Japanese Boxwood
    .text = Red: place 2 sprouts.
    .facts = bush · sunny, wet, rocky, cold · cost 2 · 1 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP) · a place in its name
face-45 = Chicken of the Woods
    .text = Blue: compost up to 3 cards from your hand.
    .facts = mushroom · wet, rocky · cost 5 · 5 VP · up to 3 sprouts · growth up to 3 (canopy 5 VP) · an animal in its name
face-46 = Rubber Tree
    .text = Yellow: compost up to 2 cards from your hand.
    .facts = tree · sunny, wet, rocky · cost 2 · 2 VP · up to 4 sprouts · growth up to 4 (canopy 5 VP)
face-47 = Garlic
    .text = Blue: take 2 soil.
    .facts = herb · cost 4 · 2 VP · up to 5 sprouts · growth up to 3 (canopy 3 VP)
face-48 = Winter Daphne
    .text = Yellow: take 2 soil.
    .facts = bush · sunny, wet, cold · cost 1 · 1 VP · growth up to 4 (canopy 4 VP)
face-49 = Beefsteak Fungus
    .text = Red: discard the top card of your compost → draw 2 cards.
    .facts = mushroom · wet, cold · cost 3 · 2 VP · up to 3 sprouts · growth up to 2 (canopy 4 VP) · an animal in its name
face-50 = Shaggy Mane
    .text = Blue: discard the top card of your compost → draw 2 cards.
    .facts = mushroom · sunny, rocky · cost 1 · 3 VP · up to 4 sprouts
face-51 = Lobster Mushroom
    .text = Red: compost up to 3 cards from your hand.
    .facts = mushroom · sunny, wet · cost 3 · 4 VP · up to 4 sprouts · growth up to 1 (canopy 3 VP) · an animal in its name
face-52 = African Mustard
    .text = Red: take 2 soil, then you may compost a card from your hand.
    .facts = herb · sunny · cost 4 · 2 VP · up to 6 sprouts · a place in its name
face-53 = Black Locust
    .text = Blue: discard the top card of your compost → take 3 soil.
    .facts = tree · wet · cost 3 · 1 VP · up to 3 sprouts · growth up to 2 (canopy 3 VP) · a colour in its name
face-54 = Florence Fennel
    .text = Yellow: discard the top card of your compost → place 3 sprouts.
    .facts = herb · rocky · cost 7 · 5 VP · up to 6 sprouts · growth up to 2 (canopy 4 VP) · a place in its name
face-55 = Mountain Laurel
    .text = Red: discard the top card of your compost → place 3 sprouts.
    .facts = bush · sunny, wet, rocky, cold · cost 5 · 4 VP · growth up to 4 (canopy 7 VP) · a place in its name
face-56 = Dog Rose
    .text = Blue: compost 1 card from your hand → draw 1 card.
    .facts = bush · cost 4 · 4 VP · up to 3 sprouts · growth up to 3 (canopy 5 VP) · an animal in its name
face-57 = Black Raspberries
    .text = Red: compost 1 card from your hand → draw 1 card.
    .facts = bush · sunny, wet, rocky · cost 1 · 2 VP · up to 2 sprouts · growth up to 2 (canopy 2 VP) · a colour in its name
face-58 = Red Pine
    .text = Yellow: draw 1 card, then place 1 growth.
    .facts = tree · rocky · cost 2 · 0 VP · up to 3 sprouts · growth up to 4 (canopy 5 VP) · a colour in its name
face-59 = Giant Puffball
    .text = Yellow: draw 1 card, then place 1 growth.
    .facts = mushroom · sunny, wet · cost 4 · 3 VP · up to 2 sprouts · growth up to 4 (canopy 4 VP)
face-60 = Cloudberry
    .text = Blue: discard the top card of your compost → take 2 soil, then place 1 sprout.
    .facts = bush · cold · cost 3 · 2 VP · up to 5 sprouts · growth up to 1 (canopy 1 VP)
face-61 = English Lavender
    .text = Blue: discard the top card of your compost → take 2 soil, then place 1 sprout.
    .facts = herb · sunny · cost 5 · 2 VP · up to 4 sprouts · growth up to 3 (canopy 5 VP) · a place in its name
face-62 = Florida Strangler
    .text = Red: remove 1 growth → take 3 soil.
    .facts = tree · wet · cost 4 · 2 VP · growth up to 5 (canopy 7 VP) · a place in its name
face-63 = Turkey Tail
    .text = Yellow: compost 1 card from your hand → draw 2 cards.
    .facts = mushroom · wet · cost 1 · 2 VP · growth up to 1 (canopy 1 VP) · a place and an animal in its name
face-64 = Chinese Quince
    .text = Blue: pay 1 soil → place 3 sprouts.
    .facts = bush · cost 6 · 4 VP · up to 6 sprouts · growth up to 4 (canopy 6 VP) · a place in its name
face-65 = Shiitake
    .text = Red: remove 1 sprout → take 3 soil.
    .facts = mushroom · sunny, wet · cost 7 · 4 VP · up to 3 sprouts · growth up to 2 (canopy 5 VP)
face-66 = Virginia Strawberry
    .text = Yellow: compost 1 card from your hand → draw 2 cards.
    .facts = herb · sunny, wet, rocky, cold · cost 1 · 0 VP · up to 2 sprouts · a place in its name
face-67 = Wheat
    .text = Blue: pay 1 soil → place 3 sprouts.
    .facts = herb · cost 5 · 4 VP · up to 6 sprouts · growth up to 3 (canopy 5 VP)
face-68 = Stinking Corpse Lily
    .text = Red: remove 1 sprout → take 3 soil.
    .facts = bush · cost 6 · 4 VP · up to 4 sprouts · growth up to 2 (canopy 3 VP)
face-69 = Cat Spruce
    .text = Yellow: pay 1 soil → place 3 growth.
    .facts = tree · cold · cost 2 · 2 VP · up to 2 sprouts · growth up to 5 (canopy 6 VP) · an animal in its name
face-70 = Mistletoe
    .text = Blue: remove 1 growth → place 3 sprouts.
    .facts = bush · sunny, wet · cost 1 · 1 VP · up to 3 sprouts · growth up to 4 (canopy 4 VP)
face-71 = Pink Tulip
    .text = Red: remove 1 growth → take 3 soil.
    .facts = herb · rocky · cost 1 · 1 VP · growth up to 3 (canopy 4 VP) · a colour in its name
face-72 = Corn
    .text = Yellow: pay 1 soil → place 3 growth.
    .facts = herb · sunny, wet · cost 4 · 2 VP · up to 4 sprouts · growth up to 4 (canopy 6 VP)
face-73 = Lion's Mane
    .text = Blue: remove 1 growth → place 3 sprouts.
    .facts = mushroom · wet · cost 1 · 2 VP · up to 4 sprouts · growth up to 2 (canopy 3 VP) · an animal in its name
face-74 = Tomato Plant
    .text = Red: discard the top card of your compost → draw 2 cards.
    .facts = bush · cold · cost 1 · 0 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP)
face-75 = Giant Sequoia
    .text = Yellow: remove 2 sprouts → place 4 growth.
    .facts = tree · sunny, wet, cold · cost 8 · 1 VP · up to 2 sprouts · growth up to 8 (canopy 13 VP)
face-76 = Parasol Mushroom
    .text = Blue: discard the top card of your compost → place 3 growth.
    .facts = mushroom · cold · cost 3 · 0 VP · up to 6 sprouts · growth up to 3 (canopy 4 VP)
face-77 = Dwarf Willow
    .text = Red: discard the top card of your compost → draw 2 cards.
    .facts = tree · rocky, cold · cost 2 · 0 VP · up to 6 sprouts · growth up to 1 (canopy 2 VP)
face-78 = Giant Gilled
    .text = Yellow: remove 1 sprout → place 3 growth.
    .facts = mushroom · cost 5 · 2 VP · up to 4 sprouts · growth up to 6 (canopy 7 VP)
face-79 = Northern Highbush Blueberry
    .text = Blue: discard the top card of your compost → place 3 growth.
    .facts = bush · wet, cold · cost 4 · 2 VP · up to 4 sprouts · growth up to 3 (canopy 4 VP) · a place and a colour in its name
face-80 = Ginger
    .text = Red: compost up to 3 cards from your hand.
    .facts = herb · wet · cost 1 · 4 VP · up to 2 sprouts · growth up to 2 (canopy 3 VP)
face-81 = Soya Bean
    .text = Yellow: discard the top card of your compost → place 3 sprouts.
    .facts = herb · sunny · cost 0 · 0 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP)
face-82 = Potato Plant
    .text = Blue: place 1 sprout on each herb in this column, itself included.
    .facts = herb · sunny, cold · cost 3 · 1 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP)
face-83 = Panther Cap
    .text = Red: compost up to 3 cards from your hand.
    .facts = mushroom · wet · cost 8 · 7 VP · up to 5 sprouts · growth up to 2 (canopy 6 VP) · an animal in its name
face-84 = Apple Tree
    .text = Yellow: discard the top card of your compost → place 3 sprouts.
    .facts = tree · cold · cost 1 · 2 VP · up to 3 sprouts · growth up to 3 (canopy 3 VP)
face-85 = Beach Rose
    .text = Blue: place 1 sprout on each bush in this column, itself included.
    .facts = bush · sunny, rocky · cost 2 · 0 VP · up to 6 sprouts · growth up to 3 (canopy 3 VP) · a place in its name
face-86 = Bleeding Tooth Fungus
    .text = Red: compost 1 card from your hand → take 2 soil.
    .facts = mushroom · sunny, rocky, cold · cost 0 · 0 VP · up to 2 sprouts · growth up to 1 (canopy 1 VP)
face-87 = Coriander
    .text = Yellow: compost 1 card from your hand → draw 1 card.
    .facts = herb · wet · cost 6 · 5 VP · up to 6 sprouts · growth up to 2 (canopy 2 VP)
face-88 = Cherry Tree
    .text = Blue: place 1 sprout on each tree in this column, itself included.
    .facts = tree · cost 4 · 0 VP · up to 6 sprouts · growth up to 3 (canopy 5 VP) · a colour in its name
face-89 = Alfisol
    .text = Lasting: trees cost you 2 soil less to plant.
    .facts = terrain · sunny, wet, rocky, cold · cost 0 · 2 VP
face-90 = Aridisol
    .text = Lasting: bushes cost you 2 soil less to plant.
    .facts = terrain · sunny, wet, rocky, cold · cost 0 · 2 VP
face-91 = Arable Land
    .text = Lasting: herbs cost you 2 soil less to plant.
    .facts = terrain · sunny, wet, rocky, cold · cost 0 · 2 VP
face-92 = Organic Soil
    .text = Lasting: mushrooms cost you 2 soil less to plant.
    .facts = terrain · sunny, wet, rocky, cold · cost 0 · 2 VP
face-93 = Solidified Magma
    .text = Lasting: rocky cards cost you 1 soil less to plant.
    .facts = terrain · sunny, rocky · cost 2 · 5 VP
face-94 = Water Pools
    .text = Lasting: wet cards cost you 1 soil less to plant.
    .facts = terrain · wet, cold · cost 2 · 5 VP
face-95 = Sand Dunes
    .text = Lasting: sunny cards cost you 1 soil less to plant.
    .facts = terrain · sunny, rocky · cost 2 · 5 VP
face-96 = Tundra
    .text = Lasting: cold cards cost you 1 soil less to plant.
    .facts = terrain · rocky, cold · cost 2 · 5 VP
face-97 = Clay Soil
    .text = Lasting: trees cost you 1 soil less to plant.
    .facts = terrain · wet, rocky, cold · cost 2 · 9 VP
face-98 = Sandy Soil
    .text = Lasting: bushes cost you 1 soil less to plant.
    .facts = terrain · sunny, rocky, cold · cost 2 · 9 VP
face-99 = Riverside
    .text = Lasting: herbs cost you 1 soil less to plant.
    .facts = terrain · wet, rocky, cold · cost 2 · 9 VP
face-100 = Fallen Sequoia
    .text = Lasting: mushrooms cost you 1 soil less to plant.
    .facts = terrain · wet, rocky, cold · cost 2 · 9 VP
face-101 = Desert
    .text = At the end: 2 VP for each sunny card of the player who has the most of them (island and climate count).
    .facts = terrain · sunny, rocky, cold · cost 13 · 0 VP
face-102 = Taiga
    .text = At the end: 2 VP for each cold card of the player who has the most of them (island and climate count).
    .facts = terrain · wet, rocky, cold · cost 13 · 0 VP
face-103 = Wetland
    .text = At the end: 2 VP for each wet card of the player who has the most of them (island and climate count).
    .facts = terrain · sunny, wet, cold · cost 13 · 0 VP
face-104 = Tropical Forest
    .text = Green: place 2 sprouts. At the end: 3 VP for each tree in this row.
    .facts = terrain · wet · cost 4 · 2 VP
face-105 = Boreal Forest
    .text = Green: take 1 soil. At the end: 3 VP for each mushroom in this row.
    .facts = terrain · sunny, wet, rocky, cold · cost 5 · 3 VP
face-106 = Badlands
    .text = Green: take 1 soil. At the end: 3 VP for each bush in this row.
    .facts = terrain · sunny, wet, rocky, cold · cost 4 · 2 VP
face-107 = Mixed Forest
    .text = Green: compost up to 2 cards from your hand. At the end: 3 VP for each mushroom in this column.
    .facts = terrain · wet, rocky, cold · cost 4 · 4 VP
face-108 = Scrubland
    .text = Green: draw 1 card. At the end: 3 VP for each bush in this column.
    .facts = terrain · sunny, wet, rocky · cost 4 · 2 VP
face-109 = Grassland
    .text = Green: place 2 sprouts. At the end: 3 VP for each herb in this column.
    .facts = terrain · wet · cost 4 · 2 VP
face-110 = Cloudforest
    .text = Green: place 1 growth. At the end: 3 VP for each tree side by side with this card.
    .facts = terrain · sunny, wet, rocky, cold · cost 2 · 1 VP
face-111 = Plain
    .text = At the end: 2 VP for each card of your longest path of sunny cards side by side that runs through this card.
    .facts = terrain · sunny, wet, rocky · cost 9 · 0 VP
face-112 = Swamp
    .text = Green: draw 1 card. At the end: 3 VP for each mushroom side by side with this card.
    .facts = terrain · wet · cost 1 · 0 VP
face-113 = Stream
    .text = At the end: 2 VP for each card of your longest path of wet cards side by side that runs through this card.
    .facts = terrain · wet, rocky, cold · cost 9 · 0 VP
face-114 = Glacier
    .text = At the end: 2 VP for each card of your longest path of cold cards side by side that runs through this card.
    .facts = terrain · wet, rocky, cold · cost 9 · 0 VP
face-115 = Lake
    .text = At the end: 5 VP for each mushroom corner to corner with this card.
    .facts = terrain · sunny, wet · cost 9 · 10 VP
face-116 = Meadow
    .text = At the end: 5 VP for each herb corner to corner with this card.
    .facts = terrain · sunny, rocky · cost 9 · 10 VP
face-117 = Forest Edge
    .text = At the end: 5 VP for each bush corner to corner with this card.
    .facts = terrain · sunny, wet · cost 9 · 10 VP
face-118 = Giant Forest
    .text = At the end: 5 VP for each flora card in your field with at least 4 growth.
    .facts = terrain · wet, rocky, cold · cost 14 · 0 VP
face-119 = Jungle
    .text = At the end: 2 VP for each flora card in your field with at least 4 sprouts.
    .facts = terrain · sunny, wet, rocky · cost 9 · 0 VP
face-120 = Redwood Forest
    .text = At the end: 2 VP for each flora card in your field with at least 2 growth.
    .facts = terrain · wet, rocky, cold · cost 11 · 0 VP
face-121 = Rain Forest
    .text = At the end: 2 VP for each flora card in your field with at least 2 sprouts.
    .facts = terrain · sunny, wet, rocky, cold · cost 14 · 0 VP
face-122 = Savanna
    .text = At the end: 2 VP for each card with a yellow ability of the player who has the most of them (island and climate count).
    .facts = terrain · sunny, wet, rocky · cost 9 · 0 VP
face-123 = River
    .text = At the end: 2 VP for each card with a blue ability of the player who has the most of them (island and climate count).
    .facts = terrain · wet, rocky, cold · cost 9 · 0 VP
face-124 = Volcano
    .text = At the end: 2 VP for each card with a red ability of the player who has the most of them (island and climate count).
    .facts = terrain · sunny, rocky, cold · cost 9 · 0 VP
face-125 = Permafrost
    .text = At the end: 1 VP for each card in your field costing at most 3.
    .facts = terrain · sunny, rocky, cold · cost 2 · 0 VP
face-126 = Fertile Land
    .text = At the end: 2 VP for each card in your field costing at least 4.
    .facts = terrain · sunny, wet, cold · cost 9 · 0 VP
face-127 = Blossoming Lands
    .text = At the end: 3 VP for each card in your field worth at least 4 VP (island and climate count).
    .facts = terrain · sunny, wet · cost 15 · 4 VP
face-128 = Impoverished Land
    .text = At the end: 1 VP for each card in your field worth at most 3 VP (island and climate count).
    .facts = terrain · sunny, rocky, cold · cost 5 · 1 VP
face-129 = Mountain Fern Moss
    .text = Red: compost 1 card from your hand → take 2 soil.
    .facts = herb · rocky, cold · cost 1 · 0 VP · up to 3 sprouts · growth up to 1 (canopy 1 VP) · a place in its name
face-130 = Pheasant's Back
    .text = Yellow: place 1 growth on each mushroom in this column, itself included.
    .facts = mushroom · wet · cost 4 · 1 VP · up to 4 sprouts · growth up to 2 (canopy 4 VP) · an animal in its name
face-131 = Honey Fungus
    .text = Blue: place 1 sprout on each mushroom in this column, itself included.
    .facts = mushroom · wet, cold · cost 2 · 1 VP · up to 5 sprouts · growth up to 1 (canopy 1 VP)
face-132 = Old Fashioned Weigela
    .text = Red: remove 2 sprouts → take 4 soil.
    .facts = bush · rocky, cold · cost 5 · 2 VP · up to 3 sprouts · growth up to 2 (canopy 3 VP)
face-133 = Dahlia
    .text = Yellow: place 1 growth on each bush in this column, itself included.
    .facts = bush · sunny, wet, cold · cost 0 · 0 VP · growth up to 3 (canopy 3 VP)
face-134 = Lingzhi
    .text = Blue: place 1 sprout on each mushroom in this row, itself included.
    .facts = mushroom · wet · cost 6 · 4 VP · up to 5 sprouts · growth up to 1 (canopy 3 VP)
face-135 = Vomiting Russula
    .text = Red: remove 2 sprouts → take 4 soil.
    .facts = mushroom · cold · cost 1 · 0 VP · up to 4 sprouts
face-136 = Wall Screw-Moss
    .text = Yellow: place 1 growth on each herb in this column, itself included.
    .facts = herb · rocky, cold · cost 2 · 1 VP · up to 3 sprouts · growth up to 2 (canopy 2 VP)
face-137 = Cinnamon Tree
    .text = Blue: place 1 sprout on each tree in this row, itself included.
    .facts = tree · rocky · cost 5 · 3 VP · up to 4 sprouts · growth up to 3 (canopy 4 VP) · a colour in its name
face-138 = Bleeding-Heart Vine
    .text = Red: remove 2 growth → take 4 soil.
    .facts = bush · sunny, wet · cost 4 · 1 VP · up to 2 sprouts · growth up to 3 (canopy 5 VP)
face-139 = Sweet Orange Tree
    .text = Yellow: place 1 growth on each tree in this column, itself included.
    .facts = tree · sunny · cost 7 · 2 VP · up to 4 sprouts · growth up to 4 (canopy 7 VP) · a colour in its name
face-140 = February Daphne
    .text = Blue: place 1 sprout on each bush in this row, itself included.
    .facts = bush · cold · cost 1 · 0 VP · up to 4 sprouts · growth up to 2 (canopy 3 VP)
face-141 = Spider Tresses
    .text = Red: remove 2 growth → take 4 soil.
    .facts = bush · rocky, cold · cost 1 · 0 VP · growth up to 3 (canopy 4 VP) · an animal in its name
face-142 = Olive Tree
    .text = Yellow: place 1 growth on each tree in this row, itself included.
    .facts = tree · sunny, rocky · cost 0 · 0 VP · up to 1 sprout · growth up to 2 (canopy 2 VP) · a colour in its name
face-143 = Juniper Polytrichum Moss
    .text = Blue: place 1 sprout on each herb in this row, itself included.
    .facts = herb · rocky, cold · cost 2 · 1 VP · up to 6 sprouts
face-144 = Jelly Ear
    .text = Red: pay 1 soil → compost up to 4 cards from your hand.
    .facts = mushroom · cold · cost 4 · 6 VP · up to 6 sprouts · growth up to 2 (canopy 2 VP)
face-145 = Golden Chanterelle
    .text = Yellow: place 1 growth on each mushroom in this row, itself included.
    .facts = mushroom · cold · cost 3 · 1 VP · up to 3 sprouts · growth up to 2 (canopy 4 VP) · a colour in its name
face-146 = Banana Tree
    .text = Blue: pay 2 soil → place 4 sprouts.
    .facts = tree · wet · cost 3 · 2 VP · up to 6 sprouts · growth up to 4 (canopy 5 VP)
face-147 = Beavertail Cactus
    .text = Red: pay 1 soil → compost up to 4 cards from your hand.
    .facts = bush · sunny, rocky · cost 2 · 4 VP · up to 6 sprouts · growth up to 1 (canopy 2 VP) · an animal in its name
face-148 = Sun Flower
    .text = Yellow: place 1 growth on each herb in this row, itself included.
    .facts = herb · sunny · cost 3 · 1 VP · up to 3 sprouts · growth up to 3 (canopy 4 VP)
face-149 = Avocado Tree
    .text = Blue: pay 2 soil → place 4 sprouts.
    .facts = tree · sunny, wet · cost 6 · 4 VP · up to 6 sprouts · growth up to 3 (canopy 6 VP)
face-150 = Shoestring Acacia
    .text = Red: pay 1 soil → draw 2 cards.
    .facts = tree · sunny, rocky · cost 4 · 1 VP · up to 6 sprouts · growth up to 3 (canopy 6 VP)
face-151 = Giant Club Cactus
    .text = Yellow: place 1 growth on each bush in this row, itself included.
    .facts = bush · sunny · cost 7 · 2 VP · up to 3 sprouts · growth up to 5 (canopy 8 VP)
face-152 = Strangle-Tare
    .text = Blue: remove 1 sprout → draw 2 cards.
    .facts = bush · cost 0 · 0 VP · up to 5 sprouts · growth up to 2 (canopy 2 VP)
face-153 = Jalapeño
    .text = Red: pay 1 soil → draw 2 cards.
    .facts = herb · sunny · cost 2 · 2 VP · up to 4 sprouts · growth up to 3 (canopy 4 VP)
face-154 = Tall Bluestem
    .text = Yellow: pay 2 soil → place 4 growth.
    .facts = herb · sunny · cost 7 · 3 VP · up to 6 sprouts · growth up to 4 (canopy 7 VP) · a colour in its name
face-155 = Iceman Fungus
    .text = Blue: remove 1 sprout → draw 2 cards.
    .facts = mushroom · cold · cost 1 · 1 VP · up to 6 sprouts · an animal in its name
face-156 = Brittle Prickly Pear
    .text = Red: take 3 soil.
    .facts = bush · wet, rocky, cold · cost 2 · 0 VP · up to 2 sprouts · growth up to 1 (canopy 1 VP)
face-157 = Umbrella Thorn Acacia
    .text = Yellow: pay 2 soil → place 4 growth.
    .facts = tree · sunny, rocky · cost 4 · 1 VP · up to 6 sprouts · growth up to 4 (canopy 6 VP)
face-158 = Hardy Kiwi
    .text = Blue: discard the top 2 cards of your compost → place 4 sprouts.
    .facts = bush · cost 6 · 4 VP · up to 5 sprouts · growth up to 3 (canopy 4 VP)
face-159 = Grey Reindeer Lichen
    .text = Red: take 3 soil.
    .facts = herb · rocky, cold · cost 6 · 3 VP · up to 2 sprouts · growth up to 1 (canopy 2 VP) · a colour and an animal in its name
face-160 = Silver Leaf
    .text = Yellow: remove 1 growth → take 3 soil.
    .facts = mushroom · cold · cost 1 · 1 VP · up to 2 sprouts · growth up to 1 (canopy 2 VP) · a colour in its name
face-161 = Asparagus
    .text = Blue: discard the top 2 cards of your compost → place 4 sprouts.
    .facts = bush · cold · cost 0 · 0 VP · up to 4 sprouts · growth up to 2 (canopy 2 VP)
face-162 = Iceland Moss
    .text = Red: compost 1 card from your hand → place 1 sprout.
    .facts = herb · rocky, cold · cost 1 · 2 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP) · a place in its name
face-163 = Mycena Chlorophos
    .text = Yellow: remove 1 growth → take 3 soil.
    .facts = mushroom · wet, cold · cost 3 · 2 VP · up to 4 sprouts · growth up to 1 (canopy 1 VP)
face-164 = Mineral Rich Land
    .text = At the end: 2 VP for each soil in your reserve, 30 VP at most.
    .facts = terrain · sunny, rocky, cold · cost 12 · 1 VP
face-165 = Blooming Land
    .text = At the end: 1 VP for each card in your hand, 30 VP at most.
    .facts = terrain · sunny, wet, rocky · cost 12 · 1 VP
face-166 = Putrefied Land
    .text = At the end: 1 VP for each card in your compost, 30 VP at most.
    .facts = terrain · wet, rocky, cold · cost 12 · 1 VP
face-167 = Red-Caped Scaber Stalk
    .text = Red: compost 1 card from your hand → place 1 growth.
    .facts = mushroom · cold · cost 2 · 1 VP · up to 6 sprouts · growth up to 2 (canopy 4 VP) · a colour in its name
face-168 = Wild Syringa
    .text = Yellow: place 1 growth. Red: remove 1 growth → take 2 soil.
    .facts = tree · sunny · cost 1 · 1 VP · growth up to 4 (canopy 4 VP)
face-169 = Dahurian Larch
    .text = Yellow: draw 1 card. Red: remove 1 growth → compost up to 2 cards from your hand.
    .facts = tree · wet, cold · cost 6 · 6 VP · growth up to 4 (canopy 6 VP)
face-170 = Saffron Milk Cap
    .text = Yellow: discard the top card of your compost → place 2 growth. Red: compost up to 2 cards from your hand.
    .facts = mushroom · cost 0 · 0 VP · up to 4 sprouts · growth up to 1 (canopy 2 VP)
face-171 = Field Bindweed
    .text = Yellow: remove 1 sprout → place 2 growth. Blue: remove 1 growth → place 2 sprouts.
    .facts = bush · cost 6 · 4 VP · up to 5 sprouts · growth up to 3 (canopy 5 VP)
face-172 = Black Mangrove
    .text = Yellow: compost up to 2 cards from your hand. Blue: discard the top card of your compost → take 2 soil.
    .facts = tree · wet · cost 6 · 4 VP · up to 2 sprouts · growth up to 2 (canopy 4 VP) · a colour in its name
face-173 = Oakmoss
    .text = Yellow: remove 1 sprout → take 2 soil. Blue: remove 1 growth → take 2 soil.
    .facts = herb · rocky, cold · cost 2 · 0 VP · up to 2 sprouts · growth up to 2 (canopy 2 VP)
face-174 = Red Mangrove
    .text = Red: remove 1 sprout → draw 1 card. Blue: discard the top card of your compost → draw 1 card.
    .facts = tree · wet · cost 2 · 2 VP · up to 4 sprouts · growth up to 3 (canopy 4 VP) · a colour in its name
face-175 = Slippery Jack
    .text = Red: compost up to 2 cards from your hand. Blue: discard the top 2 cards of your compost → take 3 soil.
    .facts = mushroom · wet, cold · cost 3 · 1 VP · up to 2 sprouts · growth up to 2 (canopy 2 VP)
face-176 = Bird's-Foot Trefoil
    .text = Red: remove 1 sprout → place 2 growth. Blue: remove 1 growth → draw 2 cards.
    .facts = herb · rocky · cost 3 · 2 VP · up to 3 sprouts · growth up to 1 (canopy 1 VP) · an animal in its name
face-177 = Extinct Volcano
    .text = Green: take 1 soil, then compost 2 cards from the deck. Lasting: in your own turn you cannot choose the red action (Compost).
    .facts = terrain · sunny, wet, rocky, cold · cost 7 · 6 VP
face-178 = Circumpolar Barren Land
    .text = Green: draw 1 card, then place 1 growth. Lasting: in your own turn you cannot choose the yellow action (Grow).
    .facts = terrain · sunny, wet, cold · cost 6 · 6 VP
face-179 = Fertile Rainless Land
    .text = Green: place 3 sprouts. Lasting: in your own turn you cannot choose the blue action (Water).
    .facts = terrain · sunny, rocky · cost 8 · 8 VP
face-180 = Common Onion
    .text = Yellow: place 1 growth. Red: remove 1 growth → place 2 sprouts.
    .facts = bush · wet, cold · cost 3 · 2 VP · up to 6 sprouts · growth up to 1 (canopy 2 VP)
face-181 = Organ Pipe Cactus
    .text = Yellow: remove 1 growth → place 2 sprouts. Red: remove 1 sprout → take 2 soil.
    .facts = bush · sunny, rocky, cold · cost 4 · 0 VP · up to 3 sprouts · growth up to 4 (canopy 6 VP)
face-182 = Elegan Sunburst Lichen
    .text = Yellow: discard the top card of your compost → draw 2 cards. Red: compost 1 card from your hand → take 1 soil.
    .facts = herb · rocky, cold · cost 7 · 4 VP · up to 3 sprouts
face-183 = Sacred Lotus
    .text = Yellow: place 2 growth. Blue: place 2 sprouts.
    .facts = herb · wet · cost 8 · 5 VP · up to 1 sprout · growth up to 1 (canopy 5 VP)
face-184 = Victoria Amazonica
    .text = Yellow: compost up to 2 cards from your hand. Blue: discard the top 2 cards of your compost → take 2 soil, then place 1 sprout.
    .facts = herb · wet · cost 3 · 0 VP · up to 5 sprouts · growth up to 2 (canopy 2 VP) · a place in its name
face-185 = White Water Lily
    .text = Yellow: take 1 soil. Blue: take 1 soil.
    .facts = herb · wet · cost 2 · 0 VP · up to 5 sprouts · growth up to 2 (canopy 2 VP) · a colour in its name
face-186 = Mountain Aspen
    .text = Red: remove 1 growth → compost up to 3 cards from your hand. Blue: place 1 growth.
    .facts = tree · cold · cost 4 · 4 VP · up to 3 sprouts · growth up to 3 (canopy 5 VP) · a place in its name
face-187 = Venus Flytrap
    .text = Red: compost up to 2 cards from your hand. Blue: compost up to 2 cards from your hand.
    .facts = bush · sunny · cost 6 · 4 VP · up to 6 sprouts · growth up to 1 (canopy 3 VP) · an animal in its name
face-188 = Great Pitcher Plant
    .text = Red: take 1 soil. Blue: take 1 soil.
    .facts = bush · cost 2 · 0 VP · up to 3 sprouts · growth up to 4 (canopy 4 VP)
face-189 = Horn Of Plenty
    .text = Lasting: any part of this card's cost can be paid with cards composted from your hand, each for 1 soil.
    .facts = mushroom · cost 3 · 3 VP · up to 5 sprouts · growth up to 1 (canopy 2 VP)
face-190 = Indian Oyster
    .text = Lasting: any part of this card's cost can be paid with cards composted from your hand, each for 1 soil.
    .facts = mushroom · cost 4 · 5 VP · up to 3 sprouts · a place and an animal in its name
face-191 = English Walnut
    .text = Lasting: any part of this card's cost can be paid with sprouts, each for 1 soil.
    .facts = tree · cost 3 · 1 VP · up to 5 sprouts · growth up to 4 (canopy 6 VP) · a place in its name
face-192 = American Beech
    .text = Lasting: any part of this card's cost can be paid with sprouts, each for 1 soil.
    .facts = tree · rocky, cold · cost 4 · 4 VP · up to 2 sprouts · growth up to 2 (canopy 3 VP) · a place in its name
face-193 = Giant Bearded Fig
    .text = Lasting: any part of this card's cost can be paid with growth, each for 1 soil.
    .facts = tree · sunny · cost 1 · 3 VP · up to 4 sprouts · growth up to 3 (canopy 5 VP)
face-194 = Strangler Fig
    .text = Lasting: any part of this card's cost can be paid with growth, each for 1 soil.
    .facts = tree · cost 4 · 4 VP · up to 4 sprouts · growth up to 2 (canopy 3 VP)
face-195 = Hurricane
    .text = When played: remove 3 growth → place 6 sprouts.
    .facts = event · -1 VP
face-196 = Tsunami
    .text = When played: remove 5 growth → draw 6 cards.
    .facts = event · -4 VP
face-197 = Earthquake Fissure
    .text = When played: remove 5 sprouts → draw 1 card, then compost 8 cards from the deck.
    .facts = event · -1 VP
face-198 = Volcanic Eruption
    .text = When played: remove 7 sprouts → take 8 soil.
    .facts = event · -2 VP
face-199 = Tornado
    .text = When played: remove 2 sprouts → take 4 soil.
    .facts = event · -2 VP
face-200 = Typhoon
    .text = When played: remove 4 growth → place 8 sprouts.
    .facts = event · -2 VP
face-201 = Tropical Storm
    .text = When played: remove 2 growth → place 4 sprouts.
    .facts = event · 0 VP
face-202 = Lightning
    .text = When played: remove 1 growth → place 2 sprouts.
    .facts = event · 1 VP
face-203 = Blizzard
    .text = When played: remove 2 sprouts → draw 3 cards.
    .facts = event · -2 VP
face-204 = Hail
    .text = When played: remove 2 sprouts → compost 5 cards from the deck.
    .facts = event · 0 VP
face-205 = Lava Flow
    .text = When played: discard the top 4 cards of your compost → draw 4 cards.
    .facts = event · -3 VP
face-206 = Lava Tube
    .text = When played: pay 1 soil → draw 2 cards.
    .facts = event · 0 VP
face-207 = Lava Lake
    .text = When played: remove 1 sprout → take 3 soil.
    .facts = event · -2 VP
face-208 = High Tide
    .text = When played: pay 2 soil → place 3 sprouts.
    .facts = event · 0 VP
face-209 = Low Tide
    .text = When played: discard the top 4 cards of your compost → take 3 soil.
    .facts = event · 0 VP
face-210 = Earthquake
    .text = When played: remove 2 growth → compost 5 cards from the deck.
    .facts = event · 0 VP
face-211 = Heat Wave
    .text = When played: remove 3 sprouts → place 6 growth.
    .facts = event · -3 VP
face-212 = Snow
    .text = When played: remove 1 sprout → draw 2 cards.
    .facts = event · -1 VP
face-213 = Flash Flood
    .text = When played: discard the top 4 cards of your compost → place 4 growth.
    .facts = event · 0 VP
face-214 = Flooding
    .text = When played: remove 1 sprout → compost 3 cards from the deck.
    .facts = event · 1 VP
face-215 = Dust Storm
    .text = When played: remove 5 sprouts → take 6 soil.
    .facts = event · -2 VP
face-216 = Waterspout
    .text = When played: remove 1 growth → draw 2 cards.
    .facts = event · -1 VP
face-217 = Landslide
    .text = When played: pay 4 soil → draw 4 cards, then compost 4 cards from the deck.
    .facts = event · -3 VP
face-218 = Wildfire
    .text = When played: remove 6 sprouts → draw 6 cards.
    .facts = event · -4 VP
face-219 = Cold Front
    .text = When played: compost 2 cards from the deck.
    .facts = event · 0 VP
face-220 = Geyser
    .text = When played: discard the top 2 cards of your compost → draw 2 cards.
    .facts = event · 0 VP
face-221 = Steam Vents
    .text = When played: place 2 sprouts.
    .facts = event · 0 VP
face-222 = Mudpot
    .text = When played: take 1 soil.
    .facts = event · 0 VP
face-223 = Rainbow
    .text = When played: place 1 growth.
    .facts = event · 1 VP
face-224 = Jokulhaup
    .text = When played: remove 5 sprouts and remove 4 growth → take 6 soil, then draw 4 cards.
    .facts = event · -4 VP
face-225 = Fog
    .text = When played: place 1 sprout, then place 1 growth.
    .facts = event · 0 VP
face-226 = Clamshell Orchid
    .text = Red: take 1 soil, then compost up to 2 cards from your hand.
    .facts = herb · sunny, rocky · cost 3 · 4 VP · up to 2 sprouts · growth up to 1 (canopy 3 VP) · an animal in its name
face-227 = Tiger Orchid
    .text = Blue: place 2 sprouts.
    .facts = bush · wet · cost 7 · 4 VP · up to 2 sprouts · growth up to 6 (canopy 10 VP) · an animal in its name
face-228 = Western Jack-O'-Lantern
    .text = Yellow: draw 1 card, then place 1 growth.
    .facts = mushroom · cold · cost 4 · 1 VP · up to 6 sprouts · growth up to 2 (canopy 3 VP) · a place in its name
face-229 = Lava Plain
    .text = Green: compost up to 2 cards from your hand. Lasting: you may plant a card with a red ability on this card, without its cost; then this card goes into your compost and you draw 2 cards.
    .facts = terrain · sunny, wet, rocky, cold · cost 1 · 0 VP
face-230 = Alluvial Sediments
    .text = Green: place 2 sprouts. Lasting: you may plant a card with a blue ability on this card, without its cost; then this card goes into your compost and you draw 2 cards.
    .facts = terrain · wet, rocky · cost 3 · 0 VP
face-231 = Flatland
    .text = Green: place 1 growth. Lasting: you may plant a card with a yellow ability on this card, without its cost; then this card goes into your compost and you draw 2 cards.
    .facts = terrain · sunny, wet, rocky, cold · cost 1 · 0 VP
face-232 = Aurora Borealis
    .text = When played: discard the top card of your compost → place 3 sprouts.
    .facts = event · 0 VP
face-233 = Hot Spring
    .text = When played: discard the top 3 cards of your compost → place 4 sprouts.
    .facts = event · 0 VP
face-234 = Rainbow Eucalyptus
    .text = Multicoloured: pay 1 soil → place 2 growth.
    .facts = tree · sunny, wet · cost 8 · 1 VP · up to 6 sprouts · growth up to 5 (canopy 9 VP)
face-235 = Bald Cypress
    .text = Multicoloured: discard the top card of your compost → take 1 soil.
    .facts = tree · sunny, wet, rocky · cost 2 · 2 VP · up to 3 sprouts · growth up to 2 (canopy 3 VP)
face-236 = Chinese Wisteria
    .text = Multicoloured: remove 1 sprout → take 1 soil.
    .facts = tree · sunny, wet, cold · cost 7 · 2 VP · up to 6 sprouts · growth up to 4 (canopy 6 VP) · a place in its name
face-237 = Balsam Fir
    .text = Multicoloured: remove 1 growth → compost up to 3 cards from your hand.
    .facts = tree · cold · cost 3 · 2 VP · up to 4 sprouts · growth up to 4 (canopy 6 VP)
face-238 = Red Cage Fungus
    .text = Multicoloured: pay 1 soil → compost up to 3 cards from your hand.
    .facts = mushroom · cold · cost 1 · 3 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP) · a colour in its name
face-239 = Starfish Fungus
    .text = Multicoloured: discard the top card of your compost → take 1 soil.
    .facts = mushroom · rocky · cost 2 · 2 VP · up to 4 sprouts · growth up to 2 (canopy 3 VP) · an animal in its name
face-240 = Yellow Staghorn
    .text = Multicoloured: remove 1 sprout → place 1 growth.
    .facts = mushroom · cost 8 · 7 VP · up to 5 sprouts · growth up to 3 (canopy 6 VP) · a colour and an animal in its name
face-241 = Blue Milk
    .text = Multicoloured: remove 1 growth → draw 1 card.
    .facts = mushroom · cost 3 · 1 VP · up to 5 sprouts · growth up to 3 (canopy 5 VP) · a colour in its name
face-242 = Hairawn Muhly
    .text = Multicoloured: pay 1 soil → place 2 sprouts.
    .facts = herb · sunny, rocky, cold · cost 5 · 4 VP · up to 4 sprouts · growth up to 2 (canopy 4 VP)
face-243 = Painted Nettle
    .text = Multicoloured: discard the top card of your compost → place 1 growth.
    .facts = herb · cost 2 · 2 VP · up to 5 sprouts · growth up to 3 (canopy 5 VP)
face-244 = New Zealand Flax
    .text = Multicoloured: remove 1 sprout → draw 1 card.
    .facts = herb · sunny · cost 9 · 4 VP · up to 6 sprouts · growth up to 4 (canopy 5 VP) · a place in its name
face-245 = Bee Balm
    .text = Multicoloured: remove 1 growth → take 1 soil, then you may compost a card from your hand.
    .facts = herb · rocky · cost 3 · 1 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP) · an animal in its name
face-246 = Rainbow Plant
    .text = Multicoloured: pay 1 soil → draw 1 card.
    .facts = bush · sunny, wet, rocky · cost 5 · 2 VP · up to 6 sprouts · growth up to 4 (canopy 5 VP)
face-247 = Purple Passionflower
    .text = Multicoloured: discard the top card of your compost → place 1 sprout.
    .facts = bush · cost 3 · 3 VP · up to 5 sprouts · growth up to 3 (canopy 4 VP) · a colour in its name
face-248 = Edible Amaranth
    .text = Multicoloured: remove 1 sprout → compost up to 2 cards from your hand.
    .facts = bush · sunny · cost 8 · 5 VP · up to 6 sprouts · growth up to 5 (canopy 7 VP)
face-249 = Persian Shield
    .text = Multicoloured: remove 1 growth → place 2 sprouts.
    .facts = bush · sunny · cost 4 · 1 VP · up to 4 sprouts · growth up to 4 (canopy 5 VP) · a place in its name
face-250 = Curry Tree
    .text = Multicoloured: pay 1 soil and discard the top card of your compost → place 1 growth, then place 2 sprouts.
    .facts = tree · cost 1 · 1 VP · up to 5 sprouts · growth up to 2 (canopy 2 VP)
face-251 = Cookeina
    .text = Multicoloured: remove 1 sprout and remove 1 growth → you may compost a card from your hand, then take 2 soil.
    .facts = mushroom · wet · cost 2 · 0 VP · up to 3 sprouts · growth up to 3 (canopy 3 VP)
face-252 = Chives
    .text = Multicoloured: discard the top card of your compost and remove 1 growth → place 1 sprout, then take 2 soil.
    .facts = herb · sunny · cost 4 · 0 VP · up to 4 sprouts · growth up to 1 (canopy 1 VP)
face-253 = Chinese Peony
    .text = Multicoloured: pay 1 soil and remove 1 sprout → place 1 growth, then draw 1 card.
    .facts = bush · sunny, rocky · cost 5 · 1 VP · up to 6 sprouts · growth up to 4 (canopy 5 VP) · a place in its name
face-254 = Flooded Delta
    .text = When planted: place 13 sprouts.
    .facts = terrain · sunny, wet, rocky · cost 10 · 4 VP
face-255 = Bamboo Forest
    .text = When planted: place 10 growth.
    .facts = terrain · sunny, wet, rocky · cost 8 · 4 VP
face-256 = Monsoon Irrigated Plateau
    .text = When planted: compost up to 20 cards from your hand.
    .facts = terrain · sunny, wet, rocky, cold · cost 9 · 0 VP
face-257 = Volcanic Grounds
    .text = When planted: take 6 soil.
    .facts = terrain · sunny, rocky, cold · cost 1 · 4 VP
face-258 = Compost Filled Grounds
    .text = When planted: draw 2 cards, then compost up to 4 cards from your hand.
    .facts = terrain · sunny, wet, rocky, cold · cost 1 · 4 VP
face-259 = Supernova
    .text = When played: discard the top 2 cards of your compost → place 2 growth.
    .facts = event · 1 VP
face-260 = Comet
    .text = When played: remove 3 sprouts and remove 3 growth → take 4 soil, then draw 3 cards.
    .facts = event · -3 VP
face-261 = Shooting Star
    .text = When played: look at the top 3 cards of your compost, take 1 into your hand and put the others back on top in any order.
    .facts = event · 0 VP
face-262 = Asteroid
    .text = When played: remove 5 sprouts and remove 4 growth → take 8 soil, then compost 5 cards from the deck.
    .facts = event · -4 VP
face-263 = Solar Flare
    .text = When played: remove 1 sprout and remove 2 growth → draw 3 cards.
    .facts = event · 0 VP
face-264 = Tor-Grass
    .text = When planted: place 5 sprouts.
    .facts = herb · rocky, cold · cost 5 · 1 VP · up to 6 sprouts · growth up to 2 (canopy 3 VP)
face-265 = Red Gram
    .text = When planted: take 4 soil.
    .facts = bush · wet · cost 1 · 0 VP · up to 5 sprouts · growth up to 1 (canopy 1 VP) · a colour in its name
face-266 = Pomegranate Tree
    .text = When planted: draw 2 cards.
    .facts = tree · sunny, wet · cost 6 · 4 VP · up to 4 sprouts · growth up to 3 (canopy 5 VP)
face-267 = Woolly Buckeye
    .text = Yellow: place up to 3 growth on flora cards around this card, itself excluded.
    .facts = tree · sunny, rocky · cost 5 · 2 VP · up to 5 sprouts · growth up to 1 (canopy 3 VP) · an animal in its name
face-268 = Japanese Stewartia
    .text = Blue: place up to 3 sprouts on flora cards around this card, itself excluded.
    .facts = tree · wet, cold · cost 3 · 3 VP · up to 1 sprout · growth up to 2 (canopy 4 VP) · a place in its name
face-269 = Volcanic Ash Plain
    .text = When planted: place 7 sprouts.
    .facts = terrain · sunny, wet, rocky, cold · cost 0 · 2 VP
face-270 = Angel's Trumpets
    .text = Yellow: place up to 3 growth on flora cards around this card, itself excluded.
    .facts = bush · wet · cost 3 · 1 VP · growth up to 5 (canopy 7 VP)
face-271 = Jojoba
    .text = Red: compost 2 cards from the deck.
    .facts = bush · sunny, rocky, cold · cost 2 · 1 VP · up to 3 sprouts · growth up to 5 (canopy 6 VP)
face-272 = Sunny Hillside
    .text = When planted: place 7 growth.
    .facts = terrain · sunny, wet, rocky, cold · cost 2 · 2 VP
face-273 = Sensitive Plant
    .text = Blue: place up to 3 sprouts on flora cards around this card, itself excluded.
    .facts = herb · sunny, rocky · cost 2 · 1 VP · up to 3 sprouts · growth up to 3 (canopy 3 VP)
face-274 = Celery
    .text = Red: compost 2 cards from the deck.
    .facts = herb · cost 2 · 2 VP · up to 6 sprouts · growth up to 2 (canopy 4 VP)
face-275 = Luxuriant Woodland
    .text = When planted: draw 5 cards.
    .facts = terrain · sunny, wet, rocky · cost 4 · 4 VP
face-276 = Slime Mold
    .text = Yellow: place up to 3 growth on flora cards around this card, itself excluded.
    .facts = mushroom · cold · cost 1 · 1 VP · up to 4 sprouts · an animal in its name
face-277 = Purple Jellydisc
    .text = Blue: place up to 3 sprouts on flora cards around this card, itself excluded.
    .facts = mushroom · sunny, cold · cost 4 · 2 VP · up to 6 sprouts · growth up to 1 (canopy 1 VP) · a colour in its name
face-278 = Parrot Waxcap
    .text = Red: compost 2 cards from the deck.
    .facts = mushroom · sunny, cold · cost 4 · 5 VP · up to 5 sprouts · growth up to 1 (canopy 2 VP) · an animal in its name
face-279 = Swamp Sprouts
    .text = Blue: use a blue ability of another card in your field as if it stood here. Lasting: it is a tree, a herb, a mushroom and a bush at once.
    .facts = any type · sunny, wet, rocky, cold · cost 8 · 0 VP · up to 2 sprouts · growth up to 2 (canopy 3 VP) · a place in its name
face-280 = Dragon Sprouts
    .text = Red: use a red ability of another card in your field as if it stood here. Lasting: it is a tree, a herb, a mushroom and a bush at once.
    .facts = any type · sunny, wet, rocky, cold · cost 8 · 0 VP · up to 2 sprouts · growth up to 2 (canopy 3 VP) · an animal in its name
face-281 = Yellow Sprouts
    .text = Yellow: use a yellow ability of another card in your field as if it stood here. Lasting: it is a tree, a herb, a mushroom and a bush at once.
    .facts = any type · sunny, wet, rocky, cold · cost 8 · 0 VP · up to 2 sprouts · growth up to 2 (canopy 3 VP) · a colour in its name
face-282 = Gigantic Island
    .text = At the end: 3 VP for each terrain in your field.
    .facts = terrain · sunny, wet, rocky, cold · cost 12 · 0 VP
face-283 = Kauai
    .text = To begin with: 12 cards (5 of them into your compost) and 6 soil. Green: draw 1 card for each terrain that you planted this turn.
    .facts = island · wet · 0 VP
face-284 = Vulcano
    .text = To begin with: 6 cards (3 of them into your compost) and 6 soil. Whenever you play an event: take 1 soil.
    .facts = island · sunny, rocky · 10 VP
face-285 = Nishinoshima
    .text = To begin with: 11 cards (3 of them into your compost) and 6 soil. Lasting: sunny cards cost you 1 soil less to plant.
    .facts = island · sunny, rocky · 0 VP
face-286 = Luzon
    .text = To begin with: 6 cards (4 of them into your compost) and 4 soil. Yellow, in your own turn: place 2 sprouts.
    .facts = island · sunny, wet · 10 VP
face-287 = Deception
    .text = To begin with: 10 cards (4 of them into your compost) and 6 soil. Lasting: cold cards cost you 1 soil less to plant.
    .facts = island · rocky, cold · 1 VP
face-288 = Nisyros
    .text = To begin with: 3 cards and 4 soil. Green: place 2 growth for each sunny card that you planted this turn.
    .facts = island · sunny, rocky · 9 VP
face-289 = Barren
    .text = To begin with: 10 cards (2 of them into your compost) and 6 soil. Red, in your own turn: compost up to 3 cards from your hand.
    .facts = island · wet, rocky · 1 VP
face-290 = Santorini
    .text = To begin with: 4 cards and 4 soil. Green: take 2 soil for each card with a yellow ability that you planted this turn.
    .facts = island · sunny · 9 VP
face-291 = Mo'orea
    .text = To begin with: 8 cards (5 of them into your compost) and 6 soil. Yellow, in your own turn: place 2 growth.
    .facts = island · sunny, wet · 4 VP
face-292 = Iceland
    .text = To begin with: 5 cards (1 of them into your compost) and 4 soil. Green: take 2 soil for each card with a red ability that you planted this turn.
    .facts = island · wet, cold · 6 VP
face-293 = Kunashir
    .text = To begin with: 8 cards (2 of them into your compost) and 6 soil. Green: place 2 sprouts for each cold card that you planted this turn.
    .facts = island · cold · 2 VP
face-294 = Jan Mayen
    .text = To begin with: 5 cards (2 of them into your compost) and 5 soil. Blue, in your own turn: take 2 soil.
    .facts = island · wet, cold · 8 VP
face-295 = Kyushu
    .text = To begin with: 8 cards (3 of them into your compost) and 8 soil. Lasting: wet cards cost you 1 soil less to plant.
    .facts = island · wet, cold · 2 VP
face-296 = Jamaica
    .text = To begin with: 6 cards (3 of them into your compost) and 5 soil. Whenever you play an event: draw 1 card.
    .facts = island · sunny, wet · 8 VP
face-297 = La Palma
    .text = To begin with: 6 cards (2 of them into your compost) and 7 soil. Blue, in your own turn: draw 2 cards.
    .facts = island · rocky · 5 VP
face-298 = Metis Shoal
    .text = To begin with: 7 cards (4 of them into your compost) and 4 soil. Red, in your own turn: draw 2 cards.
    .facts = island · sunny, rocky · 5 VP
face-299 = Whakaari
    .text = To begin with: 7 cards (4 of them into your compost) and 5 soil. Green: take 2 soil for each terrain that you planted this turn.
    .facts = island · wet, cold · 3 VP
face-300 = Fogo
    .text = To begin with: 5 cards (3 of them into your compost) and 6 soil. Lasting: rocky cards cost you 1 soil less to plant.
    .facts = island · rocky, cold · 7 VP
face-301 = Hawai'i
    .text = To begin with: 5 cards (2 of them into your compost) and 7 soil. Green: place 2 sprouts for each rocky card that you planted this turn.
    .facts = island · rocky, cold · 4 VP
face-302 = Lombok
    .text = To begin with: 5 cards (1 of them into your compost) and 4 soil. Green: place 2 growth for each wet card that you planted this turn.
    .facts = island · sunny, cold · 6 VP
face-303 = Arid
    .text = Red, in your own turn: draw 2 cards.
    .facts = climate · sunny, rocky · 1 VP
face-304 = Humid Subtropical
    .text = Blue: compost 1 card from your hand → place 1 sprout.
    .facts = climate · sunny, wet · 4 VP
face-305 = Desert
    .text = Yellow: remove 1 growth → take 2 soil.
    .facts = climate · sunny, rocky · 3 VP
face-306 = Hot Summer Continental
    .text = Red, in your own turn: take 2 soil.
    .facts = climate · wet, cold · 2 VP
face-307 = Tropical Rainforest
    .text = Blue, in your own turn: draw 2 cards.
    .facts = climate · sunny, wet · 1 VP
face-308 = Dry-Winter Subtropical Highland
    .text = Red: discard the top card of your compost → take 2 soil.
    .facts = climate · rocky, cold · 4 VP
face-309 = Marine West Coast
    .text = Blue: remove 1 sprout → place 3 growth.
    .facts = climate · wet, cold · 1 VP
face-310 = Mediterranean Cold Summer
    .text = Yellow: you may compost a card from your hand, then place 1 growth.
    .facts = climate · sunny, rocky · 4 VP
face-311 = Boreal
    .text = Blue: compost 1 card from your hand → take 1 soil.
    .facts = climate · wet, cold · 2 VP
face-312 = Ice Cap
    .text = Red: remove 1 growth → take 2 soil.
    .facts = climate · rocky, cold · 3 VP
face-313 = Subtropical Highland
    .text = Yellow: discard the top card of your compost → draw 2 cards.
    .facts = climate · rocky, cold · 2 VP
face-314 = Oceanic
    .text = Blue: remove 1 growth → take 2 soil.
    .facts = climate · sunny, wet · 3 VP
face-315 = Dry-Winter Subpolar Oceanic
    .text = Yellow: compost 2 cards from your hand → place 1 growth.
    .facts = climate · wet, cold · 1 VP
face-316 = Semi-Arid
    .text = Red, in your own turn: place 2 growth.
    .facts = climate · sunny, rocky · 4 VP
face-317 = Tropical Monsoon
    .text = Blue, in your own turn: place 2 growth.
    .facts = climate · sunny, wet · 4 VP
face-318 = Tundra
    .text = Red: discard the top card of your compost → place 3 sprouts.
    .facts = climate · rocky, cold · 1 VP
face-319 = Mediterranean Hot Summer
    .text = Yellow, in your own turn: take 2 soil.
    .facts = climate · sunny, wet · 2 VP
face-320 = Subpolar Oceanic
    .text = Red: place 1 sprout. Blue: remove 1 sprout → compost up to 3 cards from your hand.
    .facts = climate · rocky, cold · 3 VP
face-321 = Tropical Savanna
    .text = Yellow, in your own turn: compost 1 card from your hand → place 3 sprouts.
    .facts = climate · sunny, wet · 1 VP
face-322 = Hemiboreal
    .text = Yellow: take 1 soil.
    .facts = climate · rocky, cold · 4 VP
face-323 = Blackforest
    .text = VP by the number of trees in your field: 2 – 4 VP, 3 – 8 VP, 4 – 13 VP, 5 – 23 VP, 6 – 28 VP, 7+ – 30 VP.
    .facts = ecosystem
face-324 = Daintree Forest
    .text = 4 VP for each card of your longest path of trees corner to corner, 28 VP at most.
    .facts = ecosystem
face-325 = Great Steppe
    .text = VP by the number of bushes in your field: 2 – 4 VP, 3 – 8 VP, 4 – 13 VP, 5 – 23 VP, 6 – 28 VP, 7+ – 30 VP.
    .facts = ecosystem
face-326 = Florida Scrub
    .text = 4 VP for each card of your longest path of bushes corner to corner, 28 VP at most.
    .facts = ecosystem
face-327 = Rocky Mountains
    .text = 3 VP for every 2 rocky cards in your field (island and climate count).
    .facts = ecosystem
face-328 = Nile Delta
    .text = 3 VP for every 2 wet cards in your field (island and climate count).
    .facts = ecosystem
face-329 = Namib Desert
    .text = 3 VP for every 2 sunny cards in your field (island and climate count).
    .facts = ecosystem
face-330 = Denali National Park
    .text = 3 VP for every 2 cold cards in your field (island and climate count).
    .facts = ecosystem
face-331 = Antarctica
    .text = 9 VP for every 2 cards in your field with a black ability (island and climate count).
    .facts = ecosystem
face-332 = The Great Plains
    .text = 2 VP for each soil in your reserve, 24 VP at most.
    .facts = ecosystem
face-333 = Borneo Lowland Rain Forest
    .text = 6 VP for every 6 cards in your hand, 24 VP at most.
    .facts = ecosystem
face-334 = Amazon Rain Forest
    .text = 3 VP for every 4 cards in your compost, 24 VP at most.
    .facts = ecosystem
face-335 = MacMillan Park
    .text = 5 VP for every 2 cards in your field costing at least 4.
    .facts = ecosystem
face-336 = Great Basin Desert
    .text = 3 VP for every 2 cards in your field costing at most 3.
    .facts = ecosystem
face-337 = Congolian Rainforests
    .text = 5 VP for every 2 cards in your field with at least 4 sprouts.
    .facts = ecosystem
face-338 = Redwood National Park
    .text = 3 VP for each flora card in your field with at least 3 growth.
    .facts = ecosystem
face-339 = Yellowstone Caldera
    .text = 2 VP for each card in your field with a red ability (island and climate count).
    .facts = ecosystem
face-340 = Angat Watershed Forest
    .text = 5 VP for every 2 events that you have played, 25 VP at most.
    .facts = ecosystem
face-341 = Serengeti
    .text = 2 VP for each card in your field with a yellow ability (island and climate count).
    .facts = ecosystem
face-342 = Okavango Delta
    .text = 2 VP for each card in your field with a blue ability (island and climate count).
    .facts = ecosystem
face-343 = Ngorongoro Crater
    .text = 6 VP for each full row whose cards stand for 4 different ability colours.
    .facts = ecosystem
face-344 = Waiotapu
    .text = 6 VP for each full row whose cards share an ability colour.
    .facts = ecosystem
face-345 = Mauna Kea
    .text = 6 VP for each full column whose cards stand for 4 different ability colours.
    .facts = ecosystem
face-346 = Aconcagua
    .text = 6 VP for each full column whose cards share an ability colour.
    .facts = ecosystem
face-347 = New Guinea Rain Forest
    .text = 5 VP for every 2 cards in your field worth at least 4 VP (island and climate count).
    .facts = ecosystem
face-348 = Atacama Desert
    .text = 12 VP for every 8 cards in your field worth at most 3 VP (island and climate count).
    .facts = ecosystem
face-349 = Odisha Semi-Evergreen
    .text = 7 VP for every 2 cards in your field with arrows.
    .facts = ecosystem
face-350 = Irati
    .text = 6 VP for each full column whose cards have 4 different values.
    .facts = ecosystem
face-351 = Monteverde Cloud Forest
    .text = VP by the number of mushrooms in your field: 2 – 4 VP, 3 – 8 VP, 4 – 13 VP, 5 – 23 VP, 6 – 28 VP, 7+ – 30 VP.
    .facts = ecosystem
face-352 = Everglades
    .text = 4 VP for each card of your longest path of mushrooms corner to corner, 28 VP at most.
    .facts = ecosystem
face-353 = Great Hungarian Plain
    .text = VP by the number of herbs in your field: 2 – 4 VP, 3 – 8 VP, 4 – 13 VP, 5 – 23 VP, 6 – 28 VP, 7+ – 30 VP.
    .facts = ecosystem
face-354 = Caerlaverock Nature Reserve
    .text = 4 VP for each card of your longest path of herbs corner to corner, 28 VP at most.
    .facts = ecosystem
face-355 = Valin Mountain
    .text = 4 VP for every 3 cards in your field with at least 2 habitats (island and climate count).
    .facts = ecosystem
face-356 = Bashkiriya National Park
    .text = 4 VP for every 2 cards in your field with at most 1 habitat (island and climate count).
    .facts = ecosystem
face-357 = Yuanjiang Savanna
    .text = 6 VP for each full row whose cards hold 4 different numbers of sprouts.
    .facts = ecosystem
face-358 = Sierra Nevada De Santa Marta
    .text = 6 VP for each full column whose cards hold 4 different numbers of sprouts.
    .facts = ecosystem
face-359 = Alps
    .text = 7 VP for each full row whose cards hold 4 different numbers of growth.
    .facts = ecosystem
face-360 = Himalayas
    .text = 7 VP for each full column whose cards hold 4 different numbers of growth.
    .facts = ecosystem
face-361 = Tai Poutini National Park
    .text = 3 VP for every 5 sprouts on your flora.
    .facts = ecosystem
face-362 = Madagascar Humid Canopy
    .text = 2 VP for every 3 growth on your flora (canopies count).
    .facts = ecosystem
face-363 = Sakurajima
    .text = 6 VP for each set of separate cards: card with a red ability, card with a blue ability, card with a yellow ability, terrain, event (island, climate and events count).
    .facts = ecosystem
face-364 = Réunion Island
    .text = 5 VP for every 2 cards in your field with at least 2 abilities (island and climate count).
    .facts = ecosystem
face-365 = Chic-Choc Mountains
    .text = 6 VP for each full row whose cards stand for 4 different types (terrain is one too).
    .facts = ecosystem
face-366 = Finland Snow Forest
    .text = 6 VP for each full row whose cards share a type (terrain is one too).
    .facts = ecosystem
face-367 = Mbeliling Mountain
    .text = 6 VP for each full column whose cards stand for 4 different types (terrain is one too).
    .facts = ecosystem
face-368 = Atlas Mountains
    .text = 6 VP for each full column whose cards share a type (terrain is one too).
    .facts = ecosystem
face-369 = Sudd Swamp
    .text = 6 VP for each full row whose cards stand for the 4 habitats, one each.
    .facts = ecosystem
face-370 = Thai Highlands
    .text = 6 VP for each full column whose cards share a habitat.
    .facts = ecosystem
face-371 = Tasmanian Temperate Rain Forest
    .text = 9 VP for every 2 flora cards in your field with a place in their names.
    .facts = ecosystem
face-372 = Batanta Island
    .text = 9 VP for every 2 flora cards in your field with a colour in their names.
    .facts = ecosystem
face-373 = Knysna-Amatole Forests
    .text = 9 VP for every 2 flora cards in your field with an animal in their names.
    .facts = ecosystem
face-374 = Jiuzhaigou Valley
    .text = 11 VP for every 2 cards in your field with a multicoloured ability (island and climate count).
    .facts = ecosystem
face-375 = Australian Temperate Forest
    .text = 7 VP for every 2 flora cards in your field with room for 6 sprouts.
    .facts = ecosystem
face-376 = Yagishiri Island
    .text = 5 VP for every 2 flora cards in your field with room for at most 3 sprouts.
    .facts = ecosystem
face-377 = Bhutan Rain Forest
    .text = 8 VP for every 2 flora cards in your field with a growth limit of at least 4.
    .facts = ecosystem
face-378 = Arabian Desert
    .text = 4 VP for every 2 flora cards in your field with a growth limit of at most 2.
    .facts = ecosystem
face-379 = Twin Islands
    .text = 4 VP for every 3 cards in your field worth an even number of VP (island and climate count).
    .facts = ecosystem
face-380 = Lonely Island
    .text = 4 VP for every 2 cards in your field worth an odd number of VP (island and climate count).
    .facts = ecosystem
face-381 = Tangkoko Nature Reserve
    .text = 6 VP for every 2 flora cards in your field with a canopy of at least 5 VP.
    .facts = ecosystem
face-382 = Siberian Taiga
    .text = 2 VP for each flora card in your field with a canopy of at most 4 VP.
    .facts = ecosystem
face-383 = Tongass National Forest
    .text = 2 VP for each flora card in your field with all sprout spaces taken.
    .facts = ecosystem
face-384 = Bwindi Impenetrable Forest
    .text = 2 VP for each flora card in your field with a canopy.
    .facts = ecosystem
face-385 = Mount Kilimanjaro
    .text = 5 VP for every 2 cards in your field with a brown ability (island and climate count).
    .facts = ecosystem
face-386 = Tropical Evergreen Forest
    .text = 10 VP for every 2 cards in your field with a green ability (island and climate count).
    .facts = ecosystem
face-387 = Bald Eagle
    .text = Goal: at least 4 flora cards in your field with at least 3 growth.
    .facts = fauna
face-388 = Pale-Billed Woodpecker
    .text = Goal: at least 7 flora cards in your field with at least 1 growth.
    .facts = fauna
face-389 = Yellow-Bellied Marmot
    .text = Goal: at least 6 flora cards in your field with at least 4 sprouts.
    .facts = fauna
face-390 = Red Squirrel
    .text = Goal: at least 9 flora cards in your field with at least 1 sprout.
    .facts = fauna
face-391 = European Mole
    .text = Goal: at least 20 soil in your reserve.
    .facts = fauna
face-392 = Earthworm
    .text = Goal: at least 15 cards in your compost.
    .facts = fauna
face-393 = Andean Condor
    .text = Goal: at least 20 cards in your hand.
    .facts = fauna
face-394 = Green Tree Ant
    .text = Goal: at least 4 events that you have played.
    .facts = fauna
face-395 = Mountain Lion
    .text = Goal: at least 8 rocky cards in your field (island and climate count).
    .facts = fauna
face-396 = Plains Zebra
    .text = Goal: at least 8 sunny cards in your field (island and climate count).
    .facts = fauna
face-397 = American Alligator
    .text = Goal: at least 8 wet cards in your field (island and climate count).
    .facts = fauna
face-398 = Arctic Fox
    .text = Goal: at least 8 cold cards in your field (island and climate count).
    .facts = fauna
face-399 = Bornean Orangutan
    .text = Goal: at least 4 trees in your field.
    .facts = fauna
face-400 = Siberian Tiger
    .text = Goal: at least 4 bushes in your field.
    .facts = fauna
face-401 = Lubber Grasshopper
    .text = Goal: at least 4 herbs in your field.
    .facts = fauna
face-402 = Wild Boar
    .text = Goal: at least 4 mushrooms in your field.
    .facts = fauna
face-403 = Echidna
    .text = Goal: at least 6 cards in your field with a red ability (island and climate count).
    .facts = fauna
face-404 = Kingfisher
    .text = Goal: at least 6 cards in your field with a blue ability (island and climate count).
    .facts = fauna
face-405 = Green Iguana
    .text = Goal: at least 6 cards in your field with a yellow ability (island and climate count).
    .facts = fauna
face-406 = Spotted Hyena
    .text = Goal: at least 3 cards in your field with a black ability (island and climate count).
    .facts = fauna
face-407 = Northern Giraffe
    .text = Goal: at least 2 full columns.
    .facts = fauna
face-408 = Cairns Birdwing Butterfly
    .text = Goal: at least 2 full rows.
    .facts = fauna
face-409 = Emerald Tree Boa
    .text = Goal: at least 2 full diagonals.
    .facts = fauna
face-410 = King Penguin
    .text = Goal: at least 4 cards in your field with arrows.
    .facts = fauna
face-411 = Wood Duck
    .text = Goal: at least 7 cards in your field with at most 1 habitat (island and climate count).
    .facts = fauna
face-412 = Siamese Rhinoceros Beetle
    .text = Goal: at least 10 cards in your field with at least 2 habitats (island and climate count).
    .facts = fauna
face-413 = Grey Wolf
    .text = Goal: at least 6 cards in your field worth at least 4 VP (island and climate count).
    .facts = fauna
face-414 = Seven-Spotted Ladybug
    .text = Goal: at least 11 cards in your field worth at most 3 VP (island and climate count).
    .facts = fauna
face-415 = African Bush Elephant
    .text = Goal: at least 6 cards in your field costing at least 4.
    .facts = fauna
face-416 = Western Honeybee
    .text = Goal: at least 9 cards in your field costing at most 3.
    .facts = fauna
face-417 = Fire Salamander
    .text = Goal: at least 2 sets of separate cards: card with a red ability, card with a blue ability, card with a yellow ability, terrain, event (island, climate and events count).
    .facts = fauna
face-418 = Panther Chameleon
    .text = Goal: at least 5 cards in your field with at least 2 abilities (island and climate count).
    .facts = fauna
face-419 = Rainbow Shield Bug
    .text = Goal: at least 2 cards in your field with a multicoloured ability (island and climate count).
    .facts = fauna
face-420 = Arctic Tern
    .text = Goal: at least 3 flora cards in your field with a place in their names.
    .facts = fauna
face-421 = Barn Owl
    .text = Goal: at least 3 flora cards in your field with an animal in their names.
    .facts = fauna
face-422 = Talamanca Hummingbird
    .text = Goal: at least 3 flora cards in your field with a colour in their names.
    .facts = fauna
face-423 = Red-Eyed Tree Frog
    .text = Goal: at least 3 cards in your field with a green ability (island and climate count).
    .facts = fauna
face-424 = Brown Bear
    .text = Goal: at least 5 cards in your field with a brown ability (island and climate count).
    .facts = fauna
face-425 = American Bison
    .text = Goal: at least 4 flora cards in your field with room for 6 sprouts.
    .facts = fauna
face-426 = Red Deer
    .text = Goal: at least 6 flora cards in your field with room for at most 3 sprouts.
    .facts = fauna
face-427 = Brown-Throated Sloth
    .text = Goal: at least 4 flora cards in your field with a growth limit of at least 4.
    .facts = fauna
face-428 = Western Moose
    .text = Goal: at least 7 flora cards in your field with a growth limit of at most 2.
    .facts = fauna
face-429 = Mountain Gorilla
    .text = Goal: at least 4 flora cards in your field with no room left for sprouts or growth.
    .facts = fauna
face-430 = Black Wildebeest
    .text = Goal: at least 8 flora cards in your field with neither sprouts nor growth.
    .facts = fauna
face-431 = Sri Lankan Leopard
    .text = Goal: at least 7 cards in your field worth an odd number of VP (island and climate count).
    .facts = fauna
face-432 = Atlantic Puffin
    .text = Goal: at least 10 cards in your field worth an even number of VP (island and climate count).
    .facts = fauna
face-433 = North Pacific Gyre
    .text = Gaia puts a leaf on a fauna card of the upper row; you choose which, if she may on both. Beginner level: she skips her next turn. Expert level: she takes 8 soil for the left card, 2 cards from the deck onto her scoring pile for the right one.
    .facts = gaia
face-434 = South Pacific Gyre
    .text = Gaia puts a leaf on a fauna card of the lower row; you choose which, if she may on both. Beginner level: she skips her next turn. Expert level: she takes 4 sprouts for the left card, 3 growth for the right one.
    .facts = gaia
face-435 = Water
    .text = You take the blue action (Water) as one of the others and use your abilities; then Gaia takes 7 sprouts and 1 more for each of your cards with a blue ability.
    .facts = gaia
face-436 = Grow
    .text = You take the yellow action (Grow) as one of the others and use your abilities; then Gaia takes 7 growth and 1 more for each card you drew this turn, events aside.
    .facts = gaia
face-437 = Compost
    .text = You take the red action (Compost) as one of the others and use your abilities; then Gaia takes 8 cards from the deck into her compost and 1 soil for each soil you gained this turn, events aside.
    .facts = gaia
face-438 = Plant
    .text = You take the green action (Plant) as one of the others and use your abilities; then Gaia takes 3 cards from the deck onto her scoring pile.
    .facts = gaia
