import { beforeAll, expect, test, vi } from "vitest";

import type { TournamentPlan } from "./plan";

beforeAll(() => {
  vi.stubGlobal("document", { baseURI: "http://127.0.0.1/" });
});

const PLAN: TournamentPlan = {
  title: " Spring cup ",
  format: "roundRobin",
  numbers: { cycles: 3, rounds: 7, maxEntrants: 8, absenceSeconds: 90 },
  test: undefined,
  setups: [{ game: "petrichor", settings: { long_form: "true" } }],
  seats: 2,
  rotate: true,
  duplicate: false,
  clock: { bank: 300, increment: 10, decision: 0, resigns: true },
  invited: undefined,
  closesAt: "",
  tieBreaks: ["wins", "headToHead"],
};

test("a plan becomes settings, and what is empty is left to the server", async () => {
  const { settingsFor } = await import("./plan");
  const settings = settingsFor(PLAN);
  expect(settings).toMatchObject({
    title: "Spring cup",
    tableSeats: 2,
    rotate: true,
    maxEntrants: 8,
    minEntrants: 0,
    sets: 0,
    absenceTimeoutMs: 90_000n,
    entry: 1,
    invitedPlayerIds: [],
    tieBreaks: [6, 4],
  });
  expect(settings.entryClosesAt).toBeUndefined();
  expect(settings.format).toMatchObject({ case: "roundRobin", value: { cycles: 3 } });
  expect(settings.gameSetups[0]).toMatchObject({ game: "petrichor", settings: { long_form: "true" } });
  expect(settings.clock).toMatchObject({ bankMs: 300_000n, onTimeout: 2 });
});

test("each format takes its own numbers only", async () => {
  const { settingsFor, FORMATS, OF_FORMAT } = await import("./plan");
  const numbers = { cycles: 2, rounds: 5, lives: 2, groups: 4, advance: 3, games: 100, hours: 1.5, widenSeconds: 4, challengers: 3, deals: 50, furtherSets: 6 };
  const values = FORMATS.map((format) => settingsFor({ ...PLAN, format, numbers }).format);
  expect(values.map((one) => one.case)).toEqual([...FORMATS]);
  expect(values[3]?.value).toMatchObject({ groups: 4, advance: 3, cycles: 2, lives: 2, maxFurtherSets: 6 });
  expect(values[2]?.value).toMatchObject({ lives: 2, maxFurtherSets: 6 });
  expect(values[6]?.value).toMatchObject({ challengers: 3, cycles: 2 });
  expect(values[7]?.value).toMatchObject({ deals: 50 });
  expect(settingsFor({ ...PLAN, format: "benchmark", seats: 4 }).tableSeats).toBe(1);
  expect(values[4]?.value).toMatchObject({ games: 100, durationMs: 5_400_000n, widenAfterMs: 4_000n });
  expect(values[5]?.value).toMatchObject({ games: 100 });
  expect(values[5]?.value).not.toHaveProperty("sprt");
  expect(OF_FORMAT.swiss).toEqual(["rounds"]);
});

test("a series may have a test, entry may be for invited players and end by itself", async () => {
  const { settingsFor } = await import("./plan");
  const test = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.1 };
  const settings = settingsFor({ ...PLAN, format: "series", test, invited: ["bob"], closesAt: "2026-11-30T18:00" });
  expect(settings.format.value).toMatchObject({ sprt: test });
  expect(settings.entry).toBe(2);
  expect(settings.invitedPlayerIds).toEqual(["bob"]);
  expect(Number(settings.entryClosesAt?.seconds)).toBe(new Date("2026-11-30T18:00").getTime() / 1000);
});

test("a refusal finds its field", async () => {
  const { placeOf } = await import("./plan");
  expect(placeOf("settings.game_setups[1].settings.lake")).toEqual({ field: "option", setup: 1, option: "lake" });
  expect(placeOf("settings.game_setups[2].game")).toMatchObject({ field: "game", setup: 2 });
  const fields = ["table_seats", "groups.advance", "ladder.duration_ms", "series.sprt.elo1", "max_entrants", "clock.on_timeout", "title", "knockout.max_further_sets", "unheard_of"];
  expect(fields.map((name) => placeOf(`settings.${name}`).field)).toEqual(["seats", "advance", "hours", "test", "maxEntrants", "clock", "title", "furtherSets", ""]);
});
