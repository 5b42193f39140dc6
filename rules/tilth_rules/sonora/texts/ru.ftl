title = Сонора

## Слова

section-0 = нет
    .in = нигде
    .of = ничего
section-1 = руины
    .in = в руинах
    .of = руин
    .title = Руины
    .text = Ценности ваших дисков здесь складываются: зачеркните столько ячеек зданий. Кто достроил здание первым, получает верхнюю награду, остальные — нижнюю.
section-2 = каньон
    .in = в каньоне
    .of = каньона
    .title = Каньон
    .text = Каждый диск рисует фигуру со своим номером или меньшим, рядом со стартом или с нарисованным раньше. Кактусы считаются по видам в конце, закрытый бонус ваш сразу.
section-3 = потрескавшаяся земля
    .in = на потрескавшейся земле
    .of = потрескавшейся земли
    .title = Потрескавшаяся земля
    .text = Ценности ваших дисков здесь складываются. Узел рядом с зачёркнутым стоит столько, сколько на нём написано; закрытый треугольник даёт то, что в нём нарисовано. Остаток идёт в колонки.
section-4 = дельта реки
    .in = в дельте реки
    .of = дельты реки
    .title = Дельта реки
    .text = Каждый диск прокладывает путь ровно в столько ячеек, какова его ценность. Платит только последняя: очки — в конце, бонус — сразу.

bonus-1 = Щёлкни снова
    .quoted = «Щёлкни снова»
    .accusative = «Щёлкни снова»
    .text = Щёлкните снова диск, который только что щёлкнули.
bonus-2 = Поменяй местами
    .quoted = «Поменяй местами»
    .accusative = «Поменяй местами»
    .text = Два ваших диска на поле меняются местами, прежде чем вы их отметите.
bonus-3 = Лиса
    .quoted = «Лиса»
    .accusative = лису
    .text = Нарисуйте в этой фазе записей ещё одну фигуру в каньоне.
bonus-4 = Сова
    .quoted = «Сова»
    .accusative = сову
    .text = Проложите в этой фазе записей ещё один путь в дельте реки.
bonus-5 = Кролик
    .quoted = «Кролик»
    .accusative = кролика
    .text = Отметьте в этой фазе записей ещё немного ценности на потрескавшейся земле.
bonus-6 = Открытие
    .quoted = «Открытие»
    .accusative = «Открытие»
    .text = Обведите лису, сову или кролика в области открытий: для этой фазы записей или для любой следующей.

reason-1 = вылетел с поля
reason-2 = выбит с поля
reason-3 = остался в зоне у своего угла
reason-4 = щёлкнут слишком много раз

phase-1 = Подготовка к игре
phase-2 = Фаза щелчков
phase-3 = Фаза записей
phase-4 = Конец партии

cactus-1 = a
cactus-2 = b
cactus-3 = c

# Буква цвета и номер диска.
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

building-0 = А
building-1 = Б
building-2 = В
building-3 = Г
building-4 = Д
building-5 = Е
building-6 = Ж
building-7 = З

# Клетки каньона: столбцы — маленькие буквы (у дисков — большие), строки — числа, от левого верхнего угла.
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

# Бонусные колонки, слева направо.
column-0 = 1
column-1 = 2
column-2 = 3
column-3 = 4

# Треугольники потрескавшейся земли, по порядку файла.
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

## Части вариантов

# Что закрывает фигура на этих клетках.
covered-note = { $cacti-count ->
    [0] { "" }
    [one] , внутри кактус { $cacti }
   *[other] , внутри кактусы { $cacti }
}{ $bonuses-count ->
    [0] { "" }
   *[other] { $cacti-count ->
        [0] , внутри
       *[other] { " " }и
    } { $bonuses-count ->
        [one] бонус { $bonuses-quoted }
       *[other] бонусы { $bonuses-quoted }
    }
}
# Что делает животное.
animal-note = { $bonus-id ->
    [3] нарисовать фигуру с номером не больше { $fox_number }
    [4] проложить путь длиной от 1 до { $owl_length } ячеек
   *[5] потратить { $rabbit_points ->
        [one] { $rabbit_points } балл
        [few] { $rabbit_points } балла
       *[many] { $rabbit_points } баллов
    } ценности на потрескавшейся земле
}
# Где лежит диск.
place-note = { $place ->
    [circle] на бонусном круге { $section-of }
    [between] ровно между двумя зонами
    [hole] в яблочке
    [off] за пределами поля
   *[zone] в зоне { $section-of }
}
# То же о двух дисках, которые меняются местами, коротко.
zone-note = { $place ->
    [circle] круг { $section-of }
    [between] между двумя зонами
   *[zone] { $section }
}
other-zone-note = { $place_other ->
    [circle] круг { $section_other-of }
    [between] между двумя зонами
   *[zone] { $section_other }
}

## Что произошло

event-FirstPlayerChosen = Первый игрок — { $seat }
event-RoundBegan = Начинается раунд { $round }
event-PhaseBegan = { $phase-id ->
    [1] Начинается подготовка к игре
    [2] Начинается фаза щелчков
    [3] Начинается фаза записей
   *[4] Наступает конец партии
}
event-DiscFlicked = { $seat } щёлкает диск { $disc }
event-DiscsCameToRest = { $in_corner ->
    [true] Диск { $disc } не покидает стартовый угол
   *[false] { $way ->
        [0] Диск { $disc } и все остальные останавливаются
       *[other] Диск { $disc } скользит { $way } мм
    }
}{ $touched-count ->
    [0] { "" }
    [one] , задевает диск { $touched }
   *[other] , задевает диски { $touched }
}{ $edge ->
    [true] , задевает край поля
   *[false] { "" }
}{ $in_hole-count ->
    [0] { "" }
    [one] ; диск { $in_hole } попадает в яблочко
   *[other] ; диски { $in_hole } попадают в яблочко
}{ $off_board-count ->
    [0] { "" }
    [one] ; диск { $off_board } вылетает за пределы поля
   *[other] ; диски { $off_board } вылетают за пределы поля
}
event-DiscSunk = { $seat } засчитывает диск { $disc } из яблочка в секторе «{ $section }»
event-DiscTakenBack = { $seat } возвращает диск { $disc } на стартовый угол
event-DiscReturned = Диск { $disc } возвращается к хозяину, { $seat } щёлкает его снова
event-DiscOut = Диск { $disc } { $seat-of } выбывает из раунда: { $reason }
event-ColoursChosen = В этом раунде ваш цвет — { $own }, цвет бота — { $bot }
event-DiscsSwapped = { $seat } меняет местами диски { $disc } и { $other }
event-TieSettled = { $seat } относит диск { $disc }, который лежит между двумя зонами, к сектору «{ $section }»
event-DiscsSorted = Определено, к какому сектору относится каждый диск
event-BotCircled = Бот обводит в своём здании { $cells ->
    [one] { $cells } ячейку
    [few] { $cells } ячейки
   *[many] { $cells } ячеек
}
event-BotShapeDrawn = Бот рисует фигуру с номером { $number } на клетках { $squares }
event-BotPathLaid = Бот закрашивает в дельте реки ячейки { $cells }
event-BotPainted = Из-за бота узел { $node } дорожает на { $cells ->
    [one] { $cells } балл
    [few] { $cells } балла
   *[many] { $cells } баллов
}
event-BotMarked = Бот использует { $discs-count ->
    [one] диск { $discs }
   *[other] диски { $discs }
}
event-BotLost = Бот не может использовать { $discs-count ->
    [one] диск { $discs }
   *[other] диски { $discs }
}
event-RuinsOrdered = Руины отмечают по порядку: { $seats }. Ценность их дисков: { $values }
event-DiscsMarked = { $seat } отмечает { $discs-count ->
    [one] диск { $discs }
   *[other] диски { $discs }
}
event-BotBuildingCrossed = { $seat } зачёркивает в здании бота { $cells ->
    [one] { $cells } ячейку
    [few] { $cells } ячейки
   *[many] { $cells } ячеек
}
event-CellsCrossed = { $seat } зачёркивает в здании { $building } { $cells ->
    [one] { $cells } ячейку
    [few] { $cells } ячейки
   *[many] { $cells } ячеек
}
event-BuildingFinished = { $seat } { $first ->
    [true] раньше всех завершает
   *[false] завершает
} здание { $building } и получит за него { $points } ПО
event-ShapeDrawn = { $seat } рисует фигуру с номером { $number } на клетках { $squares }{ $cacti-count ->
    [0] { "" }
    [one] , внутри кактус вида { $cacti }
   *[other] , внутри кактусы видов { $cacti }
}
event-PathLaid = { $seat } прокладывает путь по { $cells-count ->
    [one] ячейке { $cells }
   *[other] ячейкам { $cells }
} дельты реки
event-MudOpened = { $seat } может потратить на потрескавшейся земле { $points ->
    [one] { $points } балл
    [few] { $points } балла
   *[many] { $points } баллов
}
event-NodeCrossed = { $seat } зачёркивает узел { $node } за { $cost ->
    [one] { $cost } балл
    [few] { $cost } балла
   *[many] { $cost } баллов
}
event-TriangleClosed = { $seat } замыкает треугольник { $triangle }, внутри { $points ->
    [0] бонус
   *[other] кактус на { $points } ПО
}
event-ColumnCrossed = { $seat } зачёркивает в колонке { $column } { $cells ->
    [one] { $cells } клетку
    [few] { $cells } клетки
   *[many] { $cells } клеток
}
event-MudClosed = { $seat } больше не отмечает потрескавшуюся землю{ $lost ->
    [0] { "" }
    [one] ; пропадает { $lost } балл
    [few] ; пропадает { $lost } балла
   *[many] ; пропадает { $lost } баллов
}
event-BonusGained = { $seat } получает бонус «{ $bonus }»
event-AnimalCircled = { $seat } обводит в области открытий { $bonus-accusative }
event-BonusUsed = { $seat } использует { $kept ->
    [true] открытие
   *[false] бонус
} «{ $bonus }»
event-MarkingFinished = { $seat } больше ничего не отмечает{ $discs-count ->
    [0] { "" }
    [one] ; не использован диск { $discs }
   *[other] ; не использованы диски { $discs }
}
event-BoardTurned = Поле поворачивается, теперь первый игрок — { $seat }
event-MatchEnded = Партия окончена. Места: { $places }. ПО: { $scores }. Руины: { $ruins }. Каньон: { $canyon }. Потрескавшаяся земля: { $mud }. Дельта реки: { $river }. Открытия: { $discoveries }

## Что может сказать игрок

move-TakeDisc = щёлкнуть диск { $disc }
move-FlickAgain = потратить бонус «Щёлкни снова» и щёлкнуть снова
move-KeepFlick = оставить как есть
move-SinkInto = засчитать его в секторе «{ $section }»
move-SwapDiscs = поменять местами диск { $disc } ({ zone-note }) и диск { $other } ({ other-zone-note })
move-CountFor = отнести его к сектору «{ $section }»
move-CrossCell = зачеркнуть ячейку здания { $building } ({ $left ->
    [one] осталась { $left }
   *[other] осталось { $left }
} из { $cells }; { $struck ->
    [true] { $bottom } ПО, верхняя награда уже у другого игрока
   *[false] { $alone ->
        [true] завершённое приносит { $top } ПО и бонус «{ $bonus }»
       *[false] первому { $top } ПО и бонус «{ $bonus }», остальным { $bottom } ПО
    }
})
move-MarkDisc = отметить диск { $disc } { $section-in }: { $section-id ->
    [2] нарисовать фигуру с номером { $value ->
        [1] 1
       *[other] не больше { $value }
    }
   *[4] проложить путь ровно в { $value ->
        [one] { $value } ячейку
        [few] { $value } ячейки
       *[many] { $value } ячеек
    }
}{ $times ->
    [1] { "" }
   *[other] { " " }(сейчас и ещё раз позже: он лежит на бонусном круге)
}
move-MarkMud = отметить на потрескавшейся земле { $discs-count ->
    [one] диск { $discs }
   *[other] диски { $discs }
}, всего на { $value ->
    [one] { $value } балл
    [few] { $value } балла
   *[many] { $value } баллов
}
move-UseBonus = использовать бонус «{ $bonus }» этой фазы: { animal-note }
move-UseDiscovery = использовать открытие «{ $bonus }»: { animal-note }
move-FinishMarking = больше ничего не отмечать
move-DrawShape = { $squares }: нарисовать фигуру { $number }{ covered-note }
move-LayPath = дойти до ячейки { $cell }{ $cells-count ->
    [one] { "" }
   *[other] { " " }(путь { $cells })
}: { $bonus-id ->
    [0] { $points } ПО
   *[other] бонус «{ $bonus }»
}
move-CrossNode = зачеркнуть узел { $node } за { $cost ->
    [one] { $cost } балл
    [few] { $cost } балла
   *[many] { $cost } баллов
}{ $cactus_points-count ->
    [0] { "" }
    [one] , замкнуть треугольник с кактусом на { $cactus_points } ПО
   *[other] , замкнуть треугольники с кактусами на { $cactus_points } ПО
}{ $bonuses-count ->
    [0] { "" }
    [one] , получить бонус { $bonuses-quoted }
   *[other] , получить бонусы { $bonuses-quoted }
}
move-StopCrossing = больше узлов не зачёркивать
move-FillColumn = зачеркнуть клетку колонки { $column } ({ $left ->
    [one] осталась { $left }
   *[other] осталось { $left }
} из { $cells }; полная колонка даёт бонус «{ $bonus }»)
move-CircleAnimal = обвести { $bonus-accusative } ({ $left ->
    [one] осталось { $left }
   *[other] осталось { $left }
}): { animal-note }
move-ChooseColour = выбрать цвет { $colour } (руины: { $in_ruins-count ->
    [0] дисков нет
   *[other] { $in_ruins }
}; каньон: { $in_canyon-count ->
    [0] дисков нет
   *[other] { $in_canyon }
}; потрескавшаяся земля: { $in_mud-count ->
    [0] дисков нет
   *[other] { $in_mud }
}; дельта реки: { $in_river-count ->
    [0] дисков нет
   *[other] { $in_river }
}{ $between-count ->
    [0] { "" }
   *[other] ; между двумя зонами: { $between }
}{ $off_board-count ->
    [0] { "" }
   *[other] ; за пределами поля: { $off_board }
}{ $on_circles-count ->
    [0] { "" }
   *[other] ; на бонусных кругах: { $on_circles }
})
move-BotTakes = использовать диск { $disc } с ценностью { $value }
move-BotDrawsShape = { $squares }: нарисовать фигуру { $number }{ covered-note }
move-BotLaysPath = закрасить { $cells-count ->
    [one] ячейку { $cells }
   *[other] ячейки { $cells }
}{ $points ->
    [0] { "" }
   *[other] , на { $cells-count ->
        [one] ней
       *[other] них
    } { $points } ПО
}{ $bonuses-count ->
    [0] { "" }
   *[other] { $points ->
        [0] , на { $cells-count ->
            [one] ней
           *[other] них
        }
       *[other] { " " }и
    } { $bonuses-count ->
        [one] бонус { $bonuses-quoted }
       *[other] бонусы { $bonuses-quoted }
    }
}
move-BotPaints = закрасить ячейку у узла { $node } (сейчас он стоит { $cost ->
    [one] { $cost } балл
    [few] { $cost } балла
   *[many] { $cost } баллов
}; { $left ->
    [one] свободна { $left } маленькая ячейка
    [few] свободны { $left } маленькие ячейки
   *[many] свободно { $left } маленьких ячеек
})

## Что спрашивают

ask-disc = Какой диск вы щёлкнете следующим из угла в зоне { $corner-of }? Идёт раунд { $round } из { $rounds }.
ask-flick = Как вы щёлкнете диск { $disc } из угла в зоне { $corner-of }? Место: 0 — левый край угла, 1 — правый. Глубина: 0 — у самого поля, 1 — в вершине угла. Направление: в градусах от диагонали поля, больше нуля — вправо, меньше нуля — влево. Сила: 0 — диск едва покидает угол, 1 — самый сильный щелчок.
quantity-side = место
quantity-back = глубина
quantity-aim = направление
quantity-power = сила
ask-bullseye = В яблочко! В каком секторе засчитать диск { $disc }? Его ценность там — { $value }.
ask-reflick = Диск { $disc } остановился { place-note }{ $place ->
    [off] , и если его оставить, он выбывает из раунда
   *[other] { "" }
}. Щёлкнуть его снова? У вас { $reflicks ->
    [1] 1 бонус «Щёлкни снова», новый щелчок потратит его
    [one] { $reflicks } бонус «Щёлкни снова», новый щелчок потратит один из них
    [few] { $reflicks } бонуса «Щёлкни снова», новый щелчок потратит один из них
   *[many] { $reflicks } бонусов «Щёлкни снова», новый щелчок потратит один из них
}. Ничего не выбирайте, чтобы оставить как есть.
ask-swap = Какие два своих диска вы поменяете местами перед тем, как их отмечать? У вас { $swaps ->
    [1] 1 бонус «Поменяй местами», обмен потратит его
    [one] { $swaps } бонус «Поменяй местами», обмен потратит один из них
    [few] { $swaps } бонуса «Поменяй местами», обмен потратит один из них
   *[many] { $swaps } бонусов «Поменяй местами», обмен потратит один из них
}. Ничего не выбирайте, чтобы оставить диски на месте.
ask-tie = { $bots ->
    [true] Диск бота
   *[false] Ваш диск
} { $disc } с ценностью { $value } лежит ровно между двумя зонами. К какому сектору его отнести?
ask-ruins = { $most ->
    [one] Вы зачёркиваете в руинах одну ячейку. В каком здании?
    [few] Вы зачёркиваете в руинах { $most } ячейки, в любых зданиях. Выберите здание по разу за каждую ячейку.
   *[many] Вы зачёркиваете в руинах { $most } ячеек, в любых зданиях. Выберите здание по разу за каждую ячейку.
}
ask-mark = { $least ->
    [0] { $most ->
        [0] В этом раунде отметить больше ничего нельзя. Ничего не выбирайте, чтобы больше ничего не отмечать
       *[other] Дисков, которые можно отметить, не осталось. Какое животное открытия вы используете? Ничего не выбирайте, чтобы больше ничего не отмечать
    }{ $discs-count ->
        [0] { "" }
        [one] ; диск { $discs } не будет использован
       *[other] ; диски { $discs } не будут использованы
    }{ $unused-count ->
        [0] { "" }
        [one] ; бонус { $unused-quoted } пропадёт
       *[other] ; бонусы { $unused-quoted } пропадут
    }{ $staying-count ->
        [0] { "" }
        [one] ; открытие { $staying-quoted } останется на потом
       *[other] ; открытия { $staying-quoted } останутся на потом
    }.
   *[other] Что вы отметите дальше на своём планшете?
}
ask-canyon = Где вы нарисуете фигуру в каньоне? Её номер { $number ->
    [1] 1
   *[other] не больше { $number }
}, и она должна примыкать к нарисованному раньше. У вас зачёркнуто кактусов: { $cacti_a } вида a, { $cacti_b } вида b, { $cacti_c } вида c.
ask-river = { $exact ->
    [true] Где закончится ваш путь в { $longest ->
        [one] { $longest } ячейку
        [few] { $longest } ячейки
       *[many] { $longest } ячеек
    } по дельте реки?
   *[false] Где закончится ваш путь длиной от { $shortest } до { $longest } ячеек по дельте реки?
} Награду даёт только последняя ячейка: ПО в конце партии, бонус сразу.
ask-mud = { $points ->
    [0] У вас не осталось баллов ценности для потрескавшейся земли.
    [one] У вас остался { $points } балл ценности для потрескавшейся земли.
    [few] У вас осталось { $points } балла ценности для потрескавшейся земли.
   *[many] У вас осталось { $points } баллов ценности для потрескавшейся земли.
} { $most ->
    [0] { "" }
   *[other] { $animals ->
        [true] { $nodes ->
            [true] Какой узел вы зачеркнёте дальше или какое животное используете?
           *[false] На узлы этого не хватает. Какое животное вы используете?
        }
       *[false] Какой узел вы зачеркнёте дальше?
    }{ " " }
}Ничего не выбирайте, чтобы больше узлов не зачёркивать{ $points ->
    [0] { "" }
   *[other] { $room ->
        [0] ; пропадёт { $points ->
            [one] { $points } балл
            [few] { $points } балла
           *[many] { $points } баллов
        }
       *[other] ; на колонки останется { $points ->
            [one] { $points } балл
            [few] { $points } балла
           *[many] { $points } баллов
        }
    }
}.
ask-columns = { $points ->
    [one] У вас остался { $points } балл ценности.
    [few] У вас осталось { $points } балла ценности.
   *[many] У вас осталось { $points } баллов ценности.
} { $most ->
    [1] Вы можете зачеркнуть 1 клетку. В какой колонке?
   *[other] Вы можете зачеркнуть до { $most } клеток. В каких колонках? Выберите колонку по разу за каждую клетку.
} Неиспользованные баллы пропадут; ничего не выбирайте, чтобы не использовать ни одного.
ask-discovery = Вы получаете открытие. Какое животное вы обведёте? Его можно использовать сразу или в любой следующей фазе записей.
ask-own-colour = Какой цвет в этом раунде будет вашим? Его диски вы отметите на своём планшете.
ask-bot-colour = Какой цвет в этом раунде будет у бота? Ваш цвет — { $own }. Диски третьего цвета уходят с поля.
ask-bot-disc = Какой из своих дисков { $section-in } бот использует следующим?
ask-bot-canyon = Где бот нарисует фигуру с номером { $number }? Закрытые ею клетки вам больше не достанутся.
ask-bot-river = { $length ->
    [1] Какую ячейку дельты реки закрасит бот? Она вам больше не достанется.
    [few] Какие { $length } ячейки дельты реки закрасит бот? Они вам больше не достанутся.
   *[many] Какие { $length } ячеек дельты реки закрасит бот? Они вам больше не достанутся.
}
ask-bot-mud = { $most ->
    [1] У какого узла бот закрасит маленькую ячейку? Узел станет дороже на 1 балл.
    [few] Какие { $most } маленькие ячейки у узлов закрасит бот? Каждая делает свой узел дороже на 1 балл; выберите узел по разу за каждую.
   *[many] Какие { $most } маленьких ячеек у узлов закрасит бот? Каждая делает свой узел дороже на 1 балл; выберите узел по разу за каждую.
}

## Что можно настроить

option-rounds = Число раундов, пять, шесть или семь
option-no_pushing = Без толчков: диск, который остаётся в зоне у своего угла, выбывает
option-tremor = Рука немного дрожит: щелчок ошибается направлением и силой
option-values = Поле и планшеты, которые заменяют встроенные, в виде JSON

## Строки подсчёта очков

score-ruins = Руины
score-canyon = Каньон
score-mud = Потрескавшаяся земля
score-river = Дельта реки
