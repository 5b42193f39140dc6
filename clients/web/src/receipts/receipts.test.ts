import { create, toBinary } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { beforeAll, expect, test, vi } from "vitest";

import { type Receipt, ReceiptSchema, ReceiptStatementSchema } from "../generated/tilth/v1/receipt_pb";
import { hex } from "../replay/verdict";
import { compared, headsOf } from "./compare";
import { fileOf, keepReceipt, MOST_RECEIPTS, receiptsIn, receiptsOf } from "./kept";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
});

const LABEL = new TextEncoder().encode("tilth receipt\0");
const RECORDS = [1, 2, 3].map((byte) => new Uint8Array([byte, byte]));
const SALT = new Uint8Array(32).fill(9);

let keys: CryptoKeyPair;
let publicKey: Uint8Array;
let heads: Uint8Array[];

type Stated = Parameters<typeof create<typeof ReceiptStatementSchema>>[1];

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

const digest = async (...parts: Uint8Array[]): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(parts.flatMap((part) => [...part]))));

async function signed(changes: Stated): Promise<Receipt> {
  const stated = Object.assign({ matchId: "m1", at: create(TimestampSchema, { seconds: 1n }) }, changes);
  const statement = toBinary(ReceiptStatementSchema, create(ReceiptStatementSchema, stated));
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", keys.privateKey, Uint8Array.from([...LABEL, ...statement])));
  return create(ReceiptSchema, { statement, signature, publicKey });
}

beforeAll(async () => {
  keys = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  heads = await headsOf("m1", each(RECORDS));
});

const verdict = async (receipt: Receipt, matchId = "m1", known: readonly Uint8Array[] | undefined = heads) =>
  (await compared(receipt, matchId, known, SALT, new Set([hex(publicKey)]))).verdict;

test("the hashes of records are a chain that begins with the match's name", async () => {
  const first = await digest(await digest(new TextEncoder().encode("tilth stream\0match/m1")), RECORDS[0] ?? new Uint8Array());
  expect(heads.map(hex)).toEqual([hex(first), hex(heads[1] ?? first), hex(await digest(heads[1] ?? first, RECORDS[2] ?? first))]);
});

test("a receipt of the whole match, or of its beginning, is compared with the record that it states", async () => {
  expect(await verdict(await signed({ recordCount: 3n, head: heads[2] ?? new Uint8Array() }))).toBe("ok");
  expect(await verdict(await signed({ recordCount: 2n, head: heads[2] ?? new Uint8Array() }))).toBe("changed");
  expect(await verdict(await signed({ recordCount: 4n, head: heads[2] ?? new Uint8Array() }))).toBe("shorter");
  expect(await verdict(await signed({ recordCount: 0n, head: heads[2] ?? new Uint8Array() }))).toBe("shorter");
  expect(await verdict(await signed({ recordCount: 3n, head: heads[2] ?? new Uint8Array() }), "m2")).toBe("other-match");
});

test("a receipt of a running match hides its hash behind the salt", async () => {
  const hiddenHead = await digest(LABEL, SALT, heads[1] ?? new Uint8Array());
  const receipt = await signed({ recordCount: 2n, hiddenHead });
  expect(await verdict(receipt)).toBe("ok");
  expect((await compared(receipt, "m1", undefined, SALT, new Set())).verdict).toBe("later");
  expect(await verdict(await signed({ recordCount: 1n, hiddenHead }))).toBe("changed");
});

test("an altered receipt does not fit its signature, and another key is named", async () => {
  const receipt = await signed({ recordCount: 3n, head: heads[2] ?? new Uint8Array() });
  const altered = create(ReceiptSchema, { ...receipt, statement: Uint8Array.from([...receipt.statement.slice(0, -1), 0]) });
  expect(await verdict(altered)).toBe("bad-signature");
  expect(await verdict(create(ReceiptSchema, { ...receipt, publicKey: new Uint8Array(3) }))).toBe("bad-signature");
  expect(await compared(receipt, "m1", heads, SALT, new Set())).toMatchObject({ verdict: "ok", isOfServer: false, isSignatureChecked: true });
});

test("a receipt is kept once, with those of its match, and the oldest go first", async () => {
  const stored = new Map<string, string>();
  const store = { getItem: (name: string) => stored.get(name) ?? null, setItem: (name: string, text: string) => void stored.set(name, text) };
  expect(keepReceipt(await signed({ recordCount: 1n }), "here", store)).toBe(true);
  expect(keepReceipt(await signed({ recordCount: 1n, at: create(TimestampSchema, { seconds: 7n }) }), "here", store)).toBe(true);
  expect(keepReceipt(await signed({ recordCount: 2n }), "here", store)).toBe(true);
  expect(keepReceipt(await signed({ matchId: "m2", recordCount: 1n }), "here", store)).toBe(true);
  expect(receiptsOf("m1", store)).toHaveLength(2);
  const many = create(ReceiptSchema, receiptsOf("m1", store)[0]);
  for (let count = 10; count < 10 + MOST_RECEIPTS; count += 1) {
    const statement = toBinary(ReceiptStatementSchema, create(ReceiptStatementSchema, { matchId: `match ${count}`, recordCount: 1n }));
    keepReceipt({ ...many, statement }, "here", store);
  }
  expect(receiptsOf("m1", store)).toHaveLength(0);
  for (const count of [10, 9 + MOST_RECEIPTS]) expect(receiptsOf(`match ${count}`, store)).toHaveLength(1);
});

test("what a browser keeps may be anything, and what it can't keep is not kept", async () => {
  const receipt = await signed({ recordCount: 1n });
  for (const text of ["", "{", "{}", "[1, null, {\"statement\": \"zz\"}]"]) {
    expect(receiptsOf("m1", { getItem: () => text, setItem: () => undefined })).toEqual([]);
  }
  const full = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  expect(keepReceipt(receipt, "here", full)).toBe(false);
});

test("a file gives back its receipts, and another text none", async () => {
  const receipts = [await signed({ recordCount: 1n }), await signed({ recordCount: 2n })];
  expect(receiptsIn(fileOf(receipts, "here"))).toEqual(receipts);
  for (const text of ["", "no JSON", "{}", "[]"]) expect(receiptsIn(text)).toBeUndefined();
});
