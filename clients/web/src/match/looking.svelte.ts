// Which place of the table the reader wants explained: pointed at for a moment, held with a finger, or asked for by key.

const POINT_MS = 300;
const HOLD_MS = 500;

export class Looking {
  place = $state<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Watch a table; returns the function that ends this. */
  watch(table: HTMLElement): () => void {
    const over = (event: PointerEvent): void => {
      clearTimeout(this.#timer);
      const place = placeOf(event.target);
      if (place !== undefined && event.pointerType === "mouse") this.#timer = setTimeout(() => (this.place = place), POINT_MS);
    };
    const down = (event: PointerEvent): void => {
      clearTimeout(this.#timer);
      const place = placeOf(event.target);
      if (place !== undefined && event.pointerType !== "mouse") this.#timer = setTimeout(() => (this.place = place), HOLD_MS);
    };
    const stop = (): void => clearTimeout(this.#timer);
    table.addEventListener("pointerover", over);
    table.addEventListener("pointerdown", down);
    table.addEventListener("pointerup", stop);
    table.addEventListener("pointercancel", stop);
    table.addEventListener("pointerleave", stop);
    return () => {
      stop();
      table.removeEventListener("pointerover", over);
      table.removeEventListener("pointerdown", down);
      table.removeEventListener("pointerup", stop);
      table.removeEventListener("pointercancel", stop);
      table.removeEventListener("pointerleave", stop);
    };
  }

  /** Explain the place that has the focus, or close the explanation. */
  toggle(): void {
    const focused = placeOf(document.activeElement);
    this.place = focused === this.place ? undefined : focused;
  }

  /** Explain nothing because of a press that has become something else. */
  forget(): void {
    clearTimeout(this.#timer);
  }

  close(): boolean {
    const wasOpen = this.place !== undefined;
    this.place = undefined;
    return wasOpen;
  }
}

function placeOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest("[data-place]")?.getAttribute("data-place") ?? undefined;
}
