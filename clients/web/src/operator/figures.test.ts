import { expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("navigator", { languages: ["en"] });

const { bytes, latency, linePath, rate, span } = await import("./figures");

test("a span of time is told in its two largest units", () => {
  expect([0, 9.9, 840, 3600, 7260, 273_600].map(span)).toEqual(["0 sec", "9 sec", "14 min", "1 hr", "2 hr 1 min", "3 days 4 hr"]);
});

test("the time of an answer has decimals where they matter", () => {
  expect([0.94, 48.2, 9000].map(latency)).toEqual(["0.9 ms", "48 ms", "9 sec"]);
});

test("a small rate is not nothing", () => {
  expect([0, 0.2, 37.4, 1482].map(rate)).toEqual(["0", "0.2", "37", "1,482"]);
});

test("memory is told in megabytes and gigabytes", () => {
  expect([512e6, 3.14e9].map(bytes)).toEqual(["512 MB", "3.1 GB"]);
});

test("a line ends at the right, its largest value highest", () => {
  expect(linePath([1], 150, 38)).toBe("");
  expect(linePath([0, 10], 119, 38)).toBe("M118.0 35.0L119.0 3.0");
  expect(linePath([5, 5], 119, 38)).toBe("M118.0 19.0L119.0 19.0");
});
