import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { BookmarkSchema } from "../generated/tilth/v1/archive_pb";
import { markAt, marksOf, next, plotOf, spread, thinned } from "./bookmarks";

const bookmark = (record: number, round: number, scores: number[]) => create(BookmarkSchema, { record: BigInt(record), round, scores });
const MARKS = marksOf([bookmark(3, 1, [0, 0]), bookmark(7, 1, [2, 0]), bookmark(9, 2, [2, 0]), bookmark(12, 2, [2, 5])]);
const BOX = { left: 10, top: 0, width: 90, height: 100 };

test("a mark says whether a round begins, a score changes, or both", () => {
  expect(MARKS.map(({ isRound, isScore }) => [isRound, isScore])).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, true],
  ]);
});

test("what a mark says holds until the next one", () => {
  expect(markAt(MARKS, 8)?.scores).toEqual([2, 0]);
  expect(markAt(MARKS, 9)?.round).toBe(2);
  expect(markAt(MARKS, 2)).toBeUndefined();
});

test("jumps go to the next mark of their kind, forward and back", () => {
  expect([next(MARKS, 7, "isScore", false), next(MARKS, 12, "isScore", true)]).toEqual([12, 7]);
  expect([next(MARKS, 3, "isRound", false), next(MARKS, 9, "isRound", true)]).toEqual([9, 3]);
  expect(next(MARKS, 12, "isScore", false)).toBeUndefined();
});

test("the plot goes from the first record to the last, with lines at round numbers", () => {
  const plot = plotOf(MARKS, 3, 21, BOX);
  expect(plot.curves.map(({ points }) => points)).toEqual([2, 5]);
  expect(plot.curves[0]?.path).toBe("M10.0 100.0H30.0V66.7H40.0V66.7H55.0V66.7H100.0");
  expect(plot.lines.map(({ value }) => value)).toEqual([0, 2, 4, 6]);
  expect(plot.rounds).toEqual([
    { round: 1, x: 10 },
    { round: 2, x: 40 },
  ]);
  expect(plot.x(12)).toBe(55);
});

test("negative points are in the plot, too", () => {
  const plot = plotOf(marksOf([bookmark(1, 1, [-3])]), 1, 2, BOX);
  expect(plot.lines[0]?.value).toBeLessThanOrEqual(-3);
});

test("labels at the same height are moved apart", () => {
  const placed = [...spread([50, 50, 49], 14)].sort((one, other) => one - other);
  expect(placed).toEqual([22, 36, 50]);
});

test("of many ticks those are drawn that keep a distance", () => {
  expect(thinned([0, 3, 9, 11, 22], (value) => value, 10)).toEqual([0, 11, 22]);
});
