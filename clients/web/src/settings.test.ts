import { beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

test("what is kept wrongly is as the defaults say", async () => {
  const { choicesIn, DEFAULTS } = await import("./settings.svelte");
  for (const text of [null, "", "{", "[]", "7", "null", '{"theme": "pink", "letterKeys": "no"}']) {
    expect(choicesIn(text)).toEqual(DEFAULTS);
  }
  expect(choicesIn('{"theme": "dark", "answerByClick": false, "motion": "less"}')).toEqual({
    ...DEFAULTS,
    theme: "dark",
    answerByClick: false,
    motion: "less",
  });
});
