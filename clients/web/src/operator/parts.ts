// The parts of the operator's page. Each is loaded when it is opened.

import type { Component } from "svelte";

import type { PartProps } from "./part";

interface Part {
  readonly name: "now" | "reports" | "bans" | "load" | "players" | "invitations" | "roles" | "stuck";
  readonly load: () => Promise<{ default: Component<PartProps> }>;
}

/** The first is shown if the page's address names none. */
export const PARTS: readonly [Part, ...Part[]] = [
  { name: "now", load: () => import("./Now.svelte") },
  { name: "reports", load: () => import("./Reports.svelte") },
  { name: "stuck", load: () => import("./Stuck.svelte") },
  { name: "load", load: () => import("./Load.svelte") },
  { name: "bans", load: () => import("./Bans.svelte") },
  { name: "players", load: () => import("./PlayersPart.svelte") },
  { name: "invitations", load: () => import("./Invitations.svelte") },
  { name: "roles", load: () => import("./Roles.svelte") },
];
