// How a reader becomes a player: by a name, by a token that they have, or by an invitation of the server.

import { requestId } from "../match/picking";
import { players } from "./calls";
import { forget, type Identity, identity, keep } from "./identity";

const PENDING = "tilth.pending";
const INVITATION = "tilth.invitation";
const UNSAVED = "tilth.unsaved";

interface Pending {
  readonly name: string;
  readonly token: string;
}

/** Register a new player. The token is made and kept here first, so that a lost reply costs no name. */
export async function register(name: string): Promise<Identity> {
  const invitation = invitationCode();
  const token = await ownToken(name);
  const tokenHash = token === "" ? new Uint8Array() : await sha256(token);
  const reply = await players.register({ requestId: requestId(), name, invitation, tokenHash });
  const me = { token: reply.token || token, name: reply.player?.name ?? name, id: reply.player?.id ?? "" };
  keep(me);
  localStorage.removeItem(PENDING);
  sessionStorage.removeItem(INVITATION);
  localStorage.setItem(UNSAVED, me.id);
  return me;
}

/** Become the player of a token; throws if the server knows none. */
export async function useToken(token: string): Promise<Identity> {
  const before = identity();
  keep({ token: token.trim(), name: "", id: "" });
  try {
    const { player } = await players.getMe({});
    const me = { token: token.trim(), name: player?.name ?? "", id: player?.id ?? "" };
    keep(me);
    return me;
  } catch (error) {
    if (before === undefined) forget();
    else keep(before);
    throw error;
  }
}

/** Become the player who was shown a code, with a token of this device's own. */
export async function useCode(code: string): Promise<Identity> {
  const token = newToken();
  const { player } = await players.redeemDeviceCode({ code, tokenHash: await sha256(token) });
  const me = { token, name: player?.name ?? "", id: player?.id ?? "" };
  keep(me);
  return me;
}

/** Make a code for another device; returns it with the time, by Date.now(), until which it is good. */
export async function makeCode(): Promise<{ code: string; until: number }> {
  const { code, expiresAt } = await players.createDeviceCode({});
  return { code, until: Number(expiresAt?.seconds ?? 0n) * 1000 };
}

/** Whether this browser can hash: pages that were not served by TLS, and not by this machine, can't. */
export const canHash = (crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** Whether the player's token is kept nowhere but in this browser. */
export function isUnsaved(): boolean {
  const me = identity();
  return me !== undefined && localStorage.getItem(UNSAVED) === me.id;
}

/** The token is safe, or the reader does not want to hear of it. */
export function markSaved(): void {
  localStorage.removeItem(UNSAVED);
}

/** Let the browser save the token as a file. */
export function saveAsFile(me: Identity): void {
  const address = URL.createObjectURL(new Blob([`${me.token}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(me.name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  markSaved();
}

/** Returns the name of a player's token file, without what some file system does not take. */
export function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `tilth-${plain || "player"}.token.txt`;
}

/** Keep the code of an invitation, which came in the fragment of a link, until it is used. */
export function keepInvitation(code: string): void {
  sessionStorage.setItem(INVITATION, code);
}

export function invitationCode(): string {
  return sessionStorage.getItem(INVITATION) ?? "";
}

/** Returns a new token, or the one of an earlier attempt with this name; empty where the browser can't hash. */
async function ownToken(name: string): Promise<string> {
  if (!canHash) return "";
  const kept = JSON.parse(localStorage.getItem(PENDING) ?? "null") as Pending | null;
  if (kept?.name === name) return kept.token;
  const token = newToken();
  localStorage.setItem(PENDING, JSON.stringify({ name, token }));
  return token;
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
