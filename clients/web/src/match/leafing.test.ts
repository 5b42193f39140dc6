import { expect, test, vi } from "vitest";

import { leafed } from "./leafing";

vi.stubGlobal("Element", class {});

const key = (code: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent => ({ code, ...more }) as KeyboardEvent;

test("brackets go through the seats in a ring, by their place on the keyboard", () => {
  expect(leafed(key("BracketRight"), 1, 3)).toBe(2);
  expect(leafed(key("BracketRight", { key: "ъ" }), 2, 3)).toBe(0);
  expect(leafed(key("BracketLeft"), 0, 3)).toBe(2);
});

test("other keys, a table of one seat, and keys that somebody has taken show nothing", () => {
  expect(leafed(key("KeyA"), 0, 3)).toBeUndefined();
  expect(leafed(key("BracketRight"), 0, 1)).toBeUndefined();
  expect(leafed(key("BracketRight", { ctrlKey: true }), 0, 3)).toBeUndefined();
  expect(leafed(key("BracketRight", { defaultPrevented: true }), 0, 3)).toBeUndefined();
});
