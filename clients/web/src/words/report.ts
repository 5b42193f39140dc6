// Words of a player's report to the moderators.

import { translator } from ".";

export const say = translator({
  en: {
    ask: "Report something?",
    what: "The moderators of this server read it, with your name. The player is not told.",
    about: "What is wrong",
    player: "{name}: what the player does",
    name: "{name}: the name",
    title: "The title “{title}”",
    text: "What the moderators should know",
    do: "Report it",
    keep: "Do nothing",
    did: "The moderators have your report. Thank you.",
    nothing: "There is nobody else here, and no title.",
  },
  ru: {
    ask: "Пожаловаться?",
    what: "Это прочтут модераторы сервера, с вашим именем. Игрок об этом не узнает.",
    about: "Что не так",
    player: "{name}: поведение",
    name: "{name}: имя",
    title: "Название «{title}»",
    text: "Что нужно знать модераторам",
    do: "Пожаловаться",
    keep: "Ничего не делать",
    did: "Жалоба у модераторов. Спасибо.",
    nothing: "Здесь больше никого нет, и названия тоже.",
  },
});
