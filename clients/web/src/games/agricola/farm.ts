// The geometry of a farmyard: cells and edges by their numbers, outlines of areas, and who stands where.

import { type Herd, type Player, PlotKind } from "../../generated/tilth/games/agricola/v1/agricola_pb";

const COLUMNS = 5;
const ROWS = 3;
/** The edges above and below cells come first, then those left and right of them. */
const ACROSS = (ROWS + 1) * COLUMNS;
/** The side of a cell in the drawing. */
export const SIDE = 100;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The upper left corner of a cell. */
export function corner(cell: number): Point {
  return { x: (cell % COLUMNS) * SIDE, y: Math.floor(cell / COLUMNS) * SIDE };
}

/** The name of a cell: columns A to E, rows 1 to 3. */
export const cellName = (cell: number): string => `${"ABCDE"[cell % COLUMNS] ?? ""}${Math.floor(cell / COLUMNS) + 1}`;

/** The two ends of an edge. */
export function endsOf(edge: number): readonly [Point, Point] {
  if (edge < ACROSS) {
    const from = { x: (edge % COLUMNS) * SIDE, y: Math.floor(edge / COLUMNS) * SIDE };
    return [from, { x: from.x + SIDE, y: from.y }];
  }
  const upright = edge - ACROSS;
  const from = { x: (upright % (COLUMNS + 1)) * SIDE, y: Math.floor(upright / (COLUMNS + 1)) * SIDE };
  return [from, { x: from.x, y: from.y + SIDE }];
}

/** The line of an edge as a path. */
export function lineOf(edge: number): string {
  const [from, to] = endsOf(edge);
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

/** The posts at the ends of these edges, each once. */
export function postsOf(edges: readonly number[]): readonly Point[] {
  const found = new Map<string, Point>();
  for (const edge of edges) for (const end of endsOf(edge)) found.set(`${end.x} ${end.y}`, end);
  return [...found.values()];
}

/** The edges above, below, left and right of a cell. */
export function edgesOf(cell: number): readonly number[] {
  const row = Math.floor(cell / COLUMNS);
  const column = cell % COLUMNS;
  const left = ACROSS + row * (COLUMNS + 1) + column;
  return [cell, cell + COLUMNS, left, left + 1];
}

/** The edges around an area: those that belong to one of its cells only. */
export function outlineOf(cells: readonly number[]): readonly number[] {
  const found = new Set<number>();
  for (const edge of cells.flatMap(edgesOf)) if (!found.delete(edge)) found.add(edge);
  return [...found].sort((one, other) => one - other);
}

/** The edges around an area that have no fence yet: the lines to come while it is sketched. */
export function linesToCome(cells: readonly number[], fences: readonly number[]): readonly number[] {
  const standing = new Set(fences);
  return outlineOf(cells).filter((edge) => !standing.has(edge));
}

/** The cells that are rooms. */
export const roomsOf = (player: Player): readonly number[] =>
  player.plots.filter(({ kind }) => kind === PlotKind.ROOM).map(({ plot }) => plot);

/** Where each person that is at home stands: in the rooms by turns, by the person's number. */
export function peopleAtHome(player: Player): readonly { readonly person: number; readonly cell: number }[] {
  const rooms = roomsOf(player);
  return player.people.flatMap(({ space }, person) => {
    const cell = rooms[person % Math.max(1, rooms.length)];
    return space === undefined && cell !== undefined ? [{ person, cell }] : [];
  });
}

/** The room that a person has at home. */
export const roomOf = (player: Player, person: number): number => {
  const rooms = roomsOf(player);
  return rooms[person % Math.max(1, rooms.length)] ?? 0;
};

export type Animal = "sheep" | "boar" | "cattle";

/** The animals of a herd, one after the other. */
export function animalsOf(herd: Herd): readonly Animal[] {
  return (["sheep", "boar", "cattle"] as const).flatMap((kind) => Array.from({ length: herd[kind] }, () => kind));
}

export const sizeOf = (herd: Herd): number => herd.sheep + herd.boar + herd.cattle;

/** Where up to four animals of a herd stand in its cells, from the cell's corner. */
const SPOTS: readonly Point[] = [
  { x: 6, y: 8 },
  { x: 48, y: 30 },
  { x: 6, y: 50 },
  { x: 50, y: 4 },
];

/** Beside the person who lives there. */
const AT_HOME: Point = { x: 56, y: 2 };

export interface Standing extends Point {
  readonly kind: Animal;
}

/** The animals of a herd that are drawn, at most four a cell; the number beside them tells the rest. */
export function standingOf(herd: Herd, stables: ReadonlySet<number>): readonly Standing[] {
  if (herd.home) {
    const room = corner(herd.cells[0] ?? 0);
    return animalsOf(herd)
      .slice(0, 1)
      .map((kind) => ({ x: room.x + AT_HOME.x, y: room.y + AT_HOME.y, kind }));
  }
  const spots = herd.cells.flatMap((cell) => {
    const { x, y } = corner(cell);
    // A barn stands in the upper left corner.
    const free = stables.has(cell) ? SPOTS.slice(1, 3) : SPOTS.slice(0, 3);
    return free.map((spot) => ({ x: x + spot.x, y: y + spot.y }));
  });
  return animalsOf(herd)
    .slice(0, spots.length)
    .flatMap((kind, index) => {
      const spot = spots[index];
      return spot === undefined ? [] : [{ ...spot, kind }];
    });
}
