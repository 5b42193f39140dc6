// What moves when something happens: discs along the ways that the server recorded, and pencil strokes.

import { type Event, Place, type View } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import type { Step } from "../drawing";
import { AWAY, drawn, inHole, last, type Point } from "./board";

/** The longest slide, in milliseconds. A longer one is shown faster. */
export const LONGEST = 1500;
const NUMBERS_A_FRAME = 4;
const STROKE = 140;
const SWAP = 260;

export const discPiece = (disc: number): string => `disc-piece-${disc}`;
export const penPiece = (seat: number, place: string): string => `pen-${seat}-${place}`;
export const botPiece = (place: string): string => `bot-${place}`;

interface Frame extends Point {
  readonly at: number;
}

/** The way of each disc, in order of time. `path` holds milliseconds, disc, x and y of each step. */
export function waysOf(path: readonly number[]): ReadonlyMap<number, readonly Frame[]> {
  const ways = new Map<number, Frame[]>();
  for (let index = 0; index + NUMBERS_A_FRAME <= path.length; index += NUMBERS_A_FRAME) {
    const [at = 0, disc = 0, x = 0, y = 0] = path.slice(index, index + NUMBERS_A_FRAME);
    const way = ways.get(disc) ?? [];
    way.push({ at, x, y });
    ways.set(disc, way);
  }
  return ways;
}

export function film({ event }: Event, before: View): readonly Step[] {
  switch (event.case) {
    case "discsCameToRest":
      return slide(event.value, before);
    case "discsSwapped":
      return swapped(event.value.disc, event.value.other, before);
    case "cellsCrossed": {
      const { seat, building, cells } = event.value;
      const already = before.players[seat]?.crossed[building] ?? 0;
      return Array.from({ length: cells }, (_, index) => pen(seat, `building-${building}-${already + index}`));
    }
    case "shapeDrawn":
      return [pen(event.value.seat, `shape-${before.players[event.value.seat]?.shapes.length ?? 0}`)];
    case "pathLaid":
      return event.value.cells.map((cell) => pen(event.value.seat, `river-${cell}`));
    case "nodeCrossed":
      return [pen(event.value.seat, `node-${event.value.node}`)];
    case "triangleClosed":
      return [pen(event.value.seat, `triangle-${event.value.triangle}`)];
    case "columnCrossed": {
      const { seat, column, cells } = event.value;
      const already = before.players[seat]?.columns[column] ?? 0;
      return Array.from({ length: cells }, (_, index) => pen(seat, `column-${column}-${already + index}`));
    }
    case "botShapeDrawn":
      return [{ moves: botPiece(`shape-${before.players[0]?.botShapes.length ?? 0}`), ms: STROKE }];
    case "botPathLaid":
      return event.value.cells.map((cell) => ({ moves: botPiece(`river-${cell}`), ms: STROKE }));
    default:
      return [];
  }
}

const pen = (seat: number, place: string): Step => ({ moves: penPiece(seat, place), ms: STROKE });

function slide(
  event: { readonly path: readonly number[]; readonly moved: readonly number[]; readonly xs: readonly number[]; readonly ys: readonly number[]; readonly inHole: readonly number[] },
  before: View,
): readonly Step[] {
  const ways = waysOf(event.path);
  const length = Math.max(0, ...[...ways.values()].map((way) => way[way.length - 1]?.at ?? 0));
  if (length === 0) return [];
  const faster = Math.min(1, LONGEST / length);
  return [...ways].flatMap(([disc, way]): readonly Step[] => {
    const rest = restOf(disc, event, before);
    const steps = way.map(({ at, x, y }) => {
      const there = drawn({ x, y }, last.turn);
      return { dx: there.x - rest.x, dy: there.y - rest.y, at: at * faster };
    });
    const first = steps[0];
    const final = steps[steps.length - 1];
    if (first === undefined || final === undefined) return [];
    // A disc stands still before its way begins and after it ends.
    const ms = length * faster;
    return [{ moves: discPiece(disc), way: [{ ...first, at: 0 }, ...steps, { ...final, at: ms }], ms }];
  });
}

/** Where a disc is drawn when all lies still. */
function restOf(
  disc: number,
  event: { readonly moved: readonly number[]; readonly xs: readonly number[]; readonly ys: readonly number[]; readonly inHole: readonly number[] },
  before: View,
): Point {
  const at = event.moved.indexOf(disc);
  if (at >= 0) return drawn({ x: event.xs[at] ?? 0, y: event.ys[at] ?? 0 }, last.turn);
  if (!event.inHole.includes(disc)) return AWAY;
  const discs = before.discs.map((one) => (event.inHole.includes(one.disc) ? { ...one, where: Place.IN_HOLE } : one));
  return inHole({ ...before, discs }, disc);
}

function swapped(disc: number, other: number, before: View): readonly Step[] {
  const at = (one: number): Point => drawn(before.discs[one] ?? { x: 0, y: 0 }, last.turn);
  const from = at(disc);
  const to = at(other);
  const step = (moves: number, dx: number, dy: number): Step => ({
    moves: discPiece(moves),
    way: [
      { dx, dy, at: 0 },
      { dx: 0, dy: 0, at: SWAP },
    ],
    ms: SWAP,
  });
  return [step(disc, from.x - to.x, from.y - to.y), step(other, to.x - from.x, to.y - from.y)];
}
