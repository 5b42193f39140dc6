// What the reader has picked of an open decision, and what the decision's bounds allow next. No rule of any game.

import { create } from "@bufbuild/protobuf";

import type { Decision, Option } from "../generated/tilth/v1/decision_pb";
import { type Answer, AnswerSchema } from "../generated/tilth/v1/play_pb";

/** The picks of a decision: ids of options, each as often as it is picked, in the order of picking. */
export type Picks = readonly number[];

/** How often an option may be picked. */
export function mostOf(decision: Decision, option: Option): number {
  const index = decision.options.indexOf(option);
  return decision.maxEach[index] ?? 1;
}

/** How often an option is picked. */
export function countOf(picks: Picks, id: number): number {
  return picks.reduce((count, pick) => (pick === id ? count + 1 : count), 0);
}

/** The picks after a click on an option. One more click than allowed takes it out; a single pick replaces. */
export function withClick(decision: Decision, picks: Picks, option: Option): Picks {
  const count = countOf(picks, option.id);
  if (decision.maxPicks === 1) return count ? [] : [option.id];
  const most = mostOf(decision, option);
  if (count >= most) return most === 1 || decision.ordered ? without(picks, option.id) : picks;
  return picks.length < decision.maxPicks ? [...picks, option.id] : picks;
}

/** The picks with the last pick of an option taken away. */
export function without(picks: Picks, id: number): Picks {
  const at = picks.lastIndexOf(id);
  return at < 0 ? picks : picks.filter((_, index) => index !== at);
}

/** How many more have to be picked. */
export function missing(decision: Decision, picks: Picks): number {
  return Math.max(0, decision.minPicks - picks.length);
}

export function isComplete(decision: Decision, picks: Picks): boolean {
  return picks.length >= decision.minPicks && picks.length <= decision.maxPicks;
}

/** Whether one click on any option is a whole answer. */
export function answersByOneClick(decision: Decision): boolean {
  return decision.quantities.length === 0 && decision.minPicks === 1 && decision.maxPicks === 1;
}

/** Whether the decision leaves no choice: one option, picked once. */
export function isForced(decision: Decision): boolean {
  return answersByOneClick(decision) && decision.options.length === 1 && decision.offers.length === 0;
}

/** Whether every option is picked once, so that only their order is asked. */
export function asksOrder(decision: Decision): boolean {
  const { options, ordered, minPicks, maxPicks, maxEach } = decision;
  return ordered && options.length > 1 && minPicks === options.length && maxPicks === minPicks && maxEach.every((most) => most === 1);
}

/** The line with one option put where another one stands. */
export function withPut(line: Picks, id: number, at: number): Picks {
  const put = line.filter((one) => one !== id);
  put.splice(line.indexOf(at), 0, id);
  return put;
}

export function answerWith(decision: Decision, picks: Picks): Answer {
  return create(AnswerSchema, { requestId: requestId(), decisionId: decision.id, picks: [...picks] });
}

export function answerWithNumbers(decision: Decision, numbers: readonly bigint[]): Answer {
  return create(AnswerSchema, { requestId: requestId(), decisionId: decision.id, numbers: [...numbers] });
}

/** A new request id. Not randomUUID: pages that were not served by TLS don't have it. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
