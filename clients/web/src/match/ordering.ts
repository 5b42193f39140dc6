// Putting all options of a decision in an order, where they lie: by drag, or with Shift and the arrow keys. Loaded with
// the drags, when a table is there already.

import { tick } from "svelte";

import type { Drops } from "./drags";

export interface Row {
  /** The places as they are arranged now; empty while no order is asked for. */
  readonly order: () => readonly string[];
  /** Put a place where another one is; those between them move up. */
  readonly put: (place: string, at: string) => void;
}

/** Where a place of the row can be dragged: to every other one. */
export function dropsIn(order: readonly string[], from: string): Drops {
  if (!order.includes(from)) return new Map();
  return new Map(order.filter((place) => place !== from).map((place) => [place, { touches: [from, place] }]));
}

/** Watch a table's keys; returns the function that ends this. */
export function watchOrder(table: HTMLElement, row: Row): () => void {
  const press = (event: KeyboardEvent): void => {
    if (!event.shiftKey || !event.key.startsWith("Arrow")) return;
    const place = event.target instanceof Element ? event.target.getAttribute("data-place") : null;
    const order = row.order();
    const index = place === null ? -1 : order.indexOf(place);
    if (place === null || index < 0) return;
    event.preventDefault();
    const at = order[event.key === "ArrowLeft" || event.key === "ArrowUp" ? index - 1 : index + 1];
    if (at === undefined) return;
    row.put(place, at);
    // A card that is moved within the page loses the focus.
    void tick().then(() => table.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus());
  };
  table.addEventListener("keydown", press);
  return () => table.removeEventListener("keydown", press);
}
