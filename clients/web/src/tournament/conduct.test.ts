// Thinking times, forfeits by cause, and warnings about what differs.

import { create } from "@bufbuild/protobuf";
import { beforeAll, expect, test, vi } from "vitest";
import { GetStandingsResponseSchema } from "../generated/tilth/v1/tournaments_pb";

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {} });
});

test("times have as many digits as they need", async () => {
  const { seconds } = await import("./conduct");
  expect([4, 1250, 12_345, 61_000].map(seconds)).toEqual(["0.004", "1.25", "12.3", "61"]);
});

test("what differs is warned about, and what does not is not", async () => {
  const { forfeits, hasConduct, underText, warnings } = await import("./conduct");
  const found = create(GetStandingsResponseSchema, {
    standings: [{ playerName: "Ann", version: "2", earlierVersions: ["1"], forfeitCauses: [{ cause: 4, games: 3 }] }],
    playedUnder: [
      { builds: ["b"], game: "earth", rulesVersion: 1, games: 5 },
      { builds: ["", "b"], game: "earth", rulesVersion: 0, games: 1 },
    ],
  });
  expect(warnings(found)).toHaveLength(3);
  expect(warnings(found)[2]).toContain("1, 2");
  expect(forfeits(found.standings[0]!)).toBe("crashed 3");
  expect(found.playedUnder.map(underText)).toEqual(["5 × earth, rules 1, build b", "1 × earth, rules unknown, build unknown → b"]);
  expect(hasConduct(found)).toBe(true);
  const alike = create(GetStandingsResponseSchema, { standings: [{}], playedUnder: [{ builds: ["b"], game: "earth", rulesVersion: 1 }] });
  expect(warnings(alike)).toEqual([]);
  expect(hasConduct(alike)).toBe(false);
});
