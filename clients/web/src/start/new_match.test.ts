import { create } from "@bufbuild/protobuf";
import { beforeAll, expect, test, vi } from "vitest";

import { GameSchema } from "../generated/tilth/v1/lobby_pb";

beforeAll(() => {
  vi.stubGlobal("document", { baseURI: "http://127.0.0.1/" });
});

test("seats go to the reader, to bots and to whoever comes", async () => {
  const { requestFor } = await import("./new_match");
  const request = requestFor(
    {
      game: "earth",
      title: " Night forest ",
      seats: [{ is: "open" }, { is: "me" }, { is: "bot", bot: "naturalist" }],
      settings: { teams: "true" },
      clock: { bank: 300, increment: 10, decision: 0, resigns: true },
      invited: ["bob"],
    },
    "id",
  );
  expect(request).toMatchObject({ requestId: "id", title: "Night forest", seatCount: 3, takeSeats: [1], bots: { 2: "naturalist" }, invitedPlayerIds: ["bob"] });
  expect(request.clock).toMatchObject({ bankMs: 300_000n, incrementMs: 10_000n, decisionMs: 0n, onTimeout: 2 });
});

test("one click plays two seats against a bot, or alone where there is none", async () => {
  const { quickPlan } = await import("./new_match");
  const game = create(GameSchema, { name: "sonora", seatCounts: [1, 2, 3, 4] });
  expect(quickPlan(game, "sharpshooter").seats).toEqual([{ is: "me" }, { is: "bot", bot: "sharpshooter" }]);
  expect(quickPlan(game, undefined).seats).toEqual([{ is: "me" }]);
});
