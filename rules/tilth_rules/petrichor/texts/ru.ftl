title = Петрикор

# Нейтральный игрок сольной игры.
no-seat = Нейтральный игрок
    .of = нейтрального игрока

## Слова

weather-1 = Мороз
    .quoted = «Мороз»
    .accusative = морозную погоду
weather-2 = Солнце
    .quoted = «Солнце»
    .accusative = солнечную погоду
weather-3 = Ветер
    .quoted = «Ветер»
    .accusative = ветреную погоду
weather-4 = Дождь
    .quoted = «Дождь»
    .accusative = дождливую погоду

crop-0 = Пусто
    .small = пусто
crop-1 = Пшеница
    .small = пшеница
crop-2 = Хлопок
    .small = хлопок
crop-3 = Трава
    .small = трава
crop-4 = Картофель
    .small = картофель
crop-5 = Кофе
    .small = кофе
crop-6 = Рис
    .small = рис
crop-7 = Кукуруза
    .small = кукуруза
crop-8 = Опунция
    .small = опунция
crop-9 = Озеро
    .small = озеро

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

## Части вариантов

# Что лежит на участке: «пшеница, 2 из 3 капель, из них 1 ваша», а если семена взошли, «пшеница, 3 капли».
tile-note = { $crop-id ->
    [0] лежит лицевой стороной вниз
    [9] озеро, капли на нём не остаются
   *[other] { $crop-small }, { $growth ->
        [0] { $needs ->
            [one] { $wet } из { $needs } капли
           *[other] { $wet } из { $needs } капель
        }
       *[other] { $wet ->
            [one] { $wet } капля
            [few] { $wet } капли
           *[many] { $wet } капель
        }
    }{ $whose ->
        [some] { $mine ->
            [one] , из них { $mine } ваша
           *[other] , из них { $mine } ваших
        }
        [mine] { $wet ->
            [one] , ваша
           *[other] , все ваши
        }
       *[others] { "" }
    }{ $growth ->
        [0] { "" }
        [1] , семена проросли
        [2] , семена взошли
       *[3] , избыток воды
    }
}
# Что висит над участком: «пшеница; облако, 2 капли, из них 1 ваша».
cloud-note = { $crop-small }; { $sky ->
    [1] облако
   *[2] грозовая туча
}, { $load ->
    [one] { $load } капля
    [few] { $load } капли
   *[many] { $load } капель
}{ $whose ->
    [some] { $inside ->
        [one] , из них { $inside } ваша
       *[other] , из них { $inside } ваших
    }
   *[mine] { $load ->
        [one] , ваша
       *[other] , все ваши
    }
}
skipped-note = { $works ->
    [true] { "" }
   *[false] { " " }(сейчас его нельзя выполнить, вы только проголосуете)
}
vote-note = { $votes ->
    [0] там голосов нет
    [one] там { $votes } голос
    [few] там { $votes } голоса
   *[many] там { $votes } голосов
}{ $whose ->
    [some] { $own_votes ->
        [one] , из них { $own_votes } ваш
       *[other] , из них { $own_votes } ваших
    }
    [mine] { $votes ->
        [one] , ваш
       *[other] , все ваши
    }
   *[others] { "" }
}
held-note = { $held ->
    [0] { "" }
    [1] сбросить с руки последнюю карту и{ " " }
    [2] сбросить с руки обе карты и{ " " }
    [few] сбросить с руки все { $held } карты и{ " " }
   *[many] сбросить с руки все { $held } карт и{ " " }
}
hand-note = { $cards-count ->
    [0] У вас на руке нет карт.
   *[other] У вас на руке { $cards-quoted }.
}

## Что произошло

event-FirstPlayerChanged = Теперь первый игрок — { $seat }
event-FertilizerPlaced = { $seat } удобряет участок { $tile }
event-FieldsLaid = Участки лежат лицевой стороной вверх
event-DiceRolled = Кубики урожая показывают { $dice }
event-RoundBegan = Начинается раунд { $round }
event-PhaseBegan = Начинается { $phase-id ->
    [1] подготовка к игре
    [2] фаза действий
    [3] фаза погоды
    [4] фаза урожая
    [5] заключительная фаза
   *[6] конец игры
}
event-DeckReshuffled = Сброшенные карты замешиваются в новую колоду
event-CardsDealt = { $seat } берёт { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards-quoted }
}
event-DraftBegan = Начинается драфт
event-PackDealt = { $seat } получает на драфт { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards-quoted }
}
event-CardsKept = { $seat } оставляет себе { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards-quoted }
}
event-PacksPassed = Оставшиеся карты уходят к соседям слева
event-PackReceived = { $seat } получает от соседа { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}{ $cards-count ->
    [0] { "" }
   *[other] : { $cards-quoted }
}
event-DraftEnded = Драфт завершён, каждый игрок берёт на руку { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[many] { $count } карт
}
event-CardsPlayed = { $seat } { $second ->
    [true] вторым действием разыгрывает
   *[false] разыгрывает
} «{ $action }» и сбрасывает { $cards-quoted }
event-CardsDiscarded = { $seat } { $cards-count ->
    [0] не сбрасывает карт
   *[other] сбрасывает { $cards-quoted }
}
event-CardsShown = { $seat } отменяет ход, но карты { $cards-quoted } уже известны всем
event-PlayerPassed = { $seat } пасует
event-ActionSkipped = { $seat } не выполняет действие «{ $action }»
event-CloudFormed = { $seat } выставляет на участок { $tile } облако, в котором { $drops ->
    [one] { $drops } капля
    [few] { $drops } капли
   *[many] { $drops } капель
}
event-DropsAdded = { $seat } кладёт { $drops ->
    [one] { $drops } каплю
    [few] { $drops } капли
   *[many] { $drops } капель
} в облако над участком { $tile }
event-DropFell = На участок { $tile } падает капля { $owner-of }
event-CloudMoved = Облако с участка { $tile } перелетает на участок { $to }
event-CloudsMerged = Облако с участка { $tile } сливается с облаком над участком { $to } в грозовую тучу
event-CloudGrew = Облако над участком { $tile } становится грозовой тучей
event-CloudOverflowed = Над участком { $tile } начинается ливень
event-CloudPoured = Грозовая туча над участком { $tile } проливается дождём
event-CloudRemoved = Пустое облако над участком { $tile } возвращается в общий запас
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
event-DropMoved = { $seat } перемещает каплю { $owner-of } с участка { $tile } на участок { $to }
event-LakeTookDrops = Озеро { $tile } возвращает капли владельцам
event-CropSprouted = На участке { $tile } прорастают семена
event-CropDeveloped = На участке { $tile } всходят семена
event-CropDrowned = Опунция на участке { $tile } портится от избытка воды
event-CropDried = На участке { $tile } засыхают семена
event-VotePlaced = { $seat } голосует за { $weather-accusative }
event-VoteMoved = { $seat } переносит голос с ячейки «{ $source }» на ячейку «{ $weather }»
event-DieLowered = { $seat } { $face ->
    [1] поворачивает кубик урожая с 1 на урожай
    [2] понижает кубик урожая с 2 до 1
    [3] понижает кубик урожая с 3 до 2
   *[4] понижает кубик урожая с 4 до 3
} и получает { $points } ПО
event-WeatherDecided = { $weathers-count ->
    [0] В этом раунде погода не разыгрывается
   *[other] В этом раунде разыгрывается погода { $weathers-quoted }
}
event-VoteWon = { $seats-count ->
    [0] В голосовании за { $weather-accusative } никто не побеждает
    [one] { $seats } побеждает в голосовании за { $weather-accusative }
   *[other] { $seats } побеждают в голосовании за { $weather-accusative }
}
event-VotesReturned = Голоса за { $weather-accusative } возвращаются владельцам
event-CropHarvested = На участке { $tile } ({ $crop-small }) собран урожай. ПО: { $points }
event-WheatTaken = { $seat } получает жетон пшеницы
event-TrackScored = Начисляются ПО за шкалу голосований: { $points }
event-WheatScored = { $seats-count ->
    [0] Жетонов пшеницы нет ни у кого
    [one] Больше всего жетонов пшеницы у { $seats-of }, это { $points } ПО
   *[other] Больше всего жетонов пшеницы поровну у { $seats-of }, каждый получает { $points } ПО
}
event-SouthernWindRevealed = Открывается карта южного ветра { $wind-id }: { $wind }
event-SouthernWindsReshuffled = Все карты южного ветра снова замешиваются в одну колоду
event-NumberRolled = Простой кубик показывает { $number }
event-SouthernWindMissed = У южного ветра нет подходящей цели, { no-seat } получает { $points } ПО
event-VotesMissed = Голосов не хватает, и { no-seat } получает { $points } ПО
event-MatchEnded = Партия окончена. Места: { $places }. ПО: { $scores }

## Что может сказать игрок

move-Fertilize = удобрить участок { $tile } ({ tile-note })
move-Keep = оставить «{ $card }»
move-PlaceCloud = выставить облако на участок { $tile } ({ tile-note })
move-Pass = спасовать
move-Play = разыграть «{ $action }»{ skipped-note }
move-Pay = сбросить { $cards-quoted }
move-AddDrops = положить две капли в облако над участком { $tile } ({ cloud-note })
move-BlowCloud = передвинуть облако с участка { $tile } ({ cloud-note }) на участок { $to } ({ $to_crop-small }{ $to_load ->
    [0] { "" }
   *[other] ; там оно сольётся с облаком, в котором { $to_load ->
        [one] { $to_load } капля
        [few] { $to_load } капли
       *[many] { $to_load } капель
    }
}{ $to_crop-id ->
    [9] ; вы { $lake_adds ->
        [0] не добавите ни одной капли
        [one] добавите { $lake_adds } каплю
        [few] добавите { $lake_adds } капли
       *[many] добавите { $lake_adds } капель
    }
   *[other] { "" }
})
move-RainFrom = пролить каплю на участок { $tile } ({ cloud-note })
move-RainDrop = пролить на участок { $tile } { $own ->
    [true] свою каплю
   *[false] каплю { $owner-of }
} (в облаке их { $drops })
move-TakeDrop = забрать свою каплю с участка { $tile } ({ tile-note })
move-VoteFor = проголосовать за { $weather-accusative } ({ vote-note })
move-LowerDie = { $face ->
    [1] повернуть кубик урожая с 1 на урожай и получить 2 ПО
    [2] понизить кубик урожая с 2 до 1 и получить 1 ПО
    [3] понизить кубик урожая с 3 до 2 и получить 1 ПО
   *[4] понизить кубик урожая с 4 до 3 и получить 1 ПО
}
move-TakeVote = взять его с ячейки «{ $weather }» ({ vote-note })
move-EndTurn = закончить фазу действий
move-Discard = сбросить «{ $card }»
move-ChooseWeather = { $final ->
    [true] засчитать голоса за { $weather-accusative } на шкале голосований
   *[false] разыграть { $weather-accusative }
} ({ $votes ->
    [0] голосов нет
    [one] { $votes } голос
    [few] { $votes } голоса
   *[many] { $votes } голосов
})
move-DoubleDrops = удвоить { $inside ->
    [1] свою каплю
    [one] { $inside } свою каплю
    [few] { $inside } свои капли
   *[many] { $inside } своих капель
} над участком { $tile } ({ cloud-note })
move-PickUpDrop = передвинуть { $own ->
    [true] { $drops ->
        [1] свою каплю
       *[other] одну из { $drops } своих капель
    }
   *[false] { $drops ->
        [1] каплю
       *[other] одну из { $drops } капель
    } { $owner-of }
} с участка { $tile } ({ tile-note })
move-PutDownDrop = передвинуть её на участок { $to } ({ tile-note })

## Что спрашивают

ask-fertilizer = Какой участок вы удобрите? Каждый, кто получает ПО за этот участок при сборе урожая, получит на { $points } ПО больше. { $left ->
    [one] Это последний жетон;
    [few] Осталось { $left } жетона вместе с этим;
   *[many] Осталось { $left } жетонов вместе с этим;
} два жетона не могут лежать на соседних участках.
ask-draft-keep = { $most ->
    [one] Какую карту вы оставите себе?
    [few] Какие { $most } карты вы оставите себе?
   *[many] Какие { $most } карт вы оставите себе?
} На выбор у вас { $cards-quoted }. Остальное получит { $next_seat }.
ask-first-cloud = На какой участок вы выставите своё первое облако с одной каплей?
ask-turn = Ваш ход, раунд { $round } из { $rounds }. Какое действие вы разыграете? Оно стоит одной такой карты или двух любых других, потом вы проголосуете. { hand-note } { $opening ->
    [0] { $passing ->
        [alone] Ничего не выбирайте, чтобы спасовать: { held-note }закончить фазу действий.
        [first-of-two] Ничего не выбирайте, чтобы спасовать; другой игрок сделает ещё один ход без второго действия.
        [takes-marker] Ничего не выбирайте, чтобы спасовать первым: { held-note }взять маркер первого игрока; остальные сделают ещё по одному ходу без второго действия.
        [gives-marker] Ничего не выбирайте, чтобы спасовать первым: { held-note }отдать маркер первого игрока соседу справа; остальные сделают ещё по одному ходу без второго действия.
       *[later] Ничего не выбирайте, чтобы спасовать и ничего не делать.
    }
   *[other] Первым ходом раунда пасовать нельзя.
}
ask-pay = Какие карты вы сбросите за { $second ->
    [true] второе действие «{ $action }»? Оно стоит двух карт «{ $action }», одной такой и двух любых других или четырёх любых других.
   *[false] действие «{ $action }»? Оно стоит одной карты «{ $action }» или двух любых других.
}
ask-second-action = Разыграете ли вы в этот ход второе действие? Оно стоит двух одинаковых карт (две любые другие заменяют одну), потом вы ещё раз проголосуете. { hand-note } Ничего не выбирайте, чтобы закончить ход.
ask-frost = { $least ->
    [0] Вы разыгрываете «Мороз». На какой участок вы выставите новое облако? Ваш запас пуст, поэтому капля для него берётся с участка; ничего не выбирайте, чтобы обойтись без облака.
   *[other] Вы разыгрываете «Мороз». На какой участок вы выставите новое облако с одной своей каплей?
}
ask-sun = { $least ->
    [0] Вы разыгрываете «Солнце». В какое облако вы положите две капли? { $supply ->
        [0] Ваш запас пуст, поэтому обе берутся с участков;
       *[other] В запасе у вас 1 капля, поэтому вторая берётся с участка;
    } ничего не выбирайте, чтобы не добавлять капель.
   *[other] Вы разыгрываете «Солнце». В какое облако вы положите две свои капли?
}
ask-rain-clouds = { $most ->
    [one] Вы разыгрываете «Дождь». Из какого облака упадёт капля?
   *[other] Вы разыгрываете «Дождь». Из каких облаков упадёт по одной капле? Выберите одно или два.
}
ask-rain-drop = Вы разыгрываете «Дождь». Чья капля упадёт из облака над участком { $tile }? Под ним { tile-note }.
ask-wind = Вы разыгрываете «Ветер». Какое облако и куда вы передвинете?
ask-take-drops = В вашем запасе не хватает капель для облака. { $most ->
    [one] С какого участка вы заберёте недостающую каплю?
    [few] С каких участков вы заберёте недостающие { $most } капли?
   *[many] С каких участков вы заберёте недостающие { $most } капель?
} Где капель останется слишком мало, семена засохнут.
ask-vote = Вы разыграли «{ $action }». За что вы проголосуете? { $free ->
    [0] Голосов в запасе нет, поэтому голос берётся с другой ячейки погоды.
    [one] У вас остался { $free } голос.
    [few] У вас осталось { $free } голоса.
   *[many] У вас осталось { $free } голосов.
}
ask-vote-from = У вас в запасе нет голосов. С какой ячейки вы перенесёте голос на ячейку «{ $weather }»?
ask-end-turn = Все сделали последний ход раунда { $round }. Ничего не выбирайте, чтобы закончить фазу действий. До этого свой ход ещё можно отменить.
ask-discard = На руке могут остаться четыре карты. { $most ->
    [one] Какую карту вы сбросите?
    [few] Какие { $most } карты вы сбросите?
   *[many] Какие { $most } карт вы сбросите?
} { hand-note }
ask-choose-weather = { $final ->
    [true] Голосов поровну. В последнем раунде разыгрываются все ячейки с голосами; { $most ->
        [one] на какой из этих ячеек победители продвинутся по шкале голосований?
        [few] на каких { $most } из этих ячеек победители продвинутся по шкале голосований?
       *[many] на каких { $most } из этих ячеек победители продвинутся по шкале голосований?
    }
   *[false] Голосов поровну, и решать вам. { $most ->
        [one] Какая погода будет разыграна?
        [few] Какие { $most } ячейки погоды будут разыграны?
       *[many] Какие { $most } ячеек погоды будут разыграны?
    }
}{ $weathers-count ->
    [0] { "" }
   *[other] { " " }{ $final ->
        [true] Ячейка { $weathers-quoted } засчитывается в любом случае.
       *[false] Погода { $weathers-quoted } разыгрывается в любом случае.
    }
}
ask-sun-weather = Солнечная погода. В каком облаке вы удвоите свои капли? У вас в запасе { $supply ->
    [0] нет капель
    [one] { $supply } капля
    [few] { $supply } капли
   *[many] { $supply } капель
}; если их не хватит, остальные берутся с участков.
ask-wind-weather = Ветреная погода. Какую каплю вы передвинете на соседний участок?
ask-wind-weather-to = Ветреная погода. На какой участок вы передвинете { $own ->
    [true] свою каплю
   *[false] каплю { $owner-of }
} с участка { $tile }?

## Что можно настроить

option-long_form = Длинная партия: шесть раундов вместо четырёх
option-first_layout = Расклад для первой игры вместо случайных участков
option-draft = Карты не раздаются, а выбираются драфтом
option-fertilizer = Промо: три жетона удобрений, каждый даёт при сборе урожая на 1 ПО больше всем, кто получает ПО за участок
option-cactus = Промо: среди участков есть опунция
option-lake = Промо: среди участков есть озеро
option-double_card = Соло: нейтральный игрок разыгрывает по две карты за ход
option-non_random_targeting = Соло: нейтральный игрок выбирает цель сам, а не броском кубика
option-no_more_tricks = Соло: без пшеницы и картофеля
option-one_more_turn = Соло: после вашего паса нейтральный игрок делает ещё один ход
option-values = Числа, которые заменяют напечатанные на участках и шкалах, в виде JSON

## Строки подсчёта очков

score-harvests = Собранный урожай
score-dice = Кубики урожая
score-track = Шкала голосований
score-wheat = Жетоны пшеницы
score-missed = Нет целей и голосов
