import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import { Place, ViewSchema } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { drawn, inHole, quarterOf, turnTowards, undrawn } from "./board";

describe("the board as it is drawn", () => {
  test("north is up, and a turn goes clockwise", () => {
    expect(drawn({ x: 1000, y: 2000 }, 0)).toEqual({ x: 10, y: -20 });
    expect(drawn({ x: 0, y: 2000 }, 1)).toEqual({ x: 20, y: 0 });
  });

  test.each([0, 1, 2, 3])("%i quarter turns are taken back", (turn) => {
    const place = { x: 1234, y: -567 };
    const back = undrawn(drawn(place, turn), turn);
    expect(back.x).toBeCloseTo(place.x);
    expect(back.y).toBeCloseTo(place.y);
  });

  test.each([1, 2, 3, 4])("the corner of section %i is brought to the bottom left", (section) => {
    expect(quarterOf(section, turnTowards(section))).toBe(3);
  });

  test.each([1, 2, 3, 4])("a section lies in its quarter, however the board is turned (%i)", (section) => {
    const middles = [
      { x: -50, y: 50 },
      { x: 50, y: 50 },
      { x: 50, y: -50 },
      { x: -50, y: -50 },
    ];
    for (const turn of [0, 1, 2, 3]) {
      const { x, y } = drawn(middles[section - 1] ?? { x: 0, y: 0 }, turn);
      const quarter = y < 0 ? (x < 0 ? 0 : 1) : x < 0 ? 3 : 2;
      expect(quarterOf(section, turn)).toBe(quarter);
    }
  });

  test("discs in the hole lie beside each other", () => {
    const view = create(ViewSchema, { discs: [1, 2].map((disc) => ({ disc, where: Place.IN_HOLE })) });
    const first = inHole(view, 1);
    const second = inHole(view, 2);
    expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThan(10);
    expect(inHole(create(ViewSchema, { discs: [{ disc: 1, where: Place.IN_HOLE }] }), 1)).toEqual({ x: 0, y: 0 });
  });
});
