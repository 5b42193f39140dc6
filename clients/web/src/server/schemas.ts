// The message types of views, for games without a drawing of their own: of the games that this page was built with, and
// of others as the server describes them.

import { createFileRegistry, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

import { lobby } from "./calls";

const BUILT_IN: Readonly<Record<string, () => Promise<DescMessage>>> = {
  "tilth.games.agricola.v1.View": async () => (await import("../generated/tilth/games/agricola/v1/agricola_pb")).ViewSchema,
  "tilth.games.earth.v1.View": async () => (await import("../generated/tilth/games/earth/v1/earth_pb")).ViewSchema,
  "tilth.games.petrichor.v1.View": async () => (await import("../generated/tilth/games/petrichor/v1/petrichor_pb")).ViewSchema,
  "tilth.games.sonora.v1.View": async () => (await import("../generated/tilth/games/sonora/v1/sonora_pb")).ViewSchema,
};

/** Returns the message type of a game's view; undefined if the server doesn't describe it. */
export async function viewSchema(game: string, type: string): Promise<DescMessage | undefined> {
  const builtIn = BUILT_IN[type];
  if (builtIn !== undefined) return builtIn();
  const { fileDescriptorSet } = await lobby.getGameSchema({ game });
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, fileDescriptorSet)).getMessage(type);
}
