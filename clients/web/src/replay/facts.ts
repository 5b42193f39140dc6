// Facts about a match in words: its clock, its times, and the file that holds it.

import type { Timestamp } from "@bufbuild/protobuf/wkt";

import { type ClockSettings, TimeoutRule } from "../generated/tilth/v1/record_pb";
import { handOver } from "../parts/hand_over";
import { fileOf, keepReceipt, receiptsOf } from "../receipts/kept";
import { archive } from "../server/archive_calls";
import { timeLeft } from "../start/written";
import { language } from "../words";
import { say } from "../words/record";

/** Returns the rules of a clock, one a line. */
export function clockLines(clock: ClockSettings | undefined): string[] {
  if (clock === undefined) return [say("clock-none")];
  const { bankMs, incrementMs, decisionMs, onTimeout } = clock;
  return [
    ...(bankMs > 0n ? [say("clock-bank", { time: timeLeft(Number(bankMs)) })] : []),
    ...(incrementMs > 0n ? [say("clock-increment", { time: timeLeft(Number(incrementMs)) })] : []),
    ...(decisionMs > 0n ? [say("clock-decision", { time: timeLeft(Number(decisionMs)) })] : []),
    say(onTimeout === TimeoutRule.RESIGN ? "clock-resigns" : "clock-default"),
  ];
}

/** Returns a time as the reader writes it; empty if there is none. */
export function timeText(time: Timestamp | undefined): string {
  if (time === undefined) return "";
  return new Date(Number(time.seconds) * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/** Fetch a match that has ended as the file that every server takes in, or as text, and hand it to the browser. */
export async function saveMatch(matchId: string, form: "file" | "text"): Promise<void> {
  if (form === "text") {
    const { text } = await archive.exportText({ matchId, language });
    handOver(new Blob([text], { type: "text/plain" }), `${matchId}.txt`);
    return;
  }
  const chunks: BlobPart[] = [];
  for await (const { chunk } of archive.exportMatch({ matchId })) chunks.push(new Uint8Array(chunk));
  handOver(new Blob(chunks, { type: "application/octet-stream" }), `${matchId}.tilth`);
}

/** Ask for the server's signed receipt of what the match holds now, keep it, and hand over all that are kept of the match
 * as the file that `tilth verify --receipt` reads. */
export async function saveReceipt(matchId: string): Promise<void> {
  const { receipt } = await archive.getReceipt({ matchId });
  if (receipt === undefined) return;
  keepReceipt(receipt, location.host);
  const kept = receiptsOf(matchId);
  // Where the browser keeps nothing, the new one is all there is.
  const file = fileOf(kept.length === 0 ? [receipt] : kept, location.host);
  handOver(new Blob([file], { type: "application/jsonl" }), `${matchId}.receipt.jsonl`);
}
