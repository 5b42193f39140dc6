// The canyon of a sheet: its cells as a view lists them, and the outlines of what is drawn there.

import { Bonus } from "../../generated/tilth/games/sonora/v1/sonora_pb";

/** A cell is 16 * row + column. */
export const STRIDE = 16;

export interface Square {
  readonly square: number;
  readonly row: number;
  readonly column: number;
  readonly isStart: boolean;
  /** The kind of the cactus, from 1; 0 for none. */
  readonly cactus: number;
  readonly bonus: Bonus;
}

const BONUSES: Readonly<Record<string, Bonus>> = {
  R: Bonus.REFLICK,
  W: Bonus.SWAP,
  F: Bonus.FOX,
  O: Bonus.OWL,
  K: Bonus.RABBIT,
  D: Bonus.DISCOVERY,
};

/** The cells of the canyon, in reading order, by the codes that the view prints. */
export function squaresOf(rows: readonly string[]): readonly Square[] {
  return rows.flatMap((codes, row) =>
    [...codes].flatMap((code, column) =>
      code === "#"
        ? []
        : [
            {
              square: STRIDE * row + column,
              row,
              column,
              isStart: code === "S",
              cactus: "abc".indexOf(code) + 1,
              bonus: BONUSES[code] ?? Bonus.UNSPECIFIED,
            },
          ],
    ),
  );
}

/** The outline of some cells, as a path of their outer edges, for cells of this size. */
export function outline(squares: readonly number[], size: number): string {
  const held = new Set(squares);
  const holds = (row: number, column: number): boolean =>
    column >= 0 && column < STRIDE && held.has(STRIDE * row + column);
  const edges: string[] = [];
  for (const square of squares) {
    const row = Math.floor(square / STRIDE);
    const column = square % STRIDE;
    const x = column * size;
    const y = row * size;
    if (!holds(row - 1, column)) edges.push(`M${x} ${y}h${size}`);
    if (!holds(row + 1, column)) edges.push(`M${x} ${y + size}h${size}`);
    if (!holds(row, column - 1)) edges.push(`M${x} ${y}v${size}`);
    if (!holds(row, column + 1)) edges.push(`M${x + size} ${y}v${size}`);
  }
  return edges.join("");
}

/** The cell of a shape that has its number: the first one without a picture, or the first. */
export function numberedSquare(squares: readonly number[], cells: ReadonlyMap<number, Square>): number | undefined {
  const plain = squares.find((square) => {
    const cell = cells.get(square);
    return cell !== undefined && cell.cactus === 0 && cell.bonus === Bonus.UNSPECIFIED;
  });
  return plain ?? squares[0];
}

/** The cells of a shape moved to the top left, as rows and columns, for a small picture of it. */
export function inCorner(squares: readonly number[]): readonly (readonly [number, number])[] {
  const top = Math.min(...squares.map((square) => Math.floor(square / STRIDE)));
  const left = Math.min(...squares.map((square) => square % STRIDE));
  return squares.map((square) => [Math.floor(square / STRIDE) - top, (square % STRIDE) - left]);
}
