// The part of a field's frame that is drawn, and which places a player has passed in the running turn.

import { Phase, type Player, Stage, type View } from "../../generated/tilth/games/earth/v1/earth_pb";
import { CLIMATE, ISLAND } from "./places";

const WIDTH = 7;
const SIDE = 4;

export interface Line {
  /** The number of the row or column in the frame of 7. */
  readonly at: number;
  /** No card lies in it, and it is outside of the cards: it is drawn narrow. */
  readonly isRim: boolean;
}

/** The rows and columns of a field that are drawn. */
export interface Frame {
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
}

/**
 * Cut the frame of 7 by 7 to the lines that can still be used next to the cards, at least 4 by 4. Places that are lit
 * are always inside. Without a rim, it holds the cards only.
 */
export function frameOf(taken: readonly number[], lit: readonly number[], rim = 1): Frame {
  return {
    rows: linesOf(taken.map(rowOf), lit.map(rowOf), rim),
    columns: linesOf(taken.map(columnOf), lit.map(columnOf), rim),
  };
}

export const rowOf = (place: number): number => Math.floor(place / WIDTH);
export const columnOf = (place: number): number => place % WIDTH;
export const placeAt = (row: number, column: number): number => row * WIDTH + column;

function linesOf(taken: readonly number[], lit: readonly number[], rim: number): readonly Line[] {
  const low = taken.length > 0 ? Math.min(...taken) : (WIDTH - 1) / 2;
  const high = taken.length > 0 ? Math.max(...taken) : (WIDTH - 1) / 2;
  // A field never grows beyond four lines, so what lies farther away stays empty.
  let first = Math.min(Math.max(0, low - rim, high - SIDE + 1), ...lit);
  let last = Math.max(Math.min(WIDTH - 1, high + rim, low + SIDE - 1), ...lit);
  while (last - first + 1 < SIDE) {
    if (last < WIDTH - 1) last += 1;
    else first -= 1;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = first + index;
    return { at, isRim: at < low || at > high };
  });
}

/** The columns of a grid: where more than four are drawn, those at the rim are narrower. */
export function tracks(columns: readonly Line[]): string {
  const isWide = columns.length <= SIDE;
  return columns.map(({ isRim }) => (isRim && !isWide ? "minmax(34px, 0.42fr)" : "minmax(0, 1fr)")).join(" ");
}

/** The rows of a grid: those without a card are lower. */
export function rowTracks(rows: readonly Line[], taken: readonly number[]): string {
  const full = new Set(taken.map(rowOf));
  return rows.map(({ at }) => (full.has(at) ? "minmax(var(--tile), auto)" : "minmax(48px, auto)")).join(" ");
}

/** Whether a place was passed over in the running turn: it cannot be activated any more. */
export function isPassed(view: View, player: Player, place: number): boolean {
  const { passed, boardFirst } = player;
  // Between turns a view still tells the place of the last one.
  if (passed === undefined || view.phase !== Phase.TURNS || player.stage === Stage.UNSPECIFIED) return false;
  if (place < ISLAND) return passed < ISLAND ? place <= passed : !boardFirst;
  if (passed < ISLAND) return boardFirst;
  return place === ISLAND || passed === CLIMATE;
}
