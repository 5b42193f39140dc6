// The clocks that the dialog offers.

import type { ClockPlan } from "../start/new_match";

export const CLOCKS = ["none", "live", "slow", "own"] as const;

export type ClockName = (typeof CLOCKS)[number];

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Returns the times of a clock; `own` are those that the reader has set. */
export function clockPlan(name: ClockName, own: ClockPlan): ClockPlan | undefined {
  switch (name) {
    case "none":
      return undefined;
    case "live":
      return { bank: 5 * MINUTE, increment: 10, decision: 0, resigns: own.resigns };
    case "slow":
      return { bank: 0, increment: 0, decision: DAY, resigns: own.resigns };
    case "own":
      return own.bank > 0 || own.decision > 0 ? own : undefined;
  }
}

export const OWN: ClockPlan = { bank: 15 * MINUTE, increment: 15, decision: 0, resigns: false };
