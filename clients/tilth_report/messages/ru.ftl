## Что говорит отчёт о турнире и как `tilth tournament` рассказывает о настройках.

page-untitled = Турнир { $id }
page-state = Состояние
page-winner = Победитель
page-leader = Лидирует
page-entrants = Участников
page-finished_pairings = Сыграно игр
page-rounds = Тур
page-started = Начало
page-ended = Конец
page-lasted = Продолжался
page-cancelled = Отменён, причина
page-nothing_yet = Показать пока нечего: ни одна игра не окончена.
more-left_out = Показаны { $shown } лучших; ещё { $more } есть в таблицах.

state-entry = идёт запись
state-running = идёт
state-paused = приостановлен
state-finished = окончен
state-cancelled = отменён
state-unspecified = -

format-none = без системы
format-round_robin = круговая система
format-swiss = швейцарская система
format-knockout = на вылет
format-knockout_double = на вылет до двух поражений
format-groups = группы, потом на вылет
format-ladder = лестница
format-series = серия
format-benchmark = игра в одиночку на сравнение
format-deals =
    { $count } { $count ->
        [one] раздача
        [few] раздачи
       *[many] раздач
    }
format-gauntlet = гонтлет
format-challengers =
    { $count } { $count ->
        [one] претендент
        [few] претендента
       *[many] претендентов
    }
format-cycles =
    { $count } { $count ->
        [one] круг
        [few] круга
       *[many] кругов
    }
format-rounds =
    { $count } { $count ->
        [one] тур
        [few] тура
       *[many] туров
    }
format-groups_count =
    { $count } { $count ->
        [one] группа
        [few] группы
       *[many] групп
    }
format-advance = из каждой выходят { $count }
format-further =
    не больше { $count } { $count ->
        [one] добавочного сета
       *[other] добавочных сетов
    }
format-double = вылет до двух поражений
format-games =
    не больше { $count } { $count ->
        [one] игры
       *[other] игр
    }
format-sprt = SPRT: { $elo0 } против { $elo1 } Эло (α { $alpha }, β { $beta })

settings-title = Настройки
settings-format = Система
settings-games = Игра
settings-table_seats = Мест за столом
settings-rotate = Места
settings-rotates = каждый набор играют по разу при каждой перестановке мест по кругу
settings-balances = выравниваются за турнир
settings-duplicate = Раздачи
settings-same_deal = одна для всех перестановок набора
settings-own_deal = у каждой игры своя
settings-sets = Наборов за столом
settings-clock = Часы
settings-no_clock = нет
settings-clock_default = { $decision } с на ответ, запас { $bank } с, +{ $increment } с за каждый ответ; потом ответ по умолчанию
settings-clock_resign = { $decision } с на ответ, запас { $bank } с, +{ $increment } с за каждый ответ; потом место сдаётся
settings-absence = Отсутствие
settings-absent = место, которое должно ответить, но за которым { $seconds } с никто не подключён, сдаётся
settings-entry = Запись
settings-open = открыта для всех
settings-by_invitation = по приглашениям
settings-entry_closes = Запись до
settings-entrants = Число участников
settings-tie_breaks = При равенстве очков
settings-usual_tie_breaks = как принято в этой системе
settings-at_once = Игр одновременно
settings-per_entrant = Игр одного участника одновременно
forfeit-unspecified = место { $seat }: поражение без игры
forfeit-resigned = место { $seat }: сдача
forfeit-time = место { $seat }: вышло время
forfeit-absence = место { $seat }: отсутствие
forfeit-crash = место { $seat }: сбой программы
forfeit-illegal_answer = место { $seat }: недопустимый ответ
forfeit-limit = место { $seat }: превышен предел
forfeit-withdrawal = место { $seat }: выход из турнира
forfeit-operator = место { $seat } сдал оператор
forfeit-all = проиграли все места: { $seats }

tie_break-unspecified = -
tie_break-buchholz = Бухгольц
tie_break-buchholz_cut = Бухгольц усечённый
tie_break-sonneborn_berger = Зонненборн-Бергер
tie_break-head_to_head = личные встречи
tie_break-points_in_play = очки в игре
tie_break-wins = победы
tie_break-rounds_survived = пройдено туров

span-seconds = { $seconds } с
span-minutes = { $minutes } мин { $seconds } с
span-hours = { $hours } ч { $minutes } мин
span-days = { $days } д { $hours } ч
unit-milliseconds = миллисекунды
unit-seconds = секунды
unit-minutes = минуты
unit-hours = часы
unit-days = дни
unit_short-milliseconds = мс
unit_short-seconds = с
unit_short-minutes = мин
unit_short-hours = ч

standings-title = Таблица
column-place = Место
column-player = Игрок
column-stage = Стадия
column-points = Очки
column-games = Игры
column-wins = Победы
column-draws = Ничьи
column-losses = Поражения
column-forfeits = Неявки и сдачи
column-byes = Без соперника
column-mean_score = Средний счёт
column-elo = Эло
column-margin = 95%
standings-withdrawn = (выбыл)
standings-benchmark = Все играли одни и те же раздачи в одиночку. Очки — выигранные игры. 95% — половина интервала средней разницы с общим средним той же раздачи.
standings-caption = Победа в одиночку даёт 1 очко, последнее место 0, между ними поровну. Средний счёт: сколько набрано в самой игре. Эло: относительно среднего участника, только по этому турниру, с половиной ширины 95-процентного интервала.
conduct-title = Как они играли
conduct-caption = Время — секунды от вопроса до ответа по часам сервера; 99 из 100 ответов заняли не больше времени «99%». Ответы по умолчанию не считаются.
column-version = Версия
column-answers = Ответы
column-mean_ms = Среднее, с
column-p99_ms = 99%, с
column-longest_ms = Дольше всего, с
column-timeouts = Просрочено
column-forfeits_unspecified = Прочие поражения
column-forfeits_resigned = Сдача
column-forfeits_time = Время
column-forfeits_absence = Отсутствие
column-forfeits_crash = Сбой
column-forfeits_illegal_answer = Недопустимо
column-forfeits_limit = Предел
column-forfeits_withdrawal = Выход
column-forfeits_operator = Оператором
under-line = { $games } × { $game }, правила { $rules }, сборка { $build }
under-unknown = неизвестно
under-builds_differ = Внимание: не все партии сыграны на одной сборке сервера.
under-rules_differ = Внимание: { $game } играли по разным версиям правил.
under-versions_differ = Внимание: { $player } играет разными версиями: { $versions }.

duel-title = Личная встреча
duel-who = { $first } против { $second }, с точки зрения первого.
duel-score = Победы, ничьи, поражения
duel-wins = { $wins }, { $draws }, { $losses }
duel-elo = Разница Эло, интервал 95%
duel-between = { $elo } (от { $low } до { $high })
duel-superiority = Вероятность превосходства
duel-sprt = SPRT
duel-ratio = логарифм отношения правдоподобий { $ratio } в пределах { $low } и { $high }
sprt-unspecified = -
sprt-open = не решено
sprt-h0 = верна H0
sprt-h1 = верна H1

ratings-title = Рейтинги во времени
ratings-time = Время от начала турнира, { $unit }
ratings-rating = Рейтинг μ, интервал 95%
ratings-caption = Рейтинги Плакетта-Льюса (openskill) только по играм этого турнира. Полоса — интервал 95%, μ ± 1,96 σ.
ratings-caption_each = У каждого участника своя панель, в порядке таблицы; остальные нарисованы серым.
ratings-caption_best = Панели лучших: { $shown } из { $all }; остальные нарисованы серым.

final-title = Итоговые рейтинги
final-elo = Эло в этом турнире
final-elo_axis = Эло относительно среднего участника, интервал 95%
final-rating = Рейтинг Плакетта-Льюса
final-rating_axis = Рейтинг μ, интервал 95%
final-caption = Участники, чьи интервалы сильно перекрываются, могут быть равны. Стрелка означает величину без границы, например у выигравшего все игры.

matrix-title = Очки участников друг против друга
matrix-scale = Доля очков строки против столбца
matrix-caption = Строки и столбцы идут в порядке таблицы. Синий: строка набрала против столбца больше половины; красный: меньше. Пусто: не встречались.

rows-title = Из чего складываются очки?
rows-caption = Очки по строкам подсчёта, в среднем за партию. Партий, доигранных до конца: { $matches }.
rows-sum = Счёт
seats-title = Выигрывает ли какое-то место чаще?
seats-scores = Счёт в игре по местам
seats-scores_axis = Счёт, очки игры
seats-axis = Место за столом
seats-wins = Доля побед по местам, интервал 95%
seats-wins_axis = Доля побед
seats-matches = n = { $games }
seats-won = { $won } из { $games }
seats-won_and_shared =
    { $won } из { $games }
    + { $shared } общих
seats-even = Интервал 95% ни у одного места не выходит за равную долю.
seats-more = Место { $seat } выигрывает чаще равной доли { $even }: { $share } из { $games } игр (95%: от { $low } до { $high }).
seats-less = Место { $seat } выигрывает реже равной доли { $even }: { $share } из { $games } игр (95%: от { $low } до { $high }).
seats-caption = В ящике средняя половина счетов с медианой, усы охватывают 90%. Пунктир — равная доля; общая победа делится на части. Интервалы Уилсона.
seats-seat = Место за столом
seats-games = Игры
seats-alone = Побед в одиночку
seats-together = Общих побед
seats-share = Доля побед
seats-interval = Интервал 95%
seats-points = Очков за игру

lengths-title = Длина партий
lengths-records = В записях
lengths-records_axis = Записей в журнале партии
lengths-time = По времени
lengths-time_axis = От начала до последней записи, { $unit }
lengths-matches = Партии
lengths-median = медиана { $value } { $unit }
lengths-caption = Партии, доигранные до конца; присуждённых игр здесь нет.

crosstable-title = Кросс-таблица
crosstable-none = Кросс-таблицы нет: никто не записан или участников слишком много, чтобы её читать.
crosstable-benchmark = На сколько в среднем счёт строки больше счёта столбца в той же раздаче, с половиной интервала 95%.
crosstable-caption = Очки строки против столбца и число общих игр. За столами больше чем на двоих очко даётся за лучшее место из двух.

games-title = Игры
games-count = Все игры: { $count }
column-number = №
column-round = Тур
column-table = Стол
column-game = Игра
column-seat = Место { $seat }
column-state = Состояние
column-records = Записей
column-duration = Длилась
column-match = Партия
games-place = место { $place }
games-score = счёт { $score }
games-forfeit = поражение без игры
game_state-unspecified = -
game_state-scheduled = предстоит
game_state-running = идёт
game_state-finished = окончена
game_state-adjudicated = присуждена
game_state-void = исключена

seed-title = Раздачи
seed-commitment = Хеш начального числа (SHA-256), опубликован при создании турнира
seed-seed = Начальное число
seed-given = Задано
seed-given_by = создателем турнира, который поэтому знает все раздачи
seed-holds = Начальное число (seed) совпадает с опубликованным хешем. Начальные числа партий следуют из него, как описано в docs/explanation/fairness.md; для этой страницы это не проверялось.
seed-broken = НАЧАЛЬНОЕ ЧИСЛО (SEED) НЕ СОВПАДАЕТ С ОПУБЛИКОВАННЫМ ХЕШЕМ: этим раздачам нельзя верить.
seed-later = Начальное число покажут, когда турнир окончится.

bracket-title = Сетка
bracket-caption = Жирным — те, кто прошёл дальше; пунктир — путь участника, потерявшего жизнь. Число — очки за столом во всех его сетах.
bracket-round = Тур { $round }
bracket-table = Стол { $table }
bracket-lost = жизни: −{ $lives }
bracket-further = сеты: +{ $sets }
bracket-bye = без игры
