title = Agricola

## Words

good-0 = a mark
    .one = a mark
good-1 = wood
    .one = wood
    .counted = { $n } wood
good-2 = clay
    .one = clay
    .counted = { $n } clay
good-3 = reed
    .one = reed
    .counted = { $n } reed
good-4 = stone
    .one = stone
    .counted = { $n } stone
good-5 = grain
    .one = grain
    .counted = { $n } grain
good-6 = vegetables
    .one = vegetable
    .counted = { $n } { $n ->
        [one] vegetable
       *[other] vegetables
    }
good-7 = food
    .one = food
    .counted = { $n } food
good-8 = sheep
    .one = sheep
    .counted = { $n } sheep
good-9 = boar
    .one = boar
    .counted = { $n } boar
good-10 = cattle
    .one = cattle
    .counted = { $n } cattle

source-1 = at set-up
source-2 = from the supply
source-3 = at the harvest
source-4 = by breeding
source-5 = by an exchange
source-6 = for building
source-7 = for a card
source-8 = for the use of a space
source-9 = to feed the family
source-10 = because there is no room
source-11 = from another player

phase-1 = Set-up
phase-2 = The round begins
phase-3 = Replenishing
phase-4 = Work
phase-5 = Return home
phase-6 = Field phase
phase-7 = Feeding
phase-8 = Breeding
phase-9 = End of the match

house-0 = wooden hut
house-1 = clay house
house-2 = stone house

plot-0 = A1
plot-1 = B1
plot-2 = C1
plot-3 = D1
plot-4 = E1
plot-5 = A2
plot-6 = B2
plot-7 = C2
plot-8 = D2
plot-9 = E2
plot-10 = A3
plot-11 = B3
plot-12 = C3
plot-13 = D3
plot-14 = E3
plot-15 = card plot 1
plot-16 = card plot 2
plot-17 = card plot 3
plot-18 = card plot 4
plot-19 = card plot 5
plot-20 = card plot 6
plot-21 = card plot 7
plot-22 = card plot 8
plot-23 = card plot 9
plot-24 = card plot 10
plot-25 = card plot 11
plot-26 = card plot 12
plot-27 = card plot 13
plot-28 = card plot 14
plot-29 = card plot 15
plot-30 = card plot 16
plot-31 = card plot 17
plot-32 = card plot 18
plot-33 = card plot 19
plot-34 = card plot 20
plot-35 = card plot 21
plot-36 = card plot 22
plot-37 = card plot 23
plot-38 = card plot 24
plot-39 = card plot 25
plot-40 = card plot 26
plot-41 = card plot 27
plot-42 = card plot 28
plot-43 = card plot 29
plot-44 = card plot 30

person-0 = the first person
person-1 = the second person
person-2 = the third person
person-3 = the fourth person
person-4 = the fifth person
person-5 = the sixth person
person-6 = the seventh person
person-7 = the eighth person

scope-2 = in this turn
scope-3 = in this round
scope-4 = in this harvest
scope-5 = in this match

# Parts of a space or a card. The form `do` is an option, the word itself a part that is given up.
part-1 = wood
    .do = take wood
part-2 = clay
    .do = take clay
part-3 = reed
    .do = take reed
part-4 = stone
    .do = take stone
part-5 = grain
    .do = take grain
part-6 = vegetables
    .do = take vegetables
part-7 = food
    .do = take food
part-8 = sheep
    .do = take sheep
part-9 = boar
    .do = take boar
part-10 = cattle
    .do = take cattle
part-16 = everything that lies there
    .do = take everything that lies there
part-17 = ploughing
    .do = plough a field
part-18 = sowing
    .do = sow fields
part-19 = baking bread
    .do = bake bread
part-20 = rooms
    .do = build rooms
    .one = build 1 room
part-21 = stables
    .do = build stables
    .one = build 1 stable
part-22 = fences
    .do = build fences
part-23 = renovation
    .do = renovate the house
part-24 = family growth
    .do = let the family grow
part-25 = an occupation
    .do = play an occupation
part-26 = an improvement
    .do = play an improvement
part-27 = the starting player's marker
    .do = take the starting player's marker
part-28 = bonus points
    .do = take bonus points
part-29 = building resources
    .do = take building resources
part-30 = something else
    .do = do something else

## Events

event-SpacesLaid = The action spaces are laid out{ $spaces-count ->
    [0] { "" }
   *[other] : { $spaces }
}
event-SpaceAdded = There is one more action space: “{ $space }”
event-SpaceClosed = The action space “{ $space }” is closed
event-StartingPlayerChanged = { $seat } takes the starting player's marker
event-RoundBegan = Round { $round } begins with the round card “{ $space }”
event-RoundCardsSeen = { $seat } turns up the round cards to come{ $spaces-count ->
    [0] { "" }
   *[other] : { $spaces }
}
event-PhaseBegan = { $phase }
event-HarvestBegan = Harvest { $harvest } begins
event-HarvestEnded = The harvest has ended
event-HarvestSkipped = { $seat } will sit out the next harvest
event-TurnBegan = It is the turn of { $seat }
event-PersonPlaced = { $seat } sends { $person } to “{ $space }”
event-PersonStayed = { $seat } finds no work for { $person } in this round
event-PersonMoved = { $seat } moves { $person } on to “{ $space }”
event-GuestArrived = { $seat } has { $lodger ->
    [true] a lodger
   *[other] a guest for this round
}
event-FamilyGrew = The family of { $seat } grows{ $space ->
    [none] { "" }
   *[other] { " " }on “{ $space }”
}
event-ChildGrewUp = { $seat } may place { $person } in this round already
event-LodgerMovedIn = { $seat } takes { $person } into the house
event-PeopleCameHome = Everybody comes home
event-CollectingBegan = { $seat } collects the goods of the space
event-GoodsLeft = { $seat } leaves { $amount-counted } on the space
event-MatchEnded = The match has ended. Places: { $places }. Points: { $scores }
event-GoodsGained = { $seat } gets { $amount-counted } { $source }
event-GoodsLost = { $seat } gives { $amount-counted } { $source }
event-CardGaveGoods = { $seat } gets { $amount-counted } with { $card }
event-CardTookGoods = { $seat } gives { $amount-counted } for { $card }
event-GoodsHandedOver = { $seat } gives { $amount-counted } to { $to }
event-GoodsPlaced = The space “{ $space }” gets { $amount-counted }
event-GoodsTaken = { $seat } takes { $amount-counted } from “{ $space }”
event-Cooked = { $seat } cooks { $counted-count ->
    [0] nothing
   *[other] { $counted }
} and gets { $food } food
event-Baked = { $seat } bakes { $grain } grain into { $food } food
event-BeggingCardsTaken = { $seat } takes { $amount } { $amount ->
    [one] begging card
   *[other] begging cards
}
event-GoodsLaidOut = { $seat } lays { $amount ->
    [0] { $good }
   *[other] { $amount-counted }
} on round { $round } for { $card }{ $price ->
    [0] { "" }
   *[other] , at a price of { $price } food
}
event-LaidGoodsTaken = { $seat } gets { $amount ->
    [0] { $good }
   *[other] { $amount-counted }
} that { $card } had laid on this round
event-LaidGoodsReturned = { $seat } does without { $amount ->
    [0] { $good }
   *[other] { $amount-counted }
} that { $card } had laid on a round
event-RoomBuilt = { $seat } builds a room on { $cell }
event-FieldPloughed = { $seat } ploughs { $cell }
event-StableBuilt = { $seat } builds a stable on { $cell }
event-StableReturned = { $seat } takes the stable on { $cell } away
event-FencesBuilt = { $seat } fences in{ $cells-count ->
    [0] { " " }a pasture
   *[other] { " " }{ $cells }
} with { $edges-count } new { $edges-count ->
    [one] fence
   *[other] fences
}{ $edges-count ->
    [0] { "" }
   *[other] { " " }(edges { $edges })
}
event-Renovated = { $seat } renovates: the house is a { $house } now
event-PlotsOpened = { $seat } can sow { $amount } { $amount ->
    [one] plot
   *[other] plots
} on { $card }
event-Sown = { $seat } sows { $good-one } on { $plot }, where { $amount-counted } { $amount ->
    [one] lies
   *[other] lie
} now
event-CropsAdded = { $seat } adds { $amount } of the crop to { $plot }
event-Reaped = { $to } reaps 1 { $good-one } from { $plot }
event-MajorBuilt = { $seat } builds { $card }
event-CardPlayed = { $seat } plays { $card }
event-CardLaidOut = { $seat } begins with { $card }
event-CardGivenUp = { $seat } gives up { $card }
event-CardPassed = { $to ->
    [none] { $seat } takes { $card } out of the match
   *[other] { $seat } passes { $card } to { $to }
}
# Counts of K339, E156, E215, I236, K273, K280, K304 and K310; the notes of other cards mean nothing to people.
event-CardNoted = { $card-id ->
    [148] { $seat } notes { $numbers } on { $card }
    [158] { $seat } notes { $numbers } on { $card }
    [217] { $seat } notes { $numbers } on { $card }
    [238] { $seat } notes { $numbers } on { $card }
    [275] { $seat } notes { $numbers } on { $card }
    [282] { $seat } notes { $numbers } on { $card }
    [306] { $seat } notes { $numbers } on { $card }
    [312] { $seat } notes { $numbers } on { $card }
   *[other] { $seat } makes a note on { $card }
}
event-CardSpent = { $card } has been used { $scope }
event-PointsNoted = { $seat } scores { $points } { $points ->
    [one] bonus point
   *[other] bonus points
} with { $card }
event-CardKnown = { $seat } shows { $card }
event-SeatAgreed = { $seat } says yes
event-AgreementsShown = { $seats-count ->
    [0] Nobody says yes to { $card }
    [one] { $seats } says yes to { $card }
   *[other] { $seats } say yes to { $card }
}
event-TokensDrawn = { $seat } draws from { $card }{ $goods-count ->
    [0] { "" }
   *[other] : { $goods-one }
}
event-GoodsMoved = { $amount-counted } { $amount ->
    [one] moves
   *[other] move
} from “{ $space }” to “{ $onto }”
event-CardDealt = { $seat } draws { $occupation ->
    [true] an occupation
   *[other] a minor improvement
}{ $card ->
    [none] { "" }
   *[other] : { $card }
}
event-CardDiscarded = { $seat } puts away { $occupation ->
    [true] an occupation
   *[other] a minor improvement
}{ $card ->
    [none] { "" }
   *[other] : { $card }
}
event-DeckRenewed = The discards are a new deck of { $occupation ->
    [true] occupations
   *[other] minor improvements
}
event-DecksMade = The decks are made of { $minors-count } { $minors-count ->
    [one] minor improvement
   *[other] minor improvements
} and { $occupations-count } { $occupations-count ->
    [one] occupation
   *[other] occupations
}
event-PackDealt = { $seat } is dealt { $size } { $occupation ->
    [true] { $size ->
        [one] occupation
       *[other] occupations
    }
   *[other] { $size ->
        [one] minor improvement
       *[other] minor improvements
    }
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CardDrafted = { $seat } keeps { $card ->
    [none] a card
   *[other] { $card }
}
event-PacksPassed = { $seat } gets a pack of { $size } { $size ->
    [one] card
   *[other] cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftEnded = The draft of { $occupation ->
    [true] occupations
   *[other] minor improvements
} has ended

## Moves

# A space by its name, and the details that the name leaves open.
at-space = “{ $space }”{ $space-id ->
    [0] { " " }(rooms for 5 of the house's material and 2 reed each, stables for 2 wood each)
    [4] { " " }(your first is free, later ones cost 1 food)
    [5] { " " }(2 food)
    [12] { " " }(1 food and 1 building resource of your choice)
    [16] { " " }(1 wood each)
    [17] { " " }(stage 2)
    [19] { " " }(needs a free room)
    [22] { " " }(stage 4)
    [29] { " " }(space for 3 players)
    [31] { " " }(your first and second cost 1 food each, later ones 2)
    [38] { " " }(the first and second occupation cost 1 food each, later ones 2)
    [46] { " " }(3 food; the card's owner may take 2 points instead)
    [47] { " " }(pay the card's owner 1 food and take 5 clay; the owner pays nothing and may take 2 points instead)
   *[other] { "" }
}
move-UseSpace = { $use ->
    [place] go to { at-space }{ $lying-count ->
        [0] { "" }
       *[other] { $space-id ->
            [39] , where { $lying } can be taken instead of a room
           *[other] { " " }and take { $lying }
        }
    }{ $toll-count ->
        [0] { "" }
       *[other] , and pay other players { $toll }
    }
   *[other] choose { at-space }
}
move-BuildRoom = build a room on { $cell }
move-BuildStable = build a stable on { $cell }
move-PloughField = plough { $cell }
move-SketchCell = add { $cell } to the pasture
move-Enclose = enclose { $cells } with { $fences } new { $fences ->
    [one] fence
   *[other] fences
} for { $wood ->
    [0] no
   *[other] { $wood }
} wood
move-CutPasture = cut off { $cells } with { $fences } new { $fences ->
    [one] fence
   *[other] fences
} for { $wood ->
    [0] no
   *[other] { $wood }
} wood
move-FeedFamily = feed the family: { $paid ->
    [0] pay no food (you have 0)
   *[other] pay { $paid } food
}{ $missing ->
    [0] { "" }
   *[other] { " " }and take { $missing } { $missing ->
        [one] begging card
       *[other] begging cards
    }
}
move-TakeGood = { $use ->
    [choose] give back 1 { $good-one }
   *[other] take 1 { $good-one }
}
move-ChooseSeat = choose { $seat }
move-Agree = say yes
move-RenovateTo = renovate to a { $house } for { $price }{ $prices ->
    [0] { "" }
    [1] { "" }
   *[other] { " " }(or another price)
}
move-ChoosePerson = move { $person }, who is on “{ $space }”
move-SowPlot = sow 1 { $good-one } on { $plot }{ $card ->
    [none] { "" }
   *[other] { " " }({ $card })
}, which makes { $amount-counted } there
move-ChoosePlot = take 1 grain from { $plot } of { $owner }
# A part of a space or a card; its goods and its price where it has any.
part-of-several = { $gain-count ->
    [1] take { $gain }
    [2] take { $gain }
   *[other] { $at_most ->
        [1] { $part-one }
       *[other] { $part-do }
    }{ $amount ->
        [0] { "" }
       *[other] { " " }({ $amount })
    }
}
move-TakePart = { part-of-several }{ $price-count ->
    [0] { "" }
   *[other] , pay { $price }
}{ $given_up-count ->
    [0] { "" }
   *[other] , giving up { $given_up }
}
# The price of a card now.
card-price = { $price-count ->
    [0] { $returned-count ->
        [0] { $given_cards ->
            [0] { " " }for free
           *[other] { " " }for { $given_cards } of your improvements
        }
       *[other] , giving up { $returned }
    }
   *[other] { " " }for { $price }{ $returned-count ->
        [0] { "" }
       *[other] { " " }and giving up { $returned }
    }
}{ $prices ->
    [0] { "" }
    [1] { "" }
   *[other] { " " }(or another price, as the next question offers)
}
move-PlayCard = play { $card }{ card-price }: { $card-facts }. { $card-text }
move-GiveUpCard = give up { $card } ({ $card-facts }){ $price-count ->
    [0] { "" }
   *[other] { " " }and pay { $price }
}
move-KeepCard = keep { $card }: { $card-facts }. { $card-text }
move-DiscardCard = put away { $card }: { $card-facts }. { $card-text }
# A way of a card in words, or the whole text of a card with only one.
card-way = { $way ->
    [0] { $card-text }
    [1] { $card-text }
    [2] { $card-text }
    [3] { $card-text }
   *[other] { $way }
}
move-UseCard = { $how ->
    [buy] { $gain-count ->
        [0] use { $card }{ $price-count ->
            [0] { "" }
           *[other] { " " }for { $price }
        }: { $card-text }
       *[other] buy { $gain } for { $price }, with { $card }
    }
    [draw] let chance draw the occupation, with { $card }: { $card-text }
    [plough] plough up to { $left } { $left ->
        [one] field
       *[other] fields
    } with { $card }{ $price-count ->
        [0] { "" }
       *[other] , paying { $price }{ $owner ->
            [none] { "" }
           *[other] { " " }to { $owner }
        }
    }: { $card-text }
   *[other] use { $card }: { card-way }
}
move-UseOffer = use { $card }: { $card-id ->
    [186] pay 1 food for 1 { $good-one }
   *[other] { card-way }
}
move-EatGrain = turn 1 grain into 1 food
move-EatVegetable = turn 1 vegetable into 1 food
# The food for each good that is cooked.
cooking-rates = { $sheep_food ->
    [0] { "" }
   *[other] { " " }A sheep brings { $sheep_food } food.
}{ $boar_food ->
    [0] { "" }
   *[other] { " " }A boar brings { $boar_food } food.
}{ $cattle_food ->
    [0] { "" }
   *[other] { " " }Cattle bring { $cattle_food } food each.
}{ $vegetable_food ->
    [0] { "" }
   *[other] { " " }A vegetable brings { $vegetable_food } food.
}
move-CookSome = cook animals or vegetables; the next question asks how many.{ cooking-rates }
move-DrawOccupation = put away three cards of your hand and draw 1 occupation
move-DrawMinor = put away three cards of your hand and draw 1 minor improvement
move-KeepHerd = keep { $counted-count ->
    [0] no animals
   *[other] { $counted }
}{ $lost-count ->
    [0] { "" }
   *[other] { " " }and let { $lost } go
}
move-Pay = pay { $counted-count ->
    [0] nothing
   *[other] { $counted }
}{ $saving ->
    [true] , using up the saving of { $savers }
   *[other] { "" }
}

## Questions

none-possible = { $options ->
    [0] { " " }You cannot do any of this now, so there is nothing to choose.
   *[other] { "" }
}
none-ends = { $least ->
    [0] { $options ->
        [0] { none-possible }
       *[other] { " " }Choose nothing to stop here.
    }
   *[other] { "" }
}
none-declines = { $least ->
    [0] { $options ->
        [0] { none-possible }
       *[other] { " " }Choose nothing to decline.
    }
   *[other] { "" }
}
none-says-no = { $least ->
    [0] { $options ->
        [0] { " " }You cannot say yes yet, because something is missing: exchange goods for it if an exchange is offered, or choose nothing to say no.
       *[other] { " " }Choose nothing to say no.
    }
   *[other] { "" }
}
price-of-one = It costs { $price-count ->
    [0] nothing
   *[other] { $price }
}{ $prices ->
    [0] .
    [1] .
   *[other] , or another price, as the next question offers.
}
ask-place = Where do you send { $person }? { $left ->
    [one] This is your last person for this round.
   *[other] You place { $left } more people in this round, this one included.
}{ $least ->
    [0] { " " }Choose nothing to leave this person without work for this round.
   *[other] { "" }
}
ask-part = { $one ->
    [true] Which of these do you do on “{ $space }”? Only one of them can be done.
   *[other] { $done ->
        [true] What else do you do on “{ $space }”?
       *[other] What do you do first on “{ $space }”? You can do the rest after it, but only in this order.
    }
}{ none-ends }
ask-goods = Which { $most ->
    [one] good
   *[other] { $most } different goods
} do you take { $card ->
    [none] from “{ $space }”
   *[other] with { $card }
}? { $most ->
    [one] You get 1 of it
   *[other] You get 1 of each
}{ $along-count ->
    [0] .
   *[other] , and { $along } with it.
}
ask-room = Where do you build { $built ->
    [0] a room
   *[other] another room
}? { price-of-one }{ $left ->
    [one] { " " }After it you can build no more rooms.
   *[other] { "" }
}{ none-ends }
ask-stable = Where do you build { $built ->
    [0] a stable
   *[other] another stable
}? { price-of-one }{ $left ->
    [one] { " " }After it you can build no more stables.
   *[other] { "" }
}{ none-ends }
ask-field = Which cell do you plough{ $laid ->
    [0] { "" }
   *[other] { " " }next
}? { $left ->
    [one] It is the only field that is left to plough in this action.
   *[other] You may plough { $left } fields, this one included.
}{ none-ends }
ask-plough-with = Do you use a plough? Without one you plough { $left } { $left ->
    [one] field
   *[other] fields
}.{ after-exchange } Choose nothing to use none.
ask-sow = What do you sow{ $sown ->
    [0] { "" }
   *[other] { " " }next
}, and where? 1 grain or vegetable from your supply is sown, the rest comes from the general supply. { $left ->
    [one] This is the only field that is left to sow in this action.
    [99] You may sow any number of fields.
   *[other] You may sow { $left } fields, this one included.
}{ none-ends }
ask-fence = { $cells-count ->
    [0] { $built ->
        [0] Which cell does the pasture to be fenced begin with?
       *[other] Which cell does the next pasture begin with?
    }
   *[other] Which cell comes to the pasture { $cells }?
} You can build { $fences } more { $fences ->
    [one] fence
   *[other] fences
} now, of { $left } that you have left.{ $most_cells ->
    [one] { " " }The pasture has one cell only.
   *[other] { "" }
}{ none-ends }
ask-pay-fences = How do you pay for the { $fences } { $fences ->
    [one] fence
   *[other] fences
} around { $cells }?
ask-pay = How do you pay for { $of ->
    [1] a room of the { $house }
    [2] the renovation to a { $house }
    [3] a stable
   *[other] { $card }
}{ $returned-count ->
    [0] { "" }
   *[other] , giving up { $returned }
}?
ask-renovate = Which house do you renovate to?
ask-improvement = Which { $major ->
    [true] { $minor ->
        [true] major or minor improvement
       *[other] major improvement
    }
   *[other] minor improvement
} do you play?{ none-declines }
ask-occupation = Which occupation do you play? { $food ->
    [0] It costs only the price on the card itself.
   *[other] It costs { $food } food, and the price on the card itself.
}{ $before ->
    [0] { "" }
   *[other] { " " }Your cards give you { $before } food before you pay.
}{ none-declines }
ask-give-up = Which of your improvements do you give up{ $card ->
    [none] { "" }
   *[other] { " " }as a part of the price of { $card }
}? Goods that it has laid on later rounds are lost.
ask-cook = What do you cook?{ cooking-rates } 0 of everything cooks nothing.
ask-bake = How much grain do you bake? 1 grain brings { $one_grain } food{ $most_grain ->
    [one] { "" }
   *[other] , { $most_grain } grain bring { $all_grain }
}.{ $need ->
    [true] { "" }
   *[other] { " " }0 bakes nothing.
}
ask-feed = Do you feed your family now? It needs { $needed } food, and you have { $owned }. Before that you may turn goods into food. For each food that is missing you take a begging card, which costs 3 points.
ask-keep-animals = { $asked_for ->
    [card] Which animals do you keep, when { $card } brings one more of each kind that you have?
   *[other] You have { $herd-count ->
        [0] no animals
       *[other] { $herd }
    }, more than your farm has room for. Which do you keep?
} The others are let go.
ask-keep-young = { $young-count ->
    [0] Which animals do you keep?
   *[other] Your animals have young: { $young }. With them you would have more than your farm has room for: you have { $herd } now. Which animals do you keep?
} The others are let go and bring nothing.
# The acting player, if it is another one.
on-whose-doing = { $actor ->
    [none] { "" }
   *[other] { " " }It follows from an action of { $actor }.
}
ask-next-card = Which of your cards do you use next?{ on-whose-doing } The others can be used after it.{ after-exchange } Choose nothing to use no more of them.
ask-one-of = What do you choose with { $card }? { $card-text }{ none-declines }
after-exchange = { $unpaid-count ->
    [0] { "" }
   *[other] { " " }Before you can pay for { $unpaid }, you have to turn something into what it costs.
}
ask-buy-laid = What do you buy from the things that your cards have laid on this round: { $cards }?{ after-exchange } Choose nothing to buy nothing more.
ask-end-turn = Do you end your turn? Choose nothing to end it. Before that you may use exchanges and cards, if any are offered.
ask-three-for-one = Which three cards of your hand do you put away, to draw { $occupation ->
    [true] 1 occupation
   *[other] 1 minor improvement
}?
ask-draft = Which { $occupation ->
    [true] occupation
   *[other] minor improvement
} of this pack do you keep? The others go on to your left neighbour.
ask-put-away = Which { $most } { $occupation ->
    [true] occupations
   *[other] minor improvements
} do you put away? You keep the others.
ask-change-occupations = Do you change all your occupations ({ $cards }) for { $fewer } new { $fewer ->
    [one] one
   *[other] ones
}, one fewer? Choose nothing to keep them.
ask-change-minors = Do you change all your minor improvements ({ $cards }) for { $fewer } new { $fewer ->
    [one] one
   *[other] ones
}, one fewer? Choose nothing to keep them.
ask-card-space = { $card-id ->
    [240] Which of these round cards comes first? { $card-text }
    [310] On which space do you put 1 food from the general supply, with { $card }?
   *[other] Which space do you choose for { $card }? { $card-text }
}{ none-declines }
ask-card-goods = How many do you put on { $card }? { $card-text }
ask-card-plot = From whose field do you take 1 grain with { $card }? { $card-text }{ none-declines }
ask-card-person = Which person do you move on with { $card }? { $card-text }
ask-card-seat = Which player buys 1 grain for 2 food, which you sell with { $card }? All of these have said yes.
ask-show-card = { $played } has been played. If you hold { $card }, do you play it now for free?{ $options ->
    [0] { " " }You cannot play it now, so choose nothing: it means no.
   *[other] { " " }Choose nothing to say no.
}
ask-pay-or-beg = Because of { $card } you have to play { $played }. It costs { $needed } food, and you have { $owned }. Do you pay now? Before that you may turn goods into food. For each food that is missing you take a begging card, which costs 3 points.
ask-use-card = { $mine ->
    [true] { $card-id ->
        [217] Do you use { $card }, which means to give animals back? { $card-text }
       *[other] Do you use { $card }? { $card-text }{ on-whose-doing }
    }
   *[other] { $card-id ->
        [102] Do you use { $card } of { $owner }: give 1 grain, get 3 food, and hand 1 of it to { $owner }?
        [241] { $owner } sells 1 grain with { $card }. Do you buy it for 2 food? If several players say yes, { $owner } chooses among them.
       *[other] Do you use { $card } of { $owner }? { $card-text }
    }
}{ none-says-no }
ask-second-person = Where do you send a second person at once, with { $card }? { $card-text }{ $options ->
    [0] { " " }No space is open to you now, so there is nothing to choose.
   *[other] { " " }Choose nothing to send nobody.
}
ask-pay-cells = For how many unused cells do you pay 1 food each, with { $card }? Each of them then costs you no point. 0 pays for none.
ask-return-animals = Which animals do you give back for { $card }? { $card-text } You give back { $least ->
    [1] { $most ->
        [1] exactly 1
       *[other] { $least } to { $most }, at most 1 of each kind
    }
   *[other] { $most ->
        [2] exactly 2, at most 1 of each kind
       *[other] { $least } to { $most }, at most 1 of each kind
    }
}.

## Quantities

quantity-sheep = sheep ({ $sheep_food } food each)
quantity-boar = { $asked_for ->
    [card] boar to put on the card
   *[other] boar ({ $boar_food } food each)
}
quantity-cattle = cattle ({ $cattle_food } food each)
quantity-vegetables = vegetables ({ $vegetable_food } food each)
quantity-grain = grain to bake
quantity-wood = wood to put on the card
quantity-food = food to put on the card
quantity-cells = cells to pay for

## Options

option-family = Family game: no occupations, no minor improvements
option-without_e = Without the E deck (deprecated: use decks)
option-without_i = Without the I deck (deprecated: use decks)
option-without_k = Without the K deck (deprecated: use decks)
option-decks = Decks that are played with: E (basic), I (interactive), K (complex); all unless named
option-values = Corrections of printed cards and action spaces, as JSON
option-draft = Draft the hands
option-ten_keep_seven = Ten cards of each kind, of which seven are kept
option-mulligan = Hands may be changed for smaller ones
option-three_for_one = Three cards for a new one at any time
option-own_cards = Solo: cards to begin with
option-round_cards = Solo: the order of the round cards
option-series = Solo series: the number of the game
option-permanent = Solo series: permanent occupations
option-extra_food = Solo series: food from the game before

## Rows of the score sheet

score-fields = Fields
score-pastures = Pastures
score-grain = Grain
score-vegetables = Vegetables
score-sheep = Sheep
score-boar = Wild boar
score-cattle = Cattle
score-unused = Unused farmyard spaces
score-stables = Fenced stables
score-rooms = Rooms
score-family = Family members
score-cards = Points on cards
score-bonus = Bonus points
score-begging = Begging cards

## Cards and action spaces. All below this line is written by tools/agricola_cards.py.

card-0 = Fireplace
    .text = At any time a vegetable becomes 2 food, a sheep 2, a boar 2, cattle 3. When baking, any number of grain become 2 food each.
    .facts = major improvement · price: 2 clay · 1 point
card-1 = Fireplace
    .text = At any time a vegetable becomes 2 food, a sheep 2, a boar 2, cattle 3. When baking, any number of grain become 2 food each.
    .facts = major improvement · price: 3 clay · 1 point
card-2 = Cooking Hearth
    .text = At any time a vegetable becomes 3 food, a sheep 2, a boar 3, cattle 4. When baking, any number of grain become 3 food each.
    .facts = major improvement · price: 4 clay or return Fireplace or Simple Fireplace · 1 point
card-3 = Cooking Hearth
    .text = At any time a vegetable becomes 3 food, a sheep 2, a boar 3, cattle 4. When baking, any number of grain become 3 food each.
    .facts = major improvement · price: 5 clay or return Fireplace or Simple Fireplace · 1 point
card-4 = Clay Oven
    .text = When baking, 1 grain becomes 5 food. You may bake at once when you build it.
    .facts = major improvement · price: 3 clay + 1 stone · 2 points
card-5 = Stone Oven
    .text = When baking, up to 2 grain become 4 food each. You may bake at once when you build it.
    .facts = major improvement · price: 1 clay + 3 stone · 3 points
card-6 = Joinery
    .text = Once in each harvest 1 wood may become 2 food. At the end 3 / 5 / 7 wood bring 1 / 2 / 3 bonus points.
    .facts = major improvement · price: 2 wood + 2 stone · 2 points · bonus points
card-6-way-0 = 1 wood → 2 food (once in a harvest)
card-7 = Pottery
    .text = Once in each harvest 1 clay may become 2 food. At the end 3 / 5 / 7 clay bring 1 / 2 / 3 bonus points.
    .facts = major improvement · price: 2 clay + 2 stone · 2 points · bonus points
card-7-way-0 = 1 clay → 2 food (once in a harvest)
card-8 = Basketmaker's Workshop
    .text = Once in each harvest 1 reed may become 3 food. At the end 2 / 4 / 5 reed bring 1 / 2 / 3 bonus points.
    .facts = major improvement · price: 2 reed + 2 stone · 2 points · bonus points
card-8-way-0 = 1 reed → 3 food (once in a harvest)
card-9 = Well
    .text = Put 1 food on each of the next 5 round spaces; it is yours when that round begins.
    .facts = major improvement · price: 1 wood + 3 stone · 4 points
card-10 = Field
    .text = Plough 1 field at once.
    .facts = minor improvement · price: 1 food · passed on
card-11 = Fishing Rod
    .text = Whenever you use Fishing, you get 1 more food, from round 8 on 2 more.
    .facts = minor improvement · price: 1 wood
card-12 = Axe
    .text = Rooms of a wooden hut have a base price of 2 wood and 2 reed for you.
    .facts = minor improvement · price: 1 wood + 1 stone
card-13 = Baker's Oven
    .text = When baking, up to 2 grain become 5 food each. You may bake at once when you play it. It counts as an oven.
    .facts = minor improvement · price: return Clay Oven or Stone Oven or Wood-fired Oven · 3 points
card-14 = Baking Tray
    .text = You may build the Clay Oven and the Stone Oven as minor improvements. These two and the Wood-fired Oven cost you 1 building resource of your choice less.
    .facts = minor improvement · price: 1 wood
card-15 = Building Material
    .text = Take 1 wood or 1 clay.
    .facts = minor improvement · passed on
card-16 = Windmill
    .text = At any time you may turn grain into 2 food each. This is not baking.
    .facts = minor improvement · price: 3 wood + 1 stone · 2 points
card-16-way-0 = 1 grain → 2 food
card-17 = Beanfield
    .text = A field of its own, for vegetables only.
    .facts = minor improvement · needs 2 occupations · 1 point
card-18 = Gypsy's Crock
    .text = Whenever your Fireplaces, Cooking Hearths or Cooking Corner turn goods into food, every 2 goods turned at the same time bring 1 more food.
    .facts = minor improvement · price: 2 clay · 1 point
card-19 = Simple Fireplace
    .text = At any time a vegetable becomes 2 food, a sheep 1, a boar 2, cattle 3. When baking, any number of grain become 2 food each. It counts as a Fireplace.
    .facts = minor improvement · price: 1 clay · 1 point
card-20 = Half-timbered House
    .text = 1 bonus point for each room of your stone house, unless you own the Mansion.
    .facts = minor improvement · price: 1 wood + 1 clay + 1 reed + 2 stone · bonus points
card-21 = Raft
    .text = Whenever you use Fishing, you also get 1 food or 1 reed.
    .facts = minor improvement · price: 2 wood · 1 point
card-22 = Manger
    .text = 6 / 7 / 8 / 9 or more fenced spaces of your farmyard bring 1 / 2 / 3 / 4 bonus points.
    .facts = minor improvement · price: 2 wood · bonus points
card-23 = Animal Pen
    .text = Put 2 food on each remaining round space; they are yours when that round begins.
    .facts = minor improvement · price: 2 wood · needs 4 occupations · 1 point
card-24 = Spices
    .text = Each vegetable that you turn into food with a Fireplace, a Cooking Hearth or the Cooking Corner brings 1 more food.
    .facts = minor improvement
card-25 = Plane
    .text = Whenever you turn 1 wood into food with the Joinery, the Sawmill or the Cabinetmaker, get 1 more food or turn 1 more wood into 2 food.
    .facts = minor improvement · price: 1 wood
card-26 = Wood-fired Oven
    .text = When baking, any number of grain become 3 food each. You may bake at once when you play it. It counts as an oven.
    .facts = minor improvement · price: 3 wood + 1 stone · 2 points
card-27 = Clogs
    .text = 1 bonus point in a clay hut, 2 in a stone house.
    .facts = minor improvement · price: 1 wood · bonus points
card-28 = Shepherd's Pipe
    .text = A pasture with sheep holds 2 more of them; an unfenced stable holds 2 sheep.
    .facts = minor improvement · needs 1 sheep
card-29 = Canoe
    .text = Whenever you use Fishing, you also get 1 food and 1 reed.
    .facts = minor improvement · price: 2 wood · needs 2 occupations · 1 point
card-30 = Carp Pond
    .text = Put 1 food on each remaining round space with an odd number; it is yours when that round begins.
    .facts = minor improvement · needs 1 occupation, 2 improvements · 1 point
card-31 = Potato Dibber
    .text = Whenever you sow a vegetable, put 1 more of them on the field.
    .facts = minor improvement · price: 1 wood
card-32 = Ceramics
    .text = Take 2 food. From now on you may take the Pottery as a minor improvement for nothing.
    .facts = minor improvement · price: 1 clay · needs Clay Oven or Stone Oven or Baker's Oven or Wood-fired Oven
card-33 = Basket
    .text = When your person takes wood from an action space, you may leave 2 of it there and take 3 food instead.
    .facts = minor improvement · price: 1 reed
card-34 = Corn Scoop
    .text = Whenever you use 1 Grain, you get 1 more grain.
    .facts = minor improvement · price: 1 wood
card-35 = Clay Roof
    .text = Building rooms or renovating, you may pay any of the reed in clay, 1 for 1.
    .facts = minor improvement · needs 1 occupation · 1 point
card-36 = Clay Supports
    .text = You may pay 2 clay, 1 wood and 1 reed for a room of a clay hut.
    .facts = minor improvement · price: 2 wood
card-37 = Madonna Statue
    .text = Nothing but its points. Its price is 2 of your own improvements in play.
    .facts = minor improvement · price: give up 2 improvements · 2 points
card-38 = Market Stall
    .text = Take 1 vegetable.
    .facts = minor improvement · price: 1 grain · passed on
card-39 = Mini Pasture
    .text = Fence one single space of your farmyard as a pasture, for no wood.
    .facts = minor improvement · price: 2 food · passed on
card-40 = Millstone
    .text = Whenever you bake at least 1 grain, you get 2 more food.
    .facts = minor improvement · price: 1 stone
card-41 = Helpful Neighbors
    .text = Take 1 stone or 1 reed.
    .facts = minor improvement · price: 1 wood or 1 clay · passed on
card-42 = Fruit Tree
    .text = Put 1 food on each remaining space of rounds 8 to 14; it is yours when that round begins.
    .facts = minor improvement · needs 3 occupations · 1 point
card-43 = Outhouse
    .text = Nothing but its points. It can only be played while another player has fewer than 2 occupations.
    .facts = minor improvement · price: 1 wood + 1 clay · needs another player with fewer than 2 occupations · 2 points
card-44 = Private Forest
    .text = Put 1 wood on each remaining round space with an even number; it is yours when that round begins.
    .facts = minor improvement · price: 2 food
card-45 = Sack Cart
    .text = Put 1 grain on each remaining space of rounds 5, 8, 11 and 14; it is yours when that round begins.
    .facts = minor improvement · price: 2 wood · needs 2 occupations
card-46 = Lettuce Patch
    .text = A field of its own, for vegetables only. A vegetable harvested here may become 4 food on the spot.
    .facts = minor improvement · needs 3 occupations · 1 point
card-47 = Reed Pond
    .text = Put 1 reed on each of the next 3 round spaces; it is yours when that round begins.
    .facts = minor improvement · needs 3 occupations · 1 point
card-48 = Writing Desk
    .text = After you play an occupation by an action space, you may play a second one for 2 food.
    .facts = minor improvement · price: 1 wood · needs 2 occupations · 1 point
card-49 = Builder's Trowel
    .text = You may renovate your wooden hut to a clay hut at any time between actions, at the normal price, without an action space.
    .facts = minor improvement · price: 1 wood
card-50 = Spindle
    .text = In each field phase 3 sheep bring 1 food, 5 or more bring 2.
    .facts = minor improvement · price: 1 wood
card-51 = Stable
    .text = Build 1 stable at once.
    .facts = minor improvement · price: 1 wood · passed on
card-52 = Butter Churn
    .text = In each field phase get 1 food for every 3 sheep and 1 food for every 2 cattle.
    .facts = minor improvement · price: 2 wood
card-53 = Quarry
    .text = Whenever you use Day labourer, you also get 3 stone.
    .facts = minor improvement · needs 4 occupations · 2 points
card-54 = Stone House Extension
    .text = Add 1 room to your stone house.
    .facts = minor improvement · price: 1 reed + 3 stone · passed on
card-55 = Stone Tongs
    .text = Whenever you use one of the two round cards 1 Stone, you get 1 more stone.
    .facts = minor improvement · price: 1 wood
card-56 = Dovecote
    .text = Put 1 food on each remaining space of rounds 10 to 14; it is yours when that round begins.
    .facts = minor improvement · price: 2 stone · 2 points
card-57 = Animal Yard
    .text = Houses 2 animals, of the same kind or not.
    .facts = minor improvement · price: 2 wood · needs 1 occupation · 1 point
card-58 = Drinking Trough
    .text = Each of your pastures holds 2 more animals.
    .facts = minor improvement · price: 2 wood · 1 point
card-59 = Cattle Market
    .text = Take 1 cattle.
    .facts = minor improvement · price: 1 sheep · passed on
card-60 = Riding Plow
    .text = Twice in the game you may plough up to 3 fields instead of 1 on Plough 1 Field or Plough 1 Field and/or Sow.
    .facts = minor improvement · price: 4 wood · needs 3 occupations
card-61 = Turnwrest Plow
    .text = Once in the game you may plough up to 3 fields instead of 1 on Plough 1 Field or Plough 1 Field and/or Sow.
    .facts = minor improvement · price: 3 wood · needs 2 occupations
card-62 = Moldboard Plow
    .text = Twice in the game you may plough 2 fields instead of 1 on Plough 1 Field.
    .facts = minor improvement · price: 2 wood · needs 1 occupation
card-63 = Alms
    .text = Take 1 food for every round that is over.
    .facts = minor improvement · needs no occupations · passed on
card-64 = Baker's Kitchen
    .text = When baking, up to 2 grain become 5 food each. You may bake at once when you play it. It is not an oven.
    .facts = minor improvement · price: 2 stone + return Clay Oven or Stone Oven or Baker's Oven or Wood-fired Oven · 4 points
card-65 = Village Well
    .text = Put 1 food on each of the next 3 round spaces; it is yours when that round begins.
    .facts = minor improvement · price: return Well · 5 points
card-66 = Threshing Board
    .text = Whenever you use Plough 1 Field or Plough 1 Field and/or Sow, you may also bake.
    .facts = minor improvement · price: 2 wood · needs 2 occupations · 1 point
card-67 = Harrow
    .text = Once in the game you may plough 2 fields instead of 1 on a ploughing space. Every other player may do the same once, for 2 food paid to you.
    .facts = minor improvement · price: 2 wood
card-68 = Strawberry Patch
    .text = Put 1 food on each of the next 3 round spaces; it is yours when that round begins.
    .facts = minor improvement · needs 2 fields of vegetables · 2 points
card-69 = Punner
    .text = After another player ploughs more than 1 field with a plough or the Harrow, you may plough 1 field.
    .facts = minor improvement · price: 1 wood
card-70 = Holiday House
    .text = Your people stay at home in the work phase of round 14. It must be played by round 13.
    .facts = minor improvement · price: 3 wood + 2 reed or 3 clay + 2 reed · needs round 13 or earlier · 8 points
card-71 = Goose Pond
    .text = Put 1 food on each of the next 4 round spaces; it is yours when that round begins.
    .facts = minor improvement · needs 3 occupations · 1 point
card-72 = Guest
    .text = In the next round only, you have one more person to place.
    .facts = minor improvement · price: 2 food · passed on
card-73 = Grain Cart
    .text = Whenever you use 1 Grain, you get 2 more grain.
    .facts = minor improvement · price: 2 wood · needs 2 occupations
card-74 = Hand Mill
    .text = In each feeding phase up to 2 grain may become 2 food each. This is not baking.
    .facts = minor improvement · price: 1 stone
card-74-way-0 = 1 grain → 2 food (at most 2 times in a harvest)
card-75 = Rake
    .text = 2 bonus points for at least 5 fields; for at least 6, if you have a plough, the Harrow, the Punner or the Yoke.
    .facts = minor improvement · price: 1 wood · bonus points
card-76 = Shepherd's Crook
    .text = Each new pasture of 4 or more spaces brings 2 sheep, which go there. Parts of a divided pasture are not new.
    .facts = minor improvement · price: 1 wood
card-77 = Copse
    .text = 2 plots for wood: it is sown and harvested like grain.
    .facts = minor improvement · price: 2 wood · needs 1 occupation · 1 point
card-78 = Wood Cart
    .text = Whenever your person takes wood that lies on an action space, you get 2 more wood.
    .facts = minor improvement · price: 3 wood · needs 3 occupations
card-79 = Spinney
    .text = Whenever another player uses 3 Wood, 1 of that wood goes to you.
    .facts = minor improvement · price: 1 wood · needs 3 occupations · 1 point
card-80 = Wooden Hut Extension
    .text = Add 1 room to your wooden hut.
    .facts = minor improvement · price: 5 wood + 1 reed · passed on
card-81 = Wooden Crane
    .text = Whenever you use one of the two round cards 1 Stone, you get 1 more stone, or 2 more for 1 food.
    .facts = minor improvement · price: 3 wood · 1 point
card-82 = Wooden Path
    .text = 2 bonus points, unless the Clay Path or the Paved Road is in play.
    .facts = minor improvement · price: 1 wood · bonus points
card-83 = Chicken Coop
    .text = Put 1 food on each of the next 8 round spaces; it is yours when that round begins.
    .facts = minor improvement · price: 2 wood + 1 reed or 2 clay + 1 reed · 1 point
card-84 = Cooking Corner
    .text = At any time a vegetable becomes 4 food, a sheep 2, a boar 3, cattle 4. When baking, any number of grain become 3 food each.
    .facts = minor improvement · price: return Cooking Hearth · 3 points
card-85 = Corn Storehouse
    .text = At the end of each field phase you may sow grain on empty fields, with 1 grain less from the supply on each.
    .facts = minor improvement · price: 2 wood + 2 reed or 2 clay + 2 reed · 1 point
card-86 = Flagon
    .text = Each time the Well or the Village Well is played, you get 4 food and everybody else 1; at once, if one lies there already.
    .facts = minor improvement · price: 1 clay
card-87 = Lasso
    .text = You may place two people in one turn, if one of them goes to 1 Sheep, 1 Wild Boar or 1 Cattle.
    .facts = minor improvement · price: 1 reed
card-88 = Clay Path
    .text = 2 bonus points, unless the Paved Road is in play.
    .facts = minor improvement · price: 3 clay · 1 point · bonus points
card-89 = Planter Box
    .text = A field next to one of your rooms gets 2 more grain or 1 more vegetable when you sow it.
    .facts = minor improvement · needs 2 occupations
card-90 = Ladder
    .text = Rooms, renovations and some improvements (Water Mill, Half-timbered House, Chicken Coop, Holiday House, Mansion, Corn Storehouse) cost you 1 reed less.
    .facts = minor improvement · price: 2 wood
card-91 = Manure
    .text = At the end of each round without a harvest you may harvest your fields, all or none of them.
    .facts = minor improvement · needs 2 animals
card-92 = Milking Shed
    .text = At the start of each field phase get 1 food for every 5 sheep and 1 food for every 3 cattle of all players together.
    .facts = minor improvement · price: 2 clay + 3 stone · 2 points
card-93 = Paved Road
    .text = 2 bonus points.
    .facts = minor improvement · price: 5 stone · 2 points · bonus points
card-94 = Fish Trap
    .text = Whenever you use Fishing or get reed from an action space, you get 1 more food.
    .facts = minor improvement · price: 1 wood
card-95 = Reed Exchange
    .text = Take 2 reed.
    .facts = minor improvement · price: 2 wood or 2 clay · passed on
card-96 = Slaughterhouse
    .text = Whenever another player turns animals into food, you get 1 food. You feed your family after the others.
    .facts = minor improvement · price: 2 clay + 2 stone · 2 points
card-97 = Schnaps Distillery
    .text = In each feeding phase 1 vegetable may become 4 food. At the end 1 bonus point each for the 5th and the 6th vegetable.
    .facts = minor improvement · price: 2 stone + 1 vegetable · 2 points · bonus points
card-97-way-0 = 1 vegetable → 4 food (once in a harvest)
card-98 = Straw-thatched Roof
    .text = Rooms and renovations cost you no reed.
    .facts = minor improvement · needs 3 fields of grain · 1 point
card-99 = Tavern
    .text = A new action space: 3 food; you yourself may take 2 bonus points instead.
    .facts = minor improvement · price: 2 wood + 2 stone · 2 points · bonus points
card-100 = Animal Feed
    .text = Just before scoring you get 1 animal of each kind that you have, as far as there is room.
    .facts = minor improvement · needs 4 sown fields
card-101 = Wildlife Reserve
    .text = Houses 1 sheep, 1 boar and 1 cattle.
    .facts = minor improvement · price: 2 wood · needs 2 occupations · 1 point
card-102 = Water Mill
    .text = At the end of each field phase every player may turn 1 grain into 3 food; the others give you 1 of it.
    .facts = minor improvement · price: 1 wood + 2 clay + 1 reed + 2 stone · 2 points
card-103 = Weekly Market
    .text = Take 2 vegetables.
    .facts = minor improvement · price: 3 grain · passed on
card-104 = Acreage
    .text = 2 plots of their own, for grain only.
    .facts = minor improvement · needs 1 occupation
card-105 = Bakehouse
    .text = When baking, up to 2 grain become 5 food each. You may bake at once when you play it. It is not an oven.
    .facts = minor improvement · price: 3 stone + return Clay Oven or Stone Oven or Baker's Oven or Wood-fired Oven · 5 points
card-106 = Lumber
    .text = Take 3 wood.
    .facts = minor improvement · price: 1 stone · passed on
card-107 = Beehive
    .text = Put 2 food on each remaining round space with an even number; they are yours when that round begins.
    .facts = minor improvement · needs 3 occupations, 2 improvements · 1 point
card-108 = Spit Roast
    .text = If you turn animals into food in the feeding phase, you get 1 more food, once in a harvest.
    .facts = minor improvement · price: 1 wood
card-109 = Brewery
    .text = In each feeding phase 1 grain may become 3 food. At the end 1 bonus point for the 9th grain.
    .facts = minor improvement · price: 2 stone + 2 grain · 2 points · bonus points
card-109-way-0 = 1 grain → 3 food (once in a harvest)
card-110 = Bread Paddle
    .text = Whenever you play an occupation, you may also bake.
    .facts = minor improvement · price: 1 wood
card-111 = Bookshelf
    .text = You get 3 food before you pay for an occupation.
    .facts = minor improvement · price: 1 wood · needs 3 occupations · 1 point
card-112 = Flail
    .text = Whenever you use Plough 1 Field or Plough 1 Field and/or Sow, you may also bake.
    .facts = minor improvement · price: 1 wood · needs 1 occupation
card-113 = Duck Pond
    .text = Put 1 food on each of the next 3 round spaces; it is yours when that round begins.
    .facts = minor improvement · needs 2 occupations · 1 point
card-114 = Swing Plow
    .text = Twice in the game you may plough up to 3 fields instead of 1 on Plough 1 Field.
    .facts = minor improvement · price: 3 wood · needs 3 occupations
card-115 = Granary
    .text = Put 1 grain on each remaining space of rounds 8, 10 and 12; it is yours when that round begins.
    .facts = minor improvement · price: 3 wood or 3 clay · 1 point
card-116 = Greenhouse
    .text = Put 1 vegetable on the round spaces 4 and 7 rounds ahead; you may buy it for 1 food when that round begins.
    .facts = minor improvement · price: 2 wood · needs 1 occupation · 1 point
card-117 = Liquid Manure
    .text = Every field that you sow gets 1 more of what you sow.
    .facts = minor improvement · needs 4 animals
card-118 = Crooked Plow
    .text = Once in the game you may plough up to 3 fields instead of 1 on Plough 1 Field.
    .facts = minor improvement · price: 3 wood · needs 1 occupation
card-119 = House Goat
    .text = 1 food in each feeding phase. No other animal may live in your house.
    .facts = minor improvement · 1 point
card-120 = Sawhorse
    .text = Your next stable is free, and so are your 3rd, 6th, 9th, 12th and 15th fences.
    .facts = minor improvement · price: 2 wood
card-121 = Sawmill
    .text = Once in each harvest 1 wood may become 3 food. At the end 2 / 4 / 5 wood bring 1 / 2 / 3 bonus points.
    .facts = minor improvement · price: return Joinery · 3 points · bonus points
card-121-way-0 = 1 wood → 3 food (once in a harvest)
card-122 = Wooden Strongbox
    .text = 2 bonus points for a house of 5 rooms, 4 for 6 or more.
    .facts = minor improvement · price: 1 wood · bonus points
card-123 = Yoke
    .text = Plough up to 1 field for each plough that any player has in play, and 1 for the Harrow.
    .facts = minor improvement · price: 1 wood · needs 1 cattle
card-124 = Broom
    .text = Discard your minor improvements and draw 7 new ones; you may play one of them at once at its price.
    .facts = minor improvement · price: 1 wood
card-125 = Landing Net
    .text = Whenever an action space brings you reed, you get 2 more food; only 1, if other building resources come with it.
    .facts = minor improvement · price: 1 reed
card-126 = Clapper
    .text = Whenever you use a space with family growth, every stack of grain on your fields grows by 1.
    .facts = minor improvement · price: 1 wood
card-127 = Cooking Hearth
    .text = At any time a vegetable becomes 3 food, a sheep 2, a boar 3, cattle 4. When baking, any number of grain become 3 food each.
    .facts = minor improvement · price: return Fireplace or Simple Fireplace · 1 point
card-128 = Corn Sheaf
    .text = Take 1 grain.
    .facts = minor improvement · passed on
card-129 = Herb Garden
    .text = Put 1 food on each of the next 5 round spaces; it is yours when that round begins.
    .facts = minor improvement · needs 1 field of vegetables · 1 point
card-130 = Clay Pit
    .text = Whenever you use Day labourer, you also get 3 clay.
    .facts = minor improvement · needs 3 occupations · 1 point
card-131 = Clay Hut Extension
    .text = Add 1 room to your clay hut.
    .facts = minor improvement · price: 4 clay + 1 reed · passed on
card-132 = Milking Stool
    .text = In each field phase 1 / 3 / 5 cattle bring 1 / 2 / 3 food. At the end every 2 cattle bring 1 bonus point.
    .facts = minor improvement · price: 1 wood · needs 2 occupations · bonus points
card-133 = Ox Team
    .text = Plough up to as many fields as there are rounds to come, at most 3.
    .facts = minor improvement · price: 3 wood · needs 2 cattle · 1 point
card-134 = Horse
    .text = 2 bonus points if your farm lacks a kind of animal at the end.
    .facts = minor improvement · bonus points
card-135 = Brushwood Roof
    .text = Building rooms or renovating, you may pay any of the reed in wood, 1 for 1.
    .facts = minor improvement · needs 2 occupations
card-136 = Turnip Field
    .text = A field of its own, for vegetables only. When you play it, you may sow at once.
    .facts = minor improvement · needs 3 occupations · 1 point
card-137 = Reed Hut
    .text = One of your unused people moves in: it works and eats like the others, but scores nothing while it lives here.
    .facts = minor improvement · price: 1 wood + 4 reed · 1 point
card-138 = Sleeping Corner
    .text = You may use spaces with family growth even if another player's person is there.
    .facts = minor improvement · price: 1 wood · needs 2 fields of grain · 1 point
card-139 = Swan Lake
    .text = Put 1 food on each of the next 5 round spaces; it is yours when that round begins.
    .facts = minor improvement · needs 4 occupations · 2 points
card-140 = Boar Breeding
    .text = Take 1 boar.
    .facts = minor improvement · price: 1 food · passed on
card-141 = Stone Cart
    .text = Put 1 stone on each remaining round space with an even number; it is yours when that round begins.
    .facts = minor improvement · price: 2 wood · needs 2 occupations
card-142 = Stone Exchange
    .text = Take 2 stone.
    .facts = minor improvement · price: 2 wood or 2 clay · passed on
card-143 = Mansion
    .text = 2 bonus points for each room of your stone house.
    .facts = minor improvement · price: 3 wood + 3 clay + 2 reed + 3 stone · bonus points
card-144 = Forest Pasture
    .text = Houses any number of boars.
    .facts = minor improvement · needs 3 occupations · 1 point
card-145 = Loom
    .text = In each field phase 1 / 4 / 7 sheep bring 1 / 2 / 3 food. At the end every 3 sheep bring 1 bonus point.
    .facts = minor improvement · price: 2 wood · needs 2 occupations · 1 point · bonus points
card-146 = Clay Deposit
    .text = A new action space: 5 clay; others pay you 1 food for it, you yourself may take 2 bonus points instead.
    .facts = minor improvement · needs 3 occupations · bonus points
card-147 = Feed Pellets
    .text = Once in each feeding phase 1 vegetable may become 1 animal of a kind that you have.
    .facts = minor improvement
card-147-way-0 = 1 vegetable → 1 sheep
card-147-way-1 = 1 vegetable → 1 boar
card-147-way-2 = 1 vegetable → 1 cattle
card-148 = Pelts
    .text = For each animal that you turn into food you may lock 1 food in one of your rooms, at most 1 in each. It is worth 1 bonus point.
    .facts = minor improvement · needs 3 occupations · bonus points
card-149 = Land Agent
    .text = Take 1 vegetable. Whenever you use 1 Vegetable, you also get 1 grain.
    .facts = occupation · with 3 players or more
card-150 = Academic
    .text = Counts as two occupations for the prerequisites of improvements, for the Reeve and for the Tutor.
    .facts = occupation · with 3 players or more
card-151 = Master Baker
    .text = Whenever another player bakes, you may bake too. Your own baking brings you 1 more food, but not if this card allowed it.
    .facts = occupation · with 4 players or more
card-151-way-1 = bake too
card-152 = Baker
    .text = You may bake at the start of each feeding phase, and at once when you play this card.
    .facts = occupation
card-153 = Master Builder
    .text = Once in the game, when your house has at least 5 rooms, you may add a room for nothing.
    .facts = occupation
card-154 = Berry Picker
    .text = Whenever your person takes wood, you get 1 food.
    .facts = occupation · with 3 players or more
card-155 = Mendicant
    .text = Up to 2 of your begging cards cost you no points.
    .facts = occupation
card-156 = Master Brewer
    .text = In each feeding phase 1 grain may become 3 food. This is not baking.
    .facts = occupation
card-156-way-0 = 1 grain → 3 food (once in a harvest)
card-157 = Bread Seller
    .text = You get 1 food for each grain that anybody bakes.
    .facts = occupation · with 3 players or more
card-158 = Brush Maker
    .text = Boars that you turn into food may go onto this card: 2 / 3 / 4 or more are worth 1 / 2 / 3 bonus points.
    .facts = occupation · with 3 players or more · bonus points
card-159 = Thatcher
    .text = Rooms, renovations and some improvements (Water Mill, Half-timbered House, Chicken Coop, Holiday House, Mansion, Corn Storehouse) cost you 1 reed less.
    .facts = occupation · with 3 players or more
card-160 = Turner
    .text = At any time you may turn wood into 1 food each.
    .facts = occupation · with 3 players or more
card-160-way-0 = 1 wood → 1 food
card-161 = Head of the Family
    .text = You may use spaces with rooms or family growth even if another player's person is there.
    .facts = occupation · with 4 players or more
card-162 = Farmer
    .text = The next time you build fences you get 1 boar, every time after that 1 cattle.
    .facts = occupation · with 4 players or more
card-163 = Fisherman
    .text = On Fishing you may take twice the food that lies there; then pay 1 food each to the owners of the Fishing Rod, the Raft, the Canoe, the Fish Trap and the Landing Net.
    .facts = occupation · with 3 players or more
card-164 = Meat-seller
    .text = If you own an oven, at any time a sheep becomes 2 food, a boar 3, cattle 4.
    .facts = occupation
card-165 = Field Warden
    .text = You may use 1 Vegetable, Plough 1 Field and Plough 1 Field and/or Sow even if another player's person is there.
    .facts = occupation · with 4 players or more
card-166 = Master Forester
    .text = Adds the space 2 Wood of the game for three. Others pay you 2 food to use it.
    .facts = occupation · with 4 players or more
card-167 = Yeoman Farmer
    .text = Only unused spaces and begging cards cost you points; other losses don't count.
    .facts = occupation · with 3 players or more
card-168 = Undergardener
    .text = Whenever you use Day labourer, you also get 1 vegetable.
    .facts = occupation · with 4 players or more
card-169 = Conjurer
    .text = Whenever you choose Travelling players, you also get 1 grain.
    .facts = occupation · with 4 players or more
card-170 = Greengrocer
    .text = Whenever you use 1 Grain, you also get 1 vegetable.
    .facts = occupation · with 3 players or more
card-171 = Storyteller
    .text = Choosing Travelling players, you may leave 1 food there and take 1 vegetable.
    .facts = occupation · with 4 players or more
card-172 = Estate Manager
    .text = If nobody has more sheep, nobody more boars and nobody more cattle than you, you get 2 / 3 / 4 bonus points with 3 / 4 / 5 players.
    .facts = occupation · with 3 players or more · bonus points
card-173 = Dock Worker
    .text = At any time you may turn 3 wood into 1 other building resource, or 2 clay, 2 reed or 2 stone into 1 other one.
    .facts = occupation
card-173-way-0 = 3 wood → 1 clay
card-173-way-1 = 3 wood → 1 reed
card-173-way-2 = 3 wood → 1 stone
card-173-way-3 = 2 clay → 1 wood
card-173-way-4 = 2 clay → 1 reed
card-173-way-5 = 2 clay → 1 stone
card-173-way-6 = 2 reed → 1 wood
card-173-way-7 = 2 reed → 1 clay
card-173-way-8 = 2 reed → 1 stone
card-173-way-9 = 2 stone → 1 wood
card-173-way-10 = 2 stone → 1 clay
card-173-way-11 = 2 stone → 1 reed
card-174 = Chief
    .text = 1 bonus point for each room of your stone house. Playing it costs 2 food more.
    .facts = occupation · costs 2 food more · bonus points
card-175 = Chief's Daughter
    .text = When another player plays the Chief, you may play this card from your hand for nothing. 1 bonus point in a clay hut, 3 in a stone house.
    .facts = occupation · bonus points
card-176 = Tutor
    .text = 1 bonus point for each occupation that you play after this one.
    .facts = occupation · bonus points
card-177 = Hedge Keeper
    .text = Whenever you build a fence, you may build up to 3 more for no wood, once a turn.
    .facts = occupation
card-178 = Woodcutter
    .text = Whenever your person takes wood, you get 1 more wood.
    .facts = occupation
card-179 = Wooden Hut Builder
    .text = 1 bonus point for each room of your wooden hut.
    .facts = occupation · with 3 players or more · bonus points
card-180 = Hut Builder
    .text = Played in rounds 1 to 4: when round 11 begins, you may add a room for nothing, unless you live in a stone house.
    .facts = occupation · with 4 players or more
card-181 = Merchant
    .text = After an action with a minor, or a major or minor improvement, you may pay 1 food to take the same action again.
    .facts = occupation
card-182 = Hobby Farmer
    .text = Take 1 vegetable; you may sow it at once.
    .facts = occupation · with 4 players or more
card-182-way-1 = sow
card-183 = Cook
    .text = In each feeding phase two of your people eat 2 food, all others 1.
    .facts = occupation · with 4 players or more
card-184 = Charcoal Burner
    .text = Whenever anybody plays an improvement for baking, you get 1 food and 1 wood.
    .facts = occupation · with 3 players or more
card-185 = Basketmaker
    .text = Once in each harvest 1 reed may become 3 food.
    .facts = occupation · with 4 players or more
card-185-way-0 = 1 reed → 3 food (once in a harvest)
card-186 = Grocer
    .text = A pile lies on this card: reed, grain, stone, vegetable, wood, clay, reed, vegetable. At any time you may buy the top one for 1 food.
    .facts = occupation
card-187 = Clay Firer
    .text = At any time you may turn 2 clay into 1 stone, or 3 clay into 2 stone.
    .facts = occupation · with 4 players or more
card-187-way-0 = 2 clay → 1 stone
card-187-way-1 = 3 clay → 2 stone
card-188 = Clay Seller
    .text = At any time you may turn 2 clay into 1 sheep or 1 reed, 3 clay into 1 boar or 1 stone, 4 clay into 1 cattle.
    .facts = occupation · with 4 players or more
card-188-way-0 = 2 clay → 1 sheep
card-188-way-1 = 2 clay → 1 reed
card-188-way-2 = 3 clay → 1 boar
card-188-way-3 = 3 clay → 1 stone
card-188-way-4 = 4 clay → 1 cattle
card-189 = Clay Deliveryman
    .text = Put 1 clay on each remaining space of rounds 6 to 14; it is yours when that round begins.
    .facts = occupation
card-190 = Clay Mixer
    .text = Whenever your person gets clay and nothing else, you get 2 more clay.
    .facts = occupation
card-191 = Lord of the Manor
    .text = 1 bonus point for each category of scoring in which you reach 4 points, and for 4 fenced stables.
    .facts = occupation · bonus points
card-192 = Maid
    .text = When you live in a clay hut or better, put 1 food on each remaining round space; it is yours when that round begins.
    .facts = occupation
card-193 = Mason
    .text = Once in the game, when your stone house has at least 4 rooms, you may add a room for nothing.
    .facts = occupation
card-194 = Patron
    .text = You get 2 food before you pay for any later occupation.
    .facts = occupation · with 4 players or more
card-195 = Pastor
    .text = When you are the only one with just 2 rooms, you get 3 wood, 2 clay, 1 reed and 1 stone, once.
    .facts = occupation · with 4 players or more
card-196 = Plow Driver
    .text = With a stone house, you may plough 1 field for 1 food when a round begins.
    .facts = occupation
card-197 = Plow Maker
    .text = On a ploughing space you may plough 1 more field for 1 food.
    .facts = occupation
card-198 = Mushroom Collector
    .text = When your person takes wood that lies on an action space, you may leave 1 of it there and take 2 food instead.
    .facts = occupation
card-199 = Braggart
    .text = 5 / 6 / 7 / 8 / 9 or more improvements bring 1 / 3 / 5 / 7 / 9 bonus points.
    .facts = occupation · with 3 players or more · bonus points
card-200 = Ratcatcher
    .text = In rounds 10 and 12 every other player leaves one child at home, if there is one. Nothing happens if it is played after round 9.
    .facts = occupation · with 3 players or more
card-201 = Renovator
    .text = Renovating to clay costs you 2 clay less, to stone 2 stone less.
    .facts = occupation
card-202 = Conservator
    .text = You may renovate your wooden hut straight to a stone house.
    .facts = occupation
card-203 = Cattle Whisperer
    .text = Put 1 cattle on the round spaces 5 and 9 rounds ahead; it is yours when that round begins.
    .facts = occupation · with 4 players or more
card-204 = Seasonal Worker
    .text = Whenever you use Day labourer, you also get 1 grain; from round 6 on, 1 grain or 1 vegetable.
    .facts = occupation
card-205 = Shepherd
    .text = With at least 4 sheep two lambs are born in the breeding phase instead of one.
    .facts = occupation · with 4 players or more
card-206 = Master Shepherd
    .text = Put 1 sheep on each of the next 3 round spaces; it is yours when that round begins.
    .facts = occupation · with 4 players or more
card-207 = Reed Collector
    .text = Put 1 reed on each of the next 4 round spaces; it is yours when that round begins.
    .facts = occupation · with 3 players or more
card-208 = Swineherd
    .text = Whenever you use 1 Wild Boar, you get 1 more boar.
    .facts = occupation · with 4 players or more
card-209 = Stablehand
    .text = Whenever you build fences, you must build 1 stable for nothing, once a round.
    .facts = occupation
card-210 = Stablemaster
    .text = One of your unfenced stables holds 3 animals of one kind.
    .facts = occupation
card-211 = Quarryman
    .text = At any time you may turn stone into 2 food each.
    .facts = occupation · with 3 players or more
card-211-way-0 = 1 stone → 2 food
card-212 = Stone Carrier
    .text = Whenever your person gets stone, you may take 1 more; for 1 food, if other building resources come with it.
    .facts = occupation
card-212-way-0 = 1 stone
card-212-way-1 = 1 food → 1 stone
card-213 = Stonecutter
    .text = Rooms, renovations and improvements cost you 1 stone less.
    .facts = occupation · with 3 players or more
card-214 = Dancer
    .text = Travelling players bring you at least 4 food.
    .facts = occupation · with 4 players or more
card-215 = Stockman
    .text = Building your 2nd stable brings 1 cattle, the 3rd 1 boar, the 4th 1 sheep.
    .facts = occupation · with 4 players or more
card-216 = Potter
    .text = Once in each harvest 1 clay may become 2 food.
    .facts = occupation · with 3 players or more
card-216-way-0 = 1 clay → 2 food (once in a harvest)
card-217 = Tenant Farmer
    .text = Borrow 1 sheep, 1 boar and 1 cattle. Give one of each back before scoring; each one that is missing costs 1 point.
    .facts = occupation · with 4 players or more · bonus points
card-218 = Animal Keeper
    .text = Sheep, boars and cattle may share a pasture.
    .facts = occupation · with 4 players or more
card-219 = Reeve
    .text = Take 4 / 3 / 2 / 1 wood if 9 / 6 / 3 / 1 or more rounds are to come. At the end everybody with the most occupations gets 3 bonus points.
    .facts = occupation · with 3 players or more · bonus points
card-220 = Carpenter
    .text = Every room has a base price of 3 of its material and 2 reed for you.
    .facts = occupation
card-221 = Fieldsman
    .text = If you sow exactly 1 field, put 2 more on it; if exactly 2, put 1 more on each.
    .facts = occupation
card-222 = Well Builder
    .text = You may build the Well as a minor improvement, for 1 wood and 1 stone.
    .facts = occupation
card-223 = Village Elder
    .text = Take 4 / 3 / 2 / 1 wood if 9 / 6 / 3 / 1 or more rounds are to come. At the end everybody with the most improvements gets 3 bonus points.
    .facts = occupation · with 3 players or more · bonus points
card-224 = Social Climber
    .text = Being the 1st / 2nd / 3rd to live in a clay hut brings 3 / 2 / 1 stone, and the same for a stone house.
    .facts = occupation · with 4 players or more
card-225 = Harvest Helper
    .text = Before each feeding phase take 1 grain from a field of another player, who gets 2 food.
    .facts = occupation · with 3 players or more
card-226 = Field Worker
    .text = Whenever another player sows, you get 1 grain in a game of 3, 1 food in a game of 4 or 5.
    .facts = occupation · with 3 players or more
card-227 = Field Watchman
    .text = Whenever you use 1 Grain, you may also plough 1 field.
    .facts = occupation
card-228 = Gardener
    .text = Vegetables that you harvest come from the supply; those on your fields stay.
    .facts = occupation
card-229 = Church Warden
    .text = Take 4 / 3 / 2 / 1 wood if 9 / 6 / 3 / 1 or more rounds are to come. At the end everybody who placed 5 or more people in round 14 gets 3 bonus points.
    .facts = occupation · bonus points
card-230 = Businessman
    .text = On Starting player, after the minor improvement, you may play one more minor or major improvement.
    .facts = occupation · with 3 players or more
card-231 = Sycophant
    .text = Others pay you 1 food to use 1 Grain. Whenever anybody uses it, you get 1 food.
    .facts = occupation · with 4 players or more
card-232 = Clay Digger
    .text = Adds the space 1 Clay of the game for three, with 3 clay on it. Others pay you 3 food to use it.
    .facts = occupation · with 4 players or more
card-233 = Manservant
    .text = When you live in a stone house, put 3 food on each remaining round space; they are yours when that round begins.
    .facts = occupation
card-234 = Midwife
    .text = When another family outgrows yours, you get 1 food; 2 food, if it is larger by 2 or more.
    .facts = occupation · with 4 players or more
card-235 = Farm Steward
    .text = From a clay hut on, you may grow your family once without a free room.
    .facts = occupation
card-236 = Wood Buyer
    .text = When another player's action brings wood, you may take 1 of it for 1 food, once an action.
    .facts = occupation · with 3 players or more
card-237 = Wood Collector
    .text = Put 1 wood on each of the next 5 round spaces; it is yours when that round begins.
    .facts = occupation
card-238 = Hide Farmer
    .text = At the end you may pay 1 food for any unused space of your farmyard; it then costs no point.
    .facts = occupation · with 3 players or more · bonus points
card-239 = Juggler
    .text = With Travelling players you may take twice the food that lies there; then pay 1 food each to the owners of the Acrobat, the Animal Trainer, the Conjurer, the Dancer, the Magician, the Puppeteer, the Storyteller and the Street Musician.
    .facts = occupation · with 4 players or more
card-240 = Chamberlain
    .text = When round 11 begins, or now if that is over, all remaining round cards are turned up. Until their rounds come, only you may use them.
    .facts = occupation
card-241 = Corn Profiteer
    .text = At any time 1 grain may become 3 food, unless another player buys it from you for 2 food.
    .facts = occupation · with 4 players or more
card-242 = Cowherd
    .text = Whenever you use 1 Cattle, you get 1 more cattle.
    .facts = occupation · with 3 players or more
card-243 = Clay Plasterer
    .text = You renovate to a clay hut for 1 clay and 1 reed in all. Its rooms have a base price of 3 clay and 2 reed for you.
    .facts = occupation
card-244 = Clay Hut Builder
    .text = When you live in a clay hut or better, put 2 clay on each of the next 5 round spaces; they are yours when that round begins.
    .facts = occupation
card-245 = Bricklayer
    .text = Improvements and renovations cost you 1 clay less, rooms 2 clay less.
    .facts = occupation
card-246 = Layabout
    .text = You sit out the next harvest: no crops, no feeding, no breeding, no cards.
    .facts = occupation
card-247 = Market Crier
    .text = Using 1 Grain, you may take 1 more grain and 1 vegetable; then everybody else gets 1 grain.
    .facts = occupation · with 3 players or more
card-248 = Milking Hand
    .text = In each field phase 1 / 3 / 5 cattle bring 1 / 2 / 3 food. At the end every 2 cattle bring 1 bonus point.
    .facts = occupation · with 4 players or more · bonus points
card-249 = Butcher
    .text = At any time a sheep becomes 1 food, a boar 2, cattle 3.
    .facts = occupation
card-250 = Net Fisherman
    .text = If your person used a space that brings reed, you take all food from Fishing when people come home.
    .facts = occupation
card-251 = Puppeteer
    .text = Whenever another player chooses Travelling players, you may pay 1 food to play an occupation.
    .facts = occupation · with 4 players or more
card-252 = Sheep Whisperer
    .text = Put 1 sheep on the round spaces 4, 7, 9 and 11 rounds ahead; it is yours when that round begins.
    .facts = occupation · with 4 players or more
card-253 = Reed Buyer
    .text = The first time in a round that another player takes reed, you may buy 1 of it for 1 food; the seller gets 1 more food from the supply.
    .facts = occupation · with 4 players or more
card-254 = Pig Breeder
    .text = Take 1 boar. Your boars breed again after round 12.
    .facts = occupation · with 4 players or more
card-255 = Pig Catcher
    .text = When your person takes wood that lies on an action space, you may leave 2 of it there and take 1 boar instead.
    .facts = occupation · with 4 players or more
card-256 = Groom
    .text = With a stone house, you may build 1 stable for 1 wood when a round begins.
    .facts = occupation · with 4 players or more
card-257 = Stone Buyer
    .text = The first time in a round that another player takes stone, you may buy 1 of it for 1 food; the seller gets 1 more food from the supply.
    .facts = occupation · with 4 players or more
card-258 = Stone Carver
    .text = Once in each harvest 1 stone may become 3 food.
    .facts = occupation
card-258-way-0 = 1 stone → 3 food (once in a harvest)
card-259 = Street Musician
    .text = Whenever another player chooses Travelling players, you get 1 grain.
    .facts = occupation · with 4 players or more
card-260 = Cabinetmaker
    .text = Once in each harvest 1 wood may become 2 food.
    .facts = occupation · with 3 players or more
card-260-way-0 = 1 wood → 2 food (once in a harvest)
card-261 = Animal Dealer
    .text = Using 1 Sheep, 1 Wild Boar or 1 Cattle, you may pay 1 food first for 1 more of that animal.
    .facts = occupation · with 3 players or more
card-261-way-0 = 1 food → 1 sheep
card-261-way-1 = 1 food → 1 boar
card-261-way-2 = 1 food → 1 cattle
card-262 = Taster
    .text = If another player begins the round, you may give that player 1 food and place the first person.
    .facts = occupation · with 4 players or more
card-263 = Outrider
    .text = Using the round card of the current round, you get 1 grain first.
    .facts = occupation · with 4 players or more
card-264 = Water Carrier
    .text = Each time the Well is built by anybody, put 1 food on each remaining round space; now, if that has happened already. It is yours when that round begins.
    .facts = occupation
card-265 = Fence Builder
    .text = Put one of your fences on an action space. Whenever you use that space, you may also build fences afterwards.
    .facts = occupation
card-266 = Fencer
    .text = When another player builds 1 to 4 fences, you get 1 wood; for 5 or more, 2 wood.
    .facts = occupation · with 4 players or more
card-267 = Fence Deliveryman
    .text = Put 4 of your fences each on the round spaces 6 and 10 rounds ahead. When that round begins, you may pay 2 food to build them for no wood.
    .facts = occupation
card-268 = Serf
    .text = On Sow and/or Bake bread you first get 1 grain, or turn 1 grain into 1 vegetable.
    .facts = occupation · with 4 players or more
card-269 = Adoptive Parents
    .text = When a child is born, you may pay 1 food: it is grown up at once and may still act this round.
    .facts = occupation
card-270 = Pieceworker
    .text = When an action space brings you wood, clay, reed, stone or grain, you may buy 1 more for 1 food; 1 more vegetable for 2 food.
    .facts = occupation
card-270-way-0 = 1 food → 1 wood
card-270-way-1 = 1 food → 1 clay
card-270-way-2 = 1 food → 1 reed
card-270-way-3 = 1 food → 1 stone
card-270-way-4 = 1 food → 1 grain
card-270-way-5 = 2 food → 1 vegetable
card-271 = Acrobat
    .text = After Travelling players, that person may move to a free 1 Grain, Plough 1 Field or Plough 1 Field and/or Sow when everybody has been placed.
    .facts = occupation · with 4 players or more
card-272 = Wet Nurse
    .text = When you build rooms, your family may grow by as many, for 1 food each, if the rooms are free.
    .facts = occupation
card-273 = Educator
    .text = Whenever another player plays an occupation, you may play one for 3 food; from your 4th on for 2 food.
    .facts = occupation · with 4 players or more
card-274 = Frame Builder
    .text = When you renovate, you may pay 1 wood instead of 1 clay or 1 stone; for each new room, 1 wood instead of 2 clay or 2 stone.
    .facts = occupation
card-275 = Basin Maker
    .text = For each boar that you turn into food you may put up to 2 of your wood onto this card. Each is worth 1 bonus point, except the 1st, 4th, 7th and 10th.
    .facts = occupation · with 4 players or more · bonus points
card-276 = Organic Farmer
    .text = 1 bonus point for each pasture with animals on it and room for at least 3 more.
    .facts = occupation · bonus points
card-277 = Perpetual Student
    .text = When you play an occupation, another player may draw it from your hand: you get 3 food first, and must play what was drawn.
    .facts = occupation · with 4 players or more
card-278 = Constable
    .text = Take 4 / 3 / 2 / 1 wood if 9 / 6 / 3 / 1 or more rounds are to come. At the end everybody without any negative points gets 5 bonus points.
    .facts = occupation · with 3 players or more · bonus points
card-279 = Manufacturer
    .text = From a clay hut on, the Joinery, the Pottery and the Basketmaker's Workshop are minor improvements for you and cost 2 building resources of your choice less.
    .facts = occupation · with 3 players or more
card-280 = Forester
    .text = 3 plots for wood: it is sown and harvested like grain.
    .facts = occupation
card-281 = Scholar
    .text = With a stone house, when a round begins you may play an occupation for 1 food or an improvement at its price.
    .facts = occupation
card-282 = Tanner
    .text = Boars and cattle that you turn into food may go onto this card: 2 / 4 / 6 boars are worth 1 / 2 / 3 bonus points, and so are 2 / 3 / 4 cattle.
    .facts = occupation · with 3 players or more · bonus points
card-283 = Traveling Salesman
    .text = Instead of a minor improvement on an action space you may build a major one; instead of one major or minor improvement you may play 2 minor ones.
    .facts = occupation
card-284 = House Steward
    .text = Take 4 / 3 / 2 / 1 wood if 9 / 6 / 3 / 1 or more rounds are to come. At the end everybody with the most rooms gets 3 bonus points.
    .facts = occupation · with 3 players or more · bonus points
card-285 = Wood Deliveryman
    .text = Put 1 wood on each remaining space of rounds 8 to 14; it is yours when that round begins.
    .facts = occupation
card-286 = Wood Distributor
    .text = Take 2 wood. When a work phase begins, you may spread the wood of 3 Wood evenly over 1 Clay, 1 Reed and Fishing.
    .facts = occupation
card-287 = Tinsmith
    .text = At any time you may turn clay into 1 food each; once the Well has been built by anybody, also 2 clay into 3 food.
    .facts = occupation · with 3 players or more
card-287-way-0 = 1 clay → 1 food
card-287-way-1 = 2 clay → 3 food
card-288 = Smallholder
    .text = Pastures for 2 animals hold 3. While you have at most 2 fields, each field that you sow gets 1 more grain or vegetable.
    .facts = occupation
card-289 = Storehouse Clerk
    .text = When a round begins, you get 1 stone if you have at least 5, 1 reed if at least 6, 1 clay if at least 7, 1 wood if at least 8.
    .facts = occupation · with 4 players or more
card-290 = Storehouse Keeper
    .text = Whenever your person gets reed and stone together, you also get 1 clay or 1 grain.
    .facts = occupation · with 4 players or more
card-291 = Countryman
    .text = One of your people on 1 Grain or 1 Vegetable may move to a free space with sowing when everybody has been placed.
    .facts = occupation · with 4 players or more
card-292 = Clay Worker
    .text = Whenever your person takes wood or clay, you get 1 more clay.
    .facts = occupation
card-293 = Lover
    .text = Your family grows at once, even without a free room. Playing it costs 4 food more.
    .facts = occupation · with 3 players or more · costs 4 food more
card-294 = Market Woman
    .text = Whenever your person or a minor improvement brings you vegetables, you get 2 grain.
    .facts = occupation
card-295 = Plowman
    .text = Put 1 field on the round spaces 4, 7 and 10 rounds ahead; you may plough it for 1 food when that round begins.
    .facts = occupation
card-296 = Brushwood Collector
    .text = For each room or renovation you may pay 1 wood instead of all the reed.
    .facts = occupation · with 3 players or more
card-297 = Cattle Breeder
    .text = Take 1 cattle. Your cattle breed again after round 12.
    .facts = occupation · with 4 players or more
card-298 = Seed Seller
    .text = Take 1 grain. Whenever you use 1 Grain, you get 1 more grain.
    .facts = occupation · with 3 players or more
card-299 = Sheep Farmer
    .text = Whenever your person gets sheep, you get 1 more. At any time but in the breeding phase 3 sheep may become 1 boar and 1 cattle.
    .facts = occupation · with 3 players or more
card-299-way-0 = 3 sheep → 1 boar + 1 cattle
card-300 = Shepherd Boy
    .text = When you live in a stone house, put 1 sheep on each remaining round space; it is yours when that round begins.
    .facts = occupation · with 4 players or more
card-301 = Slaughterman
    .text = Whenever another player turns animals into food, you get 1 food. You feed your family after the others.
    .facts = occupation · with 3 players or more
card-302 = Schnaps Distiller
    .text = In each feeding phase 1 vegetable may become 5 food.
    .facts = occupation
card-302-way-0 = 1 vegetable → 5 food (once in a harvest)
card-303 = Wood Carver
    .text = Once a round one improvement, room of a wooden hut, stable or fence costs you 1 wood less.
    .facts = occupation
card-304 = Pig Whisperer
    .text = Put 1 boar on the round spaces 4, 7 and 10 rounds ahead; it is yours when that round begins.
    .facts = occupation · with 4 players or more
card-305 = Stone Breaker
    .text = You may renovate your clay hut to a stone house at any time between actions, at the normal price, without an action space.
    .facts = occupation · with 4 players or more
card-306 = Veterinarian
    .text = Put 4 sheep, 3 boars and 2 cattle into a bag. When a round begins, draw 2; if they are equal, keep one.
    .facts = occupation · with 4 players or more
card-307 = Animal Handler
    .text = Put 1 sheep on round 7, 1 boar on round 10, 1 cattle on round 14, as far as they are to come; you may buy it for 1 food when that round begins.
    .facts = occupation · with 4 players or more
card-308 = Animal Tamer
    .text = One animal for each room may live in your house, of any kinds.
    .facts = occupation
card-309 = Animal Breeder
    .text = When you make a new pasture with a space that was unused, you may buy 2 sheep for 1 food, 2 boars for 2 or 2 cattle for 3.
    .facts = occupation · with 4 players or more
card-310 = Foreman
    .text = When a work phase begins, you may put 1 food on any action space.
    .facts = occupation · with 4 players or more
card-311 = Weaver
    .text = With at least 2 sheep you get 1 food when a work phase begins.
    .facts = occupation · with 4 players or more
card-312 = Resource Seller
    .text = A pile lies on this card: wood, clay, reed, clay, stone, clay, stone. Whenever you get a building resource like the top one, that one is yours too.
    .facts = occupation
card-313 = Magician
    .text = Choosing Travelling players with your last person of the round, you also get 1 grain and 1 food.
    .facts = occupation · with 4 players or more
card-314 = Fence Overseer
    .text = Once a round, when you build a stable, you may pay 1 food to fence its space for no wood.
    .facts = occupation
card-315 = Rancher
    .text = When a round begins, you get 1 wood if you have fewer unused spaces than everybody else.
    .facts = occupation · with 4 players or more
card-316 = Guildmaster
    .text = The Joinery or the Cabinetmaker brings you 4 wood, the Pottery or the Potter 4 clay, the Basketmaker's Workshop or the Basketmaker 3 reed. For each that you have already, take 2 of its resource.
    .facts = occupation · with 3 players or more
card-317 = Animal Trainer
    .text = The food that lay on Travelling players may be spent at once: 2 for a sheep or a boar, 3 for cattle.
    .facts = occupation · with 4 players or more
space-0 = Build rooms and/or stables
    .text = Build rooms (5 of the material of your house and 2 reed each), stables (2 wood each), or both.
    .facts = on the board
space-1 = Starting player and/or 1 minor improvement
    .text = Take the starting player's marker, play a minor improvement, or both.
    .facts = on the board · not in the family game
space-2 = 1 Grain
    .text = Take 1 grain.
    .facts = on the board
space-3 = Plough 1 Field
    .text = Plough 1 field.
    .facts = on the board
space-4 = 1 occupation
    .text = Play 1 occupation: the first is free, each later one costs 1 food.
    .facts = on the board · not in the family game
space-5 = Day labourer
    .text = Take 2 food.
    .facts = on the board · not in the family game
space-6 = 3 Wood
    .text = Take all wood from this space. Every round 3 more come (2 in a solo game).
    .facts = on the board
space-7 = 1 Clay
    .text = Take all clay from this space. Every round 1 more comes.
    .facts = on the board
space-8 = 1 Reed
    .text = Take all reed from this space. Every round 1 more comes.
    .facts = on the board
space-9 = Fishing
    .text = Take all food from this space. Every round 1 more comes.
    .facts = on the board
space-10 = Starting player and storehouse
    .text = Take the starting player's marker and all food from this space. Every round 1 more comes.
    .facts = on the board · in the family game
space-11 = 1 stable and/or bake bread
    .text = Build 1 stable for 1 wood, bake bread, or both.
    .facts = on the board · in the family game
space-12 = Day labourer
    .text = Take 1 food and 1 building resource of your choice.
    .facts = on the board · in the family game
space-13 = Sow and/or Bake bread
    .text = Sow any number of empty fields, bake bread, or both.
    .facts = round card, stage 1
space-14 = Major or minor improvement
    .text = Build a major improvement or play a minor one.
    .facts = round card, stage 1
space-15 = 1 Sheep
    .text = Take all sheep from this space. Every round 1 more comes.
    .facts = round card, stage 1
space-16 = Fences
    .text = Build any number of fences, 1 wood each.
    .facts = round card, stage 1
space-17 = 1 Stone
    .text = Take all stone from this space. Every round 1 more comes.
    .facts = round card, stage 2
space-18 = Renovation, then a major or minor improvement
    .text = Renovate your house; afterwards you may build a major improvement or play a minor one.
    .facts = round card, stage 2
space-19 = Family growth, then a minor improvement
    .text = Your family grows, if there is a free room; afterwards you may play a minor improvement.
    .facts = round card, stage 2
space-20 = 1 Vegetable
    .text = Take 1 vegetable.
    .facts = round card, stage 3
space-21 = 1 Wild Boar
    .text = Take all boars from this space. Every round 1 more comes.
    .facts = round card, stage 3
space-22 = 1 Stone
    .text = Take all stone from this space. Every round 1 more comes.
    .facts = round card, stage 4
space-23 = 1 Cattle
    .text = Take all cattle from this space. Every round 1 more comes.
    .facts = round card, stage 4
space-24 = Plough 1 Field and/or Sow
    .text = Plough 1 field, then sow any number of empty fields; or only one of these.
    .facts = round card, stage 5
space-25 = Family growth even without room
    .text = Your family grows, even without a free room.
    .facts = round card, stage 5
space-26 = Renovation, then fences
    .text = Renovate your house; afterwards you may build fences, 1 wood each.
    .facts = round card, stage 6
space-27 = 1 occupation for 2 food
    .text = Play 1 occupation for 2 food.
    .facts = with 3 players · not in the family game
space-28 = 1 building resource
    .text = Take 1 building resource of your choice.
    .facts = with 3 players
space-29 = 1 Clay
    .text = Take all clay from this space. Every round 1 more comes.
    .facts = with 3 players
space-30 = 2 Wood
    .text = Take all wood from this space. Every round 2 more come.
    .facts = with 3 players
space-31 = 1 occupation
    .text = Play 1 occupation: your first and second cost 1 food each, later ones 2.
    .facts = with 4 players · not in the family game
space-32 = 1 reed, 1 stone and 1 food
    .text = Take 1 reed, 1 stone and 1 food.
    .facts = with 4 players
space-33 = Travelling players
    .text = Take all food from this space. Every round 1 more comes.
    .facts = with 4 players
space-34 = 1 Wood
    .text = Take all wood from this space. Every round 1 more comes.
    .facts = with 4 players
space-35 = 2 Wood
    .text = Take all wood from this space. Every round 2 more come.
    .facts = with 4 players
space-36 = 2 Clay
    .text = Take all clay from this space. Every round 2 more come.
    .facts = with 4 players
space-37 = 1 sheep and 1 food, or 1 wild boar, or 1 cattle for 1 food
    .text = Take 1 sheep and 1 food, or 1 boar, or pay 1 food for 1 cattle.
    .facts = with 5 players
space-38 = 1 occupation or, from round 5, family growth
    .text = Play 1 occupation (the first and second for 1 food, later ones for 2), or, from round 5 on, your family grows if there is a free room.
    .facts = with 5 players · not in the family game
space-39 = 1 room or travelling players
    .text = Build exactly 1 room, or take all food from this space. Every round 1 more comes.
    .facts = with 5 players
space-40 = 1 reed, and 1 stone and 1 wood
    .text = Take all reed from this space, and 1 stone and 1 wood. Every round 1 more reed comes.
    .facts = with 5 players
space-41 = 4 Wood
    .text = Take all wood from this space. Every round 4 more come.
    .facts = with 5 players
space-42 = 3 Clay
    .text = Take all clay from this space. Every round 3 more come.
    .facts = with 5 players
space-43 = 2 different building resources
    .text = Take 2 different building resources of your choice.
    .facts = with 3 players · in the family game
space-44 = 2 different building resources
    .text = Take 2 different building resources of your choice.
    .facts = with 4 players · in the family game
space-45 = 2 different building resources or, from round 5, family growth
    .text = Take 2 different building resources of your choice, or, from round 5 on, your family grows if there is a free room.
    .facts = with 5 players · in the family game
space-46 = Tavern
    .text = Take 3 food. The owner of the card may take 2 bonus points instead.
    .facts = by a card
space-47 = Clay deposit
    .text = Pay the owner of the card 1 food and take 5 clay. The owner pays nothing and may take 2 bonus points instead.
    .facts = by a card
