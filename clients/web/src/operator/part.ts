// What every part of the operator's page is given.

import type { PageState } from "./page_state.svelte";

export interface PartProps extends Record<string, unknown> {
  page: PageState;
  /** What stands behind the part in the page's address: the id of a player or an invitation, or "". */
  id: string;
}
