// The reader as a player, for every part of the page: components read `reader.me`, which is reactive.

import { CallRefused } from "./server/calls";
import { forget, type Identity, identity, isKnown } from "./server/identity";
import { register, useCode, useToken } from "./server/registration";
import { stream } from "./server/stream";
import { becomeKnown } from "./server/visitor";

class Reader {
  /** The player whose token this browser keeps; undefined for strangers and for visitors of this tab. */
  me = $state.raw<Identity | undefined>(identity());
  /** Whether the page can make calls: as a player, or as a visitor of this tab. */
  canCall = $state(isKnown());
  /** The server does not know the token that this browser keeps. */
  isUnknown = $state(false);
  /** Grows whenever the reader takes or leaves a seat: what is shown of a match depends on it. */
  seatings = $state(0);

  async register(name: string): Promise<void> {
    this.#become(await register(name));
  }

  async useToken(token: string): Promise<void> {
    this.#become(await useToken(token));
  }

  async useCode(code: string): Promise<void> {
    this.#become(await useCode(code));
  }

  /** Look on without a name, in this tab. Throws a CallRefused if the server wants an invitation. */
  async visit(): Promise<void> {
    await becomeKnown();
    this.canCall = true;
  }

  forget(): void {
    forget();
    stream.changePlayer();
    this.me = undefined;
    this.canCall = isKnown();
    this.isUnknown = false;
  }

  /** Note that a call was refused because of the token. */
  note(error: unknown): void {
    if (error instanceof CallRefused && error.reason === "TOKEN_INVALID" && this.me !== undefined) this.isUnknown = true;
  }

  #become(me: Identity): void {
    stream.changePlayer();
    this.me = me;
    this.canCall = true;
    this.isUnknown = false;
  }
}

export const reader = new Reader();
