// The result of a verification as a list of checks.

import type { VerifyMatchResponse } from "../generated/tilth/v1/archive_pb";
import type { Key } from "../words/record";

export interface Check {
  readonly name: "chain" | "fold" | "rules" | "seed" | "names";
  /** "skipped": there was nothing to check, or it could not be checked. */
  readonly result: "passed" | "failed" | "skipped";
  /** The sentence that says what was checked, or why it was not; `values` are filled into it. */
  readonly text: Key;
  readonly values: Readonly<Record<string, number>>;
}

/** Returns the checks of a finished verification, in the order in which they depend on each other. */
export function checksOf(reply: VerifyMatchResponse): readonly Check[] {
  const { rulesVersion, serverRulesVersion } = reply;
  const check = (name: Check["name"], isOk: boolean | undefined, text: Key, skipped: Key, values: Check["values"] = {}): Check =>
    isOk === undefined ? { name, result: "skipped", text: skipped, values } : { name, result: isOk ? "passed" : "failed", text, values };
  return [
    check("chain", reply.chainOk, "check-chain", "check-chain"),
    check("fold", reply.foldOk, "check-fold", "check-fold"),
    check("seed", reply.seedOk, "check-seed", "check-seed"),
    check("rules", reply.rulesOk, "check-rules", rulesVersion === serverRulesVersion ? "rules-not-run" : "rules-other", {
      recorded: rulesVersion,
      here: serverRulesVersion,
    }),
    check("names", reply.namesOk, "check-names", "names-none"),
  ];
}

/** Returns whether nothing was found wrong. Checks that were skipped do not count. */
export function isSound(reply: VerifyMatchResponse): boolean {
  return reply.findings.length === 0 && checksOf(reply).every(({ result }) => result !== "failed");
}

/** Returns bytes as hexadecimal digits, as the terminal client writes them. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
