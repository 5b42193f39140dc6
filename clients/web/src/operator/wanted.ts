// The player that somebody has typed into the field of a dialog.

import type { Player } from "../generated/tilth/v1/players_pb";
import { CallRefused } from "../server/calls";
import { findPlayer } from "../server/find_player";
import { say } from "../words/operatorparts";

export const PLAYER_FIELD = { kind: "text", name: "player_id", label: say("player"), longest: 64, isRequired: true } as const;

/** Returns the player with this name or id. Throws a refusal of the field if there is none. */
export async function wantedPlayer(words: string | undefined): Promise<Player> {
  const found = await findPlayer(words ?? "");
  if (found !== undefined) return found;
  throw new CallRefused("PLAYER_NOT_FOUND", say("player-missing", { words: (words ?? "").trim() }), { field: PLAYER_FIELD.name }, false);
}
