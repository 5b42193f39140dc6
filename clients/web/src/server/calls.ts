// Single calls to the server, as gRPC-Web. `lobby.listMatches({...})` returns the reply or throws a CallRefused.

import { createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { LobbyService } from "../generated/tilth/v1/lobby_pb";
import { PlayService } from "../generated/tilth/v1/play_pb";
import { PlayersService } from "../generated/tilth/v1/players_pb";
import { callsAddress } from "./address";
import { token } from "./identity";
import { explained } from "./refusals";

export { CallRefused } from "./refusals";

/** Adds the reader's token to a call. */
export const identified: Interceptor = (next) => (request) => {
  const present = token();
  if (present) request.header.set("Authorization", `Bearer ${present}`);
  return next(request);
};

/** The way of every call to the server; other services have modules of their own, which are loaded with their pages. */
export const transport = createGrpcWebTransport({ baseUrl: callsAddress, interceptors: [identified] });

export const lobby = explained(createClient(LobbyService, transport));
export const play = explained(createClient(PlayService, transport));
export const players = explained(createClient(PlayersService, transport));
