// The games of the server, described in the reader's language; for strangers only their names.

import { create } from "@bufbuild/protobuf";

import { type Game, GameSchema } from "../generated/tilth/v1/lobby_pb";
import { lobby } from "../server/calls";
import { token } from "../server/identity";
import { language } from "../words";
import { optionName } from "./written";

let described: Promise<readonly Game[]> | undefined;

/** Returns the games with their options. They are fetched once. */
export function listGames(): Promise<readonly Game[]> {
  if (token() === "") return nameGames();
  if (described === undefined) {
    described = lobby.listGames({ language }).then(({ games }) => games);
    described.catch(() => (described = undefined));
  }
  return described;
}

async function nameGames(): Promise<readonly Game[]> {
  const { server } = await lobby.getServerInfo({});
  return (server?.games ?? []).map((name) => create(GameSchema, { name, title: optionName(name) }));
}
