// The words of the reader's notes on a match.

import { translator } from ".";

export const say = translator({
  en: {
    mine: "My notes on this match",
    hint: "Only this browser keeps them. Nobody else sees them.",
    lost: "This browser keeps no notes.",
  },
  ru: {
    mine: "Мои заметки об этой партии",
    hint: "Они хранятся только в этом браузере. Больше их никто не видит.",
    lost: "Этот браузер не хранит заметок.",
  },
});
