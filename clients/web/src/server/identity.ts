// Who the reader is: the token and the name that the server has given, kept in this browser.

const TOKEN = "tilth.token";
const NAME = "tilth.name";
const ID = "tilth.player";

export interface Identity {
  readonly token: string;
  readonly name: string;
  readonly id: string;
}

/** A visitor of this tab who has chosen no name yet: the page has registered one, to be able to watch. */
let visitor: Identity | undefined;

export function identity(): Identity | undefined {
  const kept = localStorage.getItem(TOKEN);
  if (!kept) return undefined;
  return { token: kept, name: localStorage.getItem(NAME) ?? "", id: localStorage.getItem(ID) ?? "" };
}

export function token(): string {
  return localStorage.getItem(TOKEN) ?? visitor?.token ?? "";
}

/** The id of the player as whom this tab makes calls; undefined before it can. */
export function playerId(): string | undefined {
  return identity()?.id ?? visitor?.id;
}

/** Let this tab watch under a name that it has been given. */
export function visitAs(known: Identity): void {
  visitor = known;
}

/** Whether this tab can make calls: by a kept token, or as a visitor. */
export function isKnown(): boolean {
  return token() !== "";
}

export function keep(known: Identity): void {
  localStorage.setItem(TOKEN, known.token);
  localStorage.setItem(NAME, known.name);
  localStorage.setItem(ID, known.id);
}

export function forget(): void {
  for (const key of [TOKEN, NAME, ID]) localStorage.removeItem(key);
}
