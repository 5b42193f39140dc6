// Receipts held against a match's log, whose hashes are computed here. docs/explanation/fairness.md describes the bytes.

import type { Receipt, ReceiptStatement } from "../generated/tilth/v1/receipt_pb";
import { hex } from "../replay/verdict";
import { archive } from "../server/archive_calls";
import { lobby } from "../server/calls";
import { statedBy } from "./kept";

/** "ok": the log begins with the records that the receipt states. "later": the match still runs. The others are faults. */
export type Verdict = "ok" | "later" | "changed" | "shorter" | "other-match" | "bad-signature";

export interface Compared {
  readonly verdict: Verdict;
  readonly statement: ReceiptStatement | undefined;
  /** The server names the key among its own. */
  readonly isOfServer: boolean;
  /** This browser could check the signature. */
  readonly isSignatureChecked: boolean;
}

const LABEL = new TextEncoder().encode("tilth receipt\0");
const ED25519 = "Ed25519";

/** Whether this browser can compute hashes here: it can't at addresses without TLS, but for this machine's own. */
export const canCompare = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

export const isFault = ({ verdict }: Compared): boolean => verdict !== "ok" && verdict !== "later";

/** Compare receipts with what the server shows of the match now. */
export async function compare(matchId: string, receipts: readonly Receipt[]): Promise<Compared[]> {
  if (receipts.length === 0) return [];
  const { server } = await lobby.getServerInfo({});
  const keys = new Set([server?.signingKey ?? new Uint8Array(), ...(server?.earlierSigningKeys ?? [])].map(hex));
  const { receipt } = await archive.getReceipt({ matchId });
  const now = receipt && statedBy(receipt);
  const heads = now === undefined || now.head.length === 0 ? undefined : await headsOf(matchId, recordsOf(matchId));
  return Promise.all(receipts.map((one) => compared(one, matchId, heads, now?.salt ?? new Uint8Array(), keys)));
}

async function* recordsOf(matchId: string): AsyncGenerator<Uint8Array> {
  for await (const { entries } of archive.readLog({ matchId })) for (const { record } of entries) yield record;
}

/** Returns the hash of each record of a match, computed from the records. */
export async function headsOf(matchId: string, records: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  let link = await sha256(new TextEncoder().encode(`tilth stream\0match/${matchId}`));
  const heads: Uint8Array[] = [];
  for await (const record of records) {
    link = await sha256(link, record);
    heads.push(link);
  }
  return heads;
}

/** Compare one receipt with the hashes of all records; undefined while the match runs. */
export async function compared(
  receipt: Receipt,
  matchId: string,
  heads: readonly Uint8Array[] | undefined,
  salt: Uint8Array,
  keys: ReadonlySet<string>,
): Promise<Compared> {
  const statement = statedBy(receipt);
  const isSigned = await signatureFits(receipt);
  const found = { statement, isOfServer: keys.has(hex(receipt.publicKey)), isSignatureChecked: isSigned !== undefined };
  if (statement === undefined || isSigned === false) return { ...found, verdict: "bad-signature" };
  return { ...found, verdict: await verdictOn(statement, matchId, heads, salt) };
}

async function verdictOn(stated: ReceiptStatement, matchId: string, heads: readonly Uint8Array[] | undefined, salt: Uint8Array): Promise<Verdict> {
  if (stated.matchId !== matchId) return "other-match";
  if (heads === undefined) return "later";
  const head = heads[Number(stated.recordCount) - 1];
  if (head === undefined) return "shorter";
  const [shown, signed] = stated.hiddenHead.length > 0 ? [await sha256(LABEL, salt, head), stated.hiddenHead] : [head, stated.head];
  return hex(shown) === hex(signed) ? "ok" : "changed";
}

/** Returns whether the key has signed the statement; undefined where the browser does not know such keys. */
async function signatureFits({ statement, signature, publicKey }: Receipt): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey("raw", plain(publicKey), ED25519, false, ["verify"]);
    return await crypto.subtle.verify(ED25519, key, plain(signature), joined(LABEL, statement));
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? undefined : false;
  }
}

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
