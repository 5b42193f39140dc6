// Places on the board, in the drawing's millimetres. The board lies still in a view, in hundredths of a millimetre with
// y to the north; on the page it may be turned by quarter turns, so that the reader's corner is near.

import { Place, type View } from "../../generated/tilth/games/sonora/v1/sonora_pb";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Half of the side of the drawing, its frame included, in millimetres beyond the board's own. */
export const FRAME = 6;

/** Where discs lie that are not on the board: outside of the picture. From there a film brings them back for a while. */
export const AWAY: Point = { x: 1000, y: 1000 };

/** The quarter turns as the board was drawn last, for films, which are made outside of the drawing. */
export const last = { turn: 0 };

/** Where a place of the board is drawn, on a board turned clockwise by so many quarters. */
export function drawn({ x, y }: Point, turn: number): Point {
  let at: Point = { x: x / 100, y: -y / 100 };
  for (let quarter = 0; quarter < turn; quarter += 1) at = { x: -at.y, y: at.x };
  return { x: at.x || 0, y: at.y || 0 };
}

/** The place of the board that is drawn here: the way back of `drawn`. */
export function undrawn(at: Point, turn: number): Point {
  let back = at;
  for (let quarter = 0; quarter < turn; quarter += 1) back = { x: back.y, y: -back.x };
  return { x: back.x * 100 || 0, y: -back.y * 100 || 0 };
}

/** The quarter in which a section lies on a turned board: 0 to 3, clockwise from the top left. */
export const quarterOf = (section: number, turn: number): number => (section - 1 + turn) % 4;

/** The quarter turns that bring a section's corner to the bottom left, where a hand is near. */
export const turnTowards = (corner: number): number => (((4 - corner) % 4) + 4) % 4;

/** A direction in degrees, counterclockwise from the east, as it is drawn: clockwise, and turned with the board. */
export const drawnAngle = (degrees: number, turn: number): number => -degrees + 90 * turn;

/** Where the discs that fell into the hole are drawn: around its middle, so that each is seen. */
export function inHole(view: View, disc: number): Point {
  const fallen = view.discs.filter(({ where }) => where === Place.IN_HOLE);
  const at = fallen.findIndex((one) => one.disc === disc);
  const count = fallen.length;
  if (at < 0 || count < 2) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * at) / count;
  return { x: Math.cos(angle) * 9, y: Math.sin(angle) * 9 };
}
