// The river of a sheet as a tidy tree: the ends of its branches evenly spread, each fork in the middle of its arms.

import type { Point } from "./board";

export interface RiverLayout {
  /** By cell, where it lies. */
  readonly cells: readonly Point[];
  readonly width: number;
  readonly height: number;
}

/** Lay out the cells; `above` says which cell each one follows, the start following itself. */
export function layOut(above: readonly number[], across: number, down: number): RiverLayout {
  const below: number[][] = above.map(() => []);
  above.forEach((parent, cell) => {
    if (cell !== parent) below[parent]?.push(cell);
  });
  const cells: Point[] = above.map(() => ({ x: 0, y: 0 }));
  let ends = 0;
  let deepest = 0;
  const place = (cell: number, depth: number): number => {
    deepest = Math.max(deepest, depth);
    const arms = (below[cell] ?? []).map((arm) => place(arm, depth + 1));
    const x = arms.length === 0 ? ends++ * across : ((arms[0] ?? 0) + (arms[arms.length - 1] ?? 0)) / 2;
    cells[cell] = { x, y: depth * down };
    return x;
  };
  if (above.length > 0) place(0, 0);
  return { cells, width: Math.max(0, ends - 1) * across, height: deepest * down };
}

/** The cells from the first one above that is marked, down to this cell: the way of a path that ends here. */
export function wayTo(above: readonly number[], marked: ReadonlySet<number>, cell: number): readonly number[] {
  const way: number[] = [];
  for (let at = cell; at !== undefined && !marked.has(at) && way.length < above.length; at = above[at] ?? 0) {
    way.unshift(at);
    if (above[at] === at) break;
  }
  return way;
}

/** The cells between two cells of a tree, both included. */
export function between(above: readonly number[], one: number, other: number): readonly number[] {
  const up = (cell: number): number[] => {
    const line = [cell];
    for (let at = cell; above[at] !== undefined && above[at] !== at && line.length <= above.length; ) {
      at = above[at] ?? 0;
      line.push(at);
    }
    return line;
  };
  const first = up(one);
  const second = up(other);
  const meets = first.find((cell) => second.includes(cell));
  if (meets === undefined) return [one, other];
  return [...first.slice(0, first.indexOf(meets) + 1), ...second.slice(0, second.indexOf(meets)).reverse()];
}
