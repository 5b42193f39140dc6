import { describe, expect, test } from "vitest";

import { Bonus } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { narrowed, type Placed } from "../../match/places";
import { numberedSquare, outline, type Square, squaresOf } from "./canyon";
import { circle, cross, wobble } from "./pen";
import { squarePlace } from "./places";
import { between, layOut, wayTo } from "./river";

describe("the canyon", () => {
  test("has a cell for each code but #", () => {
    const squares = squaresOf(["#aS", "W.D"]);
    expect(squares.map(({ square }) => square)).toEqual([1, 2, 16, 17, 18]);
    expect(squares[0]).toMatchObject({ cactus: 1, bonus: Bonus.UNSPECIFIED, isStart: false });
    expect(squares[1]).toMatchObject({ isStart: true, cactus: 0 });
    expect(squares[2]).toMatchObject({ bonus: Bonus.SWAP, row: 1, column: 0 });
    expect(squares[4]).toMatchObject({ bonus: Bonus.DISCOVERY });
  });

  test("the outline of a shape has its outer edges only", () => {
    const edges = (squares: readonly number[]): number => outline(squares, 10).split("M").length - 1;
    expect(edges([17])).toBe(4);
    expect(edges([17, 18])).toBe(6);
    expect(edges([17, 18, 33, 34])).toBe(8);
    // The last column of a row and the first of the next are no neighbours.
    expect(edges([15, 16])).toBe(8);
  });

  test("the number of a shape stands on a cell without a picture", () => {
    const cells = new Map(squaresOf(["a."]).map((one): [number, Square] => [one.square, one]));
    expect(numberedSquare([0, 1], cells)).toBe(1);
    expect(numberedSquare([0], cells)).toBe(0);
  });

  test("options are narrowed cell by cell", () => {
    const shapes = [[1], [1, 2], [1, 2, 18], [5, 6]];
    const options = shapes.map(
      (squares, index) => ({ option: { id: index }, number: index + 1, places: { set: squares.map(squarePlace) } }) as unknown as Placed,
    );
    const numbers = (placed: readonly Placed[]): readonly number[] => placed.map(({ number }) => number);
    expect(numbers(narrowed(options, []).meant)).toEqual([1, 2, 3, 4]);
    expect([...narrowed(options, []).lit].sort()).toEqual(["canyon-1", "canyon-18", "canyon-2", "canyon-5", "canyon-6"]);
    const two = narrowed(options, ["canyon-2", "canyon-1"]);
    expect(numbers(two.meant)).toEqual([2, 3]);
    expect(two.exact?.number).toBe(2);
    expect(two.lit.has("canyon-18")).toBe(true);
    expect(two.lit.has("canyon-5")).toBe(false);
  });
});

describe("the river", () => {
  //     0
  //     1
  //   2   4
  //   3   5
  //       6
  const above = [0, 0, 1, 2, 1, 4, 5];

  test("is laid out with evenly spread ends and forks in the middle", () => {
    const { cells, width, height } = layOut(above, 40, 20);
    expect(cells[3]).toEqual({ x: 0, y: 60 });
    expect(cells[6]).toEqual({ x: 40, y: 80 });
    expect(cells[1]).toEqual({ x: 20, y: 20 });
    expect(cells[0]).toEqual({ x: 20, y: 0 });
    expect([width, height]).toEqual([40, 80]);
  });

  test("no two cells lie on each other", () => {
    const { cells } = layOut(above, 40, 20);
    expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(above.length);
  });

  test("a path runs from the marked cells down to its end", () => {
    expect(wayTo(above, new Set([0, 1]), 6)).toEqual([4, 5, 6]);
    expect(wayTo(above, new Set([0]), 2)).toEqual([1, 2]);
    expect(wayTo(above, new Set([0]), 0)).toEqual([]);
  });

  test("a path of the bot's may turn at a fork", () => {
    expect(between(above, 3, 4)).toEqual([3, 2, 1, 4]);
    expect(between(above, 6, 4)).toEqual([6, 5, 4]);
    expect(between(above, 2, 2)).toEqual([2]);
  });
});

describe("the pencil", () => {
  test("draws the same mark always the same, and other marks otherwise", () => {
    expect(cross("node-3", 10, 10, 6)).toBe(cross("node-3", 10, 10, 6));
    expect(cross("node-3", 10, 10, 6)).not.toBe(cross("node-4", 10, 10, 6));
    expect(circle("node-3", 10, 10, 6, 6)).toMatch(/^M[\d.]+ [\d.]+(C[-\d. ]+){8}$/);
  });

  test("trembles a little only", () => {
    for (let count = 0; count < 200; count += 1) expect(Math.abs(wobble(`place-${count}`, count))).toBeLessThanOrEqual(1);
  });
});
