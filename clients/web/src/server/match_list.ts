// Lists of matches that the server keeps up to date. Everything that shows matches gets them here.

import { create, type MessageInitShape } from "@bufbuild/protobuf";

import { ListMatchesRequestSchema } from "../generated/tilth/v1/lobby_pb";
import { OpenMatchesSchema } from "../generated/tilth/v1/play_pb";
import { lobby } from "./calls";
import { type ListedMatch, MatchFold } from "./match_fold";
import { stream } from "./stream";

export type { ListedMatch } from "./match_fold";

export type MatchFilter = MessageInitShape<typeof ListMatchesRequestSchema>;

export interface MatchList {
  /** The newest first. */
  readonly matches: readonly ListedMatch[];
  /** For the call that returns the matches before these; empty if there are none. */
  readonly olderToken: string;
  /** The server is still building its index: matches may be missing. */
  readonly isIncomplete: boolean;
}

/** Follow the list of a filter until the returned function is called. `onList` gets it whole, at once and at each change. */
export function followMatches(
  filter: MatchFilter,
  onList: (list: MatchList) => void,
  onRefused: (message: string) => void = () => {},
): () => void {
  const fold = new MatchFold();
  let isComplete = false;
  const opening = create(OpenMatchesSchema, { filter: create(ListMatchesRequestSchema, filter) });
  const channel = stream.subscribe({ case: "openMatches", value: opening }, ({ payload }) => {
    switch (payload.case) {
      case "opened":
        // After a break the list begins again. What is shown stays until all of it is there.
        fold.clear();
        isComplete = false;
        return;
      case "matches":
        fold.take(payload.value, performance.now());
        if (isComplete) onList(fold.list);
        return;
      case "caughtUp":
        isComplete = true;
        onList(fold.list);
        return;
      case "refused":
        onRefused(payload.value.message);
        return;
    }
  });
  return () => channel.close();
}

/** Returns a page of older matches. They are not kept up to date. */
export async function fetchMatches(filter: MatchFilter): Promise<MatchList> {
  const reply = await lobby.listMatches(filter);
  return {
    matches: reply.matches.map((match) => ({ match, pendingSeats: undefined, clocks: [], clocksAt: 0 })),
    olderToken: reply.nextPageToken,
    isIncomplete: reply.incomplete,
  };
}
