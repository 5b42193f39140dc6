import { expect, test } from "vitest";

import { byUrgency, settled } from "./order";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("a list that nobody points at shows what the server says", () => {
  const shown = settled(settled([], rows("a", "b"), false), rows("c", "a"), false);
  expect(ids(shown)).toEqual(["c", "a"]);
});

test("while the pointer is in a list, its rows keep their places", () => {
  const shown = settled(settled([], rows("a", "b", "c"), false), rows("d", "c", "a"), true);
  expect(ids(shown)).toEqual(["a", "b", "c", "d"]);
  expect(shown.map(({ isGone }) => isGone)).toEqual([false, true, false, false]);
});

test("a row that comes back is no longer gone", () => {
  const gone = settled(settled([], rows("a", "b"), false), rows("b"), true);
  expect(settled(gone, rows("a", "b"), true).every(({ isGone }) => !isGone)).toBe(true);
});

test("the least time left comes first, matches without a clock last and in their order", () => {
  const list = [
    { id: "slow", leftMs: undefined },
    { id: "b", leftMs: 9_000 },
    { id: "a", leftMs: 400 },
    { id: "slower", leftMs: undefined },
  ];
  expect(ids(byUrgency(list))).toEqual(["a", "b", "slow", "slower"]);
});
