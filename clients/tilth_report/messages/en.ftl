## What a report of a tournament says, and how `tilth tournament` tells of settings.

page-untitled = Tournament { $id }
page-state = State
page-winner = Winner
page-leader = In the lead
page-entrants = Entrants
page-finished_pairings = Games finished
page-rounds = Round
page-started = Started
page-ended = Ended
page-lasted = Lasted
page-cancelled = Cancelled because
page-nothing_yet = There is nothing to show yet: no game has ended.
more-left_out = The { $shown } best are shown; { $more } more are in the tables.

state-entry = entry is open
state-running = running
state-paused = paused
state-finished = finished
state-cancelled = cancelled
state-unspecified = -

format-none = no format
format-round_robin = round robin
format-swiss = Swiss
format-knockout = single elimination
format-knockout_double = double elimination
format-groups = groups, then knockout
format-ladder = ladder
format-series = series
format-benchmark = benchmark
format-deals =
    { $count } { $count ->
        [one] deal
       *[other] deals
    }
format-gauntlet = gauntlet
format-challengers =
    { $count } { $count ->
        [one] challenger
       *[other] challengers
    }
format-cycles =
    { $count } { $count ->
        [one] cycle
       *[other] cycles
    }
format-rounds =
    { $count } { $count ->
        [one] round
       *[other] rounds
    }
format-groups_count =
    { $count } { $count ->
        [one] group
       *[other] groups
    }
format-advance = the best { $count } of each advance
format-further =
    at most { $count } further { $count ->
        [one] set
       *[other] sets
    }
format-double = double elimination
format-games =
    at most { $count } { $count ->
        [one] game
       *[other] games
    }
format-sprt = SPRT of { $elo0 } against { $elo1 } Elo (α { $alpha }, β { $beta })

settings-title = Settings
settings-format = Format
settings-games = Game
settings-table_seats = Seats at a table
settings-rotate = Seats
settings-rotates = every set is played once with each rotation of the seats
settings-balances = balanced over the tournament
settings-duplicate = Deals
settings-same_deal = the same for all rotations of a set
settings-own_deal = each game its own
settings-sets = Sets a table plays
settings-clock = Clocks
settings-no_clock = none
settings-clock_default = { $decision } s a decision, bank { $bank } s, +{ $increment } s an answer; then the default answer
settings-clock_resign = { $decision } s a decision, bank { $bank } s, +{ $increment } s an answer; then the seat resigns
settings-absence = Absence
settings-absent = a seat that has to answer and has no client connected for { $seconds } s resigns
settings-entry = Entry
settings-open = open to all
settings-by_invitation = by invitation
settings-entry_closes = Entry closes
settings-entrants = Number of entrants
settings-tie_breaks = Tie-breaks
settings-usual_tie_breaks = the format's own
settings-at_once = Games at once
settings-per_entrant = Games of one entrant at once
forfeit-unspecified = seat { $seat } forfeited
forfeit-resigned = seat { $seat } resigned
forfeit-time = seat { $seat } ran out of time
forfeit-absence = seat { $seat } was absent
forfeit-crash = seat { $seat } crashed
forfeit-illegal_answer = seat { $seat } gave an illegal answer
forfeit-limit = seat { $seat } went over a limit
forfeit-withdrawal = seat { $seat } withdrew
forfeit-operator = an operator resigned seat { $seat }
forfeit-all = all seats forfeited: { $seats }

tie_break-unspecified = -
tie_break-buchholz = Buchholz
tie_break-buchholz_cut = Buchholz, lowest cut
tie_break-sonneborn_berger = Sonneborn-Berger
tie_break-head_to_head = head to head
tie_break-points_in_play = points in play
tie_break-wins = wins
tie_break-rounds_survived = rounds survived

span-seconds = { $seconds } s
span-minutes = { $minutes } min { $seconds } s
span-hours = { $hours } h { $minutes } min
span-days = { $days } d { $hours } h
unit-milliseconds = milliseconds
unit-seconds = seconds
unit-minutes = minutes
unit-hours = hours
unit-days = days
unit_short-milliseconds = ms
unit_short-seconds = s
unit_short-minutes = min
unit_short-hours = h

standings-title = Standings
column-place = Place
column-player = Player
column-stage = Stage
column-points = Points
column-games = Games
column-wins = Won
column-draws = Drawn
column-losses = Lost
column-forfeits = Forfeits
column-byes = Byes
column-mean_score = Mean score
column-elo = Elo
column-margin = 95%
standings-withdrawn = (withdrawn)
standings-benchmark = Every entrant played the same deals alone. Points: solo games won. 95%: the half-width of the interval of the mean difference from the mean score of each deal.
standings-caption = A game gives 1 point for winning alone, 0 for the last place, and evenly between. Mean score: what was scored in play. Elo: against the mean of the entrants, in this tournament alone, with the half-width of the 95% interval.
conduct-title = How they played
conduct-caption = Times are seconds from a decision to its answer, as the server measured them; 99 of 100 answers took no longer than the 99% time. Default answers are not counted.
column-version = Version
column-answers = Answers
column-mean_ms = Mean, s
column-p99_ms = 99%, s
column-longest_ms = Longest, s
column-timeouts = Timeouts
column-forfeits_unspecified = Other forfeits
column-forfeits_resigned = Resigned
column-forfeits_time = Time
column-forfeits_absence = Absent
column-forfeits_crash = Crashed
column-forfeits_illegal_answer = Illegal
column-forfeits_limit = Limit
column-forfeits_withdrawal = Withdrew
column-forfeits_operator = By operator
under-line = { $games } × { $game }, rules { $rules }, build { $build }
under-unknown = unknown
under-builds_differ = Warning: not all matches were played under the same build of the server.
under-rules_differ = Warning: { $game } was played under different versions of its rules.
under-versions_differ = Warning: { $player } played with different versions: { $versions }.

duel-title = Head to head
duel-who = { $first } against { $second }, from the point of view of the first.
duel-score = Won, drawn, lost
duel-wins = { $wins }, { $draws }, { $losses }
duel-elo = Elo difference, 95% interval
duel-between = { $elo } ({ $low } to { $high })
duel-superiority = Likelihood of superiority
duel-sprt = SPRT
duel-ratio = log likelihood ratio { $ratio } within { $low } and { $high }
sprt-unspecified = -
sprt-open = undecided
sprt-h0 = H0 holds
sprt-h1 = H1 holds

ratings-title = Ratings over time
ratings-time = Time since the tournament began, { $unit }
ratings-rating = Rating μ, 95% interval
ratings-caption = Plackett-Luce ratings (openskill) from this tournament's games alone. The band is the 95% interval, μ ± 1.96 σ.
ratings-caption_each = One panel for each entrant in the order of the standings; the others are drawn in grey.
ratings-caption_best = One panel for each of the { $shown } best of { $all }; the others are drawn in grey.

final-title = Final ratings
final-elo = Elo in this tournament
final-elo_axis = Elo against the mean of the entrants, 95% interval
final-rating = Plackett-Luce rating
final-rating_axis = Rating μ, 95% interval
final-caption = Entrants whose intervals overlap widely may be equally strong. An arrow stands for a figure without bound, for example of an entrant who won every game.

matrix-title = Points of the entrants against each other
matrix-scale = Share of the points, row against column
matrix-caption = Rows and columns are in the order of the standings. Blue: the row scored more than half against the column; red: less. Blank: they did not meet.

rows-title = What are the points made of?
rows-caption = Points of each row of the score sheet, on average per match. Matches played to the end: { $matches }.
rows-sum = Score
seats-title = Does a seat win more?
seats-scores = Scores in play by seat
seats-scores_axis = Score, game points
seats-axis = Seat
seats-wins = Share of wins by seat, 95% interval
seats-wins_axis = Share of wins
seats-matches = n = { $games }
seats-won = { $won } of { $games }
seats-won_and_shared =
    { $won } of { $games }
    + { $shared } shared
seats-even = No seat's 95% interval leaves its even share.
seats-more = Seat { $seat } wins more than its even share of { $even }: { $share } of { $games } games (95%: { $low } to { $high }).
seats-less = Seat { $seat } wins less than its even share of { $even }: { $share } of { $games } games (95%: { $low } to { $high }).
seats-caption = Boxes hold the middle half of the scores with the median, whiskers 90%. The dashed line is the even share; a victory that several share counts in parts. Intervals: Wilson's.
seats-seat = Seat
seats-games = Games
seats-alone = Won alone
seats-together = Won with others
seats-share = Share of wins
seats-interval = 95% interval
seats-points = Points a game

lengths-title = Match lengths
lengths-records = In records
lengths-records_axis = Records in the match's log
lengths-time = In time
lengths-time_axis = From the start to the last record, { $unit }
lengths-matches = Matches
lengths-median = median { $value } { $unit }
lengths-caption = Matches that were played to their end; adjudicated games are left out.

crosstable-title = Crosstable
crosstable-none = There is no crosstable: nobody has entered, or there are too many entrants for a readable one.
crosstable-benchmark = The mean of the row’s score less the column’s on the same deal, with the half-width of its 95% interval.
crosstable-caption = Points of the row against the column, and their games. At tables of more than two, a point goes to the better place of the two.

games-title = Games
games-count = All games: { $count }
column-number = No.
column-round = Round
column-table = Table
column-game = Game
column-seat = Seat { $seat }
column-state = State
column-records = Records
column-duration = Duration
column-match = Match
games-place = place { $place }
games-score = score { $score }
games-forfeit = forfeit
game_state-unspecified = -
game_state-scheduled = scheduled
game_state-running = running
game_state-finished = finished
game_state-adjudicated = adjudicated
game_state-void = excluded

seed-title = The deals
seed-commitment = Hash of the seed (SHA-256), published when the tournament was created
seed-seed = Seed
seed-given = Chosen
seed-given_by = by the creator of the tournament, who therefore knows every deal
seed-holds = The seed matches its published hash. The seed of each match follows from it, as docs/explanation/fairness.md describes; that was not checked for this page.
seed-broken = THE SEED DOES NOT MATCH ITS PUBLISHED HASH: these deals can't be trusted.
seed-later = The seed is shown when the tournament has ended.

bracket-title = Bracket
bracket-caption = Bold entrants advance; a dashed line is the way of an entrant who has lost a life. The number is the points at the table, over all its sets.
bracket-round = Round { $round }
bracket-table = Table { $table }
bracket-lost = lives: −{ $lives }
bracket-further = sets: +{ $sets }
bracket-bye = bye
