// Players by their name or id. The protocol lists players by name, in pages; it has no search.

import type { Player } from "../generated/tilth/v1/players_pb";
import { CallRefused, players } from "./calls";

const PAGE = 500;

/** Returns the player with this id or name; case does not matter. Undefined if there is none. */
export async function findPlayer(words: string): Promise<Player | undefined> {
  const wanted = words.trim();
  try {
    return (await players.getPlayer({ playerId: wanted })).player;
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== "PLAYER_NOT_FOUND") throw error;
  }
  let pageToken = "";
  do {
    const page = await players.listPlayers({ pageSize: PAGE, pageToken });
    const match = page.players.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (match !== undefined) return match;
    pageToken = page.nextPageToken;
  } while (pageToken);
  return undefined;
}
