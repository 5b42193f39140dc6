// The operator's page as all of its parts see it: who the reader is here, what the server does, and what was done.

import { OperatorRole, type Player } from "../generated/tilth/v1/players_pb";
import type { Deed, Outcome } from "../parts/deed";
import { ServerWatch } from "./server_watch.svelte";

/** How long the page says what was done. */
const TOLD_MS = 6000;

/** Returns the player's role. Servers of earlier builds give none, but mark operators. */
export function roleOf(player: Player): OperatorRole {
  return player.operator ? OperatorRole.OPERATOR : player.role;
}

export class PageState {
  readonly watch = new ServerWatch();
  me = $state.raw<Player>();
  /** What the reader is asked about before it is done. */
  deed = $state.raw<Deed>();
  /** What was done last, as a sentence. */
  done = $state("");
  /** The number of deeds that were done here: what is shown of the server is old when it changes. */
  deeds = $state(0);
  failure = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  get role(): OperatorRole {
    return this.me === undefined ? OperatorRole.UNSPECIFIED : roleOf(this.me);
  }

  get isOperator(): boolean {
    return this.role >= OperatorRole.OPERATOR;
  }

  get isModerator(): boolean {
    return this.role >= OperatorRole.MODERATOR;
  }

  /** Returns whether the reader may act on this player. Among those who have a role, only operators do. */
  mayJudge(player: Player): boolean {
    return player.id !== this.me?.id && (this.isOperator || (this.isModerator && roleOf(player) === OperatorRole.UNSPECIFIED));
  }

  readonly ask = (deed: Deed): void => {
    this.deed = deed;
  };

  /** Do something that is not asked about. */
  readonly start = (act: Promise<Outcome>): void => void act.then(this.note, this.tell);

  readonly note = (outcome: Outcome): void => {
    this.done = outcome.secret === undefined ? outcome.text : "";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.done = ""), TOLD_MS);
    this.deeds += 1;
    this.failure = "";
  };

  readonly tell = (error: unknown): void => {
    this.failure = error instanceof Error ? error.message : String(error);
  };
}
