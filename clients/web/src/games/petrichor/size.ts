// How large the tiles are drawn, in the units of the drawing.

export interface TileSize {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
}

const WIDE: TileSize = { width: 204, height: 206, gap: 14 };
const TALL: TileSize = { width: 104, height: 182, gap: 8 };

/** Tall tiles are for phones: four of them side by side are still readable. */
export const sizeOf = (isTall: boolean): TileSize => (isTall ? TALL : WIDE);

/** The part of the drawing that the tiles take up: they lie in four columns and three rows, not all of them used. */
export function boxOf(tiles: readonly number[], isTall: boolean): string {
  const { width, height, gap } = sizeOf(isTall);
  const columns = Math.max(1, ...tiles.map((tile) => (tile % 4) + 1));
  const rows = Math.max(1, ...tiles.map((tile) => Math.floor(tile / 4) + 1));
  const above = 18;
  const around = 6;
  const right = columns * (width + gap) - gap + 2 * around;
  const below = rows * (height + gap) - gap + above + around;
  return `${-around} ${-above} ${right} ${below}`;
}

/** The middle of a tile. */
export function middleOf(tile: number, isTall: boolean): { readonly x: number; readonly y: number } {
  const { width, height, gap } = sizeOf(isTall);
  return { x: (tile % 4) * (width + gap) + width / 2, y: Math.floor(tile / 4) * (height + gap) + height / 2 };
}
