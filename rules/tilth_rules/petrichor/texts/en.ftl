title = Petrichor

# The neutral player of the solo game.
no-seat = Neutral
    .of = of the neutral player

## Words

weather-1 = Frost
    .action = a new cloud with your drop, over a tile without one
    .effect = all clouds become thunderclouds
weather-2 = Sun
    .action = two of your drops into a cloud you have one in
    .effect = everybody doubles their drops in a cloud
weather-3 = Wind
    .action = move a cloud you have a drop in
    .effect = everybody moves a drop on the tiles
weather-4 = Rain
    .action = a drop from each of up to two clouds falls
    .effect = all thunderclouds pour out

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

## Parts of options

# What lies on a tile: "Wheat, 2 of 3 drops, 1 yours", or once it grows "Wheat, 3 drops, 1 yours, grown".
tile-note = { $crop-id ->
    [0] face down
    [9] Lake, which keeps no drops
   *[other] { $crop }, { $growth ->
        [0] { $wet } of { $needs } drops
       *[other] { $wet ->
            [one] one drop
           *[other] { $wet } drops
        }
    }{ $whose ->
        [some] , { $mine } yours
        [mine] { $wet ->
            [one] , yours
           *[other] , all yours
        }
       *[others] { "" }
    }{ $growth ->
        [0] { "" }
        [1] , sprouting
        [2] , grown
       *[3] , overwatered
    }
}
# What hangs above a tile: "Wheat; light cloud, 2 drops, 1 yours".
cloud-note = { $crop }; { $sky ->
    [1] light cloud
   *[2] thundercloud
}, { $load ->
    [one] one drop
   *[other] { $load } drops
}{ $whose ->
    [some] , { $inside } yours
   *[mine] { $load ->
        [one] , yours
       *[other] , all yours
    }
}
skipped-note = { $works ->
    [true] { "" }
   *[false] { " " }(it cannot be carried out now: you only vote)
}
vote-note = { $votes ->
    [0] no votes there
    [one] one vote there
   *[other] { $votes } votes there
}{ $whose ->
    [some] , { $own_votes } yours
    [mine] { $votes ->
        [one] , yours
       *[other] , all yours
    }
   *[others] { "" }
}
held-note = { $held ->
    [0] { "" }
    [one] discard your last card and{ " " }
    [2] discard both your cards and{ " " }
   *[other] discard all { $held } cards that you hold and{ " " }
}
hand-note = { $cards-count ->
    [0] You hold no cards.
   *[other] You hold { $cards }.
}

## What happened

event-FirstPlayerChanged = { $seat } is now the First Player
event-FertilizerPlaced = { $seat } fertilizes { $tile }
event-FieldsLaid = The tiles of the Fields are laid face up
event-DiceRolled = The harvest dice show { $dice }
event-RoundBegan = Round { $round } begins
event-PhaseBegan = { $phase-id ->
    [1] The set-up begins
    [6] The end of the match is reached
   *[other] The { $phase } begins
}
event-DeckReshuffled = The discards are shuffled into a new deck
event-CardsDealt = { $seat } draws { $count ->
    [one] one card
   *[other] { $count } cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftBegan = The draft begins
event-PackDealt = { $seat } is dealt a pack of { $count ->
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
event-PacksPassed = All packs are passed on clockwise
event-PackReceived = { $seat } receives a pack of { $count ->
    [one] one card
   *[other] { $count } cards
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftEnded = The draft ends; each player takes { $count ->
    [one] one card
   *[other] { $count } cards
} into the hand
event-CardsPlayed = { $seat } plays { $action }{ $second ->
    [true] { " " }as a second action
   *[false] { "" }
} and discards { $cards }
event-CardsDiscarded = { $seat } discards { $cards-count ->
    [0] nothing
   *[other] { $cards }
}
event-CardsShown = { $seat } takes back a play; all players have seen { $cards }
event-PlayerPassed = { $seat } passes
event-ActionSkipped = { $seat } does not carry out { $action }
event-CloudFormed = { $seat } places a new cloud with { $drops ->
    [one] one drop
   *[other] { $drops } drops
} above { $tile }
event-DropsAdded = { $seat } adds { $drops ->
    [one] one drop
   *[other] { $drops } drops
} to the cloud above { $tile }
event-DropFell = A drop { $owner-of } falls onto { $tile }
event-CloudMoved = The cloud above { $tile } moves to { $to }
event-CloudsMerged = The cloud above { $tile } merges with the one above { $to } into a thundercloud
event-CloudGrew = The cloud above { $tile } becomes a thundercloud
event-CloudOverflowed = The thundercloud above { $tile } overflows
event-CloudPoured = The thundercloud above { $tile } pours out
event-CloudRemoved = The empty cloud above { $tile } goes back to the supply
event-DropsTaken = { $seat } takes { $drops ->
    [one] one drop
   *[other] { $drops } drops
} back from { $tile }
event-DropsPlaced = { $seat } puts { $drops ->
    [one] one drop
   *[other] { $drops } drops
} onto { $tile }
event-DropMoved = { $seat } moves a drop { $owner-of } from { $tile } to { $to }
event-LakeTookDrops = The Lake on { $tile } gives its drops back to their owners
event-CropSprouted = The crop on { $tile } sprouts
event-CropDeveloped = The crop on { $tile } is grown
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
    [0] No weather is resolved in this round
    [one] { $weathers } is resolved in this round
   *[other] { $weathers } are resolved in this round
}
event-VoteWon = { $seats-count ->
    [0] Nobody wins the vote for { $weather }
    [one] { $seats } wins the vote for { $weather }
   *[other] { $seats } win the vote for { $weather }
}
event-VotesReturned = The votes for { $weather } go back to their owners
event-CropHarvested = { $crop } on { $tile } is harvested. Points: { $points }
event-WheatTaken = { $seat } gains a Wheat token
event-TrackScored = The Voting Wins track is scored. Points: { $points }
event-WheatScored = { $seats-count ->
    [0] Nobody has a Wheat token
    [one] { $seats } has the most Wheat tokens and scores { $points } points
   *[other] { $seats } share the most Wheat tokens and score { $points } points each
}
event-SouthernWindRevealed = Southern Wind { $wind-id } is revealed: { $wind }
event-SouthernWindsReshuffled = All Southern Wind cards are shuffled into one deck again
event-NumberRolled = The numeric die shows { $number }
event-SouthernWindMissed = The Southern Wind finds no target; { no-seat } scores { $points ->
    [one] one point
   *[other] { $points } points
}
event-VotesMissed = { no-seat } is short of votes and scores { $points ->
    [one] one point
   *[other] { $points } points
}
event-MatchEnded = The match has ended. Places: { $places }. Points: { $scores }

## What a player can say

move-Fertilize = fertilize { $tile } ({ tile-note })
move-Keep = keep { $card }
move-PlaceCloud = above { $tile } ({ tile-note })
move-Pass = pass
move-Play = play { $action }{ skipped-note }
move-Pay = discard { $cards }
move-AddDrops = add two drops to the cloud above { $tile } ({ cloud-note })
move-BlowCloud = move the cloud above { $tile } ({ cloud-note }) to { $to } ({ $to_crop }{ $to_load ->
    [0] { "" }
   *[other] ; it merges there with a cloud of { $to_load ->
        [one] one drop
       *[other] { $to_load } drops
    }
}{ $to_crop-id ->
    [9] ; you add { $lake_adds ->
        [0] no drops
        [one] one drop
       *[other] { $lake_adds } drops
    }
   *[other] { "" }
})
move-RainFrom = let a drop fall onto { $tile } ({ cloud-note })
move-RainDrop = let { $own ->
    [true] your drop
   *[false] a drop { $owner-of }
} fall onto { $tile } ({ $drops } in the cloud)
move-TakeDrop = take a drop of yours from { $tile } ({ tile-note })
move-VoteFor = vote for { $weather } ({ vote-note })
move-LowerDie = lower a harvest die from { $face } to { $face ->
    [1] harvest, and score two points
    [2] 1, and score one point
    [3] 2, and score one point
   *[4] 3, and score one point
}
move-TakeVote = take it from { $weather } ({ vote-note })
move-EndTurn = end the Action Phase
move-Discard = discard { $card }
move-ChooseWeather = { $final ->
    [true] count { $weather } for the Voting Wins track
   *[false] resolve { $weather }
} ({ $votes ->
    [0] no votes
    [one] one vote
   *[other] { $votes } votes
})
move-DoubleDrops = double your { $inside ->
    [one] drop
   *[other] { $inside } drops
} above { $tile } ({ cloud-note })
move-PickUpDrop = move { $own ->
    [true] { $drops ->
        [one] your drop
       *[other] one of your { $drops } drops
    }
   *[false] { $drops ->
        [one] the drop
       *[other] one of the { $drops } drops
    } { $owner-of }
} from { $tile } ({ tile-note })
move-PutDownDrop = move it to { $to } ({ tile-note })

## What is asked

ask-fertilizer = Which tile do you fertilize? Every player who scores there at harvest gets { $points ->
    [one] one point
   *[other] { $points } points
} more. { $left ->
    [one] This is the last token;
   *[other] { $left } tokens are left, this one included;
} no two may lie on adjacent tiles.
ask-draft-keep = { $most ->
    [one] Which card of the pack do you keep?
   *[other] Which { $most } cards of the pack do you keep?
} It holds { $cards }. { $next_seat } gets the rest.
ask-first-cloud = Above which tile do you place your first cloud, with one drop of yours?
ask-turn = It is your turn in round { $round } of { $rounds }. Which action do you play? It costs one card of its kind or any two others, and you then vote. { hand-note } { $opening ->
    [0] { $passing ->
        [alone] Pick nothing to pass: { held-note }end the Action Phase.
        [first-of-two] Pick nothing to pass; the other player then has one more turn, without a second action.
        [takes-marker] Pick nothing to pass first: { held-note }take the First Player marker; each other player has one more turn, without a second action.
        [gives-marker] Pick nothing to pass first: { held-note }give the First Player marker to the player on your right; each other player has one more turn, without a second action.
       *[later] Pick nothing to pass; you take no action.
    }
   *[other] Nobody may pass on the first turn of a round.
}
ask-pay = Which cards do you discard for { $action }{ $second ->
    [true] { " " }as your second action? It costs two { $action } cards, one of them and any two others, or any four others.
   *[false] ? It costs one { $action } card or any two others.
}
ask-second-action = Do you play a second action in this turn? It costs two cards of its kind (any two other cards stand for one), and you then vote again. { hand-note } Pick nothing to end your turn.
ask-frost = { $least ->
    [0] You play Frost. Above which tile do you place a new cloud? Your supply is empty, so its drop comes from a tile; pick nothing to do without a cloud.
   *[other] You play Frost. Above which tile do you place a new cloud with one drop of yours?
}
ask-sun = { $least ->
    [0] You play Sun. Which cloud gets two of your drops? { $supply ->
        [0] Your supply is empty, so both come from tiles;
       *[other] You have one drop in your supply, so the other comes from a tile;
    } pick nothing to add no drops.
   *[other] You play Sun. Which cloud gets two of your drops?
}
ask-rain-clouds = { $most ->
    [one] You play Rain. From which cloud does one drop fall?
   *[other] You play Rain. From which clouds does a drop fall? Pick one or two; one drop falls from each.
}
ask-rain-drop = You play Rain. Whose drop falls from the cloud above { $tile }? Below it: { tile-note }.
ask-wind = You play Wind. Which cloud do you move, and to which tile?
ask-take-drops = Your supply has too few drops for the cloud. { $most ->
    [one] From which tile do you take the missing one?
   *[other] From which tiles do you take the missing { $most }?
} A crop that is left with too few drops dries out.
ask-vote = You have played { $action }. What do you vote for? { $free ->
    [0] You have no votes left, so a vote is moved from another weather.
    [one] You have one vote left.
   *[other] You have { $free } votes left.
}
ask-vote-from = You have no votes left. From which weather do you move one to { $weather }?
ask-end-turn = Everybody has had the last turn of round { $round }. Pick nothing to end the Action Phase. Until then you may take your turn back.
ask-discard = You may keep four cards. { $most ->
    [one] Which card do you discard?
   *[other] Which { $most } cards do you discard?
} { hand-note }
ask-choose-weather = { $final ->
    [true] The votes are tied. All weathers with votes are resolved in this last round; { $most ->
        [one] for which of these do the winners move on the Voting Wins track?
       *[other] for which { $most } of these do the winners move on the Voting Wins track?
    }
   *[false] The votes are tied, and you are to decide. { $most ->
        [one] Which of these weathers is resolved?
       *[other] Which { $most } of these weathers are resolved?
    }
}{ $weathers-count ->
    [0] { "" }
   *[other] { " " }{ $final ->
        [true] { $weathers } counts in any case.
       *[false] { $weathers } is resolved in any case.
    }
}
ask-sun-weather = Sun weather: in which cloud do you double your drops? You have { $supply ->
    [0] no drops
    [one] one drop
   *[other] { $supply } drops
} in your supply; if these are too few, the rest come from tiles.
ask-wind-weather = Wind weather: which drop do you move to an adjacent tile?
ask-wind-weather-to = Wind weather: to which tile do you move { $own ->
    [true] your drop
   *[false] the drop { $owner-of }
} from { $tile }?

## What can be set up

option-long_form = The long form: six rounds instead of four
option-first_layout = The layout suggested for a first game, instead of shuffled tiles
option-draft = Cards are drafted instead of dealt
option-fertilizer = Promo: three fertilizer tokens, each worth one more point at harvest to everybody who scores on its tile
option-cactus = Promo: the Maltese Cactus is among the tiles
option-lake = Promo: the Lake is among the tiles
option-double_card = Solo: the neutral player resolves two cards each turn
option-non_random_targeting = Solo: the neutral player picks its targets instead of rolling for them
option-no_more_tricks = Solo: no Wheat and no Potato
option-one_more_turn = Solo: the neutral player has one more turn after you pass
option-values = Printed values that replace the built-in ones, as JSON

## Rows of the score sheet

score-harvests = Harvested crops
score-dice = Harvest dice
score-track = Voting Wins track
score-wheat = Wheat tokens
score-missed = Missed targets and votes
