// The films of one match: what happens moves on the table, one record after the other, and never holds anybody up.

import { tick } from "svelte";

import type { AnyDrawing, Step } from "../games/drawing";
import { settings } from "../settings.svelte";
import { measure, play, type Whence } from "./film";

/** Steps of more records than this are shown at once. */
const MAX_STEPS = 60;

export class Films {
  /** A film is being shown. */
  isPlaying = $state(false);
  #steps: Step[] = [];
  #whence = new Map<string, DOMRect>();
  #cut: (() => void) | undefined;
  #isQueued = false;

  constructor(
    readonly table: () => HTMLElement | undefined,
    readonly drawing: () => AnyDrawing | undefined,
  ) {}

  /** Take a record's events while the picture before them is still there; the film begins with the next picture. */
  take(events: readonly Uint8Array[], before: Uint8Array): void {
    const table = this.table();
    const drawing = this.drawing();
    if (table === undefined || drawing === undefined || !settings.moves || document.hidden) return;
    const view: unknown = drawing.decodeView(before);
    const steps = events.flatMap((event) => drawing.film(drawing.decodeEvent(event), view));
    if (steps.length === 0) return;
    for (const [name, rect] of measure(table, steps) as Whence) if (!this.#whence.has(name)) this.#whence.set(name, rect);
    this.#steps.push(...steps);
    if (this.#isQueued) return;
    this.#isQueued = true;
    void tick().then(() => this.#play(table));
  }

  /** End the film: what it led to is there already. */
  cut(): void {
    this.#cut?.();
    this.#cut = undefined;
    this.isPlaying = false;
  }

  #play(table: HTMLElement): void {
    const steps = this.#steps.length > MAX_STEPS ? [] : this.#steps;
    const whence = this.#whence;
    this.#steps = [];
    this.#whence = new Map();
    this.#isQueued = false;
    this.cut();
    if (steps.length === 0) return;
    const stop = play(table, steps, whence);
    const longest = Math.max(...steps.map(({ ms }) => ms)) + 600;
    const timer = setTimeout(() => (this.isPlaying = false), longest);
    this.isPlaying = true;
    this.#cut = () => {
      clearTimeout(timer);
      stop();
    };
  }
}
