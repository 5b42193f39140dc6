title = The orchard
fruit-0 = fruit
fruit-1 = apple
fruit-2 = pear
fruit-3 = plum
event-FruitDealt = { $seat } draws { $fruit-id ->
    [0] a fruit
   *[other] the { $fruit }
}
event-FruitPicked = { $seat } picks { $fruits-count ->
    [0] nothing
    [one] one fruit: { $fruits }
   *[other] { $fruits-count } fruits: { $fruits }
}{ $last ->
    [true] {" "}in secret
   *[false] {""}
}
event-GuestCame = { $guest ->
    [none] Nobody came
   *[other] The guest sits with { $guest }
}
event-BasketWeighed = The basket weighs { $grams } g
event-FruitEaten = { $seat } eats in secret
event-SeasonEnded = { "" }
move-Pick = take { $fruit }
move-Bring = { $guest ->
    [none] send the guest away
   *[other] to { $guest }
}
move-EatFruit = eat it
ask-fruit = Which fruits? { $least } to { $most }
ask-weight = How heavy is the { $fruit }?
ask-guest = Which seat?
option-form = How long
option-rain = With rain
option-baskets = Baskets for each
option-motto = Motto
option-without = Fruits left out
quantity-grams = weight in grams
