import { expect, it } from "vitest";

import { hyphenated } from "./hyphens";

const shown = (name: string): string => hyphenated(name).replaceAll("\u00AD", "-");

it("breaks long Russian words between syllables", () => {
  expect(shown("Средиземноморский")).toBe("Сре-ди-зем-но-мор-ский");
  expect(shown("Континентальный")).toBe("Кон-ти-нен-таль-ный");
});

it("breaks long English words between two consonants", () => {
  expect(shown("Circumpolar Barren Land")).toBe("Cir-cum-polar Barren Land");
  expect(shown("Impoverished Mediterranean Passionflower")).toBe("Im-poverished Mediter-ranean Pas-sionflower");
});

it("leaves short words, other alphabets and the letters themselves alone", () => {
  expect(hyphenated("Чёрный тёрн")).toBe("Чёрный тёрн");
  expect(hyphenated("Barren Land 120°")).toBe("Barren Land 120°");
  expect(hyphenated("Полувечнозелёный").replaceAll("\u00AD", "")).toBe("Полувечнозелёный");
});

it("leaves no single letter on a line", () => {
  for (const part of shown("Аэродинамический").split("-")) expect(part.length).toBeGreaterThan(1);
});
