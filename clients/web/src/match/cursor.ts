// Moving the focus over a table with the arrow keys: to the nearest place in that direction.

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** A place's middle on the screen. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Returns the index of the nearest spot in a direction; undefined if there is none. Straight ones come first. */
export function nearest(from: Spot, spots: readonly Spot[], direction: Direction): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  spots.forEach((spot, index) => {
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const isLevel = direction === "ArrowLeft" || direction === "ArrowRight";
    const along = (isLevel ? dx : dy) * (direction === "ArrowLeft" || direction === "ArrowUp" ? -1 : 1);
    const across = Math.abs(isLevel ? dy : dx);
    if (along <= 1) return;
    const distance = along + 2 * across;
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}

/** Move the focus within the table; only places that are shown and can be touched count, with `all` those shown. */
export function moveCursor(table: HTMLElement, direction: Direction, all: boolean): void {
  const places = [...table.querySelectorAll<HTMLElement | SVGElement>("[data-place]")].filter(
    (place) =>
      ((all && place.getAttribute("aria-hidden") !== "true") || place.getAttribute("role") === "button" || place instanceof HTMLButtonElement) &&
      // A phone shows one panel at a time.
      place.checkVisibility(),
  );
  const spots = places.map((place) => middleOf(place));
  const active = document.activeElement;
  const at = active === null ? -1 : places.findIndex((place) => place === active);
  const next = at < 0 ? 0 : nearest(spots[at] ?? { x: 0, y: 0 }, spots, direction);
  const target = next === undefined ? undefined : places[next];
  if (target === undefined) return;
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus();
}

function middleOf(element: Element): Spot {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
