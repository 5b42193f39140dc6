// One match as this tab sees it: the fold of a channel's frames. Components read its fields, which are reactive.

import { create } from "@bufbuild/protobuf";

import type { Clock, Decision, Result } from "../generated/tilth/v1/decision_pb";
import {
  type ChannelOpened,
  type CaughtUp,
  Cause,
  type Frame,
  type MatchEnd as FinalFrame,
  OpenChannelSchema,
  type SeatPresence,
  type Update,
} from "../generated/tilth/v1/play_pb";
import type { Receipt } from "../generated/tilth/v1/receipt_pb";
import type { AttendStream, Channel } from "../server/attend_stream";
import { answerWith, answerWithNumbers, type Picks, requestId } from "./picking";

/** One line of the log. */
export interface LogLine {
  readonly record: number;
  readonly cause: Cause;
  readonly seat: number | undefined;
  readonly text: string;
  /** Counts the lines up from 1. */
  readonly order: number;
  /** The line's record was taken back by an undo. */
  isUndone: boolean;
}

export interface MatchEnd {
  readonly result: Result | undefined;
  readonly seed: Uint8Array;
  readonly head: Uint8Array;
  readonly cancelReason: string;
  /** The reason of the operator who ended the match with this result; undefined if it was played to its end. */
  readonly adjudicationReason: string | undefined;
  /** What the server has signed about the whole match. */
  readonly receipt: Receipt | undefined;
}

/** Called with the events of a live record and the view before it, while that view is still drawn. */
export type Witness = (events: readonly Uint8Array[], before: Uint8Array) => void;

/** Lines that the log keeps. */
const MOST_LINES = 5_000;

export class LiveMatch {
  opened = $state.raw<ChannelOpened>();
  view = $state.raw<Uint8Array>();
  decision = $state.raw<Decision>();
  pending = $state.raw<readonly number[]>([]);
  clocks = $state.raw<readonly Clock[]>([]);
  /** The time, by performance.now(), at which `clocks` were true. */
  clocksAt = $state.raw(0);
  undoable = $state(false);
  presence = $state.raw<readonly SeatPresence[]>([]);
  ended = $state.raw<MatchEnd>();
  log = $state.raw<readonly LogLine[]>([]);
  refusal = $state.raw<{ reason: string; message: string }>();
  /** An answer or undo that has no reply yet. */
  isSending = $state(false);
  /** The record of the seat's own last answer: what came after it is news. */
  lastOwn = $state(-1);
  /** The backlog has been read: what comes now happens now. */
  isCaughtUp = $state(false);
  isPaused = $state(false);
  resigned = $state.raw<ReadonlySet<number>>(new Set());
  /** Why the server has closed the channel for a moment. */
  notice = $state<"" | "stopping" | "behind">("");
  /** The number of the newest record. */
  record = $state(-1);
  watchers = $state<number>();
  witness: Witness | undefined;

  readonly #channel: Channel;
  readonly #matchId: string;
  #lines = 0;
  /** The last answer of a batch: until it is there, the batch is on its way. */
  #last: string | undefined;
  /** Undo goes on until nothing can be taken back. */
  #undoesTurn = false;

  constructor(stream: AttendStream, matchId: string, seat: number | undefined, language: string) {
    this.#matchId = matchId;
    const request = create(OpenChannelSchema, {
      matchId,
      fromRecord: 0n,
      views: true,
      texts: true,
      language,
      presence: true,
      ...(seat === undefined ? {} : { seat }),
    });
    this.#channel = stream.open(request, (frame) => this.#take(frame));
  }

  get id(): string {
    return this.#matchId;
  }

  get seat(): number | undefined {
    return this.opened?.seat;
  }

  close(): void {
    this.#channel.close();
  }

  pick(picks: Picks): void {
    if (this.decision === undefined) return;
    this.#sent();
    this.#channel.answer(answerWith(this.decision, picks));
  }

  number(numbers: readonly bigint[]): void {
    if (this.decision === undefined) return;
    this.#sent();
    this.#channel.answer(answerWithNumbers(this.decision, numbers));
  }

  /** Answer the open decision by picks, and the one after it by numbers: both or neither. */
  pickAndNumber(picks: Picks, numbers: readonly bigint[]): void {
    if (this.decision === undefined) return;
    this.#sent();
    const answers = [answerWith(this.decision, picks), answerWithNumbers({ ...this.decision, id: this.decision.id + 1 }, numbers)];
    this.#last = answers[1]?.requestId;
    this.#channel.answerBatch(answers);
  }

  undo(): void {
    this.#sent();
    this.#channel.undo(requestId());
  }

  /** Take back answers until the server lets none be taken back. */
  undoTurn(): void {
    if (!this.undoable) return;
    this.#undoesTurn = true;
    this.undo();
  }

  #sent(): void {
    this.#last = undefined;
    this.isSending = true;
    this.refusal = undefined;
  }

  #take(frame: Frame): void {
    const { payload } = frame;
    switch (payload.case) {
      case "opened":
        this.opened = payload.value;
        break;
      case "update":
        this.#update(Number(frame.record), payload.value);
        break;
      case "caughtUp":
        this.#caughtUp(payload.value);
        break;
      case "refused":
        this.isSending = false;
        this.#undoesTurn = false;
        this.refusal = payload.value;
        break;
      case "accepted":
        if (this.#last === undefined || this.#last === payload.value.requestId) this.isSending = false;
        break;
      case "presence":
        this.presence = payload.value.seats;
        this.watchers = payload.value.watchers;
        break;
      case "ended":
        this.#end(payload.value);
        break;
      case "cutOff":
        this.notice = payload.value.reason === "READER_TOO_SLOW" ? "behind" : "stopping";
        break;
    }
  }

  #update(record: number, update: Update): void {
    this.record = record;
    const accepted = update.acceptedRequestId;
    if (accepted !== "" && (this.#last === undefined || this.#last === accepted)) this.isSending = false;
    this.#noteCause(update);
    if (update.seat !== undefined && update.seat === this.seat && update.cause === Cause.ANSWERED) this.lastOwn = record;
    this.#note(record, update);
    if (update.view.length > 0) {
      if (this.view !== undefined) this.witness?.(update.events, this.view);
      this.view = update.view;
      this.pending = update.pendingSeats;
      this.#setClocks(update.clocks);
      this.undoable = update.undoable;
      if (update.decision !== undefined) this.decision = update.decision;
      else if (update.openDecisionId !== this.decision?.id) this.decision = undefined;
      if (this.#undoesTurn && update.cause === Cause.UNDONE) {
        if (this.undoable) this.undo();
        else this.#undoesTurn = false;
      }
    }
  }

  #noteCause(update: Update): void {
    if (update.cause === Cause.SEAT_TAKEN || update.cause === Cause.SEAT_LEFT) this.#noteSeat(update);
    if (update.cause === Cause.PAUSED) this.isPaused = true;
    if (update.cause === Cause.RESUMED) this.isPaused = false;
    if (update.cause === Cause.RESIGNED && update.seat !== undefined) this.resigned = new Set([...this.resigned, update.seat]);
  }

  /** Somebody has sat down or got up since the channel was opened. */
  #noteSeat(update: Update): void {
    const { opened } = this;
    const { seat } = update;
    if (opened === undefined || seat === undefined) return;
    const isTaken = update.cause === Cause.SEAT_TAKEN;
    const playerNames = opened.playerNames.map((name, index) => (index === seat ? (isTaken ? update.playerName : "") : name));
    const bots = playerNames.map((_, index) => (index === seat ? (isTaken ? update.bot : "") : (opened.bots[index] ?? "")));
    this.opened = { ...opened, playerNames, bots };
  }

  #caughtUp(standing: CaughtUp): void {
    this.isCaughtUp = true;
    if (standing.ownRecord !== undefined) this.lastOwn = Number(standing.ownRecord);
    this.notice = "";
    if (standing.view.length > 0) this.view = standing.view;
    this.decision = standing.decision;
    this.pending = standing.pendingSeats;
    this.#setClocks(standing.clocks);
    this.undoable = standing.undoable;
  }

  #end(end: FinalFrame): void {
    const { result, seed, head, cancelReason, adjudicationReason, receipt } = end;
    this.ended = { result, seed, head, cancelReason, adjudicationReason, receipt };
    this.decision = undefined;
    this.pending = [];
    this.undoable = false;
    this.isSending = false;
  }

  #setClocks(clocks: readonly Clock[]): void {
    this.clocks = clocks;
    this.clocksAt = performance.now();
  }

  #note(record: number, update: Update): void {
    const lines = update.texts
      .filter((text) => text !== "")
      .map((text): LogLine => ({ record, cause: update.cause, seat: update.seat, text, order: ++this.#lines, isUndone: false }));
    const undone = new Set(update.undoneRecords.map(Number));
    const kept = undone.size === 0 ? this.log : this.log.map((line) => (undone.has(line.record) ? { ...line, isUndone: true } : line));
    this.log = [...kept, ...lines].slice(-MOST_LINES);
  }
}
