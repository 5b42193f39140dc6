// The WebSocket of this tab: any number of channels, opened again after every break without a lost or doubled answer.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";

import type { Notice } from "../generated/tilth/v1/lobby_pb";
import {
  type Answer,
  AttendRequestSchema,
  AttendResponseSchema,
  type Command,
  CommandSchema,
  type Frame,
  type OpenChannel,
} from "../generated/tilth/v1/play_pb";
import { attendAddress } from "./address";
import { token } from "./identity";

export const SUBPROTOCOL = "tilth.v1.attend";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
/** The server is never silent for longer than its heartbeats' 15 seconds and a few more. */
const SILENCE_MS = 25_000;
/** Time within which the server shows that it still is there, after the tab or the network came back. */
const PROBE_MS = 1_200;

/** How the stream stands. `retryAt` is the time of the next attempt, by performance.now(). */
export type StreamState =
  | { readonly is: "connecting" }
  | { readonly is: "open" }
  | { readonly is: "waiting"; readonly retryAt: number }
  | { readonly is: "refused"; readonly reason: string; readonly message: string };

/** One channel of the stream. Its owner reads the frames. */
export interface Channel {
  readonly number: number;
  /** Send an answer; it is sent again after a break until the server has replied to its request id. */
  answer(answer: Answer): void;
  /** Send several answers in order, all or none; as with one, they are sent again after a break. */
  answerBatch(answers: Answer[]): void;
  /** Take back the seat's last answer. */
  undo(requestId: string): void;
  close(): void;
}

/** What a channel shows: a match, or something else that lasts. */
type Opening = Extract<Command["payload"], { case: "open" | "openReplay" | "openTournament" | "openMatches" }>;

interface OpenedChannel {
  readonly opening: Opening;
  readonly onFrame: (frame: Frame) => void;
  /** The record to resume from; undefined before the first frame that names one. */
  next: bigint | undefined;
  /** Commands without a reply, by request id, in the order they were given. */
  readonly unreplied: Map<string, Command>;
}

export class AttendStream {
  #socket: WebSocket | undefined;
  #channels = new Map<number, OpenedChannel>();
  #lastNumber = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #listeners = new Set<(state: StreamState) => void>();
  /** Called with what an operator tells everybody. */
  onNotice: ((notice: Notice) => void) | undefined;
  #state: StreamState = { is: "waiting", retryAt: 0 };

  constructor() {
    addEventListener("online", () => this.#lookAgain());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#lookAgain();
    });
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Call the listener now and at each change; returns the function that ends this. */
  onState(listener: (state: StreamState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  open(request: OpenChannel, onFrame: (frame: Frame) => void): Channel {
    return this.subscribe({ case: "open", value: request }, onFrame);
  }

  /** Open a channel for a replay, a tournament or a list of matches. After a break it is opened where it was. */
  subscribe(opening: Opening, onFrame: (frame: Frame) => void): Channel {
    const number = ++this.#lastNumber;
    const next = opening.case === "open" ? opening.value.fromRecord : undefined;
    const channel: OpenedChannel = { opening, onFrame, next, unreplied: new Map() };
    this.#channels.set(number, channel);
    if (this.#state.is === "open") this.#send([this.#opening(number, channel)]);
    else if (this.#state.is === "waiting" && this.#timer === undefined) this.#connect();
    const command = (requestIds: readonly string[], payload: Command["payload"]): void => {
      const made = create(CommandSchema, { channel: number, payload });
      for (const requestId of requestIds) channel.unreplied.set(requestId, made);
      if (this.#state.is === "open") this.#send([made]);
    };
    return {
      number,
      answer: (value) => command([value.requestId], { case: "answer", value }),
      answerBatch: (answers) =>
        command(answers.map(({ requestId }) => requestId), { case: "answerBatch", value: { $typeName: "tilth.v1.AnswerBatch", answers } }),
      undo: (requestId) => command([requestId], { case: "undo", value: { $typeName: "tilth.v1.Undo", requestId } }),
      close: () => this.#close(number),
    };
  }

  /** Try to connect now. */
  retryNow(): void {
    if (this.#state.is === "waiting" || this.#state.is === "refused") this.#connect();
  }

  /** Connect again as another player: a connection belongs to the token that it began with. */
  changePlayer(): void {
    if (this.#channels.size === 0 || token() === "") this.#disconnect();
    // The token is sent when the connection is there.
    else if (this.#state.is !== "connecting") this.#connect();
  }

  #close(number: number): void {
    if (!this.#channels.delete(number)) return;
    if (this.#state.is === "open") {
      this.#send([
        create(CommandSchema, { channel: number, payload: { case: "close", value: { $typeName: "tilth.v1.CloseChannel" } } }),
      ]);
    }
    if (this.#channels.size === 0) this.#disconnect();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket?.close();
    const socket = new WebSocket(attendAddress, [SUBPROTOCOL]);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#become({ is: "connecting" });
    this.#expectSign(SILENCE_MS);
    let refusal: { reason: string; message: string; code: string } | undefined;
    socket.onopen = () => {
      socket.send(`Bearer ${token()}`);
      this.#become({ is: "open" });
      const commands = [...this.#channels].flatMap(([number, channel]) => [
        this.#opening(number, channel),
        ...new Set(channel.unreplied.values()),
      ]);
      this.#send(commands);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        refusal = JSON.parse(data) as typeof refusal;
        return;
      }
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#expectSign(SILENCE_MS);
      for (const frame of fromBinary(AttendResponseSchema, new Uint8Array(data as ArrayBuffer)).frames) this.#take(frame);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      clearTimeout(this.#silence);
      const isFinal = refusal !== undefined && ["UNAUTHENTICATED", "PERMISSION_DENIED"].includes(refusal.code);
      if (isFinal && refusal) this.#become({ is: "refused", ...refusal });
      else this.#retryLater();
    };
  }

  #disconnect(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#timer = undefined;
    socket?.close();
    this.#become({ is: "waiting", retryAt: 0 });
  }

  #retryLater(): void {
    if (this.#channels.size === 0) {
      this.#become({ is: "waiting", retryAt: 0 });
      return;
    }
    const pause = this.#pauseMs * (0.75 + Math.random() / 2);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => this.#connect(), pause);
    this.#become({ is: "waiting", retryAt: performance.now() + pause });
  }

  /** The tab or the network has come back: connect at once, or ask whether the connection still lives. */
  #lookAgain(): void {
    if (this.#channels.size === 0) return;
    if (this.#state.is === "waiting") {
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#connect();
    } else if (this.#state.is === "open") {
      this.#send([
        create(CommandSchema, {
          channel: 0,
          payload: { case: "requestHeartbeat", value: { $typeName: "tilth.v1.RequestHeartbeat" } },
        }),
      ]);
      this.#expectSign(PROBE_MS);
    }
  }

  #expectSign(within: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      // Without channels there is nothing that the server would send.
      if (this.#channels.size === 0) {
        this.#disconnect();
        return;
      }
      const socket = this.#socket;
      this.#socket = undefined;
      socket?.close();
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#connect();
    }, within);
  }

  #opening(number: number, channel: OpenedChannel): Command {
    return create(CommandSchema, { channel: number, payload: resumed(channel.opening, channel.next) });
  }

  #send(commands: Command[]): void {
    if (commands.length === 0) return;
    this.#socket?.send(toBinary(AttendRequestSchema, create(AttendRequestSchema, { commands })));
  }

  #take(frame: Frame): void {
    if (frame.payload.case === "notice") {
      this.onNotice?.(frame.payload.value);
      return;
    }
    const channel = this.#channels.get(frame.channel);
    if (channel === undefined) return;
    const { payload } = frame;
    switch (payload.case) {
      case "update":
        channel.next = frame.record + 1n;
        channel.unreplied.delete(payload.value.acceptedRequestId);
        break;
      case "caughtUp":
      case "tournament":
        channel.next = frame.record;
        break;
      case "accepted":
        channel.unreplied.delete(payload.value.requestId);
        break;
      case "refused":
        channel.unreplied.delete(payload.value.requestId);
        break;
      case "cutOff":
        channel.next = frame.record;
        this.#send([this.#opening(frame.channel, channel)]);
        break;
      case "ended":
      case "closed":
        this.#channels.delete(frame.channel);
        break;
    }
    channel.onFrame(frame);
  }

  #become(state: StreamState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Returns the command that opens a channel at a record. A list of matches has no records: it begins again. */
function resumed(opening: Opening, fromRecord: bigint | undefined): Opening {
  if (fromRecord === undefined) return opening;
  switch (opening.case) {
    case "open":
      return { case: "open", value: { ...opening.value, fromRecord } };
    case "openReplay":
      return { case: "openReplay", value: { ...opening.value, fromRecord } };
    case "openTournament":
      return { case: "openTournament", value: { ...opening.value, fromRecord } };
    case "openMatches":
      return opening;
  }
}
