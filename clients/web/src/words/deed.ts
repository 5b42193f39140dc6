// Words of the dialog that asks before something is done.

import { translator } from ".";

export const say = translator({
  en: {
    done: "Done",
    copy: "Copy",
    copied: "Copied",
    at: "at a time …",
  },
  ru: {
    done: "Готово",
    copy: "Скопировать",
    copied: "Скопировано",
    at: "в указанное время…",
  },
});
