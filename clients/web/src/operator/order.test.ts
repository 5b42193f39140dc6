import { expect, test } from "vitest";

import { clicked, type Column, heldOrder, ordered } from "./order";

interface Row {
  readonly name: string;
  readonly rate: number;
}
const NAME: Column<Row> = { key: "name", name: "Name", of: ({ name }) => name };
const RATE: Column<Row> = { key: "rate", name: "Rate", of: ({ rate }) => rate, isNumber: true };
const ROWS: readonly Row[] = [
  { name: "Bo", rate: 2 },
  { name: "Ada", rate: 1 },
  { name: "Cleo", rate: 10 },
];
const names = (rows: readonly Row[]): string => rows.map(({ name }) => name).join(" ");

test("rows are ordered by a number or a text, either way", () => {
  expect(names(ordered(ROWS, [NAME, RATE], { key: "rate", isUp: false }))).toBe("Cleo Bo Ada");
  expect(names(ordered(ROWS, [NAME, RATE], { key: "name", isUp: true }))).toBe("Ada Bo Cleo");
  expect(names(ordered(ROWS, [NAME, RATE], { key: "name", isUp: false }))).toBe("Cleo Bo Ada");
});

test("a column begins with its largest number, or with A, and turns round", () => {
  const first = clicked({ key: "name", isUp: true }, RATE);
  expect(first).toEqual({ key: "rate", isUp: false });
  expect(clicked(first, RATE)).toEqual({ key: "rate", isUp: true });
  expect(clicked(first, NAME)).toEqual({ key: "name", isUp: true });
});

test("no row moves under the pointer: gone ones leave, new ones come last", () => {
  expect(heldOrder(["c", "b", "a", "d"], ["a", "x", "b"])).toEqual(["a", "b", "c", "d"]);
});
