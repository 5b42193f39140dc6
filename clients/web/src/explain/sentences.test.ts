import { create } from "@bufbuild/protobuf";
import { expect, test, vi } from "vitest";

import { AnsweredBy, ExplainRecordResponseSchema } from "../generated/tilth/v1/archive_pb";
import { Cause } from "../generated/tilth/v1/play_pb";
import { ForfeitCause } from "../generated/tilth/v1/record_pb";
import { faultText, headline, numberLines, optionLines, timeLeftText } from "./sentences";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["en"] });
});

type Init = Parameters<typeof create<typeof ExplainRecordResponseSchema>>[1];
const found = (init: Init) => create(ExplainRecordResponseSchema, init);

test("the headline says who answered and how, or what happened", () => {
  expect(headline(found({ answeredBy: AnsweredBy.CLOCK, playerName: "Ann" }))).toBe("Ann was out of time; the server gave the default answer.");
  expect(headline(found({ cause: Cause.UNDONE, seat: 1 }))).toBe("1 took the last answer back.");
  expect(headline(found({ cause: Cause.ANSWERED }))).toBe("A record of a kind that this page does not know.");
  expect(headline(found({ cause: 99 as Cause }))).toBe("A record of a kind that this page does not know.");
  for (const cause of Object.values(Cause)) if (typeof cause === "number") expect(headline(found({ cause }))).not.toContain("cause-");
  for (const by of Object.values(AnsweredBy)) if (typeof by === "number") expect(headline(found({ answeredBy: by }))).toMatch(/\.$/);
});

test("a fault has its details behind it", () => {
  expect(faultText(found({}))).toBe("");
  expect(faultText(found({ forfeit: ForfeitCause.CRASH, detail: "exit 1" }))).toBe("The program failed: exit 1");
  for (const forfeit of Object.values(ForfeitCause)) if (typeof forfeit === "number" && forfeit > 0) expect(faultText(found({ forfeit }))).toMatch(/^[A-Z]/);
});

test("the time left is in seconds, and absent without clocks", () => {
  expect(timeLeftText(found({}))).toBe("");
  expect(timeLeftText(found({ remainingMs: 4_040n, remainingBankMs: 60_000n }))).toBe("Time left: 4.0 s for the decision, 60.0 s in the bank.");
});

test("picks are marked once, counted, or in their order", () => {
  const options = [{ id: 7, text: "wood" }, { id: 9, text: "clay" }, { id: 3, text: "reed" }];
  const lines = (picks: number[], ordered = false) => optionLines(found({ decision: { options } }).decision?.options ?? [], found({ decision: { options, ordered }, picks })).map(({ mark }) => mark);
  expect(lines([9])).toEqual(["", "✓", ""]);
  expect(lines([7, 7, 3])).toEqual(["✓2", "", "✓"]);
  expect(lines([3, 7], true)).toEqual(["2.", "", "1."]);
  expect(lines([3], true)).toEqual(["", "", "✓"]);
});

test("numbers are shown in their units, with their bounds", () => {
  const decision = { quantities: [{ name: "power", text: "Power", min: 0n, max: 9000n, scale: 100 }] };
  expect(numberLines(found({ decision, numbers: [4550n] }))).toEqual([{ text: "Power (0 to 90)", answer: "answered: 45.5", mark: "45.5" }]);
});
