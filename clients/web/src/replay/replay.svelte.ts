// A match as it was at one record: seeks by ViewAt, which are kept and fetched ahead; the tab's stream runs it.

import type { MatchEnd } from "../generated/tilth/v1/play_pb";
import { archive } from "../server/archive_calls";
import { openReplay, type ReplayListener } from "../server/replay_channel";
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

interface Tempo {
  readonly intervalMs?: number;
  readonly speedPercent?: number;
  readonly views?: boolean;
  readonly texts?: boolean;
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
  /** The end of the match, with its seed; undefined while the match runs and until the log is read. */
  end = $state.raw<MatchEnd>();
  failure = $state("");
  witness: Witness | undefined;

  #kept = new Map<string, Promise<Moment>>();
  #events = new Map<number, readonly Uint8Array[]>();
  /** Close the channel that runs the match, and the one that brings the log. */
  #stopRun: () => void = () => undefined;
  #stopLog: () => void = () => undefined;

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
    this.#readLog();
    await this.seek(record ?? this.first);
  }

  close(): void {
    this.pause();
    this.#stopLog();
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
    this.#readLog();
    void this.seek(this.record);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  pause(): void {
    this.#stopRun();
    this.#stopRun = () => undefined;
    this.isPlaying = false;
  }

  play(): void {
    this.pause();
    this.isPlaying = true;
    const tempo = this.speed === "as-played" ? { speedPercent: 100 } : { intervalMs: Math.round(1000 / this.speed) };
    const from = this.record >= this.last ? this.first : this.record + 1;
    this.#stopRun = this.#run(from, { ...tempo, views: true }, {
      onUpdate: (record, update) => {
        if (update.view.length === 0) return;
        const before = this.moment;
        if (before !== undefined) this.witness?.(update.events, before.view);
        this.record = record;
        this.moment = { record, viewType: before?.viewType ?? "", view: update.view, pending: update.pendingSeats };
      },
      onEnd: (_end, refusal) => {
        this.isPlaying = false;
        if (refusal !== undefined) this.failure = refusal.message;
      },
    });
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

  /** Read the texts and events of all records, which are small without the views. */
  #readLog(): void {
    this.#stopLog();
    const lines: Line[] = [];
    this.#stopLog = this.#run(0, { speedPercent: AT_ONCE, texts: true }, {
      onUpdate: (record, { events, seat, texts }) => {
        this.#events.set(record, events);
        for (const text of texts) if (text !== "") lines.push({ record, seat, text });
      },
      onEnd: (end, refusal) => {
        this.end = end;
        this.lines = lines;
        if (refusal !== undefined) this.failure = refusal.message;
      },
    });
  }

  #run(from: number, how: Tempo, listener: ReplayListener): () => void {
    const { eyes } = this;
    const viewer = eyes === "everybody" ? {} : eyes === "spectator" ? { spectator: true } : { seat: eyes };
    return openReplay({ matchId: this.matchId, fromRecord: BigInt(from), language, ...viewer, ...how }, listener);
  }
}
