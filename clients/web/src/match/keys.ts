// The keys of a match. They act while no field has the focus; a setting turns letters off.

import { moveCursor } from "./cursor";

export interface KeyTargets {
  /** Choose the option of this number in the list, from 1. */
  readonly option: (number: number) => void;
  readonly offer: (number: number) => void;
  /** Send what is picked; nothing happens while more has to be picked. */
  readonly answer: () => void;
  /** Send the answer without a pick, where that is one. */
  readonly nothing: () => void;
  /** Put down or take away the last pick. */
  readonly back: () => void;
  readonly undo: () => void;
  readonly undoTurn: () => void;
  readonly inspect: () => void;
  readonly showNews: () => void;
  readonly nextMatch: () => void;
  readonly asText: () => void;
  readonly help: () => void;
  readonly goTo: (part: "table" | "dock" | "log" | "hand" | "seats") => void;
  readonly filter: () => void;
  readonly table: () => HTMLElement | undefined;
  readonly hasLetters: () => boolean;
}

/** Two digits within this time are one number. */
const DIGITS_MS = 600;
const PARTS = { t: "table", d: "dock", l: "log", h: "hand", s: "seats" } as const;

export class Keys {
  #digits = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #prefix: "" | "g" | "o" = "";

  constructor(readonly targets: KeyTargets, readonly optionCount: () => number) {}

  /** Handle a key; returns whether it meant something. */
  press(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isField(event.target)) return false;
    const { key } = event;
    if (/^[0-9]$/.test(key) && !event.altKey) return this.#digit(key);
    if (key.startsWith("Arrow")) return this.#arrow(event);
    if (key === "Enter") return this.#enter(event);
    if (key === "Backspace" || key === "Escape") {
      this.#forget();
      this.targets.back();
      return true;
    }
    if (key === "?") return did(this.targets.help);
    if (key === "/") return did(this.targets.filter);
    return !event.altKey && this.targets.hasLetters() && this.#letter(event);
  }

  #letter(event: KeyboardEvent): boolean {
    // By position, so that other layouts work, too.
    const letter = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : "";
    if (this.#prefix === "g") {
      this.#prefix = "";
      const part = PARTS[letter as keyof typeof PARTS];
      if (part !== undefined) this.targets.goTo(part);
      return part !== undefined;
    }
    switch (letter) {
      case "g":
      case "o":
        this.#prefix = letter;
        return true;
      case "u":
        return did(event.shiftKey ? this.targets.undoTurn : this.targets.undo);
      case "i":
        return did(this.targets.inspect);
      case "p":
        return did(this.targets.showNews);
      case "n":
        return did(this.targets.nextMatch);
      case "v":
        return did(this.targets.asText);
      default:
        return false;
    }
  }

  #digit(key: string): boolean {
    if (this.#prefix === "o") {
      this.#prefix = "";
      this.targets.offer(Number(key));
      return true;
    }
    if (key === "0" && this.#digits === "") return did(this.targets.nothing);
    clearTimeout(this.#timer);
    this.#digits += key;
    const number = Number(this.#digits);
    const isFinal = number * 10 > this.optionCount();
    if (isFinal) this.#choose();
    else this.#timer = setTimeout(() => this.#choose(), DIGITS_MS);
    return true;
  }

  #choose(): void {
    const number = Number(this.#digits);
    this.#forget();
    this.targets.option(number);
  }

  #arrow(event: KeyboardEvent): boolean {
    const table = this.targets.table();
    const target = event.target as Element | null;
    if (table === undefined || target?.closest("[data-keys=own], .dock, .log, dialog") != null) return false;
    moveCursor(table, event.key as Parameters<typeof moveCursor>[1], event.altKey);
    return true;
  }

  #enter(event: KeyboardEvent): boolean {
    const target = event.target as Element | null;
    const isPicked = target?.closest("[data-place].on") != null;
    if (!isPicked && target?.closest("button, a, [role=button], summary, dialog") != null) return false;
    // A number that could have a second digit need not be waited for.
    if (this.#digits !== "") return did(() => this.#choose());
    return did(this.targets.answer);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#digits = "";
    this.#prefix = "";
  }
}

function did(action: () => void): boolean {
  action();
  return true;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
