// The page's own words. `tr("match.waiting", { names })` in the reader's language.

import { en } from "./en";
import { ru } from "./ru";

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, string>>;

const LANGUAGES: Readonly<Record<string, Words>> = { en, ru };
const KEPT = "tilth.language";

function preferred(): string {
  const kept = localStorage.getItem(KEPT);
  const wanted = [kept ?? "", ...navigator.languages].map((name) => name.slice(0, 2).toLowerCase());
  return wanted.find((name) => name in LANGUAGES) ?? "en";
}

export const language = preferred();

/** Choose another language; the page loads again. */
export function chooseLanguage(name: string): void {
  localStorage.setItem(KEPT, name);
  location.reload();
}

const words: Words = LANGUAGES[language] ?? en;

export type Values = Readonly<Record<string, string | number>>;

export function tr(key: Key, values: Values = {}): string {
  return filled(words[key], values);
}

/**
 * The words of one part of the page, which keeps them in a file of its own.
 *
 *     export const say = translator({ en: { hand: "Hand, {count} cards" }, ru: { hand: "Рука: {count}" } });
 *     say("hand", { count: 3 })
 */
export function translator<K extends string>(
  parts: Readonly<{ en: Readonly<Record<K, string>>; ru: Readonly<Record<NoInfer<K>, string>> }>,
): (key: K, values?: Values) => string {
  const own = language === "ru" ? parts.ru : parts.en;
  return (key, values = {}) => filled(own[key], values);
}

/**
 * Returns the form of a counted word: `counted(n, ["ход", "хода", "ходов"])` or, in English, `["turn", "turns"]`.
 */
export function counted(count: number, forms: readonly string[]): string {
  const rule = new Intl.PluralRules(language).select(count);
  const index = language === "ru" ? { one: 0, few: 1 }[rule as string] ?? 2 : rule === "one" ? 0 : 1;
  return forms[Math.min(index, forms.length - 1)] ?? "";
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
