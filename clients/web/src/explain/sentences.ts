// How a record came about, in words: who did what, what was asked and offered, what was answered, and what followed.

import type { Timestamp } from "@bufbuild/protobuf/wkt";

import { AnsweredBy, type ExplainRecordResponse } from "../generated/tilth/v1/archive_pb";
import type { Option } from "../generated/tilth/v1/decision_pb";
import { Cause } from "../generated/tilth/v1/play_pb";
import { ForfeitCause } from "../generated/tilth/v1/record_pb";
import { language } from "../words";
import { type Key, say } from "../words/explain";

/** A line of what was offered. */
export interface Offered {
  readonly text: string;
  /** How it was answered, in words; empty if it was not. */
  readonly answer: string;
  /** The same as a mark: "✓", "✓2", "2." where the order counts, or the number. */
  readonly mark: string;
}

const SECOND_MS = 1000;

/** Returns a time of day to the second, with its date. */
export function momentText(time: Timestamp | undefined): string {
  if (time === undefined) return "";
  return new Date(Number(time.seconds) * SECOND_MS).toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" });
}

/** Returns the sentence that says who did what. */
export function headline({ answeredBy, cause, playerName, seat }: ExplainRecordResponse): string {
  const who = playerName || (seat === undefined ? "" : String(seat));
  if (answeredBy !== AnsweredBy.UNSPECIFIED) return say(`by-${answeredBy in AnsweredBy ? answeredBy : AnsweredBy.PLAYER}`, { who });
  const isAnswer = cause === Cause.ANSWERED || cause === Cause.TIMED_OUT || cause === Cause.DEFAULTED;
  const key = isAnswer || !(cause in Cause) ? "cause-0" : (`cause-${cause}` as Key);
  return say(key, { who });
}

/** Returns why a seat resigned or its bot failed; empty for other records. */
export function faultText({ forfeit, detail }: ExplainRecordResponse): string {
  if (forfeit === ForfeitCause.UNSPECIFIED) return "";
  const text = say(`forfeit-${forfeit in ForfeitCause ? forfeit : 0}`);
  return detail === "" ? text : `${text}: ${detail}`;
}

/** Returns the time that the seat had left; empty in a match without clocks. */
export function timeLeftText({ remainingMs, remainingBankMs }: ExplainRecordResponse): string {
  if (remainingMs === undefined) return "";
  const seconds = (ms: bigint): string => (Number(ms) / SECOND_MS).toFixed(1);
  return say("time-left", { left: seconds(remainingMs), bank: seconds(remainingBankMs ?? 0n) });
}

/** Returns the options, or the offers, with the answer marked. */
export function optionLines(options: readonly Option[], { picks, decision }: ExplainRecordResponse): Offered[] {
  return options.map(({ id, text }) => {
    const count = picks.filter((pick) => pick === id).length;
    const place = picks.indexOf(id) + 1;
    const line = { text: text || String(id) };
    if (count === 0) return { ...line, answer: "", mark: "" };
    if (decision?.ordered === true && picks.length > 1) return { ...line, answer: say("answered-place", { place }), mark: `${place}.` };
    return { ...line, answer: count === 1 ? say("answered") : say("answered-times", { count }), mark: count === 1 ? "✓" : `✓${count}` };
  });
}

/** Returns the numbers that were asked for, with their bounds and the answer. */
export function numberLines({ decision, numbers }: ExplainRecordResponse): Offered[] {
  return (decision?.quantities ?? []).map(({ name, text, min, max, scale }, at) => {
    const shown = (value: bigint): string => String(Number(value) / (scale || 1));
    const given = numbers[at];
    const number = given === undefined ? "" : shown(given);
    return {
      text: `${text || name} (${say("bounds", { min: shown(min), max: shown(max) })})`,
      answer: number === "" ? "" : say("answered-number", { number }),
      mark: number,
    };
  });
}
