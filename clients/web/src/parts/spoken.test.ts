import { expect, test } from "vitest";

import { spokenTime } from "./spoken";

test("a time is said in its two largest units", () => {
  expect([0, 999, 61_000, 108_000, 3_600_000, 3_660_000, 100_800_000].map((ms) => spokenTime(ms, "en"))).toEqual([
    "0 seconds",
    "1 second",
    "1 minute 1 second",
    "1 minute 48 seconds",
    "1 hour",
    "1 hour 1 minute",
    "1 day 4 hours",
  ]);
});

test("words follow the number in Russian, too", () => {
  expect([60_000, 120_000, 300_000].map((ms) => spokenTime(ms, "ru"))).toEqual(["1 минута", "2 минуты", "5 минут"]);
});
