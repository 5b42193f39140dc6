// A flick before it is made: the straight line that its disc would slide along, alone and on a board without edges.
// All lengths are hundredths of a millimetre, all angles hundredths of a degree, as in the messages.

import type { Decision } from "../../generated/tilth/v1/decision_pb";
import type { Printed } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import type { Point } from "./board";

/** The four numbers of a flick. */
export interface Flick {
  readonly side: number;
  readonly back: number;
  readonly aim: number;
  readonly power: number;
}

export type FlickNumber = keyof Flick;
export const FLICK_NUMBERS: readonly FlickNumber[] = ["side", "back", "aim", "power"];

/** The line of a flick. */
export interface Line {
  readonly from: Point;
  /** Where the disc would stop, or meet an edge. */
  readonly to: Point;
  /** How far the disc slides, and how far it is to the edge that it meets before. */
  readonly way: number;
  readonly edge: number;
  /** The direction, in hundredths of a degree, counterclockwise from the east. */
  readonly heading: number;
}

/** From each corner to the centre, clockwise from the north-west. */
const DIAGONALS = [31500, 22500, 13500, 4500];
const THOUSAND = 1000;
/** A pull of this length is the hardest flick; the speed grows with the pull, as a sling's does. */
const FULL_PULL = 15_000;

/** The numbers that are set now, by the names of the decision's quantities; undefined unless all four are asked for. */
export function flickOf(decision: Decision | undefined, values: readonly number[]): Flick | undefined {
  if (decision === undefined) return undefined;
  const found = new Map(decision.quantities.map(({ name }, index) => [name, values[index] ?? 0]));
  if (!FLICK_NUMBERS.every((name) => found.has(name))) return undefined;
  const of = (name: FlickNumber): number => found.get(name) ?? 0;
  return { side: of("side"), back: of("back"), aim: of("aim"), power: of("power") };
}

/** The length that a disc slides at this power: each step of power adds the same length. */
export function wayOf(printed: Printed, power: number): number {
  const least = printed.leastSpeed ** 2;
  const greatest = printed.greatestSpeed ** 2;
  return (least + ((greatest - least) * power) / THOUSAND) / (2 * printed.deceleration);
}

/** The place from which a disc is flicked, in the corner of a section. */
export function startOf(printed: Printed, corner: number, side: number, back: number): Point {
  const far = printed.halfSide - printed.discRadius;
  const room = 2 * far - shallow(printed);
  const width = room - (room * back) / THOUSAND;
  let at: Point = { x: -far + (width * (THOUSAND - side)) / THOUSAND, y: far - (width * side) / THOUSAND };
  for (let turned = 1; turned < corner; turned += 1) at = { x: at.y, y: -at.x };
  return at;
}

/** The numbers `side` and `back` of a place in a corner; the nearest ones if the place is outside of it. */
export function placeInCorner(printed: Printed, corner: number, place: Point): Pick<Flick, "side" | "back"> {
  let at = place;
  for (let turned = 1; turned < corner; turned += 1) at = { x: -at.y, y: at.x };
  const far = printed.halfSide - printed.discRadius;
  const room = 2 * far - shallow(printed);
  const east = Math.max(0, at.x + far);
  const south = Math.max(0, far - at.y);
  const width = east + south;
  const side = width === 0 ? THOUSAND / 2 : (THOUSAND * south) / width;
  return { side: Math.round(side), back: Math.round(clamp(THOUSAND - (THOUSAND * width) / room, 0, THOUSAND)) };
}

/** The aim and the power of a sling that is pulled from one place of the board to another; `most` is the greatest aim. */
export function slung(corner: number, from: Point, to: Point, most: number): Pick<Flick, "aim" | "power"> {
  const east = from.x - to.x;
  const north = from.y - to.y;
  const pull = Math.hypot(east, north);
  const heading = (Math.atan2(north, east) * 18_000) / Math.PI;
  const right = between(diagonalOf(corner) - heading);
  return {
    aim: pull === 0 ? 0 : Math.round(clamp(right, -most, most)),
    power: Math.round(clamp(THOUSAND * (pull / FULL_PULL) ** 2, 0, THOUSAND)),
  };
}

/** The line of a flick from the corner of a section. */
export function lineOf(printed: Printed, corner: number, flick: Flick): Line {
  const from = startOf(printed, corner, flick.side, flick.back);
  const heading = diagonalOf(corner) - flick.aim;
  const angle = (heading * Math.PI) / 18_000;
  const towards = { x: Math.cos(angle), y: Math.sin(angle) };
  const way = wayOf(printed, flick.power);
  const edge = toTheEdge(printed, from, towards);
  const length = Math.min(way, edge);
  return { from, to: { x: from.x + towards.x * length, y: from.y + towards.y * length }, way, edge, heading };
}

/** |x| + |y| of a disc that lies in its corner and touches the step. */
const shallow = (printed: Printed): number => printed.cornerCut + Math.ceil(printed.discRadius * Math.SQRT2);

const diagonalOf = (corner: number): number => DIAGONALS[corner - 1] ?? 0;

/** The length until a disc meets a rim, or the step of a corner other than the one it comes from. */
function toTheEdge(printed: Printed, from: Point, towards: Point): number {
  const rim = printed.halfSide - printed.discRadius;
  const step = (printed.cornerCut - printed.discRadius * Math.SQRT2) * Math.SQRT1_2;
  const half = Math.SQRT1_2;
  const walls = [
    [1, 0, rim],
    [-1, 0, rim],
    [0, 1, rim],
    [0, -1, rim],
    [half, half, step],
    [half, -half, step],
    [-half, half, step],
    [-half, -half, step],
  ] as const;
  let nearest = Infinity;
  for (const [east, north, distance] of walls) {
    const before = distance - from.x * east - from.y * north;
    const speed = towards.x * east + towards.y * north;
    if (speed > 1e-9 && before >= -1e-6) nearest = Math.min(nearest, before / speed);
  }
  return nearest;
}

const clamp = (number: number, least: number, most: number): number => Math.min(most, Math.max(least, number));

/** An angle in hundredths of a degree, from half a turn left to half a turn right. */
const between = (angle: number): number => ((((angle + 18_000) % 36_000) + 36_000) % 36_000) - 18_000;
