// The part of a field's frame that is drawn.

/** The width of the frame in which the schema numbers the places of a field, row by row. */
const WIDTH = 7;
/** So many lines are drawn at least, each way, so that the cards keep their size while a field is small. */
const LEAST = 4;

export interface Line {
  /** The number of the row or column in the frame. */
  readonly at: number;
  /** No card lies in it, and it is outside of the cards: it is drawn narrow. */
  readonly isRim: boolean;
}

/** The rows and columns of a field that are drawn. */
export interface Frame {
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
}

/** Cut the frame to the lines with cards and with the other places that are shown, such as those open to cards. */
export function frameOf(taken: readonly number[], others: readonly number[]): Frame {
  return {
    rows: linesOf(taken.map(rowOf), others.map(rowOf)),
    columns: linesOf(taken.map(columnOf), others.map(columnOf)),
  };
}

export const rowOf = (place: number): number => Math.floor(place / WIDTH);
export const columnOf = (place: number): number => place % WIDTH;
export const placeAt = (row: number, column: number): number => row * WIDTH + column;

function linesOf(taken: readonly number[], others: readonly number[]): readonly Line[] {
  if (taken.length + others.length === 0) return [];
  let first = Math.min(...taken, ...others);
  let last = Math.max(...taken, ...others);
  while (last - first + 1 < LEAST) {
    if (last < WIDTH - 1) last += 1;
    else first -= 1;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = first + index;
    return { at, isRim: at < Math.min(...taken) || at > Math.max(...taken) };
  });
}

/** The columns of a grid: where more than the least number are drawn, those at the rim are narrower. */
export function tracks(columns: readonly Line[]): string {
  const isWide = columns.length <= LEAST;
  return columns.map(({ isRim }) => (isRim && !isWide ? "minmax(34px, 0.42fr)" : "minmax(0, 1fr)")).join(" ");
}

/** The rows of a grid: those without a card are lower. */
export function rowTracks(rows: readonly Line[], taken: readonly number[]): string {
  const full = new Set(taken.map(rowOf));
  return rows.map(({ at }) => (full.has(at) ? "minmax(var(--tile), auto)" : "minmax(48px, auto)")).join(" ");
}
