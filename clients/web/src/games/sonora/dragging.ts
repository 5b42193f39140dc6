// Places that are picked by dragging a finger or the mouse over them.

import type { Look } from "../drawing";

/** One drag over the places of a drawing. A press without a drag stays a click, which the places take themselves. */
export class DragOver {
  readonly #look: () => Look;
  #first: string | undefined;
  #isDragging = false;
  #wasDragging = false;

  constructor(look: () => Look) {
    this.#look = look;
  }

  readonly begin = (event: PointerEvent): void => {
    this.#wasDragging = false;
    if (event.button !== 0) return;
    this.#first = placeAt(event);
    this.#isDragging = false;
    // A finger holds on to the element that it touched first; the places under it are wanted.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
  };

  readonly over = (event: PointerEvent): void => {
    if (this.#first === undefined) return;
    const place = placeAt(event);
    if (place === undefined || (place === this.#first && !this.#isDragging)) return;
    if (!this.#isDragging) {
      this.#isDragging = true;
      this.#pick(this.#first);
    }
    this.#pick(place);
  };

  readonly end = (): void => {
    this.#wasDragging = this.#isDragging;
    this.#first = undefined;
    this.#isDragging = false;
  };

  /** Swallow the click that a browser makes of the end of a drag. */
  readonly click = (event: MouseEvent): void => {
    if (this.#wasDragging) event.stopPropagation();
    this.#wasDragging = false;
  };

  #pick(place: string): void {
    const look = this.#look();
    if (look.lit.has(place) && !look.picked.has(place)) look.touch(place);
  }
}

function placeAt(event: PointerEvent): string | undefined {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
  return found?.getAttribute("data-place") ?? undefined;
}
