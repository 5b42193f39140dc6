// The places of a bracket's tables: a column for each round, a box for each table, a line for each way on.

import type { BracketEntrant, BracketRound, BracketTable } from "../generated/tilth/v1/tournaments_pb";

export const BOX_WIDTH = 184;
export const COLUMN = BOX_WIDTH + 48;
export const ROW = 24;
/** The height of the line above the entrants of a table. */
export const HEAD = 20;
const GAP = 14;

export interface Line {
  readonly entrant: number;
  readonly points: number;
  readonly advances: boolean;
  readonly out: boolean;
  readonly middle: number;
}

export interface Box {
  readonly column: number;
  /** Undefined for an entrant with a bye. */
  readonly table: BracketTable | undefined;
  readonly top: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** The way of an entrant from one table to the next. */
export interface Way {
  readonly path: string;
  /** The entrant lost a life at the first of the two. */
  readonly lost: boolean;
}

export interface Drawing {
  readonly boxes: readonly Box[];
  readonly ways: readonly Way[];
  readonly width: number;
  readonly height: number;
}

interface Seated {
  readonly table: BracketTable | undefined;
  readonly entrants: readonly Pick<BracketEntrant, "entrant" | "points" | "advances" | "out">[];
}

/** Returns the drawing of these rounds. Tables whose entrants meet next are neighbours, so that few lines cross. */
export function drawingOf(rounds: readonly BracketRound[]): Drawing {
  const last = new Map<number, Box>();
  const boxes: Box[] = [];
  const ways: Way[] = [];
  columnsOf(rounds).forEach((seated, column) => {
    let lowest = 0;
    const made: Box[] = [];
    for (const one of seated) {
      const box = placed(one, column, lowest, last);
      lowest = box.top + box.height + GAP;
      for (const line of box.lines) {
        const from = last.get(line.entrant);
        if (from !== undefined) ways.push(wayOf(from, box, line));
      }
      made.push(box);
    }
    for (const box of made) for (const { entrant } of box.lines) last.set(entrant, box);
    boxes.push(...made);
  });
  return {
    boxes,
    ways,
    width: COLUMN * rounds.length - (COLUMN - BOX_WIDTH),
    height: Math.max(0, ...boxes.map(({ top, height }) => top + height)),
  };
}

function columnsOf(rounds: readonly BracketRound[]): Seated[][] {
  const columns = rounds.map(({ tables, byes }): Seated[] => [
    ...tables.map((table) => ({ table, entrants: table.entrants })),
    ...byes.map((entrant) => ({ table: undefined, entrants: [{ entrant, points: 0, advances: false, out: false }] })),
  ]);
  for (let at = columns.length - 2; at >= 0; at -= 1) {
    const place = new Map<number, number>();
    columns[at + 1]?.forEach(({ entrants }, next) => entrants.forEach(({ entrant }) => place.set(entrant, next)));
    const next = ({ entrants }: Seated): number => Math.min(place.size, ...entrants.map(({ entrant }) => place.get(entrant) ?? place.size));
    columns[at]?.sort((one, other) => next(one) - next(other));
  }
  return columns;
}

/** Returns the box beside the boxes that its entrants come from, and below `lowest`. */
function placed({ table, entrants }: Seated, column: number, lowest: number, last: ReadonlyMap<number, Box>): Box {
  const head = table === undefined ? 0 : HEAD;
  const height = head + ROW * entrants.length;
  const middles = entrants.flatMap(({ entrant }) => last.get(entrant)?.lines.find((line) => line.entrant === entrant)?.middle ?? []);
  const wanted = middles.length === 0 ? lowest : middles.reduce((sum, one) => sum + one, 0) / middles.length - height / 2;
  const top = Math.max(lowest, wanted);
  const lines = entrants.map(({ entrant, points, advances, out }, at) => ({ entrant, points, advances, out, middle: top + head + ROW * (at + 0.5) }));
  return { column, table, top, height, lines };
}

function wayOf(from: Box, box: Box, line: Line): Way {
  const start = from.lines.find(({ entrant }) => entrant === line.entrant);
  const end = COLUMN * box.column;
  const path = `M${COLUMN * from.column + BOX_WIDTH} ${start?.middle ?? 0}H${end - 20}V${line.middle}H${end}`;
  return { path, lost: from.table !== undefined && start?.advances !== true };
}
