title = Sonora

## Words

section-0 = nothing
section-1 = the ruins
section-2 = the canyon
section-3 = the mud
section-4 = the river

bonus-1 = reflick
bonus-2 = swap
bonus-3 = fox
bonus-4 = owl
bonus-5 = rabbit
bonus-6 = discovery

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

# Cells of the canyon: columns are letters, rows are numbers, from the top left.
square-0 = A1
square-1 = B1
square-2 = C1
square-3 = D1
square-4 = E1
square-5 = F1
square-6 = G1
square-7 = H1
square-8 = I1
square-9 = J1
square-10 = K1
square-11 = L1
square-12 = M1
square-13 = N1
square-14 = O1
square-16 = A2
square-17 = B2
square-18 = C2
square-19 = D2
square-20 = E2
square-21 = F2
square-22 = G2
square-23 = H2
square-24 = I2
square-25 = J2
square-26 = K2
square-27 = L2
square-28 = M2
square-29 = N2
square-30 = O2
square-32 = A3
square-33 = B3
square-34 = C3
square-35 = D3
square-36 = E3
square-37 = F3
square-38 = G3
square-39 = H3
square-40 = I3
square-41 = J3
square-42 = K3
square-43 = L3
square-44 = M3
square-45 = N3
square-46 = O3
square-48 = A4
square-49 = B4
square-50 = C4
square-51 = D4
square-52 = E4
square-53 = F4
square-54 = G4
square-55 = H4
square-56 = I4
square-57 = J4
square-58 = K4
square-59 = L4
square-60 = M4
square-61 = N4
square-62 = O4
square-64 = A5
square-65 = B5
square-66 = C5
square-67 = D5
square-68 = E5
square-69 = F5
square-70 = G5
square-71 = H5
square-72 = I5
square-73 = J5
square-74 = K5
square-75 = L5
square-76 = M5
square-77 = N5
square-78 = O5
square-80 = A6
square-81 = B6
square-82 = C6
square-83 = D6
square-84 = E6
square-85 = F6
square-86 = G6
square-87 = H6
square-88 = I6
square-89 = J6
square-90 = K6
square-91 = L6
square-92 = M6
square-93 = N6
square-94 = O6
square-96 = A7
square-97 = B7
square-98 = C7
square-99 = D7
square-100 = E7
square-101 = F7
square-102 = G7
square-103 = H7
square-104 = I7
square-105 = J7
square-106 = K7
square-107 = L7
square-108 = M7
square-109 = N7
square-110 = O7
square-112 = A8
square-113 = B8
square-114 = C8
square-115 = D8
square-116 = E8
square-117 = F8
square-118 = G8
square-119 = H8
square-120 = I8
square-121 = J8
square-122 = K8
square-123 = L8
square-124 = M8
square-125 = N8
square-126 = O8
square-128 = A9
square-129 = B9
square-130 = C9
square-131 = D9
square-132 = E9
square-133 = F9
square-134 = G9
square-135 = H9
square-136 = I9
square-137 = J9
square-138 = K9
square-139 = L9
square-140 = M9
square-141 = N9
square-142 = O9
square-144 = A10
square-145 = B10
square-146 = C10
square-147 = D10
square-148 = E10
square-149 = F10
square-150 = G10
square-151 = H10
square-152 = I10
square-153 = J10
square-154 = K10
square-155 = L10
square-156 = M10
square-157 = N10
square-158 = O10
square-160 = A11
square-161 = B11
square-162 = C11
square-163 = D11
square-164 = E11
square-165 = F11
square-166 = G11
square-167 = H11
square-168 = I11
square-169 = J11
square-170 = K11
square-171 = L11
square-172 = M11
square-173 = N11
square-174 = O11
square-176 = A12
square-177 = B12
square-178 = C12
square-179 = D12
square-180 = E12
square-181 = F12
square-182 = G12
square-183 = H12
square-184 = I12
square-185 = J12
square-186 = K12
square-187 = L12
square-188 = M12
square-189 = N12
square-190 = O12
square-192 = A13
square-193 = B13
square-194 = C13
square-195 = D13
square-196 = E13
square-197 = F13
square-198 = G13
square-199 = H13
square-200 = I13
square-201 = J13
square-202 = K13
square-203 = L13
square-204 = M13
square-205 = N13
square-206 = O13
square-208 = A14
square-209 = B14
square-210 = C14
square-211 = D14
square-212 = E14
square-213 = F14
square-214 = G14
square-215 = H14
square-216 = I14
square-217 = J14
square-218 = K14
square-219 = L14
square-220 = M14
square-221 = N14
square-222 = O14
square-224 = A15
square-225 = B15
square-226 = C15
square-227 = D15
square-228 = E15
square-229 = F15
square-230 = G15
square-231 = H15
square-232 = I15
square-233 = J15
square-234 = K15
square-235 = L15
square-236 = M15
square-237 = N15
square-238 = O15
square-240 = A16
square-241 = B16
square-242 = C16
square-243 = D16
square-244 = E16
square-245 = F16
square-246 = G16
square-247 = H16
square-248 = I16
square-249 = J16
square-250 = K16
square-251 = L16
square-252 = M16
square-253 = N16
square-254 = O16

## What happened

event-FirstPlayerChosen = { $seat } is the first player
event-RoundBegan = Round { $round } begins
event-PhaseBegan = { $phase }
event-DiscFlicked = { $seat } flicks { $disc }
event-DiscsCameToRest = { $in_corner ->
    [true] { $disc } does not leave its corner
   *[false] All is still after { $disc }
}{ $in_hole-count ->
    [0] { "" }
   *[other] ; into the hole: { $in_hole }
}{ $off_board-count ->
    [0] { "" }
   *[other] ; off the board: { $off_board }
}
event-DiscSunk = { $seat } puts { $disc } from the hole into { $section }
event-DiscTakenBack = { $seat } takes { $disc } back to the corner
event-DiscReturned = { $disc } goes back to { $seat }, to be flicked again
event-DiscOut = { $disc } of { $seat } is out for this round: { $reason }
event-ColoursChosen = You are { $own } in this round, the bot is { $bot }
event-DiscsSwapped = { $seat } lets { $disc } and { $other } change places
event-TieSettled = { $seat }: { $disc } between two zones counts for { $section }
event-DiscsSorted = It is settled what each disc counts for
event-BotCircled = The bot circles { $cells ->
    [one] one cell
   *[other] { $cells } cells
} of its building
event-BotDrew = The bot draws a { $number } on { $squares }
event-BotLaid = The bot paints the river: { $cells }
event-BotPainted = The bot makes node { $node } dearer by { $cells }
event-BotMarked = The bot uses { $discs }
event-BotLost = The bot has no use for { $discs }
event-RuinsOrdered = The ruins are marked by { $seats }, with { $values }
event-DiscsMarked = { $seat } marks { $discs }
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
} building { $building }: { $points ->
    [one] one point
   *[other] { $points } points
}
event-ShapeDrawn = { $seat } draws a { $number } on { $squares }{ $cacti-count ->
    [0] { "" }
   *[other] , with cacti: { $cacti }
}
event-PathLaid = { $seat } lays a path: { $cells }
event-MudOpened = { $seat } has { $points ->
    [one] one point
   *[other] { $points } points
} to mark in the mud
event-NodeCrossed = { $seat } crosses node { $node } for { $cost }
event-TriangleClosed = { $seat } closes triangle { $triangle }{ $points ->
    [0] , with a bonus
   *[other] , with a cactus worth { $points }
}
event-ColumnCrossed = { $seat } crosses { $cells ->
    [one] one cell
   *[other] { $cells } cells
} of column { $column }
event-MudClosed = { $seat } is through with the mud{ $lost ->
    [0] { "" }
    [one] ; one point is lost
   *[other] ; { $lost } points are lost
}
event-BonusGained = { $seat } gains a bonus: { $bonus }
event-AnimalCircled = { $seat } circles for a discovery: { $bonus }
event-BonusUsed = { $seat } uses { $kept ->
    [true] a discovery
   *[false] a bonus
}: { $bonus }
event-MarkingFinished = { $seat } has marked everything{ $discs-count ->
    [0] { "" }
   *[other] ; lost: { $discs }
}
event-BoardTurned = The board is turned; { $seat } is the first player
event-MatchEnded = The match is over. Places: { $places }. Points: { $scores }. Ruins: { $ruins }. Canyon: { $canyon }. Mud: { $mud }. River: { $river }. Discoveries: { $discoveries }

## What a player can say

move-TakeDisc = { $disc }
move-FlickAgain = flick it again
move-KeepFlick = leave it there
move-SinkInto = into { $section }
move-SwapDiscs = swap { $disc } and { $other }
move-CountFor = for { $section }
move-CrossCell = building { $building }
move-MarkDisc = mark { $disc }
move-MarkMud = mark the discs in the mud
move-UseBonus = use the { $bonus }
move-UseDiscovery = use the { $bonus } of a discovery
move-FinishMarking = done
move-DrawShape = { $squares }
move-LayPath = to cell { $cell }
move-CrossNode = node { $node }
move-StopCrossing = no more nodes
move-FillColumn = column { $column }
move-CircleAnimal = { $bonus }
move-ChooseColour = { $colour }
move-BotTakes = { $disc }
move-BotDraws = { $squares }
move-BotLays = from cell { $cell } to cell { $last }
move-BotPaints = node { $node }

## What is asked

ask-disc = Which disc do you flick?
ask-flick = How do you flick { $disc }?
ask-bullseye = Bullseye! Into which section does { $disc } go?
ask-reflick = Will you use a reflick for { $disc }?
ask-swap = Which two of your discs change places? Pick nothing to go on.
ask-tie = Your { $disc } lies exactly between two zones. For which does it count?
ask-ruins = { $most ->
    [one] You cross one cell of the ruins. Where?
   *[other] You cross { $most } cells of the ruins. Where?
}
ask-mark = What do you mark next?
ask-canyon = Where do you draw the shape?
ask-river = Where does the path end?
ask-mud = Which node do you cross?
ask-columns = { $most ->
    [one] One point is left for the columns. Where does it go?
   *[other] Up to { $most } points are left for the columns. Where do they go?
}
ask-discovery = A discovery! Which animal do you circle?
ask-own-colour = Which colour is yours in this round?
ask-bot-colour = Which colour is the bot's?
ask-bot-disc = Which disc does the bot use next?
ask-bot-canyon = Where does the bot draw its shape?
ask-bot-river = Which way does the bot paint?
ask-bot-mud = { $most ->
    [one] The bot makes a node dearer by one. Which?
   *[other] The bot makes nodes dearer by { $most } in all. Which?
}

## What can be set up

option-rounds = Rounds: five, six or seven
option-no_pushing = A disc shoved into the zone at its own corner is out
option-tremor = Hands tremble a little: flicks err in aim and strength
option-values = Board and sheets to use instead of the built-in ones, as JSON
