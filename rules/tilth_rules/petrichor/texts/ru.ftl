title = Петрикор

# Нейтральный игрок сольной игры.
no-seat = Нейтральный игрок

## Слова

weather-1 = Мороз
    .accusative = морозную погоду
weather-2 = Солнце
    .accusative = солнечную погоду
weather-3 = Ветер
    .accusative = ветреную погоду
weather-4 = Дождь
    .accusative = дождливую погоду

crop-0 = Пусто
crop-1 = Пшеница
crop-2 = Хлопок
crop-3 = Трава
crop-4 = Картофель
crop-5 = Кофе
crop-6 = Рис
crop-7 = Кукуруза
crop-8 = Опунция
crop-9 = Озеро

phase-1 = Подготовка к игре
phase-2 = Фаза действий
phase-3 = Фаза погоды
phase-4 = Фаза урожая
phase-5 = Заключительная фаза
phase-6 = Конец игры

die-0 = урожай
die-1 = 1
die-2 = 2
die-3 = 3
die-4 = 4

# Столбцы обозначены буквами, ряды — числами, начиная с левого верхнего угла.
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

wind-1 = одна капля на участок
wind-2 = две капли на участок
wind-3 = с участка уходит одна ваша капля
wind-4 = новое облако с двумя каплями
wind-5 = одна капля в облако
wind-6 = одна капля в облако
wind-7 = смешанное облако летит на северо-запад
wind-8 = чистое облако летит на юго-восток
wind-9 = колода замешивается

## Что произошло

event-FirstPlayerChanged = Теперь первый игрок — { $seat }
event-FertilizerPlaced = { $seat } удобряет участок { $tile }
event-FieldsLaid = Участки выложены лицевой стороной вверх
event-DiceRolled = На кубиках урожая: { $dice }
event-RoundBegan = Начинается раунд { $round }
event-PhaseBegan = { $phase }
event-DeckReshuffled = Сброшенные карты замешаны в новую колоду
event-CardsDealt = { $seat } берёт { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftBegan = Начинается драфт
event-PackDealt = { $seat } получает на драфт { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-CardsKept = { $seat } оставляет себе { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-PacksPassed = Оставшиеся карты уходят к соседям слева
event-PackReceived = { $seat } получает от соседа { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards }
}
event-DraftEnded = Драфт завершён, каждый берёт на руку { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}
event-CardsPlayed = { $seat } { $second ->
    [true] вторым действием играет
   *[false] играет
} «{ $action }»{ $cards-count ->
    [1] { "" }
   *[other] , сброшено: { $cards }
}
event-CardsDiscarded = { $seat } { $cards-count ->
    [0] ничего не сбрасывает
   *[other] сбрасывает карты: { $cards }
}
event-CardsShown = { $seat } берёт ход назад, но все видели карты: { $cards }
event-PlayerPassed = { $seat } пасует
event-ActionSkipped = { $seat }: действие «{ $action }» не разыгрывается
event-CloudFormed = { $seat } выставляет облако на участок { $tile }, в нём { $drops ->
    [one] { $drops } капля
    [few] { $drops } капли
   *[many] { $drops } капель
}
event-DropsAdded = { $seat } добавляет { $drops ->
    [one] { $drops } каплю
    [few] { $drops } капли
   *[many] { $drops } капель
} в облако над участком { $tile }
event-DropFell = На участок { $tile } падает капля (чья: { $owner })
event-CloudMoved = Облако с участка { $tile } перелетает на участок { $to }
event-CloudsMerged = Облако с участка { $tile } сливается с облаком над участком { $to } в грозовую тучу
event-CloudGrew = Облако над участком { $tile } становится грозовой тучей
event-CloudOverflowed = Над участком { $tile } разражается ливень
event-CloudPoured = Туча над участком { $tile } проливается дождём
event-CloudRemoved = Пустое облако над участком { $tile } убрано в запас
event-DropsTaken = { $seat } забирает { $drops ->
    [one] { $drops } каплю
    [few] { $drops } капли
   *[many] { $drops } капель
} с участка { $tile }
event-DropsPlaced = { $seat } кладёт { $drops ->
    [one] { $drops } каплю
    [few] { $drops } капли
   *[many] { $drops } капель
} на участок { $tile }
event-DropMoved = { $seat } перемещает каплю с участка { $tile } на участок { $to } (чья: { $owner })
event-LakeTookDrops = Озеро { $tile } возвращает капли владельцам
event-CropSprouted = На участке { $tile } проросли семена
event-CropDeveloped = На участке { $tile } взошли семена
event-CropDrowned = Опунция на участке { $tile } испортилась от избытка воды
event-CropDried = На участке { $tile } засохли семена
event-VotePlaced = { $seat } голосует за { $weather-accusative }
event-VoteMoved = { $seat } переносит голос с ячейки «{ $source }» на ячейку «{ $weather }»
event-DieLowered = { $seat } понижает кубик урожая с { $face } до { $face ->
    [1] урожая
    [2] 1
    [3] 2
   *[4] 3
} и получает { $points } ПО
event-WeatherDecided = { $weathers-count ->
    [0] В этом раунде погоды нет
   *[other] Погода этого раунда: { $weathers }
}
event-VoteWon = { $seats-count ->
    [0] Голосование за { $weather-accusative }: победителя нет
    [one] Голосование за { $weather-accusative }: победитель — { $seats }
   *[other] Голосование за { $weather-accusative }: победители — { $seats }
}
event-VotesReturned = Голоса за { $weather-accusative } возвращаются владельцам
event-CropHarvested = { $crop } на участке { $tile } — сбор урожая, ПО: { $points }
event-WheatTaken = { $seat } получает жетон пшеницы
event-TrackScored = ПО за победы в голосованиях: { $points }
event-WheatScored = { $seats-count ->
    [0] Жетонов пшеницы нет ни у кого
    [one] Больше всего жетонов пшеницы: { $seats }, { $points } ПО
   *[other] Больше всего жетонов пшеницы: { $seats }, каждому { $points } ПО
}
event-SouthernWindRevealed = Южный ветер { $wind-id }: { $wind }
event-SouthernWindsReshuffled = Карты южного ветра снова замешаны в одну колоду
event-NumberRolled = На кубике выпало { $number }
event-SouthernWindMissed = У южного ветра нет подходящей цели. { no-seat }: +{ $points } ПО
event-VotesMissed = { no-seat }: не хватило голосов, +{ $points } ПО
event-MatchEnded = Игра окончена. Места: { $places }. ПО: { $scores }

## Что может сказать игрок

move-Fertilize = удобрить участок { $tile }
move-Keep = оставить «{ $card }»
move-PlaceCloud = облако на участок { $tile }
move-Pass = пас
move-Play = { $action }
move-Pay = сбросить: { $cards }
move-AddDrops = две капли в облако над участком { $tile }
move-BlowCloud = облако с участка { $tile } на участок { $to }
move-RainFrom = капля из облака над участком { $tile }
move-RainDrop = капля на участок { $tile } (чья: { $owner })
move-TakeDrop = забрать каплю с участка { $tile }
move-VoteFor = голос за { $weather-accusative }
move-LowerDie = понизить кубик урожая с { $face } до { $face ->
    [1] урожая, +2 ПО
    [2] 1, +1 ПО
    [3] 2, +1 ПО
   *[4] 3, +1 ПО
}
move-TakeVote = взять голос с ячейки «{ $weather }»
move-EndTurn = завершить Фазу действий
move-Discard = сбросить «{ $card }»
move-ChooseWeather = { $weather }
move-DoubleDrops = удвоить свои капли в облаке над участком { $tile }
move-LiftDrop = капля с участка { $tile } (чья: { $owner })
move-SetDrop = на участок { $to }

## Что спрашивают

ask-fertilizer = Какой участок вы удобрите?
ask-draft-keep = Сколько карт оставить: { $most }. Какие?
ask-first-cloud = Над каким участком появится ваше первое облако?
ask-turn = Какое действие вы сыграете?
ask-pay = Какие карты вы за него сбросите?
ask-second-action = Будет ли второе действие? Оно стоит двух одинаковых карт.
ask-frost = { $least ->
    [0] На какой участок выставить новое облако? Капля для него берётся с участка; можно отказаться.
   *[other] На какой участок выставить новое облако?
}
ask-sun = { $least ->
    [0] В какое облако положить две капли? Недостающие берутся с участков; можно отказаться.
   *[other] В какое облако положить две свои капли?
}
ask-rain-clouds = { $most ->
    [one] Из какого облака упадёт капля?
   *[other] Из каких облаков упадёт по капле? Из одного или двух.
}
ask-rain-drop = Чья капля упадёт?
ask-wind = Какое облако и куда передвинуть?
ask-take-drops = { $most ->
    [one] С какого участка забрать { $most } каплю?
    [few] С каких участков забрать { $most } капли?
   *[many] С каких участков забрать { $most } капель?
}
ask-vote = За что вы голосуете?
ask-vote-from = Голосов в запасе нет. С какой ячейки взять голос?
ask-end-turn = Фаза действий на этом заканчивается. Готово?
ask-discard = На руке остаются четыре карты. Сбросить нужно { $most ->
    [one] { $most } карту
    [few] { $most } карты
   *[many] { $most } карт
}. Какие?
ask-choose-weather = { $most ->
    [one] Голосов поровну. Какая погода разыгрывается?
    [few] Голосов поровну. Какие { $most } погоды разыгрываются?
   *[many] Голосов поровну. Какие { $most } погод разыгрываются?
}
ask-sun-weather = В каком облаке вы удвоите свои капли?
ask-wind-weather = Какую каплю унесёт ветер?
ask-wind-weather-to = На какой участок ветер унесёт каплю?

## Что можно настроить

option-long_form = Длинная партия: шесть раундов вместо четырёх
option-first_layout = Расклад для первой игры вместо случайных участков
option-draft = Карты не раздаются, а выбираются драфтом
option-fertilizer = Эксклюзив: три жетона удобрений, каждый даёт при сборе урожая на 1 ПО больше
option-cactus = Эксклюзив: среди участков есть опунция
option-lake = Эксклюзив: среди участков есть озеро
option-double_card = Соло: нейтральный игрок разыгрывает по две карты за ход
option-non_random_targeting = Соло: нейтральный игрок выбирает цель сам, а не броском кубика
option-no_more_tricks = Соло: без пшеницы и картофеля
option-one_more_turn = Соло: после вашего паса нейтральный игрок делает ещё один ход
option-values = Числа вместо напечатанных на участках и шкалах, в виде JSON
