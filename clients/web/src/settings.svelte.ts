// What the reader has chosen for this device: light or dark, motion, keys. Kept in the browser.

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "less";

export interface Choices {
  readonly theme: Theme;
  readonly motion: Motion;
  /** A flick is aimed with keys and sliders first, without dragging. */
  readonly flickByKeys: boolean;
  /** Keys of a single letter do something. */
  readonly letterKeys: boolean;
  /** A click on an option that is a whole answer sends it. */
  readonly answerByClick: boolean;
  /** A browser notification says "your turn" while the tab is hidden. */
  readonly notify: boolean;
}

export const DEFAULTS: Choices = {
  theme: "system",
  motion: "system",
  flickByKeys: false,
  letterKeys: true,
  answerByClick: true,
  notify: false,
};

const KEPT = "tilth.settings";

/** Returns the choices in a kept text; whatever it does not say, or says wrongly, is as the defaults say. */
export function choicesIn(text: string | null): Choices {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    return DEFAULTS;
  }
  const read: Record<string, unknown> = typeof found === "object" && found !== null ? { ...found } : {};
  const flag = (name: "flickByKeys" | "letterKeys" | "answerByClick" | "notify"): boolean => {
    const value = read[name];
    return typeof value === "boolean" ? value : DEFAULTS[name];
  };
  return {
    theme: read.theme === "light" || read.theme === "dark" ? read.theme : "system",
    motion: read.motion === "less" ? "less" : "system",
    flickByKeys: flag("flickByKeys"),
    letterKeys: flag("letterKeys"),
    answerByClick: flag("answerByClick"),
    notify: flag("notify"),
  };
}

class Settings {
  #choices = $state.raw<Choices>(choicesIn(localStorage.getItem(KEPT)));

  get choices(): Choices {
    return this.#choices;
  }

  /** Whether things may move: neither the system nor the reader wants less of it. */
  get moves(): boolean {
    return this.#choices.motion === "system" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  choose(changed: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...changed };
    localStorage.setItem(KEPT, JSON.stringify(this.#choices));
    this.show();
  }

  /** Let the page look as chosen. */
  show(): void {
    const root = document.documentElement.dataset;
    const { theme, motion } = this.#choices;
    if (theme === "system") delete root.theme;
    else root.theme = theme;
    if (motion === "system") delete root.motion;
    else root.motion = motion;
  }
}

export const settings = new Settings();
