import { fromBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { ImportTournamentRequestSchema } from "../generated/tilth/v1/tournament_archive_pb";
import { messagesOf } from "./upload";

test.each([0, 1, 127, 128, 65_535, 65_536, 65_537, 300_000])("a file of %i bytes arrives as the messages of a stream", async (size) => {
  const file = new Uint8Array(size).map((_, at) => (at * 31) % 251);
  const body = new Uint8Array(await messagesOf(new Blob([file])).arrayBuffer());
  const chunks: number[] = [];
  for (let at = 0; at < body.length; ) {
    expect(body[at]).toBe(0);
    const length = new DataView(body.buffer).getUint32(at + 1);
    chunks.push(...fromBinary(ImportTournamentRequestSchema, body.subarray(at + 5, at + 5 + length)).chunk);
    at += 5 + length;
  }
  expect(chunks).toEqual([...file]);
});
