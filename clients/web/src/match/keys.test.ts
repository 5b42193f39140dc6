import { expect, test, vi } from "vitest";

import { Keys, type KeyTargets } from "./keys";

vi.stubGlobal("Element", class {});

function pressed(optionCount: number, ...keys: string[]): readonly string[] {
  const done: string[] = [];
  const targets = new Proxy({} as KeyTargets, {
    get: (_, name) => (...values: unknown[]) => (name === "hasLetters" ? true : done.push([String(name), ...values].join(" "))),
  });
  const board = new Keys(targets, () => optionCount);
  for (const key of keys) board.press({ key, code: "", target: null } as unknown as KeyboardEvent);
  return done;
}

test("a number is taken at once where no second digit is possible", () => {
  expect(pressed(9, "4")).toEqual(["option 4"]);
  expect(pressed(30, "1", "2")).toEqual(["option 12"]);
});

test("Enter takes a number that could have a second digit, and answers only then", () => {
  expect(pressed(30, "1")).toEqual([]);
  expect(pressed(30, "1", "Enter")).toEqual(["option 1"]);
  expect(pressed(30, "1", "Enter", "Enter")).toEqual(["option 1", "answer"]);
});
