// How a place of a drawing stands now, whatever it is drawn with.

import type { Look } from "../games/drawing";

export interface PlaceState {
  readonly isLit: boolean;
  readonly isPicked: boolean;
  /** It can be touched: to pick it, or to take it back. */
  readonly isLive: boolean;
  /** What is drawn at it: how often it is picked, its place in the order, or its number in the list. */
  readonly mark: string | undefined;
  /** What a screen reader says of it besides its name and that it is picked. */
  readonly spoken: string | undefined;
}

export function placeState(place: string, look: Look): PlaceState {
  const isLit = look.lit.has(place);
  const count = look.picked.get(place) ?? 0;
  const isLive = isLit || count > 0;
  const number = isLive ? look.numbers.get(place) : undefined;
  // Where the order counts, the number of what is picked is its place in the order.
  const isOrdered = count === 1 && look.decision?.ordered === true && number !== undefined;
  const mark = count > 1 ? String(count) : count === 1 && !isOrdered ? "✓" : number;
  return { isLit, isPicked: count > 0, isLive, mark, spoken: count > 1 || isOrdered ? mark : undefined };
}

/** Touch a place by its keys, as a button is touched. */
export function pressed(event: KeyboardEvent, place: string, look: Look): void {
  // Enter on what is picked means the answer (match/keys.ts).
  const isPicked = (look.picked.get(place) ?? 0) > 0;
  if ((event.key !== "Enter" || isPicked) && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  look.touch(place);
}
