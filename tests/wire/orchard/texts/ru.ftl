title = Сад
fruit-0 = фрукт
    .of = фрукта
fruit-1 = яблоко
    .of = яблока
fruit-2 = груша
    .of = груши
event-FruitDealt = { $seat } тянет карту { $fruit-of }
event-FruitPicked = { $seat } берёт { $fruits-count ->
    [one] { $fruits-count } плод
    [few] { $fruits-count } плода
   *[many] { $fruits-count } плодов
}
event-GuestCame = Гость: { $guest }
event-BasketWeighed = Вес корзины: { $grams } г
event-FruitEaten = { $seat } тайком ест
event-SeasonEnded = { "" }
move-Pick = взять: { $fruit }
move-EatFruit = съесть
ask-fruit = Какие фрукты? От { $least } до { $most }
option-form = Длина
option-rain = С дождём
option-baskets = Корзин у каждого
option-motto = Девиз
option-without = Без этих фруктов
quantity-grams = вес в граммах
