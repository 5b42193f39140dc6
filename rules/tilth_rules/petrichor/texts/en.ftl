title = Petrichor

# The neutral player of the solo game.
no-seat = Neutral

## Words

weather-1 = Frost
weather-2 = Sun
weather-3 = Wind
weather-4 = Rain

crop-0 = Nothing
crop-1 = Wheat
crop-2 = Cotton
crop-3 = Grass
crop-4 = Potato
crop-5 = Coffee
crop-6 = Rice
crop-7 = Corn
crop-8 = Cactus
crop-9 = Lake

phase-1 = Set-up
phase-2 = Action Phase
phase-3 = Weather Phase
phase-4 = Harvest Phase
phase-5 = Clean-up Phase
phase-6 = End of the match

die-0 = harvest
die-1 = 1
die-2 = 2
die-3 = 3
die-4 = 4

# Columns are letters, rows are numbers, from the top left.
tile-0 = A1
tile-1 = B1
tile-2 = C1
tile-3 = D1
tile-4 = A2
tile-5 = B2
tile-6 = C2
tile-7 = D2
tile-8 = A3
tile-9 = B3
tile-10 = C3
tile-11 = D3

wind-1 = one drop onto a tile
wind-2 = two drops onto a tile
wind-3 = one of your drops leaves a tile
wind-4 = a new cloud with two drops
wind-5 = one drop into a cloud
wind-6 = one drop into a cloud
wind-7 = a mixed cloud drifts north-west
wind-8 = a pure cloud drifts south-east
wind-9 = reshuffle

## What happened

event-FirstPlayerChanged = { $seat } is now the First Player
event-FertilizerPlaced = { $seat } fertilizes { $tile }
event-FieldsLaid = The tiles of the Fields lie face up
event-DiceRolled = The harvest dice show { $dice }
event-RoundBegan = Round { $round } begins
event-PhaseBegan = { $phase }
event-DeckReshuffled = The discards are shuffled into a new deck
event-CardsDealt = { $seat } draws { $count ->
    [one] one card
   *[other] { $count } cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftBegan = The draft begins
event-PackDealt = { $seat } is dealt { $count ->
    [one] one card
   *[other] { $count } cards
} to draft from{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CardsKept = { $seat } keeps { $count ->
    [one] one card
   *[other] { $count } cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-PacksPassed = The packs go on clockwise
event-PackReceived = { $seat } receives a pack of { $count ->
    [one] one card
   *[other] { $count } cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftEnded = The draft is over; everybody takes up { $count ->
    [one] one card
   *[other] { $count } cards
}
event-CardsPlayed = { $seat } plays { $action }{ $second ->
    [true] { " " }as a second action
   *[false] { "" }
}{ $cards-count ->
    [1] { "" }
   *[other] , discarding { $cards }
}
event-CardsDiscarded = { $seat } discards { $cards-count ->
    [0] nothing
   *[other] { $cards }
}
event-CardsShown = { $seat } takes a play back; everybody has seen { $cards }
event-PlayerPassed = { $seat } passes
event-ActionSkipped = { $action } by { $seat } has no effect
event-CloudFormed = { $seat } forms a cloud with { $drops ->
    [one] one drop
   *[other] { $drops } drops
} above { $tile }
event-DropsAdded = { $seat } adds { $drops ->
    [one] one drop
   *[other] { $drops } drops
} to the cloud above { $tile }
event-DropFell = A drop of { $owner } falls onto { $tile }
event-CloudMoved = The cloud above { $tile } moves to { $to }
event-CloudsMerged = The cloud above { $tile } merges with the one above { $to } into a thundercloud
event-CloudGrew = The cloud above { $tile } becomes a thundercloud
event-CloudOverflowed = The thundercloud above { $tile } overflows
event-CloudPoured = The thundercloud above { $tile } pours out
event-CloudRemoved = The cloud above { $tile } is empty and gone
event-DropsTaken = { $seat } takes { $drops ->
    [one] one drop
   *[other] { $drops } drops
} back from { $tile }
event-DropsPlaced = { $seat } puts { $drops ->
    [one] one drop
   *[other] { $drops } drops
} onto { $tile }
event-DropMoved = { $seat } moves a drop of { $owner } from { $tile } to { $to }
event-LakeTookDrops = The Lake on { $tile } gives the drops back to their owners
event-CropSprouted = The crop on { $tile } sprouts
event-CropDeveloped = The crop on { $tile } has grown
event-CropDrowned = The Cactus on { $tile } is overwatered
event-CropDried = The crop on { $tile } dries out
event-VotePlaced = { $seat } votes for { $weather }
event-VoteMoved = { $seat } moves a vote from { $source } to { $weather }
event-DieLowered = { $seat } lowers a harvest die from { $face } to { $face ->
    [1] harvest
    [2] 1
    [3] 2
   *[4] 3
} and scores { $points ->
    [one] one point
   *[other] { $points } points
}
event-WeatherDecided = { $weathers-count ->
    [0] No weather this round
   *[other] The weather: { $weathers }
}
event-VoteWon = { $seats-count ->
    [0] Nobody wins the vote for { $weather }
   *[other] The vote for { $weather } goes to { $seats }
}
event-VotesReturned = The votes for { $weather } go back to their owners
event-CropHarvested = { $crop } on { $tile } is harvested: { $points }
event-WheatTaken = { $seat } gains a Wheat token
event-TrackScored = Points for voting wins: { $points }
event-WheatScored = { $seats-count ->
    [0] Nobody has a Wheat token
    [one] { $seats } has the most Wheat tokens and scores { $points } points
   *[other] { $seats } share the most Wheat tokens and score { $points } points each
}
event-SouthernWindRevealed = Southern Wind { $wind-id }: { $wind }
event-SouthernWindsReshuffled = The Southern Wind cards are shuffled into one deck again
event-NumberRolled = The die shows { $number }
event-SouthernWindMissed = The Southern Wind finds no target; { no-seat } scores { $points ->
    [one] one point
   *[other] { $points } points
}
event-VotesMissed = { no-seat } is short of votes and scores { $points ->
    [one] one point
   *[other] { $points } points
}
event-MatchEnded = The match is over. Places: { $places }. Points: { $scores }

## What a player can say

move-Fertilize = fertilize { $tile }
move-Keep = keep { $card }
move-PlaceCloud = a cloud above { $tile }
move-Pass = pass
move-Play = { $action }
move-Pay = discard { $cards }
move-AddDrops = two drops into the cloud above { $tile }
move-BlowCloud = blow the cloud from { $tile } to { $to }
move-RainFrom = rain from the cloud above { $tile }
move-RainDrop = let a drop of { $owner } fall onto { $tile }
move-TakeDrop = take a drop back from { $tile }
move-VoteFor = vote for { $weather }
move-LowerDie = lower a harvest die from { $face } to { $face ->
    [1] harvest, for two points
    [2] 1, for a point
    [3] 2, for a point
   *[4] 3, for a point
}
move-TakeVote = take the vote from { $weather }
move-EndTurn = end the Action Phase
move-Discard = discard { $card }
move-ChooseWeather = { $weather }
move-DoubleDrops = double your drops in the cloud above { $tile }
move-LiftDrop = a drop of { $owner } on { $tile }
move-SetDrop = to { $to }

## What is asked

ask-fertilizer = Which tile do you fertilize?
ask-draft-keep = { $most ->
    [one] Which card do you keep?
   *[other] Which { $most } cards do you keep?
}
ask-first-cloud = Above which tile does your first cloud hang?
ask-turn = Which action do you play?
ask-pay = Which cards do you discard for it?
ask-second-action = A second action? It costs two cards of its kind.
ask-frost = { $least ->
    [0] Above which tile do you put a new cloud? It takes a drop of yours from a tile; pick nothing to let it be.
   *[other] Above which tile do you put a new cloud?
}
ask-sun = { $least ->
    [0] Which cloud gets two drops? Some come from tiles; pick nothing to let it be.
   *[other] Which cloud gets two of your drops?
}
ask-rain-clouds = { $most ->
    [one] From which cloud does a drop fall?
   *[other] From which clouds does a drop fall? One or two.
}
ask-rain-drop = Whose drop falls?
ask-wind = Which cloud do you blow where?
ask-take-drops = { $most ->
    [one] From which tile do you take a drop back?
   *[other] From which tiles do you take { $most } drops back?
}
ask-vote = What do you vote for?
ask-vote-from = Your votes are out. From which weather do you take one?
ask-end-turn = The Action Phase ends here. Done?
ask-discard = { $most ->
    [one] Which card do you discard? Four may stay.
   *[other] Which { $most } cards do you discard? Four may stay.
}
ask-choose-weather = { $most ->
    [one] The votes are tied. Which weather comes?
   *[other] The votes are tied. Which { $most } weathers come?
}
ask-sun-weather = In which cloud do you double your drops?
ask-wind-weather = Which drop does the wind carry off?
ask-wind-weather-to = Where does the wind carry it?

## What can be set up

option-long_form = The long form: six rounds instead of four
option-first_layout = The layout suggested for a first game, instead of shuffled tiles
option-draft = Cards are drafted instead of dealt
option-fertilizer = Promo: three fertilizer tokens, each worth a point more at harvest
option-cactus = Promo: the Maltese Cactus is among the tiles
option-lake = Promo: the Lake is among the tiles
option-double_card = Solo: the neutral player resolves two cards a turn
option-non_random_targeting = Solo: the neutral player picks its targets instead of rolling for them
option-no_more_tricks = Solo: no Wheat and no Potato
option-one_more_turn = Solo: the neutral player has one more turn after you pass
option-values = Printed values to use instead of the built-in ones, as JSON
