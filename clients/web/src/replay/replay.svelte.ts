// A match as it was at one record: seeks by ViewAt, which are kept and fetched ahead; Replay runs it.

import type { Frame } from "../generated/tilth/v1/play_pb";
import { archive } from "../server/calls";
import { language } from "../words";
import { type Mark, markAt, marksOf } from "./bookmarks";

/** Whose eyes see the match: a seat, somebody without a seat, or everything, once the match has ended. */
export type Eyes = number | "spectator" | "everybody";

/** Records a second, or as it was played. */
export type Speed = 1 | 2 | 8 | "as-played";

export interface Line {
  readonly record: number;
  readonly seat: number | undefined;
  readonly text: string;
}

interface Moment {
  readonly record: number;
  readonly viewType: string;
  readonly view: Uint8Array;
  readonly pending: readonly number[];
}

type Witness = (events: readonly Uint8Array[], before: Uint8Array) => void;
type ViewerInit = NonNullable<NonNullable<Parameters<typeof archive.viewAt>[0]>["viewer"]>;

const MOST_KEPT = 80;
/** A pace at which no pause is left. */
const AT_ONCE = 4_000_000_000;

export class Replay {
  marks = $state.raw<readonly Mark[]>([]);
  /** The first record that has a table, and the last. */
  first = $state(0);
  last = $state(0);
  /** The record that is wanted, and the moment that is shown: the last one until the wanted one is there. */
  record = $state(0);
  moment = $state.raw<Moment>();
  eyes = $state.raw<Eyes>("everybody");
  speed = $state.raw<Speed>(2);
  isPlaying = $state(false);
  lines = $state.raw<readonly Line[]>([]);
  failure = $state("");
  witness: Witness | undefined;

  #kept = new Map<string, Promise<Moment>>();
  #events = new Map<number, readonly Uint8Array[]>();
  #run: AbortController | undefined;
  #log: AbortController | undefined;

  constructor(readonly matchId: string) {}

  get isLate(): boolean {
    return this.moment?.record !== this.record;
  }

  get mark(): Mark | undefined {
    return markAt(this.marks, this.record);
  }

  async open(record: number | undefined, eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    const { bookmarks } = await archive.listBookmarks({ matchId: this.matchId });
    this.marks = marksOf(bookmarks);
    this.first = this.last = this.marks[0]?.record ?? 0;
    await this.#fetch(this.first);
    void this.#readLog();
    await this.seek(record ?? this.first);
  }

  close(): void {
    this.pause();
    this.#log?.abort();
  }

  seek(record: number): Promise<void> {
    this.pause();
    return this.#show(Math.min(this.last, Math.max(this.first, record)));
  }

  look(eyes: Eyes): void {
    this.eyes = eyes;
    this.#kept.clear();
    this.#events.clear();
    this.lines = [];
    void this.#readLog();
    void this.seek(this.record);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  pause(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.isPlaying = false;
  }

  play(): void {
    this.pause();
    const run = new AbortController();
    this.#run = run;
    this.isPlaying = true;
    void this.#play(this.record >= this.last ? this.first : this.record + 1, run.signal);
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (this.isPlaying) this.play();
  }

  #viewer(): ViewerInit | undefined {
    if (this.eyes === "everybody") return undefined;
    return { kind: this.eyes === "spectator" ? { case: "spectator", value: true } : { case: "seat", value: this.eyes } };
  }

  async #show(record: number): Promise<void> {
    const before = this.moment;
    this.record = record;
    try {
      const moment = await this.#fetch(record);
      if (this.record !== record) return;
      const events = this.#events.get(record);
      if (before?.record === record - 1 && events !== undefined) this.witness?.(events, before.view);
      this.moment = moment;
      this.failure = "";
      for (const near of [record + 1, record - 1, record + 2]) {
        if (near >= this.first && near <= this.last) this.#fetch(near).catch(() => undefined);
      }
    } catch (error) {
      if (this.record === record) this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  #fetch(record: number): Promise<Moment> {
    const key = `${String(this.eyes)} ${record}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const viewer = this.#viewer();
    const asked = archive
      .viewAt({ matchId: this.matchId, record: BigInt(record), texts: false, language, ...(viewer === undefined ? {} : { viewer }) })
      .then((reply): Moment => {
        this.last = Math.max(this.last, Number(reply.recordCount) - 1);
        return { record, viewType: reply.viewType, view: reply.view, pending: reply.pendingSeats };
      });
    this.#kept.set(key, asked);
    asked.catch(() => this.#kept.delete(key));
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return asked;
  }

  async #play(from: number, signal: AbortSignal): Promise<void> {
    const tempo = this.speed === "as-played" ? { speedPercent: 100 } : { intervalMs: Math.round(1000 / this.speed) };
    try {
      for await (const frame of this.#frames(from, { ...tempo, views: true, texts: false }, signal)) {
        if (frame.payload.case !== "update" || frame.payload.value.view.length === 0) continue;
        const update = frame.payload.value;
        const before = this.moment;
        if (before !== undefined) this.witness?.(update.events, before.view);
        this.record = Number(frame.record);
        this.moment = { record: this.record, viewType: before?.viewType ?? "", view: update.view, pending: update.pendingSeats };
      }
    } catch (error) {
      if (!signal.aborted) this.failure = error instanceof Error ? error.message : String(error);
    }
    if (!signal.aborted) this.isPlaying = false;
  }

  /** Read the texts and events of all records, which are small without the views. */
  async #readLog(): Promise<void> {
    this.#log?.abort();
    const log = new AbortController();
    this.#log = log;
    const lines: Line[] = [];
    try {
      for await (const { record, payload } of this.#frames(0, { speedPercent: AT_ONCE, views: false, texts: true }, log.signal)) {
        if (payload.case !== "update") continue;
        const { events, seat, texts } = payload.value;
        this.#events.set(Number(record), events);
        for (const text of texts) if (text !== "") lines.push({ record: Number(record), seat, text });
      }
      this.lines = lines;
    } catch (error) {
      if (!log.signal.aborted) this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  async *#frames(
    from: number,
    how: { readonly intervalMs?: number; readonly speedPercent?: number; readonly views: boolean; readonly texts: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<Frame> {
    const viewer = this.#viewer();
    const request = { matchId: this.matchId, fromRecord: BigInt(from), language, ...how, ...(viewer === undefined ? {} : { viewer }) };
    for await (const { frames } of archive.replay(request, { signal })) yield* frames;
  }
}

