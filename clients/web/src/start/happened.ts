// What happened in a match since the reader's own last answer, in words.

import { counted, language } from "../words";
import { say } from "../words/start";

/** Returns what happened since the reader's own last answer: "5 things happened since your turn". */
export function sayHappened(count: number): string {
  const forms = [say("happened-one", { count }), say("happened-few", { count }), say("happened-many", { count })];
  return counted(count, language === "ru" ? forms : [forms[0] ?? "", forms[2] ?? ""]);
}
