// What the server does, as WatchServer tells it every second.
//
// A browser has six connections to a server that speaks HTTP/1, over all tabs. This stream takes one, so it ends while
// the tab is hidden; calls and the audit are asked for in single calls.

import type { WatchServerResponse } from "../generated/tilth/v1/operations_pb";
import { CallRefused } from "../server/calls";
import { operations } from "../server/operations_calls";
import { HISTORY } from "./figures";

export const MAX_ROWS = 50;
const INTERVAL_MS = 1000;
/** Reasons for which asking again is of no use. */
const FINAL = ["OPERATORS_ONLY", "TOKEN_INVALID", "TOKEN_MISSING", "PLAYER_BANNED"];
const LONGEST_PAUSE_MS = 10_000;

export interface Sample {
  readonly running: number;
  readonly answers: number;
  readonly latency: number;
  readonly streams: number;
  readonly cpu: number;
  readonly memory: number;
}

export class ServerWatch {
  report = $state.raw<WatchServerResponse>();
  history = $state.raw<readonly Sample[]>([]);
  /** The refusal that ended the watch for good. */
  refused = $state.raw<CallRefused>();
  /** The time of the next attempt, by performance.now(), while there is no connection. */
  retryAt = $state<number>();
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = INTERVAL_MS;

  /** Watch while the tab is shown, until the returned function is called. */
  start(): () => void {
    const look = (): void => {
      if (document.hidden) this.#end();
      else if (this.#stop === undefined) this.#begin();
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      document.removeEventListener("visibilitychange", look);
      this.#end();
    };
  }

  #begin(): void {
    const stop = new AbortController();
    this.#stop = stop;
    void this.#watch(stop.signal);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = undefined;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    try {
      for await (const report of operations.watchServer({ intervalMs: INTERVAL_MS, maxRows: MAX_ROWS }, { signal })) {
        this.#take(report);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallRefused && FINAL.includes(error.reason)) {
        this.refused = error;
        return;
      }
    }
    if (signal.aborted) return;
    this.retryAt = performance.now() + this.#pause;
    this.#timer = setTimeout(() => this.#begin(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #take(report: WatchServerResponse): void {
    this.#pause = INTERVAL_MS;
    this.retryAt = undefined;
    this.report = report;
    const sample: Sample = {
      running: Number(report.status?.runningMatches ?? 0n),
      answers: report.answersPerSecond,
      latency: report.latencyP50Ms,
      streams: Number(report.status?.streams ?? 0n),
      cpu: report.cpuPercent,
      memory: Number(report.residentBytes),
    };
    this.history = [...this.history, sample].slice(-HISTORY);
  }
}
