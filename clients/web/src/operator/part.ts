// What every part of the operator's page is given.

import type { Desk } from "./desk.svelte";

export interface PartProps extends Record<string, unknown> {
  desk: Desk;
  /** What stands behind the part in the page's address: the id of a player or an invitation, or "". */
  id: string;
}
