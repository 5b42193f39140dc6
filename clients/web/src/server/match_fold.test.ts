import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { MatchListUpdateSchema } from "../generated/tilth/v1/play_pb";
import { MatchFold } from "./match_fold";

const listed = (id: string, seconds: number, title = "", pendingSeats?: number[]) => ({
  match: { id, title, createdAt: { seconds: BigInt(seconds), nanos: 0 } },
  pendingSeats: pendingSeats ?? [],
  pendingKnown: pendingSeats !== undefined,
});

test("a list keeps whole entries, the newest first, and forgets those that have left", () => {
  const fold = new MatchFold();
  fold.take(create(MatchListUpdateSchema, { matches: [listed("b", 2), listed("a", 1)], nextPageToken: "older" }), 0);
  fold.take(create(MatchListUpdateSchema, { matches: [listed("c", 3), listed("a", 1, "new title", [0])] }), 5);
  fold.take(create(MatchListUpdateSchema, { removedMatchIds: ["b"] }), 6);
  const { matches, olderToken } = fold.list;
  expect(matches.map(({ match }) => match.id)).toEqual(["c", "a"]);
  expect(matches[1]?.match.title).toBe("new title");
  expect(matches[1]?.pendingSeats).toEqual([0]);
  expect(matches[0]?.pendingSeats).toBeUndefined();
  expect(matches[1]?.clocksAt).toBe(5);
  expect(olderToken).toBe("older");
});

test("after a break the list begins again", () => {
  const fold = new MatchFold();
  fold.take(create(MatchListUpdateSchema, { matches: [listed("a", 1)], nextPageToken: "older" }), 0);
  fold.clear();
  expect(fold.list).toEqual({ matches: [], olderToken: "", isIncomplete: false });
});
