import { describe, expect, it } from "vitest";

import { columnOf, frameOf, placeAt, rowOf, rowTracks, tracks } from "./frame";

const at = (lines: readonly { readonly at: number }[]): readonly number[] => lines.map((line) => line.at);
const around = [16, 17, 18, 23, 25, 30, 31, 32];

describe("the frame of a field", () => {
  it("holds the cards and the places that are open to cards, and those outside of the cards are its rim", () => {
    const { rows, columns } = frameOf([24, 25], [16, 17, 18, 19, 23, 26, 30, 31, 32, 33]);
    expect(at(rows)).toEqual([2, 3, 4, 5]);
    expect(at(columns)).toEqual([2, 3, 4, 5]);
    expect(columns.map(({ isRim }) => isRim)).toEqual([true, false, false, true]);
  });

  it("is as large as its places, whatever their number", () => {
    expect(at(frameOf([placeAt(2, 3), placeAt(4, 3)], [placeAt(1, 3), placeAt(5, 3)]).rows)).toEqual([1, 2, 3, 4, 5]);
    expect(at(frameOf([placeAt(0, 3), placeAt(4, 3)], []).rows)).toEqual([0, 1, 2, 3, 4]);
  });

  it("has four lines each way at least", () => {
    expect(at(frameOf([], [24]).rows)).toEqual([3, 4, 5, 6]);
    expect(at(frameOf([24], around).columns)).toEqual([2, 3, 4, 5]);
    expect(at(frameOf([48], []).rows)).toEqual([3, 4, 5, 6]);
  });

  it("has no lines without a place", () => {
    expect(frameOf([], [])).toEqual({ rows: [], columns: [] });
  });

  it("holds every place that is lit", () => {
    const { rows, columns } = frameOf([placeAt(3, 3)], [placeAt(0, 6)]);
    expect(at(rows)).toEqual([0, 1, 2, 3]);
    expect(at(columns)).toEqual([3, 4, 5, 6]);
  });

  it("draws the lines at the rim narrow when there are more than four", () => {
    expect(tracks(frameOf([placeAt(3, 2), placeAt(3, 4)], [placeAt(3, 1), placeAt(3, 5)]).columns)).toContain("34px");
    expect(tracks(frameOf([24], around).columns)).not.toContain("34px");
    expect(rowTracks(frameOf([24], around).rows, [24])).toBe(
      "minmax(48px, auto) minmax(var(--tile), auto) minmax(48px, auto) minmax(48px, auto)",
    );
  });

  it("numbers places row by row", () => {
    expect([rowOf(24), columnOf(24), placeAt(3, 3)]).toEqual([3, 3, 24]);
  });
});
