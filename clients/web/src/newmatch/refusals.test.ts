import { beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("document", { baseURI: "http://127.0.0.1/" });
});

test("a value is refused by its option, the present fault by its own", async () => {
  const { optionOf, Refusals } = await import("./refusals");
  const refusals = new Refusals({ option: "long_form", message: "four rounds" }, [
    { option: "seat_count", value: "1", message: "alone" },
    { option: "cactus", value: "true", message: "no place" },
  ]);
  expect(refusals.of("cactus", "true")).toBe("no place");
  expect(refusals.of("cactus", "false")).toBe("");
  expect(refusals.now("long_form")).toBe("four rounds");
  expect(refusals.now("cactus")).toBe("");
  expect(["settings.long_form", "seat_count", "settings"].map(optionOf)).toEqual(["long_form", "seat_count", "settings"]);
});
