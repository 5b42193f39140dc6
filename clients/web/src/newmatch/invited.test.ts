import { create } from "@bufbuild/protobuf";
import { expect, test, vi } from "vitest";

import { PlayerSchema } from "../generated/tilth/v1/players_pb";
import { withInvited } from "./invited";

const PLAYERS = [
  create(PlayerSchema, { id: "b", name: "Bob" }),
  create(PlayerSchema, { id: "a", name: "Ann" }),
  create(PlayerSchema, { id: "f", name: "farmer", bot: "farmer" }),
];

vi.mock("../server/find_player", () => ({
  findPlayer: (name: string) => Promise.resolve(PLAYERS.find((player) => player.name === name)),
}));

test("a player is invited once, by name", async () => {
  const one = await withInvited([], "Bob", "a");
  expect(one).toEqual([{ id: "b", name: "Bob" }]);
  expect(await withInvited(one as [], "Bob", "a")).toBe("invite-twice");
});

test("nobody, a bot and oneself are not invited", async () => {
  expect(await withInvited([], "Eve", "a")).toBe("invite-unknown");
  expect(await withInvited([], "farmer", "a")).toBe("invite-bot");
  expect(await withInvited([], "Ann", "a")).toBe("invite-self");
});
