import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import { PrintedSchema } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { DecisionSchema } from "../../generated/tilth/v1/decision_pb";
import { flickOf, lineOf, placeInCorner, slung, startOf, wayOf } from "./aim";

const printed = create(PrintedSchema, {
  halfSide: 13_000,
  cornerCut: 20_500,
  discRadius: 1_000,
  holeRadius: 1_500,
  deceleration: 90_000,
  leastSpeed: 32_000,
  greatestSpeed: 180_000,
});

describe("a flick before it is made", () => {
  // The places are those of the rules (flick_question.start_place), which round to whole hundredths of a millimetre.
  test.each([
    [1, 500, 500, -11_479, 11_479],
    [2, 0, 0, 12_000, 9_915],
    [3, 1000, 250, 12_000, -10_436],
    [4, 420, 450, -11_519, -11_335],
    [4, 500, 1000, -12_000, -12_000],
  ])("starts in corner %i at side %i and back %i", (corner, side, back, x, y) => {
    const start = startOf(printed, corner, side, back);
    expect(Math.abs(start.x - x)).toBeLessThan(2);
    expect(Math.abs(start.y - y)).toBeLessThan(2);
  });

  test.each([1, 2, 3, 4])("a place in corner %i is found again", (corner) => {
    for (const [side, back] of [
      [200, 100],
      [500, 500],
      [900, 700],
    ] as const) {
      expect(placeInCorner(printed, corner, startOf(printed, corner, side, back))).toEqual({ side, back });
    }
  });

  test("a place outside of the corner becomes the nearest one inside", () => {
    const { side, back } = placeInCorner(printed, 1, { x: 0, y: 0 });
    expect(back).toBe(0);
    expect(side).toBe(500);
    expect(placeInCorner(printed, 1, { x: -20_000, y: 20_000 })).toEqual({ side: 500, back: 1000 });
  });

  test("each step of power adds the same length", () => {
    expect(Math.round(wayOf(printed, 0) / 100)).toBe(57);
    expect(Math.round(wayOf(printed, 1000) / 100)).toBe(1800);
    const step = wayOf(printed, 1) - wayOf(printed, 0);
    expect(wayOf(printed, 900) - wayOf(printed, 899)).toBeCloseTo(step);
  });

  test("a sling goes the other way than it is pulled", () => {
    // From the ruins' corner, in the north-west, the diagonal leads to the south-east.
    expect(slung(1, { x: 0, y: 0 }, { x: -3_000, y: 3_000 }, 4500).aim).toBe(0);
    // Pulled more to the west: the disc goes more to the east, which is to the left of the diagonal.
    expect(slung(1, { x: 0, y: 0 }, { x: -3_000, y: 2_000 }, 4500).aim).toBeLessThan(0);
    expect(slung(1, { x: 0, y: 0 }, { x: -2_000, y: 3_000 }, 4500).aim).toBeGreaterThan(0);
    expect(slung(3, { x: 0, y: 0 }, { x: 3_000, y: -3_000 }, 4500).aim).toBe(0);
  });

  test("a sling aims at most half a right angle aside, and has at most full power", () => {
    expect(slung(1, { x: 0, y: 0 }, { x: 9_000, y: 9_000 }, 4500).aim).toBe(4500);
    expect(slung(1, { x: 0, y: 0 }, { x: 9_000, y: 9_000 }, 3000).aim).toBe(3000);
    expect(slung(1, { x: 0, y: 0 }, { x: -90_000, y: 90_000 }, 4500).power).toBe(1000);
    expect(slung(1, { x: 0, y: 0 }, { x: 0, y: 0 }, 4500)).toEqual({ aim: 0, power: 0 });
  });

  test("the line ends where the disc stops, or at the edge that it meets", () => {
    const soft = lineOf(printed, 1, { side: 500, back: 500, aim: 0, power: 0 });
    expect(Math.hypot(soft.to.x - soft.from.x, soft.to.y - soft.from.y)).toBeCloseTo(soft.way);
    expect(soft.to.x).toBeGreaterThan(soft.from.x);
    expect(soft.to.y).toBeLessThan(soft.from.y);
    const hard = lineOf(printed, 1, { side: 500, back: 500, aim: 0, power: 1000 });
    expect(hard.edge).toBeLessThan(hard.way);
    // The step of the corner opposite: |x| + |y| less the disc's own breadth.
    expect(hard.to.x - hard.to.y).toBeCloseTo(20_500 - 1_000 * Math.SQRT2);
  });

  // As in the rules (flick_question.heading_of): hundredths of a degree to the right of the diagonal.
  test.each([
    [1, 30_750],
    [2, 21_750],
    [3, 12_750],
    [4, 3_750],
  ])("from corner %i it heads as the rules say", (corner, heading) => {
    expect(lineOf(printed, corner, { side: 500, back: 500, aim: 750, power: 0 }).heading).toBe(heading);
  });

  test("its numbers are found by their names, whatever their order", () => {
    const quantities = ["power", "aim", "back", "side"].map((name) => ({ name }));
    expect(flickOf(create(DecisionSchema, { quantities }), [4, 3, 2, 1])).toEqual({ side: 1, back: 2, aim: 3, power: 4 });
    expect(flickOf(create(DecisionSchema, { quantities: [{ name: "power" }] }), [4])).toBeUndefined();
    expect(flickOf(undefined, [])).toBeUndefined();
  });
});
