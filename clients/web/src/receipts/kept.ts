// The receipts that this browser keeps: what the server signed about a match, to be held against what it shows later.

import { create, fromBinary } from "@bufbuild/protobuf";

import { type Receipt, ReceiptSchema, type ReceiptStatement, ReceiptStatementSchema } from "../generated/tilth/v1/receipt_pb";
import { hex } from "../replay/verdict";

const KEPT = "tilth.receipts";
/** More receipts than this are not kept: the ones that came first go first. */
export const MOST_RECEIPTS = 500;

type Store = Pick<Storage, "getItem" | "setItem">;

/** A receipt as a line of the file that `tilth verify --receipt` reads, too. */
interface Line {
  readonly server: string;
  readonly statement: string;
  readonly signature: string;
  readonly public_key: string;
}

/** A line with the match that it is about, so that those of other matches need not be read. */
type KeptLine = Line & { readonly match: string };

/** Keep a receipt, unless it states no more than one that is kept. Returns false where the browser keeps nothing. */
export function keepReceipt(receipt: Receipt, server: string, store: Store = localStorage): boolean {
  const stated = statedBy(receipt);
  if (stated === undefined) return false;
  const lines = linesIn(store.getItem(KEPT));
  const isKept = receiptsAmong(lines, stated.matchId).some((other) => isSame(statedBy(other), stated));
  if (isKept) return true;
  try {
    const line: KeptLine = { match: stated.matchId, ...lineOf(receipt, server) };
    store.setItem(KEPT, JSON.stringify([...lines, line].slice(-MOST_RECEIPTS)));
    return true;
  } catch {
    return false;
  }
}

/** Returns the receipts of a match, in the order in which they came. */
export const receiptsOf = (matchId: string, store: Store = localStorage): Receipt[] => receiptsAmong(linesIn(store.getItem(KEPT)), matchId);

const receiptsAmong = (lines: readonly unknown[], matchId: string): Receipt[] =>
  lines.filter((line) => (line as Partial<KeptLine> | null)?.match === matchId).flatMap((line) => receiptOf(line) ?? []);

/** Returns receipts as the text of a file. */
export const fileOf = (receipts: readonly Receipt[], server: string): string =>
  receipts.map((receipt) => `${JSON.stringify(lineOf(receipt, server))}\n`).join("");

/** Returns the receipts in such a text; undefined if it is no such text. */
export function receiptsIn(text: string): Receipt[] | undefined {
  try {
    const found = text.split("\n").filter((line) => line.trim() !== "").map((line) => receiptOf(JSON.parse(line)));
    return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a receipt states, whoever signed it; undefined if its bytes state nothing. */
export function statedBy({ statement }: Receipt): ReceiptStatement | undefined {
  try {
    return fromBinary(ReceiptStatementSchema, statement);
  } catch {
    return undefined;
  }
}

const isSame = (one: ReceiptStatement | undefined, other: ReceiptStatement): boolean =>
  one !== undefined && one.matchId === other.matchId && one.recordCount === other.recordCount && hex(one.head) === hex(other.head) && hex(one.hiddenHead) === hex(other.hiddenHead);

const lineOf = ({ statement, signature, publicKey }: Receipt, server: string): Line => ({
  server,
  statement: hex(statement),
  signature: hex(signature),
  public_key: hex(publicKey),
});

function receiptOf(line: unknown): Receipt | undefined {
  if (typeof line !== "object" || line === null) return undefined;
  const { statement, signature, public_key: publicKey } = line as Partial<Line>;
  if (![statement, signature, publicKey].every((part) => typeof part === "string" && /^([0-9a-f]{2})*$/.test(part))) return undefined;
  const bytes = (text = ""): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return create(ReceiptSchema, { statement: bytes(statement), signature: bytes(signature), publicKey: bytes(publicKey) });
}

function linesIn(text: string | null): unknown[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
