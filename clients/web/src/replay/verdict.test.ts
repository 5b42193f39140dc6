import { create } from "@bufbuild/protobuf";
import { beforeAll, expect, test, vi } from "vitest";

import { VerifyMatchResponseSchema } from "../generated/tilth/v1/archive_pb";
import { checksOf, hex, isSound } from "./verdict";

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
});

const SOUND = { finished: true, chainOk: true, foldOk: true, seedOk: true, rulesOk: true, namesOk: true, rulesVersion: 3, serverRulesVersion: 3 };
const reply = (changes: Partial<typeof SOUND> = {}) => create(VerifyMatchResponseSchema, { ...SOUND, ...changes });

test("a match that holds has passed every check", () => {
  expect(checksOf(reply()).map(({ result }) => result)).toEqual(["passed", "passed", "passed", "passed", "passed"]);
  expect(isSound(reply())).toBe(true);
});

test("one failed check is enough for a match not to hold", () => {
  const broken = reply({ chainOk: false });
  expect(checksOf(broken).filter(({ result }) => result === "failed").map(({ name }) => name)).toEqual(["chain"]);
  expect(isSound(broken)).toBe(false);
  expect(isSound(create(VerifyMatchResponseSchema, { ...SOUND, findings: [{ record: 4n, message: "a hash" }] }))).toBe(false);
});

test("rules that were not run again are named with the reason", () => {
  const { rulesOk: _ran, namesOk: _compared, ...rest } = SOUND;
  const older = create(VerifyMatchResponseSchema, { ...rest, rulesVersion: 2 });
  const rules = checksOf(older).find(({ name }) => name === "rules");
  expect(rules).toMatchObject({ result: "skipped", text: "rules-other", values: { recorded: 2, here: 3 } });
  expect(checksOf(create(VerifyMatchResponseSchema, rest)).find(({ name }) => name === "rules")?.text).toBe("rules-not-run");
  expect(checksOf(older).find(({ name }) => name === "names")).toMatchObject({ result: "skipped", text: "names-none" });
  expect(isSound(older)).toBe(true);
});

test("bytes are written as digits", () => {
  expect(hex(new Uint8Array([0, 15, 255]))).toBe("000fff");
});
