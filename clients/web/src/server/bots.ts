// The bots that the server runs, and the places where a match gets one.

import type { Bot, Match } from "../generated/tilth/v1/lobby_pb";
import { requestId } from "../match/picking";
import { lobby } from "./calls";

export type { Bot } from "../generated/tilth/v1/lobby_pb";

/** Returns the bots that can play a game with this number of seats: those that know the game first; none if the server has none. */
export async function listBots(game: string, seatCount: number): Promise<readonly Bot[]> {
  return (await lobby.listBots({ game, seatCount })).bots;
}

/** Give a free seat of the reader's open match to a bot. */
export async function addBot(matchId: string, seat: number, bot: string): Promise<Match | undefined> {
  return (await lobby.addBot({ requestId: requestId(), matchId, seat, bot })).match;
}
