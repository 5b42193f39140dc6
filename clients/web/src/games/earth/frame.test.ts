import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { Phase, PlayerSchema, Stage, ViewSchema } from "../../generated/tilth/games/earth/v1/earth_pb";
import { columnOf, frameOf, isPassed, placeAt, rowOf, rowTracks, tracks } from "./frame";
import { CLIMATE, ISLAND } from "./places";

const at = (lines: readonly { readonly at: number }[]): readonly number[] => lines.map((line) => line.at);

describe("the frame of a field", () => {
  it("is four by four around the middle before a card lies", () => {
    const { rows, columns } = frameOf([], []);
    expect(at(rows)).toEqual([2, 3, 4, 5]);
    expect(at(columns)).toEqual([2, 3, 4, 5]);
  });

  it("has a rim of one line around the cards", () => {
    const { rows, columns } = frameOf([placeAt(3, 3), placeAt(3, 4)], []);
    expect(at(rows)).toEqual([2, 3, 4, 5]);
    expect(at(columns)).toEqual([2, 3, 4, 5]);
    expect(columns.map(({ isRim }) => isRim)).toEqual([true, false, false, true]);
  });

  it("has five lines when three are taken, and four when four are", () => {
    expect(at(frameOf([placeAt(2, 3), placeAt(4, 3)], []).rows)).toEqual([1, 2, 3, 4, 5]);
    expect(at(frameOf([placeAt(0, 3), placeAt(3, 3)], []).rows)).toEqual([0, 1, 2, 3]);
    expect(at(frameOf([placeAt(3, 6), placeAt(3, 3)], []).columns)).toEqual([3, 4, 5, 6]);
  });

  it("has four lines without a rim", () => {
    expect(at(frameOf([placeAt(2, 3), placeAt(4, 3)], [], 0).rows)).toEqual([2, 3, 4, 5]);
  });

  it("stays inside of the seven lines", () => {
    expect(at(frameOf([placeAt(0, 0), placeAt(1, 0)], []).rows)).toEqual([0, 1, 2, 3]);
    expect(at(frameOf([placeAt(6, 6)], []).rows)).toEqual([3, 4, 5, 6]);
  });

  it("holds every place that is lit", () => {
    const { rows, columns } = frameOf([placeAt(3, 3)], [placeAt(0, 6)]);
    expect(at(rows)).toEqual([0, 1, 2, 3, 4]);
    expect(at(columns)).toEqual([2, 3, 4, 5, 6]);
  });

  it("draws the lines at the rim narrow when there are more than four", () => {
    expect(tracks(frameOf([placeAt(3, 2), placeAt(3, 4)], []).columns).split(" ").length).toBeGreaterThan(5);
    expect(tracks(frameOf([24], []).columns)).not.toContain("34px");
    expect(rowTracks(frameOf([24], []).rows, [24])).toBe(
      "minmax(48px, auto) minmax(var(--tile), auto) minmax(48px, auto) minmax(48px, auto)",
    );
  });

  it("numbers places row by row", () => {
    expect([rowOf(24), columnOf(24), placeAt(3, 3)]).toEqual([3, 3, 24]);
  });
});

describe("places that were passed over", () => {
  const view = create(ViewSchema, { phase: Phase.TURNS });
  const player = (passed: number | undefined, boardFirst = false) =>
    create(PlayerSchema, { stage: Stage.ACTIVATING, boardFirst, ...(passed === undefined ? {} : { passed }) });

  it("are none before the first ability", () => {
    expect(isPassed(view, player(undefined), 0)).toBe(false);
  });

  it("are those up to the last one of the field", () => {
    expect([10, 24, 25].map((place) => isPassed(view, player(24), place))).toEqual([true, true, false]);
    expect([ISLAND, CLIMATE].map((place) => isPassed(view, player(24), place))).toEqual([false, false]);
  });

  it("are island and climate too, once the field came after them", () => {
    expect([ISLAND, CLIMATE].map((place) => isPassed(view, player(24, true), place))).toEqual([true, true]);
    expect([ISLAND, CLIMATE, 30].map((place) => isPassed(view, player(ISLAND, true), place))).toEqual([true, false, false]);
  });

  it("are the whole field, once island or climate came after it", () => {
    expect([30, ISLAND, CLIMATE].map((place) => isPassed(view, player(ISLAND), place))).toEqual([true, true, false]);
    expect(isPassed(view, player(CLIMATE), CLIMATE)).toBe(true);
  });

  it("are none between turns", () => {
    const idle = create(PlayerSchema, { stage: Stage.UNSPECIFIED, passed: 24 });
    expect(isPassed(view, idle, 10)).toBe(false);
  });

  it("are none when the match is over", () => {
    expect(isPassed(create(ViewSchema, { phase: Phase.OVER }), player(24), 10)).toBe(false);
  });
});
