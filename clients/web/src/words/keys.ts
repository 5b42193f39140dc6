// The words of the list of keys.

import { translator } from ".";

export const say = translator({
  en: {
    tab: "bar, seats, table, dock, log",
    arrows: "to the nearest place; with Alt to all places",
    arrange: "move a card in an order that is asked for",
    enter: "pick the place; answer",
    digits: "pick the option of this number",
    zero: "nothing, done",
    offer: "an offer",
    back: "last pick away, close",
    undo: "undo; take back the turn",
    filter: "narrow the options, search the log",
    inspect: "what is this?",
    go: "to table, dock, log, hand, seats",
    news: "show what happened since my turn",
    next: "next match where it is my turn",
    text: "table as text",
    help: "these keys",
    leaf: "another player's farm, island or sheet",
  },
  ru: {
    tab: "шапка, места, стол, вопрос, журнал",
    arrows: "к ближайшему месту; с Alt ко всем",
    arrange: "передвинуть карту, когда нужен порядок",
    enter: "выбрать место; ответить",
    digits: "выбрать вариант с этим номером",
    zero: "ничего, готово",
    offer: "предложение",
    back: "убрать последний выбор, закрыть",
    undo: "отменить; отменить весь ход",
    filter: "сузить варианты, искать в журнале",
    inspect: "что это?",
    go: "к столу, вопросу, журналу, руке, местам",
    news: "показать, что было после моего хода",
    next: "следующая партия, где мой ход",
    text: "стол текстом",
    help: "эти клавиши",
    leaf: "ферма, остров или лист другого игрока",
  },
});
