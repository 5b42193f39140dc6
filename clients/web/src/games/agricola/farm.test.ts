import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import { HerdSchema, PersonKind, PlayerSchema, PlotKind } from "../../generated/tilth/games/agricola/v1/agricola_pb";
import { cellName, corner, edgesOf, endsOf, lineOf, linesToCome, outlineOf, peopleAtHome, postsOf, standingOf } from "./farm";

describe("cells and edges of a farmyard", () => {
  test("cells are numbered row by row", () => {
    expect(cellName(0)).toBe("A1");
    expect(cellName(7)).toBe("C2");
    expect(cellName(14)).toBe("E3");
    expect(corner(8)).toEqual({ x: 300, y: 100 });
  });

  test("the first edges lie above and below cells, the others left and right", () => {
    expect(endsOf(0)).toEqual([{ x: 0, y: 0 }, { x: 100, y: 0 }]);
    expect(endsOf(19)).toEqual([{ x: 400, y: 300 }, { x: 500, y: 300 }]);
    expect(endsOf(20)).toEqual([{ x: 0, y: 0 }, { x: 0, y: 100 }]);
    expect(endsOf(37)).toEqual([{ x: 500, y: 200 }, { x: 500, y: 300 }]);
    expect(lineOf(6)).toBe("M100 100L200 100");
  });

  test("a cell lies between its four edges", () => {
    expect(edgesOf(0)).toEqual([0, 5, 20, 21]);
    expect(edgesOf(14)).toEqual([14, 19, 36, 37]);
    for (let cell = 0; cell < 15; cell++) {
      const { x, y } = corner(cell);
      const ends = edgesOf(cell).flatMap(endsOf);
      expect(new Set(ends.map((end) => `${end.x} ${end.y}`))).toEqual(
        new Set([`${x} ${y}`, `${x + 100} ${y}`, `${x} ${y + 100}`, `${x + 100} ${y + 100}`]),
      );
    }
  });
});

describe("fences", () => {
  test("two cells side by side have six edges around them", () => {
    expect(outlineOf([3, 4])).toEqual([3, 4, 8, 9, 23, 25]);
  });

  test("edges inside an area are no part of its outline", () => {
    expect(outlineOf([0, 1, 5, 6])).toHaveLength(8);
    expect(outlineOf(Array.from({ length: 15 }, (_, cell) => cell))).toHaveLength(16);
    expect(outlineOf([])).toEqual([]);
  });

  test("lines to come are those without a fence", () => {
    const standing = outlineOf([4]);
    expect(linesToCome([9], standing)).toEqual(outlineOf([9]).filter((edge) => edge !== 9));
    expect(linesToCome([4], standing)).toEqual([]);
  });

  test("a cut takes the edges between its two parts", () => {
    expect(linesToCome([3], outlineOf([3, 4]))).toEqual([24]);
  });

  test("posts stand once where fences meet", () => {
    expect(postsOf(outlineOf([4]))).toHaveLength(4);
    expect(postsOf(outlineOf([3, 4]))).toHaveLength(6);
  });
});

describe("who stands where", () => {
  const rooms = [5, 10].map((plot) => ({ plot, kind: PlotKind.ROOM }));
  const family = { kind: PersonKind.FAMILY };

  test("people at home stand in the rooms by turns", () => {
    const player = create(PlayerSchema, { plots: rooms, people: [family, { ...family, space: 3 }, family] });
    expect(peopleAtHome(player)).toEqual([
      { person: 0, cell: 5 },
      { person: 2, cell: 5 },
    ]);
  });

  test("a pasture shows at most three animals a cell, fewer beside a stable", () => {
    const herd = create(HerdSchema, { cells: [3, 4], sheep: 9 });
    expect(standingOf(herd, new Set())).toHaveLength(6);
    expect(standingOf(herd, new Set([4]))).toHaveLength(5);
    const mixed = create(HerdSchema, { cells: [3], sheep: 1, boar: 1 });
    expect(standingOf(mixed, new Set()).map(({ kind }) => kind)).toEqual(["sheep", "boar"]);
  });
});
