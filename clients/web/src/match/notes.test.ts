import { expect, test } from "vitest";

import { keepNote, MOST_LETTERS, MOST_NOTES, noteOn } from "./notes";

function storage(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

test("each match has its own note, and an empty one is forgotten", () => {
  const kept = storage();
  expect(keepNote("a", "Bo likes rain", kept)).toBe(true);
  keepNote("b", "W".repeat(MOST_LETTERS + 5), kept);
  expect(noteOn("a", kept)).toBe("Bo likes rain");
  expect(noteOn("b", kept)).toHaveLength(MOST_LETTERS);
  keepNote("a", "", kept);
  expect(noteOn("a", kept)).toBe("");
  expect(kept.getItem()).not.toContain('"a"');
});

test("the notes that were changed last are kept", () => {
  const kept = storage();
  for (let number = 0; number < MOST_NOTES; number += 1) keepNote(`m${number}`, "x", kept);
  keepNote("m0", "again", kept);
  keepNote("new", "y", kept);
  expect([noteOn("m0", kept), noteOn("m1", kept), noteOn("m2", kept), noteOn("new", kept)]).toEqual(["again", "", "x", "y"]);
});

test("what is kept wrongly is no note, and a browser that keeps nothing says so", () => {
  for (const text of ["", "{", "{}", "7", '[["a"], 3, ["a", 4]]']) expect(noteOn("a", storage(text))).toBe("");
  const full = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  expect(keepNote("a", "x", full)).toBe(false);
});
