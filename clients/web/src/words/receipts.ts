// Words of the receipts that the browser keeps.

import { translator } from ".";

export const say = translator({
  en: {
    receipts: "Receipts",
    what: "What the server signed about this match before, held against what it shows now. This browser keeps a receipt when a match ends while you are at its table, and when you save one.",
    none: "This browser keeps no receipt of this match.",
    comparing: "Comparing …",
    ok: "Receipt of {at}: the log begins with the {records} records that the server signed then.",
    later: "Receipt of {at} ({records} records): it is compared when the match has ended.",
    changed: "Receipt of {at}: the first {records} records are NOT those that the server signed then.",
    shorter: "Receipt of {at}: the server signed {records} records then, and the log has fewer now.",
    "other-match": "Receipt of {at}: it is of another match.",
    "bad-signature": "A receipt was altered: its signature does not fit.",
    "other-key": "It is signed with a key that the server doesn't name as its own.",
    unchecked: "This browser can't check the signature; tilth verify does.",
    "cannot-compare": "At an address without TLS this browser can't compute hashes. Save the receipts, and compare them by tilth verify --receipt.",
    save: "Save the receipts",
    file: "Compare a receipt from a file",
    "bad-file": "There are no receipts in this file.",
  },
  ru: {
    receipts: "Расписки",
    what: "То, что сервер раньше подписал об этой партии, сравнивается с тем, что он показывает сейчас. Браузер хранит расписку, если партия закончилась, пока вы были за столом, и если вы её сохраняли.",
    none: "Расписок об этой партии в браузере нет.",
    comparing: "Сравниваем…",
    ok: "Расписка от {at}: журнал начинается с тех записей ({records}), которые сервер тогда подписал.",
    later: "Расписка от {at} (записей: {records}): сравним, когда партия кончится.",
    changed: "Расписка от {at}: первые записи ({records}) НЕ те, которые сервер тогда подписал.",
    shorter: "Расписка от {at}: тогда сервер подписал записей: {records}, а теперь их меньше.",
    "other-match": "Расписка от {at}: она от другой партии.",
    "bad-signature": "Расписка изменена: подпись не подходит.",
    "other-key": "Она подписана ключом, который сервер не называет своим.",
    unchecked: "Проверить подпись этот браузер не может; это умеет tilth verify.",
    "cannot-compare": "По адресу без TLS этот браузер не может вычислять хеши. Сохраните расписки и сравните их командой tilth verify --receipt.",
    save: "Сохранить расписки",
    file: "Сравнить расписку из файла",
    "bad-file": "В этом файле нет расписок.",
  },
});
