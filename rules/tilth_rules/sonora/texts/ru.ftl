title = Сонора

## Слова

section-0 = нет
section-1 = руины
section-2 = каньон
section-3 = потрескавшаяся земля
section-4 = дельта реки

bonus-1 = Щёлкни снова
bonus-2 = Поменяй местами
bonus-3 = Лиса
bonus-4 = Сова
bonus-5 = Кролик
bonus-6 = Открытие

reason-1 = вылетел с поля
reason-2 = выбит с поля
reason-3 = остался в зоне у своего угла
reason-4 = щёлкнут слишком много раз

phase-1 = Подготовка
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

# Клетки каньона: столбцы — буквы, строки — числа, от левого верхнего угла.
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

## Что произошло

event-FirstPlayerChosen = Первый игрок — { $seat }
event-RoundBegan = Начинается раунд { $round }
event-PhaseBegan = { $phase }
event-DiscFlicked = { $seat } щёлкает диск { $disc }
event-DiscsCameToRest = { $in_corner ->
    [true] Диск { $disc } не покинул стартовый угол
   *[false] Всё замерло после диска { $disc }
}{ $in_hole-count ->
    [0] { "" }
   *[other] ; в яблочко: { $in_hole }
}{ $off_board-count ->
    [0] { "" }
   *[other] ; за пределами поля: { $off_board }
}
event-DiscSunk = { $seat } относит диск { $disc } из яблочка к сектору «{ $section }»
event-DiscTakenBack = { $seat } возвращает диск { $disc } на стартовый угол
event-DiscReturned = Диск { $disc } возвращается хозяину, чтобы щёлкнуть его снова: { $seat }
event-DiscOut = Диск { $disc } выбывает из раунда: { $reason } (чей: { $seat })
event-ColoursChosen = В этом раунде ваш цвет { $own }, цвет бота { $bot }
event-DiscsSwapped = { $seat } меняет местами диски { $disc } и { $other }
event-TieSettled = { $seat }: диск { $disc } между двумя зонами относится к сектору «{ $section }»
event-DiscsSorted = Определено, к какому сектору относится каждый диск
event-BotCircled = Бот обводит в своём здании { $cells ->
    [one] { $cells } ячейку
    [few] { $cells } ячейки
   *[many] { $cells } ячеек
}
event-BotDrew = Бот рисует фигуру { $number }: { $squares }
event-BotLaid = Бот закрашивает в дельте ячейки: { $cells }
event-BotPainted = Узел { $node } стал дороже на { $cells }
event-BotMarked = Бот использует диски: { $discs }
event-BotLost = Боту не пригодились диски: { $discs }
event-RuinsOrdered = Порядок в руинах: { $seats } (ценность дисков: { $values })
event-DiscsMarked = { $seat } отмечает диски: { $discs }
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
    [true] первым завершает
   *[false] завершает
} здание { $building }: { $points } ПО
event-ShapeDrawn = { $seat } рисует фигуру { $number }: { $squares }{ $cacti-count ->
    [0] { "" }
   *[other] , кактусы: { $cacti }
}
event-PathLaid = { $seat } прокладывает путь: { $cells }
event-MudOpened = { $seat } может потратить на потрескавшейся земле { $points ->
    [one] { $points } балл
    [few] { $points } балла
   *[many] { $points } баллов
}
event-NodeCrossed = { $seat } зачёркивает узел { $node } за { $cost }
event-TriangleClosed = { $seat } замыкает треугольник { $triangle }{ $points ->
    [0] , внутри бонус
   *[other] , внутри кактус на { $points } ПО
}
event-ColumnCrossed = { $seat } зачёркивает в колонке { $column } { $cells ->
    [one] { $cells } ячейку
    [few] { $cells } ячейки
   *[many] { $cells } ячеек
}
event-MudClosed = { $seat } заканчивает с потрескавшейся землёй{ $lost ->
    [0] { "" }
    [one] , сгорает { $lost } балл
    [few] , сгорает { $lost } балла
   *[many] , сгорает { $lost } баллов
}
event-BonusGained = { $seat } получает бонус «{ $bonus }»
event-AnimalCircled = { $seat } обводит в области открытий: «{ $bonus }»
event-BonusUsed = { $seat } использует { $kept ->
    [true] открытие
   *[false] бонус
} «{ $bonus }»
event-MarkingFinished = { $seat } заканчивает с отметками{ $discs-count ->
    [0] { "" }
   *[other] , выбывают диски: { $discs }
}
event-BoardTurned = Поле повёрнуто, первый игрок — { $seat }
event-MatchEnded = Игра окончена. Места: { $places }. ПО: { $scores }. Руины: { $ruins }. Каньон: { $canyon }. Потрескавшаяся земля: { $mud }. Дельта реки: { $river }. Открытия: { $discoveries }

## Что может сказать игрок

move-TakeDisc = { $disc }
move-FlickAgain = щёлкнуть снова
move-KeepFlick = оставить как есть
move-SinkInto = к сектору «{ $section }»
move-SwapDiscs = поменять местами { $disc } и { $other }
move-CountFor = к сектору «{ $section }»
move-CrossCell = здание { $building }
move-MarkDisc = отметить { $disc }
move-MarkMud = отметить диски на потрескавшейся земле
move-UseBonus = бонус «{ $bonus }»
move-UseDiscovery = открытие «{ $bonus }»
move-FinishMarking = готово
move-DrawShape = { $squares }
move-LayPath = до ячейки { $cell }
move-CrossNode = узел { $node }
move-StopCrossing = больше узлов не зачёркивать
move-FillColumn = колонка { $column }
move-CircleAnimal = «{ $bonus }»
move-ChooseColour = { $colour }
move-BotTakes = { $disc }
move-BotDraws = { $squares }
move-BotLays = от ячейки { $cell } до ячейки { $last }
move-BotPaints = узел { $node }

## Что спрашивают

ask-disc = Какой диск вы щёлкнете?
ask-flick = Как вы щёлкнете диск { $disc }?
ask-bullseye = В яблочко! К какому сектору отнести диск { $disc }?
ask-reflick = Использовать бонус «Щёлкни снова» для диска { $disc }?
ask-swap = Какие два своих диска поменять местами? Можно не менять.
ask-tie = Ваш диск { $disc } лежит ровно между двумя зонами. К какому сектору его отнести?
ask-ruins = В руинах нужно зачеркнуть { $most ->
    [one] { $most } ячейку
    [few] { $most } ячейки
   *[many] { $most } ячеек
}. Какие?
ask-mark = Что вы отметите дальше?
ask-canyon = Где вы нарисуете фигуру?
ask-river = На какой ячейке закончится путь?
ask-mud = Какой узел вы зачеркнёте?
ask-columns = На колонки остаётся { $most ->
    [one] { $most } балл
    [few] { $most } балла
   *[many] { $most } баллов
}. Какие клетки зачеркнуть?
ask-discovery = Открытие! Какое животное вы обведёте?
ask-own-colour = Какой цвет в этом раунде ваш?
ask-bot-colour = Какой цвет в этом раунде у бота?
ask-bot-disc = Какой диск бот использует следующим?
ask-bot-canyon = Где бот нарисует фигуру?
ask-bot-river = Какой путь закрасит бот?
ask-bot-mud = Бот закрашивает { $most ->
    [one] { $most } маленькую ячейку
    [few] { $most } маленькие ячейки
   *[many] { $most } маленьких ячеек
} у узлов. У каких?

## Что можно настроить

option-rounds = Раундов: пять, шесть или семь
option-no_pushing = Без толчков: диск, оставшийся в зоне у своего угла, выбывает
option-tremor = Рука немного дрожит: щелчок ошибается направлением и силой
option-values = Поле и планшеты вместо встроенных, в виде JSON
