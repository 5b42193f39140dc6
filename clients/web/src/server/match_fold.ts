// The fold of a list of matches: whole entries replace those with the same id, and some leave.

import { type Clock } from "../generated/tilth/v1/decision_pb";
import { type Match } from "../generated/tilth/v1/lobby_pb";
import type { MatchListUpdate } from "../generated/tilth/v1/play_pb";

/** A match on a list. */
export interface ListedMatch {
  readonly match: Match;
  /** The seats that are asked; undefined where the server does not know it. */
  readonly pendingSeats: readonly number[] | undefined;
  readonly clocks: readonly Clock[];
  /** The time, by performance.now(), at which `clocks` were true. */
  readonly clocksAt: number;
}

export class MatchFold {
  #byId = new Map<string, ListedMatch>();
  #olderToken = "";
  #isIncomplete = false;

  clear(): void {
    this.#byId.clear();
    this.#olderToken = "";
    this.#isIncomplete = false;
  }

  take(update: MatchListUpdate, now: number): void {
    for (const { match, pendingSeats, pendingKnown, clocks } of update.matches) {
      if (match === undefined) continue;
      this.#byId.set(match.id, { match, pendingSeats: pendingKnown ? pendingSeats : undefined, clocks, clocksAt: now });
    }
    for (const id of update.removedMatchIds) this.#byId.delete(id);
    this.#olderToken = update.nextPageToken || this.#olderToken;
    this.#isIncomplete = update.incomplete;
  }

  get list(): { matches: readonly ListedMatch[]; olderToken: string; isIncomplete: boolean } {
    const matches = [...this.#byId.values()].sort((a, b) => createdAt(b.match) - createdAt(a.match));
    return { matches, olderToken: this.#olderToken, isIncomplete: this.#isIncomplete };
  }
}

function createdAt({ createdAt: at }: Match): number {
  return at === undefined ? 0 : Number(at.seconds) * 1000 + at.nanos / 1e6;
}
