// The players whom a match or a tournament is for.

import { findPlayer } from "../server/find_player";

export interface Invited {
  readonly id: string;
  readonly name: string;
}

/** Why a name was not added: a key of the words. */
export type NotInvited = "invite-unknown" | "invite-bot" | "invite-self" | "invite-twice";

/** Look a player up and add them to the list. Returns the new list, or why there is none. */
export async function withInvited(invited: readonly Invited[], name: string, myId: string): Promise<readonly Invited[] | NotInvited> {
  const found = await findPlayer(name);
  if (found === undefined) return "invite-unknown";
  // A bot that the server runs gets its seat from the list of seats.
  if (found.bot !== "") return "invite-bot";
  if (found.id === myId) return "invite-self";
  if (invited.some(({ id }) => id === found.id)) return "invite-twice";
  return [...invited, { id: found.id, name: found.name }];
}
