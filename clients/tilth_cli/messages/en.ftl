## What the `tilth` command says by itself. What games say of their events and options comes from the server.

## Words used in many places.
seat = seat { $seat }
record = record { $number }
your_turn = {" "}your turn{" "}
waiting_for = waiting for
no_view = This client has no drawing for this game; its texts are enough to play it.
not_started = The match has not started yet.
refused = Refused: { $message }
lost = The connection to { $address } is lost; trying again.
waiting-server = asking { $address } ...

## States of a match.
state-open = open
state-running = running
state-finished = finished
state-cancelled = cancelled
state-unspecified = -

## What a record tells besides its events.
cause-created = The match is created.
cause-seat_taken = { $who } takes a seat.
cause-seat_left = { $who } leaves a seat.
cause-started = The match begins.
cause-timed_out = { $who } is out of time; the default answer counts.
cause-resigned = { $who } resigns.
cause-undone = { $who } undoes the last answer. No longer true: { $undone }.
cause-undone_nothing = { $who } undoes the last answer, which had changed nothing yet.
cause-cancelled = The match is cancelled.
cause-paused = An operator has paused the match.
cause-resumed = The match continues.
cause-retitled = The match has a new title: { $title }
cause-retitled_nothing = The match no longer has a title.

## How a decision wants to be answered.
bounds-one = pick one
bounds-exact = pick { $max }
bounds-range = pick { $min } to { $max }
bounds-up_to = pick up to { $max }, 0 for none
bounds-ordered = in order
bounds-none = nothing to pick: press Enter
bounds-measure = give { $names }
bounds-step = {" "}in steps of { $step }
answer-not_a_number = { $word } is not a number here. Type ? for help.
answer-no_such = There is no { $number } here; the highest is { $highest }.
answer-too_often =
    { $number } can be picked at most { $limit ->
        [one] once
       *[other] { $limit } times
    }.
answer-names = Give a number for each of: { $names }
answer-quantity = { $name } must be within { $bounds }.

## The end.
result-title = Result
result-place = Place
result-player = Player
result-score = Points
result-rows = For
result-sum = Sum
result-cancelled = The match was cancelled. { $reason }
result-adjudicated = The result, by an operator's decision. { $reason }
result-seed_matches = The seed matches the hash that was shown when the match was created. Nothing else about the deal was checked here.
result-seed_differs = THE SEED DOES NOT MATCH THE HASH that was shown when the match was created: this deal can't be trusted.
solo-against = Played against { $opponent }.
solo-points =
    Played against { $opponent }, who has { $points } { $points ->
        [one] point
       *[other] points
    }.
solo-target = Points to reach: { $points }.
solo-won = Won.
solo-lost = Lost.
solo-no_target = The rules set no points to reach.
solo-gaia = Gaia
solo-neutral = the neutral player
solo-bot = the bot, which has no points of its own

## play
play-keys = number: pick · ?: help · r: resign · q: leave and come back later
play-keys_undo = number: pick · u: undo · ?: help · r: resign · q: leave and come back later
play-keys_page = v: next page · number: pick · ?: help · r: resign · q: leave
play-keys_page_undo = v: next page · number: pick · u: undo · ?: help · r: resign · q: leave
play-help =
    Options are picked by their numbers: 3. Several at once: 1 3 4. One several times: 2x3 (or 2 2 2).
    0 picks none, where none is allowed. What can be done at any time is picked by o1, o2, ...
    Numbers that are asked for are given in order, or by name: angle=1.5 force=20.
    u undoes the last answer, as long as nobody learned anything from it. r resigns. q leaves; the match waits.
play-not_started = The match { $match } has not started yet; waiting for it.
play-not_your_turn = It is not your turn.
play-nothing_to_undo = There is nothing to undo: after your last answer a player has learned something, or acted.
play-really_resign = Resign this match? Type yes to resign, anything else to continue.
play-not_resigned = You have not resigned; the match continues.
play-closed = The question before this one was closed without your answer.
play-left = Your seat is kept. To come back: tilth play { $match } --seat { $seat }

## Setting numbers by keys.
number-step-fine = fine steps
number-step-usual = usual steps
number-step-coarse = coarse steps
number-keys = [ ]: step · space: answer · Esc: type · ?: help · q: leave
number-any_keys = Tab: next number · ← →: less, more
number-typing = numbers in order, or by name · Enter: give them · Esc: back to the keys
number-help = Each key turns one number, and the board shows at once the result. [ makes the steps finer, ] coarser; with Shift a key takes a fine step. Space or Enter gives the answer as it is shown. A digit begins a line of numbers, all of them in order: 0.5 0.5 -12 0.3. Escape begins an empty line, where some of them may be given by name: aim=-12 power=0.3. Another Escape goes back to the keys. u undoes the last answer, r resigns, q leaves; the match waits.
number-any_help = Tab goes to the next number, ← and → change the one that is marked.
number-sonora_keys = ← → ↑ ↓: turn, strength · a d w s: place
number-sonora_help = ← and → turn the line, ↑ and ↓ make the flick stronger and weaker. a and d move the disc to the left and the right in its corner, w and s forward to the step and back to the tip. The line ends where the disc would stop if no other disc were in its way.
number-stops = slides { $way } mm
number-bounces = slides { $way } mm, meets the edge after { $edge }
animation-keys = any key: skip

## watch and replay
watch-keys = pace { $pace } s · space: pause · + -: pace · q: leave
watch-keys_paused = paused · space: resume · + -: pace ({ $pace } s) · q: leave
replay-at = { $place }/{ $of }, viewer: { $viewer }
replay-playing = playing, one record every { $pause } s
replay-stopped = paused
replay-go_to = go to record:
replay-keys = ← →: step · ↑ ↓: ten · Home End · [ ]: round · {"{"} {"}"}: score · g: record · space: play · + -: speed · s: viewer · q
replay-everybody = everybody
replay-spectator = a spectator
replay-empty = { $match } has no records yet.
replay-progress = reading { $match }

## verify, export, import
verify-progress = checking { $match }
verify-unfinished = The server stopped checking before it was done; try again.
verify-chain = every record's hash follows from the one before
verify-fold = the events lead to the recorded result
verify-rules = the rules, run again on the recorded answers, give the same events
verify-rules_not_run = the rules were not run again, because another check failed
verify-rules_other = the rules were not run again: the match was recorded under rules version { $recorded }, and this server has { $here }
verify-seed = the seed matches the hash that was shown when the match was created
verify-names = the players' names match their hashes in the records
verify-no_names = no names to compare: the records hold no hashes of them, or they were erased
verify-head_later =
    { $records } { $records ->
        [one] record
       *[other] records
    } so far; the last hash is shown when the match has ended.
verify-head = records: { $records }, last hash { $head }
export-progress = exporting { $match }
export-done =
    { $match } is saved in { $path } ({ $size } { $size ->
        [one] byte
       *[other] bytes
    }).
export-terminal = The exported file is not text, and is not printed in a terminal. Name a file with -o FILE, or send it into a pipe.
import-progress = importing { $file }
import-done =
    { $match } is imported: { $records } { $records ->
        [one] record
       *[other] records
    }.
import-known =
    { $match } was here already, byte for byte: { $records } { $records ->
        [one] record
       *[other] records
    }.

## receipts
receipt-kept = The server has signed that { $match } has { $records } records and with which hash they end. The receipt is kept in { $path }; `tilth verify { $match }` compares it.
receipt-kept_running = The server has signed that { $match } has { $records } records now. The receipt is kept in { $path }; when the match has ended, `tilth verify { $match }` compares it.
receipt-unsigned = { $address } sent a receipt that its key has not signed for this match.
receipt-bad_file = The kept receipts in { $path } can't be read: { $error }
receipt-ok = receipt of { $at }: the log begins with the { $records } records that the server signed then
receipt-later = receipt of { $at } ({ $records } records): it is compared when the match has ended
receipt-changed = receipt of { $at }: the first { $records } records are NOT those that the server signed then
receipt-shorter = receipt of { $at }: the server signed { $records } records then, and the log has fewer now
receipt-other_match = receipt of { $at }: it is of another match
receipt-bad_signature = a kept receipt was altered: its signature does not fit
receipt-other_key = (signed with a key that the server doesn't name as its own)

## explain
explain-record = Record { $record }, { $at }:
explain-by-player = { $who } answered by hand.
explain-by-clock = { $who } was out of time; the server gave the default answer.
explain-by-resignation = { $who } had resigned; the server gave the default answer.
explain-by-bot_failure = the bot { $who } had failed; the server gave the default answer.
explain-cause-undone = { $who } took the last answer back.
explain-cause-retitled = An operator gave the match another title.
explain-cause-finished = The match ended.
explain-cause-other = a record of a kind that this build does not know.
explain-asked = Asked in record { $record } at { $at }: { $text }
explain-time_left = Time left: { $left } s for the decision, { $bank } s in the bank.
explain-bounds = ({ $min } to { $max })
explain-nothing = nothing
explain-undone = The answer was taken back in record { $record }.
explain-events = What followed:
explain-no_decision = This server's version of the game can't ask the question again.
explain-other_rules = The match was played under another version of the rules, so the options are those that the server's rules would offer today.
forfeit-resigned = by the player's choice
forfeit-time = out of time
forfeit-absence = nobody was at the seat
forfeit-crash = the program failed
forfeit-illegal_answer = an answer that was not offered
forfeit-limit = a limit was passed
forfeit-withdrawal = withdrawn from the tournament
forfeit-operator = an operator resigned the seat
forfeit-other = for a reason that this build does not know

## verify --deal
deal-title =
    { $match_id }: { $game }, { $seats } { $seats ->
        [one] seat
       *[other] seats
    }, { $records } { $records ->
        [one] record
       *[other] records
    }. Checked on this machine, from the exported match:
deal-draws = { $derived } of { $drawn } recorded draws of chance were derived again from the seed and found in the events
deal-record = Record { $record }:
deal-commitment = The hash of the seed is { $hash }{ $compared }
deal-head = The last hash is { $hash }{ $compared }
deal-same = , the one that you gave.
deal-differs = , NOT the one that you gave.
deal-unchecked-rules = Not checked here: whether the answers keep the rules. The server checks that: `tilth verify { $match }`.
deal-unchecked-shown = Not checked: whether these hashes are those that you were shown before and after the match. Compare them, or give them with --commitment and --head.
deal-failed = The deal could not be checked: { $error }
deal-only = --commitment and --head need --deal.
deal-not-unreadable = the exported match cannot be read: { $error }
deal-not-length = the export announces { $says } records and has { $given }
deal-not-chain = its number or its hash does not follow from the records before it
deal-not-head = the last hash is { $says }, and you gave { $given }
deal-not-seed = the seed does not match the hash that was published when the match was made
deal-not-commitment = the hash of the seed is { $says }, and you gave { $given }
deal-not-game = this build has no table of the draws of { $game }: its { $draws } draws were not derived again
deal-not-undone = this answer was taken back although it had drawn { $purpose }
deal-not-lost = { $event } cannot be followed: { $error }
deal-not-missing = { $event } shows a draw of { $purpose }, and none is recorded
deal-not-other = { $event } needs a draw of { $expected }, and one of { $purpose } is recorded
deal-not-place = { $purpose } was drawn at place { $place }, and belongs at { $expected }
deal-not-unused = a draw of { $purpose } is recorded, and no event shows its result
deal-not-drawn = { $event } shows { $says }, and the seed gives { $given } for { $purpose }
deal-not-order = { $event } takes { $says }, and on top of { $list } lie { $given }
deal-not-absent = { $event } takes { $thing }, which is not in { $list }
deal-not-empty = something is drawn from { $list }, which is empty
deal-not-list = { $event } says { $says } where { $list } holds { $given }
deal-not-unasked = { $purpose } was drawn, and the record's answer has no four numbers
deal-not-seat = { $event } comes to seat { $seat } out of turn

## games, new, join, list, show
games-seats = players: { $seats }
games-unknown = There is no game { $name } on this server. It has: { $known }
bots-none = This server runs no such bots.
new-done = The match is { $match }. Others take a seat with: tilth join { $match }
join-done = You have seat { $seat }. Play with: tilth play { $match }
leave-done = You left a seat of { $match }.
start-done = { $match } has started. Play with: tilth play { $match }
list-none = No match fits. Create one: tilth new GAME --seats N
list-incomplete = { $address } is still building its index of matches after an update: the list may lack some. Try again later.
list-more = There are more; --limit N shows more than { $limit }.
list-match = match
list-game = game
list-state = state
list-seats = seats
list-created = created
list-surprise = surprise %
list-last_record = last record
list-title = title
show-settings = options
show-defaults = defaults
show-clock = clocks
show-clock_default = { $decision } s a decision, bank { $bank } s, +{ $increment } s an answer; then the default answer
show-clock_resign = { $decision } s a decision, bank { $bank } s, +{ $increment } s an answer; then the seat resigns
show-records = records
show-seed = seed
show-seed_given = chosen by its creator, who therefore knows every deal
show-free = free
name-claimed = { $name } (named by the file)
name-bot = { $name } (bot)
name-recorded = { $name } (another server)
name-erased = erased player { $id }
show-resigned = (resigned)
show-place = place { $place }, points: { $points }
seat-not_yours = Seat { $seat } of { $match } is not yours.
seat-none = You have no seat at { $match }. Take one: tilth join { $match }
seat-several = You have several seats at { $match }; name one with --seat: { $seats }

## players, bot, ops
register-done = { $name } is registered ({ $id }); the token is kept in { $path }.
register-current = Commands now act as { $name }.
register-not_current = To act as { $name }: --as { $name }, or from now on: tilth players use { $name }
login-prompt = Token, or the code that another device shows
code-done = Good once, until { $until }. On the other device: tilth players login --server { $address }, and type the code.
renew-done = { $name } has a new token, kept in { $path }; the old ones, of all devices, are no longer valid.
players-name = name
players-id = id
players-registered = registered
players-marked = ({ $role })
role-none = none
role-auditor = auditor
role-moderator = moderator
role-operator = operator
players-role = role
role-done = { $role ->
    [none] { $player } has no role now.
   *[other] { $player } has a role now: { $named }.
}
bot-serves = { $bot } plays every match of its player at { $address } until you press Ctrl-C.
bot-ended = { $match }: seat { $seat } has place { $place }, points: { $score }
bot-cancelled = { $match } was cancelled.
bot-failed = { $match }: seat { $seat } resigns, because the bot failed: { $error }
bot-failed_alone = The bot { $bot } failed, and its seat resigns: { $error }
invite-done = It is valid for { $uses ->
        [one] one registration
       *[other] { $uses } registrations
    }: tilth players register NAME --invitation { $invitation } --server { $address }
invitation-id = id
invitation-used = used
invitation-label = label
invitation-creator = made by
invitation-created = made
invitation-until = until
invitation-revoked = revoked
revoke-invitation_done = Nobody can register with the invitation { $invitation } from now on.
player-tokens = tokens
player-revoked = revoked
player-yes = yes
player-invitation = came by
player-banned = banned
ban-target = banned
ban-reason = reason
ban-address_done = Calls from { $network } are refused: { $ban }
ban-invitation_done = { $invitation }: { $players } { $players ->
        [one] player is
       *[other] players are
    } banned.
lift-ban_done = The ban { $ban } is lifted.
load-calls = calls
load-work = work, s
load-refusals = refused
report-number = no.
report-at = when
report-by = by
report-about = about
report-text = text
report-state = state
report-upheld = upheld
report-dismissed = dismissed
report-kind_unspecified = ?
report-kind_player = player
report-kind_name = name
report-kind_title = title
report-done = The moderators of this server will see it.
resolve-done = Report { $number } is resolved.
option-by_address = Add up the players of each address.
option-by_refusals = Order by refusals instead of work.
option-all_reports = Also reports that were resolved.
option-reports_player = Only reports on this player.
option-label = A word for operators, by which they know the invitation.
option-uses = The number of registrations that it is good for (1).
option-invite_until = End of the invitation: 2h, 7d, or a date like 2026-12-24T18:00. Default: none.
option-all_invitations = Also invitations that are used up, expired or revoked.
option-tree = Also the players who came by invitations that these players made, and so on.
cancel-done = { $match } is cancelled.
ops-resign-done = Seat { $seat } of { $match } has resigned.
ops-adjudicate-done = { $match } has ended with these places.
show-idle_end = If nobody plays, the server cancels the match on { $at }.
show-adjudicated = adjudicated
idle-since = idle
idle-awaits = waits for
idle-ends = ends
idle-none = No match waits that long.
idle-more = { $more } more; --limit shows up to 200.
idle-unreadable = cannot be loaded
idle-paused = an operator: it is paused
idle-free =
    { $seats ->
        [0] its start
        [one] { $seats } more player
       *[other] { $seats } more players
    }
idle-unit-d = d
idle-unit-h = h
idle-unit-min = min
idle-unit-s = s
revoke-done = The token and the seats of { $player } are taken away.
erase-done = The name of { $player } is erased here. Backups and exported files still hold it.
erase-remaining = Records of an earlier build hold the name and can't be changed: { $records }.
issue-token_done = It is shown only here, and the earlier tokens of { $player } are no longer valid. Send it in private. To use it: tilth players login --server { $address }, then tilth players renew.
rename-done = { $player } is called { $name } now. Matches show the new name; exported files of older matches keep the old one.
retitle-done = Match { $match } has a new title: { $title }
retitle-removed = Match { $match } no longer has a title.
retitle-tournament_done = Tournament { $tournament } has a new title: { $title }  Matches retitled: { $matches }.
drain-on = The server takes no new matches from now on; running matches continue.
drain-off = The server takes new matches again.
announce-done = Everybody sees the announcement.
announce-ended = There is no announcement now.
option-stops_at = Tell everybody that you are going to stop the server then: 30m, or a date like 2026-12-24T18:00.
option-announce_until = End of the announcement: 2h, 7d, or a date like 2026-12-24T18:00. Default: until another one.
notice-announcement = Announcement: { $text }
notice-stops = { $has_reason ->
    [0] The server stops in { $left }, at { $at }. Nothing is lost.
   *[other] The server stops in { $left }, at { $at }: { $reason }. Nothing is lost.
}
notice-stops_in = server stops in { $left }
notice-draining = The server takes no new matches for now.
status-version = version
status-uptime = up for, seconds
status-draining = draining
status-open_matches = open matches
status-running_matches = running matches
status-finished_matches = finished matches
status-loaded_matches = matches in memory
status-players = players
status-streams = streams of players
status-channels = channels
status-answers = answers taken
status-refusals = answers refused
status-registration = registration

## What goes wrong, and what helps.
error-address = { $text } is not a server address. Write it as HOST:PORT, for example 127.0.0.1:4030.
error-unavailable = No server answers at { $address }. Start one with tilth-server serve, or name another: --server HOST:PORT.
error-tls = No TLS connection to the server at { $address } is possible. Try without --tls, or check --ca, --cert and --key.
error-certificate = The certificate of the server at { $address } is not trusted. Name its authority: --ca FILE.
error-name = The host name in { $address } is unknown. Check the address.
error-hung_up = The program at { $address } hung up: it is stopping, requires TLS (--tls), or is not a Tilth server.
error-expired = The certificate of the server at { $address } has expired. Its operator has to renew it.
error-certificate_wanted = The server at { $address } hung up after the TLS handshake: it wants a certificate from you (--cert and --key), or is stopping.
error-certificate_refused = The server at { $address } does not accept your certificate (--cert), or is stopping.
error-proxy = A proxy answers at { $address }, but it can't reach the server behind it. Try again later.
error-proxy_busy = A proxy answers at { $address }, and takes no more calls at the moment (HTTP 429). Try again later.
error-proxy_limit = The proxy in front of { $address } refuses a request this large (HTTP 413). Its operator has to allow more: client_max_body_size 0 in nginx.
error-proxy_cut = The stream to { $address } was cut, probably by a proxy on the way. Its operator has to let streams last: client_max_body_size 0 and long timeouts in nginx.
error-index_building = { $address } is still building its index of matches after an update ({ $done } of { $total }). Try again later.
error-deadline = The server at { $address } did not answer in time. Try again, or name another: --server HOST:PORT.
error-no_token = { $address } requires a token. Register with tilth players register NAME, or give a --token.
error-bad_token = { $address } doesn't know this token. Register with tilth players register NAME, or give another --token.
error-odd_token = This is not a token: it holds characters that tokens don't have. Copy it again.
error-unimplemented = The program at { $address } is not a Tilth server, or an older one than this client. Name another: --server HOST:PORT.
error-not_found = { $details } tilth list shows the matches of the server.
error-internal = The server at { $address } failed while it handled this call. Try again; its operator finds more in its log. ({ $details })
error-no_match = The server's reply holds no match. Is the server older than this client?
error-no_player = The server's reply holds no player. Is the server older than this client?
error-not_saved = No token is kept for { $player } at { $address }. Register with tilth players register NAME, or keep one: tilth players login.
error-token_file = The tokens can't be kept in { $path }: { $error }. Mend or delete the file.
error-unreadable = { $path } can't be read: { $error }.
error-unwritable = { $path } can't be written: { $error }.
error-unexpected = Something unexpected went wrong ({ $kind }: { $error }). Please report it.
usage-duration = { $value } is not a duration; write 90, 90s, 5m or 1m30s.
usage-setting = { $value } is not an option of a game; write NAME=VALUE, as tilth games shows them.
usage-seat_bot = { $value } is no seat with a bot; write 1=farmer.
usage-seed = A seed is 32 bytes, written as 64 hexadecimal digits.
usage-size = { $value } is not a size; write 512M or 1G.
usage-bot_words = A bot is one word, and one MATCH may follow; put a command of several words in quotes, or behind --lines.
usage-limits_need_processes = Limits apply to processes: give --processes N, too.
usage-no_limits = A program that speaks gRPC runs once for all matches, and takes no limits, no --processes, --delay, --auto-forced and --logs.

## Commands.
help-tilth = Play board games on a Tilth server, watch them, and study finished matches.
help-games = List the games of the server, with the options of each.
help-bots = List the bots that the server runs: all, or those that play GAME.
help-new = Create a match of GAME. Options of the game follow it: tilth new petrichor long_form=true --seats 3
help-next = Create the next game of a solo series of Agricola from a finished one: its options, one more lasting occupation, and food for the points above the target.
help-join = Take a seat at a match that has not started.
help-leave = Leave a seat of a match that has not started.
help-start = Start a match whose seats are taken.
help-list = List the matches of the server, newest first.
help-show = Show a match: its options, clocks, seats and result.
help-play = Play a seat of a match, here in the terminal.
help-watch = Watch a match while it is played.
help-replay = Go through a match again, forwards and backwards, as any viewer.
help-verify = Check a match's log: its hashes, its events, the rules and the seed. Exits with 1 if anything is wrong.
help-receipt = Get the server's signed receipt of what a match's log holds now, and keep it. `tilth verify` compares it later.
help-explain = Say how a RECORD of a match came about: what was asked and offered, who answered (by hand, by the clock, by default), and with how much time left.
help-export = Save a match into one portable file.
help-import = Import a saved match into this server.
help-bot = Bots as players: random, first, gardener, sharpshooter, naturalist, farmer, or your own. `tilth bot NAME` is short for `tilth bot run NAME`.
help-bot-run =
    Let a bot play one MATCH, or (without MATCH) every match of its player.

    SPEC is one of our bots (random, first, gardener, sharpshooter, naturalist, farmer), a Python function as module:function or file.py:function, or a program:
    one that speaks gRPC by itself, or behind --lines one that reads and writes lines of JSON.
help-players = Register players, list them, and manage their tokens.
help-players-register = Become a player. The token is kept for later commands.
help-players-login = Keep a token that you have, or get one for the code of another device (typed at a prompt, or read from stdin).
help-players-code = Show a code with which another device of yours gets a token.
help-players-use = Act as another player whose token is kept.
help-players-me = Show the player whose token is used.
help-players-list = List all players by name.
help-players-renew = Get a new token; the old ones, of all devices, are no longer valid.
help-ops = Operate the server; needs the token of a player with a role.
help-ops-status = Show the state of the server in numbers.
help-ops-invite = Create an invitation for one registration or more.
help-ops-cancel = Cancel a match that is open or running.
help-ops-idle = List matches that have not ended, the one without a move for the longest time first, and the players they wait for.
help-ops-resign = Resign a SEAT of a running match for its player.
help-ops-adjudicate = End a running match with a place for each seat: 1 is the best, equal places are shared.
help-ops-revoke = Take away a player's token and seats.
help-ops-erase = Take away a player's token and seats, and erase the name for good. PLAYER may be the id of a player of another server.
help-ops-issue-token = Give a player who has lost the token another one. The old ones are no longer valid.
help-ops-rename = Give a player another name.
help-ops-retitle = Give a match another title.
help-ops-retitle-tournament = Give a tournament and its matches another title.
help-ops-drain = Take no new matches; running matches continue.
help-ops-announce = Tell everybody something, on all streams.
help-ops-operators = List the players who have a role: operators, moderators and auditors.
help-ops-role = Give a player a role (auditor, moderator or operator), or take it (none).
help-ops-invitations = List the invitations.
help-ops-revoke-invitation = Let nobody register with an invitation from now on.
help-ops-invited = List the players who came by an invitation.
help-ops-player = Show what operators see of a player.
help-ops-ban-address = Refuse all calls from an address or a network.
help-ops-ban-invitation = Refuse all calls of the players who came by an invitation or by its tree.
help-ops-lift-ban = Lift a ban of any kind, by its id.
help-ops-bans = List the bans that hold now.
help-ops-load = List who caused most work and refusals in the last hour.
help-ops-reports = List the reports of players.
help-ops-resolve = Take a report off the queue.
help-report = Report a player, a name or a title to the moderators.

## Options.
option-server = The server, and with several nodes all their addresses: HOST:PORT,HOST:PORT, or the option again. Default: TILTH_SERVER, otherwise { $default }.
option-as = Act as this player, whose token is kept. Default: the current player.
option-token_file = Use the token in this file; also TILTH_TOKEN_FILE. Lists of processes do not show it.
option-token = Use this token. Default: TILTH_TOKEN, otherwise a kept one.
option-tls = Connect by TLS; also TILTH_TLS=1.
option-ca = Trust these authorities (PEM) instead of the machine's; also TILTH_CA.
option-cert = Your own certificate (PEM), for servers that ask for one.
option-key = Its private key (PEM).
option-json = Print JSON: one document, or one line for each element of a stream.
option-version = Show the version and exit.
option-lang = The language. Default: TILTH_LANG, otherwise the terminal's.
option-seats = Number of seats.
option-take = Take this seat at once (the first is 0); may be given several times.
option-bot_seat = Give this seat to a bot of the server: --bot 1=farmer; may be given several times. `tilth bots` lists them.
option-bots_seats = Only bots that play with this number of seats.
option-keep = The played occupation that stays for the rest of the series, by its id (E175); needed if several were played.
option-title = Title of the match.
option-start_when_full = Start as soon as all seats are taken.
option-invite = Only this player may take a seat; may be given several times.
option-per_decision = Time for each decision before the bank is touched: 30s, 5m.
option-bank = Time of each seat for the whole match.
option-increment = Added to the bank after each answer.
option-on_timeout = When a seat's time has run out: give the default answer, or resign the seat.
option-seed = Seed of the match, 64 hexadecimal digits, to repeat a match. Everybody sees that it was given.
option-seat_any = This seat (the first is 0). Default: the first free one.
option-seat_own = One of your seats (the first is 0), if you have several.
option-seat_viewer = View the match as this seat (the first is 0).
option-game = Only matches of this game.
option-state = Only matches in this state.
option-player = Only matches of this player.
option-mine = Only my matches.
option-limit = Show at most this many.
option-live = Draw the board (the default in a terminal), or print line by line.
option-pace = Seconds that each record stays on the screen.
option-from = Begin with this record instead of the present one.
option-at = Begin at this record; in a pipe, show only this record.
option-round = Begin with this round; in a pipe, show only its beginning.
option-spectator = View the match as a spectator, who sees no hands.
option-plain = Print line by line, also in a terminal.
option-replay_pace = Play by itself, one record every this many seconds.
option-speed = Replay at this percentage of the original speed: 200 is twice as fast.
option-output = The file; - is stdout. Default: MATCH.tilth.
option-invitation = The invitation, if the server requires one.
option-bot_seed = Seed of the bot's choices.
option-delay = Seconds that the bot waits before each answer.
option-auto_forced = Ask the bot only when it has a choice; send forced answers without asking it.
option-lines = The bot is the command that follows, with all its options; it reads and writes lines of JSON. This is the last option of tilth.
option-bot_match = Play this match; the same as MATCH behind SPEC.
option-bot_name = Play as the player of this name, whose token is kept.
option-bot_register = Register under --name if no token is kept yet, and keep the token.
option-processes = Play each match in a process of its own; at most N processes compute at the same time.
option-memory = Memory that a bot's process may use in a match: 512M, 1G. 0 is no limit.
option-cpu = CPU time that a bot's process may use in a match: 60s. 0 is no limit.
option-answer = Time that a bot may take for one answer: 10s. 0 is no limit but the match's clock.
option-logs = Folder for the output of the bot's processes, a file for each match. Default: print it here.
option-reason = Reason for the action, shown to the players it concerns.
option-idle_for = Only matches without a move for this time: 3d, 12h.
option-idle_player = Only matches that wait for this player (an id or a name).
option-stop_draining = Take new matches again.

## Petrichor.
petrichor-round = Round { $round } of { $rounds }
petrichor-phase-set_up = Set-up
petrichor-phase-action = Action Phase
petrichor-phase-weather = Weather Phase
petrichor-phase-harvest = Harvest Phase
petrichor-phase-clean_up = Clean-up Phase
petrichor-phase-over = End of the match
petrichor-dice = harvest dice
petrichor-harvest_icon = harvest
petrichor-deck = deck { $count }
petrichor-wheat_left = wheat tokens { $count }
petrichor-winds = Southern Winds to come:
petrichor-column-points = points
petrichor-column-wins = wins
petrichor-column-wheat = wheat
petrichor-column-supply = drops
petrichor-column-votes_left = votes
petrichor-column-hand = hand
petrichor-all_votes = all votes
petrichor-first = {" "}(1st)
petrichor-neutral = Neutral
petrichor-hand = hand:
petrichor-pack = to choose from:
petrichor-kept = kept:
petrichor-shown = known in hand:
petrichor-face_down = face down
petrichor-fertilized = +1
petrichor-sprouting = sprouting
petrichor-developed = growing
petrichor-overwatered = overwatered
petrichor-frost = Frost
petrichor-sun = Sun
petrichor-wind = Wind
petrichor-rain = Rain
petrichor-wheat = Wheat
petrichor-cotton = Cotton
petrichor-grass = Grass
petrichor-potato = Potato
petrichor-coffee = Coffee
petrichor-rice = Rice
petrichor-corn = Corn
petrichor-cactus = Cactus
petrichor-lake = Lake
petrichor-help =
    On the board: ( ) is a cloud, ϟ( )ϟ a thundercloud, the drops in it by player; below, the drops on the tile and how many
    of those it needs; its growing token; +1 is a fertilizer token. In the table: * marks the weather that would come now,
    wins are steps on the Voting Wins track with the points they are worth at the end.

## Decisions with very many options.
folded = options: page 1
hints_elsewhere = v: their texts
many-all =
    { $count } { $count ->
        [one] option
       *[other] options
    }; x8: eight alike. Type words of the one you mean, like { $example }, to see fewer.
many-left = { $words }: { $count } left. More words: fewer; Enter: all again.
many-one = { $words }: one left. Enter picks it.
watch-keys_page = v: next page · { $keys }

## Sonora.
sonora-round = Round { $round } of { $rounds }
sonora-phase-set_up = Set-up
sonora-phase-flicking = Flicking
sonora-phase-marking = Marking
sonora-phase-over = End of the match
sonora-ruins = ruins
sonora-canyon = canyon
sonora-mud = mud
sonora-river = river
sonora-letter-lizard = L
sonora-letter-reflick = R
sonora-letter-swap = W
sonora-letter-fox = F
sonora-letter-owl = O
sonora-letter-rabbit = K
sonora-letter-discovery = D
sonora-page = page { $page } of { $pages }
sonora-column-corner = corner
sonora-column-player = player
sonora-column-ruins = ruin
sonora-column-canyon = cany
sonora-column-mud = mud
sonora-column-river = rivr
sonora-column-sum = sum
sonora-first = {" "}(1st)
sonora-bot = bot
sonora-where-in_hand = in hand
sonora-where-in_hole = hole
sonora-where-off_board = off the board
sonora-where-out = out
sonora-where-marked = marked
sonora-where-on_board = board
sonora-sheet = sheet of { $name }
sonora-points = { $points } points
sonora-value_left = value left: { $value }
sonora-columns = columns
sonora-cacti = cacti
sonora-discoveries = discoveries
sonora-ready = ready
sonora-hint-path_from = from cell { $cell }
sonora-help =
    The board lies still and the seats go round it; a corner shows the mark of whose turn it is to flick from there. A circle counts for the
    section of its animal: L ruins, F canyon, K mud, O river. On the sheets: R reflick, W swap, F fox, O owl, K rabbit, D discovery;
    × is crossed, (3) gained, -R6- gone to somebody else; in the canyon a b c are cacti, numbers your shapes, ° where one may be drawn now;
    ▒ is the bot's, • and ▫ are squares of the bot's. Underlined discs are still to be marked. v turns to the next page: what fits, the
    board, one sheet after the other, yours first.

## earth
earth-round = Round { $round }
earth-deck = deck { $count }
earth-discards = discards { $count }
earth-page = page { $page } of { $pages }
earth-planting = plants { $card }
earth-first = {" "}(1st)
earth-gaia = Gaia
earth-gaia_deck = pass { $passes } of { $all } through her deck, { $left } to come
earth-gaia_skips = turns she will skip: { $count }
earth-gaia_scoring = on her scoring pile:
earth-shared = in the shared area:
earth-fauna = fauna:
earth-ecosystems = ecosystems:
earth-hand = hand:
earth-dealt = to choose from:
earth-chosen = chosen:
earth-looked_at = looked at:
earth-events = events played:
earth-filled = { $who } was the first to fill a field: this is the last round.
earth-gaia_finished = Gaia's cards have run out: this is the last round.
earth-cost = cost { $cost }
earth-points = { $points } VP
earth-letter-green = G
earth-letter-red = R
earth-letter-blue = B
earth-letter-yellow = Y
earth-letter-black = K
earth-letter-brown = N
earth-letter-several = M
earth-column-soil = soil
earth-column-hand = hand
earth-column-cards = cards
earth-column-events = event
earth-column-compost = comp
earth-column-sprouts = sprt
earth-column-growth = grow
earth-column-terrain = terr
earth-column-ecosystems = ecos
earth-column-fauna = fauna
earth-column-sum = sum
earth-column-team = team
earth-help =
    A box is a card: its name on the colours of what it does; its type (♣ tree, ψ herb, ♠ mushroom, ❀ bush, ? all of them, ▬ terrain),
    its habitats (☼ sunny, ≈ wet, ∆ rocky, * cold), its colours as letters (G green, R red, B blue, Y yellow, M red, blue and yellow, K black,
    N brown), its points; then • sprouts and ▮ growth, and for how many there is room, ▲ with its canopy. Columns are letters, rows numbers.
    At fauna cards marks are leaves, in brackets those that will lie there at the end of the turn. The table counts each line of the score
    pad as if the match ended now. v turns to the next page: the table, fields that had no room, all goals, the hand, all cards with their texts.

## agricola
agricola-round = Round { $round }
agricola-stage = stage { $stage }
agricola-target = target { $points }
agricola-next_harvest = harvest after round { $round }
agricola-harvest = harvest
agricola-decks = decks { $minors }+{ $occupations }
agricola-page = page { $page } of { $pages }
agricola-first = {" "}(1st)
agricola-rounds = rounds:
agricola-goods = owned:
agricola-spaces-goods = goods:
agricola-spaces-actions = actions:
agricola-spaces-rounds = round cards:
agricola-spaces-taken = taken:
agricola-majors = major improvements:
agricola-hand = hand:
agricola-pack = to choose from:
agricola-kept = kept:
agricola-shown = known of the hand:
agricola-since = since round { $round }
agricola-remembers = remembers { $numbers }
agricola-for_food = for { $food } food
agricola-prices = prices:
agricola-prices-room = a room
agricola-prices-house = the next house
agricola-prices-cooking = cooking
agricola-prices-baking = baking
agricola-prices-or = or
agricola-prices-sowing = a sown field:
agricola-cooked = makes { $food } food
agricola-letter-mark = *
agricola-letter-wood = W
agricola-letter-clay = C
agricola-letter-reed = R
agricola-letter-stone = S
agricola-letter-food = F
agricola-letter-grain = g
agricola-letter-vegetable = v
agricola-letter-sheep = s
agricola-letter-boar = b
agricola-letter-cattle = c
agricola-column-wood = Wood
agricola-column-clay = Clay
agricola-column-reed = Reed
agricola-column-stone = Stn
agricola-column-food = Food
agricola-column-grain = grn
agricola-column-vegetable = veg
agricola-column-sheep = shp
agricola-column-boar = boar
agricola-column-cattle = cat
agricola-column-appetite = eat
agricola-column-people = home
agricola-column-begging = beg
agricola-column-hand = hand
agricola-line-fields = fld
agricola-line-pastures = pas
agricola-line-grain = grn
agricola-line-vegetables = veg
agricola-line-sheep = shp
agricola-line-boar = boa
agricola-line-cattle = cat
agricola-line-unused = unu
agricola-line-stables = stb
agricola-line-rooms = rms
agricola-line-family = fam
agricola-line-cards = crd
agricola-line-bonus = bon
agricola-line-begging = beg
agricola-line-sum = sum
agricola-help =
    In a farmyard columns are letters and rows numbers. ⌂ is a room, with a mark for each person at home; ≡ a field, g3 one
    with three grain, v2 with two vegetables; ⊓ a stable; s4 b2 c1 are sheep, boar and cattle where they stand, /4 the room
    for them; thick lines are fences, dashed ones the pasture that is being sketched. Goods: W wood, C clay, R reed, S
    stone, F food. Marks at spaces are people, ° a newborn. "eat" is the food for the next harvest, "home" counts people at
    home, of all, + newborns; "hand" minor improvements + occupations; ✓ is a card that could be played now. In the row of
    rounds ‖ is a harvest, and goods with a mark come to that player. baking F5(1): a grain becomes 5 food, once in a
    baking. v turns to the next page: the table, all spaces, all rounds, the major improvements, your hand, what lies before
    each player, the points.

## arena
arena-begun = The arena's server is at { $address }; the tournament is { $tournament }.
arena-game = game { $number }: { $bots }
arena-seat = { $name } place { $place } ({ $score })
arena-seat_forfeited = { $name } forfeits
arena-seat_void = { $name } (void)
arena-progress = { $done }/{ $of } games · { $rate } answers/s
arena-left = { $left } left
arena-server_died = The arena's server has died and is started again; see server.log.
arena-resumable = Stopped. To resume: tilth arena --folder { $folder }
arena-done =
    Logs of every game are in { $logs }.
    Look at it again: tilth-server serve --data { $folder }/data
    and there: tilth tournament report { $tournament } --token-file { $folder }/data/operator.token
usage-sprt = { $value } is not a test; write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, for example 0,10,0.05,0.05.
usage-sprt_series = A test ends a series of two bots: --format series.
usage-arena_again = { $folder } already holds an arena. Leave out the bots to resume it, or name another folder.
usage-arena_bots = Name at least two bots for the arena, or the --folder of an arena to resume.
usage-arena_few = Tables of { $seats } seats need at least { $seats } bots.
usage-arena_kept = The arena in { $folder } continues with the settings it began with; { $options } can be given only when an arena begins.
help-arena =
    Let bot programs play a tournament on this machine, each seat of each game in a process of its own.

    A SPEC is one of our bots (random, first, gardener, sharpshooter, naturalist, farmer), a Python function as module:function or file.py:function, a program
    that speaks gRPC by itself, or lines:COMMAND for one that reads and writes lines of JSON. After Ctrl-C, --folder alone resumes it.
option-arena_folder = Folder of the arena. Default: a new one, named after the time.
option-format = Format of the tournament. Default: round-robin; with --sprt, series.
option-cycles = Number of times that the entrants meet (round-robin, groups, gauntlet).
option-deals = Number of deals that every bot plays alone (benchmark). Default: 100.
option-challengers = Number of the first bots that play against all others (gauntlet). Default: 1.
option-rounds = Number of rounds (swiss).
option-further_sets = Sets that an undecided table plays beyond --sets, at most (knockout, double-elimination, groups).
option-groups = Number of groups.
option-advance = Number of entrants of each group that advance.
option-games = Maximum number of games (ladder, series).
option-sets = Number of sets that a table plays in a row.
option-sprt = Play until a test decides whether the first bot is better than the second by ELO1 rather than by ELO0.
option-arena_game = A game to play; several take turns.
option-set = An option of the game: long_form=true; may be given several times.
option-rotate = Play each deal once for each rotation of the seats.
option-duplicate = Give all rotations the same deal, so that luck cancels out.
option-tie_break = A tie-break between equal points; may be given several times, the first counts first.
option-arena_title = Title of the tournament.
option-arena_seed = Seed of all deals, 64 hexadecimal digits, to repeat an arena.
option-concurrency = Number of games played at the same time. Default: one per core.

## tournament
tournament-created = The tournament is { $tournament }. Others enter with: tilth tournament enter { $tournament }
tournament-entered = Entered: { $tournament }.
tournament-withdrawn = Withdrawn from { $tournament }.
tournament-started = { $tournament } has started.
tournament-paused = { $tournament } is paused: running games continue, and no new ones begin.
tournament-resumed = { $tournament } continues.
tournament-ended = { $tournament } is cancelled.
tournament-adjudicated = Game { $game } is adjudicated.
tournament-voided = Game { $game } is excluded from the results.
tournament-replayed = Game { $game } is played again.
tournament-exported = Tournament { $tournament } with { $matches } matches is in { $path } ({ $size } bytes).
tournament-imported = Imported: tournament { $tournament } with { $matches } matches.
tournament-import_known = Tournament { $tournament } was here already.
tournament-verified = Tournament { $tournament }: { $records } records and { $matches } matches verified, findings: { $findings }.
tournament-none = No tournament fits. Create one: tilth tournament create --game GAME
tournament-nobody = Nobody has entered yet.
tournament-no_bracket = There is no bracket: the tournament has no knockout, has not begun it, or is too large to draw.
tournament-bracket_byes = Bye:
tournament-no_crosstable = A crosstable is not made for this many entrants; tilth tournament pairings lists their games.
tournament-no_games = No game fits.
tournament-no_ratings = Nobody has a rating yet: ratings come from tournament games.
tournament-no_seasons = There is no season yet. An operator names one: tilth tournament season NAME --start 2026-01-01
tournament-season_set = Season { $season } is set.
tournament-never_met = These two players have never met in a tournament game.
tournament-reading = reading { $tournament }
tournament-reported =
    The report of { $tournament } is in { $path } ({ $size } { $size ->
        [one] byte
       *[other] bytes
    }).
tournament-round = round
tournament-finished_pairings = games finished
tournament-running_pairings = games running
tournament-blocked_reason = blocked
tournament-cancelled = cancelled
tournament-commitment = hash of the seed
tournament-seed = seed
tournament-seed_given = seed
tournament-entrants = entrants
tournament-missing = not connected
tournament-seat_wins = won { $wins } of { $games }: { $share } (95%: { $low } to { $high })
tournament-duel_score = won { $wins }, drawn { $draws }, lost { $losses }
tournament-duel_elo = Elo difference { $elo } (95%: { $low } to { $high }), likelihood of superiority { $superiority }
tournament-sprt = SPRT: log likelihood ratio { $ratio } within { $low } and { $high }, { $decision }
column-tournament = tournament
column-state = state
column-format = format
column-entrants = entrants
column-finished_pairings = games finished
column-created = created
column-title = title
column-place = { "" }
column-player = player
column-stage = stage
column-points = points
column-games = games
column-wins = won
column-won_drawn_lost = W-D-L
column-forfeits = forfeits
column-byes = byes
column-mean_score = score
column-pool = pool
column-season = season
column-start = start
column-end = end
column-version = version
column-answers = answers
column-mean_ms = mean, s
column-p99_ms = 99%, s
column-longest_ms = longest, s
column-timeouts = timeouts
column-forfeits_unspecified = other forfeits
column-forfeits_resigned = resigned
column-forfeits_time = time
column-forfeits_absence = absent
column-forfeits_crash = crashed
column-forfeits_illegal_answer = illegal
column-forfeits_limit = limit
column-forfeits_withdrawal = withdrew
column-forfeits_operator = by operator
column-elo = Elo
column-margin = 95%
column-number = no.
column-round = round
column-table = table
column-game = game
column-seats = seats, places (scores)
column-records = records
column-duration = duration
column-match = match
column-mu = rating
column-ordinal = at least
column-history = history
tie_break-unspecified = -
tie_break-buchholz = BH
tie_break-buchholz_cut = BH-1
tie_break-sonneborn_berger = SB
tie_break-head_to_head = H2H
tie_break-points_in_play = in play
tie_break-wins = wins
tie_break-rounds_survived = rounds
tournament_news-created = The tournament is created.
tournament_news-enters = { $who } enters.
tournament_news-withdraws = { $who } withdraws.
tournament_news-started = The tournament begins.
tournament_news-paired =
    Round { $round }: { $games } { $games ->
        [one] game
       *[other] games
    }.
tournament_news-byes = {" "}Byes: { $who }.
tournament_news-game_unspecified = Game { $number }
tournament_news-game_scheduled = Game { $number } is scheduled
tournament_news-game_running = Game { $number } is running
tournament_news-game_finished = Game { $number } is finished
tournament_news-game_adjudicated = Game { $number } is adjudicated
tournament_news-pairing_replayed = Game { $number } is played again: { $reason }
tournament_news-game_void = Game { $number } is excluded from the results
tournament_news-paused = The tournament is paused. { $reason }
tournament_news-retitled = The tournament has a new title: { $title }
tournament_news-retitled_nothing = The tournament no longer has a title.
tournament_news-version = {" "}Version: { $version }.
tournament_news-continued = The server continues the tournament with build { $build }.
tournament_news-resumed = The tournament continues.
tournament_news-cancelled = The tournament is cancelled. { $reason }
tournament_news-finished = The tournament is finished: { $ranking }
tournament_news-round = round { $round }
tournament_news-games = games: { $finished } of { $all } finished, { $running } running
tournament_news-keys = q: leave; the tournament continues

error-no_tournament = The server's reply holds no tournament. Is the server older than this client?
error-unknown_player = There is no player { $player }. tilth players list shows all players.
error-no_matplotlib = A report needs { $missing }: pip install 'tilth-games[report]'
error-settings = { $path }: { $field } can't be { $value }. tilth tournament show ID --json shows how settings are written.
usage-moment = { $value } is not a time; write 2026-12-24 18:00, or a duration from now: 30m.
usage-not_of_format = { $option } is an option of these formats only: { $formats }.
usage-set_without_game = --option sets an option of the --game before it, and there is none.
usage-csv_or_json = --csv and --json exclude each other.

help-tournament = Create tournaments, enter and watch them, and see their results.
help-tournament-create = Create a tournament. Options override the file; anything else has its default. Several games: --game petrichor --option long_form=true --game petrichor
help-tournament-list = List the tournaments of the server, newest first.
help-tournament-show = Show a tournament's settings, state and entrants. (For the ranking: tilth tournament standings.)
help-tournament-enter = Enter a tournament, or enter other players into one that you organise.
help-tournament-withdraw = Leave a tournament, or take other players out of one that you organise.
help-tournament-start = End entry and begin to play.
help-tournament-pause = Start no new games; running games continue.
help-tournament-resume = Resume a paused tournament.
help-tournament-cancel = Cancel a tournament and its running games.
help-tournament-adjudicate = Set the result of a game: the place of each seat, 1 is the best; equal places are a draw.
help-tournament-void = Exclude a game from the results; it may have a result already.
help-tournament-replay = Have a game played again, with another deal.
help-tournament-standings = Show the ranking of the entrants.
help-tournament-bracket = Show the bracket of a knockout: the tables of each round, and who advanced.
help-tournament-crosstable = Show the points of each entrant against each other one.
help-tournament-pairings = List the games of a tournament, with results and matches.
help-tournament-ratings = Show ratings over all tournaments, of one game, or of one tournament.
help-tournament-pools = List the pools of ratings: tournament games of one game with the same options, seats and rules version.
help-tournament-seasons = List the seasons of ratings.
help-tournament-season = Name a season of ratings, or change its times, as an operator. Times are in UTC.
help-tournament-compare = Compare two players over all tournaments: their Elo difference with its 95% interval.
help-tournament-watch = Watch a tournament: as a table in a terminal, otherwise as a line for each record.
help-tournament-report = Write a report with tables and plots into one HTML file that needs no others.
help-tournament-export = Export a tournament that has ended, with its records and matches, into one file.
help-tournament-import = Import a tournament from such a file, as an operator. An import that was interrupted may be run again.
help-tournament-verify = Check a tournament that has ended, and all its matches. Exits with 1 if anything does not fit.

option-settings_file = Settings from this TOML or JSON file, with the names that show --json prints; options override it.
option-entrant = This player, by name or id, instead of you; may be given several times.
option-entrant_max_running = Maximum number of games that this entrant plays at the same time.
option-entrant_version = Version of the program that plays. Entering again changes it.
option-withdrawn_results = Keep or annul earlier results (round robin). Default: keep them if at least half of the games are played.
option-bot_patience = How long to wait for a server that is away. Default: forever; for one match 60 s, and not at the start.
option-copy_bots = Keep copies of the bots' files in the folder.
option-changed_bots = Continue although bots have other files than before.
error-changed_bots = The files of these bots have changed since earlier games: { $bots }. To continue with them: tilth arena --folder { $folder } --changed-bots
option-tournament_state = Only tournaments in this state.
option-tournament_player = Only tournaments of this player, by name or id.
option-tournament_mine = Only tournaments that I have entered.
option-tournament_round = Only games of this round.
option-games_player = Only games of this player, by name or id.
option-games_state = Only games in this state.
option-ratings_game = Only games of this rule set.
option-ratings_of = Only games of this tournament, beginning with fresh ratings.
option-ratings_pool = Ratings in this pool alone (tilth tournament pools).
option-ratings_season = Only games of this season, in which ratings begin again (tilth tournament seasons).
option-season_start = Beginning of the season: 2026-01-01, or 2026-01-01T18:00.
option-season_end = End of the season, which is not part of it. Without it the season has no end yet.
usage-pool = --season needs --pool, and --pool goes with neither --game nor --tournament
option-history = Show how each rating has changed.
option-follow_live = Draw the table (the default in a terminal), or print line by line.
option-once = End after the last record that exists now.
option-report_output = The file; - is stdout. Default: TOURNAMENT.html.
tournament_option-title = Title of the tournament.
tournament_option-format = Format of the tournament. Default: round-robin.
tournament_option-cycles = Round robin, groups, gauntlet: number of times that the entrants meet.
tournament_option-deals = Benchmark: number of deals that every entrant plays alone. Default: 100.
tournament_option-challengers = Gauntlet: number of the first entrants who play against all others. Default: 1.
tournament_option-rounds = Swiss: number of rounds. Default: as many as a knockout would have.
tournament_option-lives = Knockout, groups: 1 is single elimination, 2 double.
tournament_option-further_sets = Knockout, groups: sets that an undecided table of the knockout plays beyond --sets, at most. Default: none.
tournament_option-groups = Groups: number of groups.
tournament_option-advance = Groups: number of entrants of each group that advance to the knockout.
tournament_option-games = Ladder, series: number of games until it ends.
tournament_option-duration = Ladder: time until it ends: 8h.
tournament_option-widen_after = Ladder: how long an entrant waits for an opponent of a similar rating.
tournament_option-sprt = Series: end when the first entrant is shown to be better than the second by ELO1, or only by ELO0.
tournament_option-game = A game to play; several take turns, set after set.
tournament_option-option = An option of the game named before it; may be given several times.
tournament_option-seats = Seats at a table. Default: 2.
tournament_option-rotate = Play every set once with each rotation of the seats (the default), or balance seats over the tournament.
tournament_option-duplicate = Give all rotations of a set the same deal, so that luck cancels out.
tournament_option-sets = Sets that a table plays in a row.
tournament_option-entry = Players who may enter: all, or invited ones only.
tournament_option-invite = Invite this player, by name or id; may be given several times.
tournament_option-entry_closes = Time at which entry ends and play begins, or a duration from now: 30m.
tournament_option-min_entrants = Minimum number of entrants to begin with.
tournament_option-max_entrants = Maximum number of entrants.
tournament_option-per_decision = Time for each decision before the bank is touched: 30s, 5m.
tournament_option-bank = Time of each seat for a whole match.
tournament_option-increment = Added to the bank after each answer.
tournament_option-on_timeout = When a seat's time has run out: give the default answer, or resign the seat.
tournament_option-tie_break = A tie-break between equal points; several count in their order. Default: the format's own.
tournament_option-max_running = Maximum number of games played at the same time.
tournament_option-per_entrant = Maximum number of games that one entrant plays at the same time.
tournament_option-absence_timeout = Time after which a seat that has to answer and has no client connected resigns.
tournament_option-seed = Seed of the tournament, 64 hexadecimal digits, to repeat it. Its creator then knows every deal.

## ops: what is done, and the operator's screen.
pause-done = { $match } is paused: its clocks stop, and no answers are taken.
resume-done = { $match } continues.
kick-done =
    { $player }: { $streams } { $streams ->
        [one] stream
       *[other] streams
    } ended.
ban-done = { $player } is banned until an operator lifts the ban: tilth ops unban
ban-until = { $player } is banned until { $until }.
unban-done = { $player } may connect again.
status-paused_matches = paused matches
status-open_reports = open reports
status-tournaments = tournaments
top-up = up { $time }
top-draining = draining
top-stopped = paused
top-matches = matches: { $open } open, { $running } running, { $paused } paused, { $finished } finished, { $loaded } in memory
top-people = players: { $players }; streams: { $streams }; channels: { $channels }; tournaments: { $tournaments }
top-rates = per second: { $answers } answers, { $calls } calls, { $refusals } refusals, { $records } records
top-machine = answers take { $half } ms, 99% of them at most { $most } ms; CPU { $cpu }%, { $memory }
top-line = running { $running }, in memory { $loaded }, streams { $streams }; per second: answers { $answers }, calls { $calls }, refusals { $refusals }, records { $records }; answers p50 { $half } ms, p99 { $most } ms; CPU { $cpu }%, { $memory }
top-count = { $count } in all
top-list-matches = matches
top-list-players = players
top-list-calls = calls
top-column-id = call
top-column-match = match
top-column-game = game
top-column-answers = answers/s
top-column-records = records
top-column-idle = idle
top-column-players = players, [pending]
top-column-name = player
top-column-player_id = player's id
top-column-calls = calls/s
top-column-refusals = refused
top-column-thinking = answers in, ms
top-column-matches = matches
top-column-streams = streams
top-column-channels = channels
top-column-since = for
top-column-method = call
top-column-peer = from
top-column-waiting = queued
top-keys = Tab: list · ← →: order · ↑ ↓: scroll · p: pause · q: leave
top-keys_stopped = Tab: list · ← →: order · ↑ ↓: scroll · p: resume · q: leave
help-ops-top = Watch the server: its load per second, the busiest matches and players, and the calls. The same as tilth ops alone.
help-ops-calls = List all active calls, or those of a PLAYER (an id or a name).
help-ops-kick = End a player's streams; the player may connect again.
help-ops-ban = Refuse all calls of a player, for a time or until the ban is lifted.
help-ops-unban = Lift a ban.
help-ops-pause = Stop a running match: no answers are taken, and its clocks stand.
help-ops-resume = Resume a paused match.
help-ops-audit = Show the actions of operators: who acted, from which address, on which player or match, and why.
option-interval = Seconds between two updates.
option-count = Print this many lines and end, if no screen is drawn.
option-top_plain = Print a line for each update, also in a terminal.
option-follow = Keep printing new entries as they come.
option-audit_from = Begin with the entry of this number.
option-audit_address = Only actions from this address: 192.0.2.7, or the beginning of one, 192.0.2.
option-audit_player = Only actions by this player, or on this player.
option-ban_until = End of the ban: 2h, 7d, or a date like 2026-12-24T18:00. Default: until it is lifted.
option-resign = Resign the player's seats, so that nobody waits for them.

## ops backup
backup-progress = copying to { $file }
backup-done =
    The store is copied to { $file } ({ $size } { $size ->
        [one] byte
       *[other] bytes
    }). Keep it as private as the server itself.
backup-torn = The copy arrived incomplete or altered; try again.
help-ops-backup = Download a copy of the whole store as it is now; the server keeps running.

help-matches = Export, import and verify many matches at once.
help-matches-export = Export all finished matches that the options choose into one compressed file.
help-matches-import = Import the matches of a bundle. Matches that are here already are skipped, so it may be run again.
help-matches-verify = Check the hashes, events, rules and seed of all finished matches that the options choose, on all of the server's cores. Exits with 1 if a match fails.
help-diff = Find the first difference between two matches of a game. A and B are finished matches, or files of `tilth export`. Exits with 0 if they are alike, 1 if not, 2 on an error.
option-place = Only matches in which the player took this place, or a better one.
option-won = Only matches that the player won; the same as --place 1.
option-min_score = Only matches in which a seat scored at least this.
option-with_option = Only matches with this option of the game, as `tilth new` takes it; may be given several times.
option-with_seats = Only matches with this many seats.
option-since = Only matches created on this day or later: 2026-03-01, or a time, 2026-03-01T18:30.
option-before = Only matches created before this day, or time.
option-of_tournament = Only matches of this tournament.
option-margin = Only matches with this margin: 20.., or 5..10.
option-records = Only matches that ended with this number of records: ..30.
option-took = Only matches that took this time: ..1m, or 2h..
option-forfeit = Only matches in which a seat resigned for this cause.
option-surprise = Only rated matches whose result was this far from what the ratings had expected, in percent: 70..
option-last_record_since = Only running matches with a record on this day or later, or since a time.
option-last_record_before = Only running matches without a record since this day, or time.
option-order = Order of the list. `last-record` shows running matches, `created` all, the others matches that have ended.
usage-range = { $value } is no range: 10..20, 10.. or ..20
option-with_title = Only matches with this in the title.
option-deal = Fetch the match and derive every draw of chance again from its seed on this machine.
option-commitment = With --deal: the hash of the seed that you were shown before the match.
option-head = With --deal: the last hash that you were shown after the match.
option-receipt = Compare the receipts in this file, too: one that the page has saved, or one of another machine.
option-text = Export readable text, which `tilth import` reads, too.
option-score_change = Begin at the Nth change of a score; -1 is the last one.
option-score_seat = Count only changes of this seat's score.
usage-whose_place = --place needs --player or --mine.
usage-date = { $value } is not a date like 2026-03-01 or 2026-03-01T18:30.
import-bundle = { $file } is a bundle of many matches: import it with `tilth matches import`
bundle-exporting = writing { $path }
bundle-exported =
    { $matches } { $matches ->
        [one] match
       *[other] matches
    } written to { $path } ({ $size } { $size ->
        [one] byte
       *[other] bytes
    })
bundle-imported =
    { $new } { $new ->
        [one] match
       *[other] matches
    } imported, { $known } already present, { $refused } refused
bundle-refused = { $match }: { $message }
bundle-verifying = verifying
bundle-verified =
    { $matches } { $matches ->
        [one] match
       *[other] matches
    }, { $records } { $records ->
        [one] record
       *[other] records
    }, { $answers } { $answers ->
        [one] answer
       *[other] answers
    }: { $failed } { $failed ->
        [one] match
       *[other] matches
    } failed
bundle-rules_not_run = Recorded under another version of the rules than this server has: { $matches }. For these, the hash chain, the seed and the events were checked; the rules were not run again.
bundle-unfinished = The server stopped before the end; try again.
replay-no_score_change = There is no score change number { $number }: the match has { $count }.
diff-same =
    alike: { $records } { $records ->
        [one] record
       *[other] records
    } of play
diff-played_alike =
    played alike: { $records } { $records ->
        [one] record
       *[other] records
    } of play
diff-answers = they differ at record { $place } of play: other answers
diff-events = they differ at record { $place } of play: the same answer, other events
diff-length = they differ at record { $place } of play: one of them ends
diff-record = record
diff-did = answer
diff-event = events
diff-nothing = the end
diff-rules_version = rules
diff-seat_count = seats
diff-options = options
diff-seed = seed
diff-clock = clock
diff-players = players
diff-not_over = { $match } has not ended: only finished matches can be compared
diff-bad_file = { $path } is not an exported match, or is incomplete
diff-other_game = these are matches of two games: { $a } and { $b }
option-csv = Print CSV, with columns named as in the schema.

help-ops-nodes = List the nodes of the server: members, versions, matches, calls forwarded, links; and the database's standbys.
option-nodes_all = Also nodes that have gone in the last day.
nodes-none = This server runs alone: it is not one of several nodes.
nodes-address = node
nodes-state = state
nodes-version = version
nodes-matches = matches
nodes-forwarded = forwarded
nodes-links = links
nodes-heartbeat = heartbeat ago
nodes-id = id
nodes-is_serving = serving
nodes-is_leaving = leaving
nodes-is_gone = gone
nodes-is_unknown = unknown
nodes-link_down = { $node } has no link to { $other }.
nodes-standby = standby { $name } ({ $mode }): { $lag }
nodes-lag = { $ms } ms behind
nodes-lag_unknown = lag unknown
nodes-no_standby = The database has no standby.
nodes-standby_unknown = Standbys are unknown: the server's role in the database lacks pg_monitor, or the database is away.
nodes-silent = No answer from { $nodes }: what is there is missing here.
nodes-silent_repeat = No answer from { $nodes }: repeat the command.
status-node = { $node }: version { $version }, in memory { $loaded }, streams { $streams }, channels { $channels }{ $draining ->
    [0] {""}
   *[other] , draining
}
top-node = { $node } { $answers }/s CPU { $cpu }%
top-column-node = node
show-node = Owner: node { $node }.
