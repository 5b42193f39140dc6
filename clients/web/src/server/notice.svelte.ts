// What an operator tells everybody: an announcement, and when the server stops. The newest holds.

import type { Notice } from "../generated/tilth/v1/lobby_pb";
import { stream } from "./stream";

export class Told {
  announcement = $state("");
  reason = $state("");
  isDraining = $state(false);
  /** When the server stops, by performance.now(): its clock may differ from this machine's. Undefined without a time. */
  stopsAt = $state<number>();
  /** How high all of this is on the page, in pixels. It may stand for hours, so pages leave it a place below their bar. */
  height = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  take(notice: Notice): void {
    clearTimeout(this.#timer);
    this.announcement = notice.announcement;
    this.reason = notice.stopReason;
    this.isDraining = notice.draining;
    const { stopsIn, announcementEndsAt } = notice;
    this.stopsAt =
      stopsIn === undefined ? undefined : performance.now() + Number(stopsIn.seconds) * 1000 + stopsIn.nanos / 1e6;
    if (announcementEndsAt === undefined) return;
    const left = Number(announcementEndsAt.seconds) * 1000 - Date.now();
    // A timer cannot be longer; a page that is open for three weeks shows it a little longer.
    this.#timer = setTimeout(() => (this.announcement = ""), Math.min(Math.max(0, left), 2 ** 31 - 1));
  }
}

export const told = new Told();
stream.onNotice = (notice) => told.take(notice);
