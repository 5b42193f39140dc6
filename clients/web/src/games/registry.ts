// The drawings, each loaded with the first table of its game.

import type { AnyDrawing } from "./drawing";

const DRAWINGS: Readonly<Record<string, () => Promise<{ drawing: AnyDrawing }>>> = {
  earth: () => import("./earth"),
  petrichor: () => import("./petrichor"),
  sonora: () => import("./sonora"),
  agricola: () => import("./agricola"),
};

/** Returns the drawing of a game; undefined if it has none. */
export async function drawingOf(game: string): Promise<AnyDrawing | undefined> {
  const load = DRAWINGS[game];
  return load === undefined ? undefined : (await load()).drawing;
}
