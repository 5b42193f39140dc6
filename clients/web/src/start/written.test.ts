import { create } from "@bufbuild/protobuf";
import { beforeAll, expect, test, vi } from "vitest";

import { MatchSchema, MatchState } from "../generated/tilth/v1/lobby_pb";
import { cut, optionName, optionsOf, timeLeft, winners } from "./written";

beforeAll(() => void vi.stubGlobal("location", { hash: "" }));

test("long names are cut between letters, also those of two code units", () => {
  expect(cut("Ada")).toBe("Ada");
  expect([...cut("🌱".repeat(50))]).toHaveLength(40);
  expect(cut("🌱".repeat(50)).endsWith("🌱…")).toBe(true);
});

test("options are told by what differs from the usual", () => {
  expect(optionsOf({ long_form: "true", rounds: "7", values: `{"a": ${"1".repeat(40)}}`, lake: "false" })).toBe(
    "long form, rounds: 7, values, - lake",
  );
  expect(optionName("non_random_targeting")).toBe("Non random targeting");
});

test("time left is written as clocks are", () => {
  expect([0, 999, 59_000, 280_000, 7_500_000, 100_800_000].map(timeLeft)).toEqual(["0:00", "0:01", "0:59", "4:40", "2:05 h", "1 d 4 h"]);
});

test("several seats may share the first place", () => {
  const match = create(MatchSchema, { state: MatchState.FINISHED, result: { places: [1, 3, 1], scores: [9, 2, 9] } });
  expect(winners(match)).toEqual([0, 2]);
  expect(winners(create(MatchSchema, { state: MatchState.CANCELLED }))).toEqual([]);
});
