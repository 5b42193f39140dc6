## Что команда `tilth` говорит сама. О событиях и вариантах игр рассказывает сервер.

## Слова, которые встречаются повсюду.
seat = место № { $seat }
record = запись { $number }
your_turn = {" "}ваш ход{" "}
waiting_for = ждём:
no_view = Эта программа не умеет рисовать поле этой игры; играть можно и по текстам.
not_started = Партия ещё не началась.
refused = Отказано: { $message }
lost = Связь с { $address } потеряна; пробуем снова.
waiting-server = спрашиваем { $address } ...

## Состояния партии.
state-open = открыта
state-running = идёт
state-finished = окончена
state-cancelled = отменена
state-unspecified = -

## О чём говорит запись, кроме событий.
cause-created = Партия создана.
cause-seat_taken = Место занимает { $who }.
cause-seat_left = Место освобождает { $who }.
cause-started = Партия начинается.
cause-timed_out = { $who }: время вышло, засчитан ответ по умолчанию.
cause-resigned = { $who } сдаётся.
cause-undone = { $who } отменяет последний ответ. Больше не действует: { $undone }.
cause-undone_nothing = { $who } отменяет последний ответ; он ещё ничего не изменил.
cause-paused = Оператор приостановил партию.
cause-resumed = Партия продолжается.
cause-retitled = У партии новое название: { $title }
cause-retitled_nothing = У партии больше нет названия.
cause-cancelled = Партия отменена.

## Как отвечать на вопрос.
bounds-one = выберите одно
bounds-exact = выберите { $max }
bounds-range = выберите от { $min } до { $max }
bounds-up_to = выберите не больше { $max }, 0 — ничего
bounds-ordered = по порядку
bounds-none = выбирать нечего: нажмите Enter
bounds-measure = задайте { $names }
bounds-step = {" "}с шагом { $step }
answer-not_a_number = { $word } здесь не число. Помощь: ?
answer-no_such = Здесь нет { $number }; самое большое — { $highest }.
answer-too_often =
    { $number } можно выбрать не больше { $limit } { $limit ->
        [one] раза
       *[other] раз
    }.
answer-names = Задайте число для каждого: { $names }
answer-quantity = { $name } должно быть в пределах { $bounds }.

## Конец.
result-title = Итог
result-place = Место
result-player = Игрок
result-score = Очки
result-rows = За что
result-sum = Сумма
result-cancelled = Партия отменена. { $reason }
result-adjudicated = Итог по решению оператора. { $reason }
result-seed_matches = Начальное число (seed) совпадает с хешем, показанным при создании партии. Больше ничего в раздаче здесь не проверялось.
result-seed_differs = НАЧАЛЬНОЕ ЧИСЛО (SEED) НЕ СОВПАДАЕТ С ХЕШЕМ, показанным при создании партии: этой раздаче нельзя верить.
solo-against = Соперник — { $opponent }.
solo-points = Соперник — { $opponent }, { $points } ПО.
solo-target = Нужно было набрать { $points } ПО.
solo-won = Победа.
solo-lost = Поражение.
solo-no_target = Правила не говорят, сколько ПО нужно для победы.
solo-gaia = Гея
solo-neutral = нейтральный игрок
solo-bot = бот, у которого нет своих ПО

## play
play-keys = число: выбор · ?: помощь · r: сдаться · q: уйти и вернуться потом
play-keys_undo = число: выбор · u: отменить · ?: помощь · r: сдаться · q: уйти и вернуться потом
play-keys_page = v: дальше · число: выбор · ?: помощь · r: сдаться · q: уйти
play-keys_page_undo = v: дальше · число: выбор · u: отменить · ?: помощь · r: сдаться · q: уйти
play-help =
    Вариант выбирают его номером: 3. Несколько сразу: 1 3 4. Один несколько раз: 2x3 (или 2 2 2).
    0 — ничего не выбрать, где это можно. То, что можно сделать в любой момент, выбирают так: o1, o2, ...
    Числа задают по порядку или по имени: angle=1.5 force=20.
    u отменяет последний ответ, пока из него никто ничего не узнал. r — сдаться. q — уйти; партия подождёт.
play-not_started = Партия { $match } ещё не началась; ждём.
play-not_your_turn = Сейчас не ваш ход.
play-nothing_to_undo = Отменять нечего: после вашего ответа кто-то что-то узнал или сделал ход.
play-really_resign = Сдать партию? Введите «да», чтобы сдаться; любой другой ответ продолжит игру.
play-not_resigned = Вы не сдались, партия продолжается.
play-closed = Прошлый вопрос закрыт без вашего ответа.
play-left = Место остаётся за вами. Вернуться: tilth play { $match } --seat { $seat }

## Числа, которые задаются клавишами.
number-step-fine = мелкие шаги
number-step-usual = обычные шаги
number-step-coarse = крупные шаги
number-keys = [ ]: шаг · пробел: ответить · Esc: набрать · ?: помощь · q: уйти
number-any_keys = Tab: следующее число · ← →: меньше, больше
number-typing = числа по порядку или по именам · Enter: готово · Esc: назад к клавишам
number-help = Каждая клавиша меняет одно число, и поле сразу показывает, что получится. [ делает шаги мельче, ] крупнее; с Shift шаг мелкий. Пробел или Enter даёт ответ таким, каким он показан. Цифра начинает строку чисел, всех по порядку: 0.5 0.5 -12 0.3. Escape начинает пустую строку, где некоторые можно задать по имени: aim=-12 power=0.3. Ещё раз Escape — назад к клавишам. u отменяет последний ответ, r — сдаться, q — уйти; партия подождёт.
number-any_help = Tab переходит к следующему числу, ← и → меняют отмеченное.
number-sonora_keys = ← → ↑ ↓: поворот, сила · a d w s: место
number-sonora_help = ← и → поворачивают линию, ↑ и ↓ делают щелчок сильнее и слабее. a и d сдвигают диск в углу влево и вправо, w и s — вперёд к ступеньке и назад в вершину угла. Линия кончается там, где диск остановился бы, если бы другие диски ему не мешали.
number-stops = проскользит { $way } мм
number-bounces = проскользит { $way } мм, до края { $edge }
animation-keys = любая клавиша: пропустить

## watch и replay
watch-keys = темп { $pace } с · пробел: пауза · + -: темп · q: уйти
watch-keys_paused = пауза · пробел: продолжить · + -: темп ({ $pace } с) · q: уйти
replay-at = { $place }/{ $of }, точка зрения: { $viewer }
replay-playing = идёт, по одной записи каждые { $pause } с
replay-stopped = пауза
replay-go_to = к записи:
replay-keys = ← →: шаг · ↑ ↓: десять · Home End · [ ]: раунд · {"{"} {"}"}: счёт · g: запись · пробел: пуск · + -: темп · s: чья точка зрения · q
replay-everybody = все
replay-spectator = зритель
replay-empty = В партии { $match } ещё нет записей.
replay-progress = читаем { $match }

## verify, export, import
verify-progress = проверяем { $match }
verify-unfinished = Сервер прервал проверку; попробуйте ещё раз.
verify-chain = хеш каждой записи следует из предыдущей
verify-fold = события приводят к записанному итогу
verify-rules = правила, применённые к записанным ответам, дают те же события
verify-rules_not_run = правила заново не применялись: не прошла другая проверка
verify-rules_other = правила заново не применялись: партия записана по версии правил { $recorded }, у сервера версия { $here }
verify-seed = начальное число (seed) совпадает с хешем, показанным при создании партии
verify-names = имена игроков совпадают с их хешами в записях
verify-no_names = имена сравнить не с чем: в записях нет их хешей, или имена удалены
verify-head_later =
    Пока { $records } { $records ->
        [one] запись
        [few] записи
       *[many] записей
    }; последний хеш показывают, когда партия окончена.
verify-head = записей: { $records }, последний хеш { $head }
export-progress = сохраняем { $match }
export-done =
    { $match } сохранена в { $path } ({ $size } { $size ->
        [one] байт
        [few] байта
       *[many] байт
    }).
export-terminal = Файл партии — не текст, в терминал он не выводится. Назовите файл (-o FILE) или направьте вывод в другую программу.
import-progress = переносим { $file }
import-done =
    { $match } принята: { $records } { $records ->
        [one] запись
        [few] записи
       *[many] записей
    }.
import-known =
    { $match } уже была здесь, байт в байт: { $records } { $records ->
        [one] запись
        [few] записи
       *[many] записей
    }.

## receipts
receipt-kept = Сервер подписал, что в партии { $match } записей: { $records }, и каким хешем они кончаются. Расписка лежит в { $path }; её сравнит `tilth verify { $match }`.
receipt-kept_running = Сервер подписал, что в партии { $match } сейчас записей: { $records }. Расписка лежит в { $path }; когда партия кончится, её сравнит `tilth verify { $match }`.
receipt-unsigned = Сервер { $address } прислал расписку, которую его ключ для этой партии не подписывал.
receipt-bad_file = Сохранённые расписки в { $path } не читаются: { $error }
receipt-ok = расписка от { $at }: журнал начинается с тех записей ({ $records }), которые сервер тогда подписал
receipt-later = расписка от { $at } (записей: { $records }): сравним, когда партия кончится
receipt-changed = расписка от { $at }: первые записи ({ $records }) НЕ те, которые сервер тогда подписал
receipt-shorter = расписка от { $at }: тогда сервер подписал записей: { $records }, а теперь их меньше
receipt-other_match = расписка от { $at }: она от другой партии
receipt-bad_signature = сохранённая расписка изменена: подпись не подходит
receipt-other_key = (подписана ключом, который сервер не называет своим)

## explain
explain-record = Запись { $record }, { $at }:
explain-by-player = ответ даёт { $who }, по своему выбору.
explain-by-clock = у игрока { $who } вышло время; сервер дал ответ по умолчанию.
explain-by-resignation = { $who } уже не играет (сдача); сервер дал ответ по умолчанию.
explain-by-bot_failure = бот { $who } не справился; сервер дал ответ по умолчанию.
explain-cause-undone = { $who } отменяет последний ответ.
explain-cause-retitled = оператор меняет название партии.
explain-cause-finished = партия окончена.
explain-cause-other = запись, вид которой этой сборке неизвестен.
explain-asked = Вопрос из записи { $record }, в { $at }: { $text }
explain-time_left = Оставалось: { $left } с на ответ, { $bank } с в запасе.
explain-bounds = (от { $min } до { $max })
explain-nothing = ничего
explain-undone = Ответ отменён в записи { $record }.
explain-events = Что произошло:
explain-no_decision = Версия игры на этом сервере не может задать этот вопрос заново.
explain-other_rules = Партия сыграна по другой версии правил; показаны варианты, которые правила сервера предложили бы сегодня.
forfeit-resigned = по решению игрока
forfeit-time = вышло время
forfeit-absence = за местом никого не было
forfeit-crash = сбой программы
forfeit-illegal_answer = ответ не из предложенных
forfeit-limit = превышено ограничение
forfeit-withdrawal = выход из турнира
forfeit-operator = место сдал оператор
forfeit-other = по причине, которая этой сборке неизвестна

## verify --deal
deal-title =
    { $match_id }: { $game }, { $seats } { $seats ->
        [one] место
        [few] места
       *[many] мест
    }, { $records } { $records ->
        [one] запись
        [few] записи
       *[many] записей
    }. Проверено на этой машине, по файлу партии:
deal-draws = из начального числа заново выведены записанные жребии: { $derived } из { $drawn }; в событиях то же самое
deal-record = Запись { $record }:
deal-commitment = Хеш начального числа: { $hash }{ $compared }
deal-head = Последний хеш: { $hash }{ $compared }
deal-same = {" "}— тот же, что указали вы.
deal-differs = {" "}— НЕ тот, что указали вы.
deal-unchecked-rules = Здесь не проверено, соблюдают ли ответы правила. Это проверяет сервер: `tilth verify { $match }`.
deal-unchecked-shown = Не проверено, те ли это хеши, которые вам показали до и после партии. Сравните их или укажите в --commitment и --head.
deal-failed = Раздачу не удалось проверить: { $error }
deal-only = --commitment и --head требуют --deal.
deal-not-unreadable = файл партии не читается: { $error }
deal-not-length = в файле объявлено записей: { $says }, а есть { $given }
deal-not-chain = номер или хеш не следует из предыдущих записей
deal-not-head = последний хеш { $says }, а вы указали { $given }
deal-not-seed = начальное число не совпадает с хешем, показанным при создании партии
deal-not-commitment = хеш начального числа { $says }, а вы указали { $given }
deal-not-game = в этой сборке нет таблицы жребиев игры { $game }: заново не выведено жребиев: { $draws }
deal-not-undone = этот ответ отменён, хотя в нём уже выпал жребий { $purpose }
deal-not-lost = событие { $event } не удаётся проследить: { $error }
deal-not-missing = событие { $event } показывает жребий { $purpose }, а в записи его нет
deal-not-other = для события { $event } нужен жребий { $expected }, а записан { $purpose }
deal-not-place = жребий { $purpose } записан на месте { $place }, а должен быть на месте { $expected }
deal-not-unused = записан жребий { $purpose }, но ни одно событие не показывает, что выпало
deal-not-drawn = событие { $event } показывает { $says }, а по начальному числу выпадает { $given } ({ $purpose })
deal-not-order = событие { $event } берёт { $says }, а сверху в { $list } лежит { $given }
deal-not-absent = событие { $event } берёт { $thing }, но этого нет в { $list }
deal-not-empty = жребий тянут из { $list }, а там пусто
deal-not-list = событие { $event } называет { $says }, а в { $list } лежит { $given }
deal-not-unasked = выпал жребий { $purpose }, но в ответе нет четырёх чисел
deal-not-seat = событие { $event } относится к месту { $seat } не в свою очередь

## games, new, join, list, show
games-seats = игроков: { $seats }
games-unknown = Игры { $name } на этом сервере нет. Есть: { $known }
bots-none = На этом сервере нет таких ботов.
new-done = Партия { $match }. Другие занимают место так: tilth join { $match }
join-done = Вы заняли место № { $seat }. Играть: tilth play { $match }
leave-done = Вы освободили место в партии { $match }.
start-done = Партия { $match } началась. Играть: tilth play { $match }
list-none = Подходящих партий нет. Создать: tilth new GAME --seats N
list-incomplete = { $address } после обновления ещё строит указатель партий: в списке могут быть не все. Повторите позже.
list-more = Показано { $limit }; остальное покажет --limit N.
list-match = партия
list-game = игра
list-state = состояние
list-seats = места
list-created = создана
list-surprise = неожиданность %
list-last_record = последняя запись
list-title = название
show-settings = настройки
show-defaults = по умолчанию
show-clock = часы
show-clock_default = { $decision } с на ответ, запас { $bank } с, +{ $increment } с за каждый ответ; потом ответ по умолчанию
show-clock_resign = { $decision } с на ответ, запас { $bank } с, +{ $increment } с за каждый ответ; потом место сдаётся
show-records = записей
show-seed = начальное число
show-seed_given = задано создателем, который поэтому знает все раздачи
show-free = свободно
name-claimed = { $name } (имя из файла)
name-bot = { $name } (бот)
name-recorded = { $name } (с другого сервера)
name-erased = игрок { $id } (имя удалено)
show-resigned = (сдался)
show-place = { $place }-е место, очки: { $points }
seat-not_yours = Место № { $seat } в партии { $match } не ваше.
seat-none = У вас нет места в партии { $match }. Занять: tilth join { $match }
seat-several = У вас несколько мест в партии { $match }; назовите одно, --seat: { $seats }

## players, bot, ops
register-done = { $name }: регистрация прошла ({ $id }); токен хранится в { $path }.
register-current = Теперь команды действуют от имени { $name }.
register-not_current = Действовать от имени { $name }: --as { $name }, или отныне всегда: tilth players use { $name }
login-prompt = Токен или код с другого устройства
code-done = Годен один раз, до { $until }. На другом устройстве: tilth players login --server { $address }, и введите код.
renew-done = У { $name } новый токен, он хранится в { $path }; старые, на всех устройствах, больше не действуют.
players-name = имя
players-id = id
players-registered = регистрация
players-marked = ({ $role })
role-none = нет
role-auditor = наблюдатель
role-moderator = модератор
role-operator = оператор
players-role = роль
role-done = { $role ->
    [none] У игрока { $player } больше нет роли.
   *[other] Роль игрока { $player } теперь: { $named }.
}
bot-serves = { $bot } играет во всех партиях своего игрока на { $address }, пока не нажать Ctrl-C.
bot-ended = { $match }: место № { $seat } заняло { $place }-е место, очки: { $score }
bot-cancelled = Партия { $match } отменена.
bot-failed = { $match }: место № { $seat } сдаётся, потому что бот не справился: { $error }
bot-failed_alone = Бот { $bot } не справился, его место сдаётся: { $error }
invite-done = Действует для { $uses ->
        [one] { $uses } регистрации
       *[other] { $uses } регистраций
    }: tilth players register NAME --invitation { $invitation } --server { $address }
invitation-id = id
invitation-used = использовано
invitation-label = пометка
invitation-creator = создал
invitation-created = создано
invitation-until = до
invitation-revoked = отозвано
revoke-invitation_done = По приглашению { $invitation } больше нельзя зарегистрироваться.
player-tokens = токенов
player-revoked = доступ отобран
player-yes = да
player-invitation = приглашение
player-banned = доступ закрыт
ban-target = кому закрыт доступ
ban-reason = причина
ban-address_done = Вызовы с { $network } не принимаются: { $ban }
ban-invitation_done = { $invitation }: доступ закрыт { $players ->
        [one] { $players } игроку
       *[other] { $players } игрокам
    }.
lift-ban_done = Запрет { $ban } снят.
load-calls = вызовов
load-work = работа, с
load-refusals = отказов
report-number = №
report-at = когда
report-by = кто
report-about = о чём
report-text = текст
report-state = решение
report-upheld = подтверждена
report-dismissed = отклонена
report-kind_unspecified = ?
report-kind_player = игрок
report-kind_name = имя
report-kind_title = название
report-done = Модераторы этого сервера увидят жалобу.
resolve-done = Жалоба { $number } рассмотрена.
option-by_address = Сложить игроков одного адреса.
option-by_refusals = Упорядочить по отказам, а не по работе.
option-all_reports = Показать и рассмотренные жалобы.
option-reports_player = Только жалобы на этого игрока.
option-label = Пометка для операторов, по которой они узнают приглашение.
option-uses = На сколько регистраций оно рассчитано (1).
option-invite_until = Когда приглашение кончается: 2h, 7d или дата вроде 2026-12-24T18:00. Без неё — никогда.
option-all_invitations = Показать и использованные, просроченные и отозванные приглашения.
option-tree = И тех, кто пришёл по приглашениям этих игроков, и так далее.
cancel-done = Партия { $match } отменена.
ops-resign-done = Место { $seat } партии { $match } сдаётся.
ops-adjudicate-done = Партия { $match } завершена с этими местами.
show-idle_end = Если никто не сыграет, { $at } сервер отменит партию.
show-adjudicated = решение оператора
idle-since = простой
idle-awaits = ждёт
idle-ends = конец
idle-none = Столько не ждёт ни одна партия.
idle-more = Ещё партий: { $more }; --limit покажет до 200.
idle-unreadable = не загружается
idle-paused = оператора: остановлена
idle-free =
    { $seats ->
        [0] начала
        [one] ещё { $seats } игрока
       *[other] ещё { $seats } игроков
    }
idle-unit-d = д
idle-unit-h = ч
idle-unit-min = мин
idle-unit-s = с
revoke-done = У игрока { $player } отобраны токен и места.
erase-done = Имя игрока { $player } здесь удалено. В резервных копиях и сохранённых файлах оно осталось.
erase-remaining = В записях прежней версии имя осталось, изменить их нельзя: { $records }.
issue-token_done = Больше он нигде не показывается, а прежние токены игрока { $player } не действуют. Передайте его лично. Как войти: tilth players login --server { $address }, затем tilth players renew.
rename-done = { $player } теперь зовётся { $name }. Партии показывают новое имя; в сохранённых файлах старых партий остаётся прежнее.
retitle-done = Новое название партии { $match }: { $title }
retitle-removed = У партии { $match } больше нет названия.
retitle-tournament_done = Новое название турнира { $tournament }: { $title }  Партий переименовано: { $matches }.
drain-on = Сервер больше не принимает новых партий; начатые продолжаются.
drain-off = Сервер снова принимает новые партии.
announce-done = Объявление видят все.
announce-ended = Объявления больше нет.
option-stops_at = Сказать всем, когда вы остановите сервер: 30m или дата вроде 2026-12-24T18:00.
option-announce_until = Когда объявление кончается: 2h, 7d или дата вроде 2026-12-24T18:00. Без неё — до следующего.
notice-announcement = Объявление: { $text }
notice-stops = { $has_reason ->
    [0] Сервер остановится через { $left }, в { $at }. Ничего не потеряется.
   *[other] Сервер остановится через { $left }, в { $at }: { $reason }. Ничего не потеряется.
}
notice-stops_in = сервер остановится через { $left }
notice-draining = Сервер пока не принимает новых партий.
status-version = версия
status-uptime = работает, секунд
status-draining = закрывается
status-open_matches = открытых партий
status-running_matches = партий идёт
status-finished_matches = партий окончено
status-loaded_matches = партий в памяти
status-players = игроков
status-streams = потоков игроков
status-channels = каналов
status-answers = ответов принято
status-refusals = ответов отклонено
status-registration = регистрация

## Что пошло не так и что поможет.
error-address = { $text } — не адрес сервера. Пишите HOST:PORT, например 127.0.0.1:4030.
error-unavailable = По адресу { $address } никто не отвечает. Запустите сервер (tilth-server serve) или назовите другой: --server HOST:PORT.
error-tls = Не удалось установить TLS с сервером { $address }. Попробуйте без --tls или проверьте --ca, --cert и --key.
error-certificate = Сертификат сервера { $address } выдан незнакомым центром. Укажите этот центр: --ca FILE.
error-name = Имя узла в адресе { $address } неизвестно. Проверьте адрес.
error-hung_up = Программа по адресу { $address } закрыла соединение: она останавливается, требует TLS (--tls) или это не сервер Tilth.
error-expired = Срок сертификата сервера { $address } истёк. Его должен обновить оператор сервера.
error-certificate_wanted = Сервер { $address } закрыл соединение после приветствия TLS: ему нужен ваш сертификат (--cert и --key), или он останавливается.
error-certificate_refused = Сервер { $address } не принимает ваш сертификат (--cert) или останавливается.
error-proxy = По адресу { $address } отвечает прокси, но сервер за ним недоступен. Попробуйте позже.
error-proxy_busy = По адресу { $address } отвечает прокси и пока не принимает новых вызовов (HTTP 429). Попробуйте позже.
error-proxy_limit = Прокси перед { $address } не пропускает такой большой запрос (HTTP 413). Его оператор должен разрешить больше: client_max_body_size 0 в nginx.
error-proxy_cut = Поток к { $address } оборван, вероятно, прокси по пути. Его оператор должен разрешить долгие потоки: client_max_body_size 0 и большие тайм-ауты в nginx.
error-index_building = { $address } после обновления ещё строит указатель партий ({ $done } из { $total }). Повторите позже.
error-deadline = Сервер { $address } не ответил вовремя. Попробуйте ещё раз или назовите другой: --server HOST:PORT.
error-no_token = { $address } требует токен. Зарегистрируйтесь (tilth players register NAME) или укажите --token.
error-bad_token = { $address } не знает этого токена. Зарегистрируйтесь (tilth players register NAME) или укажите другой --token.
error-odd_token = Это не токен: в токенах не бывает таких знаков. Скопируйте его ещё раз.
error-unimplemented = По адресу { $address } отвечает не сервер Tilth или он старше этой программы. Назовите другой: --server HOST:PORT.
error-not_found = { $details } Какие есть партии, покажет tilth list.
error-internal = Сервер { $address } не справился с этим вызовом. Попробуйте ещё раз; подробности в его журнале. ({ $details })
error-no_match = В ответе сервера нет партии. Сервер старше этой программы?
error-no_player = В ответе сервера нет игрока. Сервер старше этой программы?
error-not_saved = Токен игрока { $player } для { $address } не сохранён. Зарегистрируйтесь (tilth players register NAME) или сохраните имеющийся: tilth players login.
error-token_file = Токены нельзя хранить в { $path }: { $error }. Исправьте или удалите файл.
error-unreadable = { $path } не читается: { $error }.
error-unwritable = { $path } не записывается: { $error }.
error-unexpected = Случилось непредвиденное ({ $kind }: { $error }). Сообщите нам, пожалуйста.
usage-duration = { $value } — не длительность; пишите 90, 90s, 5m или 1m30s.
usage-setting = { $value } — не настройка; пишите ИМЯ=ЗНАЧЕНИЕ, как показывает tilth games.
usage-seat_bot = { $value } — это не место с ботом; пишите 1=farmer.
usage-seed = Начальное число — это 32 байта, 64 шестнадцатеричные цифры.
usage-size = { $value } — не размер; пишите 512M или 1G.
usage-bot_words = Бот — это одно слово, за ним может стоять MATCH; команда из нескольких слов пишется в кавычках или после --lines.
usage-limits_need_processes = Пределы действуют для процессов: укажите и --processes N.
usage-no_limits = Программа, которая сама говорит по gRPC, запускается один раз на все партии: ей нельзя задать пределы, --processes, --delay, --auto-forced и --logs.

## Команды.
help-tilth = Настольные игры на сервере Tilth: играть, смотреть, изучать сыгранное.
help-games = Показать игры сервера и настройки каждой.
help-bots = Показать ботов сервера: всех или тех, кто играет в GAME.
help-new = Создать партию в игру GAME. Настройки пишут следом: tilth new petrichor long_form=true --seats 3
help-next = Создать следующую партию соло-серии «Агриколы» по законченной: те же настройки, ещё одно постоянное занятие, еда за очки сверх нужных.
help-join = Занять место в партии, которая ещё не началась.
help-leave = Освободить место в партии, которая ещё не началась.
help-start = Начать партию, где все места заняты.
help-list = Показать партии сервера, сначала новые.
help-show = Показать партию: настройки, часы, места, итог.
help-play = Играть за своё место прямо в терминале.
help-watch = Смотреть партию, пока её играют.
help-replay = Пройти партию заново: вперёд, назад, с точки зрения любого места.
help-verify = Проверить журнал партии: хеши, события, правила и начальное число (seed). Код выхода 1, если что-то не так.
help-receipt = Получить и сохранить подписанную сервером расписку о том, что сейчас в журнале партии. Позже её сравнит `tilth verify`.
help-explain = Рассказать, как появилась запись RECORD партии: о чём спросили, что предложили, кто ответил (сам, часы, по умолчанию) и сколько оставалось времени.
help-export = Сохранить партию в один переносимый файл.
help-import = Перенести сохранённую партию на этот сервер.
help-bot = Боты как игроки: random, first, gardener, sharpshooter, naturalist, farmer или ваш собственный. `tilth bot ИМЯ` — короткая форма `tilth bot run ИМЯ`.
help-bot-run =
    Пусть бот сыграет одну партию MATCH, а без неё — все партии игрока, за которого он играет.

    SPEC — один из наших ботов (random, first, gardener, sharpshooter, naturalist, farmer), функция на Python (module:function или file.py:function) или программа:
    та, что сама говорит по gRPC, или, после --lines, та, что читает и пишет строки JSON.
help-players = Регистрировать и показывать игроков, хранить их токены.
help-players-register = Стать игроком. Токен сохранится для следующих команд.
help-players-login = Сохранить токен, который у вас есть, или получить его по коду с другого устройства (его спросят или прочтут из stdin).
help-players-code = Показать код, по которому другое ваше устройство получит токен.
help-players-use = Действовать от имени другого игрока с сохранённым токеном.
help-players-me = Показать игрока, чей токен используется.
help-players-list = Показать всех игроков по имени.
help-players-renew = Получить новый токен; старые, на всех устройствах, перестанут действовать.
help-ops = Управлять сервером; нужен токен игрока с ролью.
help-ops-status = Показать состояние сервера в числах.
help-ops-invite = Создать приглашение на одну или несколько регистраций.
help-ops-cancel = Отменить открытую или идущую партию.
help-ops-idle = Показать неоконченные партии и игроков, которых они ждут; сначала та, где дольше всего нет ходов.
help-ops-resign = Сдать место SEAT идущей партии за его игрока.
help-ops-adjudicate = Завершить идущую партию, назвав место каждого: 1 лучшее, равные делятся.
help-ops-revoke = Отобрать у игрока токен и места.
help-ops-erase = Отобрать у игрока токен и места и навсегда удалить имя. PLAYER может быть идентификатором игрока с другого сервера.
help-ops-issue-token = Дать другой токен игроку, который потерял свой. Старые перестанут действовать.
help-ops-rename = Дать игроку другое имя.
help-ops-retitle = Дать партии другое название.
help-ops-retitle-tournament = Дать турниру и его партиям другое название.
help-ops-drain = Не принимать новых партий; начатые продолжаются.
help-ops-announce = Сказать что-то всем, во всех потоках.
help-ops-operators = Показать игроков с ролью: операторов, модераторов и наблюдателей.
help-ops-role = Дать игроку роль (auditor, moderator, operator) или отобрать её (none).
help-ops-invitations = Показать приглашения.
help-ops-revoke-invitation = Отозвать приглашение: по нему больше нельзя зарегистрироваться.
help-ops-invited = Показать игроков, пришедших по приглашению.
help-ops-player = Показать, что операторы знают об игроке.
help-ops-ban-address = Не принимать вызовов с адреса или из сети.
help-ops-ban-invitation = Закрыть доступ всем, кто пришёл по приглашению или по его ветви.
help-ops-lift-ban = Снять любой запрет по его номеру.
help-ops-bans = Показать действующие запреты.
help-ops-load = Показать, от кого за последний час больше всего работы и отказов.
help-ops-reports = Показать жалобы игроков.
help-ops-resolve = Рассмотреть жалобу.
help-report = Пожаловаться модераторам на игрока, имя или название.

## Параметры.
option-server = Сервер; если узлов несколько — все их адреса: HOST:PORT,HOST:PORT или повторите параметр. Иначе TILTH_SERVER, иначе { $default }.
option-as = От имени этого игрока с сохранённым токеном; иначе текущего.
option-token_file = Взять токен из этого файла, списки процессов его не показывают; также TILTH_TOKEN_FILE.
option-token = Этот токен; иначе TILTH_TOKEN, иначе сохранённый.
option-tls = Соединяться по TLS; также TILTH_TLS=1.
option-ca = Верить этим центрам (PEM), а не известным машине; также TILTH_CA.
option-cert = Ваш сертификат (PEM), если сервер его спрашивает.
option-key = Его закрытый ключ (PEM).
option-json = Печатать JSON: один документ или по строке на каждый элемент потока.
option-version = Показать версию и закончить.
option-lang = Язык; иначе TILTH_LANG, иначе язык терминала.
option-seats = Число мест.
option-take = Сразу занять это место, счёт с 0; можно повторять.
option-bot_seat = Отдать место боту сервера: --bot 1=farmer; можно повторять. Список ботов: `tilth bots`.
option-bots_seats = Только боты, которые играют при таком числе мест.
option-keep = Сыгранное занятие, которое станет постоянным, по номеру карты (E175); нужно, если их несколько.
option-title = Название партии.
option-start_when_full = Начать, как только заняты все места.
option-invite = Место может занять только этот игрок; можно повторять.
option-per_decision = Время на каждое решение, прежде чем тратится запас: 30s, 5m.
option-bank = Время каждого места на всю партию.
option-increment = Добавляется к запасу после каждого ответа.
option-on_timeout = Когда время места вышло: дать ответ по умолчанию или сдать место.
option-seed = Начальное число, 64 шестнадцатеричные цифры, чтобы повторить партию. Все видят, что оно задано.
option-seat_any = Это место, счёт с 0; иначе первое свободное.
option-seat_own = Какое из ваших мест, счёт с 0, если их несколько.
option-seat_viewer = Смотреть с точки зрения этого места (первое — 0).
option-game = Только партии в эту игру.
option-state = Только партии в этом состоянии.
option-player = Только партии этого игрока.
option-mine = Только мои партии.
option-limit = Показать не больше.
option-live = Рисовать поле (так по умолчанию в терминале) или печатать построчно.
option-pace = Сколько секунд держать каждую запись на экране.
option-from = Начать с этой записи, а не с нынешней.
option-at = Начать с этой записи; в конвейере показать только её.
option-round = Начать с этого раунда; в конвейере показать только его начало.
option-spectator = Смотреть с точки зрения зрителя, который не видит карт на руках.
option-plain = Печатать построчно и в терминале.
option-replay_pace = Идти без клавиш, по одной записи каждые столько секунд.
option-speed = Скорость в процентах от настоящей: 200 — вдвое быстрее.
option-output = Файл; - это stdout. По умолчанию MATCH.tilth.
option-invitation = Приглашение, если сервер его требует.
option-bot_seed = Начальное число для выбора бота.
option-delay = Сколько секунд бот ждёт перед каждым ответом.
option-auto_forced = Спрашивать бота, только когда есть выбор; вынужденные ответы отправлять без него.
option-lines = Бот — следующая далее команда со всеми её параметрами; он читает и пишет строки JSON. Последний параметр tilth.
option-bot_match = Играть эту партию; то же, что MATCH после SPEC.
option-bot_name = Играть за игрока с этим именем, чей токен сохранён.
option-bot_register = Зарегистрироваться под именем --name, если токена ещё нет, и сохранить его.
option-processes = Играть каждую партию в отдельном процессе; одновременно считают не больше N процессов.
option-memory = Сколько памяти может занять процесс бота за партию: 512M, 1G. 0 — без предела.
option-cpu = Сколько процессорного времени может потратить процесс бота за партию: 60s. 0 — без предела.
option-answer = Сколько бот может думать над одним ответом: 10s. 0 — сколько позволяют часы партии.
option-logs = Папка для вывода процессов бота, по файлу на партию; иначе он печатается здесь.
option-reason = Причина, для тех, кого это касается.
option-idle_for = Только партии, где нет ходов столько времени: 3d, 12h.
option-idle_player = Только партии, которые ждут этого игрока (номер или имя).
option-stop_draining = Снова принимать новые партии.

## Петрикор.
petrichor-round = Раунд { $round } из { $rounds }
petrichor-phase-set_up = Подготовка к игре
petrichor-phase-action = Фаза действий
petrichor-phase-weather = Фаза погоды
petrichor-phase-harvest = Фаза урожая
petrichor-phase-clean_up = Заключительная фаза
petrichor-phase-over = Конец игры
petrichor-dice = кубики урожая
petrichor-harvest_icon = урожай
petrichor-deck = колода { $count }
petrichor-wheat_left = жетоны пшеницы { $count }
petrichor-winds = Ещё не вышли карты южного ветра:
petrichor-column-points = ПО
petrichor-column-wins = победы
petrichor-column-wheat = пшен.
petrichor-column-supply = капли
petrichor-column-votes_left = голоса
petrichor-column-hand = рука
petrichor-all_votes = всего голосов
petrichor-first = {" "}(1-й)
petrichor-neutral = Нейтральный игрок
petrichor-hand = рука:
petrichor-pack = на выбор:
petrichor-kept = оставлено:
petrichor-shown = известно на руке:
petrichor-face_down = закрыт
petrichor-fertilized = +1
petrichor-sprouting = росток
petrichor-developed = взошло
petrichor-overwatered = испортилась
petrichor-frost = Мороз
petrichor-sun = Солнце
petrichor-wind = Ветер
petrichor-rain = Дождь
petrichor-wheat = Пшеница
petrichor-cotton = Хлопок
petrichor-grass = Трава
petrichor-potato = Картофель
petrichor-coffee = Кофе
petrichor-rice = Рис
petrichor-corn = Кукуруза
petrichor-cactus = Опунция
petrichor-lake = Озеро
petrichor-help =
    На поле: ( ) — облако, ϟ( )ϟ — грозовая туча, в них капли игроков; ниже — капли на участке и сколько их из нужных;
    жетон роста; +1 — жетон удобрения. В таблице: * отмечает погоду, которая наступила бы сейчас,
    победы — деления на шкале голосований и сколько ПО они принесут в конце.

## Вопросы с очень многими ответами.
folded = варианты: стр. 1
hints_elsewhere = v: их тексты
many-all =
    { $count } { $count ->
        [one] вариант
        [few] варианта
       *[many] вариантов
    }; x8: восемь похожих. Введите слова нужного, например { $example }, чтобы их стало меньше.
many-left = { $words }: осталось { $count }. Ещё слова — станет меньше; Enter — снова все.
many-one = { $words }: остался один. Enter выбирает его.
watch-keys_page = v: следующая страница · { $keys }

## Сонора.
sonora-round = Раунд { $round } из { $rounds }
sonora-phase-set_up = Подготовка
sonora-phase-flicking = Фаза щелчков
sonora-phase-marking = Фаза записей
sonora-phase-over = Конец партии
sonora-ruins = руины
sonora-canyon = каньон
sonora-mud = земля
sonora-river = дельта
sonora-letter-lizard = Я
sonora-letter-reflick = Щ
sonora-letter-swap = М
sonora-letter-fox = Л
sonora-letter-owl = С
sonora-letter-rabbit = К
sonora-letter-discovery = О
sonora-page = страница { $page } из { $pages }
sonora-column-corner = угол
sonora-column-player = игрок
sonora-column-ruins = руин
sonora-column-canyon = каньон
sonora-column-mud = земля
sonora-column-river = дельта
sonora-column-sum = сумма
sonora-first = {" "}(1-й)
sonora-bot = бот
sonora-where-in_hand = в руке
sonora-where-in_hole = в лунке
sonora-where-off_board = вне поля
sonora-where-out = выбыли
sonora-where-marked = записаны
sonora-where-on_board = на поле
sonora-sheet = лист: { $name }
sonora-points = ПО: { $points }
sonora-value_left = осталось: { $value }
sonora-columns = столбцы
sonora-cacti = кактусы
sonora-discoveries = открытия
sonora-ready = готовы
sonora-hint-path_from = от клетки { $cell }
sonora-help =
    Поле лежит неподвижно, а места обходят его; в углу — знак того, кто из него щёлкает. Круг считается за раздел своего
    животного: Я руины, Л каньон, К земля, С дельта. На листах: Щ щёлкни снова, М поменяй местами, Л лиса, С сова, К кролик, О открытие;
    × — зачёркнуто, (3) — получено, -Щ6- — досталось другому; в каньоне a b c — кактусы, числа — ваши фигуры, ° — где можно рисовать;
    ▒ — бота, • и ▫ — его квадраты. Подчёркнутые диски ещё не записаны. v листает: что поместилось, поле, листы один за другим,
    ваш первым.

## earth
earth-round = Раунд { $round }
earth-deck = колода { $count }
earth-discards = сброс { $count }
earth-page = страница { $page } из { $pages }
earth-planting = сажает: { $card }
earth-first = {" "}(1-й)
earth-gaia = Гея
earth-gaia_deck = её колода: проход { $passes } из { $all }, осталось { $left }
earth-gaia_skips = пропустит ходов: { $count }
earth-gaia_scoring = в стопке её очков:
earth-shared = в общей области:
earth-fauna = фауна:
earth-ecosystems = экосистемы:
earth-hand = рука:
earth-dealt = на выбор:
earth-chosen = выбрано:
earth-looked_at = просматриваются:
earth-events = разыгранные события:
earth-filled = Первое поле заполнено ({ $who }): это последний раунд.
earth-gaia_finished = Колода Геи закончилась: это последний раунд.
earth-cost = стоимость { $cost }
earth-points = { $points } ПО
earth-letter-green = З
earth-letter-red = К
earth-letter-blue = С
earth-letter-yellow = Ж
earth-letter-black = Ч
earth-letter-brown = Б
earth-letter-several = Р
earth-column-soil = почва
earth-column-hand = рука
earth-column-cards = карты
earth-column-events = событ
earth-column-compost = комп
earth-column-sprouts = побег
earth-column-growth = ростк
earth-column-terrain = местн
earth-column-ecosystems = экос
earth-column-fauna = фауна
earth-column-sum = сумма
earth-column-team = коман
earth-help =
    Прямоугольник — это карта: название на цветах её способностей; тип (♣ дерево, ψ трава, ♠ гриб, ❀ куст, ? любой из них, ▬ местность),
    среды (☼ солнечная, ≈ влажная, ∆ скалистая, * холодная), цвета буквами (З зелёный, К красный, С синий, Ж жёлтый, Р разноцветный, то есть
    красный, синий и жёлтый, Ч чёрный, Б коричневый, или бурый), очки; ниже • побеги и ▮ ростки и сколько их помещается, ▲ значит с
    верхушкой. Столбцы — буквы, ряды — числа. Знаки у карт фауны — листья, в скобках те, что лягут в конце хода. Таблица считает строки
    листа очков так, будто партия кончилась сейчас. v показывает следующую страницу: стол, поля, которым не хватило места, цели, рука, все
    карты с текстами.

## agricola
agricola-round = Раунд { $round }
agricola-stage = этап { $stage }
agricola-target = цель { $points }
agricola-next_harvest = урожай после раунда { $round }
agricola-harvest = сбор урожая
agricola-decks = колоды { $minors }+{ $occupations }
agricola-page = стр. { $page } из { $pages }
agricola-first = {" "}(1-й)
agricola-rounds = раунды:
agricola-goods = запасы:
agricola-spaces-goods = ресурсы:
agricola-spaces-actions = действия:
agricola-spaces-rounds = карты раундов:
agricola-spaces-taken = занято:
agricola-majors = особые улучшения:
agricola-hand = рука:
agricola-pack = на выбор:
agricola-kept = оставлено:
agricola-shown = известно из руки:
agricola-since = с раунда { $round }
agricola-remembers = помнит { $numbers }
agricola-for_food = за { $food } еды
agricola-prices = цены:
agricola-prices-room = комната
agricola-prices-house = перестройка
agricola-prices-cooking = готовка
agricola-prices-baking = выпечка
agricola-prices-or = или
agricola-prices-sowing = засеянное поле:
agricola-cooked = выйдет еды: { $food }
agricola-letter-mark = *
agricola-letter-wood = Д
agricola-letter-clay = Г
agricola-letter-reed = Т
agricola-letter-stone = К
agricola-letter-food = Е
agricola-letter-grain = з
agricola-letter-vegetable = в
agricola-letter-sheep = о
agricola-letter-boar = с
agricola-letter-cattle = к
agricola-column-wood = Дер
agricola-column-clay = Гли
agricola-column-reed = Тро
agricola-column-stone = Кам
agricola-column-food = Еда
agricola-column-grain = зер
agricola-column-vegetable = овщ
agricola-column-sheep = овц
agricola-column-boar = сви
agricola-column-cattle = кор
agricola-column-appetite = едят
agricola-column-people = дома
agricola-column-begging = нищ
agricola-column-hand = рука
agricola-line-fields = пол
agricola-line-pastures = вып
agricola-line-grain = зер
agricola-line-vegetables = овщ
agricola-line-sheep = овц
agricola-line-boar = сви
agricola-line-cattle = кор
agricola-line-unused = пус
agricola-line-stables = хлв
agricola-line-rooms = ком
agricola-line-family = род
agricola-line-cards = крт
agricola-line-bonus = бон
agricola-line-begging = нищ
agricola-line-sum = итог
agricola-help =
    На участке столбцы обозначены буквами, ряды — цифрами. ⌂ — комната со знаком для каждого, кто дома; ≡ — поле, з3 — поле
    с тремя зёрнами, в2 — с двумя овощами; ⊓ — хлев; о4 с2 к1 — овцы, свиньи и коровы там, где они стоят, /4 — сколько их
    поместится; толстые линии — изгороди, пунктир — намеченный выпас. Ресурсы: Д — дерево, Г — глина, Т — тростник,
    К — камень, Е — еда. Знаки у ячеек — это люди, ° — новорождённый. «едят» — сколько еды уйдёт в ближайший урожай; «дома» —
    сколько людей дома, сколько всего и + новорождённые; «рука» — простые улучшения + занятия; ✓ — карта, которую можно
    разыграть сейчас. В ряду раундов ‖ — сбор урожая, а ресурсы со знаком получит этот игрок. выпечка Е5(1) — зерно даёт 5
    еды, один раз за выпечку. v листает страницы: стол, все ячейки, все раунды, особые улучшения, рука, карты перед каждым
    игроком, очки.

## arena
arena-begun = Сервер арены — { $address }; турнир — { $tournament }.
arena-game = игра { $number }: { $bots }
arena-seat = { $name }: { $place }-е место ({ $score })
arena-seat_forfeited = { $name }: техническое поражение
arena-seat_void = { $name } (не засчитано)
arena-progress = игр: { $done }/{ $of } · ответов в секунду: { $rate }
arena-left = осталось { $left }
arena-server_died = Сервер арены аварийно завершился и запускается снова; подробнее в server.log.
arena-resumable = Остановлено. Продолжить: tilth arena --folder { $folder }
arena-done =
    Журналы всех игр лежат в { $logs }.
    Посмотреть ещё раз: tilth-server serve --data { $folder }/data
    и там: tilth tournament report { $tournament } --token-file { $folder }/data/operator.token
usage-sprt = { $value } — не проверка; пишите ELO0,ELO1 или ELO0,ELO1,ALPHA,BETA, например 0,10,0.05,0.05.
usage-sprt_series = Проверка завершает серию двух ботов: --format series.
usage-arena_again = В { $folder } уже есть арена. Чтобы продолжить её, не называйте ботов; или назовите другую папку.
usage-arena_bots = Назовите хотя бы двух ботов или папку (--folder) арены, которую надо продолжить.
usage-arena_few =
    Столам на { $seats } { $seats ->
        [one] место
        [few] места
       *[many] мест
    } нужно не меньше { $seats } ботов.
usage-arena_kept = Арена в { $folder } продолжается с прежними настройками; { $options } можно задать только в начале арены.
help-arena =
    Пусть программы-боты сыграют турнир на этой машине, каждое место каждой игры в отдельном процессе.

    SPEC — один из наших ботов (random, first, gardener, sharpshooter, naturalist, farmer), функция на Python (module:function или file.py:function), программа,
    которая сама говорит по gRPC, или lines:КОМАНДА — та, что читает и пишет строки JSON. После Ctrl-C арену продолжает один --folder.
option-arena_folder = Папка арены; иначе новая, названная по времени.
option-format = Система турнира; по умолчанию round-robin, а с --sprt — series.
option-cycles = Сколько раз участники встречаются (round-robin, groups, gauntlet).
option-deals = Сколько раздач каждый играет в одиночку (benchmark); по умолчанию 100.
option-challengers = Сколько первых ботов играют против всех остальных (gauntlet); по умолчанию 1.
option-rounds = Число туров (swiss).
option-further_sets = Сколько сетов сверх --sets играет стол, пока очки не решат, не больше (knockout, double-elimination, groups).
option-groups = Число групп.
option-advance = Сколько участников каждой группы проходят дальше.
option-games = Наибольшее число игр (ladder, series).
option-sets = Сколько сетов стол играет подряд.
option-sprt = Играть, пока проверка не решит, сильнее ли первый бот второго скорее на ELO1, чем на ELO0.
option-arena_game = Во что играют; несколько игр чередуются.
option-set = Настройка игры: long_form=true; можно указать несколько раз.
option-rotate = Играть по игре на каждую перестановку мест.
option-duplicate = Раздавать всем перестановкам одно и то же, чтобы удача не влияла.
option-tie_break = Что решает при равных очках; можно указать несколько раз, первое важнее.
option-arena_title = Название турнира.
option-arena_seed = Начальное число всех раздач, 64 шестнадцатеричные цифры, чтобы повторить арену.
option-concurrency = Сколько игр идёт одновременно; по умолчанию по одной на ядро.

## tournament
tournament-created = Турнир { $tournament } создан. Записаться: tilth tournament enter { $tournament }
tournament-entered = Запись в { $tournament } есть.
tournament-withdrawn = Запись в { $tournament } снята.
tournament-started = { $tournament } начался.
tournament-paused = { $tournament } приостановлен: начатые игры продолжаются, новых не будет.
tournament-resumed = { $tournament } продолжается.
tournament-ended = { $tournament } отменён.
tournament-adjudicated = Игра { $game } присуждена.
tournament-voided = Игра { $game } исключена из результатов.
tournament-replayed = Игра { $game } будет сыграна ещё раз.
tournament-exported = Турнир { $tournament } сохранён в { $path }: партий { $matches }, байт { $size }.
tournament-imported = Принят турнир { $tournament }, партий: { $matches }.
tournament-import_known = Турнир { $tournament } здесь уже был.
tournament-verified = Турнир { $tournament }: проверено записей { $records }, партий { $matches }; замечаний: { $findings }.
tournament-none = Подходящих турниров нет. Создать: tilth tournament create --game GAME
tournament-nobody = Пока никто не записался.
tournament-no_bracket = Сетки нет: турнир играют не на вылет, до этого ещё не дошло, или он слишком велик.
tournament-bracket_byes = Без игры:
tournament-no_crosstable = Для стольких участников кросс-таблицу не составляют; их игры покажет tilth tournament pairings.
tournament-no_games = Подходящих игр нет.
tournament-no_ratings = Рейтингов пока ни у кого нет: они складываются из игр турниров.
tournament-no_seasons = Сезонов ещё нет. Оператор заводит сезон: tilth tournament season NAME --start 2026-01-01
tournament-season_set = Сезон { $season } задан.
tournament-never_met = Эти два игрока ещё не встречались в турнирах.
tournament-reading = читаем { $tournament }
tournament-reported =
    Отчёт о { $tournament } записан в { $path } ({ $size } { $size ->
        [one] байт
        [few] байта
       *[many] байт
    }).
tournament-round = тур
tournament-finished_pairings = сыграно игр
tournament-running_pairings = идёт игр
tournament-blocked_reason = задержан
tournament-cancelled = отменён
tournament-commitment = хеш начального числа
tournament-seed = начальное число
tournament-seed_given = начальное число
tournament-entrants = участники
tournament-missing = не подключены
tournament-seat_wins = побед { $wins } из { $games }: { $share } (95%: от { $low } до { $high })
tournament-duel_score = побед { $wins }, ничьих { $draws }, поражений { $losses }
tournament-duel_elo = разница Эло { $elo } (95%: от { $low } до { $high }), вероятность превосходства { $superiority }
tournament-sprt = SPRT: логарифм отношения правдоподобий { $ratio } в пределах { $low } и { $high }, { $decision }
column-tournament = турнир
column-state = состояние
column-format = система
column-entrants = участников
column-finished_pairings = сыграно
column-created = создан
column-title = название
column-place = { "" }
column-player = игрок
column-stage = стадия
column-points = очки
column-games = игр
column-wins = побед
column-won_drawn_lost = В-Н-П
column-forfeits = без игры
column-byes = своб.
column-mean_score = счёт
column-pool = группа
column-season = сезон
column-start = начало
column-end = конец
column-version = версия
column-answers = ответы
column-mean_ms = среднее, с
column-p99_ms = 99%, с
column-longest_ms = дольше всего, с
column-timeouts = просрочено
column-forfeits_unspecified = прочие поражения
column-forfeits_resigned = сдача
column-forfeits_time = время
column-forfeits_absence = отсутствие
column-forfeits_crash = сбой
column-forfeits_illegal_answer = недопустимо
column-forfeits_limit = предел
column-forfeits_withdrawal = выход
column-forfeits_operator = оператором
column-elo = Эло
column-margin = 95%
column-number = №
column-round = тур
column-table = стол
column-game = игра
column-seats = места, итог (счёт)
column-records = записей
column-duration = длилась
column-match = партия
column-mu = рейтинг
column-ordinal = не ниже
column-history = история
tie_break-unspecified = -
tie_break-buchholz = БХ
tie_break-buchholz_cut = БХ-1
tie_break-sonneborn_berger = ЗБ
tie_break-head_to_head = личн.
tie_break-points_in_play = в игре
tie_break-wins = победы
tie_break-rounds_survived = туры
tournament_news-created = Турнир создан.
tournament_news-enters = Записывается { $who }.
tournament_news-withdraws = Выбывает { $who }.
tournament_news-started = Турнир начинается.
tournament_news-paired =
    Тур { $round }: { $games } { $games ->
        [one] игра
        [few] игры
       *[many] игр
    }.
tournament_news-byes = {" "}Без соперника: { $who }.
tournament_news-game_unspecified = Игра { $number }
tournament_news-game_scheduled = Игра { $number } предстоит
tournament_news-game_running = Игра { $number } идёт
tournament_news-game_finished = Игра { $number } окончена
tournament_news-game_adjudicated = Игра { $number } присуждена
tournament_news-pairing_replayed = Игра { $number } будет сыграна ещё раз: { $reason }
tournament_news-game_void = Игра { $number } исключена из результатов
tournament_news-paused = Турнир приостановлен. { $reason }
tournament_news-retitled = У турнира новое название: { $title }
tournament_news-retitled_nothing = У турнира больше нет названия.
tournament_news-version = {" "}Версия: { $version }.
tournament_news-continued = Сервер продолжает турнир на сборке { $build }.
tournament_news-resumed = Турнир продолжается.
tournament_news-cancelled = Турнир отменён. { $reason }
tournament_news-finished = Турнир окончен: { $ranking }
tournament_news-round = тур { $round }
tournament_news-games = игр сыграно: { $finished } из { $all }, идёт: { $running }
tournament_news-keys = q: уйти; турнир продолжится

error-no_tournament = В ответе сервера нет турнира. Сервер старше этой программы?
error-unknown_player = Игрока { $player } нет. Всех игроков покажет tilth players list.
error-no_matplotlib = Для отчёта нужен { $missing }: pip install 'tilth-games[report]'
error-settings = { $path }: { $field } не может быть { $value }. Как записывают настройки, покажет tilth tournament show ID --json.
usage-moment = { $value } — не время; пишите 2026-12-24 18:00 или срок от этой минуты: 30m.
usage-not_of_format = { $option } относится к системам: { $formats }.
usage-set_without_game = --option задаёт настройку игры, названной перед ним в --game, а её нет.
usage-csv_or_json = --csv и --json исключают друг друга.

help-tournament = Создавать турниры, записываться, следить, смотреть итоги.
help-tournament-create = Создать турнир. Параметры важнее файла, остальное — по умолчанию. Несколько игр: --game petrichor --option long_form=true --game petrichor
help-tournament-list = Показать турниры сервера, сначала новые.
help-tournament-show = Показать настройки, состояние и участников турнира. (Таблица: tilth tournament standings.)
help-tournament-enter = Записаться в турнир или записать других в свой.
help-tournament-withdraw = Выйти из турнира или убрать других из своего.
help-tournament-start = Закончить запись и начать игру.
help-tournament-pause = Не начинать новых игр; начатые продолжаются.
help-tournament-resume = Продолжить приостановленный турнир.
help-tournament-cancel = Отменить турнир и идущие игры.
help-tournament-adjudicate = Присудить игру: место в итоге для каждого места за столом, 1 — лучшее; равные — ничья.
help-tournament-void = Исключить игру из результатов, даже если она уже сыграна.
help-tournament-replay = Сыграть игру ещё раз, с другим раскладом.
help-tournament-standings = Показать турнирную таблицу.
help-tournament-bracket = Показать сетку: столы каждого тура и кто прошёл дальше.
help-tournament-crosstable = Показать, кто сколько набрал против кого.
help-tournament-pairings = Показать игры турнира с итогами и партиями.
help-tournament-ratings = Показать рейтинги по всем турнирам, по одной игре или по одному турниру.
help-tournament-pools = Показать группы рейтингов: турнирные партии одной игры с теми же настройками, местами и версией правил.
help-tournament-seasons = Показать сезоны рейтингов.
help-tournament-season = Завести сезон рейтингов или изменить его сроки (для операторов). Время — UTC.
help-tournament-compare = Сравнить двух игроков по всем турнирам: разница Эло с интервалом 95%.
help-tournament-watch = Следить за турниром: таблица в терминале, иначе строка на каждую запись.
help-tournament-report = Записать отчёт с таблицами и графиками в один самостоятельный файл HTML.
help-tournament-export = Сохранить оконченный турнир с записями и партиями в один файл.
help-tournament-import = Принять турнир из такого файла (для операторов). Прерванный приём можно запустить снова.
help-tournament-verify = Проверить оконченный турнир и все его партии. Код 1, если что-то не сходится.

option-settings_file = Настройки из этого файла TOML или JSON, с именами, как у show --json; параметры важнее.
option-entrant = Этот игрок, по имени или id, вместо вас; можно несколько раз.
option-entrant_max_running = Сколько игр этот участник играет одновременно.
option-entrant_version = Версия программы, которая играет. Повторная запись меняет её.
option-withdrawn_results = Оставить или отменить прежние результаты (круговой турнир). По умолчанию остаются, если сыграна хотя бы половина игр.
option-bot_patience = Сколько ждать сервер, если он недоступен. По умолчанию — без конца; для одной партии 60 с, и не в начале.
option-copy_bots = Хранить копии файлов ботов в папке.
option-changed_bots = Продолжить, хотя файлы ботов уже не те, что раньше.
error-changed_bots = Файлы этих ботов изменились после прежних игр: { $bots }. Чтобы продолжить с ними: tilth arena --folder { $folder } --changed-bots
option-tournament_state = Только турниры в этом состоянии.
option-tournament_player = Только турниры этого игрока, по имени или id.
option-tournament_mine = Только турниры, в которые я записан.
option-tournament_round = Только игры этого тура.
option-games_player = Только игры этого игрока, по имени или id.
option-games_state = Только игры в этом состоянии.
option-ratings_game = Только по этой игре.
option-ratings_of = Только по играм этого турнира, с начальных рейтингов.
option-ratings_pool = Рейтинги только в этой группе (tilth tournament pools).
option-ratings_season = Только партии этого сезона; рейтинги в нём начинаются заново (tilth tournament seasons).
option-season_start = Начало сезона: 2026-01-01 или 2026-01-01T18:00.
option-season_end = Конец сезона, сам в сезон не входит. Без него у сезона пока нет конца.
usage-pool = --season нужен --pool, а --pool не сочетается с --game и --tournament
option-history = Показать, как менялся каждый рейтинг.
option-follow_live = Рисовать таблицу (так по умолчанию в терминале) или печатать построчно.
option-once = Закончить на последней из имеющихся записей.
option-report_output = Файл; - это stdout. По умолчанию TOURNAMENT.html.
tournament_option-title = Название турнира.
tournament_option-format = Система; по умолчанию круговая (round-robin).
tournament_option-cycles = Круговая, группы, гонтлет: сколько раз участники встречаются.
tournament_option-deals = Сравнение в одиночку (benchmark): сколько раздач играет каждый; по умолчанию 100.
tournament_option-challengers = Гонтлет: сколько первых участников играют против всех остальных; по умолчанию 1.
tournament_option-rounds = Швейцарская: число туров; по умолчанию как было бы на вылет.
tournament_option-lives = На вылет, группы: 1 — до первого поражения, 2 — до второго.
tournament_option-further_sets = На вылет, группы: сколько сетов сверх --sets играет стол, пока очки не решат, не больше; по умолчанию ни одного.
tournament_option-groups = Группы: число групп.
tournament_option-advance = Группы: сколько выходит из каждой.
tournament_option-games = Лестница, серия: сколько игр до конца.
tournament_option-duration = Лестница: сколько времени до конца: 8h.
tournament_option-widen_after = Лестница: сколько ждать соперника близкого рейтинга.
tournament_option-sprt = Серия: закончить, когда показано, что первый лучше второго на ELO1 или только на ELO0.
tournament_option-game = Во что играют; несколько игр чередуются, набор за набором.
tournament_option-option = Настройка игры, названной перед ней; можно несколько раз.
tournament_option-seats = Мест за столом; по умолчанию 2.
tournament_option-rotate = Играть каждый набор по разу при каждой перестановке мест (так обычно) или выравнивать места за турнир.
tournament_option-duplicate = Раздавать всем перестановкам набора одно и то же, чтобы удача не влияла.
tournament_option-sets = Сколько наборов стол играет подряд.
tournament_option-entry = Кто может записаться: все или только приглашённые.
tournament_option-invite = Пригласить этого игрока, по имени или id; можно несколько раз.
tournament_option-entry_closes = Когда кончается запись и начинается игра: время или срок от этой минуты: 30m.
tournament_option-min_entrants = Наименьшее число участников для начала.
tournament_option-max_entrants = Наибольшее число участников.
tournament_option-per_decision = Время на каждое решение до запаса: 30s, 5m.
tournament_option-bank = Запас времени места на партию.
tournament_option-increment = Прибавка к запасу за каждый ответ.
tournament_option-on_timeout = Когда время места вышло: дать ответ по умолчанию или сдать место.
tournament_option-tie_break = Что решает при равенстве очков; несколько — по порядку. Иначе как принято в системе.
tournament_option-max_running = Сколько игр идёт одновременно.
tournament_option-per_entrant = Сколько игр один участник играет одновременно.
tournament_option-absence_timeout = Через сколько сдаётся место, которое должно ответить, но никто за ним не подключён.
tournament_option-seed = Начальное число турнира, 64 шестнадцатеричные цифры, чтобы его повторить. Создатель тогда знает все раздачи.

## ops: что делают операторы, и их экран.
pause-done = { $match } приостановлена: часы стоят, ответы не принимаются.
resume-done = { $match } продолжается.
kick-done =
    { $player }: { $streams ->
        [one] закрыт { $streams } поток
        [few] закрыто { $streams } потока
       *[many] закрыто { $streams } потоков
    }.
ban-done = { $player }: доступ закрыт, пока его не вернут: tilth ops unban
ban-until = { $player }: доступ закрыт до { $until }.
unban-done = { $player } снова может подключаться.
status-paused_matches = партий приостановлено
status-open_reports = жалоб открыто
status-tournaments = турниров
top-up = работает { $time }
top-draining = закрывается
top-stopped = пауза
top-matches = партии: открыто { $open }, идёт { $running }, приостановлено { $paused }, окончено { $finished }, в памяти { $loaded }
top-people = игроков: { $players }; потоков: { $streams }; каналов: { $channels }; турниров: { $tournaments }
top-rates = в секунду: ответов { $answers }, вызовов { $calls }, отказов { $refusals }, записей { $records }
top-machine = ответ: { $half } мс, 99% не дольше { $most } мс; процессор { $cpu }%, { $memory }
top-line = идёт { $running }, в памяти { $loaded }, потоков { $streams }; в секунду: ответов { $answers }, вызовов { $calls }, отказов { $refusals }, записей { $records }; ответ p50 { $half } мс, p99 { $most } мс; процессор { $cpu }%, { $memory }
top-count = всего { $count }
top-list-matches = партии
top-list-players = игроки
top-list-calls = вызовы
top-column-id = вызов
top-column-match = партия
top-column-game = игра
top-column-answers = ответов/с
top-column-records = записей
top-column-idle = тихо
top-column-players = игроки, [чей ход]
top-column-name = игрок
top-column-player_id = номер игрока
top-column-calls = вызовов/с
top-column-refusals = отказов
top-column-thinking = отвечает за, мс
top-column-matches = партий
top-column-streams = потоков
top-column-channels = каналов
top-column-since = длится
top-column-method = вызов
top-column-peer = откуда
top-column-waiting = в очереди
top-keys = Tab: список · ← →: порядок · ↑ ↓: листать · p: пауза · q: уйти
top-keys_stopped = Tab: список · ← →: порядок · ↑ ↓: листать · p: дальше · q: уйти
help-ops-top = Следить за сервером: нагрузка в секунду, самые занятые партии и игроки, вызовы. То же, что просто tilth ops.
help-ops-calls = Показать все текущие вызовы или вызовы игрока PLAYER (номер или имя).
help-ops-kick = Закрыть потоки игрока; он может подключиться снова.
help-ops-ban = Не принимать вызовов игрока: на время или до отмены.
help-ops-unban = Вернуть игроку доступ.
help-ops-pause = Приостановить партию: ответы не принимаются, часы стоят.
help-ops-resume = Продолжить приостановленную партию.
help-ops-audit = Показать действия операторов: кто, откуда, с кем и почему.
option-interval = Секунд между обновлениями.
option-count = Напечатать столько строк и закончить, если экран не рисуется.
option-top_plain = Печатать строку на каждое обновление, и в терминале.
option-follow = Печатать и новые записи, когда они появляются.
option-audit_from = Начать с записи с этим номером.
option-audit_address = Только с этого адреса: 192.0.2.7 или его часть, 192.0.2.
option-audit_player = Только то, что делал этот игрок или что делали с ним.
option-ban_until = Конец запрета: 2h, 7d или дата, например 2026-12-24T18:00; иначе до отмены.
option-resign = Сдать и места игрока, чтобы никто его не ждал.

## ops backup
backup-progress = копирую в { $file }
backup-done =
    Хранилище скопировано в { $file } ({ $size } { $size ->
        [one] байт
        [few] байта
       *[many] байт
    }). Берегите копию так же, как сам сервер.
backup-torn = Копия пришла неполной или изменённой; попробуйте ещё раз.
help-ops-backup = Скачать копию всего хранилища, как оно есть сейчас; сервер продолжает работать.

help-matches = Сохранить, принять или проверить сразу много партий.
help-matches-export = Записать все оконченные партии, выбранные параметрами, в один сжатый файл.
help-matches-import = Принять партии из файла партий. Уже имеющиеся пропускаются, так что можно запускать снова.
help-matches-verify = Проверить хеши, события, правила и начальное число (seed) всех оконченных партий, выбранных параметрами, на всех ядрах сервера. Код 1, если какая-то не прошла проверку.
help-diff = Найти первое различие двух партий одной игры. A и B — оконченные партии или файлы `tilth export`. Код 0, если они одинаковы, 1, если нет, 2 при ошибке.
option-place = Только партии, где игрок занял это место или лучшее.
option-won = Только партии, где игрок победил; то же, что --place 1.
option-min_score = Только партии, где кто-то набрал хотя бы столько.
option-with_option = Только партии с такой настройкой игры, как у `tilth new`; можно указать несколько раз.
option-with_seats = Только партии со столькими местами.
option-since = Только партии, созданные в этот день или позже: 2026-03-01, или время, 2026-03-01T18:30.
option-before = Только партии, созданные раньше этого дня или времени.
option-of_tournament = Только партии этого турнира.
option-margin = Только партии с таким отрывом: 20.. или 5..10.
option-records = Только партии, в которых столько записей: ..30.
option-took = Только партии такой длительности: ..1m или 2h..
option-forfeit = Только партии, где кто-то сдался по этой причине.
option-surprise = Только рейтинговые партии, исход которых на столько процентов разошёлся с ожидаемым по рейтингам: 70..
option-last_record_since = Только идущие партии с записью в этот день или позже либо с этого времени.
option-last_record_before = Только идущие партии без записей с этого дня или времени.
option-order = Порядок списка. `last-record` показывает идущие партии, `created` — все, остальные — оконченные.
usage-range = { $value } — не промежуток: 10..20, 10.. или ..20
option-with_title = Только партии с этим в названии.
option-deal = Получить партию и на этой машине заново вывести из начального числа каждый жребий.
option-commitment = Вместе с --deal: хеш начального числа, который вам показали до партии.
option-head = Вместе с --deal: последний хеш, который вам показали после партии.
option-receipt = Сравнить и расписки из этого файла: сохранённого страницей или с другой машины.
option-text = Текстом, который легко читать и который понимает `tilth import`.
option-score_change = Начать с N-го изменения счёта; -1 — последнее.
option-score_seat = Считать изменения счёта только этого места.
usage-whose_place = --place требует --player или --mine.
usage-date = { $value } — не дата вида 2026-03-01 или 2026-03-01T18:30.
import-bundle = { $file } — файл со многими партиями: примите его командой `tilth matches import`
bundle-exporting = пишется { $path }
bundle-exported =
    Записано: { $matches } { $matches ->
        [one] партия
        [few] партии
       *[many] партий
    }, файл { $path } ({ $size } { $size ->
        [one] байт
        [few] байта
       *[many] байт
    })
bundle-imported = Принято партий: { $new }, уже были: { $known }, отклонено: { $refused }
bundle-refused = { $match }: { $message }
bundle-verifying = проверка
bundle-verified = Партий: { $matches }, записей: { $records }, ответов: { $answers }; не прошло проверку партий: { $failed }
bundle-rules_not_run = Из них записано по другой версии правил, чем у сервера: { $matches }. У этих партий проверены цепочка хешей, начальное число и события; правила заново не применялись.
bundle-unfinished = Сервер остановился, не дойдя до конца; попробуйте ещё раз.
replay-no_score_change = Изменения счёта номер { $number } нет: всего их { $count }.
diff-same =
    одинаковы: { $records } { $records ->
        [one] запись
        [few] записи
       *[many] записей
    } игры
diff-played_alike =
    сыграны одинаково: { $records } { $records ->
        [one] запись
        [few] записи
       *[many] записей
    } игры
diff-answers = расходятся в записи игры { $place }: другие ответы
diff-events = расходятся в записи игры { $place }: тот же ответ, другие события
diff-length = расходятся в записи игры { $place }: одна из них кончается
diff-record = запись
diff-did = ответ
diff-event = события
diff-nothing = конец
diff-rules_version = правила
diff-seat_count = места
diff-options = настройки
diff-seed = начальное число
diff-clock = часы
diff-players = игроки
diff-not_over = { $match } ещё идёт: сравнивать можно оконченные партии
diff-bad_file = { $path } — не файл партии, или он оборван
diff-other_game = это партии двух игр: { $a } и { $b }
option-csv = Печатать CSV; столбцы названы как в схеме.

help-ops-nodes = Показать узлы сервера: участников, версии, партии, пересланные вызовы, связи, а также резервные серверы базы.
option-nodes_all = Показать и узлы, ушедшие за последние сутки.
nodes-none = Этот сервер работает один, узлов у него нет.
nodes-address = узел
nodes-state = состояние
nodes-version = версия
nodes-matches = партий
nodes-forwarded = переслано
nodes-links = связей
nodes-heartbeat = сигнал назад
nodes-id = номер
nodes-is_serving = работает
nodes-is_leaving = уходит
nodes-is_gone = ушёл
nodes-is_unknown = неизвестно
nodes-link_down = У { $node } нет связи с { $other }.
nodes-standby = резерв { $name } ({ $mode }): { $lag }
nodes-lag = отстаёт на { $ms } мс
nodes-lag_unknown = отставание неизвестно
nodes-no_standby = У базы нет резервного сервера.
nodes-standby_unknown = Резервные серверы неизвестны: роли сервера в базе не хватает pg_monitor, или база недоступна.
nodes-silent = Не отвечает: { $nodes }. Того, что там, здесь нет.
nodes-silent_repeat = Не отвечает: { $nodes }. Повторите команду.
status-node = { $node }: версия { $version }, в памяти { $loaded }, потоков { $streams }, каналов { $channels }{ $draining ->
    [0] {""}
   *[other] , новых партий не принимает
}
top-node = { $node } { $answers }/с, процессор { $cpu }%
top-column-node = узел
show-node = Партию ведёт узел { $node }.
