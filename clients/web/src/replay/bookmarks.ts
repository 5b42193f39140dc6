// The records worth jumping to, as numbers: where a round begins, where a score changes, and the points over time.

import type { Bookmark } from "../generated/tilth/v1/archive_pb";

export interface Mark {
  readonly record: number;
  readonly round: number;
  readonly scores: readonly number[];
  readonly isRound: boolean;
  readonly isScore: boolean;
}

export function marksOf(bookmarks: readonly Bookmark[]): readonly Mark[] {
  return bookmarks.map((bookmark, at) => {
    const before = bookmarks[at - 1];
    return {
      record: Number(bookmark.record),
      round: bookmark.round,
      scores: bookmark.scores,
      isRound: before === undefined || before.round !== bookmark.round,
      isScore: before !== undefined && bookmark.scores.some((score, seat) => score !== (before.scores[seat] ?? 0)),
    };
  });
}

/** Returns the last mark at or before a record: its round and scores hold there. */
export function markAt(marks: readonly Mark[], record: number): Mark | undefined {
  return marks.filter((mark) => mark.record <= record).at(-1);
}

/** Returns the record of the next mark of a kind after a record, or before it; undefined if there is none. */
export function next(marks: readonly Mark[], record: number, kind: "isRound" | "isScore", isBack: boolean): number | undefined {
  const found = isBack
    ? marks.filter((mark) => mark[kind] && mark.record < record).at(-1)
    : marks.find((mark) => mark[kind] && mark.record > record);
  return found?.record;
}

/** Returns those values whose places keep a distance; the first stays. */
export function thinned<Value>(values: readonly Value[], place: (value: Value) => number, distance: number): readonly Value[] {
  let before = -Infinity;
  return values.filter((value) => {
    const at = place(value);
    if (at - before < distance) return false;
    before = at;
    return true;
  });
}

export interface Curve {
  readonly seat: number;
  readonly path: string;
  /** Where the curve ends, and where its label stands: labels keep a distance. */
  readonly end: number;
  readonly labelAt: number;
  readonly points: number;
}

export interface Plot {
  readonly curves: readonly Curve[];
  readonly lines: readonly { readonly value: number; readonly y: number }[];
  readonly rounds: readonly { readonly round: number; readonly x: number }[];
  readonly x: (record: number) => number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const LABEL_DISTANCE = 14;
const LINES = 4;

/** Returns the points over time as paths in a box: a seat's points hold until they change. */
export function plotOf(marks: readonly Mark[], first: number, last: number, box: Box): Plot {
  const all = marks.flatMap(({ scores }) => scores);
  const low = Math.min(0, ...all);
  const step = stepFor(Math.max(1, ...all) - low);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(Math.max(...all, 1) / step) * step);
  const x = (record: number): number => box.left + (last === first ? 0 : ((record - first) / (last - first)) * box.width);
  const y = (value: number): number => box.top + ((top - value) / (top - bottom)) * box.height;
  const seats = Math.max(0, ...marks.map(({ scores }) => scores.length));
  const ends = Array.from({ length: seats }, (_, seat) => marks.at(-1)?.scores[seat] ?? 0);
  const labels = spread(ends.map(y), LABEL_DISTANCE);
  const curves = ends.map((points, seat): Curve => {
    const end = y(points);
    const steps = marks.map((mark, at) => {
      const height = y(mark.scores[seat] ?? 0).toFixed(1);
      return at === 0 ? `M${x(mark.record).toFixed(1)} ${height}` : `H${x(mark.record).toFixed(1)}V${height}`;
    });
    const path = `${steps.join("")}H${x(last).toFixed(1)}`;
    return { seat, path, end, labelAt: labels[seat] ?? end, points };
  });
  const lines = [];
  for (let value = bottom; value <= top; value += step) lines.push({ value, y: y(value) });
  const begun = marks.filter((mark) => mark.isRound && mark.round > 0);
  const rounds = begun.map((mark) => ({ round: mark.round, x: x(mark.record) }));
  return { curves, lines, rounds, x };
}

function stepFor(range: number): number {
  const rough = range / LINES;
  const size = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * size >= rough) ?? 10;
  return Math.max(1, factor * size);
}

/** Returns the heights moved apart, so that labels at them do not touch; the lowest keeps its place. */
export function spread(heights: readonly number[], distance: number): readonly number[] {
  const order = heights.map((_, index) => index).sort((one, other) => (heights[other] ?? 0) - (heights[one] ?? 0));
  const placed = [...heights];
  let above = Infinity;
  for (const index of order) {
    const at = Math.min(heights[index] ?? 0, above - distance);
    placed[index] = at;
    above = at;
  }
  return placed;
}
