// Watching needs no name of the reader's own: where registration is open, the page registers a visitor for this tab.

import { players } from "./calls";
import { isKnown, visitAs } from "./identity";

let registering: Promise<void> | undefined;

/** Make sure that this tab can make calls. Throws a CallRefused if the server wants an invitation. */
export function becomeKnown(): Promise<void> {
  if (isKnown()) return Promise.resolve();
  registering ??= register().finally(() => (registering = undefined));
  return registering;
}

async function register(): Promise<void> {
  const kept = sessionStorage.getItem("tilth.visitor");
  if (kept !== null) {
    visitAs(JSON.parse(kept) as Parameters<typeof visitAs>[0]);
    return;
  }
  const number = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const name = `Visitor ${String(number % 1_000_000).padStart(6, "0")}`;
  const reply = await players.register({ name });
  const known = { token: reply.token, name, id: reply.player?.id ?? "" };
  sessionStorage.setItem("tilth.visitor", JSON.stringify(known));
  visitAs(known);
}
