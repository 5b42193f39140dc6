import { create } from "@bufbuild/protobuf";
import { expect, test, vi } from "vitest";

import { RatingPoolSchema, SeasonSchema } from "../generated/tilth/v1/ratings_pb";
import { addressOf, coursePath, fieldText, isOpen, poolFor, timeIn } from "./pools";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["en"] });
});

const pool = (name: string, game: string, seats: number) => create(RatingPoolSchema, { name, game, seats });
const POOLS = [pool("earth/3/1", "earth", 3), pool("petrichor/4/2", "petrichor", 4), pool("petrichor/2/2", "petrichor", 2)];
const NOTHING = { pool: "", season: "", game: "", seats: 0 };

test("a pool is found by its name, or by game and seats; without either it is the one with the most games", () => {
  expect(poolFor(POOLS, { ...NOTHING, pool: "petrichor/2/2" })?.name).toBe("petrichor/2/2");
  expect(poolFor(POOLS, { ...NOTHING, pool: "sonora/2/1" })).toBeUndefined();
  expect(poolFor(POOLS, { ...NOTHING, game: "petrichor", seats: 2 })?.name).toBe("petrichor/2/2");
  expect(poolFor(POOLS, { ...NOTHING, game: "petrichor", seats: 3 })?.name).toBe("petrichor/4/2");
  expect(poolFor(POOLS, NOTHING)?.name).toBe("earth/3/1");
  expect(poolFor([], NOTHING)).toBeUndefined();
});

test("an address names only what was chosen, and escapes it", () => {
  expect(addressOf({ pool: "a/2/1/x=y", season: "" })).toBe("#/ratings?pool=a%2F2%2F1%2Fx%3Dy");
  expect(addressOf({ pool: "", season: "spring & summer" })).toBe("#/ratings?season=spring+%26+summer");
});

test("the field for a time gives back the time that it was given", () => {
  const ms = Date.UTC(2026, 2, 29, 1, 30, 7);
  expect(timeIn(fieldText(ms))).toEqual({ seconds: BigInt(ms / 1000) });
  expect(timeIn(fieldText(undefined))).toBeUndefined();
});

test("a season is open until its end", () => {
  const season = create(SeasonSchema, { name: "spring", start: { seconds: 10n }, end: { seconds: 20n } });
  expect(isOpen(season, 19_999)).toBe(true);
  expect(isOpen(season, 20_000)).toBe(false);
  expect(isOpen(create(SeasonSchema, { name: "spring" }), 1e15)).toBe(true);
});

test("a course goes from left to right, and the highest value is at the top", () => {
  expect(coursePath([25, 30, 20], 100, 10)).toBe("M0.0 5.0L50.0 0.0L100.0 10.0");
  expect(coursePath([25, 25], 100, 10)).toBe("M0.0 10.0L100.0 10.0");
});
