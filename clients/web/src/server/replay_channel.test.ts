import { create } from "@bufbuild/protobuf";
import { afterEach, expect, test, vi } from "vitest";

import { type Frame, FrameSchema } from "../generated/tilth/v1/play_pb";

const close = vi.fn();
let say: (frame: Frame) => void = () => undefined;
let opening: unknown;

vi.mock("./stream", () => ({
  stream: {
    subscribe: (wanted: unknown, onFrame: (frame: Frame) => void) => {
      opening = wanted;
      say = onFrame;
      return { number: 1, close };
    },
  },
}));

const frame = (record: bigint, payload: Frame["payload"]): Frame => create(FrameSchema, { channel: 1, record, payload });

async function opened(told: string[]): Promise<() => void> {
  const { openReplay } = await import("./replay_channel");
  return openReplay(
    { matchId: "m", fromRecord: 3n, seat: 0, views: true },
    {
      onUpdate: (record) => told.push(`update ${record}`),
      onEnd: (end, refusal) => told.push(`end ${end?.cancelReason ?? "-"} ${refusal?.reason ?? "-"}`),
    },
  );
}

afterEach(() => close.mockClear());

test("records are told in order, then the end", async () => {
  const told: string[] = [];
  await opened(told);
  expect(opening).toMatchObject({ case: "openReplay", value: { matchId: "m", fromRecord: 3n, seat: 0, views: true } });
  say(create(FrameSchema, { record: 3n, payload: { case: "update", value: {} } }));
  say(create(FrameSchema, { record: 4n, payload: { case: "update", value: {} } }));
  say(create(FrameSchema, { record: 4n, payload: { case: "ended", value: { cancelReason: "storm" } } }));
  expect(told).toEqual(["update 3", "update 4", "end storm -"]);
});

test("a match that still runs ends without a result", async () => {
  const told: string[] = [];
  await opened(told);
  say(create(FrameSchema, { record: 4n, payload: { case: "caughtUp", value: {} } }));
  say(frame(4n, { case: "closed", value: { $typeName: "tilth.v1.ChannelClosed" } }));
  expect(told).toEqual(["end - -"]);
});

test("a refused replay is not opened again", async () => {
  const told: string[] = [];
  await opened(told);
  say(create(FrameSchema, { payload: { case: "refused", value: { reason: "NOT_YOUR_SEAT", message: "no" } } }));
  expect(told).toEqual(["end - NOT_YOUR_SEAT"]);
  expect(close).toHaveBeenCalledOnce();
});
