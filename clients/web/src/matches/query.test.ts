import { expect, test } from "vitest";

import { MatchOrder, MatchState } from "../generated/tilth/v1/lobby_pb";
import { ForfeitCause } from "../generated/tilth/v1/record_pb";
import { addressOf, filterOf, queryIn } from "./query";

const ALL = { order: "created", game: "", title: "", isMine: false, forfeit: 0, ranges: {} } as const;

test.each(["#/matches", "#/matches?order=margin&game=earth&title=May+cup&mine=1&forfeit=illegal_answer&margin=3..10&records=..500&took=45..&surprise=70..100", "#/matches?order=activity"])(
  "the address %s says what was asked for",
  (address) => expect(addressOf(queryIn(address.split("?")[1] ?? ""))).toBe(address),
);

test("what an address says wrongly is left out", () => {
  expect(queryIn("order=cleverness&margin=a..b&records=5&took=-1..3&mine=yes&forfeit=unspecified")).toEqual(ALL);
  expect(queryIn("order=toString").order).toBe("created");
});

test("the filter has the reader's units as the call's, and the reader only if wanted", () => {
  expect(filterOf({ ...ALL, order: "duration", isMine: true, ranges: { took: { min: 2, max: undefined }, margin: { min: 0, max: 4 } } }, "me")).toEqual({
    state: MatchState.FINISHED,
    order: MatchOrder.DURATION,
    game: "",
    title: "",
    playerId: "me",
    forfeitCause: ForfeitCause.UNSPECIFIED,
    durationMs: { min: 120_000n },
    margin: { min: 0n, max: 4n },
  });
  expect(filterOf(ALL, "me").playerId).toBe("");
  expect(filterOf({ ...ALL, order: "activity", forfeit: ForfeitCause.CRASH }, "")).toMatchObject({ state: MatchState.RUNNING, forfeitCause: ForfeitCause.CRASH });
});
