// The names of the numbers in a game's messages, by the server's own words: of cards, crops, spaces.

import { lobby } from "../server/calls";

interface Label {
  readonly kind: string;
  readonly number: number;
  readonly text: string;
  readonly forms: Readonly<Record<string, string>>;
}

export class Labels {
  readonly #found = new Map<string, Label>();
  readonly #numbers = new Map<string, number[]>();

  constructor(labels: readonly Label[]) {
    for (const label of labels) {
      this.#found.set(`${label.kind} ${label.number}`, label);
      this.#numbers.set(label.kind, [...(this.#numbers.get(label.kind) ?? []), label.number]);
    }
  }

  /** Returns the numbers of this kind that have a label, in their order: the game's actions, its cards. */
  numbers(kind: string): readonly number[] {
    return this.#numbers.get(kind) ?? [];
  }

  /** Returns the label, or one of its other forms; empty if the game has none. */
  text(kind: string, number: number, form?: string): string {
    const label = this.#found.get(`${kind} ${number}`);
    if (label === undefined) return "";
    return form === undefined ? label.text : (label.forms[form] ?? label.text);
  }
}

const fetched = new Map<string, Promise<Labels>>();

/** Returns the labels of a game; they are fetched once a version of its rules and language. */
export function fetchLabels(game: string, rulesVersion: number, language: string): Promise<Labels> {
  const key = `${game} ${rulesVersion} ${language}`;
  let found = fetched.get(key);
  if (found === undefined) {
    found = lobby.listLabels({ game, language }).then(({ labels }) => new Labels(labels));
    found.catch(() => fetched.delete(key));
    fetched.set(key, found);
  }
  return found;
}
