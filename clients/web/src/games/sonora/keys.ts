// The keys of a flick, by their places on the keyboard, so that they are the same for every layout.

import type { Look } from "../drawing";
import type { Flick, FlickNumber } from "./aim";

/** How far a press goes: fine, usual, coarse. */
const STEPS: Readonly<Record<FlickNumber, readonly [number, number, number]>> = {
  side: [5, 50, 200],
  back: [5, 50, 200],
  aim: [5, 50, 500],
  power: [1, 10, 100],
};

const KEYS: Readonly<Record<string, readonly [FlickNumber, 1 | -1]>> = {
  ArrowLeft: ["aim", -1],
  ArrowRight: ["aim", 1],
  ArrowUp: ["power", 1],
  ArrowDown: ["power", -1],
  KeyA: ["side", -1],
  KeyD: ["side", 1],
  KeyW: ["back", -1],
  KeyS: ["back", 1],
};

export class AimKeys {
  readonly #now: () => { readonly look: Look; readonly flick: Flick | undefined };
  /** Which of the steps a press takes without Shift. */
  #size = 1;

  constructor(now: () => { readonly look: Look; readonly flick: Flick | undefined }) {
    this.#now = now;
  }

  /** Change one number by so much, within its bounds. */
  change(name: FlickNumber, by: number): void {
    const { look, flick } = this.#now();
    const quantities = look.decision?.quantities ?? [];
    const index = quantities.findIndex((quantity) => quantity.name === name);
    const quantity = quantities[index];
    if (flick === undefined || quantity === undefined) return;
    look.setValue(index, Math.min(Number(quantity.max), Math.max(Number(quantity.min), flick[name] + by)));
  }

  readonly press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    const key = KEYS[event.code];
    if (key !== undefined) this.change(key[0], key[1] * STEPS[key[0]][event.shiftKey ? 0 : this.#size as 0 | 1 | 2]);
    else if (event.code === "BracketLeft") this.#size = Math.max(0, this.#size - 1);
    else if (event.code === "BracketRight") this.#size = Math.min(2, this.#size + 1);
    else if (event.code === "Space" && !isPressed(event.target)) this.#now().look.answer();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Whether keys belong to the element: a field that is typed in, or a slider. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, dialog") !== null;
}

/** Whether the space bar presses the element. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;
}
