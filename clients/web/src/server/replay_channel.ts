// A replay on the tab's stream: records one after the other, in the tempo that is asked for.

import { create, type MessageInitShape } from "@bufbuild/protobuf";

import { type MatchEnd, OpenReplaySchema, type Update } from "../generated/tilth/v1/play_pb";
import { CallRefused } from "./refusals";
import { stream } from "./stream";

export type ReplayRequest = MessageInitShape<typeof OpenReplaySchema>;

export interface ReplayListener {
  onUpdate(record: number, update: Update): void;
  /** No more records come. `end` is set if the match has ended, `refusal` if the server did not open the replay. */
  onEnd(end: MatchEnd | undefined, refusal: CallRefused | undefined): void;
}

/** Open a replay; it runs until its end, or until the returned function is called. */
export function openReplay(request: ReplayRequest, listener: ReplayListener): () => void {
  const opening = create(OpenReplaySchema, request);
  const channel = stream.subscribe({ case: "openReplay", value: opening }, ({ record, payload }) => {
    switch (payload.case) {
      case "update":
        listener.onUpdate(Number(record), payload.value);
        return;
      case "ended":
        listener.onEnd(payload.value, undefined);
        return;
      case "closed":
        listener.onEnd(undefined, undefined);
        return;
      case "refused":
        // A refused channel was never opened: after a break it would be refused again.
        channel.close();
        listener.onEnd(undefined, new CallRefused(payload.value.reason, payload.value.message, {}, false));
        return;
    }
  });
  return () => channel.close();
}
