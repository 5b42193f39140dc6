title = Sonora

## Words

section-0 = nothing
section-1 = the ruins
    .title = Ruins
    .text = The values of your discs here make one sum: cross as many cells in the buildings. The first to finish a building has its upper reward, later ones the lower.
section-2 = the canyon
    .title = Canyon
    .text = Each disc draws a shape of its number or a smaller one, beside the start or what you have drawn. Cacti count by kind at the end; a covered bonus is yours at once.
section-3 = the mud
    .title = Mud cracks
    .text = The values of your discs here make one sum. Nodes beside crossed ones cost their number; a closed triangle gives what it holds. What is left fills the columns.
section-4 = the river
    .title = River
    .text = Each disc lays a path of exactly as many cells as its value. Only its last cell pays: points at the end, a bonus at once.

bonus-1 = reflick
    .text = Flick again the disc that you have just flicked.
bonus-2 = swap
    .text = Two of your discs on the board change places before they are marked.
bonus-3 = fox
    .text = Draw one more shape in the canyon in this marking phase.
bonus-4 = owl
    .text = Lay one more path in the river in this marking phase.
bonus-5 = rabbit
    .text = Mark some more value in the mud in this marking phase.
bonus-6 = discovery
    .text = Circle a fox, an owl or a rabbit of the discovery area, for now or for any later marking phase.

reason-1 = flicked off the board
reason-2 = knocked off the board
reason-3 = shoved into the zone at its own corner
reason-4 = flicked too often

phase-1 = Set-up
phase-2 = Flicking
phase-3 = Marking
phase-4 = End of the match

cactus-1 = a
cactus-2 = b
cactus-3 = c

# A letter for the colour, and the disc's value.
disc-0 = A1
disc-1 = A2
disc-2 = A3
disc-3 = A4
disc-4 = A5
disc-5 = B1
disc-6 = B2
disc-7 = B3
disc-8 = B4
disc-9 = B5
disc-10 = C1
disc-11 = C2
disc-12 = C3
disc-13 = C4
disc-14 = C5
disc-15 = D1
disc-16 = D2
disc-17 = D3
disc-18 = D4
disc-19 = D5

colour-0 = A
colour-1 = B
colour-2 = C
colour-3 = D

building-0 = A
building-1 = B
building-2 = C
building-3 = D
building-4 = E
building-5 = F
building-6 = G
building-7 = H

# Cells of the canyon: columns are small letters (a disc has a capital one), rows are numbers, from the top left.
square-0 = a1
square-1 = b1
square-2 = c1
square-3 = d1
square-4 = e1
square-5 = f1
square-6 = g1
square-7 = h1
square-8 = i1
square-9 = j1
square-10 = k1
square-11 = l1
square-12 = m1
square-13 = n1
square-14 = o1
square-16 = a2
square-17 = b2
square-18 = c2
square-19 = d2
square-20 = e2
square-21 = f2
square-22 = g2
square-23 = h2
square-24 = i2
square-25 = j2
square-26 = k2
square-27 = l2
square-28 = m2
square-29 = n2
square-30 = o2
square-32 = a3
square-33 = b3
square-34 = c3
square-35 = d3
square-36 = e3
square-37 = f3
square-38 = g3
square-39 = h3
square-40 = i3
square-41 = j3
square-42 = k3
square-43 = l3
square-44 = m3
square-45 = n3
square-46 = o3
square-48 = a4
square-49 = b4
square-50 = c4
square-51 = d4
square-52 = e4
square-53 = f4
square-54 = g4
square-55 = h4
square-56 = i4
square-57 = j4
square-58 = k4
square-59 = l4
square-60 = m4
square-61 = n4
square-62 = o4
square-64 = a5
square-65 = b5
square-66 = c5
square-67 = d5
square-68 = e5
square-69 = f5
square-70 = g5
square-71 = h5
square-72 = i5
square-73 = j5
square-74 = k5
square-75 = l5
square-76 = m5
square-77 = n5
square-78 = o5
square-80 = a6
square-81 = b6
square-82 = c6
square-83 = d6
square-84 = e6
square-85 = f6
square-86 = g6
square-87 = h6
square-88 = i6
square-89 = j6
square-90 = k6
square-91 = l6
square-92 = m6
square-93 = n6
square-94 = o6
square-96 = a7
square-97 = b7
square-98 = c7
square-99 = d7
square-100 = e7
square-101 = f7
square-102 = g7
square-103 = h7
square-104 = i7
square-105 = j7
square-106 = k7
square-107 = l7
square-108 = m7
square-109 = n7
square-110 = o7
square-112 = a8
square-113 = b8
square-114 = c8
square-115 = d8
square-116 = e8
square-117 = f8
square-118 = g8
square-119 = h8
square-120 = i8
square-121 = j8
square-122 = k8
square-123 = l8
square-124 = m8
square-125 = n8
square-126 = o8
square-128 = a9
square-129 = b9
square-130 = c9
square-131 = d9
square-132 = e9
square-133 = f9
square-134 = g9
square-135 = h9
square-136 = i9
square-137 = j9
square-138 = k9
square-139 = l9
square-140 = m9
square-141 = n9
square-142 = o9
square-144 = a10
square-145 = b10
square-146 = c10
square-147 = d10
square-148 = e10
square-149 = f10
square-150 = g10
square-151 = h10
square-152 = i10
square-153 = j10
square-154 = k10
square-155 = l10
square-156 = m10
square-157 = n10
square-158 = o10
square-160 = a11
square-161 = b11
square-162 = c11
square-163 = d11
square-164 = e11
square-165 = f11
square-166 = g11
square-167 = h11
square-168 = i11
square-169 = j11
square-170 = k11
square-171 = l11
square-172 = m11
square-173 = n11
square-174 = o11
square-176 = a12
square-177 = b12
square-178 = c12
square-179 = d12
square-180 = e12
square-181 = f12
square-182 = g12
square-183 = h12
square-184 = i12
square-185 = j12
square-186 = k12
square-187 = l12
square-188 = m12
square-189 = n12
square-190 = o12
square-192 = a13
square-193 = b13
square-194 = c13
square-195 = d13
square-196 = e13
square-197 = f13
square-198 = g13
square-199 = h13
square-200 = i13
square-201 = j13
square-202 = k13
square-203 = l13
square-204 = m13
square-205 = n13
square-206 = o13
square-208 = a14
square-209 = b14
square-210 = c14
square-211 = d14
square-212 = e14
square-213 = f14
square-214 = g14
square-215 = h14
square-216 = i14
square-217 = j14
square-218 = k14
square-219 = l14
square-220 = m14
square-221 = n14
square-222 = o14
square-224 = a15
square-225 = b15
square-226 = c15
square-227 = d15
square-228 = e15
square-229 = f15
square-230 = g15
square-231 = h15
square-232 = i15
square-233 = j15
square-234 = k15
square-235 = l15
square-236 = m15
square-237 = n15
square-238 = o15
square-240 = a16
square-241 = b16
square-242 = c16
square-243 = d16
square-244 = e16
square-245 = f16
square-246 = g16
square-247 = h16
square-248 = i16
square-249 = j16
square-250 = k16
square-251 = l16
square-252 = m16
square-253 = n16
square-254 = o16

# Columns of the mud, from the left.
column-0 = 1
column-1 = 2
column-2 = 3
column-3 = 4

# Triangles of the mud, in the order of the file.
triangle-0 = 1
triangle-1 = 2
triangle-2 = 3
triangle-3 = 4
triangle-4 = 5
triangle-5 = 6
triangle-6 = 7
triangle-7 = 8
triangle-8 = 9
triangle-9 = 10
triangle-10 = 11
triangle-11 = 12
triangle-12 = 13
triangle-13 = 14
triangle-14 = 15
triangle-15 = 16
triangle-16 = 17
triangle-17 = 18
triangle-18 = 19
triangle-19 = 20
triangle-20 = 21
triangle-21 = 22
triangle-22 = 23
triangle-23 = 24

## Parts of options

# What a shape on some cells covers.
covered-note = { $cacti-count ->
    [0] { "" }
    [one] , with cactus { $cacti }
   *[other] , with cacti { $cacti }
}{ $bonuses-count ->
    [0] { "" }
   *[other] { $cacti-count ->
        [0] , with
       *[other] { " " }and
    } { $bonuses-count ->
        [one] the { $bonuses } bonus
       *[other] the bonuses { $bonuses }
    }
}
# What an animal does.
animal-note = { $bonus-id ->
    [3] draw a shape with the number { $fox_number } or a smaller one
    [4] lay a path of 1 to { $owl_length } cells
   *[5] mark { $rabbit_points } points of value in the mud
}
# Where a disc lies.
place-note = { $place ->
    [circle] on a bonus circle of { $section }
    [between] exactly between two zones
    [hole] in the hole
    [off] off the board
   *[zone] in the zone of { $section }
}
# The same of the two discs of a swap, in short.
zone-note = { $place ->
    [circle] a circle of { $section }
    [between] between two zones
   *[zone] { $section }
}
other-zone-note = { $place_other ->
    [circle] a circle of { $section_other }
    [between] between two zones
   *[zone] { $section_other }
}

## What happened

event-FirstPlayerChosen = { $seat } is the first player
event-RoundBegan = Round { $round } begins
event-PhaseBegan = { $phase-id ->
    [1] The set-up begins
    [2] The flicking phase begins
    [3] The marking phase begins
   *[4] The end of the match is reached
}
event-DiscFlicked = { $seat } flicks disc { $disc }
event-DiscsCameToRest = { $in_corner ->
    [true] Disc { $disc } does not leave its corner
   *[false] { $way ->
        [0] Disc { $disc } and all others have come to rest
       *[other] Disc { $disc } slides { $way } mm
    }
}{ $touched-count ->
    [0] { "" }
    [one] , touches disc { $touched }
   *[other] , touches discs { $touched }
}{ $edge ->
    [true] , touches the edge of the board
   *[false] { "" }
}{ $in_hole-count ->
    [0] { "" }
    [one] ; disc { $in_hole } lies in the hole
   *[other] ; discs { $in_hole } lie in the hole
}{ $off_board-count ->
    [0] { "" }
    [one] ; disc { $off_board } is off the board
   *[other] ; discs { $off_board } are off the board
}
event-DiscSunk = { $seat } puts disc { $disc } from the hole into { $section }
event-DiscTakenBack = { $seat } takes disc { $disc } back to the corner
event-DiscReturned = Disc { $disc } goes back to { $seat }, to be flicked again
event-DiscOut = Disc { $disc } { $seat-of } is out for this round: { $reason }
event-ColoursChosen = Colour { $own } is yours in this round, colour { $bot } is the bot's
event-DiscsSwapped = { $seat } lets discs { $disc } and { $other } change places
event-TieSettled = { $seat } counts disc { $disc }, which lies between two zones, for { $section }
event-DiscsSorted = It is settled for which section each disc counts
event-BotCircled = The bot circles { $cells ->
    [one] one cell
   *[other] { $cells } cells
} of its building
event-BotShapeDrawn = The bot draws a shape with the number { $number } on { $squares }
event-BotPathLaid = The bot paints these cells of the river: { $cells }
event-BotPainted = The bot makes node { $node } cost { $cells ->
    [one] one point
   *[other] { $cells } points
} more
event-BotMarked = The bot uses { $discs-count ->
    [one] disc { $discs }
   *[other] discs { $discs }
}
event-BotLost = The bot cannot use { $discs-count ->
    [one] disc { $discs }
   *[other] discs { $discs }
}
event-RuinsOrdered = The ruins are marked in this order: { $seats }. Their discs are worth { $values }
event-DiscsMarked = { $seat } marks { $discs-count ->
    [one] disc { $discs }
   *[other] discs { $discs }
}
event-BotBuildingCrossed = { $seat } crosses { $cells ->
    [one] one cell
   *[other] { $cells } cells
} of the bot's building
event-CellsCrossed = { $seat } crosses { $cells ->
    [one] one cell
   *[other] { $cells } cells
} of building { $building }
event-BuildingFinished = { $seat } { $first ->
    [true] is the first to finish
   *[false] finishes
} building { $building }, which is worth { $points ->
    [one] one point
   *[other] { $points } points
}
event-ShapeDrawn = { $seat } draws a shape with the number { $number } on { $squares }{ $cacti-count ->
    [0] { "" }
    [one] , with a cactus of kind { $cacti }
   *[other] , with cacti of kinds { $cacti }
}
event-PathLaid = { $seat } lays a path over { $cells-count ->
    [one] cell { $cells } of the river
   *[other] the cells { $cells } of the river
}
event-MudOpened = { $seat } has { $points ->
    [one] one point of value
   *[other] { $points } points of value
} to mark in the mud
event-NodeCrossed = { $seat } crosses node { $node } for { $cost ->
    [one] one point of value
   *[other] { $cost } points of value
}
event-TriangleClosed = { $seat } closes triangle { $triangle }{ $points ->
    [0] , which holds a bonus
   *[other] , which holds a cactus worth { $points } points
}
event-ColumnCrossed = { $seat } crosses { $cells ->
    [one] one cell
   *[other] { $cells } cells
} of column { $column }
event-MudClosed = { $seat } stops marking in the mud{ $lost ->
    [0] { "" }
    [one] ; one point of value is lost
   *[other] ; { $lost } points of value are lost
}
event-BonusGained = { $seat } gains the { $bonus } bonus
event-AnimalCircled = { $seat } circles the { $bonus } for a discovery
event-BonusUsed = { $seat } uses the { $bonus }{ $kept ->
    [true] { " " }of a discovery
   *[false] { "" }
}
event-MarkingFinished = { $seat } finishes marking{ $discs-count ->
    [0] { "" }
    [one] ; disc { $discs } is not used
   *[other] ; discs { $discs } are not used
}
event-BoardTurned = The board is turned, and { $seat } is the first player
event-MatchEnded = The match has ended. Places: { $places }. Points: { $scores }. Ruins: { $ruins }. Canyon: { $canyon }. Mud: { $mud }. River: { $river }. Discoveries: { $discoveries }

## What a player can say

move-TakeDisc = flick disc { $disc }
move-FlickAgain = use a reflick and flick it again
move-KeepFlick = leave it as it is
move-SinkInto = put it into { $section }
move-SwapDiscs = swap disc { $disc } ({ zone-note }) and disc { $other } ({ other-zone-note })
move-CountFor = count it for { $section }
move-CrossCell = cross a cell of building { $building } ({ $left } of { $cells } cells left; { $struck ->
    [true] { $bottom } points, as another player was first
   *[false] { $alone ->
        [true] finished, it is worth { $top } points and the { $bonus } bonus
       *[false] { $top } points and the { $bonus } bonus for the first to finish it, { $bottom } points for others
    }
})
move-MarkDisc = mark disc { $disc } in { $section }: { $section-id ->
    [2] draw a shape with the number { $value ->
        [1] 1
       *[other] { $value } or a smaller one
    }
   *[4] lay a path of { $value ->
        [one] one cell
       *[other] exactly { $value } cells
    }
}{ $times ->
    [1] { "" }
   *[other] { " " }(once now and again later, for its bonus circle)
}
move-MarkMud = mark { $discs-count ->
    [one] disc { $discs }
   *[other] discs { $discs }
} in the mud, with { $value ->
    [one] one point of value
   *[other] { $value } points of value
}
move-UseBonus = use the { $bonus } gained in this phase: { animal-note }
move-UseDiscovery = use the { $bonus } of a discovery: { animal-note }
move-FinishMarking = mark nothing more
move-DrawShape = { $squares }: draw shape { $number }{ covered-note }
move-LayPath = end on cell { $cell }{ $cells-count ->
    [one] { "" }
   *[other] { " " }(path { $cells })
}: { $bonus-id ->
    [0] { $points ->
        [one] one point
       *[other] { $points } points
    }
   *[other] the { $bonus } bonus
}
move-CrossNode = cross node { $node } for { $cost ->
    [one] one point of value
   *[other] { $cost } points of value
}{ $cactus_points-count ->
    [0] { "" }
    [one] , and close a triangle with a cactus worth { $cactus_points } points
   *[other] , and close triangles with cacti worth { $cactus_points } points
}{ $bonuses-count ->
    [0] { "" }
    [one] , and gain the { $bonuses } bonus
   *[other] , and gain the bonuses { $bonuses }
}
move-StopCrossing = cross no more nodes
move-FillColumn = cross a cell of column { $column } ({ $left } of { $cells } cells left; a full column gives the { $bonus } bonus)
move-CircleAnimal = circle the { $bonus } ({ $left } left): { animal-note }
move-ChooseColour = choose colour { $colour } (ruins: { $in_ruins-count ->
    [0] no discs
   *[other] { $in_ruins }
}; canyon: { $in_canyon-count ->
    [0] no discs
   *[other] { $in_canyon }
}; mud: { $in_mud-count ->
    [0] no discs
   *[other] { $in_mud }
}; river: { $in_river-count ->
    [0] no discs
   *[other] { $in_river }
}{ $between-count ->
    [0] { "" }
   *[other] ; between two zones: { $between }
}{ $off_board-count ->
    [0] { "" }
   *[other] ; off the board: { $off_board }
}{ $on_circles-count ->
    [0] { "" }
   *[other] ; on bonus circles: { $on_circles }
})
move-BotTakes = use disc { $disc }, with the value { $value }
move-BotDrawsShape = { $squares }: draw shape { $number }{ covered-note }
move-BotLaysPath = paint { $cells-count ->
    [one] cell { $cells }
   *[other] the cells { $cells }
}{ $points ->
    [0] { "" }
    [one] , worth one point
   *[other] , worth { $points } points
}{ $bonuses-count ->
    [0] { "" }
    [one] , with the { $bonuses } bonus
   *[other] , with the bonuses { $bonuses }
}
move-BotPaints = paint a small cell at node { $node } (it costs { $cost } points now; { $left ->
    [one] one small cell
   *[other] { $left } small cells
} free)

## What is asked

ask-disc = Which disc do you flick next from the corner of { $corner }? It is round { $round } of { $rounds }.
ask-flick = How do you flick disc { $disc } from the corner of { $corner }? Place: 0 is the left end of the corner, 1 the right end. Depth: 0 is next to the board, 1 at the tip of the corner. Angle: degrees from the board's diagonal, above zero to the right, below zero to the left. Power: 0 only just leaves the corner, 1 is the hardest flick.
quantity-side = place
quantity-back = depth
quantity-aim = angle
quantity-power = power
ask-bullseye = Bullseye! Disc { $disc } lies in the hole. Into which section do you put it? Its value there is { $value }.
ask-reflick = Disc { $disc } has come to rest { place-note }{ $place ->
    [off] , and is out for this round if you leave it
   *[other] { "" }
}. Do you flick it again? You have { $reflicks ->
    [one] one reflick, and flicking again uses it up
   *[other] { $reflicks } reflicks, and flicking again uses up one of them
}. Pick nothing to leave it as it is.
ask-swap = Which two of your discs change places before they are marked? You have { $swaps ->
    [one] one swap, and swapping uses it up
   *[other] { $swaps } swaps, and swapping uses up one of them
}. Pick nothing to leave your discs where they are.
ask-tie = { $bots ->
    [true] The bot's
   *[false] Your
} disc { $disc } lies exactly between two zones. For which section does it count, with the value { $value }?
ask-ruins = { $most ->
    [one] You cross one cell in the ruins. In which building?
   *[other] You cross { $most } cells in the ruins, in as many buildings as you like. Pick a building once for each cell.
}
ask-mark = { $least ->
    [0] { $most ->
        [0] You can mark nothing more in this round. Pick nothing to mark nothing more
       *[other] You can mark no more discs in this round. Which animal of a discovery do you use? Pick nothing to mark nothing more
    }{ $discs-count ->
        [0] { "" }
        [one] ; disc { $discs } is not used
       *[other] ; discs { $discs } are not used
    }{ $unused-count ->
        [0] { "" }
       *[other] ; unused bonuses are lost: { $unused }
    }{ $staying-count ->
        [0] { "" }
       *[other] ; discoveries stay for later: { $staying }
    }.
   *[other] What do you mark next on your sheet?
}
ask-canyon = Where do you draw a shape in the canyon? It has the number { $number ->
    [1] 1
   *[other] { $number } or a smaller one
} and lies next to what you have drawn. Your cacti so far are { $cacti_a } of kind a, { $cacti_b } of kind b and { $cacti_c } of kind c.
ask-river = { $exact ->
    [true] You lay a path of { $longest ->
        [one] one cell
       *[other] exactly { $longest } cells
    } in the river.
   *[false] You lay a path of { $shortest } to { $longest } cells in the river.
} On which cell does it end? Only that cell pays, points at the end of the match, a bonus at once.
ask-mud = { $points ->
    [0] You have no points of value left for the mud.
    [one] You have one point of value left for the mud.
   *[other] You have { $points } points of value left for the mud.
} { $most ->
    [0] { "" }
   *[other] { $animals ->
        [true] { $nodes ->
            [true] Which node do you cross next, or which animal do you use?
           *[false] No node can be crossed with them. Which animal do you use?
        }
       *[false] Which node do you cross next?
    }{ " " }
}Pick nothing to cross no more nodes{ $points ->
    [0] { "" }
   *[other] { $room ->
        [0] ; { $points ->
            [one] one point of value is
           *[other] { $points } points of value are
        } lost
       *[other] ; { $points ->
            [one] one point of value is
           *[other] { $points } points of value are
        } left for the columns
    }
}.
ask-columns = { $points ->
    [one] You have one point of value left in the mud.
   *[other] You have { $points } points of value left in the mud.
} { $most ->
    [one] You may cross one cell. In which column?
   *[other] You may cross up to { $most } cells. In which columns? Pick a column once for each cell.
} Points that you do not use are lost; pick nothing to use none.
ask-discovery = You have gained a discovery. Which animal do you circle? You may use it now or in any later marking phase.
ask-own-colour = Which colour is yours in this round? You mark its discs on your sheet.
ask-bot-colour = Which colour is the bot's in this round? Yours is colour { $own }. Discs of the third colour leave the board.
ask-bot-disc = Which of its discs in { $section } does the bot use next?
ask-bot-canyon = Where does the bot draw its shape with the number { $number }? You can no longer use the cells that it covers.
ask-bot-river = Which { $length ->
    [one] cell
   *[other] { $length } cells
} of the river does the bot paint? You can no longer use { $length ->
    [one] it
   *[other] them
}.
ask-bot-mud = { $most ->
    [one] The bot paints one small cell. At which node? The node then costs one point more.
   *[other] The bot paints { $most } small cells. At which nodes? Each makes its node cost one point more; pick a node once for each small cell.
}

## What can be set up

option-rounds = Number of rounds, five, six or seven
option-no_pushing = A disc shoved into the zone at its own corner is out
option-tremor = Hands tremble a little: flicks err in aim and strength
option-values = Board and sheets that replace the built-in ones, as JSON

## Rows of the score sheet

score-ruins = Ruins
score-canyon = Canyon
score-mud = Mud cracks
score-river = River
